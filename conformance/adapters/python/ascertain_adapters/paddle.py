"""The adapter for PaddlePaddle in eager mode. It uses the calls that users make: `+` (or `*`), `paddle.cumprod` with
`out` or `cumprod_`, `view`, and the functions of `paddle` for other operators, without `out`.

    ascertain run --backend paddle
    ascertain run --backend "paddle:--device npu"

Tensors with strides are not asked. An aclScalar becomes a tensor without dimensions, which has a dtype. Calls without a
kernel on the device are answered `unsupported`, since that is not a refusal to promote. For u16, u32 and u64 there is hardly
a kernel; only `view` makes such tensors.
"""

from __future__ import annotations

import warnings
from typing import Any, Callable

from .arrays import BITS, array, np, ones, own_dtypes
from .base import Adapter, Cumprod, Job, Reinterpret, Rejected, Unsupported
from .framework import (OPERATORS, Function, elementwise, multiple, named, operators, options, promotions,
                        reductions, require)
from .wire import Tensor

paddle = require(__name__, "paddle", "pip install paddlepaddle numpy")

VIEWED = {"u16": np.int16, "u32": np.int32, "u64": np.int64}  # which arrays become such tensors by `view`
OWN = own_dtypes(paddle)
LACKS = {"c32": "PaddlePaddle has no 32-bit complex"}
NAMES = {dtype: name for name, dtype in OWN.items()}
# In messages about a missing kernel, and about a dtype that no kernel takes.
NO_KERNEL = ("(NotFound) The kernel", "(Unimplemented)", "is not registered")
MAX_RANK = 9
# Operators that PaddlePaddle calls otherwise than the specification.
RENAMED = {"div": "divide", "eq": "equal", "ge": "greater_equal", "gt": "greater_than", "le": "less_equal",
           "lt": "less_than", "mul": "multiply", "ne": "not_equal"}


def paddle_adapter(op: str = "add", device: str = "cpu") -> Adapter:
    """The adapter for the device that was set."""
    name = named("paddle", op) + ("" if device == "cpu" else f"-{device.replace(':', '-')}")
    refusals = (ValueError, TypeError, RuntimeError, IndexError, OverflowError)
    adapter = Adapter(name, paddle.__version__, rejects=refusals, lacks=LACKS)
    promotions(adapter, lambda lhs, rhs: kernel(lambda: OPERATORS[op](lhs, rhs)),
               operand=lambda dtype, rank: own(ones(dtype, (1,) * rank), dtype),
               scalar=lambda dtype: own(ones(dtype, ()), dtype), name=short_name)

    @adapter.cumprod(list(OWN), MAX_RANK, inplace=True)
    def cumprod(call: Cumprod) -> Job:
        if call.dim_dtype:
            raise Unsupported("dim is a Python number in PaddlePaddle")
        x, dtype = own(array(call.input, BITS), call.input.dtype), OWN[call.dtype] if call.dtype else None
        if call.inplace:
            fresh = kernel(x.clone)
            return Job(lambda: kernel(lambda: x.cumprod_(call.dim, dtype=dtype)), answer, lambda: x.set_value(fresh))
        y = own(array(call.out, BITS), call.out.dtype) if call.out else None

        def product() -> Any:
            result = kernel(lambda: paddle.cumprod(x, call.dim, dtype=dtype, out=y))
            return result if y is None else y

        return Job(product, answer, timed=f"paddle.cumprod(x, dim{', out=y' if call.out else ''})",
                   preallocated=y is not None)

    @adapter.reinterpret(list(OWN), MAX_RANK)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = own(array(call.input, BITS), call.input.dtype), OWN[call.dtype]
        return Job(lambda: kernel(lambda: x.view(dtype)), answer)

    functions = {"add": multiple(paddle.add, OPERATORS["mul"], paddle.cast),
                 "sub": multiple(paddle.subtract, OPERATORS["mul"], paddle.cast),
                 "cast": paddle.cast, "cumsum": paddle.cumsum, "cummax": paddle.cummax, "cummin": paddle.cummin,
                 **elementwise(paddle, **RENAMED), **reductions(paddle, keep="keepdim")}
    operators(adapter, {name: asked(function) for name, function in functions.items()}, OWN, MAX_RANK,
              lambda value: own(array(value, BITS), value.dtype), lambda result, target, out: answer(result),
              asked(paddle.cast))
    return adapter


def short_name(result: Any) -> str:
    """The short name of a tensor's dtype, or `other:` and PaddlePaddle's name, which the harness counts as wrong."""
    return NAMES.get(result.dtype) or f"other:{str(result.dtype).replace('paddle.', '', 1)}"


def own(elements: Any, dtype: str) -> Any:
    """An array as a tensor with this dtype. PaddlePaddle takes 16-bit integers of NumPy as bf16."""
    if dtype in VIEWED:
        return paddle.to_tensor(elements.view(VIEWED[dtype])).view(OWN[dtype])
    return paddle.to_tensor(elements)


def kernel(operation: Callable[[], Any]) -> Any:
    """The finished result of an operation; where there is no kernel for a dtype, there is nothing to ask."""
    try:
        result = operation()
        if paddle.device.get_device() != "cpu":
            paddle.device.synchronize()
        return result
    except Exception as error:
        message = " ".join(str(error).split())
        if any(words in message for words in NO_KERNEL):
            raise Unsupported(f"no kernel: {message[:200]}") from error
        if type(error).__name__ == "EnforceNotMet":  # a failed check, whose class no module exports
            raise Rejected(message) from error
        raise


def asked(function: Function) -> Function:
    """A function that is called by `kernel`."""
    return lambda *arguments: kernel(lambda: function(*arguments))


def answer(result: Any) -> Tensor:
    """A tensor as an answer. Its bf16 becomes an array of 16-bit integers."""
    elements = np.ascontiguousarray(result.numpy())
    return Tensor(short_name(result), tuple(result.shape), elements.ravel().view(np.uint8).data)


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    parser = options("PaddlePaddle", "paddle")
    parser.add_argument("--device", default="cpu", help="device to use: cpu, gpu:0, npu:0, … (default: cpu)")
    chosen = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    paddle.set_device(chosen.device)
    paddle_adapter(chosen.op, chosen.device).serve()


if __name__ == "__main__":
    main()
