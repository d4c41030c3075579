"""An adapter for Dask's arrays, each dimension in up to three chunks, so that lines are joined over several.

    ascertain run --backend python:conformance/adapters/python/examples/dask_arrays.py
"""

import dask
import dask.array as da
from ascertain_adapters.arrays import DTYPES, LACKS, array, np, tensor
from ascertain_adapters.base import Adapter, Job
from ascertain_adapters.framework import ARRAY_NAMES, elementwise, makes_its_result, multiple, operators, reductions

adapter = Adapter("dask", dask.__version__, rejects=(TypeError, ValueError, NotImplementedError, IndexError), lacks=LACKS)


def own(value):
    return da.from_array(array(value), chunks=tuple(max(1, -(-length // 3)) for length in value.shape))


def computed(function):
    """Does the work where it is asked for: Dask's functions only plan it."""
    return lambda *arguments: dask.compute(*result) if isinstance(result := function(*arguments), tuple) else result.compute()


@adapter.cumprod(list(DTYPES), 32)
def cumprod(call):
    makes_its_result(call, "Dask")
    x, dtype = own(call.input), DTYPES[call.dtype] if call.dtype else None
    return Job(lambda: da.cumprod(x, axis=call.dim, dtype=dtype).compute(), tensor)


def cast(x, dtype):
    return x.astype(dtype)


functions = {"add": multiple(da.add, da.multiply, cast, lambda alpha: alpha.compute().item()), "cumsum": da.cumsum,
             "cast": cast, **elementwise(da, **ARRAY_NAMES), **reductions(da)}
operators(adapter, {name: computed(function) for name, function in functions.items()}, DTYPES, 32, own,
          lambda result, target, out: tensor(np.asarray(result)), cast)
adapter.serve()
