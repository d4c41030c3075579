"""Timing a call where it is computed, and beside it a copy of the same bytes: the yardstick.

A sample is as many calls as take a while together, so that neither the clock nor the loop is measured.
"""

from __future__ import annotations

import gc
import itertools
import os
import time
from typing import Any, Callable, ContextManager, Optional

from .wire import Bytes, Json

MOST = 1 << 20  # calls in a sample, however short they seem
STEP = 32  # the most that a trial is longer than the one before: its time told little of the next one's
THREADS = "ASCERTAIN_THREADS"  # the variable in which the harness says how many threads to compute with

# Variables that libraries read when they are loaded: OpenMP, two BLAS, and XLA under its two names for it.
LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC", "PJRT_NPROC")


def threads() -> Optional[int]:
    """How many threads this process is to compute with; None for as many as it likes."""
    number = os.environ.get(THREADS, "")
    return int(number) if number.isdecimal() and int(number) else None


def limit_libraries() -> None:
    """Hands the number on to libraries that have to know it before they are loaded."""
    number = threads()
    if number is not None:
        os.environ.update(dict.fromkeys(LIBRARIES, str(number)))


def sample(run: Callable[[], Any], setup: Optional[Callable[[], None]], data: Bytes, samples: int, least: int,
           asking: ContextManager[None]) -> tuple[dict[str, Json], Any]:
    """The durations of samples of `run` and of copies of `data`, in turn, as they stand in an answer; and what the last
    run gave. `setup` goes before each run, and is not timed."""
    source = memoryview(data).cast("B")
    room = memoryview(bytearray(source))  # written to: the first touch of fresh memory is the system's work
    result: Any = None

    def calls(count: int) -> int:
        nonlocal result
        if setup is None:
            repeat = itertools.repeat(None, count)
            start = time.perf_counter_ns()
            for _ in repeat:
                result = run()
            return time.perf_counter_ns() - start
        nanoseconds = 0
        for _ in range(count):
            setup()
            start = time.perf_counter_ns()
            result = run()
            nanoseconds += time.perf_counter_ns() - start
        return nanoseconds

    def copies(count: int) -> int:
        repeat = itertools.repeat(None, count)
        start = time.perf_counter_ns()
        for _ in repeat:
            room[:] = source
        return time.perf_counter_ns() - start

    collects = gc.isenabled()
    gc.disable()  # what it collects is none of the call's
    try:
        with asking:
            of_calls = enough(calls, least)
        of_copies = enough(copies, least)
        taken: dict[str, Json] = {"calls": of_calls, "ns": [], "copies": of_copies, "copy_ns": []}
        processor = 0
        for _ in range(samples):
            with asking:
                before = time.process_time_ns()
                taken["ns"].append(calls(of_calls))
                processor += time.process_time_ns() - before
            taken["copy_ns"].append(copies(of_copies))
    finally:
        if collects:
            gc.enable()
    if setup is None:  # else it is counted in
        taken["cpu_ns"] = processor
    return taken, result


def enough(timed: Callable[[int], int], least: int) -> int:
    """How many times to do something so that it takes `least` nanoseconds, by trying, which warms up too."""
    count = 1
    while True:
        nanoseconds = max(timed(count), 1)
        if nanoseconds >= least // 2 or count == MOST:
            return min(max(1, -(-count * least // nanoseconds)), MOST)
        count = min(count * min(max(least // nanoseconds, 2), STEP), MOST)

