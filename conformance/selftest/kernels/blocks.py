"""python:blocks.py NAME: kernels written the way Triton's are, in plain NumPy: a grid of programs, each of which loads a
tile with a mask, scans it, and stores it with a mask. `base` is right, the others have one mistake."""
import sys

import numpy as np

from base import Kernel, serve


def cdiv(a, b):
    return -(-a // b)


class Grid(Kernel):
    """Each program multiplies ROWS lines, tile by tile of BLOCK factors, and carries the product of the tiles before."""
    ROWS, BLOCK = 4, 128

    def accumulator(self, dtype, given):
        return np.float32 if dtype in ("f16", "bf16") else given

    def lines(self, lines, dtype):
        rows, length = lines.shape
        out = np.zeros(lines.shape, lines.dtype)  # what is not stored stays zero
        for pid in range(cdiv(rows, self.ROWS)):
            self.program(pid, lines, out, rows, length, dtype)
        return out

    def row_mask(self, row, rows, length):
        return row < rows

    def tiles(self, length):
        return cdiv(length, self.BLOCK)

    def program(self, pid, x, y, rows, length, dtype):
        row = pid * self.ROWS + np.arange(self.ROWS)
        kept = self.row_mask(row, rows, length)
        carried = np.ones(self.ROWS, self.accumulator(dtype, x.dtype))
        for tile in range(self.tiles(length)):
            column = tile * self.BLOCK + np.arange(self.BLOCK)
            mask = kept[:, None] & (column < length)[None, :]
            at = np.ix_(np.minimum(row, rows - 1), np.minimum(column, length - 1))
            factors = np.where(mask, x[at], x.dtype.type(1)).astype(carried.dtype)
            products = self.tile(carried, factors, dtype)
            stored = self.rounded(products, dtype) if dtype in ("f16", "bf16") else products
            r, c = np.nonzero(mask)
            y[row[r], column[c]] = stored[r, c]
            carried = self.carry(tile, products, factors, dtype)

    def tile(self, carried, factors, dtype):
        factors = factors.copy()
        factors[:, 0] *= carried
        return np.multiply.accumulate(factors, axis=1, dtype=factors.dtype)

    def carry(self, tile, products, factors, dtype):
        return products[:, -1].copy()


class t01(Grid):
    """The mask of the rows compares with the length of a line: lines beyond it are not written."""
    def row_mask(self, row, rows, length):
        return row < min(rows, length)


class t02(Grid):
    """As many tiles as fit wholly into a line, but at least one: the last, partial tile is not written."""
    BLOCK = 96

    def tiles(self, length):
        return min(length, max(length // self.BLOCK, 1))


class t03(Grid):
    """The products of the tiles are scanned for 12 tiles only: from tile 12 on the carry begins again from 1."""
    BLOCK = 64

    def carry(self, tile, products, factors, dtype):
        return np.ones_like(products[:, -1]) if (tile + 1) % 12 == 0 else products[:, -1].copy()


class t04(Grid):
    """Declares that f16 and bf16 are multiplied in f32, and rounds the carry to f16 or bf16 between tiles of 32."""
    BLOCK = 32
    declares = {"accumulator": {"f16": "f32", "bf16": "f32"}}

    def carry(self, tile, products, factors, dtype):
        carried = products[:, -1].copy()
        return self.rounded(carried, dtype).astype(np.float32) if dtype in ("f16", "bf16") else carried


name = sys.argv[1] if len(sys.argv) > 1 else "base"
serve(Grid() if name == "base" else globals()[name](), name)
