"""Tests of the base and of the minimal adapter, through the protocol.

    python3 -m unittest discover -s conformance/adapters/python/tests

They need the standard library alone.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import re
import struct
import subprocess
import sys
import threading
import unittest
from pathlib import Path
from typing import Any, Optional, Sequence

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent  # of the package
sys.path.insert(0, str(FOLDER))

from ascertain_adapters import Adapter, Arguments, Cumprod, Job, Rejected, Tensor, Unsupported  # noqa: E402
from ascertain_adapters.framework import converting, promotions  # noqa: E402

DEADLINE = 60  # seconds after which an adapter that says nothing is killed, and its test fails
HELLO = {"id": 0, "cmd": "hello", "protocol": [1, 1], "suite": "0.1.0", "profile": "documented"}
Json = Any

# An adapter that talks on stdout in every way it can, for the tests of the pipes.
TALKATIVE = """
import os, subprocess, sys
from ascertain_adapters import Adapter, Tensor, claim_stdout
claim_stdout()
print("importing")
adapter = Adapter("talkative", "1")

@adapter.reinterpret(["u8", "s8"], max_rank=8)
def reinterpret(call):
    print("called", flush=True)
    os.write(1, b"from C\\n")
    subprocess.run([sys.executable, "-c", "import sys; print('child'); print(len(sys.stdin.read()))"])
    return Tensor(call.dtype, call.input.shape, call.input.data)

@adapter.cumprod(["u8"], max_rank=8)
def cumprod(call):
    return Tensor("u8", call.input.shape, bytes(call.input.data))

adapter.serve()
"""


# An adapter whose call does not return. It says on the pipe for answers that it has begun.
ENDLESS = """
import os, time
from ascertain_adapters import Adapter
answers = os.dup(1)
adapter = Adapter("endless", "1")

@adapter.reinterpret(["u8", "s8"], max_rank=8)
def reinterpret(call):
    os.write(answers, b'"called"\\n')
    os.close(answers)
    CALL

adapter.serve()
"""


def talk(command: Sequence[str], requests: Sequence[Json], frames: Optional[dict[int, bytes]] = None,
         limit: float = DEADLINE) -> list[Json]:
    """All of an adapter's messages, with the bytes of its frames under `bytes`."""
    sent = b"".join(json.dumps(request).encode() + b"\n" + (frames or {}).get(request["id"], b"")
                    for request in requests)
    done = subprocess.run([sys.executable, *command], input=sent, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=limit, cwd=FOLDER)
    if done.returncode:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr.decode()}")
    messages, rest = [], done.stdout
    while rest:
        line, _, rest = rest.partition(b"\n")
        message = json.loads(line)
        size = message.get("frame", 0)
        message["bytes"], rest = rest[:size], rest[size:]
        messages.append(message)
    return messages


def replay(test: unittest.TestCase, name: str, command: Sequence[str]) -> None:
    """Holds an adapter to a conversation recorded once, which it repeats for ever but for wording and versions, and
    `bench`, which it has come to offer since."""
    def essence(message: Json) -> Json:
        if isinstance(message, list):
            return [essence(part) for part in message]
        if isinstance(message, dict):
            return {name: None if name in ("version", "message", "reason") else essence(part)
                    for name, part in message.items() if name not in ("bytes", "bench")}
        return message

    lines = (HERE / "transcripts" / f"{name}.txt").read_text().splitlines()
    recorded = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    answers = talk(command, [json.loads(line[2:]) for line in lines if line.startswith("> ")])
    test.assertEqual(essence(answers), essence(recorded))


def tensor(dtype: str, shape: Sequence[int], code: str, values: Sequence[Any], **more: Any) -> Json:
    return {"dtype": dtype, "shape": list(shape), "hex": struct.pack(f"<{len(values)}{code}", *values).hex(), **more}


class Dispatch(unittest.TestCase):
    """What becomes of what handlers do, without a process."""

    def setUp(self) -> None:
        self.adapter = Adapter("toy", "1", rejects=(ValueError,), lacks={"c32": "toys are not complex"})
        self.behaviour: Any = None

        @self.adapter.cumprod(["u8", "s8"], max_rank=2)
        def cumprod(call: Cumprod) -> Any:
            return self.behaviour(call)

    def ask(self, **changes: Any) -> Json:
        return self.adapter.answer({"cmd": "cumprod", "input": {"dtype": "u8", "shape": [2], "hex": "0203"},
                                    "dim": 0, "out": {"dtype": "u8", "shape": [2]}, "later": "ignored", **changes})

    def test_operators_by_name(self) -> None:
        adapter = Adapter("toy", "1")

        @adapter.operator("blend", ["f32"], max_rank=4, inplace=True, out=False)
        def blend(call: Arguments) -> Tensor:
            if call["left"].dtype != "u8":
                raise Rejected("dtype", 161002)
            self.assertEqual((call["axis"], list(call["out"].shape), sorted(call)), (1, [2], ["axis", "left", "out"]))
            return Tensor("u8", [2], call["left"].data)

        self.assertEqual(adapter.ops["blend"],
                         {"dtypes": ["f32"], "strided": False, "max_rank": 4, "inplace": True, "out": False})
        left = {"dtype": "u8", "shape": [2], "hex": "0203"}
        request = {"cmd": "blend", "left": left, "axis": 1, "out": {"dtype": "u8", "shape": [2]}}
        self.assertEqual(adapter.answer({"id": 3, **request})["ok"].data, b"\2\3")
        other = adapter.answer({**request, "left": {"dtype": "s8", "shape": [2], "hex": "0203"}})
        self.assertEqual(other, {"rejected": {"status": 161002, "message": "dtype"}})
        self.assertIn("unsupported", adapter.answer({**request, "null": ["left"]}))

    def test_outcomes(self) -> None:
        def refuses(call: Cumprod) -> Tensor:
            with self.adapter.asking:
                raise ValueError("odd")

        def breaks(error: Exception) -> Any:
            def handler(call: Cumprod) -> Tensor:
                with self.adapter.asking:
                    raise error
            return handler

        def raises(error: Exception) -> Any:
            def handler(call: Cumprod) -> Tensor:
                raise error
            return handler

        def too_short(call: Cumprod) -> Tensor:
            return Tensor("u8", [2], b"\1")

        for behaviour, expected in (
                (refuses, {"rejected": {"message": "ValueError: odd"}}),
                (lambda call: Job(lambda: int("odd"), lambda _: call.input), "rejected"),
                (lambda call: Job(lambda: 1 // 0, lambda _: call.input), "crash"),
                (breaks(ZeroDivisionError("of nothing")), "crash"),
                (breaks(Unsupported("none")), {"unsupported": {"reason": "none"}}),
                (breaks(Rejected("no", 161002)), {"rejected": {"status": 161002, "message": "no"}}),
                # No fault of the implementation: the machine's, or a library that is not there.
                *((breaks(error), "failed") for error in (MemoryError(), FileNotFoundError(), ImportError())),
                (lambda call: Job(lambda: 1, lambda _: raises(ValueError("odd"))(call)), "failed"),
                (raises(Rejected("no", 161002)), {"rejected": {"status": 161002, "message": "no"}}),
                (raises(Unsupported("none")), {"unsupported": {"reason": "none"}}),
                (raises(ValueError("the adapter's own")), "failed"),
                (too_short, "failed")):
            self.behaviour = behaviour
            with self.subTest(expected=expected):
                answer = self.ask()
                outcome, = answer
                outcome = answer[outcome].get("kind", outcome) if outcome == "failed" else outcome
                self.assertEqual(answer if isinstance(expected, dict) else outcome, expected)

    def test_what_is_not_declared_is_unsupported(self) -> None:
        self.behaviour = lambda call: self.fail("asked in spite of that")
        strided = {"dtype": "u8", "shape": [1], "hex": "0203", "strides": [2]}
        lacking: list[Json] = [
            {"dtype": "c32"}, {"dtype": "f32"}, {"inplace": True}, {"input": strided}, {"null": ["dim"]},
            {"out": strided}, {"input": {"dtype": "u8", "shape": [1, 1, 2], "hex": "0203"}}, {"cmd": "reinterpret"},
            {"cmd": "cumsum"}, {"cmd": "promote", "table": "t", "ask": []}]
        for changes in lacking:
            with self.subTest(**changes):
                self.assertEqual(list(self.ask(**changes)), ["unsupported"])
        self.assertEqual(self.ask(dtype="c32")["unsupported"]["reason"], "toys are not complex")

    def test_bad_requests_fail(self) -> None:
        self.behaviour = lambda call: call.input
        bad: list[Json] = [
            {"input": {"dtype": "u8", "shape": [2], "hex": "02"}}, {"input": {"dtype": "u8", "shape": [2]}},
            {"input": {"dtype": "u8", "shape": [2], "at": 0, "len": 2}}, {"out": {}}, {"cmd": "hello"},
            {"cmd": "hello", "protocol": [2, 3]}, {"cmd": "bench"},
            {"cmd": "batch", "calls": [{"cmd": "batch", "calls": []}]}]
        for changes in bad:
            with self.subTest(**changes):
                self.assertEqual(list(self.ask(**changes)), ["failed"])

    def bench(self, **keys: Json) -> Json:
        """The answer to a request to time a call, of samples that take no time."""
        return self.adapter.answer({"cmd": "bench", "samples": 3, "least_ns": 1, **keys})

    CALL: Json = {"cmd": "cumprod", "input": {"dtype": "u8", "shape": [1], "hex": "02"}, "dim": 0}

    def test_bench_restores_before_each_run(self) -> None:
        state = [0]

        def run() -> int:
            state[0] += 1
            return state[0]

        def restore() -> None:
            state[0] = 6

        self.behaviour = lambda call: Job(run, lambda n: Tensor("u8", [1], bytes([n])), restore)
        answer = self.bench(call=self.CALL, result=True)["ok"]
        self.assertEqual((len(answer["ns"]), len(answer["copy_ns"]), answer["result"].data), (3, 3, b"\7"))
        self.assertGreater(min(answer["calls"], answer["copies"]), 0)

    def test_bench_goes_on_with_the_last_call(self) -> None:
        made: list[int] = []
        self.behaviour = lambda call: Job(lambda: made.append(1), lambda _: call.input, timed="append(1)",
                                          preallocated=True, threads=lambda most: most + 1)
        self.assertIn("failed", self.bench())
        first = self.bench(call=self.CALL, threads=2)["ok"]
        self.assertEqual((first["timed"], first["threads"], first["preallocated"]), ("append(1)", 3, True))
        self.assertNotIn("result", first)
        before = len(made)
        again = self.bench(samples=2, result=True)["ok"]
        self.assertEqual((len(again["ns"]), again["result"].data), (2, b"\2"))
        self.assertGreater(len(made), before)
        self.assertIn("unsupported", self.bench(call={**self.CALL, "dtype": "c32"}))
        self.assertIn("failed", self.bench(), "what was timed before is gone")

    def test_bench_takes_every_result_that_a_call_may_have(self) -> None:
        two = Tensor("u8", [1], b"\2")
        for result, expected in ((two, b"\2"), ([two], [b"\2"]), ((two, two), [b"\2"] * 2)):
            for work in (result, Job(lambda: 1, lambda _: result)):
                with self.subTest(work=type(work).__name__, expected=expected):
                    self.behaviour = lambda call: work
                    got = self.bench(call=self.CALL, result=True).get("ok", {}).get("result")
                    data = [tensor.data for tensor in got] if isinstance(got, list) else got and got.data
                    self.assertEqual((data, list(self.adapter.answer(self.CALL))), (expected, ["ok"]))

    def test_bench_times_what_is_bare_once_it_is_sure(self) -> None:
        ways: list[str] = []

        def refuse() -> None:
            raise Unsupported("no kernel")

        self.behaviour = lambda call: Job(lambda: ways.append("run"), lambda _: call.input,
                                          bare=lambda: ways.append("bare"))
        self.bench(call=self.CALL)
        self.assertEqual((ways[0], set(ways[1:])), ("run", {"bare"}))
        self.behaviour = lambda call: Job(refuse, lambda _: call.input, bare=lambda: ways.append("bare"))
        self.assertIn("unsupported", self.bench(call=self.CALL))

    def test_promote_answers_each_ask(self) -> None:
        @self.adapter.promote("t")
        def promote(ask: Json) -> str:
            with self.adapter.asking:
                if ask["lhs"] == ask["rhs"]:
                    raise ValueError("same")
            return {"u8": "s16"}[ask["lhs"]]

        asks = [{"lhs": lhs, "rhs": "s8", "lhs_rank": 0} for lhs in ("u8", "s8", "c32", "f32")]
        answers = self.adapter.answer({"cmd": "promote", "table": "t", "ask": asks})["ok"]
        self.assertEqual([list(answer) for answer in answers], [["dtype"], ["rejected"], ["unsupported"], ["failed"]])


    def test_a_pair_that_is_not_converted_is_refused(self) -> None:
        """Where each operand has a kernel with its like, a missing kernel for both is a missing conversion."""
        def add(lhs: str, rhs: str) -> str:
            if lhs != rhs or lhs == "u16":
                raise Unsupported("no kernel")
            return lhs

        promotions(self.adapter, converting(add), operand=lambda dtype, rank: dtype, scalar=lambda dtype: dtype, name=str)
        asks = [{"lhs": lhs, "rhs": rhs} for lhs, rhs in (("f32", "f32"), ("f32", "c64"), ("u16", "f32"), ("u16", "u16"))]
        answers = self.adapter.answer({"cmd": "promote", "table": "aclnn.tensor-tensor", "ask": asks})["ok"]
        self.assertEqual([list(answer) for answer in answers],
                         [["dtype"], ["rejected"], ["unsupported"], ["unsupported"]])


class Pipes(unittest.TestCase):
    """The base's loop, in a process."""

    COMMAND = ["-c", TALKATIVE]

    def test_prints_do_not_reach_the_protocol(self) -> None:
        call = {"id": 1, "cmd": "reinterpret", "input": {"dtype": "u8", "shape": [1], "hex": "ff"}, "dtype": "s8"}
        hello, answer = talk(self.COMMAND, [HELLO, call])
        self.assertEqual(hello["ok"]["framing"], ["line", "frame"])
        self.assertEqual(answer["ok"], {"dtype": "s8", "shape": [1], "hex": "ff"})

    def test_ends_with_the_harness_in_the_middle_of_a_call(self) -> None:
        for call in ("while True: pass", "time.sleep(600)"):
            adapter = subprocess.Popen([sys.executable, "-c", ENDLESS.replace("CALL", call)], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, cwd=FOLDER)
            assert adapter.stdin and adapter.stdout
            request = {"id": 1, "cmd": "reinterpret", "input": {"dtype": "u8", "shape": [1], "hex": "ff"}, "dtype": "s8"}
            for message in (HELLO, request):
                adapter.stdin.write(json.dumps(message).encode() + b"\n")
            adapter.stdin.flush()
            with self.subTest(call):
                self.assertEqual(json.loads(adapter.stdout.readline())["id"], 0)
                self.assertEqual(json.loads(adapter.stdout.readline()), "called")
                adapter.stdin.close()  # what the system does when the harness is killed
                adapter.stdout.close()
                try:
                    self.assertEqual(adapter.wait(DEADLINE), 0)
                finally:
                    adapter.kill()
                    adapter.wait()

    def test_answers_everything_before_it_ends(self) -> None:
        calls = [{"id": number, "cmd": "reinterpret", "input": {"dtype": "u8", "shape": [1], "hex": "ff"}, "dtype": "s8"}
                 for number in range(1, 4)]
        self.assertEqual([answer["id"] for answer in talk(self.COMMAND, [HELLO, *calls])], [0, 1, 2, 3])

    def test_line_that_is_no_request_costs_itself(self) -> None:
        done = subprocess.run([sys.executable, *self.COMMAND], input=b'nonsense\n[]\n{"id":3}\n' +
                              json.dumps(HELLO).encode() + b"\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=DEADLINE, cwd=FOLDER)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(answer["id"], "failed" in answer) for answer in answers],
                         [(None, True), (None, True), (3, True), (0, False)])

    def test_frames_and_batches(self) -> None:
        first, second = bytes(range(250)) * 2, b"\5" * 300
        call: Json = {"cmd": "cumprod", "input": {"dtype": "u8", "shape": [500], "at": 3, "len": 500}, "dim": 0}
        other: Json = {"cmd": "cumprod", "input": {"dtype": "u8", "shape": [300], "at": 503, "len": 300}, "dim": 0}
        small: Json = {"cmd": "cumprod", "input": {"dtype": "u8", "shape": [1], "hex": "07"}, "dim": 0}
        frame = b"\n{}" + first + second
        requests = [HELLO, {**call, "id": 1, "frame": 803},
                    {"id": 2, "cmd": "batch", "calls": [call, small, other, {"cmd": "cumsum"}], "frame": 803},
                    {**small, "id": 3, "frame": 0},
                    {**call, "id": 4, "input": {**call["input"], "at": 304}, "frame": 803}]
        _, one, batch, inline, outside = talk(self.COMMAND, requests, {1: frame, 2: frame, 4: frame})
        self.assertEqual((one["ok"]["at"], one["ok"]["len"], one["bytes"]), (0, 500, first))
        big, little, last, none = batch["ok"]
        for answer, expected in ((big, first), (last, second)):
            start = answer["ok"]["at"]
            self.assertEqual((start % 16, batch["bytes"][start:start + answer["ok"]["len"]]), (0, expected))
        self.assertEqual(little["ok"]["hex"], "07")
        self.assertIn("unsupported", none)
        self.assertNotIn("frame", inline)
        self.assertIn("failed", outside)

    def test_full_pipes_do_not_deadlock(self) -> None:
        """Writes 12 MiB of requests before it reads the first of as many bytes of answers."""
        size, count = 1 << 18, 24
        child = subprocess.Popen([sys.executable, *self.COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, cwd=FOLDER)
        watchdog = threading.Timer(DEADLINE, child.kill)
        watchdog.start()
        assert child.stdin and child.stdout
        try:
            for number in range(count):
                child.stdin.write(json.dumps({"id": number, "cmd": "cumprod", "dim": 0, "input": {
                    "dtype": "u8", "shape": [size], "hex": f"{number:02x}" * size}}).encode() + b"\n")
            child.stdin.close()
            answers = [json.loads(line) for line in child.stdout]
        finally:
            watchdog.cancel()
            child.stdout.close()
            child.kill()
            child.wait()
        self.assertEqual([answer["id"] for answer in answers], list(range(count)))


def product(shape: Sequence[int], dim: int, elements: dict[tuple[int, ...], Any]) -> list[Any]:
    """The document's formula, element by element, in index order: an oracle that knows no strides."""
    result = []
    for index in itertools.product(*map(range, shape)):
        if not shape:
            return [elements[()]]
        axis = dim % len(shape)
        value = elements[index[:axis] + (0,) + index[axis + 1:]]
        for k in range(1, index[axis] + 1):
            value = value * elements[index[:axis] + (k,) + index[axis + 1:]]
        result.append(value)
    return result


class Minimal(unittest.TestCase):
    COMMAND = ["minimal_adapter.py"]

    def test_random_products(self) -> None:
        pick = random.Random(20)
        requests: list[Json] = [HELLO]
        expected = []
        for number in range(1, 1200):
            source, target = pick.choice(("s64", "f64")), pick.choice((None, "s64", "f64"))
            shape = [pick.choice((0, 1, 1, 2, 2, 3)) for _ in range(pick.choice((0, 1, 1, 2, 3, 4, 8)))]
            order = pick.sample(range(len(shape)), len(shape))
            strides = [0] * len(shape)
            step = pick.choice((1, 2))
            for axis in order:
                strides[axis], step = step, step * max(shape[axis], 1)
            offset = pick.randrange(3)
            size, code = offset + step, "q" if source == "s64" else "d"
            storage: list[Any] = [pick.randrange(-2**63, 2**63) if pick.random() < 0.3 else pick.randrange(-9, 10)
                                  for _ in range(size)]
            if source == "f64":
                special = (math.inf, math.nan, -0.0, 1e300, 5e-324) if target != "s64" else (0.5, -2.75, 1e9)
                storage = [pick.choice(special) if pick.random() < 0.2 else pick.randrange(-99, 99) / 8
                           for _ in range(size)]
            inplace = target in (None, source) and pick.random() < 0.3
            dim = pick.randrange(-max(len(shape), 1), max(len(shape), 1))
            convert = float if (target or source) == "f64" else int
            elements = {index: convert(storage[offset + sum(i * s for i, s in zip(index, strides))])
                        for index in itertools.product(*map(range, shape))}
            values = product(shape, dim, elements)
            if convert is int:
                values = [(value + 2**63) % 2**64 - 2**63 for value in values]
            expected.append((target or source, shape, values))
            requests.append({"id": number, "cmd": "cumprod", "dim": dim, "dtype": target, "inplace": inplace,
                             "input": tensor(source, shape, code, storage, strides=strides, offset=offset),
                             "out": {"dtype": target or source, "shape": shape}})
        for request, answer, (dtype, shape, values) in zip(requests[1:], talk(self.COMMAND, requests)[1:], expected):
            if request["inplace"] and 0 in shape:  # the pages deny empty tensors in place
                self.assertIn("rejected", answer, request)
                continue
            result = answer.get("ok", {})
            self.assertEqual((result.get("dtype"), result.get("shape")), (dtype, shape), request)
            got = struct.unpack(f"<{len(values)}{'q' if dtype == 's64' else 'd'}", bytes.fromhex(result["hex"]))
            # repr tells signed zeros apart and lets NaN equal itself, which is all there is to compare of one
            self.assertEqual(list(map(repr, got)), list(map(repr, values)), request)

    def test_rejects_what_the_document_does(self) -> None:
        good: Json = {"cmd": "cumprod", "input": tensor("s64", [2, 1], "q", [1, 2]), "dim": 0, "inplace": False,
                      "out": {"dtype": "s64", "shape": [2, 1]}}
        point = {"input": tensor("s64", [], "q", [1]), "out": {"dtype": "s64", "shape": []}}
        nine = {"input": tensor("s64", [1] * 9, "q", [1]), "out": {"dtype": "s64", "shape": [1] * 9}}
        bad: list[Json] = [
            {"dim": 2}, {"dim": -3}, {**point, "dim": 1}, {**point, "dim": -2}, nine, {"inplace": True, "dim": 2},
            {"out": {"dtype": "s64", "shape": [2]}}, {"out": {"dtype": "s64", "shape": [1, 2]}},
            {"out": {"dtype": "f64", "shape": [2, 1]}}, {"dtype": "f64"}, {"dtype": "f64", "inplace": True},
            {"dtype": "bool", "out": {"dtype": "bool", "shape": [2, 1]}}, {"dim_dtype": "f32"}, {"dim_dtype": "s64"},
            {"null": ["input"], "input": None}]
        requests = [HELLO, {**good, "id": 1}, *({**good, "id": number, **changes}
                                                for number, changes in enumerate(bad, 2))]
        _, fine, *answers = talk(self.COMMAND, requests)
        self.assertIn("ok", fine)
        for changes, answer in zip(bad, answers):
            with self.subTest(**changes):
                self.assertIn("rejected", answer)

    def test_says_what_it_lacks(self) -> None:
        single = {"cmd": "cumprod", "dim": 0, "input": tensor("f32", [1], "f", [1]), "out": {
            "dtype": "f32", "shape": [1]}}
        answers = talk(self.COMMAND, [HELLO, {"id": 1, **single}, {"id": 2, "cmd": "batch", "calls": []},
                                      {"id": 3, "cmd": "promote", "table": "aclnn.tensor-tensor", "ask": []},
                                      {"id": 4, "cmd": "bye"}, {"id": 5, "cmd": "batch"}])
        self.assertEqual([list(answer)[1] for answer in answers], ["ok"] + ["unsupported"] * 3)

    def test_is_short(self) -> None:
        source = (FOLDER / "minimal_adapter.py").read_text().splitlines()
        self.assertLessEqual(len(source), 35)
        self.assertLessEqual(max(map(len, source)), 118)


class Transcript(unittest.TestCase):
    def test_minimal(self) -> None:
        replay(self, "minimal", ["minimal_adapter.py"])


class Faulty(unittest.TestCase):
    """The harness's own fixtures: what a fault does not strike is answered rightly, or tests by them mean little."""

    SCRIPT = FOLDER.parents[1] / "tests" / "fixtures" / "adapters" / "faulty.py"

    def test_modes_are_those_described(self) -> None:
        usage = subprocess.run([sys.executable, str(self.SCRIPT), "none"], stderr=subprocess.PIPE, timeout=DEADLINE)
        offered = re.findall(r"'(\w+)'", usage.stderr.decode().partition("choose from")[2])
        described = re.findall(r"^    (\w+) {2,}", self.SCRIPT.read_text().split('"""')[1], re.MULTILINE)
        offered = offered or re.findall(r"\w+", usage.stderr.decode().partition("choose from")[2])  # Python 3.12 on
        self.assertEqual(sorted(offered), sorted(set(described) - {"f64", "all"}))

    def test_faults_strike_what_they_should(self) -> None:
        requests = [HELLO, *({"id": number, "cmd": "cumprod", "input": tensor(dtype, [2], code, [3, 5]), "dim": dim,
                              "out": {"dtype": dtype, "shape": [2]}}
                             for number, (dtype, code, dim) in enumerate(
                                 (("s64", "q", 0), ("f64", "d", 0), ("f64", "d", 1), ("s64", "q", 1)), 1))]
        sent = "".join(json.dumps(request) + "\n" for request in requests).encode()
        said = {}
        for mode in ("honest", "garbage", "truncated", "wrong_id", "twice", "wrong_size", "lies_shape", "wrong_value",
                     "rejects", "accepts", "exits", "half_answer_exits", "aborts"):
            said[mode] = subprocess.run([sys.executable, str(self.SCRIPT), mode], input=sent, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, timeout=DEADLINE).stdout.splitlines()
        honest = said.pop("honest")
        self.assertEqual([list(json.loads(answer))[1] for answer in honest], ["ok"] * 3 + ["rejected"] * 2)
        for mode, lines in said.items():
            with self.subTest(mode):
                self.assertEqual(lines[:2], honest[:2])
                self.assertNotEqual(lines[2:], honest[2:])
                if len(lines) > 3:
                    self.assertEqual(lines[-1], honest[-1])


if __name__ == "__main__":
    unittest.main()
