"""Answers from MPFR's correctly rounded arithmetic, which shares no code with ascertain's: an adapter for scripts/mpfr.sh.

It offers real floats of one dtype for all tensors of a call, without views and broadcasts, and conversions to floats. With the
name of a file as argument, it writes there how many elements it has answered.
"""

import math
import struct
import sys
from pathlib import Path

import gmpy2

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "conformance/adapters/python"))

from ascertain_adapters import Adapter, Tensor, Unsupported  # noqa: E402

# Precision, and the exponents of the greatest and the least number, as MPFR has them: of a significand from 1/2 to 1.
FORMATS = {"f16": (11, 16, -23), "bf16": (8, 128, -132), "f32": (24, 128, -148), "f64": (53, 1024, -1073)}
CODES = {"f16": "e", "f32": "f", "f64": "d", "s8": "b", "u8": "B", "s16": "h", "u16": "H", "s32": "i", "u32": "I",
         "s64": "q", "u64": "Q"}
CONTEXTS = {dtype: gmpy2.context(precision=precision, emax=emax, emin=emin, subnormalize=True)
            for dtype, (precision, emax, emin) in FORMATS.items()}


def numbers(tensor: Tensor) -> list:
    """Each element as a number of MPFR or GMP, without rounding."""
    if tensor.dtype == "bf16":
        words = struct.unpack(f"<{len(tensor.data) // 2}H", tensor.data)
        values = struct.unpack(f"<{len(words)}f", b"".join(struct.pack("<HH", 0, word) for word in words))
    else:
        code = CODES[tensor.dtype]
        values = struct.unpack(f"<{len(tensor.data) // struct.calcsize('<' + code)}{code}", tensor.data)
    make = gmpy2.mpfr if tensor.dtype in FORMATS else gmpy2.mpz
    return [make(value) for value in values]


def stored(dtype: str, shape: tuple, values: list) -> Tensor:
    """A tensor of numbers that the dtype holds."""
    if dtype == "bf16":
        halves = [struct.pack("<f", float(value))[2:] for value in values]
        return Tensor(dtype, shape, b"".join(halves))
    return Tensor(dtype, shape, struct.pack(f"<{len(values)}{CODES[dtype]}", *map(float, values)))


def root(context: gmpy2.context, x: gmpy2.mpfr) -> gmpy2.mpfr:
    # MPFR has +inf for -0, IEEE 754-2019, 9.2, -inf.
    return context.rec_sqrt(x) if x != 0 else gmpy2.mpfr(math.copysign(math.inf, x))


FUNCTIONS = {
    "add": lambda c, x, y: c.add(x, y), "sub": lambda c, x, y: c.sub(x, y), "mul": lambda c, x, y: c.mul(x, y),
    "div": lambda c, x, y: c.div(x, y), "reciprocal": lambda c, x: c.div(1, x), "sqrt": lambda c, x: c.sqrt(x),
    "rsqrt": root, "exp": lambda c, x: c.exp(x), "log": lambda c, x: c.log(x), "sin": lambda c, x: c.sin(x),
    "cos": lambda c, x: c.cos(x), "tanh": lambda c, x: c.tanh(x),
    "cast": lambda c, x: c.plus(x) if isinstance(x, gmpy2.mpfr) else gmpy2.mpfr(x, context=c),
}
answered = 0


def answer(name: str, arguments: dict) -> Tensor:
    """The result of one call."""
    global answered
    tensors = [value for value in arguments.values() if isinstance(value, Tensor)]
    operands, out = tensors[:-1], tensors[-1]
    if any(tensor.strides is not None for tensor in tensors):
        raise Unsupported("no views")
    if arguments.get("inplace") or arguments.get("selfRef") is not None or len({tensor.shape for tensor in tensors}) > 1:
        raise Unsupported("only calls out of place, of tensors of one shape")
    wanted = {out.dtype} if name != "cast" else {*FORMATS, *CODES}
    if out.dtype not in FORMATS or any(operand.dtype not in wanted for operand in operands):
        raise Unsupported("only floats, of one dtype")
    if "alpha" in arguments:
        raise Unsupported("alpha")
    context = CONTEXTS[out.dtype]
    values = [FUNCTIONS[name](context, *row) for row in zip(*map(numbers, operands))]
    answered += len(values)
    return stored(out.dtype, out.shape, values)


adapter = Adapter("MPFR", gmpy2.mpfr_version().split()[-1])
for operator in FUNCTIONS:
    def handler(arguments: dict, name: str = operator) -> Tensor:
        return answer(name, arguments)
    adapter.operator(operator, [*FORMATS, *CODES], max_rank=8)(handler)
try:
    adapter.serve()
finally:
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(str(answered))
