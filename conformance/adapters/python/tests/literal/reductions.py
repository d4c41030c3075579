"""What the pages of reductions and scans say: all, any, sums, products, means, extremes; cumulative sums and extremes.

Comments are as in elementwise.py. Lists of dtypes are those of Ascend 950; of cummax, which it lacks, those of A2.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from ascertain_adapters import Tensor
from common import COMPLEX, Array, Call, Function, check, convert, converts, in_range, in_wider, reduced, same_shape
from elementwise import REAL_AND_COMPLEX, cast_path, casted, packed_only


def check_dims(call: Call, given: list[int]) -> None:
    """Refuses the call unless the dimensions are of the tensor, and none is named twice."""
    rank = call.self.rank
    check(all(in_range(dim, rank) for dim in given), "dimension out of range")
    check(len({dim % rank for dim in given}) == len(given), "dimension named twice")


# Reductions

def axes(call: Call, distinct: bool) -> list[int]:
    """The dimensions of a call, counted from the first. Refuses those out of range, and repeated ones if `distinct`."""
    rank = call.self.rank
    check(all(in_range(dim, rank) for dim in call.dim), "dim out of range")
    dims = [dim % rank for dim in call.dim]
    check(not distinct or len(set(dims)) == len(dims), "dim repeated")
    return sorted(set(dims))


def fold(call: Call, function: Any, values: Array, dims: list[int], keep: bool) -> Tensor:
    """np.any and the like along `dims`, whose result has to fit the output."""
    result = function(values, axis=tuple(dims), keepdims=keep)
    check(call.out.shape == result.shape, "shape of out")
    return call.answer("out", result)


def all_true(call: Call) -> Tensor:
    """all"""
    call.not_null("self", "out", "dim")  # 167
    call.dtypes("bool u8 s8 s16 s32 s64 f32 f16 bf16 f64", "self")  # 84 172
    call.dtypes("bool u8", "out")  # 114 172
    dims = axes(call, distinct=True)  # 93 175 178
    dims = dims or list(range(call.self.rank))  # 93
    return fold(call, np.all, call.self.values != 0, dims, bool(call.keepdim))  # 28 181


def any_true(call: Call) -> Tensor:
    """any"""
    call.not_null("self", "out", "dim")  # 168
    call.dtypes("bool s8 u8 s16 s32 s64 bf16 f16 f32 f64", "self")  # 85 173
    call.dtypes("bool", "out")  # 115 173
    dims = axes(call, distinct=False)  # 94 176
    return fold(call, np.any, call.self.values != 0, dims, bool(call.keepdim))  # 28


def extreme(function: Any) -> Function:
    """amax and amin, whose pages say the same; lines of amax."""
    def of(call: Call) -> Tensor:
        call.not_null("self", "out", "dim")  # 165
        call.dtypes("f32 f16 f64 s8 s16 s32 s64 u8 bool bf16", "self", "out")  # 83 113 170
        check(call.self.dtype == call.out.dtype, "dtype of out")  # 112
        call.ranks("self", "out")  # 176
        dims = axes(call, distinct=True)  # 92 179 182
        check(all(call.self.shape[dim] for dim in dims), "nothing to reduce")  # 185
        return fold(call, function, call.self.to(call.self.dtype), dims, bool(call.keepDim))  # 28
    return of


def extreme_with_index(call: Call, least_or_greatest: Callable[..., Array], index: Callable[..., Array],
            index_listed: str) -> list[Tensor]:
    call.not_null("self", "out", "indices")
    call.dtypes("f32 f16 s64 bool bf16 s32", "self", "out")
    call.dtypes(index_listed, "indices")
    call.ranks("self", least=1)
    check(in_range(call.dim, call.self.rank), "dim")
    check(call.self.dtype == call.out.dtype, "dtype of out")
    shape, keep = reduced(call.self.shape, [call.dim], bool(call.keepdim)), bool(call.keepdim)
    check(shape == call.out.shape, "shape of out")
    check(shape == call.indices.shape, "shape of indices")
    check(call.self.shape[call.dim] > 0, "no elements")  # the page is silent, NumPy refuses it
    x = call.self.to(call.self.dtype)
    return [call.answer("out", least_or_greatest(x, axis=call.dim, keepdims=keep)),
            call.answer("indices", index(x, axis=call.dim, keepdims=keep))]


def max_dim(call: Call) -> list[Tensor]:
    # null 178; dtypes 79, 109; rank 79; dim 89, 191; out 109; shapes 28, 99, 109; result 28
    return extreme_with_index(call, np.max, np.argmax, "s32 s64")  # 119


def min_dim(call: Call) -> list[Tensor]:
    # null 190; dtypes 89, 119; rank 89; dim 99, 200; out 119; shapes 28, 119, 133; result 34, 38
    return extreme_with_index(call, np.min, np.argmin, "s32")  # 133


def mean(call: Call) -> Tensor:
    call.not_null("self", "dim", "out")  # 183
    listed = "f32 f16 bf16 f64 s32 s64 s16 s8 u8 c64 c128"
    call.dtypes(listed, "self", "out")  # 84, 129
    check(call.dtype in listed.split(), "dtype")  # 119, 188
    call.ranks("self", "out")  # 84, 129
    check_dims(call, call.dim)  # 196, 199
    check(not (0 in call.self.shape and call.out.dtype in COMPLEX), "complex out of no elements")  # 84
    check(call.out.shape == reduced(call.self.shape, call.dim, bool(call.keepDim)), "shape of out")  # 202
    check(converts(call.self.dtype, call.dtype), "dtype")  # 84, 205
    check(converts(call.dtype, call.out.dtype), "dtype of out")  # 119, 208
    x = call.self.to(call.dtype)
    result = np.mean(x, axis=tuple(call.dim) or None, keepdims=bool(call.keepDim))  # 32
    return call.answer("out", result, via=call.dtype)


def reduce_sum(call: Call) -> Tensor:
    call.not_null("self", "dims", "out")  # 173
    call.dtypes(REAL_AND_COMPLEX, "self", "out")  # 79, 119
    check(call.dtype in REAL_AND_COMPLEX.split(), "dtype")  # 109, 192
    call.ranks("self", "out")  # 79, 119
    check_dims(call, call.dims)  # 89, 186, 189
    check(not (0 in call.self.shape and call.out.dtype in COMPLEX), "complex out of no elements")  # 79
    check(call.out.shape == reduced(call.self.shape, call.dims, bool(call.keepDims)), "shape of out")  # 119, 183
    check(call.dtype == call.out.dtype, "dtype of out")  # 195
    x = call.self.to(call.dtype)
    result = np.sum(x, axis=tuple(call.dims) or None, keepdims=bool(call.keepDims), dtype=x.dtype)  # 28
    return call.answer("out", result)


def prod_dim(call: Call) -> Tensor:
    call.not_null("self", "out")  # 181
    call.dtypes(REAL_AND_COMPLEX, "self", "out")  # 87, 127
    check(call.dtype in REAL_AND_COMPLEX.split(), "dtype")  # 117
    call.ranks("self", "out")  # 191
    check_dims(call, [call.dim])  # 197
    check(not (0 in call.self.shape and call.out.dtype in COMPLEX), "complex out of no elements")  # 87
    check(call.out.shape == reduced(call.self.shape, [call.dim], bool(call.keepDim)), "shape of out")  # 36
    check(converts(call.self.dtype, call.dtype), "dtype")  # 194
    check(call.dtype == call.out.dtype, "dtype of out")  # 117, 127, 200
    x = call.self.to(call.dtype)
    return call.answer("out", np.prod(x, axis=call.dim, keepdims=bool(call.keepDim), dtype=x.dtype))  # 33


# Scans

def prefixes(values: Array, dim: int, better: Callable[[Array, Array], Array]) -> tuple[Array, Array]:
    """The extreme of each prefix along `dim` and its index, that of np.argmax: the first of equal ones, or of NaNs."""
    values = np.moveaxis(values.reshape(values.shape or (1,)), dim, 0)
    best, index = values.copy(), np.zeros(values.shape, np.int64)
    for place in range(1, len(values)):
        new = better(values[place], best[place - 1])
        if values.dtype.kind == "f":
            new = (new | np.isnan(values[place])) & ~np.isnan(best[place - 1])
        best[place] = np.where(new, values[place], best[place - 1])
        index[place] = np.where(new, place, index[place - 1])
    return np.moveaxis(best, 0, dim), np.moveaxis(index, 0, dim)


def scan(call: Call, better: Any) -> list[Tensor]:
    values, index = prefixes(call.self.to(call.self.dtype), call.dim, better)
    shape = call.self.shape
    return [call.answer("valuesOut", values.reshape(shape)), call.answer("indicesOut", index.reshape(shape))]


def scan_range(dim: int, rank: int) -> bool:
    """Of a scalar, -1 and 0."""
    return in_range(dim, rank or 1)


SCANNED = "f16 f32 f64 u8 s8 s16 s32 s64 bool bf16"


def cummax(call: Call) -> list[Tensor]:
    """On Atlas A2. Line 106 ends the range before rank - 1, line 190 after it; only 190 has a status."""
    call.not_null("self", "valuesOut", "indicesOut")  # 179
    call.dtypes(SCANNED, "self", "valuesOut")  # 97 117 184
    call.dtypes("s32 s64", "indicesOut")  # 127 184
    call.ranks("self", "valuesOut", "indicesOut")  # 99 119 129 187
    same_shape(call.self, call.valuesOut)  # 96 116
    same_shape(call.self, call.indicesOut)  # 96 126
    check(scan_range(call.dim, call.self.rank), "dim out of range")  # 190
    return scan(call, np.greater)  # 35 41


def cummin(call: Call) -> list[Tensor]:
    """Line 105 ends the range before rank - 1, line 189 after it; only 189 has a status."""
    call.not_null("self", "valuesOut", "indicesOut")  # 178
    call.dtypes(SCANNED, "self", "valuesOut")  # 96 116 183
    call.dtypes("s32 s64", "indicesOut")  # 125 126 183
    call.ranks("self", "valuesOut", "indicesOut")  # 195
    check(call.self.dtype == call.valuesOut.dtype, "dtype of valuesOut")  # 115; so 95 and 192 hold
    same_shape(call.self, call.valuesOut)  # 115 186
    same_shape(call.self, call.indicesOut)  # 125 186
    check(scan_range(call.dim, call.self.rank), "dim out of range")  # 189
    return scan(call, np.less)  # 34 40


def cumsum(call: Call) -> Tensor:
    call.not_null("self", "out")  # 172
    listed = "f32 f16 s32 f64 u8 s8 s16 s64 c64 c128 bf16"
    call.dtypes(listed, "self", "out")  # 89 119 177
    check(call.dtype in listed.split(), "dtype")  # 109
    check(call.dtype == call.out.dtype, "dtype of out")  # 108 118 186
    check(converts(call.self.dtype, call.out.dtype), "dtype of self")  # 88 180
    same_shape(call.self, call.out)  # 118 189
    call.ranks("self", "out")  # 192
    check(scan_range(call.dim, call.self.rank), "dim out of range")  # 98 183
    dtype = call.out.dtype
    if call.self.dtype != dtype:  # 244: by the rules of cast
        check(cast_path(call.self.dtype, dtype), "no such cast")
        check(not packed_only(call.self), "cast of a view with gaps")
    values = convert(casted(call.self, dtype), in_wider(dtype))
    sums = np.cumsum(values.reshape(values.shape or (1,)), axis=call.dim, dtype=values.dtype)
    return call.answer("out", sums.reshape(call.self.shape))  # 33


FUNCTIONS: dict[str, Function] = {
    "all": all_true, "amax": extreme(np.amax), "amin": extreme(np.amin), "any": any_true, "cummax": cummax,
    "cummin": cummin, "cumsum": cumsum, "max-dim": max_dim, "mean": mean, "min-dim": min_dim, "prod-dim": prod_dim,
    "reduce-sum": reduce_sum,
}
