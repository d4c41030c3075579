"""Answers the questions of ascertain with the Triton kernels in kernel.py: on the CPU, by Triton's interpreter, or on a card
with `--device cuda` or another name of PyTorch's."""

import argparse
import ctypes
import os
import sys

from ascertain_adapters import Adapter, Cumprod, Rejected, Tensor, Unsupported

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cpu")
DEVICE = parser.parse_args().device
if DEVICE == "cpu":
    os.environ["TRITON_INTERPRET"] = "1"  # read when kernel.py is imported

try:
    import torch
    import triton

    import kernel
except ImportError as error:
    sys.exit(f"{error}; this adapter needs `pip install torch triton numpy`")

DTYPES = {"f32": torch.float32, "f16": torch.float16, "s32": torch.int32, "s64": torch.int64}
if DEVICE != "cpu":
    DTYPES["bf16"] = torch.bfloat16  # Triton's interpreter computes it wrongly, whatever the kernel

RANK = 8  # the most dimensions that the pages allow

adapter = Adapter("mine", f"triton-{triton.__version__}", rejects=(IndexError,))


def own(value):
    """A tensor of the question as one of PyTorch."""
    if value.dtype not in DTYPES:
        raise Unsupported(f"there is no kernel for {value.dtype}")
    data, dtype = bytearray(value.data), DTYPES[value.dtype]
    elements = torch.frombuffer(data, dtype=dtype) if data else torch.empty(0, dtype=dtype)
    return elements.reshape(value.shape).to(DEVICE)


def answer(value, like):
    """A tensor of PyTorch as the answer, which has the dtype of `like`."""
    value = value.cpu().contiguous()
    return Tensor(like.dtype, list(value.shape), ctypes.string_at(value.data_ptr(), value.numel() * value.element_size()))


def check(out, *operands, shape):
    """Refuses what the pages refuse. The kernels take one dtype at a time."""
    if any(len(value.shape) > RANK for value in (out, *operands)):
        raise Rejected(f"more than {RANK} dimensions")
    if any(value.dtype != out.dtype for value in operands):
        raise Unsupported("dtypes that differ")
    if list(shape) != list(out.shape):
        raise Rejected(f"out is {list(out.shape)}, and the result {list(shape)}")


@adapter.operator("add", dtypes=list(DTYPES), max_rank=RANK)
def add(call):
    x, y, alpha, out = (call[name] for name in ("self", "other", "alpha", "out"))
    try:
        shape = torch.broadcast_shapes(x.shape, y.shape)
    except RuntimeError as error:
        raise Rejected(str(error)) from error
    check(out, x, y, alpha, shape=shape)
    with adapter.asking:  # an IndexError in here is a refusal, any other exception a crash
        return answer(kernel.add(own(x), own(y), own(alpha).item()), out)


@adapter.operator("amax", dtypes=list(DTYPES), max_rank=RANK)
def amax(call):
    x, out = call["self"], call["out"]
    with adapter.asking:
        y = kernel.amax(own(x), call["dim"], call.get("keepDim", False))
    check(out, x, shape=y.shape)
    return answer(y, out)


@adapter.cumprod(dtypes=list(DTYPES), max_rank=RANK, out=False, dtype=False)
def cumprod(call: Cumprod) -> Tensor:
    with adapter.asking:
        return answer(kernel.cumprod(own(call.input), call.dim), call.input)


# What the kernel promises. Without it, products may be grouped in any way and held in any dtype.
adapter.declare(accumulator={dtype: "f32" for dtype in DTYPES if "f" in dtype})
adapter.serve()
