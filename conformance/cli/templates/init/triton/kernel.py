"""A sum, a maximum along dimensions and a cumulative product, as Triton kernels."""

import torch
import triton
import triton.language as tl

BLOCK = 128  # elements that a program holds at once


@triton.jit
def add_elements(x, y, out, alpha, count, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    """Each program adds `BLOCK` elements."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    total = tl.load(x + at, mask=inside).to(WIDE) + tl.load(y + at, mask=inside).to(WIDE) * alpha
    tl.store(out + at, total.to(out.dtype.element_ty), mask=inside)


@triton.jit
def amax_lines(x, y, length, least, BLOCK: tl.constexpr):
    """One program for each line, tile after tile. What lies behind the line's end counts as `least`."""
    line = tl.program_id(0)
    most = tl.full((BLOCK,), least, x.dtype.element_ty)
    for start in range(0, length, BLOCK):
        at = start + tl.arange(0, BLOCK)
        numbers = tl.load(x + line * length + at, mask=at < length, other=least)
        most = tl.maximum(most, numbers, propagate_nan=tl.PropagateNan.ALL)
    tl.store(y + line, tl.reduce(most, 0, larger))


@triton.jit
def larger(a, b):
    return tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)


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


def wide(dtype):
    """What numbers are computed in: f16 and bf16 in f32, integers in 64 bits."""
    return tl.float32 if dtype.is_floating_point else tl.int64


def add(x, y, alpha):
    """x + alpha * y, of one dtype, broadcast."""
    x, y = (each.contiguous() for each in torch.broadcast_tensors(x, y))
    out = torch.empty_like(x)
    if out.numel() > 0:
        add_elements[(triton.cdiv(out.numel(), BLOCK),)](x, y, out, alpha, out.numel(), wide(x.dtype), BLOCK)
    return out


def amax(x, dims, keep):
    """The largest element of `x` along each of `dims`, all if there is none; NaN if one is."""
    rank = max(x.dim(), 1)
    reduced = {dim % rank for dim in dims} if dims else set(range(x.dim()))
    if not all(-rank <= dim < rank for dim in dims) or len(reduced) < len(dims):
        raise IndexError(f"dims {dims} of {x.dim()} dimensions")
    last = [dim for dim in range(x.dim()) if dim in reduced]
    kept = [dim for dim in range(x.dim()) if dim not in reduced]
    shape = [x.shape[dim] for dim in kept]
    length = torch.Size([x.shape[dim] for dim in last]).numel()
    y = x.new_empty([1 if dim in reduced else size for dim, size in enumerate(x.shape)] if keep else shape)
    if length == 0:
        raise IndexError("the maximum of no elements")
    if y.numel() > 0:
        least = float("-inf") if x.dtype.is_floating_point else torch.iinfo(x.dtype).min
        amax_lines[(y.numel(),)](x.permute(kept + last).contiguous(), y, length, least, BLOCK)
    return y


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
        cumprod_lines[(x.numel() // length,)](x, y, length, inner, wide(x.dtype), BLOCK)
    return y
