"""The adapter for TensorFlow in eager mode. It uses the calls that users make: `+` (or `*`), `tf.math.cumprod`,
`tf.bitcast`, and the functions of `tf.math` and `tf.bitwise` for other operators.

    ascertain run --backend tensorflow
    ascertain run --backend "tensorflow:--promotion all"

By default TensorFlow promotes nothing: it refuses operands with different dtypes. `--promotion safe` or `all` turns on
the promotion that it has since 2.15. TensorFlow allocates its results, so there are no in-place calls, no `out` and no
strides. `tf.math.cumprod` and `tf.math.cumsum` have no dtype argument, so conversions are `unsupported`. Bytes are
reinterpreted by `tf.bitcast`, which appends an axis to narrow and removes one to widen.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # no warning for each refusal

from . import timing  # noqa: E402
from .arrays import DTYPES, LACKS, array, np, short_name, tensor  # noqa: E402
from .base import Adapter, Cumprod, Job, Reinterpret, Unsupported  # noqa: E402
from .framework import (ARRAY_NAMES, OPERATORS, REDUCTIONS, Function, elementwise, keeps_its_dtype, makes_its_result,  # noqa: E402
                        multiple, named, operators, options, promotions, reductions, require)
from .wire import Tensor  # noqa: E402

tf = require(__name__, "tensorflow", "pip install tensorflow-cpu")

MAX_RANK = 254


def tensorflow_adapter(op: str = "add", promotion: str = "none") -> Adapter:
    """The adapter. An aclScalar becomes a tensor without dimensions, which has a dtype."""
    errors = tf.errors
    rejects = (errors.InvalidArgumentError, errors.FailedPreconditionError, TypeError, ValueError, OverflowError)
    name = named("tensorflow", op) + ("" if promotion == "none" else f"-{promotion}")
    adapter = Adapter(name, tf.__version__, rejects=rejects, lacks=LACKS)

    def kernel(operation: Any, *arguments: Any) -> Any:
        try:
            return operation(*arguments)
        except (errors.NotFoundError, errors.UnimplementedError) as error:  # "could not find device for node"
            raise Unsupported(f"no kernel: {str(error).splitlines()[0][:200]}") from error

    promotions(adapter, lambda lhs, rhs: kernel(OPERATORS[op], lhs, rhs),
               operand=lambda dtype, rank: tf.constant(np.ones((1,) * rank, DTYPES[dtype])),
               scalar=lambda dtype: tf.constant(np.ones((), DTYPES[dtype])),
               name=lambda result: short_name(np.dtype(result.dtype.as_numpy_dtype)))

    def answer(result: Any) -> Any:
        return tensor(np.asarray(result.numpy()))

    @adapter.cumprod(list(DTYPES), MAX_RANK)
    def cumprod(call: Cumprod) -> Job:
        keeps_its_dtype(call, "tf.math.cumprod")
        makes_its_result(call, "TensorFlow")
        x = tf.constant(array(call.input))
        return Job(lambda: kernel(tf.math.cumprod, x, call.dim), answer, timed="tf.math.cumprod(x, dim)",
                   threads=lambda most: tf.config.threading.get_intra_op_parallelism_threads() or None,
                   bare=lambda: tf.math.cumprod(x, call.dim))

    @adapter.reinterpret(list(DTYPES), MAX_RANK)
    def reinterpret(call: Reinterpret) -> Job:
        x, dtype = tf.constant(array(call.input)), tf.as_dtype(DTYPES[call.dtype])
        return Job(lambda: kernel(tf.bitcast, x, dtype), answer)

    def asked(function: Function) -> Function:
        return lambda *arguments: kernel(function, *arguments)

    def cumsum(x: Any, dim: Any, dtype: Any) -> Any:
        if x.dtype != dtype:
            raise Unsupported("tf.math.cumsum has no dtype argument")
        return tf.math.cumsum(x, dim)

    def value(scalar: Any) -> Any:
        return np.asarray(scalar.numpy()).item()

    functions = {"add": multiple(tf.math.add, tf.math.multiply, tf.cast, value), "cast": tf.cast, "cumsum": cumsum,
                 "sub": multiple(tf.math.subtract, tf.math.multiply, tf.cast, value), "s-where": tf.where,
                 **elementwise(tf.bitwise, **{"bitwise-not": "invert"}), **elementwise(tf.math, **ARRAY_NAMES),
                 **reductions(tf.math, {name: f"reduce_{of}" for name, of in REDUCTIONS.items()}, cast=tf.cast)}
    operators(adapter, {name: asked(function) for name, function in functions.items()}, DTYPES, MAX_RANK,
              lambda value: tf.constant(array(value)), lambda result, target, out: answer(result), asked(tf.cast))
    return adapter


def main(arguments: Any = None) -> None:
    """Runs the adapter with the options of the command line."""
    parser = options("TensorFlow")
    parser.add_argument("--promotion", choices=("none", "safe", "all"), default="none",
                        help="TensorFlow's promotion mode (default: none, as installed)")
    chosen = parser.parse_args(arguments)
    if chosen.promotion != "none":
        tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=chosen.promotion)
    threads = timing.threads()
    if threads is not None:
        tf.config.threading.set_intra_op_parallelism_threads(threads)
        tf.config.threading.set_inter_op_parallelism_threads(threads)
    tensorflow_adapter(chosen.op, chosen.promotion).serve()


if __name__ == "__main__":
    main()
