"""Timing a call inside the adapter's process, together with a memcpy of the same bytes for comparison.

A sample is a number of calls that together take long enough for the cost of clock and loop not to matter.
"""

from __future__ import annotations

import gc
import itertools
import os
import time
from typing import Any, Callable, ContextManager, Optional

from .wire import Bytes, Json

MOST = 1 << 20  # largest number of calls in a sample
STEP = 32  # largest factor from one trial to the next: a short trial says little about a long one
THREADS = "ASCERTAIN_THREADS"  # environment variable: the number of threads to use

# Variables that libraries read when they are loaded: OpenMP, two BLAS libraries, and XLA, which has two names for it.
LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC", "PJRT_NPROC")


def threads() -> Optional[int]:
    """The number of threads this process may use; None for no limit."""
    number = os.environ.get(THREADS, "")
    return int(number) if number.isdecimal() and int(number) else None


def limit_libraries() -> None:
    """Passes the number of threads to libraries that must know it before they are loaded."""
    number = threads()
    if number is not None:
        os.environ.update(dict.fromkeys(LIBRARIES, str(number)))


def sample(run: Callable[[], Any], setup: Optional[Callable[[], None]], data: Bytes, samples: int, least: int,
           asking: ContextManager[None]) -> tuple[dict[str, Json], Any]:
    """Takes samples of `run` and of copies of `data` in turn. Returns the timing as sent in an answer, and the last
    result. `setup` is called before each run and is not timed."""
    source = memoryview(data).cast("B")
    room = memoryview(bytearray(source))  # already written to, since the first write to new memory is slow
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
    gc.disable()  # collecting garbage is not part of the call
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
    if setup is None:  # otherwise the time includes `setup`
        taken["cpu_ns"] = processor
    return taken, result


def enough(timed: Callable[[int], int], least: int) -> int:
    """How many calls take `least` nanoseconds, found by trying, which also warms up."""
    count = 1
    while True:
        nanoseconds = max(timed(count), 1)
        if nanoseconds >= least // 2 or count == MOST:
            return min(max(1, -(-count * least // nanoseconds)), MOST)
        count = min(count * min(max(least // nanoseconds, 2), STEP), MOST)

