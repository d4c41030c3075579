#!/usr/bin/env python3
"""Asks NumPy, by the calls that its users make: `+` (or `*`), `np.cumprod` and `view`.

    ascertain run --backend "process:python3 conformance/adapters/python/numpy_adapter.py"

bfloat16 is there if ml_dtypes is; NumPy has no 32-bit complex. Nothing is declared about rounding unless `--declare`
is given, so that what NumPy does is found out and not assumed.
"""

from __future__ import annotations

import argparse
import operator
import sys
import warnings
from typing import Any, Callable

from ascertain_adapter import Adapter, Ask, Cumprod, Job, Reinterpret, Tensor, Unsupported, item_size

try:
    import numpy as np
except ImportError:
    print("numpy_adapter: NumPy is not installed for this Python; `pip install numpy ml_dtypes` brings it, and "
          "bfloat16 with it", file=sys.stderr)
    sys.exit(3)

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None  # type: ignore[assignment]

Array = Any  # an ndarray of whichever dtype a tensor has

LACKS = {"c32": "NumPy has no 32-bit complex"}
DTYPES: dict[str, np.dtype[Any]] = {name: np.dtype(of) for name, of in {
    "f32": np.float32, "f16": np.float16, "f64": np.float64, "bf16": ml_dtypes and ml_dtypes.bfloat16,
    "s8": np.int8, "u8": np.uint8, "s16": np.int16, "u16": np.uint16,
    "s32": np.int32, "u32": np.uint32, "s64": np.int64, "u64": np.uint64,
    "bool": np.bool_, "c64": np.complex64, "c128": np.complex128}.items()}
if not ml_dtypes:
    del DTYPES["bf16"]
    LACKS["bf16"] = "NumPy has bfloat16 only with ml_dtypes, which is not installed"
NAMES = {dtype: name for name, dtype in DTYPES.items()}

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"add": operator.add, "mul": operator.mul}
NUMBERS = {"bool": True, "int": 1, "float": 1.0}

# One operand of each dtype: with one dimension, with none, and as a NumPy scalar.
VECTORS = {name: np.ones(1, dtype) for name, dtype in DTYPES.items()}
POINTS = {name: np.ones((), dtype) for name, dtype in DTYPES.items()}
SCALARS = {name: dtype.type(1) for name, dtype in DTYPES.items()}


def short_name(dtype: np.dtype[Any]) -> str:
    """The short name of a result's dtype. One that has none (longdouble, object) is still an answer, and a wrong
    one: `rejected` would hide that NumPy computed something. No short name looks like `other:longdouble`, so the
    harness counts it wrong and shows what it was."""
    return NAMES.get(dtype) or f"other:{dtype.name}"


def array(tensor: Tensor) -> Array:
    """The tensor's bytes as an array, without a copy. NumPy checks that the strides stay within them."""
    dtype, size = DTYPES[tensor.dtype], item_size(tensor.dtype)
    if 0 in tensor.shape:  # then its offset may point anywhere, which NumPy would not have
        return np.empty(tensor.shape, dtype)
    strides = None if tensor.strides is None else [stride * size for stride in tensor.strides]
    return np.ndarray(tensor.shape, dtype, tensor.data, tensor.offset * size, strides)


def tensor(result: Array) -> Tensor:
    """The answer that an array is. Its bytes are copied only if they are not in C order."""
    return Tensor(short_name(result.dtype), result.shape, result.ravel().view(np.uint8).data)


def numpy_adapter(apply: Callable[[Any, Any], Any], name: str, avoid_crashes: bool) -> Adapter:
    # AxisError is a ValueError, UFuncTypeError a TypeError; a dim that is no C long is an OverflowError.
    adapter = Adapter(name, np.__version__, rejects=(TypeError, ValueError, OverflowError), lacks=LACKS)
    dtypes = list(DTYPES)

    def promote(lhs: Any, rhs: Any) -> str:
        with adapter.asking:
            result = apply(lhs, rhs)
        return short_name(result.dtype)

    @adapter.promote("mindspore.tensor-tensor")
    @adapter.promote("aclnn.tensor-tensor")
    def tensor_tensor(ask: Ask) -> str:
        lhs = VECTORS if ask.get("lhs_rank", 1) else POINTS
        rhs = VECTORS if ask.get("rhs_rank", 1) else POINTS
        return promote(lhs[ask["lhs"]], rhs[ask["rhs"]])

    @adapter.promote("aclnn.tensor-scalar")
    def tensor_scalar(ask: Ask) -> str:
        """An aclScalar has a dtype of its own, as a NumPy scalar has (np.float64(1), not the number 1.0)."""
        return promote(VECTORS[ask["tensor"]], SCALARS[ask["scalar"]])

    @adapter.promote("mindspore.number-tensor")
    def number_tensor(ask: Ask) -> str:
        return promote(VECTORS[ask["tensor"]], NUMBERS[ask["number"]])

    @adapter.cumprod(dtypes, max_rank=64, inplace=True, strided=True)
    def cumprod(call: Cumprod) -> Job:
        """np.cumprod(x, axis, dtype, out), `out` being x itself in place."""
        if avoid_crashes and not call.input.shape:
            raise Unsupported(f"NumPy {np.__version__} may crash on np.cumprod(x, axis, out=...) of no dimensions")
        axis = DTYPES[call.dim_dtype].type(call.dim) if call.dim_dtype else call.dim
        dtype = DTYPES[call.dtype] if call.dtype else None
        if not call.inplace:
            x = array(call.input)
            out = np.empty(call.out.shape, DTYPES[call.out.dtype]) if call.out else None
            return Job(lambda: np.cumprod(x, axis=axis, dtype=dtype, out=out), tensor)

        given = call.input
        storage = bytearray(len(given.data))
        x = array(Tensor(given.dtype, given.shape, storage, given.strides, given.offset))

        def restore() -> None:
            storage[:] = given.data

        return Job(lambda: np.cumprod(x, axis=axis, dtype=dtype, out=x), tensor, setup=restore)

    @adapter.reinterpret(dtypes)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = array(call.input), DTYPES[call.dtype]
        return Job(lambda: x.view(dtype), tensor)

    return adapter


def main() -> None:
    options = argparse.ArgumentParser(description="Answers ascertain's questions with NumPy.")
    options.add_argument("--op", choices=OPERATORS, default="add", help="the operator that promotes (default: add)")
    options.add_argument("--declare", action="store_true", help="declare how cumprod rounds, to be judged by it")
    options.add_argument("--avoid-crashes", action="store_true", help="answer `unsupported` where NumPy may crash")
    chosen = options.parse_args()

    # Overflow, NaN and discarded imaginary parts are answers here; telling of each on stderr helps nobody.
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")

    name = "numpy" if chosen.op == "add" else f"numpy-{chosen.op}"
    adapter = numpy_adapter(OPERATORS[chosen.op], name, chosen.avoid_crashes)
    if chosen.declare:
        floats = [dtype for dtype in DTYPES if dtype in ("f16", "bf16", "f32", "f64")]
        adapter.declare(order="sequential", accumulator={dtype: dtype for dtype in floats},
                        subnormals={dtype: "keep" for dtype in floats})
    adapter.serve()


if __name__ == "__main__":
    main()
