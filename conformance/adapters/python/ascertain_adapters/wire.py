"""Protocol version 1: tensors as JSON and bytes, messages with and without a frame, and the two pipes.

A message is a JSON object on one line. If it has a key `frame` with value N, N raw bytes follow the newline. A tensor in
it may then have `at` and `len`, a range of those bytes, instead of `hex` or base64 `data`. One message may contain both.
Adapters use `base`, not this module.
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
FRAME_ABOVE = 256     # bytes; for shorter tensors a frame costs more than it saves
FRAME_ALIGNMENT = 16  # of tensors within a frame, so that they can be used without a copy
F_SETPIPE_SZ = 1031   # Linux's value; Python's fcntl has it from 3.10 on

Json = Any
Bytes = Union[bytes, bytearray, memoryview]
Frame = Optional[memoryview]  # the raw bytes after a request's line


class BadRequest(Exception):
    """The harness sent a message that the protocol does not allow."""


class Tensor:
    """A tensor as sent: little-endian bytes of `dtype`. A bool is one byte; a complex number is re, im.

    Without `strides` the bytes are the elements in C order. With them the bytes are a storage, and element `index` is
    `offset + sum(index * strides)` elements from the start.
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
        """A copy with its own writable bytes."""
        return Tensor(self.dtype, self.shape, bytearray(self.data), self.strides, self.offset)

    def wrong_size(self) -> Optional[str]:
        """A message if the number of bytes does not fit the shape. A storage may have any size."""
        takes = math.prod(self.shape) * item_size(self.dtype)
        if self.strides is not None or len(self.data) == takes:
            return None
        return f"{len(self.data)} bytes for {self.dtype} {list(self.shape)}, which takes {takes}"


@functools.lru_cache(maxsize=None)
def item_size(dtype: str) -> int:
    """Bytes of one element. Short names end in the width in bits, except bool, which is one byte."""
    width = dtype.lstrip("abcdefghijklmnopqrstuvwxyz")
    return int(width) // 8 if width else 1


def key(request: Json, name: str) -> Any:
    """The value of a required key."""
    try:
        return request[name]
    except KeyError:
        raise BadRequest(f"the request has no {name!r}") from None


def decode_tensor(value: Json, frame: Frame) -> Tensor:
    """Reads a tensor of a request."""
    data: Bytes
    if "hex" in value:
        data = bytes.fromhex(value["hex"])
    elif "data" in value:
        data = base64.b64decode(value["data"], validate=True)
    elif frame is not None:
        start, size = key(value, "at"), key(value, "len")
        if not 0 <= start <= start + size <= len(frame):
            raise BadRequest(f"a tensor's `at` {start} and `len` {size} reach outside the frame of {len(frame)} bytes")
        data = frame[start:start + size]
    else:
        raise BadRequest("a tensor has none of `hex`, `data`, and `at` with a frame")
    tensor = Tensor(key(value, "dtype"), key(value, "shape"), data, value.get("strides"), value.get("offset", 0))
    wrong = tensor.wrong_size()
    if wrong:
        raise BadRequest(wrong)
    return tensor


def decode_output(value: Json, frame: Frame) -> Tensor:
    """Reads an output tensor, which the caller has allocated, into writable bytes.

    A plain one is sent as dtype and shape only. One with gaps is sent with its storage and returned with it, since the
    gaps must not change.
    """
    if not {"hex", "data", "at"} & value.keys():
        dtype, shape = key(value, "dtype"), key(value, "shape")
        return Tensor(dtype, shape, bytearray(math.prod(shape) * item_size(dtype)))
    return decode_tensor(value, frame).copy()


def encode_message(message: dict[str, Json], framed: bool) -> list[Bytes]:
    """Encodes a message with `Tensor` objects. Returns its line, and the pieces of its frame if it has one."""
    pieces: list[Bytes] = []
    end = 0

    def encode(value: object) -> Json:
        nonlocal end
        if not isinstance(value, Tensor):
            raise TypeError(f"an answer must not contain a {type(value).__name__}")
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
    if pieces:  # the length of the frame is known only now
        line = f'{line[:-1]},"frame":{end}}}'
    return [line.encode("ascii") + b"\n", *pieces]


# The pipes

_claimed: Optional[tuple[io.BufferedReader, Output]] = None


def claim_stdout() -> tuple[io.BufferedReader, Output]:
    """Reserves stdin and stdout for the protocol. Other output to stdout goes to stderr from now on.

    Adapters call this when they start to serve. Call it before importing a library that prints.
    """
    global _claimed
    if _claimed is None:
        sys.stdout.flush()
        # Children do not inherit descriptors made by os.dup, so they cannot hold the harness's pipes open.
        source: io.BufferedReader = io.BufferedReader(io.FileIO(os.dup(0)), 1 << 18)
        output = Output(os.dup(1))
        os.dup2(2, 1)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        _widen(source.fileno())
        _claimed = (source, output)
    return _claimed


def _widen(fd: int) -> None:
    """Enlarges a pipe to 1 MiB. Large tensors pass twice as fast as with the usual 64 KiB."""
    try:
        import fcntl
        fcntl.fcntl(fd, F_SETPIPE_SZ, 1 << 20)
    except (ImportError, OSError):
        pass  # not Linux, not a pipe, or above this user's limit


def read_frame(source: io.BufferedReader, size: int) -> memoryview:
    """Reads the bytes after a request's line."""
    frame = memoryview(bytearray(size))
    filled = 0
    while filled < size:
        count = source.readinto(frame[filled:])
        if not count:
            raise EOFError(f"the frame ended after {filled} of {size} bytes")
        filled += count
    return frame


class Output:
    """Sends messages without waiting until the harness reads them.

    Otherwise adapter and harness could wait for each other forever, with two full pipes. A short message is written at
    once if the pipe has room for it; other messages are written by a thread.
    """

    def __init__(self, fd: int) -> None:
        _widen(fd)
        self._fd = fd
        self._queue: queue.SimpleQueue[Optional[Sequence[Bytes]]] = queue.SimpleQueue()
        self._thread: Optional[threading.Thread] = None
        self._queued = 0   # changed only by send
        self._written = 0  # changed only by the thread
        self._at_once = 0
        if hasattr(select, "poll"):
            # A pipe that is ready for writing accepts PIPE_BUF bytes without blocking.
            self._at_once = select.PIPE_BUF
            self._poll = select.poll()
            self._poll.register(fd, select.POLLOUT)

    def end_without_reader(self) -> None:
        """Ends this process when the harness is gone, even while a call runs. From now on, in a thread."""
        if hasattr(select, "poll"):
            threading.Thread(target=self._wait_for_end, daemon=True).start()

    def _wait_for_end(self) -> None:
        poll = select.poll()
        poll.register(self._fd, 0)  # tells of errors alone: a pipe has one when nobody can read it any more
        poll.poll()
        os._exit(0)

    def send(self, pieces: Sequence[Bytes]) -> None:
        """Writes a message, or queues it."""
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
        """Waits until everything is written."""
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
            os._exit(0)  # the harness is gone, so nobody can read an error message
