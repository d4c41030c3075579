"""python:numpy_kernels.py NAME: the right kernel, `base`, or one with one mistake."""
import sys

import numpy as np

from ascertain_adapters import Rejected, Tensor
from base import FLOATS, STORED, Kernel, bf16_bits, bf16_values, serve

INTEGERS = [dtype for dtype in STORED if dtype not in FLOATS]


class n01(Kernel):
    """Works through a line in blocks of 384 and forgets the product of the blocks before: each starts from 1."""
    def scan(self, lines, dtype):
        cut = [Kernel.scan(self, lines[:, i:i + 384], dtype) for i in range(0, max(lines.shape[1], 1), 384)]
        return np.concatenate(cut, axis=1)


class n02(Kernel):
    """Multiplies f16 in bf16."""
    def scan(self, lines, dtype):
        if dtype != "f16":
            return super().scan(lines, dtype)
        products = np.empty(lines.shape, np.float32)
        carry = np.ones(len(lines), np.float32)
        for i in range(lines.shape[1]):
            products[:, i] = carry = bf16_values(bf16_bits(carry * lines[:, i].astype(np.float32)))
        return products.astype(np.float16)


class n03(Kernel):
    """Multiplies integers of 64 bits in f64."""
    def scan(self, lines, dtype):
        if dtype not in ("s64", "u64"):
            return super().scan(lines, dtype)
        products, least = np.multiply.accumulate(lines.astype(np.float64), axis=1), np.iinfo(STORED[dtype])
        fits = (products > least.min) & (products < float(least.max))
        whole = np.where(fits, products, 0).astype(STORED[dtype])
        return np.where(fits, whole, np.where(products > 0, STORED[dtype](least.max), STORED[dtype](least.min)))


class n04(Kernel):
    """Products of s8 stop at -128 and 127."""
    def scan(self, lines, dtype):
        if dtype != "s8":
            return super().scan(lines, dtype)
        products = lines.astype(np.int32)
        for i in range(1, lines.shape[1]):
            products[:, i] = np.clip(products[:, i - 1] * products[:, i], -128, 127)
        return products.astype(np.int8)


class n05(Kernel):
    """A negative dim is counted from one too far left: dim + rank - 1."""
    def axis(self, dim, rank):
        return dim if dim >= 0 else (dim + rank - 1) % rank


class n06(Kernel):
    """dim is not looked at: always the last one."""
    def axis(self, dim, rank):
        return rank - 1


class n07(Kernel):
    """Exclusive: each element is the product of those before it, the first is 1."""
    def scan(self, lines, dtype):
        products = np.ones_like(lines)
        products[:, 1:] = super().scan(lines, dtype)[:, :-1]
        return products


class n08(Kernel):
    """The strides of the input are not looked at: read as rows without gaps, from its offset on."""
    def load(self, tensor):
        if tensor.strides is None or 0 in tensor.shape:
            return super().load(tensor)
        memory = np.frombuffer(tensor.data, STORED[tensor.dtype])
        values = memory.take(tensor.offset + np.arange(int(np.prod(tensor.shape))), mode="wrap").reshape(tensor.shape)
        return bf16_values(values) if tensor.dtype == "bf16" else values


class n09(Kernel):
    """The offset of the input is not looked at: its view begins where its storage does."""
    def load(self, tensor):
        if tensor.strides is None or 0 in tensor.shape:
            return super().load(tensor)
        least = sum(min(0, (n - 1) * s) for n, s in zip(tensor.shape, tensor.strides))
        return super().load(Tensor(tensor.dtype, tensor.shape, tensor.data, tensor.strides, -least))


class n10(Kernel):
    """Keeps away from log(0): a factor of zero counts as the least normal number."""
    def scan(self, lines, dtype):
        if dtype in FLOATS:
            tiny = {"f16": 2.0**-14, "f64": 2.0**-1022}.get(dtype, 2.0**-126)
            lines = np.where(lines == 0, lines.dtype.type(tiny), lines)
        return super().scan(lines, dtype)


class n11(Kernel):
    """np.nancumprod: a factor that is NaN counts as 1."""
    def scan(self, lines, dtype):
        if dtype in FLOATS:
            lines = np.where(np.isnan(lines), lines.dtype.type(1), lines)
        return super().scan(lines, dtype)


class n12(Kernel):
    """Products of f32 and f64 that are -0 come out as 0."""
    def scan(self, lines, dtype):
        products = super().scan(lines, dtype)
        return products + products.dtype.type(0) if dtype in ("f32", "f64") else products


class n13(Kernel):
    """Input of u16 is read as s16 where another dtype is asked for."""
    def convert(self, values, source, to):
        if source == "u16" and to != "u16":
            values, source = values.view(np.int16), "s16"
        return super().convert(values, source, to)


class n14(Kernel):
    """Converts to dtype after the product."""
    def cumprod(self, call):
        self.after = call.dtype or call.input.dtype
        return super().cumprod(call)

    def convert(self, values, source, to):
        self.before = source
        return values

    def along(self, factors, axis, dtype):
        return Kernel.convert(self, super().along(factors, axis, self.before), self.before, self.after)


class n15(Kernel):
    """The result of narrow integers is of 64 bits where no dtype is given, as in NumPy; has no out."""
    offers = {"out": False, "inplace": False}

    def cumprod(self, call):
        wide = {"s8": "s64", "s16": "s64", "s32": "s64", "u8": "u64", "u16": "u64", "u32": "u64"}
        return super().cumprod(call._replace(dtype=call.dtype or wide.get(call.input.dtype)))


class n16(Kernel):
    """Elements are counted with 16 bits: element 65536 reads what element 0 should."""
    def load(self, tensor):
        values = super().load(tensor)
        return values.ravel()[np.arange(values.size) & 0xFFFF].reshape(values.shape)


class n17(Kernel):
    """Keeps results by dtypes, shape and dim, and gives the kept one if the last call had the same."""
    last = None

    def along(self, factors, axis, dtype):
        key = (factors.shape, axis, dtype)
        if self.last is None or self.last[0] != key or factors.size == 0:
            self.last = (key, super().along(factors, axis, dtype))
        return self.last[1]


class n18(Kernel):
    """Gives each of 4 threads a fourth of the lines, rounded down: the lines left over stay as they were."""
    def lines(self, lines, dtype):
        products = lines.copy()
        threads = min(4, len(lines))
        done = len(lines) // threads * threads if threads else 0
        products[:done] = self.scan(lines[:done], dtype)
        return products


class n19(Kernel):
    """Lines 6, 12, 18 and so on begin with the product that the line before ended with."""
    def lines(self, lines, dtype):
        products = self.scan(lines, dtype)
        if lines.shape[1]:
            lines = lines.copy()
            for i in range(6, len(lines), 6):
                lines[i, 0] *= products[i - 1, -1]
                products[i] = self.scan(lines[i:i + 1], dtype)[0]
        return products


class n20(Kernel):
    """Declares that it keeps subnormals, and flushes those of f32 results to zero."""
    declares = {"subnormals": {"f16": "keep", "bf16": "keep", "f32": "keep", "f64": "keep"}}

    def scan(self, lines, dtype):
        products = super().scan(lines, dtype)
        if dtype == "f32":
            products[np.abs(products) < 2.0**-126] *= np.float32(0)
        return products


class n21(Kernel):
    """Multiplies f64 in f32."""
    def scan(self, lines, dtype):
        if dtype == "f64":
            return np.multiply.accumulate(lines.astype(np.float32), axis=1).astype(np.float64)
        return super().scan(lines, dtype)


class n22(Kernel):
    """A dim out of range becomes the nearest one in range."""
    def dim(self, dim, rank):
        return min(max(dim, -rank), rank - 1)


class n23(Kernel):
    """Divides by the number of elements along dim: a tensor without any is a crash."""
    def along(self, factors, axis, dtype):
        length = factors.shape[axis] if factors.shape else 1
        self.count = factors.size // length
        return super().along(factors, axis, dtype)


class n24(Kernel):
    """Converts values to a dtype of the same width where it should read their bytes as that dtype."""
    def read(self, x, dtype):
        if x.dtype in STORED and np.dtype(STORED[x.dtype]).itemsize == np.dtype(STORED[dtype]).itemsize:
            return self.convert(self.load(x), x.dtype, dtype).tobytes()
        return super().read(x, dtype)


class n25(Kernel):
    """Swaps the operands of a tensor and a scalar."""
    def promote(self, cells, ask, row, column):
        return super().promote(cells, ask, *((column, row) if row == "scalar" else (row, column)))


class n26(Kernel):
    """u8 with s8 gives u8, not s16."""
    def promote(self, cells, ask, row, column):
        if row == "lhs" and {ask["lhs"], ask["rhs"]} == {"u8", "s8"}:
            return "u8"
        return super().promote(cells, ask, row, column)


name = sys.argv[1] if len(sys.argv) > 1 else "base"
serve(Kernel() if name == "base" else globals()[name](), name)
