"""The adapter for MindSpore in eager mode. It uses the calls that users make: `+` (or `*`), `ops.cumprod`,
`Tensor.view`, and the functions of `ops` for other operators (`mint.bitwise_not`, which `ops` lacks).

    ascertain run --backend mindspore
    ascertain run --backend "mindspore:--device Ascend"

Eager mode is asynchronous: the error of an operation may appear in a later one. So the adapter waits for each operation,
and after a refusal until no operation is left. Calls without a kernel on the device are answered `unsupported`, since
that is not a refusal to promote. MindSpore allocates its results, so there are no in-place calls, no `out` and no
strides. An aclScalar becomes a tensor without dimensions, which has a dtype.
"""

from __future__ import annotations

import re
from typing import Any, Callable

from . import timing
from .arrays import BITS, array, np, ones, own_dtypes
from .base import Adapter, Cumprod, Job, Reinterpret, Unsupported
from .framework import (OPERATORS, Function, converting, declares_results, elementwise, makes_its_result, multiple,
                        named, operators, options, promotions, require)
from .wire import Tensor

ms = require(__name__, "mindspore", "pip install mindspore 'numpy<2'")

OWN = own_dtypes(ms, bool="bool_")
LACKS = {"c32": "MindSpore has no 32-bit complex"}
NAMES = {str(dtype): name for name, dtype in OWN.items()}
REFUSALS = (TypeError, ValueError, RuntimeError, IndexError, OverflowError)
# In messages about a missing kernel.
NO_KERNEL = ("Kernel select failed", "Unsupported data type", "Unsupported op", "unregistered", "KernelMod Init Failed")
MAX_RANK = 32
DRAINS = 100  # largest number of errors of other operations to wait for after a refusal


def mindspore_adapter(op: str = "add", device: str = "CPU") -> Adapter:
    """The adapter for the device that was set."""
    try:
        ms.Tensor(np.ones(1)).view(ms.int64)
    except SystemError:
        pass  # with NumPy 2, the first operation of MindSpore 2.10 fails, and only the first
    name = named("mindspore", op) + ("" if device == "CPU" else f"-{device.lower()}")
    adapter = Adapter(name, ms.__version__, rejects=REFUSALS, lacks=LACKS)
    promotions(adapter, converting(lambda lhs, rhs: settled(lambda: OPERATORS[op](lhs, rhs))),
               operand=lambda dtype, rank: own(ones(dtype, (1,) * rank), dtype),
               scalar=lambda dtype: own(ones(dtype, ()), dtype),
               name=short_name)

    @adapter.cumprod(list(OWN), MAX_RANK)
    def cumprod(call: Cumprod) -> Job:
        makes_its_result(call, "MindSpore")
        x, dtype = own(array(call.input, BITS), call.input.dtype), OWN[call.dtype] if call.dtype else None

        def bare() -> Any:
            result = ms.ops.cumprod(x, call.dim, dtype)
            synchronise()
            return result

        return Job(lambda: settled(lambda: ms.ops.cumprod(x, call.dim, dtype)), answer, bare=bare,
                   timed="mindspore.ops.cumprod(x, dim), waited for",
                   threads=lambda most: ms.get_context("runtime_num_threads"))

    declares_results(adapter, lambda dtype: short_name(ms.ops.cumprod(own(ones(dtype, (1,)), dtype), 0)))

    @adapter.reinterpret(list(OWN), MAX_RANK)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = own(array(call.input, BITS), call.input.dtype), OWN[call.dtype]
        return Job(lambda: settled(lambda: x.view(dtype)), answer)

    def number(scalar: Any) -> Any:
        return scalar if scalar.is_complex() else scalar.item()  # MindSpore multiplies by no Python complex

    ops = ms.ops
    functions = {"add": multiple(ops.add, ops.mul, ops.cast, number), "sub": multiple(ops.sub, ops.mul, ops.cast, number),
                 "cast": ops.cast, "cumsum": ops.cumsum, "cummax": ops.cummax, "cummin": ops.cummin,
                 "bitwise-not": ms.mint.bitwise_not, **elementwise(ops)}
    operators(adapter, {name: asked(function) for name, function in functions.items()}, OWN, MAX_RANK,
              lambda value: own(array(value, BITS), value.dtype), lambda result, target, out: answer(result),
              asked(ops.cast))
    return adapter


def short_name(result: Any) -> str:
    """The short name of a tensor's dtype, or `other:` and MindSpore's name, which the harness counts as wrong and shows."""
    return NAMES.get(str(result.dtype)) or f"other:{result.dtype}"


def own(elements: Any, dtype: str) -> Any:
    """An array as a tensor with this dtype."""
    tensor = ms.Tensor(elements)
    return tensor.view(OWN[dtype]) if dtype == "bf16" else tensor


def answer(result: Any) -> Tensor:
    """A tensor as an answer. bf16 comes as its bits: MindSpore has arrays of it only with the NumPy it was built with."""
    name = short_name(result)
    elements = np.ascontiguousarray((result.view(ms.uint16) if name == "bf16" else result).asnumpy())
    return Tensor(name, result.shape, elements.ravel().view(np.uint8).data)


def settled(operation: Callable[[], Any]) -> Any:
    """The finished result of an operation, or its own error. No error of another operation is left afterwards."""
    try:
        result = operation()
        synchronise()
        return result
    except REFUSALS as error:
        drain()
        message = " ".join(line for line in str(error).splitlines() if line.strip("- "))
        message = re.sub(r"-op\d+", "", message.partition("- C++ Call Stack")[0]).strip()  # without MindSpore's count
        if any(words in message for words in NO_KERNEL):
            raise Unsupported(f"no kernel: {message[:200]}") from error
        raise type(error)(message) from error


def asked(function: Function) -> Function:
    """A function that is called by `settled`."""
    return lambda *arguments: settled(lambda: function(*arguments))


def synchronise() -> None:
    """Waits for all operations. The public `runtime.synchronize` does not support the CPU."""
    ms.common.api._pynative_executor.sync()


def drain() -> None:
    """Waits until no operation is left that can fail."""
    for _ in range(DRAINS):
        try:
            synchronise()
            return
        except REFUSALS:
            pass


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    parser = options("MindSpore")
    parser.add_argument("--device", choices=("CPU", "GPU", "Ascend"), default="CPU",
                        help="device to use (default: CPU)")
    chosen = parser.parse_args(arguments)
    ms.set_device(chosen.device)
    threads = timing.threads()
    if threads is not None:
        ms.set_context(runtime_num_threads=threads)
    mindspore_adapter(chosen.op, chosen.device).serve()


if __name__ == "__main__":
    main()
