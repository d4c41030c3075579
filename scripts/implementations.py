#!/usr/bin/env python3
"""Runs the examples of docs/implementations, plain code of each framework, and says which print something else.

    scripts/implementations.py [--python NAME=PATH]… [NAME…]

Each file explains the findings of one framework. The examples are doctests, run in the environment that
scripts/frameworks.sh makes, or by another Python, which `--python` names. `...` stands for any text. A framework that is
not installed is skipped. Needs Python 3.11 or later, and so does the framework.
"""

from __future__ import annotations

import argparse
import doctest
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "implementations"
FRAMEWORKS = ROOT / "target" / "frameworks"


def transcripts(page: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The examples of a file, each with what it is about."""
    if "example" in page:
        yield page["title"], page["example"]
    for finding in page["finding"]:
        if "example" in finding:  # none where something crashes or hangs
            yield f"{', '.join(finding['areas'])}: {finding['kind']}", finding["example"]


def run(file: Path) -> bool:
    """Runs a file's examples in this process, which has to be the framework's, and says whether all went well."""
    text = file.read_text()
    page = tomllib.loads(text)
    names: dict[str, Any] = {}
    exec(page["prelude"], names)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for about, example in transcripts(page):
        line = text.count("\n", 0, max(text.find(example), 0))
        runner.run(doctest.DocTestParser().get_doctest(example, names, about, str(file), line))
    print(f"{file.stem}: {runner.tries - runner.failures} of {runner.tries} calls print what {file.relative_to(ROOT)} says")
    return not runner.failures


def main() -> int:
    """Runs each file in its framework's environment; 1 if a call printed something else."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", nargs="*", help="frameworks (default: all in docs/implementations)")
    parser.add_argument("--python", metavar="NAME=PATH", action="append", default=[], help="the Python of a framework")
    parser.add_argument("--here", action="store_true", help="run the examples by the Python that runs this script")
    chosen = parser.parse_args()
    pythons = dict(choice.split("=", 1) for choice in chosen.python)
    failed = False
    for name in chosen.name or sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem != "documents"):
        python = pythons.get(name, FRAMEWORKS / name / "bin" / "python")
        if chosen.here:
            failed |= not run(FOLDER / f"{name}.toml")
        elif Path(python).exists():
            failed |= subprocess.run([python, __file__, "--here", name], check=False).returncode != 0
        else:
            print(f"{name}: skipped, there is no {python}: scripts/frameworks.sh {name} installs it")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
