"""An adapter for Polars' series: one dimension.

    ascertain run --backend python:conformance/adapters/python/examples/polars_series.py

Bitwise operators of Polars 2.1.0 can panic where its other operators raise an error. No `except Exception` catches that.
"""

import operator
import polars as pl
from ascertain_adapters.arrays import DTYPES, LACKS, array, tensor
from ascertain_adapters.base import Adapter, Job, Unsupported
from ascertain_adapters.framework import keeps_its_dtype, makes_its_result, operators

NAMES = {"f16": "Float16", "f32": "Float32", "f64": "Float64", "bool": "Boolean",
         **{f"{kind}{bits}": f"{'U' if kind == 'u' else ''}Int{bits}" for kind in "su" for bits in (8, 16, 32, 64)}}
OWN = {name: getattr(pl, of) for name, of in NAMES.items() if name in DTYPES and hasattr(pl, of)}
adapter = Adapter("polars", pl.__version__, rejects=(TypeError, ValueError, pl.exceptions.PolarsError), lacks=LACKS)


def own(value):
    if len(value.shape) != 1:
        raise Unsupported("a series has one dimension")
    return pl.Series(array(value))


@adapter.cumprod(list(OWN), 1)
def cumprod(call):
    makes_its_result(call, "Polars")
    keeps_its_dtype(call, "cum_prod")
    if call.dim not in (0, -1):
        raise Unsupported("cum_prod has no dim")
    return Job(own(call.input).cum_prod, lambda result: tensor(result.to_numpy()))


binary = {"mul": operator.mul, "div": operator.truediv, "bitwise-and": operator.and_, "bitwise-or": operator.or_,
          "bitwise-xor": operator.xor, **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}}
unary = {name: getattr(pl.Series, name) for name in
         ("abs", "ceil", "cos", "exp", "floor", "log", "round", "sign", "sin", "sqrt", "tanh")}
operators(adapter, {**binary, **unary, "bitwise-not": operator.invert, "neg": operator.neg, "cast": pl.Series.cast},
          OWN, 1, own, lambda result, target, out: tensor(result.to_numpy()), pl.Series.cast)
adapter.serve()
