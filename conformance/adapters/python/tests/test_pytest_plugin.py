"""Tests of the plug-in for pytest, on a backend with two faults. Skipped without pytest, or without the program, which
$ASCERTAIN names or PATH holds."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from test_adapters import DEADLINE, FOLDER

PROGRAM = os.environ.get("ASCERTAIN") or shutil.which("ascertain")
TINY = f"process:{sys.executable} {FOLDER / 'tests' / 'tiny_backend.py'}"
# An installed package is known to pytest by its entry point; one that is not has to be named.
KNOWN = any(entry.group == "pytest11" and entry.name == "ascertain"
            for distribution in metadata.distributions() for entry in distribution.entry_points)
LOADED = [] if KNOWN else ["-p", "ascertain_adapters.pytest_plugin"]
ROW = "mindspore.tensor-tensor/lhs=bf16"


@unittest.skipUnless(importlib.util.find_spec("pytest") and PROGRAM, "no pytest, or no `ascertain`")
class Plugin(unittest.TestCase):
    def pytest(self, *arguments: str, environment: Mapping[str, str] = {}) -> tuple[int, dict[str, str], str]:
        """The exit code, the outcome of each case, and what was printed."""
        unset = {name: value for name, value in os.environ.items() if name != "ASCERTAIN_PYTHON"}
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "junit.xml"
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *LOADED, f"--junitxml={report}",
                 "--pyargs", "ascertain_adapters.conformance", *arguments],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=DEADLINE, cwd=folder,
                env={**unset, "PYTHONPATH": str(FOLDER), "ASCERTAIN": os.path.abspath(str(PROGRAM)), **environment},
                check=False)
            outcomes = {}
            if report.exists():
                for case in ElementTree.parse(report).iter("testcase"):
                    name = case.attrib["name"].partition("[")[2][:-1]
                    outcomes[name] = next((child.tag for child in case if child.tag != "system-out"), "passed")
        return done.returncode, outcomes, done.stdout

    def test_verdicts_become_outcomes(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", TINY, "--ascertain-args",
                                           f"--filter {ROW},rhs=*")
        self.assertEqual(code, 1, said)
        self.assertEqual(len(outcomes), 15, said)
        self.assertEqual({rhs: outcomes[f"{ROW},rhs={rhs}"] for rhs in ("bf16", "f16", "f32", "u16", "u64")},
                         {"bf16": "passed", "f16": "failure", "f32": "failure", "u16": "passed", "u64": "skipped"})
        self.assertIn("tiny has no u64", self.pytest("-rs", "--ascertain-backend", TINY, "-k", "u64",
                                                     "--ascertain-args", f"--filter {ROW},rhs=u64")[2])
        self.assertIn("expected    f32\n  got         f16", said)
        self.assertNotIn("pytest_plugin.py", said)

    def test_known_failures_are_expected(self) -> None:
        entries = "".join(f'[[known]]\ncases = "{ROW},rhs={rhs}"\nreason = "one of two faults"\n' for rhs in ("f16", "f32", "f64"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "known.toml"
            given = ("--ascertain-backend", TINY, "--ascertain-known", str(path), "--ascertain-args", f"--filter {ROW},rhs=*f*")
            path.write_text("version = 1\n" + entries)
            code, outcomes, said = self.pytest(*given)
            self.assertEqual((code, outcomes[f"{ROW},rhs=f16"], outcomes[f"{ROW},rhs=bf16"]), (0, "skipped", "passed"), said)
            path.write_text("version = 1\n" + entries + entries.replace("rhs=f", "rhs=bf"))
            code, _, said = self.pytest(*given)
            self.assertEqual(code, 1, said)
            self.assertIn(f"known failure {ROW},rhs=bf16: fixed", said)

    def test_cases_are_chosen_by_their_names(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", TINY, "-k", "mindspore and bf16 and u16")
        self.assertEqual((code, sorted(outcomes)), (0, ["mindspore.tensor-tensor/lhs=bf16,rhs=u16",
                                                        "mindspore.tensor-tensor/lhs=u16,rhs=bf16"]), said)

    def test_random_cases_are_one_test_an_operator(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", "reference", "--ascertain-fuzz", "50",
                                           "--ascertain-args", "--filter cumprod/vector", "-k", "fuzz")
        self.assertEqual((code, outcomes), (0, {"cumprod/fuzz": "passed", "reinterpret/fuzz": "passed"}), said)

    def test_a_run_of_all_cases_adds_random_ones(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", "reference", "--ascertain-seed", "7", "-k", "fuzz")
        self.assertEqual((code, outcomes), (0, {"cumprod/fuzz": "passed", "reinterpret/fuzz": "passed"}), said)
        again = "--ascertain-fuzz 5000 --ascertain-seed 7 repeats exactly these"
        self.assertIn(f"ascertain: 5,000 random cases; {again}", said)
        for none in (["--ascertain-fuzz", "0"], ["--ascertain-args", "--filter cumprod/vector"]):
            _, outcomes, said = self.pytest("--ascertain-backend", "reference", "-k", "fuzz or example", *none)
            self.assertNotIn("cumprod/fuzz", outcomes, said)
            self.assertNotIn("random cases", said)

    def test_a_run_that_fails_is_not_tried_for_each_case(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            counted, program = Path(folder) / "runs", Path(folder) / "program"
            program.write_text(f'#!/bin/sh\n[ "$1" = run ] && echo >> "{counted}"\nexec "{os.path.abspath(str(PROGRAM))}" "$@"\n')
            program.chmod(0o755)
            code, outcomes, said = self.pytest("--ascertain-backend", TINY, "--ascertain-program", str(program),
                                               "--ascertain-known", "/not/there.toml", "--ascertain-args", f"--filter {ROW}")
            self.assertEqual((code, len(outcomes), set(outcomes.values())), (1, 15, {"failure"}), said)
            self.assertEqual(len(counted.read_text()), 1)
            self.assertIn("/not/there.toml", said)

    def test_without_a_backend_nothing_is_asked(self) -> None:
        code, outcomes, said = self.pytest()
        self.assertEqual((code, list(outcomes.values())), (0, ["skipped"]), said)

    def test_frameworks_run_in_the_python_of_pytest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            other = Path(folder) / "python3"
            other.write_text("#!/bin/sh\necho this is another Python >&2\nexit 1\n")
            other.chmod(0o755)
            given = ("--ascertain-backend", "numpy", "--ascertain-args", "--filter mindspore.tensor-tensor/lhs=f16,rhs=f16")
            path = {"PATH": os.pathsep.join([folder, os.environ["PATH"]])}
            said = self.pytest(*given, environment=path)[2]
            self.assertNotIn("another Python", said)
            # With NumPy the case passes; without it the message names the Python that lacks it.
            self.assertIn("1 passed" if importlib.util.find_spec("numpy") else sys.executable, said)
            said = self.pytest(*given, environment={**path, "ASCERTAIN_PYTHON": str(other)})[2]
            self.assertIn("this is another Python", said)

    def test_what_cannot_run_is_said(self) -> None:
        code, _, said = self.pytest("--ascertain-backend", TINY, "--ascertain-program", "/no/such/program")
        self.assertNotEqual(code, 0)
        self.assertIn("cannot run /no/such/program", said)
        code, _, said = self.pytest("--ascertain-backend", TINY, "--ascertain-args", "--filter nothing.there")
        self.assertNotEqual(code, 0, said)


if __name__ == "__main__":
    unittest.main()
