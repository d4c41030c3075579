"""Answers the questions of ascertain with the Triton kernel in kernel.py: on the CPU, by Triton's interpreter, or on a card
with `--device cuda` or another name of PyTorch's."""

import argparse
import ctypes
import os
import sys

from ascertain_adapters import Adapter, Cumprod, Tensor

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

DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "s32": torch.int32, "s64": torch.int64}

adapter = Adapter("mine", f"triton-{triton.__version__}", rejects=(IndexError,))


@adapter.cumprod(dtypes=list(DTYPES), max_rank=8, out=False, dtype=False)
def answer(call: Cumprod) -> Tensor:
    data = bytearray(call.input.data)
    x = torch.frombuffer(data, dtype=DTYPES[call.input.dtype]) if data else torch.empty(0, dtype=DTYPES[call.input.dtype])
    x = x.reshape(call.input.shape).to(DEVICE)
    with adapter.asking:  # an IndexError in here is a refusal, any other exception a crash
        y = kernel.cumprod(x, call.dim).cpu()
    return Tensor(call.input.dtype, call.input.shape, ctypes.string_at(y.data_ptr(), y.numel() * y.element_size()))


# What the kernel promises. Without it, products may be grouped in any way and held in any dtype.
adapter.declare(accumulator={"f16": "f32", "bf16": "f32", "f32": "f32"})
adapter.serve()
