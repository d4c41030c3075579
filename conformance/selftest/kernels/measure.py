"""What the program says of each kernel in kernels.toml, beside its mistake: python3 measure.py PROGRAM [ID…]

Needs NumPy, and ./build.sh first for the kernels in C++."""

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent


def main(program: str, *wanted: str) -> None:
    with (FOLDER / "kernels.toml").open("rb") as file, tempfile.TemporaryDirectory() as temporary:
        for kernel in tomllib.load(file)["kernel"]:
            if wanted and kernel["id"] not in wanted:
                continue
            report = Path(temporary) / "report.json"
            subprocess.run([program, "run", "--quiet", "--backend", kernel["backend"], "--report", f"json={report}"],
                           cwd=FOLDER, check=False, stdout=subprocess.DEVNULL)
            diagnoses = json.loads(report.read_text()).get("diagnoses", [])
            print(f"{kernel['id']}: {kernel['mistake']} ({kernel['where']})")
            for told in diagnoses:
                print(f"    {told['says']}: {told['explains']} of {told['failures']}")


main(str(Path(sys.argv[1]).absolute()), *sys.argv[2:])
