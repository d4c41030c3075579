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
from typing import Optional

from test_adapters import FOLDER

PROGRAM = os.environ.get("ASCERTAIN") or shutil.which("ascertain")
TINY = f"process:{sys.executable} {FOLDER / 'tests' / 'tiny_backend.py'}"
# An installed package is known to pytest by its entry point; one that is not has to be named.
KNOWN = any(entry.group == "pytest11" and entry.name == "ascertain"
            for distribution in metadata.distributions() for entry in distribution.entry_points)
LOADED = [] if KNOWN else ["-p", "ascertain_adapters.pytest_plugin"]
MODULE = "ascertain_adapters.conformance"
ROW = "mindspore.tensor-tensor/lhs=bf16"
LIMIT = 300  # seconds: each case of the suite is a test, and CI compiles beside it


@unittest.skipUnless(importlib.util.find_spec("pytest") and PROGRAM, "no pytest, or no `ascertain`")
class Plugin(unittest.TestCase):
    def pytest(self, *arguments: str, environment: Mapping[str, str] = {}, folder: Optional[str] = None,
               of: tuple[str, ...] = ("--pyargs", MODULE)) -> tuple[int, dict[str, str], str]:
        """The exit code, the outcome of each case, and what was printed. What failed is kept only in a `folder`."""
        if folder is None:
            with tempfile.TemporaryDirectory() as folder:
                return self.pytest("-p", "no:cacheprovider", *arguments, environment=environment, folder=folder, of=of)
        unset = {name: value for name, value in os.environ.items() if name != "ASCERTAIN_PYTHON"}
        report = Path(folder) / "junit.xml"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *LOADED, f"--junitxml={report}", *of, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=LIMIT, cwd=folder,
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
        code, outcomes, said = self.pytest("--ascertain-backend", TINY, "-k", "mindspore and bf16 and u16",
                                           "--ascertain-args", "--filter mindspore")
        self.assertEqual((code, sorted(outcomes)), (0, ["mindspore.tensor-tensor/lhs=bf16,rhs=u16",
                                                        "mindspore.tensor-tensor/lhs=u16,rhs=bf16"]), said)

    def test_random_cases_are_one_test_an_operator(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", "reference", "--ascertain-fuzz", "50",
                                           "--ascertain-args", "--filter cumprod/vector", "-k", "fuzz")
        self.assertEqual((code, set(outcomes.values())), (0, {"passed"}), said)
        self.assertEqual({"cumprod/fuzz", "reinterpret/fuzz", "add/fuzz", "cummax/fuzz"} - outcomes.keys(), set(), said)
        self.assertFalse(any("." in name for name in outcomes), said)

    def test_a_wrong_operator_fails_its_test_of_random_cases(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", TINY, "--ascertain-fuzz", "4000", "-k", "fuzz",
                                           "--ascertain-args", "--filter neg")
        self.assertEqual((code, outcomes["neg/fuzz"], outcomes["add/fuzz"]), (1, "failure", "passed"), said)

    def test_a_session_fails_if_its_run_does(self) -> None:
        # Where a test of random cases was lost, as when only two operators had one.
        lost = "import ascertain_adapters.pytest_plugin as p\n\nids = p.Suite.ids\n\n\ndef fewer(suite):\n" \
               "    suite.tests = [i for i in ids(suite) if i == 'abs/fuzz']\n    return suite.tests\n\n\np.Suite.ids = fewer\n"
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "conftest.py").write_text(lost)
            Path(folder, "test_own.py").write_text("def test_case(ascertain_case):\n    ascertain_case.check()\n")
            code, outcomes, said = self.pytest("--ascertain-backend", TINY, "--ascertain-fuzz", "4000",
                                               "--ascertain-args", "--filter neg", folder=folder, of=("test_own.py",))
        self.assertEqual((code, outcomes), (1, {"abs/fuzz": "passed"}), said)

    def test_a_run_of_all_cases_adds_random_ones(self) -> None:
        code, outcomes, said = self.pytest("--ascertain-backend", "reference", "--ascertain-seed", "7", "-k", "fuzz")
        self.assertEqual((code, set(outcomes.values())), (0, {"passed"}), said)
        again = "--ascertain-fuzz 16000 --ascertain-seed 7 repeats exactly these"
        self.assertIn(f"ascertain: 16,000 random cases; {again}", said)
        for none in (["--ascertain-fuzz", "0"], ["--ascertain-args", "--filter cumprod/vector"],
                     ["--ascertain-args=-f cumprod/vector"]):
            _, outcomes, said = self.pytest("--ascertain-backend", "reference", "-k", "fuzz or example", *none)
            self.assertNotIn("cumprod/fuzz", outcomes, said)
            self.assertNotIn("random cases", said)

    def test_what_does_not_start_is_one_usage_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            counted, program = Path(folder) / "runs", Path(folder) / "program"
            program.write_text(f'#!/bin/sh\n[ "$1" = run ] && echo >> "{counted}"\nexec "{os.path.abspath(str(PROGRAM))}" "$@"\n')
            program.chmod(0o755)
            for given, words in ((("--ascertain-backend", TINY, "--ascertain-known", "/not/there.toml"), "/not/there.toml"),
                                 (("--ascertain-backend", "process:false"), "the backend did not start")):
                counted.unlink(missing_ok=True)
                code, outcomes, said = self.pytest(*given, "--ascertain-program", str(program), "--ascertain-args", f"--filter {ROW}")
                self.assertEqual((code, outcomes, len(counted.read_text())), (4, {}, 1), said)
                self.assertIn(words, said)
                self.assertEqual(said.count("ERROR"), 1, said)

    def test_printed_names_can_be_typed_again(self) -> None:
        chosen = f"{ROW},rhs=f16"
        given = ("--ascertain-backend", TINY, f"--ascertain-args=-f {ROW}", "-k", "f16 or u16")
        with tempfile.TemporaryDirectory() as folder:
            # Another file with a failure, after which `--lf` leaves out files that it does not know.
            Path(folder, "test_own.py").write_text("def test_f16():\n    assert False\n")
            own = ("--pyargs", MODULE, "test_own.py")
            _, outcomes, said = self.pytest(*given, folder=folder, of=own)
            self.assertEqual((outcomes[chosen], outcomes[f"{ROW},rhs=u16"]), ("failure", "passed"), said)
            _, outcomes, said = self.pytest(*given, "--lf", folder=folder, of=own)
            self.assertEqual((outcomes[chosen], f"{ROW},rhs=u16" in outcomes), ("failure", False), said)
            name = next(line.split()[1] for line in said.splitlines() if line.startswith("FAILED") and chosen in line)
            for typed in (name, f"../{name}"):
                _, outcomes, said = self.pytest("--ascertain-backend", TINY, folder=folder, of=(typed,))
                self.assertEqual(outcomes, {chosen: "failure"}, said)

    def test_groups_of_failures_are_told_at_the_end(self) -> None:
        # Only of the tests that were chosen.
        for chosen, rejected in (("bf16", 10), ("f32", 1)):
            said = self.pytest("--ascertain-backend", TINY, "--ascertain-args", f"--filter {ROW}", "-k", chosen)[2]
            told = said.partition("groups of findings")[2]
            self.assertRegex(told, rf"\n +{rejected}  mindspore.tensor-tensor  fail: rejected-valid  mindspore.tensor-tensor.cells\n")
            self.assertEqual("fail: dtype" in told, chosen == "bf16", said)
        from ascertain_adapters.pytest_plugin import in_words
        group = {"verdict": "fail", "diagnosis": "it rounds twice", "in_common": {"words": "dim < 0", "passing": 2}}
        self.assertEqual([line.strip() for line in in_words(group, 1200)][1:], ["cause: it rounds twice", "in common: dim < 0"])

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
