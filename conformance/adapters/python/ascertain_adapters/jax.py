"""The adapter for JAX. It uses the calls that users make: `+` (or `*`), `jnp.cumprod` and `view`.

    ascertain run --backend jax

64-bit dtypes are enabled; without them JAX would convert to 32 bits. Arrays are immutable and JAX allocates its results,
so there are no in-place calls, no `out` and no strides. An aclScalar becomes an array without dimensions, which has a
dtype.

JAX compiles each operation for each shape and dtype, about 50 ms each, so run it with `--shapes 300`. Shapes are not
padded, since that would test a different product. `--bitcast` uses lax.bitcast_convert_type instead of `view`.
"""

from __future__ import annotations

from typing import Any

from . import timing
from .arrays import DTYPES, LACKS, array, np, short_name, tensor
from .base import Adapter, Cumprod, Job, Reinterpret
from .framework import (ARRAY_NAMES, OPERATORS, elementwise, makes_its_result, multiple, named, operators, options,
                        promotions, reductions, require)
from .wire import Tensor

jax = require(__name__, "jax", "pip install jax")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy

MAX_RANK = 32
COMPILED = 1000  # compiled programs after which the cache is cleared: each uses memory mappings, which are limited


def jax_adapter(op: str = "add", bitcast: bool = False) -> Adapter:
    """The adapter."""
    adapter = Adapter(named("jax", op), jax.__version__, rejects=(TypeError, ValueError, IndexError, OverflowError),
                      lacks=LACKS)
    promotions(adapter, OPERATORS[op], operand=lambda dtype, rank: jnp.ones((1,) * rank, DTYPES[dtype]),
               scalar=lambda dtype: jnp.ones((), DTYPES[dtype]), name=lambda result: short_name(result.dtype))
    met: set[Any] = set()

    def compiles(*program: Any) -> None:
        met.add(program)
        if len(met) > COMPILED:
            jax.clear_caches()
            met.clear()

    def answer(result: Any) -> Any:
        return tensor(np.asarray(result))

    @adapter.cumprod(list(DTYPES), MAX_RANK)
    def cumprod(call: Cumprod) -> Job:
        makes_its_result(call, "JAX")
        compiles(call.input.dtype, call.input.shape, call.dim, call.dtype)
        x, dtype = jnp.asarray(array(call.input)), DTYPES[call.dtype] if call.dtype else None
        # Compiled by the first call, which is not timed.
        return Job(lambda: jnp.cumprod(x, axis=call.dim, dtype=dtype).block_until_ready(), answer,
                   timed="jnp.cumprod(x, axis=dim).block_until_ready()", threads=lambda most: timing.threads())

    @adapter.reinterpret(list(DTYPES), MAX_RANK)
    def reinterpret(call: Reinterpret) -> Job:
        compiles(call.input.dtype, call.input.shape, call.dtype)
        x, dtype = jnp.asarray(array(call.input)), DTYPES[call.dtype]
        if bitcast:
            return Job(lambda: jax.lax.bitcast_convert_type(x, dtype).block_until_ready(), answer)
        return Job(lambda: x.view(dtype).block_until_ready(), answer)

    def own(value: Tensor) -> Any:
        compiles(value.dtype, value.shape)
        return jnp.asarray(array(value))

    def cast(x: Any, dtype: Any) -> Any:
        return x.astype(dtype)

    functions = {"add": multiple(jnp.add, jnp.multiply, cast), "sub": multiple(jnp.subtract, jnp.multiply, cast),
                 "cast": cast, "cumsum": jnp.cumsum, "rsqrt": jax.lax.rsqrt, **elementwise(jnp, **ARRAY_NAMES),
                 **reductions(jnp)}
    operators(adapter, functions, DTYPES, MAX_RANK, own, lambda result, target, out: answer(result),
              lambda result, dtype: result.astype(dtype))
    return adapter


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    parser = options("JAX")
    parser.add_argument("--bitcast", action="store_true", help="reinterpret with lax.bitcast_convert_type instead of view")
    chosen = parser.parse_args(arguments)
    jax_adapter(chosen.op, chosen.bitcast).serve()


if __name__ == "__main__":
    main()
