"""An adapter for OpenVINO on the CPU: each call is a model of one operation, for tensors of any lengths.

    ascertain run --backend python:conformance/adapters/python/examples/openvino_models.py --timeout 60
"""

import functools
import openvino as ov
import openvino.opset16 as ops
from ascertain_adapters.arrays import DTYPES, LACKS, array, np, tensor
from ascertain_adapters.base import Adapter, Unsupported
from ascertain_adapters.framework import ARRAY_NAMES, REDUCTIONS, elementwise, operators, reduction

OWN = {name: dtype for name, dtype in DTYPES.items() if name not in ("bf16", "c64", "c128")}
NAMES = {**ARRAY_NAMES, "bitwise-not": "bitwise_not", "ceil": "ceiling", "s-where": "select"}
PRECISE = {"INFERENCE_PRECISION_HINT": "f32"}  # else bfloat16, on processors that have it
FLOATS = (ops.cos, ops.divide, ops.exp, ops.log, ops.reduce_mean, ops.sin, ops.sqrt, ops.tanh)
adapter = Adapter("openvino", ov.__version__, rejects=(RuntimeError,), lacks=LACKS)


@functools.lru_cache(maxsize=None)
def compiled(operation, inputs, *attributes):
    parameters = [ops.parameter([-1] * rank, ov.Type(dtype)) for dtype, rank in inputs]
    return ov.compile_model(ov.Model([operation(*parameters, *attributes)], parameters), "CPU", PRECISE)


def run(operation, *operands, attributes=()):
    if operation in FLOATS and operands[0].dtype.kind != "f":
        raise Unsupported("of integers this operation gives integers")
    return compiled(operation, tuple((x.dtype, x.ndim) for x in operands), *attributes)(list(operands), share_outputs=False)[0]


def cast(x, dtype):
    return x if x.dtype == dtype else run(ops.convert, x, attributes=(ov.Type(dtype),))


functions = {"cast": cast, "cumsum": lambda x, dim, dtype: run(ops.cumsum, cast(x, dtype), np.array(dim)),
             **{name: functools.partial(run, of) for name, of in elementwise(ops, **NAMES).items()},
             **{name: reduction(lambda x, axis, keepdims, dtype=None, of=f"reduce_{of}": run(getattr(ops, of), cast(
                x, dtype or x.dtype), attributes=(tuple(range(x.ndim)) if axis is None else axis, keepdims)))
                for name, of in REDUCTIONS.items() if of not in ("all", "any")}}
operators(adapter, functions, OWN, 8, array, lambda result, target, out: tensor(np.asarray(result)), cast)
adapter.serve()
