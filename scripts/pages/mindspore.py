"""MindSpore's page of dtypes: the types with their aliases, and its promotion tables. docutils reads the markup."""

import re

import docutils.core
import docutils.nodes
from docutils.parsers.rst import Directive, directives

from words import MINDSPORE

# What the heads of the promotion tables stand for; `promotion` and `triples` rely on it.
HEADS = re.compile(r"^(?:Tensor与Tensor|Number与Tensor|For the type conversion rules between)")
NUMBERS = ("bool", "int", "float")


class Described(Directive):
    """Sphinx's `py:class`, of which only the content matters here."""

    required_arguments, final_argument_whitespace, has_content = 1, True, True

    def run(self):
        holder = docutils.nodes.container()
        self.state.nested_parse(self.content, self.content_offset, holder)
        return [holder]


def read(text: str) -> tuple:
    """The facts of a page as {key: (value, first line, last line)}, and its sentences."""
    for name in ("py:class", "class"):
        directives.register_directive(name, Described)
    page = docutils.core.publish_doctree(text, settings_overrides={"report_level": 5, "halt_level": 5})
    facts, sentences, others, used = {}, [], {}, set()
    for table in page.findall(docutils.nodes.table):
        rows = [[cell.astext().strip() for cell in row.children] for row in table.findall(docutils.nodes.row)]
        lines = [
            next((node.line for node in row.findall() if node.line), 0) for row in table.findall(docutils.nodes.row)
        ]
        head = rows[0][0]
        if head in ("定义", "Definition"):
            types(facts, rows[1:], lines[1:])
        elif head in ("类型", "Type"):
            others |= {row[0]: line for row, line in zip(rows[1:], lines[1:])}
        elif len(rows[0]) == 3 and "Input" in head:
            used |= triples(facts, table)
        else:
            promotion(facts, head, rows, lines)
            used |= {row[0] for row in rows}
    for name, line in others.items():
        # A type that the promotion tables use is a dtype, wherever the page lists it.
        facts[("type", name)] = (MINDSPORE[name] if name in used else None, line, line)
    for paragraph in page.findall(docutils.nodes.paragraph):
        if not isinstance(paragraph.parent, docutils.nodes.entry):
            said = " ".join(paragraph.astext().split())
            sentences.append(("rules", said, paragraph.line or 0, bool(HEADS.search(said))))
    return facts, sentences


def types(facts, rows, lines):
    for row, line in zip(rows, lines):
        name, *aliases = [one.strip().removeprefix("mindspore.") for one in re.split(r"[,、]", row[0])]
        facts[("type", name)] = (MINDSPORE[name], line, line)
        if aliases:
            facts[("aliases", name)] = (tuple(aliases), line, line)


def promotion(facts, head, rows, lines):
    number = head.startswith("Number")
    name = "mindspore.number-tensor" if number else "mindspore.tensor-tensor"
    heads = rows[0][1:]
    short = lambda one: one.removeprefix("mindspore.") if number and one in NUMBERS else dtype(one)
    facts[("columns", name)] = (tuple(map(short, heads)), lines[0], lines[-1])
    facts[("rows", name)] = (tuple(dtype(row[0]) for row in rows[1:]), lines[0], lines[-1])
    for row, line in zip(rows[1:], lines[1:]):
        for at, result in zip(heads, row[1:], strict=True):
            facts[("cell", name, dtype(row[0]), short(at))] = (
                None if result == "-" else dtype(result),
                line,
                line + len(row),
            )


def triples(facts, table):
    """A grid of two inputs and their output, the first spanning rows. Pairs of tensors hold both ways; a dtype with itself
    stays; a pair that is not printed is not promoted, as the later pages print it."""
    left, number, used, cells_of = None, False, set(), {}
    lines = [next((node.line for node in row.findall() if node.line), 0) for row in table.findall(docutils.nodes.row)]
    for row, line in zip(table.findall(docutils.nodes.row), lines):
        cells = [cell.astext().strip().strip("`") for cell in row.children]
        if "Input" in " ".join(cells):
            number = "Number" in " ".join(cells)
            continue
        if len(cells) == 3:
            left = cells.pop(0)
        used |= {one.removeprefix("mindspore.") for one in cells}
        cells_of[left, cells[0]] = (dtype(cells[1]), line)
    one_side, other_side = (list(dict.fromkeys(pair[side] for pair in cells_of)) for side in (0, 1))
    name = "mindspore.number-tensor" if number else "mindspore.tensor-tensor"
    rows, columns = (other_side, one_side) if number else [list(dict.fromkeys(one_side + other_side))] * 2
    short = (lambda one: one) if number else dtype
    facts[("rows", name)] = (tuple(map(dtype, rows)), lines[0], lines[-1])
    facts[("columns", name)] = (tuple(map(short, columns)), lines[0], lines[-1])
    for row in rows:
        for column in columns:
            result, line = (
                cells_of.get((column, row)) or cells_of.get((row, column)) or (dtype(row) if row == column else None, 0)
            )
            facts[("cell", name, dtype(row), short(column))] = (result, line or lines[0], line or lines[-1])
    return used


def dtype(name: str) -> str:
    return MINDSPORE.get(name.removeprefix("mindspore."), f"? {name}")
