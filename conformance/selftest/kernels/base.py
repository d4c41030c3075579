"""A right implementation with NumPy of everything the suite asks, cut into steps that a mistake can replace.

bf16 values are held as f32; f16 and bf16 are multiplied in f32 and rounded once.
"""
import math

import numpy as np

import tables
from ascertain_adapters import Adapter, Cumprod, Reinterpret, Rejected, Tensor, item_size

np.seterr(all="ignore")

STORED = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "bf16": np.uint16,
          "s8": np.int8, "u8": np.uint8, "s16": np.int16, "u16": np.uint16,
          "s32": np.int32, "u32": np.uint32, "s64": np.int64, "u64": np.uint64}
HELD = {**STORED, "bf16": np.float32}
FLOATS = ("f16", "bf16", "f32", "f64")
REFUSED = ("bool", "c32", "c64", "c128")
CASTS = [dtype for dtype in STORED if dtype not in ("f64", "bf16")]


def bf16_bits(values):
    """The bits of the nearest bf16 of each f32, ties to even."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = ((bits.astype(np.uint64) + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded).reshape(np.shape(values))


def bf16_values(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32).reshape(bits.shape)


def table(text):
    """A printed table as {(row, column): result}."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {(row[0], column): cell for row in rows[1:] for column, cell in zip(rows[0], row[1:])}


class Kernel:
    declares = {}
    offers = {}
    TABLES = {"aclnn.tensor-tensor": (tables.ACLNN_TENSOR_TENSOR, "lhs", "rhs"),
              "aclnn.tensor-scalar": (tables.ACLNN_TENSOR_SCALAR, "scalar", "tensor"),
              "mindspore.tensor-tensor": (tables.MINDSPORE_TENSOR_TENSOR, "lhs", "rhs"),
              "mindspore.number-tensor": (tables.MINDSPORE_NUMBER_TENSOR, "tensor", "number")}

    # ---- the cumulative product

    def cumprod(self, call):
        x, compute = call.input, call.dtype or call.input.dtype
        self.check(call, compute)
        dim = self.dim(call.dim, max(len(x.shape), 1))
        factors = self.convert(self.load(x), x.dtype, compute)
        products = self.along(factors, self.axis(dim, max(len(x.shape), 1)), compute)
        if call.inplace:
            out = x.copy()
        else:
            out = call.out or Tensor(compute, x.shape, bytearray(math.prod(x.shape) * item_size(compute)))
        self.store(out, products)
        return out

    def check(self, call, compute):
        if {call.input.dtype, compute} & set(REFUSED):
            raise Rejected("no such dtype")
        if call.out and call.out.shape != call.input.shape:
            raise Rejected("out has another shape than input")
        if call.out and call.out.dtype != compute:
            raise Rejected("out has the wrong dtype")
        if call.inplace and 0 in call.input.shape:
            raise Rejected("nothing to do in place")

    def dim(self, dim, rank):
        """`dim`, checked."""
        if not -rank <= dim < rank:
            raise Rejected("dim is out of range")
        return dim

    def axis(self, dim, rank):
        return dim % rank

    def view(self, tensor):
        """The elements of a tensor in its memory."""
        if 0 in tensor.shape:
            return np.empty(tensor.shape, STORED[tensor.dtype])
        size = item_size(tensor.dtype)
        strides = None if tensor.strides is None else [stride * size for stride in tensor.strides]
        return np.ndarray(tensor.shape, STORED[tensor.dtype], tensor.data, tensor.offset * size, strides)

    def load(self, tensor):
        values = self.view(tensor).copy("C")
        return bf16_values(values) if tensor.dtype == "bf16" else values

    def convert(self, values, source, to):
        if source == to:
            return values
        return self.rounded(values, to) if to in ("f16", "bf16") else values.astype(HELD[to])

    def rounded(self, values, dtype):
        """`values` rounded to a dtype of 16 bits."""
        return bf16_values(bf16_bits(values.astype(np.float32))) if dtype == "bf16" else values.astype(np.float16)

    def along(self, factors, axis, dtype):
        """The products along an axis."""
        shape = factors.shape
        lines = np.moveaxis(factors.reshape(shape or (1,)), axis, -1)
        products = self.lines(lines.reshape(math.prod(lines.shape[:-1]), lines.shape[-1]), dtype)
        return np.moveaxis(products.reshape(lines.shape), -1, axis).reshape(shape)

    def lines(self, lines, dtype):
        """The products of each row of a matrix."""
        return self.scan(lines, dtype)

    def scan(self, lines, dtype):
        if dtype in ("f16", "bf16"):
            return self.rounded(np.multiply.accumulate(lines.astype(np.float32), axis=1), dtype)
        return np.multiply.accumulate(lines, axis=1, dtype=lines.dtype)

    def store(self, out, products):
        self.view(out)[...] = bf16_bits(products) if out.dtype == "bf16" else products

    # ---- other questions

    def reinterpret(self, call):
        x = call.input
        if call.dtype not in CASTS:
            raise Rejected("dtype is none of the ten")
        if not x.shape:
            raise Rejected("a tensor without dimensions")
        row = x.shape[-1] * item_size(x.dtype)
        if row % item_size(call.dtype):
            raise Rejected("Error: Last dimension can't be divided.")
        return Tensor(call.dtype, (*x.shape[:-1], row // item_size(call.dtype)), self.read(x, call.dtype))

    def read(self, x, dtype):
        """The bytes of `x`, to be read as `dtype`."""
        return bytes(x.data)

    def promote(self, cells, ask, row, column):
        result = cells[ask[row], ask[column]]
        if result == "-":
            raise Rejected("no promotion")
        return result


def serve(kernel, name="kernel"):
    adapter = Adapter(name, "1")
    dtypes = [*STORED, *REFUSED]
    options = {"strided": True, "inplace": True, **kernel.offers}

    @adapter.cumprod(dtypes, 8, **options)
    def cumprod(call: Cumprod):
        with adapter.asking:
            return kernel.cumprod(call)

    @adapter.reinterpret(dtypes, 8)
    def reinterpret(call: Reinterpret):
        with adapter.asking:
            return kernel.reinterpret(call)

    for id, (text, row, column) in Kernel.TABLES.items():
        adapter.promote(id)(lambda ask, id=id, cells=table(text), row=row, column=column:
                            kernel.promote(cells, ask, row, column))
    adapter.declare(**kernel.declares)
    adapter.serve()
