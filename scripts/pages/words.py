"""The words in which pages state facts: dtypes, marks, ranks, ranges. A statement that is not in one of these forms is
left alone, so that the comparison shows it."""

import re

SHORT = {
    "FLOAT": "f32",
    "FLOAT32": "f32",
    "FLOAT16": "f16",
    "DOUBLE": "f64",
    "FLOAT64": "f64",
    "BFLOAT16": "bf16",
    "BF16": "bf16",
    "BOOL": "bool",
    "COMPLEX32": "c32",
    "COMPLEX64": "c64",
    "COMPLEX128": "c128",
}
SHORT |= {
    f"{name}{bits}": f"{letter}{bits}" for name, letter in (("INT", "s"), ("UINT", "u")) for bits in (8, 16, 32, 64)
}
MINDSPORE = {
    **{name.lower(): short for name, short in SHORT.items() if name not in ("FLOAT", "DOUBLE", "COMPLEX32")},
    "bool_": "bool",
}
TYPE = r"(?:[Dd]ouble|[Bb]ool|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|u?int\d+(?:_t)?|(?:hi|b)?float(?:\d+(?:_e\d+m\d+(?:fn)?)?)?|complex\d+)"
LIST = re.compile(rf"(?:aclDataType\.)?{TYPE}(?:\s*(?:[、,，/;；]|和|或|\s)\s*{TYPE})*\s*[。.、,，;；]?")


def dtype(name: str) -> str:
    """The short name of a dtype; another name as printed."""
    name = name.strip()
    return (
        SHORT.get(name.removeprefix("ACL_").upper(), name) if name.upper() in SHORT or name.startswith("ACL_") else name
    )


def names(text: str):
    """The names of a list that holds nothing else, else None."""
    text = text.strip()
    return re.findall(TYPE, text) if text and LIST.fullmatch(text) else None


def mark(text: str):
    """Whether a mark says yes or no; None for a dash or another word."""
    text = text.strip().strip("。")
    if text in ("√", "✓", "✔", "是", "支持", "✅", "Y", "yes", "Yes"):
        return True
    if text in ("×", "x", "X", "✗", "否", "不支持", "❌", "N", "no", "No"):
        return False
    return None


def ranks(text: str):
    """(least, most) of a statement on dimensions; None if it is another one."""
    text = re.sub(r"\s+", "", text).rstrip("。；;，,")
    text = re.sub(r"^(?:shape|维度|维数|维度支持|shape支持|支持|维度为|shape维度|shape为)+(?=[0-9不≤])", "", text)
    if found := re.fullmatch(r"(\d)(?:维|D)?(?:-|~|到|至|—|–)(\d)(?:维|D)?", text):
        # No tensor has fewer than 0 dimensions, so that a least rank of 0 says nothing.
        return int(found[1]) or None, int(found[2])
    if found := re.fullmatch(
        r"(?:(?:维度|维数)?(?:最大)?(?:不超过|不大于|不高于|不能超过|不能大于|最多|小于等于|≤|<=)|不支持(?=\d维以上))(\d)维?(?:以上)?",
        text,
    ):
        return None, int(found[1])
    if found := re.fullmatch(r"(?:维度|维数)?(?:小于)(\d)维?", text):
        return None, int(found[1]) - 1
    if found := re.fullmatch(r"(?:[仅只]支持)?(\d)(?:维|D)?", text):
        return int(found[1]), int(found[1])
    if found := re.fullmatch(r"(\d)维?及以上", text):
        return int(found[1]), None
    if found := re.fullmatch(r"((?:\d(?:维|D)?[、/,，或])+\d)(?:维|D)?", text):
        every = [int(one) for one in re.findall(r"\d", text)]
        if every == list(range(every[0], every[-1] + 1)):
            return every[0], every[-1]
    return None


END = r"((?:[^\[\]()（）,，、。；;]|\([^()]*\))+)"
RANGE = re.compile(
    rf"(?:取值|数值|值)?(?:的)?范围(?:要求|必须|需要|需)?(?:在|为|是|：|:)?\s*([\[(（]){END}[,，、]{END}([\])）])(?:之间|之内|内|以内)?"
)


def interval(text: str, name: str):
    """A printed interval as a predicate over the parameter `name`."""
    found = RANGE.search(text)
    if not found:
        return None
    low, high = bound(found[2]), bound(found[3])
    if low is None or high is None:
        return None
    parts = []
    if low not in ("-inf",):
        parts.append(f"{low} {'<=' if found[1] == '[' else '<'} {name}")
    if high not in ("inf", "+inf"):
        # Ends are integers, so up to n - 1 is below n.
        below = re.fullmatch(r"(.*\)) - 1", high) if found[4] == "]" else None
        parts.append(f"{name} < {below[1]}" if below else f"{name} {'<=' if found[4] == ']' else '<'} {high}")
    return " && ".join(parts)


def bound(text: str):
    """An end of an interval in the predicate language, or None if it is not simple arithmetic on a rank."""
    text = re.sub(r"\s+", "", text.replace("−", "-"))
    text = re.sub(r"([A-Za-z][A-Za-z0-9_]*)\.dim\(\)", r"rank(\1)", text)
    if re.fullmatch(r"[+-]?inf", text, re.I):
        return text.lower()
    if not re.fullmatch(r"-?(?:\d+|rank\(\w+\)|\(rank\(\w+\)[+-]\d+\))(?:[+-]\d+)?", text):
        return None
    return re.sub(r"(?<=[\w)])([+-])", r" \1 ", text)
