"""Remarks below a table of parameters: which dtypes some hardware products take, or do not take."""

import re

from bs4 import Tag

from document import blocks, plain
from words import dtype, names

PRODUCT = r"(?:产品|处理器|950DT|产品/[^、：:]*组件)"
PREFIX = re.compile(rf"([^：:]*{PRODUCT})\s*[:：]\s*")
NAMES = r"[A-Za-z][A-Za-z0-9_]*(?:\s*(?:、和|、|，|,|和|或|与|以及|/)\s*[A-Za-z][A-Za-z0-9_]*)*"
STATEMENT = re.compile(
    rf"(?:参数)?\s*(?:({NAMES}?)\s*(?:的)?)??(?:数据类型)?(不支持|额外支持|支持)\s*([A-Z].*?)\s*(?:数据)?(?:类型)?"
)
NULL = re.compile(
    rf"(?:\d\.\s*)?(?:传入的|输入的|入参|参数)?\s*({NAMES})\s*中?(?:存在|有|任意一个|其中一个)?(?:是|为)?空指针时?"
)


def split(names_text):
    return re.findall(r"[A-Za-z][A-Za-z0-9_]*", names_text or "")


def read(element, known, parameters):
    """Statements as (products, parameters or none, verb, dtypes, line, text), and the other sentences as (sentence, line)."""
    statements, others = [], []
    for block, line, text in blocks_with(element, known):
        prefix = PREFIX.match(text) or above(block)
        products = [one.strip() for one in prefix[1].split("、")] if prefix else []
        rest = text[prefix.end() :] if prefix and prefix.string is text else text
        for sentence in re.split(r"[。；;]", rest):
            found = STATEMENT.fullmatch(sentence.strip())
            named = split(found[1]) if found else []
            if found and products and names(found[3]) and all(name in parameters for name in named):
                statements.append(
                    (
                        products,
                        named,
                        found[2],
                        tuple(map(dtype, names(found[3]))),
                        line,
                        f"{prefix[1]}：{sentence.strip()}",
                    )
                )
            elif sentence.strip():
                others.append((f"{prefix[0] if prefix and products else ''}{sentence.strip()}", line))
    return statements, others


def blocks_with(element, known):
    """As `document.blocks`, with the element of each."""
    inner = {id(element): element} | {id(one): one for one in element.find_all(True)}
    for block in inner.values():
        if block.name in ("p", "li", "div") or block is element:
            for line, text in blocks(
                block, [*known, *(one for one in block.find_all(["p", "li", "div", "table", "pre"]))]
            ):
                yield block, line, text


def above(block):
    """`P1、P2：` of the item around an item."""
    for parent in block.parents:
        if isinstance(parent, Tag) and parent.name == "li":
            own = plain(parent, parent.find_all(["ul", "ol"])).strip()
            found = PREFIX.fullmatch(own)
            if found:
                return found
    return None


def apply(page, function, parameters, statements):
    """Facts about dtypes by product, from the lists in the table and the statements below it."""
    supported = [key[1] for key, value in page.facts.items() if key[0] == "product" and value[0] is True]
    used = set()
    for name in parameters:
        listed = page.facts.get(("dtypes", function, name))
        if not listed or not supported or any(key[:3] == ("product dtypes", function, name) for key in page.facts):
            continue
        takes, every, first, last = {one: list(listed[0]) for one in supported}, list(listed[0]), listed[1], listed[2]
        for number, (products, named, verb, dtypes, line, _) in enumerate(statements):
            # Without names it is about every parameter, but for one that would be left with nothing.
            if name not in named if named else verb != "不支持" or set(dtypes) >= set(listed[0]):
                if not named and verb == "不支持" and not set(dtypes) & set(listed[0]):
                    used.add(number)
                continue
            used.add(number)
            for product in set(products) & set(supported):
                now = takes[product]
                takes[product] = {
                    "不支持": [one for one in now if one not in dtypes],
                    "支持": list(dtypes),
                    "额外支持": now + [one for one in dtypes if one not in now],
                }[verb]
            every += [one for one in dtypes if one not in every and verb != "不支持" and set(products) & set(supported)]
            first, last = min(first, line), max(last, line)
        # What no supported product takes is not a dtype of the parameter, whatever the table says.
        every = [one for one in every if any(one in now for now in takes.values())]
        page.facts[("dtypes", function, name)] = (tuple(every), first, last)
        groups = {}
        for one in every:
            taking = tuple(sorted(product for product in supported if one in takes[product]))
            if taking and len(taking) < len(supported):
                groups.setdefault(taking, []).append(one)
        for taking, group in groups.items():
            page.put(("product dtypes", function, name, *taking), tuple(group), first, last)
    return used
