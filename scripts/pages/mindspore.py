"""MindSpore's page of dtypes: the types with their aliases, and its promotion tables. docutils reads the markup."""

import re

import docutils.core
import docutils.nodes
from docutils.parsers.rst import Directive, directives

from words import MINDSPORE

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
        lines = [next((node.line for node in row.findall() if node.line), 0) for row in table.findall(docutils.nodes.row)]
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
            sentences.append(("rules", " ".join(paragraph.astext().split()), paragraph.line or 0, False))
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
            facts[("cell", name, dtype(row[0]), short(at))] = (None if result == "-" else dtype(result), line, line + len(row))


def triples(facts, table):
    """A grid of two inputs and their output, the first spanning rows. The pairs hold both ways."""
    left, number, used = None, False, set()
    for row in table.findall(docutils.nodes.row):
        cells = [cell.astext().strip() for cell in row.children]
        line = next((node.line for node in row.findall() if node.line), 0)
        if "Input" in " ".join(cells):
            number = "Number" in " ".join(cells)
            continue
        if len(cells) == 3:
            left = cells.pop(0)
        used |= {one.removeprefix("mindspore.") for one in cells}
        name = "mindspore.number-tensor" if number else "mindspore.tensor-tensor"
        if number:
            facts[("cell", name, dtype(cells[0]), left)] = (dtype(cells[1]), line, line)
            continue
        for one, other in ((left, cells[0]), (cells[0], left)):
            facts[("cell", name, dtype(one), dtype(other))] = (dtype(cells[1]), line, line)
    return used


def dtype(name: str) -> str:
    return MINDSPORE.get(name.removeprefix("mindspore."), f"? {name}")
