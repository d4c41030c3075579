"""The adapter for PyTorch. It uses the calls that users make: `+` (or `*`), `torch.cumprod` or `cumprod_`, and `view`.

    ascertain run --backend torch
    ascertain run --backend "torch:--device cuda"
    ascertain run --backend "torch:--device npu"     # an Ascend card, with the vendor's own kernels; wants torch_npu

An aclScalar becomes a tensor without dimensions: it has a dtype, and in PyTorch it also has less weight than a tensor
with dimensions. Calls without a kernel in PyTorch (`+` of u16 on a CPU, for example) are answered `unsupported`, since
that is not a refusal to promote.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Optional

from .base import Adapter, Cumprod, Job, Reinterpret, Unsupported
from .framework import (MISSING, OPERATORS, elementwise, named, operators, options, promotions, reduction,
                        require)
from .wire import Tensor

torch = require(__name__, "torch", "pip install torch")

DTYPES: dict[str, Any] = {
    "f32": torch.float32, "f16": torch.float16, "f64": torch.float64, "bf16": torch.bfloat16,
    "s8": torch.int8, "u8": torch.uint8, "s16": torch.int16, "u16": torch.uint16,
    "s32": torch.int32, "u32": torch.uint32, "s64": torch.int64, "u64": torch.uint64,
    "bool": torch.bool, "c32": torch.complex32, "c64": torch.complex64, "c128": torch.complex128}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
MAX_RANK = 64  # many operations refuse more dimensions

REFUSALS = (RuntimeError, TypeError, ValueError, IndexError, OverflowError)


def short_name(dtype: Any) -> str:
    """The short name of a dtype, or `other:` and PyTorch's name, which the harness counts as wrong and shows."""
    return NAMES.get(dtype) or f"other:{str(dtype).replace('torch.', '', 1)}"


def torch_adapter(op: str = "add", device: str = "cpu") -> Adapter:
    """The adapter for one device, given by PyTorch's name."""
    name = named("torch", op) + ("" if device == "cpu" else f"-{device.replace(':', '-')}")
    adapter = Adapter(name, torch.__version__, rejects=REFUSALS)
    apply = kernel_or_unsupported(OPERATORS[op])
    product = kernel_or_unsupported(torch.cumprod)
    product_in_place = kernel_or_unsupported(torch.Tensor.cumprod_)

    promotions(adapter, apply, operand=lambda dtype, rank: torch.ones((1,) * rank, dtype=DTYPES[dtype], device=device),
               scalar=lambda dtype: torch.ones((), dtype=DTYPES[dtype], device=device),
               name=lambda result: short_name(result.dtype))

    def on_device(tensor: Tensor) -> Any:
        """The tensor on the device; a view of its storage if it has strides."""
        dtype, data = DTYPES[tensor.dtype], bytearray(tensor.data)
        if tensor.strides is not None and min(tensor.strides, default=0) < 0:
            raise Unsupported("PyTorch has no negative strides")
        storage = torch.frombuffer(data, dtype=dtype) if data else torch.empty(0, dtype=dtype)
        storage = storage.to(device)
        if tensor.strides is None:
            return storage.reshape(tensor.shape)
        if 0 in tensor.shape:
            return torch.empty(tensor.shape, dtype=dtype, device=device)
        return storage.as_strided(tensor.shape, tensor.strides, tensor.offset)

    def answer(result: Any, target: Optional[Tensor] = None, of: Any = None) -> Tensor:
        """The elements of a result, or the storage of `target` if the result was written to it and it is a view."""
        if target is not None and target.strides is not None and result is of and 0 not in target.shape:
            size = len(target.data) // result.element_size()
            return Tensor(target.dtype, target.shape, content(result.as_strided((size,), (1,), 0)), target.strides,
                          target.offset)
        return Tensor(short_name(result.dtype), result.shape, content(result))

    @adapter.cumprod(list(DTYPES), MAX_RANK, strided=True, inplace=True)
    def cumprod(call: Cumprod) -> Job:
        """torch.cumprod(x, dim, dtype=…, out=…), or x.cumprod_(dim, dtype=…) in place."""
        if call.dim_dtype:
            raise Unsupported("dim is a Python number in PyTorch")
        dtype = DTYPES[call.dtype] if call.dtype else None
        x = on_device(call.input)
        if call.inplace:
            fresh = x.clone() if call.input.strides is None else None

            def restore() -> None:
                x.copy_(on_device(call.input) if fresh is None else fresh)

            return Job(lambda: finished(product_in_place(x, call.dim, dtype=dtype)),
                       lambda result: answer(result, call.input, x), restore)
        out = None if call.out is None else on_device(call.out)
        wait = "" if device == "cpu" else ", and torch.accelerator.synchronize()"
        return Job(lambda: finished(product(x, call.dim, dtype=dtype, out=out)),
                   lambda result: answer(result, call.out, out),
                   timed=f"torch.cumprod(x, dim{', out=y' if call.out else ''}){wait}",
                   preallocated=out is not None, threads=threads,
                   bare=lambda: finished(torch.cumprod(x, call.dim, dtype=dtype, out=out)))

    @adapter.reinterpret(list(DTYPES), MAX_RANK, strided=True)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = on_device(call.input), DTYPES[call.dtype]
        return Job(lambda: x.view(dtype), answer)

    functions = {"add": of_multiple(torch.add), "sub": of_multiple(torch.sub), "cumsum": cumulative(torch.cumsum),
                 "cummax": torch.cummax, "cummin": torch.cummin, **elementwise(torch),
                 **{name: reduction(function, "dim", "keepdim") for name, function in
                    {"reduce-sum": torch.sum, "prod-dim": torch.prod, "amax": torch.amax, "amin": torch.amin, "mean": torch.mean,
                     "all": torch.all, "any": torch.any, "max-dim": torch.max, "min-dim": torch.min}.items()}}
    # Functions into memory of the caller; the others make a tensor. `torch.mean` refuses memory of another dtype than its own.
    into = set(functions) - {"mean"}
    functions["cast"] = lambda x, dtype: x.to(dtype)
    operators(adapter, {name: kernel_or_unsupported(function) for name, function in functions.items()}, DTYPES, MAX_RANK,
              on_device, answer, lambda result, dtype: result.to(dtype), into, strided=True)

    def threads(most: int) -> Optional[int]:
        if device != "cpu":
            return None
        torch.set_num_threads(most)
        return int(torch.get_num_threads())

    def finished(result: Any) -> Any:
        if device != "cpu":
            torch.accelerator.synchronize(device)
        return result

    return adapter


def of_multiple(operation: Any) -> Any:
    """An addition of, or a subtraction by, a multiple, which is a Python number."""
    return lambda x, y, alpha, out: operation(x, y, alpha=alpha.item(), out=out)


def cumulative(operation: Any) -> Any:
    """A sum along a dimension; `dtype` is an option by name."""
    return lambda x, dim, dtype=None, out=None: operation(x, dim, dtype=dtype, out=out)


def kernel_or_unsupported(operation: Any) -> Any:
    """The operation; where PyTorch says that it has no kernel for a dtype, there is nothing to ask."""
    def ask(*arguments: Any, **keywords: Any) -> Any:
        try:
            return operation(*arguments, **keywords)
        except NotImplementedError as error:
            raise Unsupported(f"no kernel: {str(error).splitlines()[0]}") from error
    return ask


def content(tensor: Any) -> bytes:
    """The bytes of the elements, in C order."""
    tensor = tensor.detach().cpu()
    # A copy of bools turns each byte that is not 0 into 1.
    tensor = (tensor.view(torch.uint8) if tensor.dtype == torch.bool else tensor).contiguous()
    return ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size()) if tensor.numel() else b""


def open_device(device: str) -> None:
    """Makes sure that PyTorch can use the device, or exits with a message. Devices of other vendors come as plug-ins."""
    if device.partition(":")[0] == "npu":
        require(__name__, "torch_npu", "pip install torch_npu")
    try:
        torch.ones((), device=device)
    except (RuntimeError, AssertionError) as error:
        print(f"ascertain_adapters: PyTorch {torch.__version__} cannot use the device `{device}`: "
              f"{str(error).strip().splitlines()[0]}", file=sys.stderr)
        sys.exit(MISSING)


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    parser = options("PyTorch", "torch")
    parser.add_argument("--device", default="cpu", help="device to use: cpu, cuda, npu, xpu, … (default: cpu)")
    chosen = parser.parse_args(arguments)
    open_device(chosen.device)
    torch_adapter(chosen.op, chosen.device).serve()


if __name__ == "__main__":
    main()
