#!/usr/bin/env python3
"""Writes docs/implementations.md: what each implementation follows, from JSON reports of runs, and what its differences mean.

    scripts/implementations_page.py REPORT… >docs/implementations.md

A report is of the whole suite in the usual profile: `ascertain run --backend NAME --fuzz 20000 --report json=REPORT`.
scripts/frameworks.sh makes one for each framework. docs/implementations/NAME.toml says what the differences mean, where NAME is
the name that the adapter says. Needs Python 3.11 or later.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "implementations"

# By area, how many cells or rules are followed, and how many were tested.
Follows = dict[str, tuple[int, int]]

HEAD = """# Implementations and the documents

<!-- Made by `scripts/implementations_page.py`: do not edit. -->

Most of these do not claim to follow the documents of aclnn and TIK, so a failure here is a difference, not a fault: it shows
what changes if code moves from one implementation to another. [Add one](guides/add-an-implementation.md).

## What each follows

Cells of the promotion tables and rules of the operators: how many it follows, of those that could be asked. A rule counts as
followed if no case breaks it. `ascertain explain OPERATOR` shows the rules; the files of docs/implementations have an example
of each difference below, in plain code, except for crashes and hangs.
"""


def follows(run: dict[str, Any]) -> Follows:
    """What a run came to, by area."""
    if run.get("selection") or run.get("not_started") or run.get("incomplete"):
        raise SystemExit(f"{run['backend']['asked']}: the run is not of the whole suite")
    tested: dict[str, dict[str, bool]] = {}
    for case in run["cases"]:
        if case["verdict"] in ("unsupported", "skipped", "observed"):
            continue
        area = case["area"]
        passed = case["verdict"] == "pass"
        if "." in area:  # A table: its cells, which have a case for each choice of ranks.
            rules = [",".join(case["id"].split(",")[:2])]
        else:
            rules = case["requirements"] if passed else [case.get("requirement")]
        for rule in filter(None, rules):
            tested.setdefault(area, {})[rule] = tested.get(area, {}).get(rule, True) and passed
    return {area: (sum(rules.values()), len(rules)) for area, rules in tested.items()}


def page(rows: dict[str, Follows], notes: dict[str, dict[str, Any]], documents: list[dict[str, Any]]) -> str:
    """The page: rows by name and version, notes by name."""
    areas = sorted({area for row in rows.values() for area in row}, key=lambda area: ("." not in area, area))
    lines = [HEAD, "| | " + " | ".join(rows) + " |", "|---|" + "---:|" * len(rows)]
    for area in areas:
        cells = (row.get(area, (0, 0)) for row in rows.values())
        lines.append(f"| {area} | " + " | ".join(f"{has} of {of}" if of else "" for has, of in cells) + " |")
    lines += ["", "## What they say of the documents", ""]
    lines += [f"- {one['document']}: {one['says']}" for one in documents]
    for note in notes.values():
        lines += ["", f"## {note['title']}", ""] + ([note["says"], ""] if "says" in note else [])
        for finding in note["finding"]:
            lines.append(f"- {', '.join(finding['areas'])}, {finding['kind']}: {finding['says']}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the page to standard output."""
    rows: dict[str, Follows] = {}
    for path in sys.argv[1:]:
        run = json.loads(Path(path).read_text())
        rows[f"{run['backend']['name']} {run['backend']['version']}"] = follows(run)
    notes = {path.stem: tomllib.loads(path.read_text()) for path in sorted(FOLDER.glob("*.toml"))}
    documents = notes.pop("documents")["document"]
    print(page(dict(sorted(rows.items())), notes, documents), end="")


if __name__ == "__main__":
    main()
