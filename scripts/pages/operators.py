"""What an operator's page says: products, prototypes, parameters, status codes, and its sentences."""

import re

from document import blocks, grid, line_of, plain, sections
import remarks
from words import TYPE, dtype, interval, mark, names, ranks

EXAMPLE = re.compile(r"调用示例|样例|示例说明")
PRODUCTS = re.compile(r"产品支持|支持的?产品|支持产品")
PROTOTYPE = re.compile(r"\b(\w+)\s+(aclnn\w+)\s*\(((?:[^()]|\([^()]*\))*)\)", re.S)
COLUMNS = [
    ("name", r"参数名"),
    ("direction", r"输入/?输出"),
    ("says", r"描述"),
    ("use", r"使用说明"),
    ("dtypes", r"数据类型"),
    ("formats", r"(数据)?格式"),
    ("ranks", r"维度|shape"),
    ("strided", r"非连续"),
]
LISTED = re.compile(
    r"^([A-Za-z][A-Za-z0-9_]*)\s*[（(]\s*((?:const\s+)?\w+(?:\s*\*)*)\s*[，,、]\s*([^()（）]*)[)）]\s*[:：，,]?\s*"
)
CONDITION = re.compile(r"如果|若|当(?!前)|时(?!间)|场景|除|情况")
LIMITED = re.compile(r"仅|只|不再|暂|产品|系列|或者")
SAME = re.compile(
    r"(?:数据类型|数据格式|维度|shape)?(?:需要|需|必须|应)?(?:与|和|同)\s*(?:输入|参数)?\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:的(?:数据类型|数据格式|维度|shape))?(?:保持)?(?:一致|相同)。?"
)
DETERMINISTIC = re.compile(
    r"(?:确定性(?:计算|说明)?[:：])?\s*(?:aclnn[A-Za-z0-9_&、和/与及 ]*|该接口|本接口)?(?:的?默认)?(?:为|是|采用)?(非?)确定性(?:实现|计算)"
)


def read(body) -> tuple:
    """The facts of a page as {key: (value, first line, last line)}, and its sentences as (about, text, line, read)."""
    page = Page()
    every = sections(body)
    functions = {}
    for section in every:
        if EXAMPLE.search(section.title):
            continue
        if PRODUCTS.search(section.title):
            page.products(section)
        for element in section.elements:
            for code in [element] if element.name == "pre" else element.find_all(["pre", "code"]):
                page.prototypes(code, functions)
    owner, depth = None, 0
    for section in every:
        title = re.match(r"aclnn\w+", section.title)
        if title and title[0] in functions and section.level > 1:
            owner, depth = title[0], section.level
        elif section.level <= depth:
            owner = None
        if owner:
            page.function(owner, functions[owner], section)
        elif re.search("约束|限制", section.title):
            page.constraints(section)
        elif not EXAMPLE.search(section.title) and not PRODUCTS.search(section.title) and "原型" not in section.title:
            for element in section.elements:
                if element.name != "pre":
                    page.loose(section.title, element, element.find_all("pre"))
    return page.facts, page.sentences


def both(one, other):
    """The ranks that two statements allow."""
    least = [each[0] for each in (one, other) if each[0] is not None]
    most = [each[1] for each in (one, other) if each[1] is not None]
    return (max(least) if least else None, min(most) if most else None)


class Page:
    def __init__(self):
        self.facts, self.sentences = {}, []

    def put(self, key, value, first, last=None):
        if value is None or value == ():
            return
        if key in self.facts and key[0] == "ranks":
            value = both(self.facts[key][0], value)
            self.facts[key] = (value, *self.facts[key][1:])
        if key in self.facts and self.facts[key][0] != value:
            value, first = (self.facts[key][0], value), self.facts[key][1]
        self.facts[key] = (value, first, max(first, last or first))

    def products(self, section):
        for element in section.elements:
            for table in [element] if element.name == "table" else element.find_all("table"):
                for row in grid(table)[1:]:
                    if len(row) >= 2 and row[0][1]:
                        self.put(
                            ("product", row[0][1].strip()), mark(row[1][1]), line_of(row[0][0]), line_of(row[-1][0])
                        )
            if element.name in ("ul", "ol", "p"):
                for item in element.find_all("li") if element.name != "p" else [element]:
                    found = re.fullmatch(r"(.*?)\s*[:：]\s*(\S+)", plain(item).strip())
                    if found and mark(found[2]) is not None:
                        self.put(("product", found[1].strip()), mark(found[2]), line_of(item))

    def prototypes(self, code, functions):
        text = re.sub(r"//[^\n]*", "", code.get_text()).translate(str.maketrans("（）", "()"))
        for found in PROTOTYPE.finditer(text):
            returns, name, listed = found.groups()
            if returns in ("return", "else") or name in functions:
                continue
            parameters = {}
            for part in re.sub(r"/\*.*?\*/", "", listed, flags=re.S).split(","):
                found_part = re.fullmatch(r"\s*(.*?[\s*&])(\w+)\s*(?:=[^,]*)?\s*", part, re.S)
                if not found_part:
                    break
                parameters[found_part[2]] = re.sub(r"\s+", "", found_part[1])
            else:
                functions[name] = parameters
                first = (
                    line_of(code)
                    + (code.parent.name == "pre" or code.name == "pre")
                    + text[: found.start()].count("\n")
                )
                last = first + found[0].count("\n")
                self.put(("function", name), returns, first, last)
                self.put(("parameters", name), tuple(parameters), first, last)
                for parameter, c in parameters.items():
                    self.put(("c", name, parameter), c, first, last)

    def function(self, name, parameters, section):
        statements, same = [], []
        for element in section.elements:
            tables = [element] if element.name == "table" else element.find_all("table")
            for table in tables:
                rows = grid(table)
                heads = [cell[1].replace(" ", "") for cell in rows[0]] if rows else []
                if heads and heads[0].startswith("参数名"):
                    same += self.table(name, parameters, heads, rows[1:])
                elif len(heads) >= 2 and re.match("返回[值码]", heads[0]) and "错误码" in heads[1]:
                    self.statuses(name, rows[1:])
                else:
                    self.sentence(f"{name}: table", plain(table), line_of(table), False)
            items = [item for item in element.find_all("li") if not item.find_parent("table")]
            starts = [(item, LISTED.match(plain(item, item.find_all("li")))) for item in items]
            listed = [item for item, start in starts if start and start[1] in parameters]
            for item in listed:
                nested = [one for one in listed if one is not item and item in one.parents]
                self.listed(name, item, nested)
            for code in [element] if element.name == "pre" else element.find_all("pre"):
                self.printed_statuses(name, code)
            known = tables + listed + ([element] if element.name == "pre" else element.find_all("pre"))
            if any(known_table for known_table in tables) or not listed:
                read, others = remarks.read(element, known, parameters) if element.name != "table" else ([], [])
                statements += read
                for text, line in others:
                    self.loose_sentence(name, text, line)
            else:
                self.loose(name, element, known)
        for name_here, kind, other, line in same:
            if (kind, name, other) in self.facts:
                self.put((kind, name, name_here), self.facts[(kind, name, other)][0], line)
        used = remarks.apply(self, name, parameters, statements)
        for number, (*_, line, text) in enumerate(statements):
            if number not in used:
                self.sentence(name, text, line, False)

    def loose(self, about, element, known):
        """Sentences outside the forms above."""
        for line, text in blocks(element, known):
            for one in re.split(r"[。；]", text):
                self.loose_sentence(about, one, line)

    def loose_sentence(self, about, text, line):
        if not re.search(r"参数说明[:：]?$|返回值[:：]?$|返回状态码|第一段接口完成入参校验|^-?$", text.strip()):
            self.sentence(about, text, line, False)

    def table(self, function, parameters, heads, rows):
        kinds = [next((kind for kind, word in COLUMNS if re.match(word, head)), "other") for head in heads]
        same = []
        for row in rows:
            if not row or len(row) != len(heads):
                self.sentence(
                    f"{function}: row", " ".join(text for _, text in row), line_of(row[0][0]) if row else 0, False
                )
                continue
            found = re.match(r"[A-Za-z][A-Za-z0-9_]*", row[0][1].strip())
            name = found[0] if found else row[0][1].strip()
            pieces = [(kind, text, line_of(cell)) for kind, (cell, text) in zip(kinds, row) if kind != "name"]
            for kind, text, line in pieces:
                found = SAME.fullmatch(text.strip()) if kind in ("dtypes", "formats", "ranks") else None
                if found and found[1] in parameters:
                    same.append((name, kind, found[1], line))
            self.parameter(function, name, pieces)
        return same

    def listed(self, function, item, nested):
        """A parameter in a list, with what is nested below it."""
        lines = list(blocks(item, nested))
        found = LISTED.match(lines[0][1])
        pieces = [("direction", found[3], lines[0][0]), ("prose", lines[0][1][found.end() :], lines[0][0])]
        pieces += [("prose", text, line) for line, text in lines[1:]]
        last = line_of(item) + item.get_text().count("\n")
        self.parameter(function, found[1], pieces, last)
        products = {
            key: value for key, value in self.facts.items() if key[:3] == ("product dtypes", function, found[1])
        }
        if products and ("dtypes", function, found[1]) not in self.facts:
            union = tuple(dict.fromkeys(one for value in products.values() for one in value[0]))
            self.put(("dtypes", function, found[1]), union, line_of(item), last)

    def parameter(self, function, name, pieces, last=None):
        key, first = (function, name), pieces[0][2] if pieces else 0
        last = max([line for _, _, line in pieces] + [last or 0])
        for kind, text, line in pieces:
            text = text.strip()
            if text in ("", "-", "–", "—"):
                continue
            if kind == "direction":
                into, out = re.search("输入|入参", text), re.search("输出|出参", text)
                self.put(
                    ("direction", *key),
                    "inout" if into and out else "in" if into else "out" if out else None,
                    first,
                    last,
                )
            elif (
                kind == "dtypes"
                and text.endswith("_t")
                and re.sub(r"\s", "", text) == re.sub(r"const|\*", "", self.facts.get(("c", *key), ("",))[0])
            ):
                self.sentence(f"{function}, {name}: dtypes", text, line, True)  # The C type again.
            elif kind == "dtypes":
                listed = names(text)
                self.put(("dtypes", *key), tuple(dtype(one) for one in listed or ()), first, last)
                self.sentence(f"{function}, {name}: dtypes", text, line, listed is not None)
            elif kind == "formats":
                listed = re.split(r"[、,，/\s]+", text.rstrip("。"))
                good = all(re.fullmatch(r"[A-Z][A-Z0-9_]*", one) for one in listed)
                self.put(("formats", *key), tuple(listed) if good else None, first, last)
                self.sentence(f"{function}, {name}: formats", text, line, good)
            elif kind == "ranks":
                self.put(("ranks", *key), ranks(text), first, last)
                self.sentence(f"{function}, {name}: ranks", text, line, ranks(text) is not None)
            elif kind == "strided":
                self.put(("strided", *key), mark(text), first, last)
                self.sentence(f"{function}, {name}: strided", text, line, mark(text) is not None)
            else:
                self.prose(function, name, text, line, first, last)

    def prose(self, function, name, text, line, first, last):
        """Statements in sentences. One with a condition is not read."""
        key = (function, name)
        limited = re.fullmatch(
            r"([^：:]*(?:产品|处理器|950DT)[^：:]*)[:：]\s*(?:该参数)?数据类型支持(.+?)[。；]?", text
        )
        if limited and names(limited[2]):
            products = sorted(one.strip() for one in limited[1].split("、"))
            self.put(("product dtypes", *key, *products), tuple(map(dtype, names(limited[2]))), line, last)
            return
        for sentence in re.split(r"[。；;\n]", text):
            sentence = sentence.strip()
            if not sentence:
                continue
            rest = []
            for clause in self.clauses(sentence):
                understood = True
                if CONDITION.search(re.sub("空[Tt]ensor场景", "", sentence)) or LIMITED.search(clause):
                    understood = re.fullmatch(r"[仅只]支持\d维", clause) and self.facts.get(("ranks", *key), [None])[
                        0
                    ] == ranks(clause)
                elif (found := re.fullmatch(r"(?:支持的)?数据类型(?:支持|为|是)[:：]?(.+)", clause)) and names(
                    found[1]
                ):
                    self.put(("dtypes", *key), tuple(map(dtype, names(found[1]))), first, last)
                elif re.fullmatch(r"不支持空[Tt]ensor(?:场景|传入)?", clause):
                    self.put(("empty", *key), False, first, last)
                elif re.fullmatch(r"支持空[Tt]ensor(?:场景|传入)?", clause):
                    self.put(("empty", *key), True, first, last)
                elif re.fullmatch(r"支持非连续的?\s*(?:[Tt]ensor)?", clause):
                    self.put(("strided", *key), True, first, last)
                elif re.fullmatch(r"不支持非连续的?\s*(?:[Tt]ensor)?", clause):
                    self.put(("strided", *key), False, first, last)
                elif found := re.fullmatch(r"数据格式(?:支持|为|是)[:：]?([A-Z0-9_、,，和/\s]+)", clause):
                    self.put(("formats", *key), tuple(re.findall(r"[A-Z][A-Z0-9_]*", found[1])), first, last)
                elif re.search(r"维|shape|rank", clause) and ranks(clause) and clause in sentence.split("其中")[0]:
                    self.put(("ranks", *key), ranks(clause), first, last)
                elif interval(clause, name):
                    self.put(("range", *key), self.resolved(interval(clause, name), function), first, last)
                else:
                    understood = False
                if not understood:
                    rest.append(clause)
            if rest:
                self.sentence(f"{function}, {name}", "，".join(rest), line, False)

    def resolved(self, predicate, function):
        """The predicate, with the only input tensor in place of a tensor that is not a parameter."""
        parameters = self.facts[("parameters", function)][0]
        tensors = [
            one for one in parameters if re.fullmatch(r"(const)?aclTensor\*", self.facts[("c", function, one)][0])
        ]
        inputs = [one for one in tensors if self.facts.get(("direction", function, one), ("in",))[0] != "out"]
        known = lambda name: name if name in parameters or len(inputs) != 1 else inputs[0]
        return re.sub(r"rank\((\w+)\)", lambda found: f"rank({known(found[1])})", predicate)

    @staticmethod
    def clauses(sentence):
        """A sentence cut at its commas, but not within a list of names or an interval."""
        parts = []
        for part in re.split(r"[，,]", sentence):
            opened = parts and len(re.findall(r"[\[(（]", parts[-1])) > len(re.findall(r"[\])）]", parts[-1]))
            if parts and (opened or names(part) and re.search(rf"{TYPE}\s*$", parts[-1])):
                parts[-1] += "," + part
            else:
                parts.append(part)
        return [part.strip() for part in parts if part.strip()]

    def statuses(self, function, rows):
        for row in rows:
            if len(row) < 2 or not re.fullmatch(r"\d+", row[1][1].strip()):
                self.sentence(
                    f"{function}: status", " ".join(text for _, text in row), line_of(row[0][0]) if row else 0, False
                )
                continue
            lines = [line_of(cell) for cell, _ in row]
            self.put(("status", function, row[0][1].strip()), int(row[1][1]), min(lines), max(lines))
            for cell, text in row[2:]:
                if not self.nulls(function, row[0][1], text, line_of(cell)):
                    self.sentence(f"{function}: {row[0][1].strip()}", text, line_of(cell), False)

    def nulls(self, function, status, text, line):
        """Parameters that must not be null, if that is all that the text says."""
        found = remarks.NULL.fullmatch(text.strip().rstrip("。；;")) if "PARAM_NULLPTR" in status else None
        named = remarks.split(found[1]) if found else []
        if not named or not set(named) <= set(self.facts[("parameters", function)][0]):
            return False
        for name in named:
            self.put(("null", function, name), True, line)
        return True

    def printed_statuses(self, function, code):
        for number, line in enumerate(code.get_text().split("\n")):
            found = re.search(
                r"(\d{5,6})\s*[（(]?\s*(ACLNN_\w+)\s*[)）]?|(ACLNN_\w+)\s*[（(]\s*(\d{5,6})\s*[)）]", line
            )
            if found:
                at = line_of(code) + number + 1
                self.put(("status", function, found[2] or found[3]), int(found[1] or found[4]), at - 1, at)
                self.nulls(function, found[0], line[found.end() :].lstrip(" :：）)"), at)

    def constraints(self, section):
        said = []
        for element in section.elements:
            for line, text in blocks(element, [element] if element.name == "pre" else element.find_all("pre")):
                for one in re.split(r"[。；]", text):
                    found = DETERMINISTIC.fullmatch(one.strip())
                    if found:
                        said.append((not found[1], line))
                    elif not re.fullmatch(r"(?:暂?无)?(?:确定性(?:计算|说明))?[:：]?", one.strip()):
                        said += [(None, line)] if "确定性" in one else []
                        self.sentence("constraints", one, line, False)
        if len({value for value, _ in said}) == 1 and said[0][0] is not None:
            self.put(("deterministic",), said[0][0], said[0][1], said[-1][1])

    def sentence(self, about, text, line, understood):
        text = text.strip()
        if text and not re.fullmatch(r"[-–—无]", text):
            self.sentences.append((about, text, line, understood))
