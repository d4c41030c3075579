"""Answers the questions of ascertain with the function `cumprod` below. Put your implementation in its place."""

import math
import struct

from ascertain_adapters import Adapter, Cumprod, Tensor


def cumprod(factors, outer, length, inner):
    """The cumulative product of each line. Element `i` of line (a, b) is factors[(a * length + i) * inner + b]."""
    products = list(factors)
    for i in range(len(products)):
        products[i] *= products[i - inner] if i >= inner else 1
    return products


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


def lines(shape, dim):
    """The number of elements before, along and after `dim`."""
    place = dim % max(len(shape), 1)
    return math.prod(shape[:place]), math.prod(shape[place:place + 1]), math.prod(shape[place + 1:])


adapter.serve()
