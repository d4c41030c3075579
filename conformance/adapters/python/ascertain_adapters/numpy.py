"""The adapter for NumPy. It uses the calls that users make: `+` (or `*`), `np.cumprod` and `view`.

    ascertain run --backend numpy
    ascertain run --backend "process:python3 -m ascertain_adapters.numpy"

bfloat16 needs ml_dtypes. NumPy has no 32-bit complex. The adapter declares its rounding only with `--declare`, so that
by default a run finds out what NumPy does.

Two precautions keep verdicts independent of the order of questions:

* Some calls of np.cumprod and np.cumsum crash, at least in NumPy 2.0 to 2.4. These and some others are answered
  `unsupported`: see `guard`.
* Calls by which NumPy chooses how it converts to bfloat16 are made once in advance: see `settle`. `--unsettled` leaves
  them out.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import Any

from .arrays import DTYPES, LACKS, Array, array, np, short_name, tensor
from .base import Adapter, Cumprod, Job, Reinterpret, Unsupported
from .framework import (ARRAY_NAMES, OPERATORS, elementwise, multiple, named, operators, options, promotions,
                        reductions)
from .wire import Tensor

MAX_RANK = 64 if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else 32


def numpy_adapter(op: str = "add") -> Adapter:
    """The adapter. An aclScalar becomes a NumPy scalar, which has a dtype (np.float64(1), not the number 1.0)."""
    # AxisError is a ValueError, UFuncTypeError a TypeError; a dim that does not fit a C long is an OverflowError.
    adapter = Adapter(named("numpy", op), np.__version__, rejects=(TypeError, ValueError, OverflowError), lacks=LACKS)
    promotions(adapter, OPERATORS[op], operand=lambda dtype, rank: np.ones((1,) * rank, DTYPES[dtype]),
               scalar=lambda dtype: DTYPES[dtype].type(1), name=lambda result: short_name(result.dtype))

    @adapter.cumprod(list(DTYPES), MAX_RANK, strided=True, inplace=True)
    def cumprod(call: Cumprod) -> Job:
        """np.cumprod(x, axis, dtype, out); for in-place calls `out` is x itself."""
        guard(call.input.shape, call.out and call.out.shape)
        axis = DTYPES[call.dim_dtype].type(call.dim) if call.dim_dtype else call.dim
        dtype: Any = DTYPES[call.dtype] if call.dtype else None
        target = call.input.copy() if call.inplace else call.out
        out: Array = array(target) if target else None
        x = out if call.inplace else array(call.input)

        def restore() -> None:
            if call.inplace and target:
                memoryview(target.data)[:] = call.input.data

        def answer(result: Array) -> Any:
            # A view is returned with its storage, so that the harness can check its gaps.
            return target if target and target.strides is not None and result is out else tensor(result)

        return Job(lambda: np.cumprod(x, axis=axis, dtype=dtype, out=out), answer, restore if call.inplace else None,
                   "np.cumprod(x, axis=dim, out=y)" if target else "np.cumprod(x, axis=dim)",
                   preallocated=target is not None, threads=lambda most: 1)

    @adapter.reinterpret(list(DTYPES), MAX_RANK, strided=True)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = array(call.input), DTYPES[call.dtype]
        return Job(lambda: x.view(dtype), tensor)

    def written(result: Array, target: Tensor, out: Array) -> Tensor:
        return target if target.strides is not None and result is out else tensor(result)

    def cumsum(x: Array, dim: int, dtype: Any = None, out: Any = None) -> Array:
        guard(x.shape, out.shape)
        return np.cumsum(x, dim, dtype, out)

    def cast(x: Array, dtype: Any) -> Array:
        return x.astype(dtype)

    functions: dict[str, Any] = {
        "add": multiple(np.add, np.multiply, cast), "sub": multiple(np.subtract, np.multiply, cast), "cumsum": cumsum,
        **elementwise(np, **ARRAY_NAMES), **reductions(np)}
    # Functions into memory of the caller; the others make an array.
    into = set(functions) - {"max-dim", "min-dim", "s-where"}
    functions["cast"] = cast
    operators(adapter, functions, DTYPES, MAX_RANK, array, written, np.asarray, into, strided=True)
    return adapter


def guard(*shapes: Any) -> None:
    """Refuses a class of cumulative calls that is wider than what crashes NumPy."""
    if () in shapes:
        raise Unsupported("not asked, since some cumulative calls of this kind crash NumPy")


def settle() -> None:
    """Makes the calls that NumPy lets decide how it answers later ones.

    A function searches the loop for dtypes once, and remembers it. With the dtypes of ml_dtypes, what it finds depends on
    who asks first: after np.sqrt(x, out=y) with x of uint8 and y of bfloat16, np.sqrt(x) is of bfloat16, and without, of
    float16. np.cumprod(x, dtype=bfloat16, out=y) with a bfloat16 y raises TypeError for most x until the same product was
    computed without `out`; so do np.cumsum, np.sum and np.prod.
    """
    unary = {function for function in vars(np).values() if isinstance(function, np.ufunc) and function.nin == 1}
    for dtype in DTYPES.values():
        ones = np.ones(1, dtype)
        for function in unary:
            with suppress(TypeError):
                function(ones)
        for function in (np.cumprod, np.cumsum, np.prod, np.sum):
            function(ones, dtype=DTYPES["bf16"])


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    parser = options("NumPy")
    parser.add_argument("--declare", action="store_true", help="declare how cumprod rounds, and be judged by it")
    parser.add_argument("--unsettled", action="store_true", help="let answers depend on the order of questions")
    chosen = parser.parse_args(arguments)

    # Overflow, NaN and discarded imaginary parts are normal answers here; no warnings on stderr.
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    if "bf16" in DTYPES and not chosen.unsettled:
        settle()

    adapter = numpy_adapter(chosen.op)
    if chosen.declare:
        floats = [dtype for dtype in DTYPES if dtype in ("f16", "bf16", "f32", "f64")]
        adapter.declare(order="sequential", accumulator={dtype: dtype for dtype in floats},
                        subnormals={dtype: "keep" for dtype in floats})
    adapter.serve()


if __name__ == "__main__":
    main()
