#!/usr/bin/env python3
"""Writes reports of runs with every kind of end, in every format, and validates them: `formats.py ASCERTAIN FOLDER`.

scripts/formats.sh sets up what it needs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import referencing
from lxml import etree

ROOT = Path(__file__).resolve().parents[1]
SCHEMAS = ROOT / "conformance/schema"
PUBLISHED = ROOT / "conformance/tests/report/schemas"
HOSTILE = ROOT / "conformance/tests/fixtures/adapters/hostile.py"

KNOWN = """version = 1

[[known]]
cases = "aclnn.tensor-tensor/lhs=f16,*"
reason = "<b>it</b> \\u001b[31m | `rounds` ]]>"

[[known]]
cases = "cumprod/no/such/case"
reason = "gone"
"""
# Of each run: its name, its arguments, and the exit code that it has to have.
RUNS: list[tuple[str, list[str], int]] = [
    ("hostile", ["--backend", f"process:{sys.executable} {HOSTILE}", "--known", "known.toml", "--fuzz", "50"], 1),
    ("reference", ["--fuzz", "500"], 0),
    ("stopped", ["--backend", f"process:{sys.executable} {HOSTILE}", "--fail-fast"], 1),
    ("not-started", ["--backend", "process:false"], 3),
]
# What files are called by their formats.
ENDINGS = {"json": "json", "jsonl": "jsonl", "junit": "xml", "markdown": "md", "ctrf": "ctrf.json", "sarif": "sarif",
           "badge": "svg", "html": "html"}


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def validator(path: Path) -> Any:
    """For JSON; schemas beside this one are known to it."""
    schema = read(path)
    jsonschema.validators.validator_for(schema).check_schema(schema)
    beside = [referencing.Resource.from_contents(read(other)) for other in SCHEMAS.glob("*.json")]
    registry = referencing.Registry().with_resources((resource.id() or "", resource) for resource in beside)
    return jsonschema.validators.validator_for(schema)(schema, registry=registry)


def sarif_schema(folder: Path) -> Path:
    packages = read(folder / "sarif/metadata.json")["packages"]
    [manifest] = [package["manifest_path"] for package in packages if package["name"] == "serde-sarif"]
    return Path(manifest).parent / "src/schema.json"


def ascertain(program: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    # What a GitHub runner is told is tested elsewhere.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return subprocess.run([program, *arguments], cwd=folder, env=environment, capture_output=True, check=False)


def main(program: str, folder: Path) -> None:
    (folder / "known.toml").write_text(KNOWN)
    xml = etree.XMLParser(resolve_entities=False, huge_tree=True)
    junit = etree.XMLSchema(etree.parse(PUBLISHED / "junit-10.xsd", xml))
    objects = {"json": validator(SCHEMAS / "report-1.schema.json"), "sarif": validator(sarif_schema(folder)),
               "ctrf": validator(PUBLISHED / "ctrf-0.0.schema.json")}
    line = validator(SCHEMAS / "jsonl-1.schema.json")
    for name, arguments, code in RUNS:
        paths = {format: folder / f"{name}.{ending}" for format, ending in ENDINGS.items()}
        reports = [f"--report={format}={path.name}" for format, path in paths.items()]
        done = ascertain(program, folder, "run", *arguments, *reports)
        if done.returncode != code:
            sys.exit(f"{name}: exit code {done.returncode}, not {code}\n{done.stderr.decode()}")
        for format, schema in objects.items():
            schema.validate(read(paths[format]))
        with paths["jsonl"].open(encoding="utf-8") as lines:
            for text in lines:
                line.validate(json.loads(text))
        junit.assertValid(etree.parse(paths["junit"], xml))
        etree.parse(paths["badge"], xml)
        for format in ("markdown", "html"):
            assert paths[format].stat().st_size > 0, f"{name}: no {format}"
        print(f"{name}: {', '.join(paths)} are valid")
    compared = validator(SCHEMAS / "compare-1.schema.json")
    for reports in (["reference.json", "hostile.json"], ["reference.json", "hostile.json", "stopped.json"]):
        done = ascertain(program, folder, "compare", "--format", "json", *reports)
        compared.validate(json.loads(done.stdout))
    print("comparisons of two and of three are valid")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve())
