"""What the literal backends share: the rules on dtypes and shapes that many pages refer to, and the adapter.

A literal backend does what an operator's page says and nothing else. It refuses a call that breaks a sentence of the
page, and computes any other. So it shows whether the suite fails somebody who obeys the page.

    from common import Backend, Call, check, serve

    def ceil(call: Call) -> Tensor:
        call.not_null("self", "out")
        check(call.self.dtype in FLOATS, "dtype of self")  # 151
        check(call.self.shape == call.out.shape, "shape of out")  # 156
        return call.answer("out", np.ceil(call.self.computed("f32")), via=call.self.dtype)

    serve({"ceil": ceil})

Nothing here reads the specification.
"""

from __future__ import annotations

import math
import warnings
from typing import Any, Callable, NoReturn, Optional, Sequence, Union

import ml_dtypes
import numpy as np
from ascertain_adapters import Adapter, Rejected, Tensor, Unsupported, item_size
from ascertain_adapters.base import _arguments
from ascertain_adapters.wire import Frame, Json, key

Array = Any  # an ndarray of any dtype
Shape = tuple[int, ...]

NULLPTR, INVALID = 161001, 161002  # ACLNN_ERR_PARAM_NULLPTR, ACLNN_ERR_PARAM_INVALID

# NumPy's dtypes by short name. NumPy has no c32, so its values are held as c64 whose parts are rounded to f16.
DTYPES: dict[str, Any] = {
    "f32": np.float32, "f16": np.float16, "f64": np.float64, "bf16": ml_dtypes.bfloat16,
    "s8": np.int8, "u8": np.uint8, "s16": np.int16, "u16": np.uint16, "s32": np.int32, "u32": np.uint32,
    "s64": np.int64, "u64": np.uint64, "bool": np.bool_, "c32": np.complex64, "c64": np.complex64, "c128": np.complex128}
FLOATS = {"f32", "f16", "f64", "bf16"}
INTEGERS = {"s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"}
COMPLEX = {"c32", "c64", "c128"}
# What is computed in a wider dtype, and rounded once.
WIDER = {"f16": "f32", "bf16": "f32", "c32": "c64"}
PARTS = {"c32": "f16", "c64": "f32", "c128": "f64"}


# The page on deduction of dtypes, whose cells are the same since 2025-09. Neither table says anything about dtypes that
# it does not list, and all 16 are listed.

ORDER = "f32 f16 f64 bf16 s8 u8 s16 u16 s32 u32 s64 u64 bool c32 c64 c128".split()
TENSOR_TENSOR = """
 f32  f32  f64  f32  f32  f32  f32  -    f32  -    f32  -    f32  c64  c64  c128
 f32  f16  f64  f32  f16  f16  f16  -    f16  -    f16  -    f16  c32  c64  c128
 f64  f64  f64  f64  f64  f64  f64  -    f64  -    f64  -    f64  c128 c128 c128
 f32  f32  f64  bf16 bf16 bf16 bf16 -    bf16 -    bf16 -    bf16 c32  c64  c128
 f32  f16  f64  bf16 s8   s16  s16  -    s32  -    s64  -    s8   c32  c64  c128
 f32  f16  f64  bf16 s16  u8   s16  -    s32  -    s64  -    u8   c32  c64  c128
 f32  f16  f64  bf16 s16  s16  s16  -    s32  -    s64  -    s16  c32  c64  c128
 -    -    -    -    -    -    -    u16  -    -    -    -    -    -    -    -
 f32  f16  f64  bf16 s32  s32  s32  -    s32  -    s64  -    s32  c32  c64  c128
 -    -    -    -    -    -    -    -    -    u32  -    -    -    -    -    -
 f32  f16  f64  bf16 s64  s64  s64  -    s64  -    s64  -    s64  c32  c64  c128
 -    -    -    -    -    -    -    -    -    -    -    u64  -    -    -    -
 f32  f16  f64  bf16 s8   u8   s16  -    s32  -    s64  -    bool c32  c64  c128
 c64  c32  c128 c32  c32  c32  c32  -    c32  -    c32  -    c32  c32  c64  c128
 c64  c64  c128 c64  c64  c64  c64  -    c64  -    c64  -    c64  c64  c64  c128
 c128 c128 c128 c128 c128 c128 c128 -    c128 -    c128 -    c128 c128 c128 c128"""
TENSOR_SCALAR = """
 f32  f16  f64  bf16 f32  f32  f32  -    f32  -    f32  -    f32  c32  c64  c128
 f32  f16  f64  bf16 f32  f32  f32  -    f32  -    f32  -    f32  c32  c64  c128
 f32  f16  f64  bf16 f32  f32  f32  -    f32  -    f32  -    f32  c128 c128 c128
 f32  f16  f64  bf16 f32  f32  f32  -    f32  -    f32  -    f32  c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s8   c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  u8   c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s16  c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  -    c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s32  c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  -    c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s64  c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  -    c32  c64  c128
 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  bool c32  c64  c128
 c64  c32  c128 c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c32  c64  c128
 c64  c32  c128 c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c32  c64  c128
 c64  c32  c128 c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c32  c64  c128"""


def _cells(table: str) -> dict[tuple[str, str], Optional[str]]:
    return {(row, column): None if cell == "-" else cell for row, line in zip(ORDER, table.split("\n")[1:])
            for column, cell in zip(ORDER, line.split())}


_TENSOR_TENSOR, _TENSOR_SCALAR = _cells(TENSOR_TENSOR), _cells(TENSOR_SCALAR)


def tensor_tensor(a: str, b: str) -> Optional[str]:
    """What two tensors promote to; None for a cross."""
    return _TENSOR_TENSOR[a, b]


def tensor_scalar(tensor: str, scalar: str) -> Optional[str]:
    """What a tensor and a scalar promote to; None for a cross. Rows are the scalar."""
    return _TENSOR_SCALAR[scalar, tensor]


def converts(source: str, target: str) -> bool:
    """Whether the page on conversion lets one dtype become another. It has no class for c32, which converts to itself alone."""
    if source == target:
        return True
    complexes = {"c64", "c128"}
    if source in INTEGERS or source == "bool":
        return target in INTEGERS | FLOATS | complexes
    if source in FLOATS:
        return target in FLOATS | INTEGERS | complexes
    return source in complexes and target in complexes | FLOATS


def broadcast(a: Shape, b: Shape, dtype: str = "f32") -> Optional[Shape]:
    """The page on broadcasting: the shape of both, or None. `dtype` is what the operands promote to.

    A limit is stated for some dtypes: axes that broadcast and axes that do not, each run of them merged, are fewer
    than 6. It is stated only for two operands that have to be broadcast.
    """
    rank = max(len(a), len(b))
    left, right = ((1,) * (rank - len(shape)) + tuple(shape) for shape in (a, b))
    if any(m != n and 1 not in (m, n) for m, n in zip(left, right)):
        return None
    if dtype in ("c64", "c128", "f64", "s16", "u16", "u64"):
        stretched = [m != n for m, n in zip(left, right)]
        runs = sum(1 for axis in range(rank) if axis == 0 or stretched[axis] != stretched[axis - 1])
        if any(stretched) and runs >= 6:
            return None
    return tuple(n if m == 1 else m for m, n in zip(left, right))


Promotion = Callable[[str, str], Optional[str]]


# Values

def _narrow(values: Array, to: Any) -> Array:
    """Rounds to f16 or bf16 once, to nearest, ties to even: through f32 rounded to odd."""
    if values.dtype in (np.int64, np.uint64):
        values = values.astype(np.longdouble)  # exact
    elif values.dtype != np.float32:
        values = values.astype(np.float64)  # exact
    near = values.astype(np.float32)
    back = near.astype(values.dtype)
    even = (near.view(np.uint32) & 1) == 0
    fix = (back != values) & even & ~np.isnan(values)
    toward = np.where(values > back, np.float32(np.inf), np.float32(-np.inf))
    return np.where(fix, np.nextafter(near, toward), near).astype(to)


def convert(values: Array, to: str) -> Array:
    """Values converted to a dtype. Integers wrap; a float is cut off to an integer; numbers other than 0 are true; the
    imaginary part of a complex number is dropped. Pages leave open what becomes of floats outside an integer's range."""
    values = np.asarray(values)
    if to == "bool":
        return values != 0
    if to in COMPLEX:
        result = np.empty(values.shape, DTYPES[to])
        result.real, result.imag = convert(values.real, PARTS[to]), convert(values.imag, PARTS[to])
        return result
    if np.iscomplexobj(values):
        values = values.real
    if values.dtype == DTYPES[to]:
        return values
    if to in ("f16", "bf16"):
        return _narrow(values, DTYPES[to])
    if values.dtype == DTYPES["bf16"]:
        values = values.astype(np.float32)
    return values.astype(DTYPES[to])


def in_wider(dtype: str) -> str:
    """The dtype in which to compute for `dtype`."""
    return WIDER.get(dtype, dtype)


class Operand:
    """A tensor or a scalar of a call, with its values as an array."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor, self.dtype, self.shape, self.rank = tensor, tensor.dtype, tensor.shape, len(tensor.shape)

    def _view(self) -> Array:
        """The bytes as an array; of c32, with a last axis of the two parts."""
        size = item_size(self.dtype)
        parts, dtype = ((2,), np.dtype(np.float16)) if self.dtype == "c32" else ((), np.dtype(DTYPES[self.dtype]))
        if 0 in self.shape:
            return np.empty(self.shape + parts, dtype)
        strides = None
        if self.tensor.strides is not None:
            strides = tuple(stride * size for stride in self.tensor.strides) + ((2,) if parts else ())
        return np.ndarray(self.shape + parts, dtype, self.tensor.data, self.tensor.offset * size, strides)

    @property
    def values(self) -> Array:
        """The elements, in NumPy's dtype of the same name."""
        view = self._view()
        if self.dtype != "c32":
            return view.copy()
        result = np.empty(self.shape, np.complex64)
        result.real, result.imag = view[..., 0], view[..., 1]
        return result

    @property
    def contiguous(self) -> bool:
        """Whether the elements lie one behind the other in C order, wherever the first one is."""
        step = 1
        for length, stride in zip(reversed(self.shape), reversed(self.tensor.strides or ())):
            if length > 1 and stride != step:
                return 0 in self.shape
            step *= length
        return True

    def to(self, dtype: str, wide: bool = True) -> Array:
        """The elements converted to `dtype`, and then held in the dtype in which that is computed."""
        values = convert(self.values, dtype)
        return convert(values, in_wider(dtype)) if wide else values

    def write(self, values: Array) -> None:
        """Replaces the elements."""
        values, view = convert(np.broadcast_to(values, self.shape), self.dtype), self._view()
        if self.dtype == "c32":
            view[..., 0], view[..., 1] = values.real, values.imag
        else:
            view[...] = values


# Calls

def refuse(status: int, message: str) -> NoReturn:
    raise Rejected(message, status)


def check(holds: bool, message: str) -> None:
    """Refuses the call as ACLNN_ERR_PARAM_INVALID unless the condition holds."""
    if not holds:
        refuse(INVALID, message)


def promoted(first: Operand, second: Operand, promotion: Promotion = tensor_tensor) -> str:
    """The dtype that two operands promote to. Refuses those that do not."""
    dtype = promotion(first.dtype, second.dtype)
    if dtype is None:
        refuse(INVALID, f"{first.dtype} and {second.dtype} do not promote")
    return dtype


def broadcasts(first: Operand, second: Operand, dtype: str) -> Shape:
    """The shape of two operands that promote to `dtype`. Refuses those that do not broadcast. The limit on the number of
    runs of axes counts if an operand has a dtype that it names, or if both promote to one."""
    shapes = [broadcast(first.shape, second.shape, of) for of in (first.dtype, second.dtype, dtype)]
    shape = shapes[0]
    if shape is None or None in shapes:
        refuse(INVALID, f"{first.shape} and {second.shape} do not broadcast")
    return shape


def same_shape(first: Operand, second: Operand) -> None:
    check(first.shape == second.shape, "shapes differ")


class Call:
    """A call's arguments as attributes: tensors and scalars as `Operand`, others as sent, None if absent or null."""

    def __init__(self, arguments: dict[str, Any], null: Sequence[str]) -> None:
        self.arguments = {name: Operand(value) if isinstance(value, Tensor) else value
                          for name, value in arguments.items() if name not in null}
        self.inplace: bool = bool(arguments.get("inplace"))

    def __getattr__(self, name: str) -> Any:
        return self.arguments.get(name)

    def __getitem__(self, name: str) -> Any:
        return self.arguments.get(name)

    def not_null(self, *names: str) -> None:
        """Refuses the call as ACLNN_ERR_PARAM_NULLPTR if one of the arguments is null."""
        for name in names:
            if self[name] is None:
                refuse(NULLPTR, f"{name} is null")

    def dtypes(self, listed: str, *names: str) -> None:
        """Refuses the call unless the arguments have one of the dtypes in a list of short names."""
        for name in names:
            check(self[name].dtype in listed.split(), f"dtype of {name}")

    def ranks(self, *names: str, least: int = 0, most: int = 8) -> None:
        """Refuses the call unless the arguments have `least` to `most` dimensions."""
        for name in names:
            check(least <= self[name].rank <= most, f"rank of {name}")

    def answer(self, name: str, values: Array, via: Optional[str] = None) -> Tensor:
        """Writes a result to an output, and answers with it. `via` is the dtype that the page gives the result before it
        is converted to that of the output, if it is another."""
        if via is not None:
            values = convert(values, via)
        self[name].write(values)
        return self[name].tensor  # type: ignore[no-any-return]


Function = Callable[[Call], Union[Tensor, list[Tensor]]]


class Backend(Adapter):
    """Answers for operators of the literal backends, and takes null pointers."""

    def __init__(self, functions: dict[str, Function]) -> None:
        super().__init__("literal", np.__version__)
        for name, function in functions.items():
            self.operator(name, list(DTYPES), strided=True, inplace=True)(function)  # type: ignore[arg-type]

    def _hello(self, request: Json, frame: Frame) -> Json:
        return {**super()._hello(request, frame), "bench": False, "interfaces": ["aclnn"]}

    def _handler(self, request: Json, frame: Frame) -> tuple[Callable[[Any], Any], Any]:
        command = key(request, "cmd")
        if command not in self._handlers:
            raise Unsupported(f"no {command}")
        return self._handlers[command], Call(_arguments(request, frame), request.get("null", ()))


def serve(functions: dict[str, Function]) -> None:
    """Answers requests for these operators until the input ends."""
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    Backend(functions).serve()


# Dimensions

def in_range(dim: int, rank: int) -> bool:
    """Whether a dimension is in [-rank, rank - 1]. What a tensor without dimensions takes, NumPy says: none."""
    return -rank <= dim < rank


def reduced(shape: Shape, dims: Sequence[int], keep: bool) -> Shape:
    """The shape after a reduction over `dims`; none means all."""
    gone = {dim % len(shape) for dim in dims} if dims and shape else set(range(len(shape)))
    return tuple(1 if axis in gone else length for axis, length in enumerate(shape) if keep or axis not in gone)


def size(shape: Shape) -> int:
    return math.prod(shape)
