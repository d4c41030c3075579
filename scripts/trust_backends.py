#!/usr/bin/env python3
"""Backends for trust.py: `trust_backends.py sleeps|refuses|leaves`. They need the standard library alone.

    sleeps    answers like the minimal adapter, but takes a millisecond for each call
    refuses   refuses each call with 3 KB of text
    leaves    starts a process in a session of its own and one without its environment, and never answers
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "conformance" / "adapters" / "python"))

import minimal_adapter  # noqa: E402

DTYPES = "f32 f16 f64 bf16 s8 u8 s16 u16 s32 u32 s64 u64 bool c32 c64 c128".split()
EVERYTHING = {"dtypes": DTYPES, "inplace": True, "strided": True}
HELLO = {"protocol": 1, "name": "refuses", "version": "1", "framing": ["line"], "batch": 256,
         "ops": {"cumprod": EVERYTHING, "reinterpret": EVERYTHING}}


def sleeps() -> None:
    """One call at a time."""
    for request in map(json.loads, sys.stdin):
        if request["cmd"] == "bye":
            return
        answer = minimal_adapter.HELLO
        if request["cmd"] == "cumprod":
            time.sleep(0.001)
            answer = minimal_adapter.cumprod(request)
        print(json.dumps({"id": request["id"], **answer}), flush=True)


def leaves() -> None:
    """After hello, so that it has started."""
    for environment in (None, {}):
        left = subprocess.Popen(["/bin/sleep", "600"], env=environment, start_new_session=True)
        Path(os.environ["ASCERTAIN_TRUST"], f"{left.pid}.pid").touch()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(json.dumps({**minimal_adapter.HELLO, "id": json.loads(sys.stdin.readline())["id"]}), flush=True)
    time.sleep(600)


def refuses() -> None:
    """As fast as Python can: it only counts the calls of a batch."""
    refusal = json.dumps({"rejected": {"message": "not today, " * 280}}).encode()
    write = sys.stdout.buffer
    for line in sys.stdin.buffer:
        number = line[6:line.index(b",")]  # after {"id":
        if b'"cmd":"hello"' in line:
            answer = b'"ok":' + json.dumps(HELLO).encode()
        elif b'"cmd":"bye"' in line:
            return
        elif b'"cmd":"batch"' in line:
            calls = line.count(b'"cmd":') - 1
            answer = b'"ok":[' + b",".join([refusal] * calls) + b"]"
        else:
            answer = refusal[1:-1]
        write.write(b'{"id":' + number + b"," + answer + b"}\n")
        write.flush()


if __name__ == "__main__":
    {"sleeps": sleeps, "refuses": refuses, "leaves": leaves}[sys.argv[1]]()
