"""An adapter for numexpr, which compiles an expression and computes it block by block.

    ascertain run --backend python:conformance/adapters/python/examples/numexpr_expressions.py
"""

import numexpr as ne
from ascertain_adapters.arrays import DTYPES, LACKS, array, np, tensor
from ascertain_adapters.base import Adapter, Unsupported
from ascertain_adapters.framework import operators, reduction

OWN = {name: DTYPES[name] for name in ("bool", "s32", "s64", "f32", "f64", "c128")}
adapter = Adapter("numexpr", ne.__version__, rejects=(TypeError, ValueError, NotImplementedError), lacks=LACKS)


def expression(formula):
    def evaluate(*operands, out):
        ne.evaluate(formula, dict(zip("xyz", operands)), {}, out, truediv=True)
        return out  # of no elements, numexpr returns another array
    return evaluate


def reduced(name):
    def evaluate(x, axis, keepdims, dtype=None):
        if keepdims or (dtype or x.dtype) != x.dtype or isinstance(axis, tuple) and len(axis) > 1:
            raise Unsupported("one dimension is reduced, or all; it does not stay, and there is no dtype argument")
        return ne.evaluate(f"{name}(x, axis={axis[0] if isinstance(axis, tuple) else axis})", {"x": x}, {})
    return reduction(evaluate)


SYMBOLS = {"mul": "*", "div": "/", "bitwise-and": "&", "bitwise-or": "|", "bitwise-xor": "^",
           "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
NAMES = ("abs", "ceil", "cos", "exp", "floor", "log", "round", "sign", "sin", "sqrt", "tanh", "trunc")
formulas = {"add": "x + z * y", "sub": "x - z * y", "neg": "-x", "bitwise-not": "~x", "s-where": "where(x, y, z)",
            "maximum": "maximum(x, y)", "minimum": "minimum(x, y)", **{name: f"{name}(x)" for name in NAMES},
            **{name: f"x {symbol} y" for name, symbol in SYMBOLS.items()}}
reductions = {"reduce-sum": reduced("sum"), "prod-dim": reduced("prod"), "amax": reduced("max"), "amin": reduced("min")}
operators(adapter, {**{name: expression(of) for name, of in formulas.items()}, **reductions}, OWN, 31, array,
          lambda result, target, out: target if result is out else tensor(result), np.asarray, formulas, strided=True)
adapter.serve()
