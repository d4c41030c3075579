"""The adapter base class: calls the function registered for a request and turns its result into an answer."""

from __future__ import annotations

import json
import math
import os
import traceback
from types import TracebackType
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence, Union

from . import timing
from .wire import (BadRequest, Bytes, Frame, Json, Tensor, claim_stdout, decode_output, decode_tensor, encode_message,
                   key, read_frame)

PROTOCOL = 1
BATCH = 256  # largest number of calls in a `batch`


# Arguments and results of handlers

class Rejected(Exception):
    """The implementation refuses the input. `status` is its status code, if it has one."""

    def __init__(self, message: str = "", status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


class Unsupported(Exception):
    """The implementation does not support this; the message says what is missing."""


class _Crashed(Exception):
    """The implementation ended with an exception that is not a refusal."""


# Exceptions within a call of the implementation that are not its fault.
_OF_THE_MACHINE = (MemoryError, OSError, ImportError)


class Cumprod(NamedTuple):
    """A cumulative product along `dim`. If `dtype` is None (ACL_DT_UNDEFINED), it is that of the input.

    If `out`, or the input of an in-place call, has strides, it is best to return its whole storage: then the harness can
    check that the gaps did not change. Returning only the elements, in C order, is fine too.
    """

    input: Tensor
    dim: int
    dtype: Optional[str]
    inplace: bool
    out: Optional[Tensor]     # allocated by the caller for the result; None if in place
    dim_dtype: Optional[str]  # the dtype of dim, if a case passes one other than the documented one


class Reinterpret(NamedTuple):
    """The same bytes, read as `dtype`."""

    input: Tensor
    dtype: str


class Job(NamedTuple):
    """A prepared call, so that its preparation is not timed.

    `run` makes the call and synchronises the device. It may be called many times; an exception listed in `rejects` is a
    refusal. `setup` is called before each run, to restore what the run overwrites. `tensor` converts the last result to
    an answer. For reports, `timed` describes `run` as a line of code, `preallocated` says whether the result goes to
    memory allocated before, and `threads` limits the number of threads and returns the number used. `bare` is `run`
    without steps that only answers need; it is timed after `run` has succeeded.
    """

    run: Callable[[], Any]
    tensor: Callable[[Any], Union[Tensor, list[Tensor]]]
    setup: Optional[Callable[[], None]] = None
    timed: str = ""
    preallocated: bool = False
    threads: Callable[[int], Optional[int]] = lambda most: None
    bare: Optional[Callable[[], Any]] = None


class _Benched(NamedTuple):
    """The call that was timed last, which a request may time again."""

    job: Job
    data: Bytes  # copied for comparison


Ask = Mapping[str, Any]  # a promotion: its operands by name, `lhs_rank` and `rhs_rank`
Arguments = Mapping[str, Any]  # a call of any other operator: its arguments by name, tensors as `Tensor`
PromoteHandler = Callable[[Ask], str]
CumprodHandler = Callable[[Cumprod], Union[Tensor, Job]]
ReinterpretHandler = Callable[[Reinterpret], Union[Tensor, Job]]
ArgumentsHandler = Callable[[Arguments], Union[Tensor, list[Tensor], Job]]
Command = Callable[[Json, Frame], Json]


class Adapter:
    """Answers the harness for one implementation, with the functions registered here.

    `rejects` are the exceptions that the implementation raises to refuse its input; in `asking`, any other is a crash of
    the implementation. `lacks` maps a dtype to the reason
    why the implementation does not have it; questions with that dtype are answered `unsupported` with that reason.
    """

    def __init__(self, name: str, version: str, rejects: tuple[type[Exception], ...] = (),
                 lacks: Optional[Mapping[str, str]] = None) -> None:
        self.name = name
        self.version = version
        self.asking = _Asking(rejects)
        self.lacks = dict(lacks or {})
        self.ops: dict[str, dict[str, Json]] = {}  # as sent in hello
        self._tables: dict[str, PromoteHandler] = {}
        self._handlers: dict[str, Callable[[Any], Any]] = {}
        self._by_name: set[str] = set()  # operators whose functions take their arguments by name
        self._benched: Optional[_Benched] = None
        self._commands: dict[str, Command] = {
            "hello": self._hello, "promote": self._promote, "cumprod": self._call, "reinterpret": self._call,
            "batch": self._batch, "bench": self._bench}

    # For the author of an adapter

    def promote(self, table: str) -> Callable[[PromoteHandler], PromoteHandler]:
        """Registers a function for a promotion table. It takes an ask and returns the short name of the result's dtype."""
        def register(handler: PromoteHandler) -> PromoteHandler:
            self._tables[table] = handler
            self.ops.setdefault("promote", {"tables": []})["tables"].append(table)
            return handler
        return register

    def cumprod(self, dtypes: Sequence[str], max_rank: int, strided: bool = False, inplace: bool = False,
                out: bool = True, dtype: bool = True) -> Callable[[CumprodHandler], CumprodHandler]:
        """Registers a function for the cumulative product, and what it supports: which dtypes, how many dimensions,
        tensors with gaps, the in-place form, the arguments `out` and `dtype`. Anything else is `unsupported`."""
        def register(handler: CumprodHandler) -> CumprodHandler:
            self._handlers["cumprod"] = handler
            # Arguments that are there need no mention.
            absent = {name: False for name, has in (("out", out), ("dtype", dtype)) if not has}
            self.ops["cumprod"] = {"dtypes": list(dtypes), "max_rank": max_rank, "strided": strided,
                                   "inplace": inplace, **absent}
            return handler
        return register

    def reinterpret(self, dtypes: Sequence[str], max_rank: int,
                    strided: bool = False) -> Callable[[ReinterpretHandler], ReinterpretHandler]:
        """Registers a function that reinterprets bytes, from and to each of `dtypes`."""
        def register(handler: ReinterpretHandler) -> ReinterpretHandler:
            self._handlers["reinterpret"] = handler
            self.ops["reinterpret"] = {"dtypes": list(dtypes), "max_rank": max_rank, "strided": strided}
            return handler
        return register

    def operator(self, name: str, dtypes: Sequence[str], max_rank: Optional[int] = None, strided: bool = False,
                 **offers: bool) -> Callable[[ArgumentsHandler], ArgumentsHandler]:
        """Registers a function for any other operator of the specification, and what it supports: `offers` are the flags
        that it takes, and `False` for optional arguments that it does not have. The function takes a dictionary of the
        arguments, which `ascertain explain NAME` lists, and returns a list for an operator with several results. It is also
        asked calls that it should refuse, such as tensors of other dtypes."""
        def register(handler: ArgumentsHandler) -> ArgumentsHandler:
            self._handlers[name] = handler
            self._by_name.add(name)
            self._commands[name] = self._call
            limit = {} if max_rank is None else {"max_rank": max_rank}
            self.ops[name] = {"dtypes": list(dtypes), "strided": strided, **limit, **offers}
            return handler
        return register

    def declare(self, **claims: Json) -> None:
        """Declares the arithmetic of the cumulative product (`order`, `accumulator`, `subnormals`), or the dtypes of its
        results where none is given (`result={"s8": "s64"}`). The harness then checks its results bit for bit. Without an
        order, factors stay in index order, grouped in any way; `order="permuted"` lets them change places."""
        self.ops["cumprod"].update(claims)

    def serve(self) -> None:
        """Answers requests until the harness says bye or closes the pipe."""
        source, output = claim_stdout()
        output.end_without_reader()
        for line in source:
            request: Json = None
            frame: Frame = None
            try:
                request = json.loads(line)
                if "frame" in request:
                    frame = read_frame(source, request["frame"])
                if request["cmd"] == "bye":
                    break
                answer = {"id": request.get("id"), **self.answer(request, frame)}
                pieces = encode_message(answer, framed=frame is not None or request["cmd"] == "bench")
            except Exception as error:  # a malformed request, or an answer that cannot be encoded
                number = request.get("id") if isinstance(request, dict) else None
                pieces = encode_message({"id": number, "failed": {"message": _describe(error)}}, framed=False)
            output.send(pieces)
        output.close()

    def answer(self, request: Json, frame: Frame = None) -> dict[str, Json]:
        """The answer to one request, without its id: one of `ok`, `rejected`, `unsupported` and `failed`.

        Tensors in it are `Tensor` objects. Unknown keys of the request are ignored, since later harnesses send more.
        """
        command = self._commands.get(request["cmd"])
        if command is None:
            return {"unsupported": {"reason": f"no command {request['cmd']!r}"}}
        return _verdict(command, request, frame)

    # Commands: each takes a request and its frame, and returns the value of `ok`

    def _hello(self, request: Json, _frame: Frame) -> Json:
        lowest, highest = key(request, "protocol")
        if not lowest <= PROTOCOL <= highest:
            raise BadRequest(f"this adapter speaks protocol version {PROTOCOL}, not {lowest} to {highest}")
        return {"protocol": PROTOCOL, "name": self.name, "version": self.version, "framing": ["line", "frame"],
                "batch": BATCH, "bench": True, "ops": self.ops}

    def _promote(self, request: Json, _frame: Frame) -> Json:
        table = key(request, "table")
        if table not in self._tables:
            raise Unsupported(f"no table {table!r}")
        answers = [_verdict(self._promote_one, self._tables[table], ask) for ask in key(request, "ask")]
        return [answer.get("ok", answer) for answer in answers]

    def _promote_one(self, handler: PromoteHandler, ask: Ask) -> Json:
        for operand in ask.values():
            if operand in self.lacks:
                raise Unsupported(self.lacks[operand])
        return {"dtype": handler(ask)}

    def _call(self, request: Json, frame: Frame) -> Json:
        handler, call = self._handler(request, frame)
        work: Any = handler(call)
        if isinstance(work, Job):
            if work.setup:
                work.setup()
            with self.asking:
                result = work.run()
            work = work.tensor(result)
        return _checked(request["cmd"], work)

    def _batch(self, request: Json, frame: Frame) -> Json:
        calls = key(request, "calls")
        if any(call["cmd"] == "batch" for call in calls):
            raise BadRequest("a batch must not contain a batch")
        return [self.answer(call, frame) for call in calls]

    def _bench(self, request: Json, frame: Frame) -> Json:
        samples, least, most = key(request, "samples"), key(request, "least_ns"), request.get("threads", 1)
        if samples < 1:
            raise BadRequest("`samples` must be at least 1")
        if "call" in request:
            self._benched = None  # frees the memory of the previous call
            self._benched = self._prepared(request["call"], frame)
        if self._benched is None:
            raise BadRequest("the first bench request must contain a call")
        job, data = self._benched
        threads = job.threads(most)
        taken, result = timing.sample(job.bare or job.run, job.setup, data, samples, least, self.asking)
        taken.update(preallocated=job.preallocated, timed=job.timed)
        if threads is not None:
            taken["threads"] = threads
        if request.get("result"):
            taken["result"] = _checked("the call", job.tensor(result))
        return taken

    def _prepared(self, request: Json, frame: Frame) -> _Benched:
        handler, call = self._handler(request, frame)
        work = handler(call)
        if not isinstance(work, Job):  # so the whole handler is timed
            work = Job(lambda: handler(call), lambda result: result, timed="the adapter's whole function")
        if work.bare:
            with self.asking:
                work.run()  # checks for more errors than `bare`
        arguments = call.values() if isinstance(call, dict) else [call.input]
        return _Benched(work, next((value.data for value in arguments if isinstance(value, Tensor)), b""))

    def _handler(self, request: Json, frame: Frame) -> tuple[Callable[[Any], Any], Any]:
        """The function for a request, and its argument."""
        command = key(request, "cmd")
        if command not in self._handlers:
            raise Unsupported(f"no {command}")
        if request.get("null"):
            raise Unsupported("null arguments are not supported")
        if command in self._by_name:
            return self._handlers[command], _arguments(request, frame)
        tensor, dtype = decode_tensor(key(request, "input"), frame), request.get("dtype")
        call: Union[Cumprod, Reinterpret]
        if command == "reinterpret":
            call = Reinterpret(tensor, key(request, "dtype"))
            self._check_dtypes(command, tensor.dtype, dtype)
        else:
            inplace, out = request.get("inplace", False), request.get("out")
            target = None if inplace or out is None else decode_output(out, frame)
            call = Cumprod(tensor, key(request, "dim"), dtype, inplace, target, request.get("dim_dtype"))
            self._check_dtypes(command, tensor.dtype, dtype, target.dtype if target else None)
            if inplace and not self.ops[command]["inplace"]:
                raise Unsupported("in-place calls are not supported")
            if call.dim_dtype in self.lacks:
                raise Unsupported(self.lacks[call.dim_dtype])
            self._check_layout(command, target)
        self._check_layout(command, tensor)
        return self._handlers[command], call

    def _check_dtypes(self, command: str, *dtypes: Optional[str]) -> None:
        for dtype in dtypes:
            if dtype is not None and dtype not in self.ops[command]["dtypes"]:
                raise Unsupported(self.lacks.get(dtype, f"no {command} of {dtype}"))

    def _check_layout(self, command: str, tensor: Optional[Tensor]) -> None:
        op = self.ops[command]
        if tensor is not None and tensor.strides is not None and not op["strided"]:
            raise Unsupported("only contiguous tensors are supported")
        if tensor is not None and len(tensor.shape) > op.get("max_rank", math.inf):
            raise Unsupported(f"at most {op['max_rank']} dimensions are supported")


def _arguments(request: Json, frame: Frame) -> dict[str, Any]:
    """The arguments of a call by name. An output that is sent without its bytes is allocated."""
    def read(value: Json) -> Any:
        return decode_output(value, frame) if isinstance(value, dict) else value
    return {name: read(value) for name, value in request.items() if name not in ("id", "cmd", "frame", "null")}


class _Asking:
    """A context manager for calls of the implementation: turns its refusals into `Rejected`, and its faults into
    `_Crashed`."""

    def __init__(self, rejects: tuple[type[Exception], ...]) -> None:
        self._rejects = rejects

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: Optional[type[BaseException]], error: Optional[BaseException],
                 _trace: Optional[TracebackType]) -> None:
        if isinstance(error, self._rejects):
            raise Rejected(f"{type(error).__name__}: {error}") from error
        if isinstance(error, Exception) and not isinstance(error, (Rejected, Unsupported, *_OF_THE_MACHINE)):
            raise _Crashed(_describe(error)) from error


def _verdict(ask: Callable[..., Json], *arguments: Any) -> dict[str, Json]:
    try:
        return {"ok": ask(*arguments)}
    except Rejected as error:
        status = {} if error.status is None else {"status": error.status}
        return {"rejected": {**status, "message": str(error)}}
    except Unsupported as error:
        return {"unsupported": {"reason": str(error)}}
    except _Crashed as error:
        return {"failed": {"kind": "crash", "message": str(error)}}
    except Exception as error:
        return {"failed": {"message": _describe(error)}}


def _checked(command: str, answer: Any) -> Json:
    # Mistakes of the adapter, not of the implementation.
    if isinstance(answer, (list, tuple)):  # an operator with several results
        return [_checked(command, tensor) for tensor in answer]
    if not isinstance(answer, Tensor):
        raise TypeError(f"{command} returned {type(answer).__name__}; return a Tensor, or tensor(array)")
    wrong = answer.wrong_size()
    if wrong:
        raise ValueError(f"the adapter returned {wrong}")
    return answer


def _describe(error: Exception) -> str:
    """The error and its line, for the adapter's author."""
    if isinstance(error, BadRequest):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
