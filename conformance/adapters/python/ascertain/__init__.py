"""One result in hand: is it right by the vendors' pages?

    import ascertain

    judgement = ascertain.check("amax", self=x, dim=[0], keepDim=False, out=y)
    if not judgement:
        print(judgement)

    ascertain.assert_right("amax", self=x, dim=[0], out=y)     # for tests: an AssertionError says what is wrong

    for given in ascertain.cases("amax", dtypes=["f32", "bf16"], n=200):   # inputs that tell
        ascertain.assert_right("amax", **given, out=mine(given["self"], given["dim"]))

Arguments and results have the names that `ascertain explain amax` shows. A result of a call in place, or of one that has no output,
is `result`. Arrays are those of NumPy (with the dtypes of ml_dtypes), PyTorch, JAX, or anything that NumPy can read:
`__array_interface__`, `__array__`, the buffer protocol or `__dlpack__`. Only values count: views are judged like copies of them.

A process of the program `ascertain` judges. It starts with the first call, serves all threads, and ends with this one. `Judge` starts
one of its own, with options of `ascertain check`: `Judge("--profile", "latest", "--product", "A2")`.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import os
import struct
import subprocess
import sys
import threading
import weakref
from collections.abc import Collection, Iterator
from operator import index
from typing import Any, Optional

import numpy

from ascertain_adapters import __version__
from ascertain_adapters.arrays import DTYPES, array
from ascertain_adapters.program import find
from ascertain_adapters.wire import Tensor, decode_output, encode_message, read_frame

__all__ = ["Judge", "Judgement", "__version__", "assert_right", "cases", "check"]

__tracebackhide__ = True  # pytest shows the caller's line and the message, and nothing of this module

Array = Any  # of any framework
Json = Any

# What NumPy and PyTorch call dtypes.
SHORT = {"bfloat16": "bf16", "complex32": "c32", **{dtype.name: name for name, dtype in DTYPES.items()}}
MISSES = 1000  # unusable random cases in a row, before giving up


class Judgement:
    """What came of a result. It is true if the result is right, and its text is what `ascertain check` prints."""

    def __init__(self, answer: dict[str, Json]) -> None:
        result = answer["result"]
        self.verdict: str = answer["verdict"]
        """`right`, `wrong`, or `open`: the page does not say what is right, or only advises otherwise."""
        self.text: str = answer["text"]
        """All of it, for people."""
        self.kind: Optional[str] = result.get("kind")
        """What is wrong: `value`, `dtype`, `shape`, or `accepted-invalid` for a call that must be refused."""
        self.element: Optional[tuple[int, ...]] = tuple(result["at"]) if "at" in result else None
        """The index of the first wrong element."""
        self.expected: Optional[str] = result.get("expected")
        """What is right, as numbers and bits: an element, or the ends of an interval."""
        self.got: Optional[str] = result.get("got")
        """What is there instead."""
        self.detail: Optional[str] = result.get("detail")
        """The inputs of the element, or why it is open."""
        self.requirement: Optional[str] = result.get("requirement")
        """The id of the requirement that decided; `ascertain explain ID` explains it."""
        self.citation: Optional[str] = result.get("cite")
        """Where the page says so."""
        self.cause: Optional[str] = result.get("cause")
        """The mistake that explains the result, if one does."""

    def __bool__(self) -> bool:
        return self.verdict == "right"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text.partition(chr(10))[0]}>"


class Judge:
    """A process that judges, with these options of `ascertain check`. It starts when it is needed."""

    def __init__(self, *options: str, program: Optional[str] = None) -> None:
        self._command = ["check", "--stream", *options]
        self._named = program
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._ids = itertools.count(1)
        _JUDGES.add(self)

    def check(self, operator: str, /, **given: Any) -> Judgement:
        """Judges a result: `given` has the operator's arguments and its results by name. An argument that is None is absent.

        Raises ValueError for what is not a call of the operator, TypeError for what is not an array or a number, and RuntimeError if
        the program cannot be run."""
        values = {name: _value(name, value) for name, value in given.items() if value is not None}
        answer, _ = self._ask({"cmd": "check", "operator": operator, "given": values})
        return Judgement(answer["ok"])

    def assert_right(self, operator: str, /, **given: Any) -> None:
        """Raises an AssertionError, which says why, unless a result is right. What is open is not right: where the page is silent,
        `check` tells without raising."""
        judgement = self.check(operator, **given)
        if not judgement:
            raise AssertionError(judgement.text)

    def cases(self, operator: str, /, dtypes: Optional[Collection[str]] = None, shapes: Optional[int] = None,
              n: int = 100, seed: int = 0) -> Iterator[dict[str, Any]]:
        """Random valid calls, made to tell wrong implementations from right ones: those of `ascertain run --seed SEED`. Each is a dict of arguments, with NumPy arrays, for `check` to take back beside the results.

        `dtypes` names those that tensors and arguments such as `dtype` may have, `f32` or `float32`; `shapes` is how many different
        shapes there are, for implementations that compile for each."""
        wanted = None if dtypes is None else {_short(str(dtype)) for dtype in dtypes}
        found = missed = 0
        for place in itertools.count():
            if found == n:
                return
            asked = {"cmd": "case", "operator": operator, "seed": seed, "index": place, "shapes": shapes}
            call, frame = self._ask(asked)
            tensors = {name: decode_output(value, frame) for name, value in call.items() if name != "unsupported"
                       and isinstance(value, dict)}
            used = {tensor.dtype for tensor in tensors.values()}
            used |= {value for name, value in call.items() if isinstance(value, str) and name != "cmd"}
            if "unsupported" in call or not used <= DTYPES.keys() or not (wanted is None or used <= wanted):
                missed += 1
                if missed > MISSES:
                    among = "" if wanted is None else f" of the dtypes {sorted(wanted)}"
                    raise ValueError(f"no valid call{among} among {MISSES} random cases of {operator}")
                continue
            found, missed = found + 1, 0
            dtypes_of = {name: DTYPES[value] for name, value in call.items() if isinstance(value, str) and name != "cmd"}
            arrays = {name: array(tensor).copy(order="C") for name, tensor in tensors.items()}
            yield {name: value for name, value in {**call, **dtypes_of, **arrays}.items()
                   if name not in ("id", "cmd", "frame")}

    def close(self) -> None:
        """Ends the process. The next call starts another."""
        with self._lock:
            self._end()

    def _ask(self, message: dict[str, Json]) -> tuple[dict[str, Json], Optional[memoryview]]:
        with self._lock:
            pieces = encode_message({"id": next(self._ids), **message}, framed=True)
            again = self._process is not None  # a process that died since then is started again
            while True:
                try:
                    answer, frame = self._exchange(pieces)
                    break
                except (OSError, EOFError) as error:
                    code = self._end(grace=5)
                    if not again:
                        raise RuntimeError(f"the process of `ascertain` ended with exit code {code}: {error}") from error
                    again = False
                except BaseException:  # interrupted: the answer to this would be taken for that to the next
                    self._end()
                    raise
        if "failed" in answer:
            raise ValueError(answer["failed"]["message"])
        return answer, frame

    def _exchange(self, pieces: Any) -> tuple[dict[str, Json], Optional[memoryview]]:
        process = self._process or self._start()
        assert process.stdin and process.stdout
        for piece in pieces:
            left = memoryview(piece)
            while left:
                left = left[os.write(process.stdin.fileno(), left):]
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError("it did not answer")
        answer = json.loads(line)
        return answer, read_frame(process.stdout, answer["frame"]) if "frame" in answer else None  # type: ignore[arg-type]

    def _start(self) -> subprocess.Popen[bytes]:
        program = find(self._named)
        if program is None:
            raise RuntimeError("`ascertain` is neither beside this Python nor on PATH; set $ASCERTAIN to its path")
        try:
            self._process = subprocess.Popen([program, *self._command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise RuntimeError(f"cannot run {program}: {error}") from error
        return self._process

    def _end(self, grace: float = 0) -> Optional[int]:
        """Ends the process, which keeps nothing; its exit code, if it ends by itself."""
        process, self._process = self._process, None
        if process is None:
            return None
        code = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = process.wait(grace)
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe
            with contextlib.suppress(OSError):
                pipe.close()
        process.wait()
        return code

    def _forget(self) -> None:
        """In a process that was forked: the other one belongs to the parent, which may hold the lock."""
        process, self._process, self._lock = self._process, None, threading.Lock()
        if process is not None:
            process.returncode = 0
            for pipe in (process.stdin, process.stdout):
                assert pipe
                pipe.close()


_JUDGES: weakref.WeakSet[Judge] = weakref.WeakSet()


def _forget_all() -> None:
    for judge in list(_JUDGES):
        judge._forget()


@atexit.register
def _end_all() -> None:
    for judge in list(_JUDGES):
        judge._end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _short(word: str) -> str:
    """The short name of a dtype that NumPy or PyTorch calls so: `f32` of `float32`."""
    return SHORT.get(word, word)


def _value(name: str, value: Any) -> Json:
    """An argument or a result as a message has it."""
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return Tensor("f64", (), struct.pack("<d", value))
    if isinstance(value, complex):
        return Tensor("c128", (), struct.pack("<2d", value.real, value.imag))
    if isinstance(value, type):
        return numpy.dtype(value).name
    if type(value).__name__.lower().endswith("dtype"):
        return str(value).rpartition(".")[2]
    if isinstance(value, (list, tuple)):
        try:
            return [index(item) for item in value]
        except TypeError:
            raise TypeError(f"{name} is a list of other things than integers; give an array") from None
    return _tensor(name, value)


def _tensor(name: str, value: Array) -> Tensor:
    """An array with its elements in C order, copied only if they are not."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):  # NumPy does not have all of its dtypes
        flat = value.detach().resolve_conj().resolve_neg().cpu().reshape(-1).contiguous()
        return Tensor(_short(str(value.dtype).rpartition(".")[2]), value.shape, flat.view(torch.uint8).numpy().data)
    if not hasattr(value, "__array__") and not hasattr(value, "__array_interface__") and hasattr(value, "__dlpack__"):
        value = numpy.from_dlpack(value)
    given = numpy.asarray(value)
    if given.dtype.hasobject:
        raise TypeError(f"{name} is not an array, but {type(value).__name__}")
    given = given.astype(given.dtype.newbyteorder("<"), copy=False)
    return Tensor(_short(given.dtype.name), given.shape, given.ravel().view(numpy.uint8).data)


_DEFAULT = Judge()
check = _DEFAULT.check
assert_right = _DEFAULT.assert_right
cases = _DEFAULT.cases
