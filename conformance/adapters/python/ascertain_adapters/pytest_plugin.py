"""The suite's cases as tests of pytest, each under its own stable id.

A test that asks for the fixture `ascertain_case` runs once for each case, and the module `ascertain_adapters.conformance`
holds one that does nothing else:

    pytest --pyargs ascertain_adapters.conformance --ascertain-backend torch -k "cumprod and bf16" --junitxml torch.xml

Ids come from `ascertain list`, verdicts from one `ascertain run` before the first test that is not deselected. Failures
fail; what the backend does not have is skipped, with its reason; a broken `should` is a warning; a case listed as
failing is an expected failure; what the documents leave open passes. Random cases (`--ascertain-fuzz`) have no ids
beforehand: they are one test an operator, `cumprod/fuzz`, whose message names those that failed.

Without `--ascertain-backend`, such tests are skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import warnings
from typing import Any, Optional

import pytest

FAILURES = ("fail", "crash", "timeout", "protocol", "error")
SHOWN = ("question", "expected", "got", "detail", "requirement", "cite")
FUZZED = ("cumprod", "reinterpret")
RAN = (0, 1, 3)  # exit codes of `ascertain run` after which there is a report


class NotObeyed(Exception):
    """A case that failed: an exception of its own, so that pytest shows its message and no traceback."""


class NotRun(Exception):
    """The program cannot be started, or does not report."""


class Suite:
    """What is asked, and of whom: the arguments that both commands of the program share, and the verdicts."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.getoption
        self.backend: Optional[str] = option("ascertain_backend")
        self.program = option("ascertain_program") or os.environ.get("ASCERTAIN") or shutil.which("ascertain")
        self.fuzz: int = option("ascertain_fuzz")
        self.arguments: list[str] = list(option("ascertain_args"))
        self._verdicts: Optional[dict[str, Any]] = None

    def ids(self) -> list[str]:
        """The ids of all cases, in the order of the suite, then those of the random ones."""
        listed = self._call("list", "--format", "ids", *self.arguments).splitlines()
        return listed + ([f"{operator}/fuzz" for operator in FUZZED] if self.fuzz else [])

    def verdicts(self) -> dict[str, Any]:
        """Each case of the report, by its id. The first call runs the suite."""
        if self._verdicts is None:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "report.json")
                fuzz = ["--fuzz", str(self.fuzz)] if self.fuzz else []
                said = self._call("run", "--backend", str(self.backend), "--findings", "0", "--report",
                                  f"json={path}", *fuzz, *self.arguments, codes=RAN)
                try:
                    with open(path, encoding="utf-8") as file:
                        report = json.load(file)
                except FileNotFoundError:
                    raise NotRun(f"{self.program} run wrote no report: {said}") from None
            self._verdicts = {case["id"]: case for case in report["cases"]}
        return self._verdicts

    def _call(self, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        if self.program is None:
            raise NotRun("there is no `ascertain` on PATH: name it by --ascertain-program or $ASCERTAIN")
        try:
            done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  encoding="utf-8", stdin=subprocess.DEVNULL, check=False)
        except OSError as error:
            raise NotRun(f"{self.program} cannot be run: {error}") from error
        if done.returncode not in codes:
            raise NotRun(f"{self.program} {' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout if arguments[0] == "list" else done.stdout + done.stderr


class Case:
    """One case, as a test gets it."""

    def __init__(self, suite: Suite, name: str) -> None:
        self._suite = suite
        self.id = name

    def check(self) -> None:
        """Passes, fails, skips or warns, as the verdict on the case says."""
        verdicts = self._suite.verdicts()
        if self.id.endswith("/fuzz"):
            found = [case for name, case in verdicts.items() if name.startswith(f"{self.id}/")]
            wrong = [case for case in found if case["verdict"] in FAILURES]
            if wrong:
                raise NotObeyed(f"{len(wrong)} random cases failed\n\n" + "\n\n".join(map(told, wrong[:10])))
            return
        case = verdicts.get(self.id)
        if case is None:
            raise NotRun(f"the report has no case {self.id}: were `list` and `run` given the same arguments?")
        verdict = case["verdict"]
        if verdict in FAILURES:
            raise NotObeyed(told(case))
        if verdict in ("unsupported", "skipped"):
            pytest.skip(case.get("detail", verdict))
        if verdict == "warning":
            warnings.warn(told(case), stacklevel=2)


def told(case: dict[str, Any]) -> str:
    """What there is to say about a case that a person must look at."""
    kind = f": {case['kind']}" if "kind" in case else ""
    lines = [f"{case['verdict']}{kind}  {case['id']}"]
    return "\n".join(lines + [f"  {key:<11} {case[key]}" for key in SHOWN if key in case])


# pytest's hooks

SUITE = pytest.StashKey[Suite]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("ascertain", "cases of ascertain as tests")
    group.addoption("--ascertain-backend", metavar="BACKEND",
                    help="the implementation under test, as `ascertain run --backend` takes it")
    group.addoption("--ascertain-fuzz", metavar="NUMBER", type=int, default=0, help="also ask this many random cases")
    group.addoption("--ascertain-program", metavar="PATH",
                    help="the program; else $ASCERTAIN, or `ascertain` on PATH")
    group.addoption("--ascertain-args", metavar="ARGS", type=str.split, default=[],
                    help="more arguments of both `ascertain list` and `ascertain run`: \"--filter cumprod\"")


def pytest_configure(config: pytest.Config) -> None:
    """Nothing is started yet."""
    config.stash[SUITE] = Suite(config)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test for each case."""
    if "ascertain_case" not in metafunc.fixturenames:
        return
    suite = metafunc.config.stash[SUITE]
    if suite.backend is None:
        skip = pytest.mark.skip(reason="no --ascertain-backend is given")
        metafunc.parametrize("ascertain_case", [pytest.param(None, marks=skip, id="no-backend")])
        return
    try:
        names = suite.ids()
    except NotRun as error:
        raise pytest.UsageError(str(error)) from error
    metafunc.parametrize("ascertain_case", [Case(suite, name) for name in names], ids=names)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Shows a failed case by its message alone: where in this module it was raised tells nobody anything."""
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, (NotObeyed, NotRun)):
        report.longrepr = str(call.excinfo.value)
    return report
