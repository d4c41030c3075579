#!/usr/bin/env python3
"""Writes reports of runs with every kind of end, in every format, and what the programs write as JSON otherwise, and validates
them: `formats.py ASCERTAIN FOLDER`. The schemas of this repository also have to refuse what is wrong.

scripts/formats.sh sets up what it needs.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

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
# Each case is validated, and those of other areas and operators look like these.
FEW = [argument for area in ("aclnn.tensor-tensor/lhs=f16", "aclnn.tensor-scalar", "mindspore.*", "cumprod/vector", "cumprod/rule", "reinterpret", "mul") for argument in ("--filter", area)]
RUNS: list[tuple[str, list[str], int]] = [
    ("standard", ["--filter", "cumsum", "--fuzz", "300", "--standard", "opbase-2026-07"], 0),
    ("hostile", ["--backend", f"process:{sys.executable} {HOSTILE}", "--known", "known.toml", "--fuzz", "50", *FEW], 1),
    ("reference", ["--fuzz", "500", *FEW], 0),
    ("stopped", ["--backend", f"process:{sys.executable} {HOSTILE}", "--fail-fast"], 1),
    ("not-started", ["--backend", "process:false"], 3),
]
# What files are called by their formats.
ENDINGS = {"json": "json", "junit": "xml", "markdown": "md", "html": "html"}


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def validator(path: Path) -> Any:
    """For JSON; schemas beside this one are known to it."""
    schema = read(path)
    jsonschema.validators.validator_for(schema).check_schema(schema)
    beside = [referencing.Resource.from_contents(read(other)) for other in SCHEMAS.glob("*.json")]
    registry = referencing.Registry().with_resources((resource.id() or "", resource) for resource in beside)
    return jsonschema.validators.validator_for(schema)(schema, registry=registry)


def shortened(value: Any, seen: set[str], path: str = "") -> Any:
    """A document whose long lists keep only items that have something in a new kind of place."""
    seen.add(path + type(value).__name__)
    if isinstance(value, dict):
        return {key: shortened(part, seen, f"{path}/{key}") for key, part in value.items()}
    if not isinstance(value, list):
        return value
    kept = []
    for item in value:
        before = len(seen)
        short = shortened(item, seen, f"{path}/*")
        if len(value) <= 8 or len(seen) > before or not kept:
            kept.append(short)
    return kept


def places(value: Any, seen: set[str], path: str = "", keys: tuple[Any, ...] = ()) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every kind of place in a document, once: its path without indices, and the keys that lead there."""
    if path not in seen:
        seen.add(path)
        yield path, keys
    inside = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for key, part in inside:
        yield from places(part, seen, f"{path}/{key if isinstance(value, dict) else '*'}", (*keys, key))


def strict(schema: Any, document: Any) -> int:
    """Validates a document, and that the schema takes nothing else in any kind of place; returns how many it refused. A schema
    that takes everything proves nothing."""
    schema.validate(document)
    document = shortened(document, set())
    schema.validate(document)
    refused = 0
    for path, keys in places(document, set()):
        broken = copy.deepcopy(document) if keys else {"at": document}
        holder, last = broken, keys[-1] if keys else "at"
        for key in keys[:-1]:
            holder = holder[key]
        value = holder[last]
        wrongs: list[Any] = [[["surprise"]]]
        if isinstance(value, dict):
            wrongs.append({**value, "surprise": [["surprise"]]})
        for wrong in wrongs:
            holder[last] = wrong
            if schema.is_valid(broken if keys else broken["at"]):
                sys.exit(f"the schema takes {json.dumps(wrong)[:200]} at {path or 'the top'}")
            refused += 1
    return refused


def ascertain(program: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    # What a GitHub runner is told is tested elsewhere.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return subprocess.run([program, *arguments], cwd=folder, env=environment, capture_output=True, check=False)


def main(program: str, folder: Path) -> None:
    (folder / "known.toml").write_text(KNOWN)
    xml = etree.XMLParser(resolve_entities=False, huge_tree=True)
    junit = etree.XMLSchema(etree.parse(PUBLISHED / "junit-10.xsd", xml))
    objects = {"json": validator(SCHEMAS / "report-1.schema.json")}
    for name, arguments, code in RUNS:
        paths = {format: folder / f"{name}.{ending}" for format, ending in ENDINGS.items()}
        reports = [f"--report={format}={path.name}" for format, path in paths.items()]
        done = ascertain(program, folder, "run", *arguments, *reports)
        if done.returncode != code:
            sys.exit(f"{name}: exit code {done.returncode}, not {code}\n{done.stderr.decode()}")
        for format, schema in objects.items():
            schema.validate(read(paths[format]))
        refused = strict(objects["json"], read(paths["json"]))
        junit.assertValid(etree.parse(paths["junit"], xml))
        for format in ("markdown", "html"):
            assert paths[format].stat().st_size > 0, f"{name}: no {format}"
        print(f"{name}: {', '.join(paths)} are valid; {refused} mistakes in the JSON are refused")
    compared = validator(SCHEMAS / "compare-1.schema.json")
    for reports in (["reference.json", "hostile.json"], ["reference.json", "hostile.json", "stopped.json"]):
        done = ascertain(program, folder, "compare", "--format", "json", *reports)
        strict(compared, json.loads(done.stdout))
    print("comparisons of two and of three are valid")
    others(program, folder)


def others(program: str, folder: Path) -> None:
    """What is written as JSON beside reports of runs."""
    spec = f"{program}-spec"
    # What an earlier run left is not taken for what this one writes.
    for name in ("bench.json", "bench-again.json"):
        (folder / name).unlink(missing_ok=True)
    bench = ["bench", "--quick", "--backend", "reference", "--operators", "add,cumprod", "--dtypes", "f32"]
    ascertain(program, folder, *bench, "--report=json=bench.json")
    ascertain(program, folder, *bench, "--against", "bench.json", "--report=json=bench-again.json")
    for name in ("bench.json", "bench-again.json"):
        strict(validator(ROOT / "conformance/cli/schema/bench-2.schema.json"), read(folder / name))
    ascertain(spec, ROOT, "emit", "--lang", "json,vectors", "--out", str(folder / "emitted"))
    for name in ("ascertain_tables", "ascertain_vectors"):
        strict(validator(folder / f"emitted/{name}.schema.json"), read(folder / f"emitted/{name}.json"))
    print("benchmarks, tables and vectors are valid")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve())
