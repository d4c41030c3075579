"""A Markdown page as a tree of HTML elements that know their lines.

markdown-it reads the Markdown and html5lib the HTML in it, so nothing here is this project's own parsing."""

import re
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Comment, NavigableString, Tag
from markdown_it import MarkdownIt

TAGS = (
    "table thead tbody tfoot tr th td colgroup col caption ul ol li p div span br hr b i em strong code pre sub sup s del "
    "strike a img term h1 h2 h3 h4 h5 h6 details summary u font center blockquote"
).split()
TAG = re.compile(r"</?(?:%s)(?:[\s/>]|$)|<!--" % "|".join(TAGS), re.I)
BREAKS = {"p", "li", "ul", "ol", "div", "tr", "table", "pre", "blockquote", "br"}


@dataclass
class Section:
    """A heading with what follows it up to the next heading."""

    title: str
    level: int
    line: int
    elements: list = field(default_factory=list)


def tree(text: str) -> Tag:
    """The body of the page. Elements have `data-line`; get it with `line_of`."""
    md = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = md.parse(_with_lines(text))
    for token in tokens:
        if token.map and token.nesting >= 0 and token.type != "html_block":
            token.attrSet("data-line", str(token.map[0] + 1))
        for child in token.children or []:
            if child.type == "html_inline" and not TAG.match(child.content):
                child.type = "text"
    return BeautifulSoup(md.renderer.render(tokens, md.options, {}), "html5lib").body


def _with_lines(text: str) -> str:
    """The same lines, with the number of the line in each tag of an HTML table. Lines within a table get the indentation of
    its first and none is blank: blank or dedented lines would end the table in Markdown, and no author means that."""
    out, indent, fenced = [], None, None
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"\s*(```+|~~~+)", line)
        if indent is None and fence and (fenced is None or fence[1].startswith(fenced)):
            fenced = None if fenced else fence[1]
        if fenced is None:
            opens = re.search(r"<table\b", line, re.I)
            if indent is None and opens:
                indent = line[: len(line) - len(line.lstrip())]
            if indent is not None:
                line = re.sub(r"<(?!\s*/?(?:%s)\b|!--)" % "|".join(TAGS), "&lt;", line, flags=re.I)
                line = re.sub(r"<(table|tr|td|th|li|p)\b", rf'<\1 data-line="{number}"', line, flags=re.I)
                ends = re.search(r"</table\s*>", line, re.I)
                line = indent + (line.strip() or "<!-- -->")
                if ends:
                    indent = None
        out.append(line)
    return "\n".join(out)


def line_of(node) -> int:
    """The line on which an element starts, or the nearest one around it."""
    if isinstance(node, Tag) and node.name == "pre":
        node = node.find("code") or node
    while node is not None:
        if isinstance(node, Tag) and node.get("data-line"):
            return int(node["data-line"])
        node = node.parent
    return 0


def plain(node, skip=()) -> str:
    """The text of an element: a line for each block in it, without struck-out text, and without the elements in `skip`."""
    out = []

    def walk(child):
        if isinstance(child, Comment) or any(child is one for one in skip):
            return
        if isinstance(child, NavigableString):
            # An item that is indented too far is part of the paragraph above, and starts a line all the same.
            text = (
                str(child)
                if _within(child, "pre")
                else "\n".join(re.sub(r"\s+", " ", part) for part in re.split(r"\n(?=\s*[-*]\s)", str(child)))
            )
            out.append(text)
        elif child.name not in ("s", "del", "strike", "script", "style"):
            if child.name in BREAKS:
                out.append("\n")
            for inner in child.children:
                walk(inner)
            if child.name in BREAKS:
                out.append("\n")

    walk(node)
    return unmarked("\n".join(line.strip() for line in "".join(out).split("\n") if line.strip()))


def blocks(element, skip=()):
    """The innermost blocks of text in an element, as (line, text)."""
    inner = ["p", "li", "ul", "ol", "div", "table", "pre", "blockquote", "tr", "td", "th"]
    for block in [element, *element.find_all(inner)]:
        if any(one is block or one in block.parents for one in skip):
            continue
        text = plain(block, [*block.find_all(inner), *skip])
        for line in text.split("\n"):
            if line.strip():
                yield line_of(block), re.sub(r"^[-*]\s+", "", line.strip())


def _within(node, name) -> bool:
    return any(parent.name == name for parent in node.parents)


def unmarked(text: str) -> str:
    """Text without the Markdown that HTML cells hold as it is."""
    text = re.sub(r"~~[^~]*~~", "", text)
    text = re.sub(r"\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()]*)*\)", r"\1", text)
    text = re.sub(r"\\([\\_*\[\]()<>#~|.!-])", r"\1", text)
    return text.replace("**", "").replace("`", "")


def sections(body: Tag) -> list:
    """The page cut at its headings, in order. Headings within lists or tables do not count."""
    found = [Section("", 0, 1)]
    for child in body.children:
        if isinstance(child, Tag) and re.fullmatch(r"h[1-6]", child.name):
            found.append(Section(plain(child).strip(), int(child.name[1]), line_of(child)))
        elif isinstance(child, Tag):
            found[-1].elements.append(child)
        elif isinstance(child, NavigableString) and not isinstance(child, Comment) and child.strip():
            paragraph = BeautifulSoup("", "html5lib").new_tag("p")
            paragraph.string = str(child)
            found[-1].elements.append(paragraph)
    return found


def grid(table: Tag) -> list:
    """Rows of cells as (element, text), a spanned cell repeated in each place that it covers."""
    rows, carried = [], {}
    for y, tr in enumerate(table.find_all("tr")):
        if tr.find_parent("table") is not table:
            continue
        row, x = [], 0
        cells = iter(tr.find_all(["td", "th"], recursive=False))
        while True:
            if carried.get(x, (0, None))[0] > 0:
                left, cell = carried[x]
                carried[x] = (left - 1, cell)
                row.append(cell)
                x += 1
                continue
            td = next(cells, None)
            if td is None:
                if any(left > 0 and column > x for column, (left, _) in carried.items()):
                    row.append((tr, ""))
                    x += 1
                    continue
                break
            cell = (td, plain(td))
            for _ in range(int(td.get("colspan") or 1)):
                carried[x] = (int(td.get("rowspan") or 1) - 1, cell)
                row.append(cell)
                x += 1
        rows.append(row)
    return rows
