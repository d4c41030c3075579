"""The adapters in examples/ are asked, and what they answer is judged.

Skipped without the program, which $ASCERTAIN names or PATH holds; each of them also without its library.
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

from test_adapters import DEADLINE, FOLDER

PROGRAM = os.environ.get("ASCERTAIN") or shutil.which("ascertain")


@unittest.skipUnless(PROGRAM, "the program ascertain is not there")
class Examples(unittest.TestCase):
    def test_each_is_judged(self) -> None:
        """None follows these documents, so findings come; but no broken protocol, and right products in one dimension."""
        for example in sorted((FOLDER / "examples").glob("*.py")):
            library = example.stem.partition("_")[0]
            with self.subTest(library):
                if importlib.util.find_spec(library) is None:
                    self.skipTest(f"{library} is not installed")
                self.ask(example)

    def ask(self, example: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            done = subprocess.run(
                [str(PROGRAM), "run", "--backend", f"python:{example}", "--filter", "cumprod/vector", "--filter", "mul/grid",
                 "--findings", "0", "--report", f"json={report}"], capture_output=True, text=True, timeout=DEADLINE, check=False,
                env={**os.environ, "ASCERTAIN_PYTHON": sys.executable})
            self.assertEqual(done.returncode, 1, f"{done.stdout}{done.stderr}")
            summary = json.loads(report.read_text())["summary"]
            self.assertGreater(summary["pass"], 10, done.stdout)
            self.assertEqual([summary[verdict] for verdict in ("protocol", "error", "timeout")], [0, 0, 0], done.stdout)
