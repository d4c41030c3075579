"""An adapter for TVM's operators on the CPU. It compiles a kernel for each shape and dtype, so run it with fewer shapes.

    ascertain run --backend python:conformance/adapters/python/examples/tvm_kernels.py --shapes 300
"""

import tvm
from ascertain_adapters.arrays import DTYPES, LACKS, array, np, tensor
from ascertain_adapters.base import Adapter, Job, Unsupported
from ascertain_adapters.framework import ARRAY_NAMES, elementwise, makes_its_result, operators, reductions
from tvm import te, topi

OWN = {name: dtype.name for name, dtype in DTYPES.items() if name not in ("c64", "c128")}
adapter = Adapter("tvm", tvm.__version__, (TypeError, ValueError, IndexError, RuntimeError, AssertionError), LACKS)


def computed(function):
    def compute(*arguments):
        operands = [argument for argument in arguments if isinstance(argument, np.ndarray)]
        inputs = [te.placeholder(operand.shape, operand.dtype.name) for operand in operands]
        given = iter(inputs)
        results = function(*(next(given) if isinstance(argument, np.ndarray) else argument for argument in arguments))
        results = results if isinstance(results, tuple) else (results,)
        outputs = [tvm.runtime.empty(tuple(map(int, result.shape)), result.dtype) for result in results]
        kernel = tvm.compile(te.create_prim_func([*inputs, *results]), target="llvm")
        kernel(*map(tvm.runtime.tensor, operands), *outputs)
        return [output.numpy() for output in outputs] if len(outputs) > 1 else outputs[0].numpy()
    return compute


@adapter.cumprod(list(OWN), 8)
def cumprod(call):
    makes_its_result(call, "TVM")
    x, dtype = array(call.input), call.dtype and OWN[call.dtype]
    return Job(lambda: computed(lambda x: topi.cumprod(x, call.dim, dtype))(x), tensor)


def divide(x, y):
    if "float" not in str(x.dtype):
        raise Unsupported("of integers divide gives integers")
    return topi.divide(x, y)


functions = {"cast": topi.cast, "cumsum": topi.cumsum, **elementwise(topi, **{**ARRAY_NAMES, "bitwise-not": "bitwise_not"}),
             "div": divide, **reductions(topi, cast=topi.cast)}
operators(adapter, {name: computed(function) for name, function in functions.items()}, OWN, 8, array,
          lambda result, target, out: tensor(result), computed(topi.cast))
adapter.serve()
