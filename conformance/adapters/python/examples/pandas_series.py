"""An adapter for pandas' series: one dimension, aligned and not broadcast; NaN is passed on instead of left out.

    ascertain run --backend python:conformance/adapters/python/examples/pandas_series.py
"""

import pandas as pd
from ascertain_adapters.arrays import DTYPES, LACKS, array, tensor
from ascertain_adapters.base import Adapter, Job, Unsupported
from ascertain_adapters.framework import keeps_its_dtype, makes_its_result, operators

OWN = {name: dtype for name, dtype in DTYPES.items() if name not in ("f16", "bf16", "c32")}
adapter = Adapter("pandas", pd.__version__, rejects=(TypeError, ValueError), lacks=LACKS)


def own(value):
    if len(value.shape) != 1:
        raise Unsupported("a series has one dimension")
    return pd.Series(array(value))


def answer(result, *_):
    if result.dtype == object:
        raise Unsupported("pandas made Python's objects of it")
    return tensor(result.to_numpy())


@adapter.cumprod(list(OWN), 1)
def cumprod(call):
    makes_its_result(call, "pandas")
    keeps_its_dtype(call, "cumprod")
    x = own(call.input)
    return Job(lambda: x.cumprod(axis=call.dim, skipna=False), answer)


methods = {"div": "truediv", "bitwise-and": "__and__", "bitwise-or": "__or__", "bitwise-xor": "__xor__", "neg": "__neg__",
           **{name: name for name in ("abs", "round", "mul", "eq", "ne", "lt", "le", "gt", "ge")}}
operators(adapter, {"cumsum": lambda x, dim, dtype: x.astype(dtype).cumsum(axis=dim, skipna=False), "cast": pd.Series.astype,
                    **{name: getattr(pd.Series, method) for name, method in methods.items()}},
          OWN, 1, own, answer, pd.Series.astype)
adapter.serve()
