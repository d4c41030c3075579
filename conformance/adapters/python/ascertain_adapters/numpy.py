"""Asks NumPy, by the calls that its users make: `+` (or `*`), `np.cumprod` and `view`.

    ascertain run --backend numpy
    ascertain run --backend "process:python3 -m ascertain_adapters.numpy"

bfloat16 is there if ml_dtypes is; NumPy has no 32-bit complex. Nothing is declared about rounding unless `--declare`
is given, so that what NumPy does is found out and not assumed.

Two precautions keep verdicts from hanging on the order of the questions; `--no-precautions` goes without them:

* np.cumprod into an `out` of no dimensions reads what is not there (NumPy 2.0 to 2.4 at least): many such calls end
  the process, some do so at times. They are answered `unsupported`.
* a conversion to bfloat16 that NumPy refuses at first and does later is asked for in advance: see `settle`.
"""

from __future__ import annotations

import warnings
from typing import Any

from .arrays import DTYPES, LACKS, Array, array, np, short_name, tensor
from .base import Adapter, Cumprod, Job, Reinterpret, Unsupported
from .framework import OPERATORS, named, options, promotions

MAX_RANK = 64 if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else 32


def numpy_adapter(op: str = "add", precautions: bool = True) -> Adapter:
    """The adapter. An aclScalar has a dtype of its own, as a NumPy scalar has (np.float64(1), not the number 1.0)."""
    # AxisError is a ValueError, UFuncTypeError a TypeError; a dim that is no C long is an OverflowError.
    adapter = Adapter(named("numpy", op), np.__version__, rejects=(TypeError, ValueError, OverflowError), lacks=LACKS)
    promotions(adapter, OPERATORS[op], operand=lambda dtype, rank: np.ones((1,) * rank, DTYPES[dtype]),
               scalar=lambda dtype: DTYPES[dtype].type(1), name=lambda result: short_name(result.dtype))

    @adapter.cumprod(list(DTYPES), MAX_RANK, strided=True, inplace=True)
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

        def answer(result: Array) -> Any:
            # A view goes back with its storage, in which the harness sees what NumPy did to the gaps.
            return target if target and target.strides is not None and result is out else tensor(result)

        return Job(lambda: np.cumprod(x, axis=axis, dtype=dtype, out=out), answer, restore if call.inplace else None,
                   "np.cumprod(x, axis=dim, out=y)" if target else "np.cumprod(x, axis=dim)",
                   preallocated=target is not None, threads=lambda most: 1)

    @adapter.reinterpret(list(DTYPES), MAX_RANK, strided=True)
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


def main(arguments: Any = None) -> None:
    """Serves, as the command line says."""
    parser = options("NumPy")
    parser.add_argument("--declare", action="store_true", help="declare how cumprod rounds, to be judged by it")
    parser.add_argument("--no-precautions", action="store_true",
                        help="ask for what crashes NumPy, and let its answers hang on the order of the questions")
    chosen = parser.parse_args(arguments)

    # Overflow, NaN and discarded imaginary parts are answers here; telling of each on stderr helps nobody.
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    if "bf16" in DTYPES and not chosen.no_precautions:
        settle()

    adapter = numpy_adapter(chosen.op, not chosen.no_precautions)
    if chosen.declare:
        floats = [dtype for dtype in DTYPES if dtype in ("f16", "bf16", "f32", "f64")]
        adapter.declare(order="sequential", accumulator={dtype: dtype for dtype in floats},
                        subnormals={dtype: "keep" for dtype in floats})
    adapter.serve()


if __name__ == "__main__":
    main()
