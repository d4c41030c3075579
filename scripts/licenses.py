"""Writes the licenses of the crates that are linked into the programs, which a wheel has to carry.

    python3 scripts/licenses.py target/wheel/LICENSES-LINKED.txt
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LICENSES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE")


def cargo(*arguments: str) -> str:
    done = subprocess.run(["cargo", *arguments, "--locked", "--manifest-path", "conformance/keeper/Cargo.toml"],
                          stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout


def texts() -> dict[str, list[str]]:
    """The text of each license, and the crates that have it."""
    tree = cargo("tree", "--edges", "normal", "--prefix", "none", "--format", "{p}")
    linked = {tuple(line.split()[:2]) for line in tree.splitlines()}
    found: dict[str, list[str]] = {}
    for crate in json.loads(cargo("metadata", "--format-version", "1"))["packages"]:
        if (crate["name"], f"v{crate['version']}") not in linked or crate["source"] is None:
            continue
        # Some have a folder of them beside a file, or instead of one.
        found_at = [path for path in Path(crate["manifest_path"]).parent.iterdir() if path.name.startswith(LICENSES)]
        files = sorted(file for path in found_at for file in (path, *path.glob("*")) if file.is_file())
        # Of a package without the license of its repository, it is kept here.
        kept = Path(__file__).parent / "licenses" / f"{crate['name']}.txt"
        if not files and kept.is_file():
            files = [kept]
        if not files:
            sys.exit(f"{crate['name']} {crate['version']} has no file with its license")
        for path in files:
            name = f"{crate['name']} {crate['version']} ({crate['license']})"
            found.setdefault(path.read_text("utf-8").strip(), []).append(name)
    return found


def main() -> None:
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    parts = [f"Of {', '.join(sorted(set(crates)))}:\n\n{text}\n" for text, crates in texts().items()]
    out.write_text("The programs `ascertain` and `ascertain-spec` contain these crates.\n\n" + f"\n{'=' * 80}\n\n".join(parts), "utf-8")


main()
