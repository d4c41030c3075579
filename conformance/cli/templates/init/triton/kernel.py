"""A cumulative product along one dimension, as a Triton kernel."""

import torch
import triton
import triton.language as tl

BLOCK = 128  # factors that a program holds at once


@triton.jit
def times(a, b):
    return a * b


@triton.jit
def cumprod_lines(x, y, length, inner, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    """One program for each line, tile after tile. Factors of a line lie `inner` elements apart."""
    line = tl.program_id(0)
    first = (line // inner) * length * inner + line % inner
    carried = tl.full((), 1, WIDE)
    for start in range(0, length, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < length
        factors = tl.load(x + first + at * inner, mask=inside, other=1).to(WIDE)
        products = tl.associative_scan(factors, 0, times) * carried
        tl.store(y + first + at * inner, products.to(y.dtype.element_ty), mask=inside)
        carried = tl.reduce(factors, 0, times)


def cumprod(x, dim):
    """The cumulative product of `x` along `dim`, which may count from the back."""
    rank = max(x.dim(), 1)
    if not -rank <= dim < rank:
        raise IndexError(f"dim {dim} of {x.dim()} dimensions")
    x = x.contiguous()
    y = torch.empty_like(x)
    if x.numel() > 0:
        shape, dim = x.shape or (1,), dim % rank
        length, inner = shape[dim], torch.Size(shape[dim + 1:]).numel()
        # bf16 and f16 are multiplied in f32, integers in their own width.
        wide = tl.float32 if x.dtype in (torch.float16, torch.bfloat16, torch.float32) else tl.int64
        cumprod_lines[(x.numel() // length,)](x, y, length, inner, wide, BLOCK)
    return y
