"""An adapter for ONNX Runtime: each call is a model of one node, whose operands have one dtype.

    ascertain run --backend python:conformance/adapters/python/examples/onnxruntime_models.py
"""

import functools
import onnxruntime as ort
from ascertain_adapters.arrays import DTYPES, LACKS, array, np, tensor
from ascertain_adapters.base import Adapter, Unsupported
from ascertain_adapters.framework import REDUCTIONS, operators, reduction
from onnx import helper, parser
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, InvalidGraph, NotImplemented, RuntimeException

OWN = {name: dtype for name, dtype in DTYPES.items() if name not in ("bf16", "c64", "c128")}
NODES = {"eq": "Equal", "ge": "GreaterOrEqual", "gt": "Greater", "le": "LessOrEqual", "lt": "Less", "maximum": "Max",
         "minimum": "Min", "s-where": "Where", **{f"logical-{of}": of.title() for of in ("and", "not", "or", "xor")},
         **{f"bitwise-{of}": f"Bitwise{of.title()}" for of in ("and", "not", "or", "xor")}, **{of: of.title() for of in (
             "abs", "ceil", "cos", "exp", "floor", "log", "mul", "neg", "reciprocal", "round", "sign", "sin", "sqrt", "tanh")}}
adapter = Adapter("onnxruntime", ort.__version__, (Fail, InvalidArgument, InvalidGraph, RuntimeException), LACKS)


@functools.lru_cache(maxsize=None)
def session(node, *types):
    inputs = {f"x{at}": {"float32": "float", "float64": "double"}.get(of, of) for at, of in enumerate(types)}
    graph = f"one ({', '.join(f'{of}[] {x}' for x, of in inputs.items())}) => (y) {{ y = {node} ({', '.join(inputs)}) }}"
    return ort.InferenceSession(parser.parse_model(f'<ir_version: 11, opset_import: ["": 26]> {graph}').SerializeToString())


def run(node, *operands):
    try:
        return session(node, *(x.dtype.name for x in operands)).run(None, {f"x{at}": x for at, x in enumerate(operands)})[0]
    except NotImplemented as error:
        raise Unsupported(f"no kernel: {error}") from error


functions = {"cast": lambda x, dtype: run(f"Cast <to = {helper.np_dtype_to_tensor_dtype(dtype)}>", x),
             "cumsum": lambda x, dim, dtype: run("CumSum", functions["cast"](x, dtype), np.array(dim)),
             **{name: functools.partial(run, node) for name, node in NODES.items()},
             **{name: reduction(lambda x, axis, keepdims, dtype=None, of=of.title(): run(f"Reduce{of} <keepdims = {keepdims:d}>",
                functions["cast"](x, dtype or x.dtype), np.array(range(x.ndim) if axis is None else axis, np.int64).ravel()))
                for name, of in REDUCTIONS.items() if of not in ("all", "any")}}
operators(adapter, functions, OWN, 8, array, lambda result, target, out: tensor(np.asarray(result)), functions["cast"])
adapter.serve()
