"""Tensors as NumPy arrays, for NumPy itself and for frameworks that accept and return arrays."""

from __future__ import annotations

import importlib
from typing import Any

from .base import Unsupported
from .framework import require
from .wire import Tensor, item_size

np = require(__name__, "numpy", "pip install numpy ml_dtypes")
try:
    ml_dtypes: Any = importlib.import_module("ml_dtypes")
except ImportError:
    ml_dtypes = None

Array = Any  # an ndarray of any dtype
DType = Any  # a numpy.dtype

LACKS = {"c32": "NumPy has no 32-bit complex"}
DTYPES: dict[str, DType] = {name: np.dtype(of) for name, of in {
    "f32": np.float32, "f16": np.float16, "f64": np.float64, "bf16": ml_dtypes and ml_dtypes.bfloat16,
    "s8": np.int8, "u8": np.uint8, "s16": np.int16, "u16": np.uint16,
    "s32": np.int32, "u32": np.uint32, "s64": np.int64, "u64": np.uint64,
    "bool": np.bool_, "c64": np.complex64, "c128": np.complex128}.items()}
if not ml_dtypes:
    del DTYPES["bf16"]
    LACKS["bf16"] = "NumPy has bfloat16 only with ml_dtypes, which is not installed"
# For frameworks with a bfloat16 of their own, which need none of NumPy: its bits.
BITS: dict[str, DType] = {**DTYPES, "bf16": np.dtype(np.uint16)}
BF16_ONE = 0x3F80
NAMES = {dtype: name for name, dtype in DTYPES.items()}


def short_name(dtype: DType) -> str:
    """The short name of a result's dtype, or `other:longdouble` for a dtype without one. The harness counts that as a
    wrong answer and shows it; `rejected` would hide that something was computed."""
    return NAMES.get(dtype) or f"other:{dtype.name}"


def own_dtypes(module: Any, **renamed: str) -> dict[str, Any]:
    """A framework's dtypes by short name, of those that it has: NumPy's names, but for those that are `renamed`."""
    names = {**{name: dtype.name for name, dtype in BITS.items()}, "bf16": "bfloat16", **renamed}
    return {name: getattr(module, of) for name, of in names.items() if hasattr(module, of)}


def ones(dtype: str, shape: tuple[int, ...]) -> Array:
    """An array of ones; of bf16, of its bits."""
    return np.full(shape, BF16_ONE if dtype == "bf16" else 1, BITS[dtype])


def array(tensor: Tensor, dtypes: dict[str, DType] = DTYPES) -> Array:
    """The tensor's bytes as an array, without a copy. NumPy checks that the strides stay within the bytes."""
    if tensor.dtype not in dtypes:
        raise Unsupported(LACKS.get(tensor.dtype, f"no array has the dtype {tensor.dtype}"))
    dtype, size = dtypes[tensor.dtype], item_size(tensor.dtype)
    if 0 in tensor.shape:  # its offset may be anything, which NumPy does not accept
        return np.empty(tensor.shape, dtype)
    strides = None if tensor.strides is None else [stride * size for stride in tensor.strides]
    return np.ndarray(tensor.shape, dtype, tensor.data, tensor.offset * size, strides)


def tensor(result: Array) -> Tensor:
    """An array as an answer. Its bytes are copied only if they are not in C order."""
    return Tensor(short_name(result.dtype), result.shape, result.ravel().view(np.uint8).data)
