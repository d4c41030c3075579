"""The suite's cases as pytest tests, each with a stable id.

A test with the fixture `ascertain_case` runs once for each case. The module `ascertain_adapters.conformance` has such a
test:

    pytest --pyargs ascertain_adapters.conformance --ascertain-backend torch -k "cumprod and bf16" --junitxml torch.xml

Ids come from `ascertain list`, verdicts from one `ascertain run` before the first selected test. If the backend does not
start, that is a usage error of the session. A failed case fails. A case that the backend does not support is skipped, with
the reason. A violated `should` is a warning. A case where the documents are silent passes. With `--ascertain-known FILE`, a
list as `ascertain run --known` takes, known failures are expected failures, and an entry that no longer holds fails the
session. Random cases have no ids in advance: there is one test for those of each operator, `cumprod/fuzz`, and its message
names the failed cases. A session of all tests fails if the run did. As for `ascertain run`, there are 2,000 for each operator that
is offered, at most 16,000, or as many as fit into 30 s, and none if --ascertain-args choose single cases, unless `--ascertain-fuzz` says how many. The summary has the groups of failures with what they have in common, how
many random cases were asked, and how to repeat exactly these.

The tests of that module are called as they can be typed again, in quotes, and as `--lf` finds them:

    pytest 'ascertain_adapters.conformance::test_case[cumprod/vector/example-123]' --ascertain-backend torch

The backends `numpy`, `torch` and so on run in the Python that runs pytest, unless $ASCERTAIN_PYTHON names another one.
Without `--ascertain-backend` such tests are skipped.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, Optional

import pytest

from . import program

FAILURES = ("fail", "crash", "timeout", "protocol", "error")
SHOWN = ("question", "expected", "got", "detail", "requirement", "cite")
STALE = ("fixed", "expired", "no-case")  # what becomes of an entry of the list that no longer holds
CHOOSING = ("-f", "--filter", "--operators", "--skip", "--requirement")  # how arguments that choose cases begin
RAN = (0, 1, 3)  # exit codes of `ascertain run` after which there is a report
MODULE = "ascertain_adapters.conformance"  # what `--pyargs` takes, and how the ids of its tests begin


class NotObeyed(Exception):
    """A case failed. pytest shows the message of this exception without a traceback."""


class NotRun(Exception):
    """The program cannot be started, or wrote no report."""


class Suite:
    """The backend, the arguments for both commands of the program, and the verdicts."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.getoption
        self.backend: Optional[str] = option("ascertain_backend")
        self.program = program.find(option("ascertain_program"))
        self.fuzz: Optional[int] = option("ascertain_fuzz")
        self.seed: Optional[int] = option("ascertain_seed")
        self.arguments: list[str] = list(option("ascertain_args"))
        self.known: Optional[str] = option("ascertain_known")
        self.stale: list[str] = []
        self.tests: list[str] = []
        self.failed = False  # whether the report says so
        self.random: Optional[str] = None
        self.groups: list[dict[str, Any]] = []
        self._verdicts: Optional[dict[str, Any]] = None
        self._failed: Optional[str] = None

    def ids(self) -> list[str]:
        """The ids of all cases in the order of the suite, then those of the tests of random cases."""
        listed = self._call("list", "--format", "ids", *self.arguments).splitlines()
        # As `ascertain run` does: a run of chosen cases has random ones only if told how many.
        chosen = any(argument.startswith(CHOOSING) for argument in self.arguments)
        fuzzed = not chosen if self.fuzz is None else self.fuzz > 0
        if not fuzzed:
            self.tests = listed
            return listed
        # Random ones are of every operator, whatever the arguments choose. Areas of tables have a dot.
        whole = self._call("list", "--format", "ids").splitlines() if chosen else listed
        areas = dict.fromkeys(name.partition("/")[0] for name in whole)
        self.tests = listed + [f"{area}/fuzz" for area in areas if "." not in area]
        return self.tests

    def verdicts(self) -> dict[str, Any]:
        """The cases of the report, by id. The first call runs the suite; what went wrong then is not tried again."""
        if self._failed is not None:
            pytest.skip(self._failed)
        try:
            return self._judged()
        except NotRun as error:
            self._failed = str(error)
            raise

    def _judged(self) -> dict[str, Any]:
        if self._verdicts is None:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "report.json")
                random = [word for name, value in (("--fuzz", self.fuzz), ("--seed", self.seed)) if value is not None
                          for word in (name, str(value))]
                known = [] if self.known is None else ["--known", self.known]
                said = self._call("run", "--backend", str(self.backend), "--findings", "0", "--report",
                                  f"json={path}", "--no-github", *random, *known, *self.arguments, codes=RAN)
                try:
                    with open(path, encoding="utf-8") as file:
                        report = json.load(file)
                except FileNotFoundError:
                    raise NotRun(f"{self.program} run wrote no report: {said}") from None
            if "not_started" in report:
                doctor = f"`ascertain doctor --backend {shlex.quote(str(self.backend))}` says how to fix it"
                raise NotRun(f"the backend did not start: {report['not_started']}; {doctor}")
            self._verdicts = {case["id"]: case for case in report["cases"]}
            self.failed = report["exit_code"] == 1
            self.groups = report.get("groups", [])
            self.stale = [f"{', '.join(entry[key] for key in ('cases', 'requirement') if key in entry)}: {entry['standing']}"
                          for entry in report.get("known", ()) if entry["standing"] in STALE]
            if "random" in report:
                asked, fuzz, late = (report["random"][key] for key in ("asked", "fuzz", "out_of_time"))
                self.random = (f"{asked:,} random cases{' until the time was up' if late else ''}; --ascertain-fuzz {fuzz} "
                               f"--ascertain-seed {report['seed']} repeats exactly these")
        return self._verdicts

    def _call(self, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        if self.program is None:
            raise NotRun("`ascertain` is neither beside this Python nor on PATH; set --ascertain-program or $ASCERTAIN to its path")
        # The frameworks are those of this Python, unless the user names another one.
        python = os.environ.get("ASCERTAIN_PYTHON") or sys.executable
        try:
            done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  encoding="utf-8", stdin=subprocess.DEVNULL, check=False,
                                  env={**os.environ, "ASCERTAIN_PYTHON": python})
        except OSError as error:
            raise NotRun(f"cannot run {self.program}: {error}") from error
        if done.returncode not in codes:
            raise NotRun(f"{self.program} {' '.join(arguments)} exited with {done.returncode}: {done.stderr.strip()}")
        return done.stdout if arguments[0] == "list" else done.stdout + done.stderr


class Case:
    """One case, passed to a test."""

    def __init__(self, suite: Suite, name: str) -> None:
        self._suite = suite
        self.id = name

    def check(self) -> None:
        """Passes, fails, skips or warns, according to the verdict on the case."""
        verdicts = self._suite.verdicts()
        if self.id.endswith("/fuzz"):
            if self._suite.random is None:
                pytest.skip("no random cases were asked")
            found = [case for name, case in verdicts.items() if name.startswith(f"{self.id}/")]
            wrong = [case for case in found if case["verdict"] in FAILURES]
            if wrong:
                raise NotObeyed(f"{len(wrong)} random cases failed, of {self._suite.random}\n\n" + "\n\n".join(map(told, wrong[:10])))
            return
        case = verdicts.get(self.id)
        if case is None:
            raise NotRun(f"the report has no case {self.id}; `list` and `run` need the same --ascertain-args")
        verdict = case["verdict"]
        if verdict in FAILURES:
            raise NotObeyed(told(case))
        if verdict == "known":
            pytest.xfail(case["known"]["reason"])
        if verdict in ("unsupported", "skipped"):
            pytest.skip(case.get("detail", verdict))
        if verdict == "warning":
            warnings.warn(told(case), stacklevel=2)


def in_words(group: dict[str, Any], count: int) -> list[str]:
    """A group of findings, of which `count` were asked for."""
    kind = f": {group['kind']}" if "kind" in group else ""
    about = (group.get("area", "several areas"), f"{group['verdict']}{kind}", group.get("requirement", "several requirements"))
    lines = [f"{count:>7,}  {'  '.join(about)}"]
    if "diagnosis" in group:
        lines.append(f"         cause: {group['diagnosis']}")
    if "in_common" in group:
        lines.append(f"         in common: {group['in_common']['words']}")
    return lines


def told(case: dict[str, Any]) -> str:
    """A description of a case that failed or gave a warning."""
    kind = f": {case['kind']}" if "kind" in case else ""
    lines = [f"{case['verdict']}{kind}  {case['id']}"]
    return "\n".join(lines + [f"  {key:<11} {case[key]}" for key in SHOWN if key in case])


# pytest's hooks

SUITE = pytest.StashKey[Suite]()
SELECTED = pytest.StashKey[set[str]]()  # the ids of the cases that are tested


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("ascertain", "cases of ascertain as tests")
    group.addoption("--ascertain-backend", metavar="BACKEND",
                    help="the implementation to test, written as for `ascertain run --backend`")
    group.addoption("--ascertain-fuzz", metavar="NUMBER", type=int,
                    help="also run this many random cases, 0 for none (default: that of `ascertain run`)")
    group.addoption("--ascertain-seed", metavar="NUMBER", type=int, help="seed of the random cases (default: 0)")
    group.addoption("--ascertain-known", metavar="FILE", help="a list of known failures, as for `ascertain run --known`")
    group.addoption("--ascertain-program", metavar="PATH",
                    help="path of the program (default: $ASCERTAIN, or `ascertain` beside this Python, or on PATH)")
    group.addoption("--ascertain-args", metavar="ARGS", type=shlex.split, default=[],
                    help="more arguments for `ascertain list` and `ascertain run`, for example --ascertain-args=\"-f cumprod\"")


def pytest_configure(config: pytest.Config) -> None:
    """Prepares the suite; starts nothing yet."""
    config.stash[SUITE] = Suite(config)
    config.stash[SELECTED] = set()
    # From a folder below that of the session, pytest shows ids with `../` before them.
    names = [argument.partition("::")[0].rpartition("/")[2] for argument in config.args]
    if MODULE in names:
        config.option.pyargs = True
        config.args = [argument[argument.index(MODULE):] if name == MODULE else argument
                       for name, argument in zip(names, config.args)]


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Optional[pytest.Module]:
    """Calls the tests of our own module by its name. It is outside the folder of the session, so that pytest has no path for it."""
    if module_path != Path(__file__).with_name("conformance.py"):
        return None
    # `--lf` leaves out files of which it has no path, once another file has a test that failed.
    last = parent.config.pluginmanager.get_plugin("lfplugin")
    paths = getattr(last, "_last_failed_paths", None)
    if isinstance(paths, set) and any(str(name).startswith(f"{MODULE}::") for name in getattr(last, "lastfailed", ())):
        paths.add(module_path)
    module: pytest.Module = pytest.Module.from_parent(parent, path=module_path, nodeid=MODULE)
    return module


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Makes a test for each case."""
    if "ascertain_case" not in metafunc.fixturenames:
        return
    suite = metafunc.config.stash[SUITE]
    if suite.backend is None:
        skip = pytest.mark.skip(reason="needs --ascertain-backend")
        metafunc.parametrize("ascertain_case", [pytest.param(None, marks=skip, id="no-backend")])
        return
    try:
        names = suite.ids()
    except NotRun as error:
        raise pytest.UsageError(str(error)) from error
    metafunc.parametrize("ascertain_case", [Case(suite, name) for name in names], ids=names)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Runs the suite before the first test, so that a backend that does not start is one error."""
    given = [item.callspec.params.get("ascertain_case") for item in session.items if hasattr(item, "callspec")]
    selected = session.config.stash[SELECTED]
    selected.update(case.id for case in given if isinstance(case, Case))
    # A worker of pytest-xdist cannot end the session: there the first test fails, and the others are skipped.
    is_worker = hasattr(session.config, "workerinput")
    if not selected or is_worker or session.testsfailed or session.config.option.collectonly:
        return
    try:
        session.config.stash[SUITE].verdicts()
    except NotRun as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Shows only the message of a failed case, without a traceback into this module."""
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, (NotObeyed, NotRun)):
        report.longrepr = str(call.excinfo.value)
    return report


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fails a session whose list of known failures no longer holds, or of which all tests pass where the run does not."""
    suite = session.config.stash[SUITE]
    whole = session.config.stash[SELECTED].issuperset(suite.tests)
    if exitstatus == 0 and (suite.stale or suite.failed and whole):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Says what failures seem to be one, which known failures are none, and how to repeat exactly these random cases."""
    selected = config.stash[SELECTED]
    counts = [sum(name in selected or name.rpartition("/fuzz/")[0] + "/fuzz" in selected for name in group["cases"])
              for group in config.stash[SUITE].groups]
    if any(counts):
        terminalreporter.write_sep("=", "groups of findings")
    for group, count in zip(config.stash[SUITE].groups, counts):
        for line in in_words(group, count) if count else ():
            terminalreporter.write_line(line)
    for entry in config.stash[SUITE].stale:
        terminalreporter.write_line(f"ascertain: known failure {entry}; correct the list", red=True)
    random = config.stash[SUITE].random
    if random is not None:
        terminalreporter.write_line(f"ascertain: {random}")
