"""python:more_kernels.py NAME: the right kernel, `base` (or `grid`, in tiles), or one with one mistake."""
import sys

import numpy as np

from ascertain_adapters import Tensor, item_size
from base import CASTS, FLOATS, STORED, Kernel, bf16_values, serve

INTEGERS = [dtype for dtype in STORED if dtype not in FLOATS]


def cdiv(a, b):
    return -(-a // b)


class Grid(Kernel):
    """Each program multiplies ROWS lines, tile by tile of BLOCK factors, and carries the product of the tiles before."""
    ROWS, BLOCK = 4, 64

    def lines(self, lines, dtype):
        rows, length = lines.shape
        out = np.zeros(lines.shape, lines.dtype)  # what is not stored stays zero
        for pid in range(cdiv(rows, self.ROWS)):
            self.program(pid, lines, out, rows, length, dtype)
        return out

    def program(self, pid, x, y, rows, length, dtype):
        row = pid * self.ROWS + np.arange(self.ROWS)
        carried = np.ones(self.ROWS, np.float32 if dtype in ("f16", "bf16") else x.dtype)
        for tile in range(cdiv(length, self.BLOCK)):
            column = tile * self.BLOCK + np.arange(self.BLOCK)
            mask = (row < rows)[:, None] & (column < length)[None, :]
            at = np.ix_(np.minimum(row, rows - 1), np.minimum(column, length - 1))
            factors = np.where(mask, x[at], x.dtype.type(1)).astype(carried.dtype)
            products = self.tile(carried, factors)
            stored = self.rounded(products, dtype) if dtype in ("f16", "bf16") else products
            r, c = np.nonzero(mask)
            y[row[r], column[c]] = stored[r, c]
            carried = self.carry(products, factors)

    def tile(self, carried, factors):
        factors = factors.copy()
        factors[:, 0] *= carried
        return np.multiply.accumulate(factors, axis=1, dtype=factors.dtype)

    def carry(self, products, factors):
        return products[:, -1].copy()


grid = Grid


def read_at(tensor, strides):
    """The elements of a tensor as its offset and other strides than its own give them; indices wrap at the ends."""
    at = np.full(tensor.shape, tensor.offset, np.int64)
    for axis, (n, stride) in enumerate(zip(tensor.shape, strides)):
        at += (np.arange(n) * stride).reshape(-1, *[1] * (len(tensor.shape) - axis - 1))
    values = np.frombuffer(tensor.data, STORED[tensor.dtype]).take(at, mode="wrap")
    return bf16_values(values) if tensor.dtype == "bf16" else values


# ---- carries between blocks

class f01(Grid):
    """Look-back goes one tile only: the carry is the product of the tile before, without those before that."""
    def carry(self, products, factors):
        return np.multiply.reduce(factors, axis=1, dtype=factors.dtype)


class f02(Grid):
    """The carry is one scalar of the program, that of its first line, for all of its 4 lines."""
    def carry(self, products, factors):
        return np.repeat(products[0, -1], self.ROWS)


class f03(Grid):
    """Scans a tile of 256 by doubling with 7 steps where it takes 8: no product has more than 128 factors of a tile."""
    BLOCK, STEPS = 256, 7

    def tile(self, carried, factors):
        products = factors.copy()
        for step in range(self.STEPS):
            products[:, 1 << step:] *= products[:, :-(1 << step)].copy()
        return products * carried[:, None]


# ---- axis, strides, offset

class f04(Kernel):
    """Moves dim to the end, multiplies, and gives the result the shape of the input without moving dim back."""
    def along(self, factors, axis, dtype):
        products = super().along(factors, axis, dtype)
        return np.moveaxis(products, axis, -1).reshape(factors.shape) if factors.shape else products


class f05(Kernel):
    """Of an input with strides, only those across lines are looked at: that along dim is taken for 1."""
    def cumprod(self, call):
        self.asked = call.dim
        return super().cumprod(call)

    def load(self, tensor):
        if tensor.strides is None or 0 in tensor.shape or not tensor.shape:
            return super().load(tensor)
        strides = list(tensor.strides)
        strides[self.asked % len(strides)] = 1
        return read_at(tensor, strides)


class f06(Kernel):
    """Takes an input for contiguous if its last stride is 1: the gaps between its rows are read as elements."""
    def load(self, tensor):
        if tensor.strides is None or 0 in tensor.shape or not tensor.shape or tensor.strides[-1] != 1:
            return super().load(tensor)
        strides = [1]
        for n in tensor.shape[:0:-1]:
            strides.insert(0, strides[0] * n)
        return read_at(tensor, strides)


class f07(Kernel):
    """Every negative dim is taken for the last."""
    def axis(self, dim, rank):
        return dim if dim >= 0 else rank - 1


# ---- accumulators and conversions

class f08(Kernel):
    """Multiplies s8 and u8 in f16, and keeps the low 8 bits of the result."""
    def scan(self, lines, dtype):
        if dtype not in ("s8", "u8"):
            return super().scan(lines, dtype)
        products = lines.astype(np.float16)
        for i in range(1, lines.shape[1]):
            products[:, i] *= products[:, i - 1]
        whole = np.nan_to_num(products.astype(np.float64), posinf=2.0**31 - 1, neginf=-2.0**31)
        return whole.astype(np.int64).astype(lines.dtype)


class f09(Kernel):
    """Converts between dtypes of 32 and 64 bits by way of f32: digits beyond 2^24 are lost."""
    def convert(self, values, source, to):
        if source != to and {source, to} <= {"s32", "u32", "s64", "u64", "f64"}:
            values = values.astype(np.float32)
            if to == "s32" and source != "f64":
                return values.astype(np.float64).astype(np.int64).astype(np.int32)
        return super().convert(values, source, to)


class f10(Kernel):
    """Floats are rounded to the nearest integer where they are converted to one, not cut off."""
    def convert(self, values, source, to):
        if source in FLOATS and to in INTEGERS:
            values = np.rint(values)
        return super().convert(values, source, to)


class f11(Kernel):
    """Integers of 64 bits are narrowed to 32 before they are converted to another dtype."""
    def convert(self, values, source, to):
        if source in ("s64", "u64") and to != source:
            values = values.astype(np.int32 if source == "s64" else np.uint32)
        return super().convert(values, source, to)


# ---- special values

class f12(Kernel):
    """Multiplies as if zeros were 1 and writes 0 from the first zero on: a NaN or infinity behind it does not count."""
    def scan(self, lines, dtype):
        if dtype not in FLOATS:
            return super().scan(lines, dtype)
        zero = lines == 0
        products = super().scan(np.where(zero, lines.dtype.type(1), lines), dtype)
        return np.where(np.logical_or.accumulate(zero, axis=1), products.dtype.type(0), products)


class f13(Kernel):
    """Widens f16 by moving its bits: a subnormal gets the leading 1 of a normal number."""
    def load(self, tensor):
        values = super().load(tensor)
        if tensor.dtype != "f16":
            return values
        values = values.astype(np.float32)
        small = (values != 0) & (np.abs(values) < 2.0**-14)
        return np.where(small, values / 2 + np.copysign(np.float32(2.0**-15), values), values)


# ---- tails, in place, out

class f14(Kernel):
    """The last vector of 16 of a line is moved back to end with it: factors it shares with the one before count twice."""
    def scan(self, lines, dtype):
        products = super().scan(lines, dtype)
        length = lines.shape[1]
        if length > 16 and length % 16:
            whole = length // 16 * 16
            again = np.concatenate([lines[:, :whole], lines[:, length - 16:]], axis=1)
            products[:, length - 16:] = super().scan(again, dtype)[:, whole:]
        return products


class f15(Kernel):
    """Two passes over blocks of 32; in place, the second finds products where it expects the factors to multiply."""
    def cumprod(self, call):
        self.inplace = call.inplace
        return super().cumprod(call)

    def scan(self, lines, dtype):
        if not self.inplace or lines.shape[1] <= 32:
            return super().scan(lines, dtype)
        blocks = [Kernel.scan(self, lines[:, i:i + 32], dtype) for i in range(0, lines.shape[1], 32)]
        carry = np.ones((len(lines), 1), np.float32 if dtype in ("f16", "bf16") else lines.dtype)
        done = []
        for block in blocks:
            products = block.astype(carry.dtype) * carry
            done.append(self.rounded(products, dtype) if dtype in ("f16", "bf16") else products)
            carry = carry * np.multiply.reduce(block.astype(carry.dtype), axis=1, keepdims=True, dtype=carry.dtype)
        return np.concatenate(done, axis=1)


class f16(Kernel):
    """Stores whole vectors of 4 into an out with strides: memory behind the end of a row is overwritten."""
    def store(self, out, products):
        if out.strides is not None and out.shape and 0 not in out.shape:
            memory = np.frombuffer(out.data, STORED[out.dtype])
            ends = np.full(out.shape[:-1], out.offset + (out.shape[-1] - 1) * out.strides[-1], np.int64)
            for axis, n in enumerate(out.shape[:-1]):
                ends += (np.arange(n) * out.strides[axis]).reshape(-1, *[1] * (len(out.shape) - axis - 2))
            step = 1 if out.strides[-1] >= 0 else -1
            for i in range(1, -out.shape[-1] % 4 + 1):
                at = ends + i * step
                memory[at[(at >= 0) & (at < len(memory))]] = 1
        super().store(out, products)


# ---- reinterpretation, promotion, boundaries

class f17(Kernel):
    """Parts of a wider element are cut out of it without the shift: each of them is its lowest."""
    def read(self, x, dtype):
        size, wide = item_size(dtype), item_size(x.dtype)
        if size >= wide:
            return super().read(x, dtype)
        parts = np.frombuffer(x.data, np.uint8).reshape(-1, wide // size, size).copy()
        parts[:, 1:] = parts[:, :1]
        return parts.tobytes()


class f18(Kernel):
    """Reinterpretation rounds the length of a row down: one that is not whole is cut off, not refused."""
    def reinterpret(self, call):
        x, size = call.input, item_size(call.dtype)
        if call.dtype not in CASTS or not x.shape or x.shape[-1] * item_size(x.dtype) % size == 0:
            return super().reinterpret(call)
        row = x.shape[-1] * item_size(x.dtype)
        rows = np.frombuffer(x.data, np.uint8).reshape(-1, row)[:, :row // size * size]
        return Tensor(call.dtype, (*x.shape[:-1], row // size), rows.tobytes())


class f19(Kernel):
    """bool is promoted as u8, which it is stored as."""
    def promote(self, cells, ask, row, column):
        other = {**ask, **{key: "u8" for key in (row, column) if ask[key] == "bool"}}
        return super().promote(cells, other if (other[row], other[column]) in cells else ask, row, column)


class f20(Kernel):
    """Returns early where dim has length 1, also before anything is written to the result."""
    def store(self, out, products):
        if not self.early:
            super().store(out, products)

    def along(self, factors, axis, dtype):
        self.early = not factors.shape or factors.shape[axis] == 1
        return super().along(factors, axis, dtype)


name = sys.argv[1] if len(sys.argv) > 1 else "base"
serve(Kernel() if name == "base" else globals()[name](), name)
