"""The suite fails nobody who does what the pages say: literal/ does that for 62 operators, and nothing else.

Skipped without the program, which $ASCERTAIN names or PATH holds, and without NumPy or ml_dtypes.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from test_adapters import HERE

PROGRAM = os.environ.get("ASCERTAIN") or shutil.which("ascertain")
LIMIT = 300  # seconds; a run takes some 15
RANDOM = 120  # cases of each operator


@unittest.skipUnless(PROGRAM, "the program ascertain is not there")
@unittest.skipIf(importlib.util.find_spec("ml_dtypes") is None, "ml_dtypes is not installed")
class Literal(unittest.TestCase):
    def test_who_does_what_the_pages_say_obeys(self) -> None:
        names = subprocess.run([sys.executable, str(HERE / "literal"), "--names"], capture_output=True, text=True,
                               timeout=LIMIT, check=True).stdout.split()
        self.assertEqual(len(names), 62)
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            done = subprocess.run(
                [str(PROGRAM), "run", "--backend", f"python:{HERE / 'literal' / '__main__.py'}", "--operators", ",".join(names),
                 "--fuzz", str(RANDOM * len(names)), "--findings", "all", "--report", f"json={report}"],
                capture_output=True, text=True, timeout=LIMIT, check=False, env={**os.environ, "ASCERTAIN_PYTHON": sys.executable})
            self.assertEqual(done.returncode, 0, f"{done.stdout}{done.stderr}")
            areas = json.loads(report.read_text())["areas"]
        for name in names:
            verdicts = areas[name]["verdicts"]
            self.assertGreater(verdicts["pass"], 300, f"{name}: {verdicts}")
            self.assertEqual(verdicts["unsupported"], 0, f"{name}: {verdicts}")
