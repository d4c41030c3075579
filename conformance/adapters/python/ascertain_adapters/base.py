"""Dispatch: from a request to a function registered for it, and from what it does to an answer."""

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
BATCH = 256  # calls that one `batch` may hold


# What handlers get and give

class Rejected(Exception):
    """The implementation refuses the input. `status` is its own code, where it has one."""

    def __init__(self, message: str = "", status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


class Unsupported(Exception):
    """The implementation has nothing to ask; the message says what it lacks."""


class Cumprod(NamedTuple):
    """Ask for the product along `dim` up to each element. `dtype` None is ACL_DT_UNDEFINED: the input's own.

    Where `out`, or the input in place, has strides, it is best answered with its whole storage: then the harness
    sees what became of the gaps. The elements alone, in C order, will do.
    """

    input: Tensor
    dim: int
    dtype: Optional[str]
    inplace: bool
    out: Optional[Tensor]     # what the caller has allocated for the result; None in place
    dim_dtype: Optional[str]  # where a case passes dim as another type than the documented one


class Reinterpret(NamedTuple):
    """Ask for the same bytes, read as `dtype`."""

    input: Tensor
    dtype: str


class Job(NamedTuple):
    """A call that is ready to be made, for handlers whose preparation is not to be timed.

    `run` is the call alone; it may be made many times, and an exception in `rejects` is a refusal there. A device is
    synchronised in it. `setup` goes before each run, to restore what the run overwrites. `tensor` makes the answer
    of the last result. For reports, `timed` says in a line of code what `run` does, `preallocated` whether its
    result goes to memory that is there before, and `threads` limits those it computes with and says how many there
    are. `bare` is the same as `run` without what only answers need: that is timed, after `run` has gone well.
    """

    run: Callable[[], Any]
    tensor: Callable[[Any], Tensor]
    setup: Optional[Callable[[], None]] = None
    timed: str = ""
    preallocated: bool = False
    threads: Callable[[int], Optional[int]] = lambda most: None
    bare: Optional[Callable[[], Any]] = None


class _Benched(NamedTuple):
    """What is timed, for requests to time it again."""

    job: Job
    data: Bytes  # of which a copy is the yardstick


Ask = Mapping[str, Any]  # a question to a promotion table: its operands by name, `lhs_rank` and `rhs_rank`
PromoteHandler = Callable[[Ask], str]
CumprodHandler = Callable[[Cumprod], Union[Tensor, Job]]
ReinterpretHandler = Callable[[Reinterpret], Union[Tensor, Job]]
Command = Callable[[Json, Frame], Json]


class Adapter:
    """Answers a harness for one implementation, through the functions registered with it.

    `rejects` are the exceptions by which the implementation refuses. `lacks` says for a dtype why the
    implementation has none of it; questions that mention it are answered `unsupported` with that reason.
    """

    def __init__(self, name: str, version: str, rejects: tuple[type[Exception], ...] = (),
                 lacks: Optional[Mapping[str, str]] = None) -> None:
        self.name = name
        self.version = version
        self.asking = _Asking(rejects)
        self.lacks = dict(lacks or {})
        self.ops: dict[str, dict[str, Json]] = {}  # as hello offers them
        self._tables: dict[str, PromoteHandler] = {}
        self._handlers: dict[str, Callable[[Any], Union[Tensor, Job]]] = {}
        self._benched: Optional[_Benched] = None
        self._commands: dict[str, Command] = {
            "hello": self._hello, "promote": self._promote, "cumprod": self._call, "reinterpret": self._call,
            "batch": self._batch, "bench": self._bench}

    # For the author of an adapter

    def promote(self, table: str) -> Callable[[PromoteHandler], PromoteHandler]:
        """Registers what answers for a promotion table: an ask in, the short name of the result's dtype out."""
        def register(handler: PromoteHandler) -> PromoteHandler:
            self._tables[table] = handler
            self.ops.setdefault("promote", {"tables": []})["tables"].append(table)
            return handler
        return register

    def cumprod(self, dtypes: Sequence[str], max_rank: int, strided: bool = False,
                inplace: bool = False) -> Callable[[CumprodHandler], CumprodHandler]:
        """Registers the cumulative product and what there is of it to ask; the rest is answered `unsupported`."""
        def register(handler: CumprodHandler) -> CumprodHandler:
            self._handlers["cumprod"] = handler
            self.ops["cumprod"] = {"dtypes": list(dtypes), "max_rank": max_rank, "strided": strided,
                                   "inplace": inplace}
            return handler
        return register

    def reinterpret(self, dtypes: Sequence[str], max_rank: int,
                    strided: bool = False) -> Callable[[ReinterpretHandler], ReinterpretHandler]:
        """Registers the reinterpretation of bytes, from and to each of `dtypes`."""
        def register(handler: ReinterpretHandler) -> ReinterpretHandler:
            self._handlers["reinterpret"] = handler
            self.ops["reinterpret"] = {"dtypes": list(dtypes), "max_rank": max_rank, "strided": strided}
            return handler
        return register

    def declare(self, **claims: Json) -> None:
        """Adds claims about the cumulative product (`order`, `accumulator`, `subnormals`), to which the harness
        then holds the implementation bit for bit."""
        self.ops["cumprod"].update(claims)

    def serve(self) -> None:
        """Answers until the harness says bye or goes away."""
        source, output = claim_stdout()
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
            except Exception as error:  # no request at all, or an answer that is none; the next may be better
                number = request.get("id") if isinstance(request, dict) else None
                pieces = encode_message({"id": number, "failed": {"message": _describe(error)}}, framed=False)
            output.send(pieces)
        output.close()

    def answer(self, request: Json, frame: Frame = None) -> dict[str, Json]:
        """The answer to one request, without its id: one of `ok`, `rejected`, `unsupported` and `failed`.

        Tensors in it are still `Tensor`s. Keys of the request that are not known are ignored: later harnesses send
        more of them.
        """
        command = self._commands.get(request["cmd"])
        if command is None:
            return {"unsupported": {"reason": f"no command {request['cmd']!r}"}}
        return _verdict(command, request, frame)

    # Commands: from a request and its frame to what stands under `ok`

    def _hello(self, request: Json, _frame: Frame) -> Json:
        lowest, highest = key(request, "protocol")
        if not lowest <= PROTOCOL <= highest:
            raise BadRequest(f"this adapter speaks protocol {PROTOCOL}, not {lowest} to {highest}")
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

    def _call(self, request: Json, frame: Frame) -> Tensor:
        handler, call = self._handler(request, frame)
        work = handler(call)
        if isinstance(work, Job):
            if work.setup:
                work.setup()
            with self.asking:
                result = work.run()
            work = work.tensor(result)
        return _checked(work)

    def _batch(self, request: Json, frame: Frame) -> Json:
        calls = key(request, "calls")
        if any(call["cmd"] == "batch" for call in calls):
            raise BadRequest("a batch within a batch")
        return [self.answer(call, frame) for call in calls]

    def _bench(self, request: Json, frame: Frame) -> Json:
        samples, least, most = key(request, "samples"), key(request, "least_ns"), request.get("threads", 1)
        if samples < 1:
            raise BadRequest("a bench of no samples")
        if "call" in request:
            self._benched = None  # the memory of the one before is free for this one
            self._benched = self._prepared(request["call"], frame)
        if self._benched is None:
            raise BadRequest("no call was timed before: the first request brings it")
        job, data = self._benched
        threads = job.threads(most)
        taken, result = timing.sample(job.bare or job.run, job.setup, data, samples, least, self.asking)
        taken.update(preallocated=job.preallocated, timed=job.timed)
        if threads is not None:
            taken["threads"] = threads
        if request.get("result"):
            taken["result"] = _checked(job.tensor(result))
        return taken

    def _prepared(self, request: Json, frame: Frame) -> _Benched:
        handler, call = self._handler(request, frame)
        work = handler(call)
        if isinstance(work, Tensor):  # not a job: the whole handler is all there is to time
            work = Job(lambda: handler(call), lambda result: result, timed="the whole of the adapter's function")
        if work.bare:
            with self.asking:
                work.run()  # knows more ways to say no
        return _Benched(work, call.input.data)

    def _handler(self, request: Json, frame: Frame) -> tuple[Callable[[Any], Union[Tensor, Job]], Any]:
        """Who answers a request for a tensor, and the request as that function takes it."""
        command = key(request, "cmd")
        if command not in self._handlers:
            raise Unsupported(f"no {command}")
        if request.get("null"):
            raise Unsupported("no argument can be null here")
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
                raise Unsupported("not in place")
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
            raise Unsupported("contiguous tensors only")
        if tensor is not None and len(tensor.shape) > op.get("max_rank", math.inf):
            raise Unsupported(f"at most {op['max_rank']} dimensions")


class _Asking:
    """Around the calls of an implementation: turns the exceptions by which it refuses into `Rejected`."""

    def __init__(self, rejects: tuple[type[Exception], ...]) -> None:
        self._rejects = rejects

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: Optional[type[BaseException]], error: Optional[BaseException],
                 _trace: Optional[TracebackType]) -> None:
        if isinstance(error, self._rejects):
            raise Rejected(f"{type(error).__name__}: {error}") from error


def _verdict(ask: Callable[..., Json], *arguments: Any) -> dict[str, Json]:
    try:
        return {"ok": ask(*arguments)}
    except Rejected as error:
        status = {} if error.status is None else {"status": error.status}
        return {"rejected": {**status, "message": str(error)}}
    except Unsupported as error:
        return {"unsupported": {"reason": str(error)}}
    except Exception as error:
        return {"failed": {"message": _describe(error)}}


def _checked(answer: Tensor) -> Tensor:
    wrong = answer.wrong_size()  # a slip of the adapter, better told here than as the implementation's
    if wrong:
        raise ValueError(f"the adapter gave {wrong}")
    return answer


def _describe(error: Exception) -> str:
    """The error and the line it came from: `failed` is a report to the adapter's author."""
    if isinstance(error, BadRequest):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
