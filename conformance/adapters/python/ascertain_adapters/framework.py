"""Shared code of the adapters for frameworks: importing a framework, promotion by its operators, and its functions by
the specification's names of operators."""

from __future__ import annotations

import argparse
import functools
import importlib.util
import operator
import sys
from typing import Any, Callable, Collection, Mapping, Optional, Union

from . import timing
from .base import Adapter, Arguments, Ask, Cumprod, Rejected, Unsupported
from .wire import Tensor, claim_stdout

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"add": operator.add, "mul": operator.mul}
NUMBERS = {"bool": True, "int": 1, "float": 1.0}  # the Python numbers of `mindspore.number-tensor`

MISSING = 3  # exit code if the framework is not installed


def require(importer: str, module: str, install: str) -> Any:
    """Imports a module, or exits with a message on how to install it.

    `importer` is the caller's `__name__`. If it runs as a script, stdout is claimed first, since frameworks print.
    """
    if importer == "__main__":
        claim_stdout()
    timing.limit_libraries()
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name in (module, module.partition(".")[0]):
            # Environments that uv makes are without pip.
            pip = importlib.util.find_spec("pip") is not None
            command = f"{sys.executable} -m {install}" if pip else f"uv {install} --python {sys.executable}"
            message = f"{module} is not installed for {sys.executable}; install it with `{command}`"
        else:
            message = f"{module} is installed for {sys.executable} but cannot be imported: {error}"
        print(f"ascertain_adapters: {message}", file=sys.stderr)
        sys.exit(MISSING)


def options(framework: str, module: str = "") -> argparse.ArgumentParser:
    """The options of every adapter for a framework. `module` is the name of its module, if not the framework's name."""
    parser = argparse.ArgumentParser(prog=f"python -m ascertain_adapters.{module or framework.lower()}",
                                     description=f"Answers ascertain's questions with {framework}.")
    parser.add_argument("--op", choices=OPERATORS, default="add", help="operator used for promotions (default: add)")
    return parser


def named(framework: str, op: str) -> str:
    """The name of an adapter: `numpy`, or `numpy-mul` if it promotes with an operator other than `+`."""
    return framework if op == "add" else f"{framework}-{op}"


def promotions(adapter: Adapter, apply: Callable[[Any, Any], Any], operand: Callable[[str, int], Any],
               scalar: Callable[[str], Any], name: Callable[[Any], str]) -> None:
    """Registers all four promotion tables, with `apply` as the operator.

    `operand` makes a tensor of ones with a dtype and one or no dimension. `scalar` makes the counterpart of an aclScalar,
    a number with a dtype. `name` returns the dtype of a result. A table of two tensors has a cell for each order. A
    table of a tensor and a number has one cell for both orders, so both are tried; if they differ, the answer is an
    unknown dtype that names both.
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


def converting(apply: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The operator of a framework that promotes to no dtype but those with kernels. If each operand has a kernel with its
    like, but both together have none, what is missing is a conversion: that is a refusal."""
    def convert(lhs: Any, rhs: Any) -> Any:
        try:
            return apply(lhs, rhs)
        except Unsupported as missing:
            for operand in (lhs, rhs):
                try:
                    apply(operand, operand)
                except Exception:
                    raise missing from None
            raise Rejected(f"not converted: {missing}") from missing
    return convert


def _said(outcome: Union[str, Rejected]) -> str:
    return "rejected" if isinstance(outcome, Rejected) else outcome


def makes_its_result(call: Cumprod, framework: str) -> None:
    """For frameworks without `out`: raises Unsupported for calls with a wrong `out`, or with a `dim` that has a dtype."""
    out, expected = call.out, (call.dtype or call.input.dtype, call.input.shape)
    if out is not None and (out.dtype, out.shape) != expected:
        raise Unsupported(f"{framework} has no `out` argument")
    if call.dim_dtype:
        raise Unsupported(f"dim is a Python number in {framework}")


def declares_results(adapter: Adapter, dtype_of_product: Callable[[str], str]) -> None:
    """Declares, for frameworks without `out`, which integers' products get another dtype where none is given."""
    integers = [dtype for dtype in adapter.ops["cumprod"]["dtypes"] if dtype[0] in "su"]
    results = {dtype: dtype_of_product(dtype) for dtype in integers}
    adapter.declare(result={dtype: result for dtype, result in results.items() if result != dtype})


def keeps_its_dtype(call: Cumprod, function: str) -> None:
    """For functions without a dtype argument: raises Unsupported for calls that ask for another dtype."""
    if call.dtype is not None and call.dtype != call.input.dtype:
        raise Unsupported(f"{function} has no dtype argument")


# Operators that NumPy, and frameworks that follow it or the array API standard, call otherwise than the specification.
ARRAY_NAMES = {"bitwise-not": "bitwise_invert", "div": "divide", "eq": "equal", "ge": "greater_equal", "gt": "greater",
               "le": "less_equal", "lt": "less", "mul": "multiply", "ne": "not_equal", "neg": "negative"}
# The elementwise operators of one and of two tensors.
ELEMENTWISE = ("abs", "bitwise-and", "bitwise-not", "bitwise-or", "bitwise-xor", "ceil", "cos", "div", "eq", "exp",
               "floor", "ge", "gt", "le", "log", "logical-and", "logical-not", "logical-or", "logical-xor", "lt",
               "maximum", "minimum", "mul", "ne", "neg", "reciprocal", "round", "rsqrt", "s-where", "sign", "sin",
               "sqrt", "tanh", "trunc")

# The operators of a tensor and a number, by those of two tensors: a number is a tensor without dimensions.
WITH_NUMBER = {"adds": "add", "subs": "sub", "muls": "mul", "divs": "div",
               **{f"{name}-scalar": name
                  for name in ("bitwise-and", "bitwise-or", "bitwise-xor", "eq", "ge", "gt", "le", "lt", "ne")}}

# The reductions along one or more dimensions, as NumPy calls them.
REDUCTIONS = {"reduce-sum": "sum", "prod-dim": "prod", "amax": "max", "amin": "min", "mean": "mean", "all": "all",
              "any": "any"}

Function = Callable[..., Any]


def elementwise(module: Any, **names: str) -> dict[str, Function]:
    """The functions of a module for elementwise operators, of those that it has; `names` are those that it calls
    otherwise."""
    names = {"s-where": "where", **names}
    found = {operator: getattr(module, names.get(operator, operator).replace("-", "_"), None)
             for operator in ELEMENTWISE}
    return {operator: function for operator, function in found.items() if function is not None}


def reduction(function: Function, axis: str = "axis", keep: str = "keepdims") -> Function:
    """A reduction as users call it, with the dimensions, whether they stay and perhaps a dtype by name. An empty list of
    dimensions is all of them."""
    def apply(x: Any, dims: Any, *others: Any, **out: Any) -> Any:
        named = {axis: (tuple(dims) or None) if isinstance(dims, list) else dims,
                 keep: any(other is True for other in others)}
        dtype = next((other for other in others if not isinstance(other, bool)), None)
        return function(x, **named, **({} if dtype is None else {"dtype": dtype}), **out)
    return apply


def reductions(module: Any, names: Mapping[str, str] = REDUCTIONS, axis: str = "axis", keep: str = "keepdims",
               cast: Optional[Function] = None) -> dict[str, Function]:
    """The functions of a module for reductions, of those that it has, under the names that it has for them. `cast` gives a
    tensor another dtype, as a user would where sums take no dtype."""
    def named(name: str) -> Function:
        function = getattr(module, name)

        def converted(x: Any, dtype: Any = None, **others: Any) -> Any:
            return function(x if dtype is None else cast(x, dtype), **others)  # type: ignore[misc]

        return reduction(converted if cast else function, axis, keep)

    def both(extreme: Function, index: Function) -> Function:
        return lambda *arguments: (extreme(*arguments), index(*arguments))

    found = {operator: named(name) for operator, name in names.items() if hasattr(module, name)}
    if hasattr(module, "argmax") and hasattr(module, "max"):
        found["max-dim"] = both(named("max"), named("argmax"))
        found["min-dim"] = both(named("min"), named("argmin"))
    return found


def operators(adapter: Adapter, functions: Mapping[str, Function], dtypes: Mapping[str, Any], max_rank: int,
              own: Callable[[Tensor], Any], answer: Callable[[Any, Tensor, Any], Tensor],
              cast: Callable[[Any, Any], Any], out: Collection[str] = (), strided: bool = False) -> None:
    """Registers the functions of a framework for operators of the specification.

    A function takes the operator's arguments in the order of its page, tensors as `own` makes them and dtypes as the
    framework's. Those in `out` also take `out`, one tensor or a tuple, which is the input itself in place. `answer`
    makes an answer of a result, the output that was asked for, and what `own` made of that. Other functions make their
    results, which `cast` gives the dtype of the output, as a user would; what a framework would have to refuse to write
    is not asked then.
    """
    functions = {**functions, **{name: functions[of] for name, of in WITH_NUMBER.items() if of in functions}}
    out = {*out, *(name for name, of in WITH_NUMBER.items() if of in out)}
    for name, function in functions.items():
        def operate(arguments: Arguments, function: Function = function, name: str = name) -> list[Tensor]:
            given = {key: value for key, value in arguments.items() if key != "inplace"}
            for dtype in (value.dtype if isinstance(value, Tensor) else value for value in given.values()):
                if isinstance(dtype, str) and dtype not in dtypes:
                    raise Unsupported(adapter.lacks.get(dtype, f"no {dtype}"))
            targets = [given.pop(key) for key in list(given) if key in ("result", "indices") or key.lower().endswith("out")]
            if arguments.get("inplace"):  # pages call what is read and written selfRef, inputRef or self
                targets = [given.pop(next((key for key in given if key.endswith("Ref")), "self"))]
            written = [own(target) for target in targets] if name in out else []
            inputs = [own(value) if isinstance(value, Tensor)
                      else dtypes.get(value, value) if isinstance(value, str) else value for value in given.values()]
            if arguments.get("inplace"):
                inputs.insert(0, written[0])
            with adapter.asking:
                if name in out:
                    result = function(*inputs, out=written[0] if len(written) == 1 else tuple(written))
                else:
                    result = function(*inputs)
            results = list(result) if len(targets) > 1 else [result]
            if name not in out:
                return [converted(*both) for both in zip(results, targets)]
            return [answer(*all) for all in zip(results, targets, written)]

        def converted(result: Any, target: Tensor) -> Tensor:
            made = answer(result, target, None)
            if made.shape != target.shape or _kind(made.dtype) > _kind(target.dtype):
                raise Unsupported("there is no `out` argument")
            if made.dtype == target.dtype:
                return made
            with adapter.asking:
                result = cast(result, dtypes[target.dtype])
            return answer(result, target, None)

        adapter.operator(name, list(dtypes), max_rank, strided, inplace=name in out)(operate)


def _kind(dtype: str) -> int:
    """Which dtypes hold the numbers of which: truth, integers, real numbers, complex numbers."""
    return 0 if dtype == "bool" else {"s": 1, "u": 1, "c": 3}.get(dtype[0], 2)


def multiple(add: Function, multiply: Function, cast: Function,
             value: Function = lambda scalar: scalar.item()) -> Function:
    """An addition of, or a subtraction by, a multiple of the second tensor. `value` makes the factor a Python number;
    one times a tensor is the tensor. Pages multiply in the dtype that both tensors promote to, which is that of their
    sum; `cast` gives the second tensor this dtype."""
    def apply(first: Any, second: Any, alpha: Any, **out: Any) -> Any:
        number = value(alpha)
        if number != 1:
            second = multiply(cast(second, add(first, second).dtype), number)
        return add(first, second, **out)
    return apply
