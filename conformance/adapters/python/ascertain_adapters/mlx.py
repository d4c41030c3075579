"""The adapter for MLX. It uses the calls that users make: `+` (or `*`), `mx.cumprod`, `view`, and the functions of `mx`
for other operators.

    ascertain run --backend mlx

MLX is lazy, so each call evaluates its result. It allocates its results, so there are no in-place calls, no `out` and no
strides. `mx.cumprod` has no dtype argument, so conversions are `unsupported`. An aclScalar becomes an array without
dimensions, which has a dtype. f64 exists only on the CPU.
"""

from __future__ import annotations

from typing import Any

from .arrays import BITS, array, np, own_dtypes
from .base import Adapter, Cumprod, Job, Reinterpret
from .framework import (ARRAY_NAMES, OPERATORS, Function, elementwise, keeps_its_dtype, makes_its_result, multiple,
                        named, operators, options, promotions, reductions, require)
from .wire import Tensor

mx = require(__name__, "mlx.core", "pip install 'mlx[cpu]' numpy")

OWN = own_dtypes(mx, bool="bool_")
NAMES = {dtype: name for name, dtype in OWN.items()}
MAX_RANK = 32


def mlx_adapter(op: str = "add") -> Adapter:
    """The adapter for the default device."""
    lacks = {"c32": "MLX has no 32-bit complex", "c128": "MLX has no 128-bit complex"}
    refusals = (ValueError, IndexError, TypeError, RuntimeError, OverflowError)
    adapter = Adapter(named("mlx", op), mx.__version__, rejects=refusals, lacks=lacks)
    promotions(adapter, OPERATORS[op], operand=lambda dtype, rank: mx.ones((1,) * rank, OWN[dtype]),
               scalar=lambda dtype: mx.ones((), OWN[dtype]), name=short_name)

    @adapter.cumprod(list(OWN), MAX_RANK)
    def cumprod(call: Cumprod) -> Job:
        keeps_its_dtype(call, "mx.cumprod")
        makes_its_result(call, "MLX")
        x = own(call.input)
        return Job(lambda: evaluated(mx.cumprod(x, axis=call.dim)), answer, timed="mx.eval(mx.cumprod(x, axis=dim))")

    @adapter.reinterpret(list(OWN), MAX_RANK)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = own(call.input), OWN[call.dtype]
        return Job(lambda: evaluated(x.view(dtype)), answer)

    def cast(x: Any, dtype: Any) -> Any:
        return evaluated(x.astype(dtype))

    functions: dict[str, Function] = {
        "add": multiple(mx.add, mx.multiply, cast), "sub": multiple(mx.subtract, mx.multiply, cast), "cast": cast,
        "cumsum": lambda x, dim, dtype: mx.cumsum(x, dim, dtype=dtype), **elementwise(mx, **ARRAY_NAMES),
        **reductions(mx, cast=cast)}
    operators(adapter, {name: eager(function) for name, function in functions.items()}, OWN, MAX_RANK, own,
              lambda result, target, out: answer(result), cast)
    return adapter


def short_name(result: Any) -> str:
    """The short name of an array's dtype, or `other:` and MLX's name, which the harness counts as wrong and shows."""
    return NAMES.get(result.dtype) or f"other:{result.dtype}"


def own(tensor: Tensor) -> Any:
    """The tensor as an array of MLX. NumPy's bfloat16 is not known to it, and an array of f64 would become f32."""
    elements = array(tensor, BITS)
    if tensor.dtype == "bf16":
        return evaluated(mx.array(elements).view(mx.bfloat16))
    return mx.array(elements, OWN[tensor.dtype])


def evaluated(result: Any) -> Any:
    """The array, computed."""
    mx.eval(result)
    return result


def eager(function: Function) -> Function:
    """A function whose result is computed."""
    return lambda *arguments: evaluated(function(*arguments))


def answer(result: Any) -> Tensor:
    """An array as an answer."""
    name = short_name(result)
    elements = np.array(result.view(mx.uint16) if name == "bf16" else result)
    return Tensor(name, result.shape, np.ascontiguousarray(elements).ravel().view(np.uint8).data)


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    mlx_adapter(options("MLX").parse_args(arguments).op).serve()


if __name__ == "__main__":
    main()
