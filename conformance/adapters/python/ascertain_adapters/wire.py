"""The wire of protocol version 1: tensors as JSON and bytes, messages with and without a frame, and the two pipes.

A message is a JSON object on one line. Where its key `frame` holds N, N raw bytes follow the newline, and a tensor
in it may have `at` and `len`, a range of those bytes, in place of `hex` or base64 `data`. One message may mix both.
`base` is what adapters are written against.
"""

from __future__ import annotations

import base64
import functools
import io
import json
import math
import os
import queue
import select
import sys
import threading
from typing import Any, Optional, Sequence, Union

HEX_UP_TO = 32        # bytes; longer tensors are shorter in base64
FRAME_ABOVE = 256     # bytes; below, a range of a frame costs more than the bytes themselves
FRAME_ALIGNMENT = 16  # of each tensor within a frame, so that no reader needs to copy it to use it
F_SETPIPE_SZ = 1031   # Linux's number for it, which Python's fcntl has from 3.10 on

Json = Any
Bytes = Union[bytes, bytearray, memoryview]
Frame = Optional[memoryview]  # the raw bytes that came after a request's line


class BadRequest(Exception):
    """The harness sent what the protocol does not allow."""


class Tensor:
    """A tensor as it travels: little-endian bytes of `dtype`; bool is one byte, complex is re, im.

    Without `strides` the bytes are the elements in C order. With them the bytes are a storage, in which element
    `index` lies `offset + sum(index * strides)` elements from the start.
    """

    __slots__ = ("dtype", "shape", "data", "strides", "offset")

    def __init__(self, dtype: str, shape: Sequence[int], data: Bytes,
                 strides: Optional[Sequence[int]] = None, offset: int = 0) -> None:
        self.dtype = dtype
        self.shape = tuple(shape)
        self.data = data
        self.strides = None if strides is None else tuple(strides)
        self.offset = offset

    def copy(self) -> Tensor:
        """The same in bytes of its own, which may be written to."""
        return Tensor(self.dtype, self.shape, bytearray(self.data), self.strides, self.offset)

    def wrong_size(self) -> Optional[str]:
        """What is wrong where the bytes are not as many as the shape takes. A storage may have any size."""
        takes = math.prod(self.shape) * item_size(self.dtype)
        if self.strides is not None or len(self.data) == takes:
            return None
        return f"{len(self.data)} bytes for {self.dtype} {list(self.shape)}, which takes {takes}"


@functools.lru_cache(maxsize=None)
def item_size(dtype: str) -> int:
    """Bytes of one element: the short names end in their width in bits, but for bool, which has one byte."""
    width = dtype.lstrip("abcdefghijklmnopqrstuvwxyz")
    return int(width) // 8 if width else 1


def key(request: Json, name: str) -> Any:
    """What a request must have."""
    try:
        return request[name]
    except KeyError:
        raise BadRequest(f"the request lacks {name!r}") from None


def decode_tensor(value: Json, frame: Frame) -> Tensor:
    """A tensor of a request."""
    data: Bytes
    if "hex" in value:
        data = bytes.fromhex(value["hex"])
    elif "data" in value:
        data = base64.b64decode(value["data"], validate=True)
    elif frame is not None:
        start, size = key(value, "at"), key(value, "len")
        if not 0 <= start <= start + size <= len(frame):
            raise BadRequest(f"a tensor at {start}, {size} bytes long, in a frame of {len(frame)}")
        data = frame[start:start + size]
    else:
        raise BadRequest("a tensor without bytes")
    tensor = Tensor(key(value, "dtype"), key(value, "shape"), data, value.get("strides"), value.get("offset", 0))
    wrong = tensor.wrong_size()
    if wrong:
        raise BadRequest(wrong)
    return tensor


def decode_output(value: Json, frame: Frame) -> Tensor:
    """A tensor that the caller has allocated, in bytes that may be written to.

    One without gaps comes as dtype and shape alone. One with gaps comes with its storage, and goes back with it: what
    lies in the gaps should not change.
    """
    if not {"hex", "data", "at"} & value.keys():
        dtype, shape = key(value, "dtype"), key(value, "shape")
        return Tensor(dtype, shape, bytearray(math.prod(shape) * item_size(dtype)))
    return decode_tensor(value, frame).copy()


def encode_message(message: dict[str, Json], framed: bool) -> list[Bytes]:
    """The pieces of a message in which tensors are `Tensor`s: its line, and its frame if it is to have one."""
    pieces: list[Bytes] = []
    end = 0

    def encode(value: object) -> Json:
        nonlocal end
        if not isinstance(value, Tensor):
            raise TypeError(f"a {type(value).__name__} in an answer")
        encoded: dict[str, Json] = {"dtype": value.dtype, "shape": value.shape}
        if value.strides is not None:
            encoded.update(strides=value.strides, offset=value.offset)
        size = len(value.data)
        if framed and size > FRAME_ABOVE:
            padding = -end % FRAME_ALIGNMENT
            pieces.extend((bytes(padding), value.data))
            encoded.update(at=end + padding, len=size)
            end += padding + size
        elif size > HEX_UP_TO:
            encoded["data"] = base64.b64encode(value.data).decode("ascii")
        else:
            encoded["hex"] = value.data.hex()
        return encoded

    line = json.JSONEncoder(separators=(",", ":"), check_circular=False, default=encode).encode(message)
    if pieces:  # only now is it known that there is a frame, and how long it is
        line = f'{line[:-1]},"frame":{end}}}'
    return [line.encode("ascii") + b"\n", *pieces]


# The pipes

_claimed: Optional[tuple[io.BufferedReader, Output]] = None


def claim_stdout() -> tuple[io.BufferedReader, Output]:
    """Takes stdin and stdout for the protocol; whatever else writes to stdout from here on writes to stderr.

    Libraries print. An adapter claims stdout when it starts to serve; one that imports something talkative does so
    before that import.
    """
    global _claimed
    if _claimed is None:
        sys.stdout.flush()
        # Children do not inherit what os.dup makes: none of them can hold the harness's pipes open.
        source: io.BufferedReader = io.BufferedReader(io.FileIO(os.dup(0)), 1 << 18)
        output = Output(os.dup(1))
        os.dup2(2, 1)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        _widen(source.fileno())
        _claimed = (source, output)
    return _claimed


def _widen(fd: int) -> None:
    """Asks for a pipe of 1 MiB: tensors of some size go through it twice as fast as through the usual 64 KiB."""
    try:
        import fcntl
        fcntl.fcntl(fd, F_SETPIPE_SZ, 1 << 20)
    except (ImportError, OSError):
        pass  # not Linux, not a pipe, or more than this user may have


def read_frame(source: io.BufferedReader, size: int) -> memoryview:
    """The bytes after a request's line."""
    frame = memoryview(bytearray(size))
    filled = 0
    while filled < size:
        count = source.readinto(frame[filled:])
        if not count:
            raise EOFError(f"the frame ended after {filled} of {size} bytes")
        filled += count
    return frame


class Output:
    """Sends messages without ever waiting for the harness to read them.

    Were it to wait, a harness that waits in turn for its requests to be read would never get to the answers: two
    full pipes, for ever. So a short message is written at once if the pipe says that it has room for it, and
    anything else is left to a thread.
    """

    def __init__(self, fd: int) -> None:
        _widen(fd)
        self._fd = fd
        self._queue: queue.SimpleQueue[Optional[Sequence[Bytes]]] = queue.SimpleQueue()
        self._thread: Optional[threading.Thread] = None
        self._queued = 0   # counted by send alone
        self._written = 0  # counted by the thread alone
        self._at_once = 0
        if hasattr(select, "poll"):
            # A pipe that is ready for writing takes PIPE_BUF bytes without blocking.
            self._at_once = select.PIPE_BUF
            self._poll = select.poll()
            self._poll.register(fd, select.POLLOUT)

    def send(self, pieces: Sequence[Bytes]) -> None:
        """Queues a message, or writes it."""
        idle = self._queued == self._written
        if idle and len(pieces) == 1 and len(pieces[0]) <= self._at_once and self._poll.poll(0):
            self._write(pieces[0])
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_queue, daemon=True)
            self._thread.start()
        self._queued += 1
        self._queue.put(pieces)

    def close(self) -> None:
        """Waits until all is written."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
        os.close(self._fd)

    def _write_queue(self) -> None:
        while True:
            pieces = self._queue.get()
            if pieces is None:
                return
            for piece in pieces:
                self._write(piece)
            self._written += 1

    def _write(self, piece: Bytes) -> None:
        left = memoryview(piece)
        try:
            while left:
                left = left[os.write(self._fd, left):]
        except BrokenPipeError:
            os._exit(0)  # the harness is gone, and with it whoever could read a complaint
