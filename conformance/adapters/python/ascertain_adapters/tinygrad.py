"""The adapter for tinygrad. It uses the calls that users make: `+` (or `*`), `cumprod`, `bitcast`, and the
methods of `Tensor` for other operators.

    ascertain run --backend tinygrad

tinygrad is lazy, so each call computes its result. On a CPU it compiles a kernel for each shape and dtype with clang, about
0.1 s each, so run it with `--shapes 300`; a kernel that clang does not compile, such as those of bf16 with some
versions, is answered `unsupported`. There are no complex numbers, no in-place calls, no `out`, no strides, and no dtype
argument of `cumprod` and `cumsum`. An aclScalar becomes a tensor without dimensions, which has a dtype.

An integer tensor and a Python float make a tensor with a weak dtype, which can be computed only as a default dtype. The
answer is that dtype, which the elements have once they are read. `CC` names another compiler than clang.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from typing import Any, Callable

from .arrays import BITS, array, np, own_dtypes
from .base import Adapter, Cumprod, Job, Reinterpret, Unsupported
from .framework import (MISSING, OPERATORS, Function, elementwise, keeps_its_dtype, makes_its_result, multiple, named, operators,
                        options, promotions, reductions, require)
from .wire import Tensor

tinygrad = require(__name__, "tinygrad", "pip install tinygrad numpy")
dtypes = tinygrad.dtypes

if not hasattr(dtypes, "weakint"):
    print(f"ascertain_adapters: tinygrad {version('tinygrad')} has no weak dtypes; this adapter needs them, and is for 0.14",
          file=sys.stderr)
    sys.exit(MISSING)
OWN = own_dtypes(dtypes)
NAMES = {dtype: name for name, dtype in OWN.items()}
DEFAULTS = {dtypes.weakint: dtypes.default_int, dtypes.weakfloat: dtypes.default_float}  # what becomes of weak dtypes
LACKS = {name: "tinygrad has no complex numbers" for name in ("c32", "c64", "c128")}
MAX_RANK = 32
COMPARED = {"ge": "__ge__", "gt": "__gt__", "le": "__le__", "lt": "__lt__"}  # comparisons without a named method


def tinygrad_adapter(op: str = "add") -> Adapter:
    """The adapter for the default device."""
    adapter = Adapter(named("tinygrad", op), version("tinygrad"), lacks=LACKS,
                      rejects=(RuntimeError, ValueError, TypeError, IndexError, OverflowError))
    promotions(adapter, OPERATORS[op], operand=lambda dtype, rank: tinygrad.Tensor.ones((1,) * rank, dtype=OWN[dtype]),
               scalar=lambda dtype: tinygrad.Tensor.ones((), dtype=OWN[dtype]), name=short_name)

    @adapter.cumprod(list(OWN), MAX_RANK)
    def cumprod(call: Cumprod) -> Job:
        keeps_its_dtype(call, "Tensor.cumprod")
        makes_its_result(call, "tinygrad")
        x = own(call.input)
        return Job(lambda: computed(lambda: x.cumprod(call.dim)), answer, timed="x.cumprod(dim).numpy()")

    @adapter.reinterpret(list(OWN), MAX_RANK)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = own(call.input), OWN[call.dtype]
        return Job(lambda: computed(lambda: x.bitcast(dtype)), answer)

    def cumsum(x: Any, dim: Any, dtype: Any) -> Any:
        if x.dtype != dtype:
            raise Unsupported("Tensor.cumsum has no dtype argument")
        return x.cumsum(dim)

    def read(result: Any, target: Tensor, out: Any) -> Tensor:
        with adapter.asking:
            return answer(computed(lambda: result))

    of = tinygrad.Tensor
    functions = {"add": multiple(of.add, of.mul, of.cast, number), "sub": multiple(of.sub, of.mul, of.cast, number),
                 "cast": of.cast, "cumsum": cumsum, "cummax": of.cummax, "cummin": of.cummin, **elementwise(of, **COMPARED),
                 **reductions(of, keep="keepdim", cast=of.cast)}
    operators(adapter, {name: compiled(function) for name, function in functions.items()}, OWN, MAX_RANK, own, read,
              of.cast)
    return adapter


def short_name(result: Any) -> str:
    """The short name of a tensor's dtype, or `other:` and tinygrad's name, which the harness counts as wrong and shows."""
    return NAMES.get(DEFAULTS.get(result.dtype, result.dtype)) or f"other:{str(result.dtype).replace('dtypes.', '', 1)}"


def own(tensor: Tensor) -> Any:
    """The tensor as one of tinygrad, which does not know NumPy's bfloat16. A view of other bits can be read only once,
    so it is copied."""
    elements = tinygrad.Tensor(array(tensor, BITS))
    return elements.bitcast(dtypes.bfloat16).clone() if tensor.dtype == "bf16" else elements


def number(scalar: Any) -> Any:
    """A tensor without dimensions as a Python number. tinygrad reads no 16-bit floats as such."""
    return (scalar.float() if scalar.dtype in (dtypes.float16, dtypes.bfloat16) else scalar).item()


def compiled(operation: Function) -> Function:
    """The operation. What cannot be compiled for this machine is not a refusal."""
    def ask(*arguments: Any) -> Any:
        try:
            return operation(*arguments)
        except subprocess.CalledProcessError as error:
            raise Unsupported("no kernel: clang does not compile what tinygrad writes for this dtype") from error
    return ask


@compiled
def computed(operation: Callable[[], Any]) -> tuple[str, Any]:
    """The dtype and the elements of a result. Elements are read here, since tinygrad refuses some results only when it
    computes them."""
    result = operation().contiguous().realize()
    name = short_name(result)
    return name, (result.bitcast(dtypes.uint16) if name == "bf16" else result).numpy()


def answer(result: tuple[str, Any]) -> Tensor:
    """A result as an answer."""
    name, elements = result
    return Tensor(name, elements.shape, np.ascontiguousarray(elements).ravel().view(np.uint8).data)


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    tinygrad_adapter(options("tinygrad").parse_args(arguments).op).serve()


if __name__ == "__main__":
    main()
