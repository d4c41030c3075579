"""An adapter for xarray's arrays: NaN is passed on instead of left out.

    ascertain run --backend python:conformance/adapters/python/examples/xarray_arrays.py
"""

import xarray as xr
from ascertain_adapters.arrays import DTYPES, LACKS, array, np, tensor
from ascertain_adapters.base import Adapter, Job
from ascertain_adapters.framework import ARRAY_NAMES, elementwise, makes_its_result, operators

adapter = Adapter("xarray", xr.__version__, rejects=(TypeError, ValueError, IndexError), lacks=LACKS)


def own(value):
    # Names of dimensions count from the last one, as broadcasting does.
    data = array(value)
    return xr.DataArray(data, dims=[f"d{data.ndim - at}" for at in range(data.ndim)])


@adapter.cumprod(list(DTYPES), 32)
def cumprod(call):
    makes_its_result(call, "xarray")
    x, dtype = own(call.input), DTYPES[call.dtype] if call.dtype else None
    return Job(lambda: x.cumprod(x.dims[call.dim], skipna=False, dtype=dtype), lambda result: tensor(result.values))


functions = {"cumsum": lambda x, dim, dtype: x.cumsum(x.dims[dim], skipna=False, dtype=dtype), "cast": xr.DataArray.astype,
             **elementwise(np, **ARRAY_NAMES), "s-where": xr.where}
operators(adapter, functions, DTYPES, 32, own, lambda result, target, out: tensor(np.asarray(result)), xr.DataArray.astype)
adapter.serve()
