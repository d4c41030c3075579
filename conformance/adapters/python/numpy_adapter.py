#!/usr/bin/env python3
"""Asks NumPy, by the calls that its users make: `+` (or `*`), `np.cumprod` and `view`.

    ascertain run --backend "process:python3 conformance/adapters/python/numpy_adapter.py"

bfloat16 is there if ml_dtypes is; NumPy has no 32-bit complex. Nothing is declared about rounding unless `--declare`
is given, so that what NumPy does is found out and not assumed.

Two precautions keep verdicts from hanging on the order of the questions; `--no-precautions` goes without them:

* np.cumprod into an `out` of no dimensions reads what is not there (NumPy 2.0 to 2.4 at least): many such calls end
  the process, some do so at times. They are answered `unsupported`.
* a conversion to bfloat16 that NumPy refuses at first and does later is asked for in advance: see `settle`.
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
MAX_RANK = 64 if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else 32
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


def operand(ask: Ask, role: str) -> Array:
    """An array of the dtype that `role` has in the ask: of one dimension, unless `role_rank` says of none."""
    return (VECTORS if ask.get(f"{role}_rank", 1) else POINTS)[ask[role]]


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


def numpy_adapter(apply: Callable[[Any, Any], Any], name: str, precautions: bool = True) -> Adapter:
    # AxisError is a ValueError, UFuncTypeError a TypeError; a dim that is no C long is an OverflowError.
    adapter = Adapter(name, np.__version__, rejects=(TypeError, ValueError, OverflowError), lacks=LACKS)
    dtypes = list(DTYPES)

    def promote(lhs: Any, rhs: Any) -> str:
        with adapter.asking:
            result = apply(lhs, rhs)
        return short_name(result.dtype)

    @adapter.promote("aclnn.tensor-tensor")
    def tensor_tensor(ask: Ask) -> str:
        return promote(operand(ask, "lhs"), operand(ask, "rhs"))

    adapter.promote("mindspore.tensor-tensor")(tensor_tensor)

    @adapter.promote("aclnn.tensor-scalar")
    def tensor_scalar(ask: Ask) -> str:
        """An aclScalar has a dtype of its own, as a NumPy scalar has (np.float64(1), not the number 1.0)."""
        return promote(operand(ask, "tensor"), SCALARS[ask["scalar"]])

    @adapter.promote("mindspore.number-tensor")
    def number_tensor(ask: Ask) -> str:
        return promote(operand(ask, "tensor"), NUMBERS[ask["number"]])

    @adapter.cumprod(dtypes, MAX_RANK, strided=True, inplace=True)
    def cumprod(call: Cumprod) -> Job:
        """np.cumprod(x, axis, dtype, out), `out` being x itself in place."""
        if precautions and () in (call.input.shape, call.out and call.out.shape):
            raise Unsupported("np.cumprod into an out of no dimensions can end the process: --no-precautions asks")
        axis = DTYPES[call.dim_dtype].type(call.dim) if call.dim_dtype else call.dim
        dtype: Any = DTYPES[call.dtype] if call.dtype else None
        target = call.input.copy() if call.inplace else call.out
        out: Array = array(target) if target else None
        x = out if call.inplace else array(call.input)

        def restore() -> None:
            if call.inplace and target:
                memoryview(target.data)[:] = call.input.data

        def answer(result: Array) -> Tensor:
            # A view goes back with its storage, in which the harness sees what NumPy did to the gaps.
            return target if target and target.strides is not None and result is out else tensor(result)

        return Job(lambda: np.cumprod(x, axis=axis, dtype=dtype, out=out), answer, restore)

    @adapter.reinterpret(dtypes, MAX_RANK, strided=True)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = array(call.input), DTYPES[call.dtype]
        return Job(lambda: x.view(dtype), tensor)

    return adapter


def settle() -> None:
    """Asks once for what NumPy answers otherwise the second time.

    np.cumprod(x, dtype=bfloat16, out=y) into a bfloat16 y raises TypeError for most x, until the same product was
    asked for without `out`: NumPy remembers the loop that this found. In a process of its own each is refused.
    """
    for dtype in DTYPES.values():
        np.cumprod(np.ones(1, dtype), dtype=DTYPES["bf16"])


def main() -> None:
    options = argparse.ArgumentParser(description="Answers ascertain's questions with NumPy.")
    options.add_argument("--op", choices=OPERATORS, default="add", help="the operator that promotes (default: add)")
    options.add_argument("--declare", action="store_true", help="declare how cumprod rounds, to be judged by it")
    options.add_argument("--no-precautions", action="store_true",
                         help="ask for what crashes NumPy, and let its answers hang on the order of the questions")
    chosen = options.parse_args()

    # Overflow, NaN and discarded imaginary parts are answers here; telling of each on stderr helps nobody.
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    if "bf16" in DTYPES and not chosen.no_precautions:
        settle()

    name = "numpy" if chosen.op == "add" else f"numpy-{chosen.op}"
    adapter = numpy_adapter(OPERATORS[chosen.op], name, not chosen.no_precautions)
    if chosen.declare:
        floats = [dtype for dtype in DTYPES if dtype in ("f16", "bf16", "f32", "f64")]
        adapter.declare(order="sequential", accumulator={dtype: dtype for dtype in floats},
                        subnormals={dtype: "keep" for dtype in floats})
    adapter.serve()


if __name__ == "__main__":
    main()
