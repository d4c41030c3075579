"""Answers the questions of ascertain with the functions `cumprod` and `add` below. Put your implementation in their place."""

import math
import struct

from ascertain_adapters import Adapter, Cumprod, Rejected, Tensor, Unsupported


def cumprod(factors, outer, length, inner):
    """The cumulative product of each line. Element `i` of line (a, b) is factors[(a * length + i) * inner + b]."""
    products = list(factors)
    for i in range(len(products)):
        products[i] *= products[i - inner] if i >= inner else 1
    return products


def add(left, right, alpha):
    """Each element of `left` plus `alpha` times that of `right`."""
    return [x + alpha * y for x, y in zip(left, right)]


adapter = Adapter("mine", "1", rejects=(IndexError,))


@adapter.cumprod(dtypes=["f64"], max_rank=8, out=False, dtype=False)
def answer(call: Cumprod) -> Tensor:
    shape, count = call.input.shape, len(call.input.data) // 8
    with adapter.asking:  # an IndexError in here is a refusal, any other exception a crash
        if not -max(len(shape), 1) <= call.dim < max(len(shape), 1):
            raise IndexError(f"dim {call.dim} of {len(shape)} dimensions")
        outer, length, inner = lines(shape, call.dim)
        products = cumprod(struct.unpack(f"<{count}d", call.input.data), outer, length, inner)
    return Tensor(call.input.dtype, shape, struct.pack(f"<{count}d", *products))


@adapter.operator("add", dtypes=["f64"], max_rank=8)  # any other operator, with the arguments of its page by name
def sums(call) -> Tensor:
    left, right, alpha, out = (call[name] for name in ("self", "other", "alpha", "out"))
    if {left.dtype, right.dtype, alpha.dtype, out.dtype} != {"f64"}:
        raise Unsupported("a dtype other than f64")
    if left.shape != right.shape:
        raise Unsupported("no broadcasting")
    if out.shape != left.shape:
        raise Rejected("out has another shape")
    x, y, (factor,) = (struct.unpack(f"<{len(value.data) // 8}d", value.data) for value in (left, right, alpha))
    return Tensor("f64", out.shape, struct.pack(f"<{len(x)}d", *add(x, y, factor)))


def lines(shape, dim):
    """The number of elements before, along and after `dim`."""
    place = dim % max(len(shape), 1)
    return math.prod(shape[:place]), math.prod(shape[place:place + 1]), math.prod(shape[place + 1:])


adapter.serve()
