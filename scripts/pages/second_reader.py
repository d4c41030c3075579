#!/usr/bin/env python3
"""A second reading of vendors' pages, which shares no code and no data with the importer.

    scripts/pages/second_reader.py PATH… > FILE.json      (needs scripts/pages/requirements.txt)

A path is a page or a folder of pages (`*.md`, `*.rst`). The output lists each page's facts, as key, value, first and last
line, and its sentences: what each is about, the sentence, its line, and whether it was read as a fact."""

import json
import sys
from pathlib import Path

import mindspore
import operators
import promotion
from document import plain, tree


def pages(paths):
    for path in map(Path, paths):
        yield from sorted(one for one in path.rglob("*") if one.suffix in (".md", ".rst")) if path.is_dir() else [path]


def read(path: Path) -> dict:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".rst":
        kind, (facts, sentences) = "dtypes", mindspore.read(text)
    else:
        body = tree(text)
        is_operator = "aclnnStatus" in plain(body)
        kind, (facts, sentences) = (
            ("operator", operators.read(body)) if is_operator else ("promotion", promotion.read(body))
        )
    return {
        "path": str(path),
        "kind": kind,
        "facts": [[list(key), *value] for key, value in facts.items()],
        "sentences": sentences,
    }


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    json.dump({"pages": [read(page) for page in pages(sys.argv[1:])]}, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
