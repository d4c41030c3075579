#!/usr/bin/env python3
"""Checks from outside that `ascertain run` never loses a result: interrupted, killed, spread over processes and machines.

    scripts/trust.py PROGRAM [--quick] [--only CHECK]... [--python PYTHON] [--seed NUMBER]

PROGRAM is `ascertain`, built for release. PYTHON has NumPy; without one, NumPy is left out. Each check prints one line with its
numbers; the exit code is 1 if one fails. --quick asks a part of the suite, and judges no times. Linux alone: processes are
counted in /proc. After a failure the reports and journals are kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator, Optional, Sequence

ROOT = Path(__file__).resolve().parents[1]
BACKENDS = ROOT / "scripts" / "trust_backends.py"
FAULTY = ROOT / "conformance" / "tests" / "fixtures" / "adapters" / "faulty.py"
LIBRARY = ROOT / "conformance" / "tests" / "fixtures" / "c" / "faulty.c"

MARK = "ASCERTAIN_TRUST"  # in the environment of every process of a run
PATIENCE = 60.0  # seconds for what takes far less
MEMORY = 256 << 20  # bytes of the harness
REPORT = 16 << 20  # bytes
# What --quick asks. Operators of each kind, and functions whose results NumPy lets depend on earlier calls.
PART = ["aclnn.tensor-tensor", "cumprod", "reinterpret", "add", "sqrt", "reciprocal", "reduce-sum"]


class Failed(Exception):
    """Why a check failed."""


def demand(holds: bool, why: str) -> None:
    if not holds:
        raise Failed(why)


class Options:
    """What the checks need to know."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.program: str = arguments.program
        self.quick: bool = arguments.quick
        # How much a run asks.
        part = [argument for area in PART for argument in ("--filter", area)]
        self.amount = [*part, "--fuzz", "300"] if self.quick else ["--fuzz", "20000"]
        self.python: Optional[str] = arguments.python
        self.random = random.Random(arguments.seed)
        self.folder = folder

    def new_folder(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.folder))

    def deterministic(self) -> list[tuple[str, str]]:
        """Backends that always answer the same. Values would not do: in Python the sign of a NaN depends on what ran before."""
        backends = [("reference", "reference"), ("faulty", python_backend(FAULTY, "lies_dtype"))]
        return backends + ([("numpy", "numpy")] if self.python else [])


def python_backend(path: Path, *arguments: str) -> str:
    return " ".join([f"process:{sys.executable}", str(path), *arguments])


class Run:
    """A run of the harness in a session of its own."""

    def __init__(self, options: Options, arguments: Sequence[str]) -> None:
        self.folder = options.new_folder()
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.mark = f"{MARK}={self.folder}"
        environment = {**os.environ, MARK: str(self.folder), "TMPDIR": str(self.temporary)}
        if options.python:
            environment["ASCERTAIN_PYTHON"] = options.python
        self.harness = subprocess.Popen(
            [options.program, *arguments], env=environment, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            # Shells let background jobs ignore it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def processes(self) -> list[int]:
        """The processes of the run: by session, or by the mark in their environment. A zombie is none."""
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdecimal():
                continue
            try:
                state, *fields = (entry / "stat").read_text().rpartition(")")[2].split()
                marked = self.mark.encode() in (entry / "environ").read_bytes().split(b"\0")
            except OSError:
                continue  # it has ended, or is another user's
            if state != "Z" and (int(fields[2]) == self.harness.pid or marked):
                found.append(int(entry.name))
        return found

    def wait_for(self, what: str, there: Callable[[], bool]) -> None:
        self.until(what, lambda: there() or self.harness.poll() is not None)
        if self.harness.poll() is not None:
            status, error = self.end()
            raise Failed(f"the run ended with {status} before there was {what}: {error}")

    def until(self, what: str, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            demand(time.monotonic() < deadline, f"{what}: not within {PATIENCE:.0f} s; processes {self.processes()}")
            time.sleep(0.005)

    def end(self) -> tuple[int, str]:
        """Waits for the end. Returns the exit status, and what was written to stderr."""
        _, error = self.harness.communicate()
        return self.harness.returncode, error.decode()

    def left(self) -> None:
        """Nothing may be left of the run."""
        self.until("the end of all processes", lambda: not self.processes())
        rest = [path.name for path in self.temporary.iterdir()]
        demand(not rest, f"temporary files are left: {rest}")


def is_running(number: str) -> bool:
    """Whether there is such a process. A zombie is none."""
    try:
        return Path("/proc", number, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def run(options: Options, *arguments: str) -> None:
    """A run that ends by itself, with any verdict."""
    process = Run(options, arguments)
    status, error = process.end()
    demand(status in (0, 1, 3), f"`ascertain {' '.join(arguments)}` ended with {status}: {error}")
    process.left()


def without_times(report: Path) -> str:
    """A report, but for the time that it took."""
    return re.sub(r'("seconds":\s*)[0-9.eE+-]+', r"\g<1>0", report.read_text())


def without_causes(report: str) -> str:
    """A report, but for what only a run that had every reply knows: causes, and the groups made by them."""
    content = json.loads(report)
    for key in ("diagnoses", "groups"):
        content.pop(key, None)
    for case in content["cases"]:
        case.pop("cause", None)
    return json.dumps(content, indent=1)


def same(right: Path, other: Path, what: str, complete: bool = True) -> None:
    """Two reports are the same; if one lacks replies (it is not `complete`), but for causes."""
    texts = [without_times(report) for report in (right, other)]
    a, b = [(text if complete else without_causes(text)).splitlines() for text in texts]
    if a != b:
        at = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        lines = [text[at][:200] if at < len(text) else "(no such line)" for text in (a, b)]
        raise Failed(f"{what}: line {at + 1} differs:\n  {lines[0]}\n  {lines[1]}\n  ({right}, {other})")


def cases(report: Path) -> int:
    return len(json.loads(report.read_text())["cases"])


# The checks. Each yields lines for people.

def interruption(options: Options) -> Iterator[str]:
    """Ctrl-C: no process is left, no temporary folder, and the report says that it is incomplete."""
    backends = {"hanging": python_backend(FAULTY, "hangs"),
                "flooding": python_backend(FAULTY, "flood_stderr", "--when", "all")}
    library = options.folder / "libhangs.so"
    compiler = shutil.which("cc")
    if compiler:
        header = ROOT / "conformance" / "adapters" / "c"
        subprocess.run([compiler, "-std=c11", "-shared", "-fPIC", "-DFAULT=HANGS", "-I", header, "-o", library, LIBRARY],
                       check=True)
        backends["lib"] = f"lib:{library}"
    else:
        yield "skipped: `lib:`, since cc is not on PATH"
    for name, backend in backends.items():
        for moment in range(2 if options.quick else 10):
            jobs = str(1 + moment % 2)
            report = options.new_folder() / "report.json"
            process = Run(options, ["run", "--backend", backend, "--timeout", "60", "--jobs", jobs, "--fuzz", "1000",
                                    "--report", f"json={report}"])
            process.wait_for("a backend", lambda: len(process.processes()) > 1)
            time.sleep(moment * 0.07)
            os.kill(process.harness.pid, signal.SIGINT)
            status, error = process.end()
            what = f"{name}, {jobs} jobs, moment {moment}"
            demand(status == -signal.SIGINT, f"{what}: ended with {status}: {error}")
            process.left()
            incomplete = json.loads(report.read_text()).get("incomplete")
            demand(incomplete == "interrupted", f"{what}: the report says incomplete: {incomplete}")
        yield f"{name}: {moment + 1} moments, no process and no folder left, the report says that it is incomplete"


def signals(options: Options) -> Iterator[str]:
    """Ctrl-C at fifty moments, the first of them at the start, once and twice: the end comes soon, and nothing is left."""
    backend = python_backend(BACKENDS, "leaves")
    moments = [0.01 * n for n in range(31)] + [0.3 + 0.035 * n for n in range(1, 20)]
    for twice in (False, True):
        slowest, reports, early = 0.0, 0, 0.0
        for moment in moments[::10] if options.quick else moments:
            report = options.new_folder() / "report.json"
            process = Run(options, ["run", "--backend", backend, "--timeout", "60", "--report", f"json={report}"])
            time.sleep(moment)
            start = time.monotonic()
            os.kill(process.harness.pid, signal.SIGINT)
            if twice:
                time.sleep(0.01)
                os.kill(process.harness.pid, signal.SIGINT)
            status, error = process.end()
            slowest = max(slowest, time.monotonic() - start)
            what = f"{'two signals' if twice else 'a signal'} after {moment:.3f} s"
            demand(status == -signal.SIGINT, f"{what}: ended with {status}: {error}")
            process.left()
            others = [path.stem for path in process.folder.glob("*.pid") if is_running(path.stem)]
            demand(not others, f"{what}: processes are left: {others}")
            parts = [path.name for path in report.parent.iterdir() if path != report]
            demand(not parts, f"{what}: files are left: {parts}")
            if report.exists():
                demand(json.loads(report.read_text()).get("incomplete") == "interrupted", f"{what}: it is not incomplete")
                reports += 1
            else:
                early = moment
        yield (f"{'two signals' if twice else 'one signal'}: at most {slowest:.2f} s to the end; {reports} reports, the last "
               f"moment without one {early:.2f} s after the start")


def resumption(options: Options) -> Iterator[str]:
    """kill -9, then --resume: the report is that of an undisturbed run."""
    moments = 2 if options.quick else 20
    for name, backend in options.deterministic():
        folder = options.new_folder()
        whole = folder / "whole.json"
        base = ["run", "--backend", backend, *options.amount]
        start = time.monotonic()
        run(options, *base, "--report", f"json={whole}", "--journal", str(folder / "whole.journal"))
        took = time.monotonic() - start
        killed, latest = 0, took
        for moment in range(3 * moments):
            if killed == moments:
                break
            journal, report = folder / f"{moment}.journal", folder / f"{moment}.json"
            process = Run(options, [*base, "--report", f"json={report}", "--journal", str(journal)])
            process.wait_for("a journal", journal.exists)
            after = options.random.uniform(0, latest)
            time.sleep(after)
            process.harness.kill()
            if process.end()[0] == -signal.SIGKILL:
                killed += 1
            else:
                latest = after  # it had ended by then
            # Its folder may stay: nobody was there to remove it.
            process.until("the end of all processes", lambda: not process.processes())
            if moment % 2 == 1 and journal.stat().st_size > 0:
                # A machine that stops may lose the end of a file.
                os.truncate(journal, options.random.randrange(journal.stat().st_size))
            run(options, *base, "--report", f"json={report}", "--journal", str(journal), "--resume")
            same(whole, report, f"{name}, moment {moment}", complete=False)
        demand(killed == moments, f"{name}: only {killed} runs were killed before they ended")
        yield (f"{name}: killed at {killed} moments of {took:.1f} s, each resumed report equals that of an undisturbed run "
               f"({cases(whole):,} cases)")


def spread(options: Options) -> Iterator[str]:
    """Shards that are merged, and jobs, give the report of a single run."""
    shards = 3 if options.quick else 8
    for name, backend in options.deterministic():
        folder = options.new_folder()
        base = ["run", "--backend", backend, *options.amount]
        whole, merged, jobs = folder / "whole.json", folder / "merged.json", folder / "jobs.json"
        run(options, *base, "--report", f"json={whole}")
        run(options, *base, "--report", f"json={jobs}", "--jobs", "4")
        same(whole, jobs, f"{name}, 4 jobs")
        parts = [str(folder / f"{part}.json") for part in range(1, shards + 1)]
        for part, path in enumerate(parts, 1):
            run(options, *base, "--shard", f"{part}/{shards}", "--report", f"json={path}")
        run(options, "merge", *parts, "--report", f"json={merged}")
        same(whole, merged, f"{name}, {shards} shards", complete=False)
        size = whole.stat().st_size
        yield f"{name}: {shards} shards merged, and 4 jobs, equal the single run ({cases(whole):,} cases, {size:,} bytes)"


def speed(options: Options) -> Iterator[str]:
    """Two jobs on a backend that sleeps."""
    backend = python_backend(BACKENDS, "sleeps")
    took = {}
    for jobs in (1, 2):
        start = time.monotonic()
        run(options, "run", "--backend", backend, "--skip", "*", "--fuzz", "2000" if options.quick else "100000",
            "--jobs", str(jobs))
        took[jobs] = time.monotonic() - start
    ratio = took[1] / took[2]
    demand(options.quick or ratio >= 1.8, f"two jobs are {ratio:.2f} times as fast as one: {took}")
    yield f"one job {took[1]:.1f} s, two jobs {took[2]:.1f} s: {ratio:.2f} times as fast"


def memory(options: Options) -> Iterator[str]:
    """Many refusals with much text."""
    number = 20_000 if options.quick else 1_000_000
    report = options.new_folder() / "report.json"
    process = Run(options, ["run", "--backend", python_backend(BACKENDS, "refuses"), "--skip", "*", "--fuzz", str(number),
                            "--report", f"json={report}"])
    status, peak, start = Path(f"/proc/{process.harness.pid}/status"), 0, time.monotonic()
    while process.harness.poll() is None:
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text())
        peak = max(peak, int(found[1]) << 10 if found else 0)
        time.sleep(0.02)
    code, error = process.end()
    demand(code == 1, f"ended with {code}: {error}")
    process.left()
    summary = json.loads(report.read_text())["summary"]
    answered = summary["fail"] + summary["pass"] + summary["observed"]
    # The rest are of operators that it does not offer.
    told = answered + summary["unsupported"]
    demand(told == number and answered > number // 2, f"{answered:,} of {number:,} cases were answered, {told:,} told of")
    size, took = report.stat().st_size, time.monotonic() - start
    words = f"{number:,} refusals of 3 KB: {peak / 2**20:.1f} MiB at most, report of {size / 2**20:.2f} MiB, {took:.0f} s"
    demand(peak <= MEMORY and size <= REPORT, words)
    yield words


CHECKS = {"interruption": interruption, "signals": signals, "resumption": resumption, "spread": spread, "speed": speed, "memory": memory}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--quick", action="store_true", help="a part of the suite, without judging times")
    parser.add_argument("--only", action="append", choices=list(CHECKS), metavar="CHECK", help=", ".join(CHECKS))
    parser.add_argument("--python", help="a Python with NumPy")
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    arguments = parser.parse_args()
    failed = False
    folder = Path(tempfile.mkdtemp(prefix="trust-"))
    options = Options(arguments, folder)
    if not options.python:
        print("skipped: NumPy, since --python is not given")
    for name in arguments.only or CHECKS:
        try:
            for words in CHECKS[name](options):
                print(f"ok      {name}: {words}" if not words.startswith("skipped") else words, flush=True)
        except Failed as why:
            failed = True
            print(f"FAILED  {name}: {why}", flush=True)
    if failed:
        print(f"reports and journals are kept in {folder}")
    else:
        shutil.rmtree(folder)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
