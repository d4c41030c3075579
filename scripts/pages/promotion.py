"""Promotion tables of aclnn's pages in Markdown."""

import re

from document import blocks, grid, line_of, plain, sections
from words import SHORT, dtype

# What heads and marks mean, abbreviations, why there is a table, and examples. `table` reads the first for their order.
KNOWN = re.compile(
    r"^(?:>?\s*-?\s*)(?:表格里|表中叉号|为方便描述|当一个API|调用aclnn|如果输入Tensor|aclTensor支持|类型推导的规则如下|说明|表\s*\d|"
    r"The table head|The cross|To facilitate|For (?:ease|convenience)|When|If |The (?:rules|type)|Note:$|Table \d|For (?:the )?data types supported|"
    r"Some (?:data )?types|The (?:derivation|deduction|promotion) principle)"
)
SHORTS = re.compile(r"b?f\d+|[suc]\d+|bool|[xX×]")


def read(body) -> tuple:
    """The cells of a page as {key: (value, first line, last line)}, and its sentences."""
    facts, sentences, said = {}, [], ""
    for section in sections(body):
        said += section.title + "\n"
        for element in section.elements:
            if element.name != "table":
                text = plain(element)
                said += text + "\n"
                for acl, short in re.findall(r"ACL_(\w+)\s*\((\w+)\)", text):
                    if SHORT.get(acl) != short:
                        facts[("abbreviation", acl)] = (short, line_of(element), line_of(element))
                for line, one in blocks(element):
                    sentences += [
                        ("rules", part.strip(), line, bool(KNOWN.search(part)))
                        for part in re.split(r"。|(?<=\.)\s", one)
                        if part.strip()
                    ]
                continue
            name = "aclnn.tensor-scalar" if re.search(r"scalar", said, re.I) else "aclnn.tensor-tensor"
            table(facts, name, element, said)
            said = ""
    return facts, sentences


def table(facts, name, element, said):
    rows = grid(element)
    heads = [text.strip() for _, text in rows[0]][1:]
    for row in rows[1:]:
        left = row[0][1].strip()
        for head, (cell, text) in zip(heads, row[1:], strict=True):
            # A page whose words say that the heads are the other way round gets its cells the other way round.
            swapped = name.endswith("scalar") and re.search(r"表头\S{0,12}Scalar|header\W+(?:\w+\W+){0,6}Scalar", said)
            at = (head, left) if swapped else (left, head)
            result = text.strip()
            if not SHORTS.fullmatch(result):
                result = f"? {result}"
            facts[("cell", name, *map(dtype, at))] = (None if result in "xX×" else result, line_of(cell), line_of(cell))
    lines = line_of(rows[0][0][0]), line_of(rows[-1][0][0])
    facts[("columns", name)] = (tuple(heads), *lines)
    facts[("rows", name)] = (tuple(row[0][1].strip() for row in rows[1:]), *lines)
