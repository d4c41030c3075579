#!/usr/bin/env python3
"""Makes docs/implementations.md: what frameworks do, compared with the documents.

    scripts/frameworks.sh && python3 scripts/implementations.py

Counts, case ids and fingerprints come from the JSON reports in target/frameworks/reports. implementations.toml explains
the findings, by framework, area and kind, each with a few lines of plain framework code. These lines are run here, in the
framework's environment, and printed with their results. A finding without an explanation is marked on the page. An
explanation without a finding is an error, also in the exit code. Needs Python 3.11 or later and only the standard
library.
"""

from __future__ import annotations

import collections
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "target" / "frameworks"
REPORTS = HOME / "reports"
PAGE = ROOT / "docs" / "implementations.md"
NOTES = Path(__file__).with_suffix(".toml")

FRAMEWORKS = ("numpy", "torch", "jax", "mindspore", "tensorflow")
FINDINGS = ("fail", "warning", "crash", "timeout", "protocol", "error")
COLUMNS = ("pass", "fail", "warning", "observed", "unsupported", "skipped", "crash", "timeout", "protocol", "error")
ROUNDS = (1, 2, 3)

Json = Any

# Runs lines as in a Python shell, in a process of the framework. Returns the value of each line, or its error message.
SHELL = r"""
import contextlib, io, json, os, re, sys
asked = json.load(sys.stdin)
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
names = {}
exec(asked["prelude"], names)
def shown(line):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            try:
                value = eval(compile(line, "shell", "eval"), names)
            except SyntaxError:
                exec(compile(line, "shell", "exec"), names)
                value = None
        return printed.getvalue() + ("" if value is None else repr(value))
    except Exception as error:
        words = [part for part in re.sub(r"{{.*?}} ?", "", str(error)).splitlines() if part.strip("- ")]
        return f"{type(error).__name__}: {' '.join(words).partition(' - C++ Call')[0][:140]}"
json.dump([[(line, shown(line)) for line in lines] for lines in asked["snippets"]], answers)
answers.close()
"""


class Missing(Exception):
    """Something that is needed is not there; the message says how to get it."""


def read(name: str) -> Json:
    """A report."""
    try:
        return json.loads((REPORTS / f"{name}.json").read_text())
    except FileNotFoundError:
        raise Missing(f"there is no {REPORTS / name}.json: run scripts/frameworks.sh") from None


class Finding:
    """An explanation, and the cases it explains."""

    def __init__(self, note: Json) -> None:
        self.note = note
        self.cases: list[Json] = []

    def explains(self, framework: str, case: Json) -> bool:
        """Whether it is about such cases of such a framework."""
        note = self.note
        return (framework == note["framework"] and case["area"] in note["areas"] and case.get("kind") == note["kind"]
                and case.get("requirement", "") in note.get("requirements", [case.get("requirement", "")]))


def explain(framework: str, report: Json, findings: list[Finding]) -> list[Json]:
    """Hands each finding of a report to the first explanation of it, and gives those without one."""
    left: list[Json] = []
    for case in report["cases"]:
        if case["verdict"] in FINDINGS:
            finding = next((finding for finding in findings if finding.explains(framework, case)), None)
            (finding.cases if finding else left).append(case)
    return left


def shell(framework: str, prelude: str, snippets: list[list[str]]) -> list[list[tuple[str, str]]]:
    """Each line of each snippet, and what it gave."""
    python = HOME / framework / "bin" / "python"
    if not python.exists():
        raise Missing(f"{framework} is not installed in {python.parents[1]}: run scripts/frameworks.sh {framework}")
    done = subprocess.run([python, "-c", SHELL], input=json.dumps({"prelude": prelude, "snippets": snippets}),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        raise Missing(f"{framework} could not run the snippets: {done.stderr[-2000:]}")
    runs: list[list[tuple[str, str]]] = json.loads(done.stdout)
    return runs


# The page, piece by piece

def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    """A table, without the columns in which every row is empty."""
    kept = [at for at in range(len(head)) if any(row[at] for row in rows)]
    yield "| " + " | ".join(head[at] for at in kept) + " |"
    yield "|" + "---|" * len(kept)
    for row in rows:
        yield "| " + " | ".join(row[at] for at in kept) + " |"


def number(count: int) -> str:
    """A count, with nothing for none."""
    return f"{count:,}" if count else ""


def counts(areas: Json) -> Iterator[str]:
    """What became of the cases of each area."""
    rows = [[area, number(sum(of["verdicts"].values())), *(number(of["verdicts"].get(column, 0)) for column in COLUMNS),
             number(of["order_sensitive"])] for area, of in areas.items()]
    yield from table(["area", "cases", *COLUMNS, "order-sensitive elements"], rows)


def fingerprint(observed: Json) -> Iterator[str]:
    """The habits of a framework, those alike together."""
    habits: dict[tuple[str, str], dict[str, list[str]]] = {}
    for habit in observed["habits"]:
        source, _, target = habit["of"].partition(" to ")
        habits.setdefault((habit["about"], habit["is"]), {}).setdefault(source, []).append(target)
    rows = [[about, "; ".join(f"{source} to {' '.join(targets)}" if targets[0] else source
                              for source, targets in of.items()), what] for (about, what), of in habits.items()]
    yield from table(["habit", "of", "is"], rows)


def reasons(report: Json) -> Iterator[str]:
    """Why cases were not asked, the most frequent reasons first."""
    why = collections.Counter(case.get("detail", "") for case in report["cases"] if case["verdict"] == "unsupported")
    shown = [f"{reason} ({count:,})" for reason, count in why.most_common(8)]
    if shown:
        yield "Not asked, of the cases that the report lists: " + "; ".join(shown) + "."


def section(framework: str, title: str, findings: list[Finding], left: list[Json], runs: list[list[tuple[str, str]]],
            report: Json, observed: Json) -> Iterator[str]:
    """All about one framework."""
    yield from (f"## {title} {report['backend']['version']}", "")
    yield from (*counts(report["areas"]), "", *reasons(report), "")
    yield from (f"Fingerprint, from `ascertain observe --backend {framework}`:", "", *fingerprint(observed), "")
    yield "Differences:"
    for finding, lines in zip(findings, runs):
        cases, note = finding.cases, finding.note
        what = f"{cases[0]['verdict']}, {note['kind']}"
        yield from ("", f"- **{', '.join(note['areas'])}: {what} ×{len(cases):,}.** {note['says'].strip()}",
                    f"  Case `{cases[0]['id']}`: expected {cases[0].get('expected', '')}.", "", "  ```text")
        for line, gave in lines:
            yield f"  >>> {line}"
            yield from (f"  {part}" for part in gave.splitlines())
        yield "  ```"
    for (area, kind, requirement), cases in grouped(left).items():
        yield from ("", f"- **{area}: {kind} ×{len(cases):,}, unexplained** ({requirement or 'several requirements'}). "
                        f"Case `{cases[0]['id']}`: expected {cases[0].get('expected')}, got {cases[0].get('got')}.")
    yield ""


def grouped(cases: list[Json]) -> dict[tuple[str, str, str], list[Json]]:
    """Cases by area, kind and requirement."""
    groups: dict[tuple[str, str, str], list[Json]] = collections.defaultdict(list)
    for case in cases:
        groups[case["area"], case.get("kind", case["verdict"]), case.get("requirement", "")].append(case)
    return groups


def asked(report: Json) -> int:
    """All cases of a run."""
    return sum(report["summary"].values())


def suite(report: Json) -> int:
    """Those of the suite, which a report lists, each."""
    return sum("/fuzz/" not in case["id"] for case in report["cases"])


def overview(titles: Json, reports: dict[str, Json]) -> Iterator[str]:
    """Frameworks across, areas down."""
    areas = list(reports[FRAMEWORKS[0]]["areas"])
    rows = [["cases of the suite", *(number(suite(report)) for report in reports.values())],
            ["random cases", *(number(asked(report) - suite(report)) for report in reports.values())]]
    for area in areas:
        row = [f"{area}: failed, of judged"]
        for framework in reports:
            verdicts = reports[framework]["areas"][area]["verdicts"]
            wrong = sum(verdicts[verdict] for verdict in ("fail", "crash", "timeout", "protocol", "error"))
            judged = verdicts["pass"] + verdicts["warning"] + verdicts["observed"] + wrong
            row.append(f"{wrong:,} of {judged:,}" if judged else "not asked")
        rows.append(row)
    wrong_values = [sum(case["area"] == "cumprod" and case.get("kind") == "value" for case in report["cases"])
                    for report in reports.values()]
    rows.append(["cumprod: products with a wrong value", *map(str, wrong_values)])
    yield from table(["", *(f"{titles[name]['title']} {reports[name]['backend']['version']}"
                                             for name in reports)], rows)


def own_document() -> Iterator[str]:
    """MindSpore, held to the page that describes it, by two operators, three times each."""
    tables = ("mindspore.tensor-tensor", "mindspore.number-tensor")
    rows = []
    for op, sign in (("add", "+"), ("mul", "*")):
        rounds = [read(f"mindspore-{op}-{round_}") for round_ in ROUNDS]
        verdicts = [{case["id"]: (case["verdict"], case.get("got")) for case in report["cases"]} for report in rounds]
        alike = "identical" if all(one == verdicts[0] for one in verdicts) else "**not identical**"
        for name in tables:
            got = rounds[0]["areas"][name]["verdicts"]
            rows.append([f"`{sign}`", name, number(sum(got.values())),
                         *(number(got[column]) for column in ("pass", "fail", "unsupported")), alike])
    yield from table(["operator", "table", "cells", "pass", "fail", "unsupported", f"{len(ROUNDS)} runs"], rows)


def without_elements(answer: str) -> str:
    """`f16[8, 2] [44d0 …]` as dtype and shape."""
    return answer.partition(" [")[0]


def about_documents(notes: list[Json], reports: dict[str, Json], titles: Json) -> Iterator[str]:
    """What the answers of all say about the documents, each with those answers."""
    for note in notes:
        yield f"- **{note['document']}.** {note['says'].strip()}"
        for case_id in note["cases"]:
            answers, printed = [], ""
            for framework, report in reports.items():
                case = next((case for case in report["cases"] if case["id"] == case_id), {"verdict": "not asked"})
                printed = case.get("expected", printed)
                got = case.get("got", "as printed" if case["verdict"] == "pass" else case["verdict"])
                answers.append(f"{titles[framework]['title']} {without_elements(got)}")
            yield f"  `{case_id}`: printed is {without_elements(printed)}. {', '.join(answers)}."
        yield ""


def page(notes: Json) -> tuple[str, bool]:
    """The page, and whether everything in it is explained."""
    titles = notes["framework"]
    reports = {name: read(name) for name in FRAMEWORKS}
    findings = [Finding(note) for note in notes["finding"]]
    left = {name: explain(name, report, findings) for name, report in reports.items()}
    idle = [finding.note for finding in findings if not finding.cases]
    for note in idle:
        print(f"explains nothing: {note['framework']}, {note['areas']}, {note['kind']}", file=sys.stderr)

    editions = " · ".join(f"{document} {edition}" for document, edition in reports["numpy"]["editions"].items())
    lines = ["# Implementations and the documents", "",
             "<!-- Made by scripts/implementations.py from the reports of scripts/frameworks.sh: do not edit. -->", "",
             *notes["page"]["introduction"].strip().splitlines(), "",
             f"Editions: {editions}. Seed of the random cases: {reports['numpy']['seed']}.", "",
             *overview(titles, reports), "", *notes["page"]["reading"].strip().splitlines(), "",
             "## What this says about the documents", "",
             *about_documents(notes["document"], reports, titles),
             "## MindSpore and its own document", "", *notes["page"]["mindspore"].strip().splitlines(), "",
             *own_document(), "", "## Other operators and settings", "", *notes["page"]["otherwise"].strip().splitlines(), ""]
    for name, asked in notes["page"]["variants"].items():
        tables = {area: of for area, of in read(name)["areas"].items() if sum(of["verdicts"].values())}
        lines += [f"`--backend \"{asked}\"`:", "", *counts(tables), ""]
    for name, report in reports.items():
        mine = [finding for finding in findings if finding.note["framework"] == name and finding.cases]
        snippets = [finding.note["code"].strip().splitlines() for finding in mine]
        runs = shell(name, titles[name]["prelude"], snippets)
        lines += [*section(name, titles[name]["title"], mine, left[name], runs, report, read(f"{name}-observe"))]
    return "\n".join(lines).rstrip() + "\n", not idle and not any(left.values())


def main() -> int:
    """Writes the page; 1 if something in it is not explained, 2 if it cannot be made."""
    try:
        text, explained = page(tomllib.loads(NOTES.read_text()))
    except Missing as error:
        print(f"implementations.py: {error}", file=sys.stderr)
        return 2
    PAGE.write_text(text)
    return 0 if explained else 1


if __name__ == "__main__":
    sys.exit(main())
