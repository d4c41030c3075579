"""An adapter for pandas' series in Arrow's memory: one dimension, aligned and not broadcast; NaN is not a missing value.

    ascertain run --backend python:conformance/adapters/python/examples/pyarrow_series.py
"""

import pandas as pd
import pyarrow as pa
from ascertain_adapters.arrays import DTYPES, LACKS, array, tensor
from ascertain_adapters.base import Adapter, Job, Unsupported
from ascertain_adapters.framework import keeps_its_dtype, makes_its_result, operators

OWN = {name: pd.ArrowDtype(pa.from_numpy_dtype(of)) for name, of in DTYPES.items() if name not in ("bf16", "c64", "c128")}
adapter = Adapter("pandas-pyarrow", pd.__version__, rejects=(TypeError, ValueError, NotImplementedError), lacks=LACKS)


def own(value):
    if len(value.shape) != 1:
        raise Unsupported("a series has one dimension")
    return pd.Series(pd.arrays.ArrowExtensionArray(pa.array(array(value), from_pandas=False)))


def answer(result, *_):
    if result.isna().any():
        raise Unsupported("series of different lengths are aligned, which leaves missing values")
    return tensor(result.to_numpy(result.dtype.numpy_dtype))


@adapter.cumprod(list(OWN), 1)
def cumprod(call):
    makes_its_result(call, "pandas")
    keeps_its_dtype(call, "cumprod")
    x = own(call.input)
    return Job(lambda: x.cumprod(axis=call.dim, skipna=False), answer)


methods = {"div": "truediv", "bitwise-and": "__and__", "bitwise-or": "__or__", "bitwise-xor": "__xor__", "neg": "__neg__",
           "bitwise-not": "__invert__", **{name: name for name in ("abs", "round", "mul", "eq", "ne", "lt", "le", "gt", "ge")}}
cast = pd.Series.astype
operators(adapter, {"cumsum": lambda x, dim, dtype: cast(x, dtype).cumsum(axis=dim, skipna=False), "cast": cast,
                    **{name: getattr(pd.Series, method) for name, method in methods.items()}}, OWN, 1, own, answer, cast)
adapter.serve()
