"""An adapter for FlagGems' Triton kernels: its pointwise operators as it configures them for Ascend, and the scans of its Ascend
back end, under Triton's interpreter, so that no card is needed. scripts/flag_gems.sh installs what it needs, and asks it.

What the interpreter itself computes otherwise than a card is not asked: it truncates bf16 and takes its subnormal numbers for
zero, reads bools that are passed as views wrongly, and has no `not` of a block.

The package looks for a card when it is imported. So its files are loaded without the parts that do, and the interpreter is given
what it lacks of a compiled function. No arithmetic is replaced, but for the least and greatest number of a dtype, which the
interpreter does not evaluate.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import inspect
import os
import sys
import textwrap
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

os.environ["TRITON_INTERPRET"] = "1"

import torch
import triton
import triton.language as tl
from triton.runtime import interpreter

from ascertain_adapters.arrays import DTYPES, LACKS, array, tensor
from ascertain_adapters.base import Adapter, Unsupported
from ascertain_adapters.framework import operators
from ascertain_adapters.wire import Tensor

ROOT = Path(os.environ["FLAG_GEMS"]) / "flag_gems"
CORES = 48  # as its configuration for Ascend says


def module(name: str, path: str | None = None, **values: Any) -> ModuleType:
    """A module in place of one of the package: with files below it, but without what it does when it is imported."""
    made = ModuleType(name)
    made.__dict__.update(values)
    if path is not None:
        made.__path__ = [str(ROOT / path)]
    sys.modules[name] = made
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, made)
    return made


def end(sign: int) -> Any:
    def of(dtype: Any) -> Any:
        dtype = getattr(dtype, "value", dtype)
        if dtype.is_floating():
            return sign * float("inf")
        greatest = 2 ** (dtype.int_bitwidth - dtype.is_int_signed()) - 1
        return greatest if sign > 0 else -greatest - 1 if dtype.is_int_signed() else 0
    return of


def load() -> None:
    """Puts the package's modules in place, with a card that is the CPU."""
    card = SimpleNamespace(device=lambda index: contextlib.nullcontext(), current_device=lambda: 0,
                           get_device_capability=lambda *index: (0, 0),
                           get_device_properties=lambda *index: SimpleNamespace(multi_processor_count=CORES))
    module("flag_gems", "")
    runtime = module("flag_gems.runtime", "runtime", torch_device_fn=card)
    vendors = importlib.import_module("flag_gems.runtime.common").vendors
    runtime.__dict__["device"] = SimpleNamespace(name="cpu", vendor=vendors.ASCEND, vendor_name="ascend", device_count=1)
    module("flag_gems.runtime.backend", "runtime/backend", vendor_module=SimpleNamespace(
        vendor_info=SimpleNamespace(vendor_name="ascend"), TOTAL_CORE_NUM=CORES))
    module("flag_gems.runtime.backend._ascend", "runtime/backend/_ascend")
    module("flag_gems.runtime.backend._ascend.ops", "runtime/backend/_ascend/ops")
    module("flag_gems.ops", "ops")
    utils = module("flag_gems.utils", "utils")
    module("flag_gems.utils.libentry", libentry=lambda: lambda kernel: kernel, libtuner=None)
    module("flag_gems.utils.triton_lang_helper", use_tl_extra=lambda function: function, tl_extra_shim=tl.math)
    module("flag_gems.utils.limits", get_dtype_max=end(1), get_dtype_min=end(-1))
    init = ROOT / "utils" / "__init__.py"
    exec(compile(init.read_text(), str(init), "exec"), utils.__dict__)  # what it exports

    # What the interpreter's functions lack of those that are compiled.
    interpreted = interpreter.InterpretedFunction
    sys.modules["flag_gems.utils.pointwise_dynamic"].__dict__["JITFunction"] = interpreted

    def source(function: Any) -> str:
        text = textwrap.dedent(inspect.getsource(function.fn))
        return text[text.index("def "):]

    interpreted.src = property(source)
    interpreted.cache_key = property(lambda function: hashlib.sha256(source(function).encode()).hexdigest())
    interpreted.__globals__ = property(lambda function: function.fn.__globals__)
    # Its views of tensors with other strides are passed as the tensor, and their strides beside it.
    view = importlib.import_module("flag_gems.utils.tensor_wrapper").StridedBuffer
    unwrapped = interpreter._unwrap_tensor
    interpreter._unwrap_tensor = lambda value: value._base if isinstance(value, view) else unwrapped(value)


def function(name: str, of: str, package: str = "ops") -> Any:
    """A function of one of its files; None if that wants a device's library of functions, which the interpreter has not."""
    try:
        file = importlib.import_module(f"flag_gems.{package}.{of}")
    except AttributeError:
        return None
    file.__dict__.setdefault("tl", tl)  # which the interpreter wants beside each function
    return getattr(file, name)


load()
OWN = {name: getattr(torch, dtype) for name, dtype in
       {"f32": "float32", "f16": "float16", "f64": "float64", "s8": "int8", "u8": "uint8", "s16": "int16",
        "s32": "int32", "s64": "int64", "bool": "bool"}.items() if name in DTYPES}
ASCEND = "runtime.backend._ascend.ops"
PLAIN = ("abs", "bitwise_not", "ceil", "cos", "exp", "log", "neg", "reciprocal", "rsqrt", "sin", "sqrt", "tanh",
         "mul", "maximum", "minimum", "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor")


def own(value: Tensor) -> Any:
    return torch.from_numpy(array(value).copy())


def answer(result: Any, target: Tensor, out: Any) -> Tensor:
    return tensor(result.contiguous().numpy())


def of_numbers(kernel: Any) -> Any:
    def apply(*operands: Any) -> Any:
        if any(isinstance(operand, torch.Tensor) and operand.dtype == torch.bool for operand in operands):
            raise Unsupported("the interpreter reads bools wrongly")
        return kernel(*operands)
    return apply


def multiple(name: str) -> Any:
    add = function(name, name)
    return lambda first, second, alpha: add(first, second, alpha=alpha.item())


cumsum = function("cumsum", "cumsum", ASCEND)
functions = {"add": multiple("add"), "sub": multiple("sub"),
             "cumsum": lambda x, dim, dtype: cumsum(x, dim, dtype=dtype),
             "cummax": function("cummax", "cummax"), "cummin": function("cummin", "cummin"),
             "div": function("true_divide", "div"), "bitwise-and": function("bitwise_and_tensor", "bitwise_and"),
             "bitwise-or": function("bitwise_or_tensor", "bitwise_or"),
             **{name.replace("_", "-"): function(name, name) for name in PLAIN}}
# What does not compile for its dtypes is refused.
REFUSALS = (TypeError, ValueError, RuntimeError, IndexError, AssertionError, interpreter.InterpreterError)
adapter = Adapter("FlagGems", "5.0.2", rejects=REFUSALS, lacks=LACKS)
operators(adapter, {name: of_numbers(found) for name, found in functions.items() if found}, OWN, 8, own, answer,
          lambda result, dtype: result.to(dtype))
adapter.serve()
