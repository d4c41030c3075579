"""What the adapters of frameworks share: how a framework is imported, and how its operators are asked to promote."""

from __future__ import annotations

import argparse
import functools
import importlib
import operator
import sys
from typing import Any, Callable, Union

from . import timing
from .base import Adapter, Ask, Cumprod, Rejected, Unsupported
from .wire import claim_stdout

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"add": operator.add, "mul": operator.mul}
NUMBERS = {"bool": True, "int": 1, "float": 1.0}  # the Python numbers of `mindspore.number-tensor`

MISSING = 3  # exit code where the framework is not installed


def require(importer: str, module: str, install: str) -> Any:
    """The module, or the end of the process with a word on how to get it.

    `importer` is the `__name__` of who asks: one that is run claims stdout first, since frameworks print on it.
    """
    if importer == "__main__":
        claim_stdout()
    timing.limit_libraries()
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            message = f"{module} is not installed for {sys.executable}; `{install}` brings it"
        else:
            message = f"{module} is installed for {sys.executable} but cannot be imported: {error}"
        print(f"ascertain_adapters: {message}", file=sys.stderr)
        sys.exit(MISSING)


def options(framework: str, module: str = "") -> argparse.ArgumentParser:
    """The options that every adapter of a framework takes; its module here has the framework's name, or `module`."""
    parser = argparse.ArgumentParser(prog=f"python -m ascertain_adapters.{module or framework.lower()}",
                                     description=f"Answers ascertain's questions with {framework}.")
    parser.add_argument("--op", choices=OPERATORS, default="add", help="the operator that promotes (default: add)")
    return parser


def named(framework: str, op: str) -> str:
    """The name of an adapter: `numpy`, and `numpy-mul` where another operator than `+` promotes."""
    return framework if op == "add" else f"{framework}-{op}"


def promotions(adapter: Adapter, apply: Callable[[Any, Any], Any], operand: Callable[[str, int], Any],
               scalar: Callable[[str], Any], name: Callable[[Any], str]) -> None:
    """Answers for all four tables by the operator `apply`.

    `operand` makes a tensor of ones of a dtype, with one dimension or none; `scalar` makes what stands for an
    aclScalar, a number with a dtype of its own; `name` tells the dtype of what `apply` gives. A table of tensors asks
    for both orders by itself; a table of a tensor and a number has one cell for both, so that both are tried and a
    difference is an answer that no document has.
    """
    operand = functools.lru_cache(maxsize=None)(operand)
    scalar = functools.lru_cache(maxsize=None)(scalar)
    asking = adapter.asking

    def promote(lhs: Any, rhs: Any) -> str:
        with asking:
            return name(apply(lhs, rhs))

    def tried(lhs: Any, rhs: Any) -> Union[str, Rejected]:
        try:
            return promote(lhs, rhs)
        except Rejected as refusal:
            return refusal

    def either(tensor: Any, number: Any) -> str:
        after, before = tried(tensor, number), tried(number, tensor)
        if isinstance(after, Rejected) and isinstance(before, Rejected):
            raise after
        if after == before:
            return after  # type: ignore[return-value]
        return f"other:{_said(after)} before the number, {_said(before)} after it"

    @adapter.promote("aclnn.tensor-tensor")
    def tensor_tensor(ask: Ask) -> str:
        return promote(operand(ask["lhs"], ask.get("lhs_rank", 1)), operand(ask["rhs"], ask.get("rhs_rank", 1)))

    adapter.promote("mindspore.tensor-tensor")(tensor_tensor)

    @adapter.promote("aclnn.tensor-scalar")
    def tensor_scalar(ask: Ask) -> str:
        return either(operand(ask["tensor"], ask.get("tensor_rank", 1)), scalar(ask["scalar"]))

    @adapter.promote("mindspore.number-tensor")
    def number_tensor(ask: Ask) -> str:
        return either(operand(ask["tensor"], ask.get("tensor_rank", 1)), NUMBERS[ask["number"]])


def _said(outcome: Union[str, Rejected]) -> str:
    return "refused" if isinstance(outcome, Rejected) else outcome


def makes_its_result(call: Cumprod, framework: str) -> None:
    """For frameworks without `out`: what is asked with a wrong one, or with a `dim` in a tensor, cannot be asked."""
    out, expected = call.out, (call.dtype or call.input.dtype, call.input.shape)
    if out is not None and (out.dtype, out.shape) != expected:
        raise Unsupported(f"{framework} makes its result itself: no `out` can be wrong")
    if call.dim_dtype:
        raise Unsupported(f"the dimension is a Python number in {framework}")
