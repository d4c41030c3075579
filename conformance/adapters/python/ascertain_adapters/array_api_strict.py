"""The adapter for array-api-strict, an implementation of the Python array API standard that has nothing beside it. It uses
`+` (or `*`) and `cumulative_prod`.

    ascertain run --backend array_api_strict

The standard promotes within a kind of numbers only, so refusals are right answers by its rules. It has no call that
reinterprets bytes, no 16-bit floats, no in-place calls, no `out` and no strides. An aclScalar becomes an array without
dimensions, which has a dtype.
"""

from __future__ import annotations

from typing import Any

from .arrays import array, np, own_dtypes, tensor
from .base import Adapter, Cumprod, Job
from .framework import (ARRAY_NAMES, OPERATORS, declares_results, elementwise, makes_its_result, multiple, named,
                        operators, options, promotions, reduction, reductions, require)

xp = require(__name__, "array_api_strict", "pip install array-api-strict numpy")

OWN = own_dtypes(xp)
NAMES = {dtype: name for name, dtype in OWN.items()}
LACKS = {name: f"the array API standard has no {name}" for name in ("f16", "bf16", "c32")}
MAX_RANK = 32


def array_api_adapter(op: str = "add") -> Adapter:
    """The adapter."""
    adapter = Adapter(named("array-api-strict", op), xp.__version__, rejects=(TypeError, ValueError, OverflowError),
                      lacks=LACKS)
    promotions(adapter, OPERATORS[op], operand=lambda dtype, rank: xp.ones((1,) * rank, dtype=OWN[dtype]),
               scalar=lambda dtype: xp.ones((), dtype=OWN[dtype]), name=lambda result: NAMES[result.dtype])

    @adapter.cumprod(list(OWN), MAX_RANK)
    def cumprod(call: Cumprod) -> Job:
        makes_its_result(call, "the array API standard")
        x, dtype = xp.asarray(array(call.input)), OWN[call.dtype] if call.dtype else None
        return Job(lambda: xp.cumulative_prod(x, axis=call.dim, dtype=dtype),
                   lambda result: tensor(np.asarray(result)), timed="xp.cumulative_prod(x, axis=dim)")

    def value(scalar: Any) -> Any:
        return np.asarray(scalar).item()

    def mean(x: Any, dtype: Any = None, **others: Any) -> Any:
        # The standard's mean takes no dtype.
        return xp.mean(x if dtype is None else xp.astype(x, dtype), **others)

    functions = {"add": multiple(xp.add, xp.multiply, xp.astype, value),
                 "sub": multiple(xp.subtract, xp.multiply, xp.astype, value), "cast": xp.astype,
                 "cumsum": lambda x, dim, dtype=None: xp.cumulative_sum(x, axis=dim, dtype=dtype),
                 **elementwise(xp, **ARRAY_NAMES), **reductions(xp), "mean": reduction(mean)}
    operators(adapter, functions, OWN, MAX_RANK, lambda value: xp.asarray(array(value)),
              lambda result, target, out: tensor(np.asarray(result)), xp.astype)
    declares_results(adapter, lambda dtype: NAMES[xp.cumulative_prod(xp.ones(1, dtype=OWN[dtype])).dtype])
    return adapter


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    array_api_adapter(options("array-api-strict", "array_api_strict").parse_args(arguments).op).serve()


if __name__ == "__main__":
    main()
