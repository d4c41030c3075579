"""What the pages of elementwise operators say: arithmetic, comparisons, logic, bits, functions, conversion.

A comment is the line of the operator's page that a rule is from, in the edition that the suite asks by default; after
a semicolon, of the in-place function. Lists of dtypes are those of Ascend 950; of cos, which it lacks, those of Atlas A2.
Null pointers are checked first. Where a page is silent, NumPy decides.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from ascertain_adapters import Tensor
from common import (COMPLEX, FLOATS, INTEGERS, Array, Call, Function, Operand, Promotion, broadcast, broadcasts, check,
                    convert, converts, in_wider, promoted, same_shape, tensor_scalar, tensor_tensor)

# Lists of dtypes that several pages share.
REAL = "f32 f16 f64 bf16 s8 u8 s16 s32 s64 bool"
REAL_AND_COMPLEX = REAL + " c64 c128"
INEXACT = "f32 f16 f64 bf16 c64 c128"


def one(call: Call, self_listed: str, out_listed: str, ref_listed: str, ref: str = "selfRef", least: int = 0,
        out: str = "out") -> tuple[Operand, str]:
    """The rules that pages of one tensor share: null pointers, dtypes, dimensions, one shape. Returns the tensor and
    the name of the output."""
    if call.inplace:
        call.not_null(ref)
        call.dtypes(ref_listed, ref)
        call.ranks(ref, least=least)
        return call[ref], ref
    call.not_null("self", out)
    call.dtypes(self_listed, "self")
    call.dtypes(out_listed, out)
    call.ranks("self", out, least=least)
    check(call.self.shape == call[out].shape, f"shape of {out}")
    return call.self, out


def two(call: Call, listed: str, out_listed: str, ranked: bool = True) -> tuple[Operand, Operand, str, str]:
    """The rules that pages of two tensors share: null pointers, dtypes, dimensions, promotion, broadcast. Returns the
    tensors, what they promote to and the name of the output."""
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, "other", out)
    call.dtypes(listed, first, "other")
    if not call.inplace:
        call.dtypes(out_listed, out)
    if ranked:
        call.ranks(first, "other", out)
    a, b = call[first], call.other
    dtype = promoted(a, b)
    check(broadcasts(a, b, dtype) == call[out].shape, f"shape of {out}")
    return a, b, dtype, out


def with_scalar(call: Call, listed: str, out_listed: str) -> tuple[Operand, Operand, str, str]:
    """The rules that pages of a tensor and a scalar share. Returns what `two` does. The table is the one that the page
    on deduction has for a tensor and a scalar; only lt-scalar (165) names it."""
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, "other", out)
    call.dtypes(listed, first, "other")
    if not call.inplace:
        call.dtypes(out_listed, out)
    call.ranks(first, out)
    check(call[first].shape == call[out].shape, f"shape of {out}")
    return call[first], call.other, promoted(call[first], call.other, tensor_scalar), out


# Arithmetic

def absolute(call: Call) -> Tensor:
    """abs"""
    call.not_null("self", "out")  # 151
    call.dtypes("f32 f16 f64 bf16 s8 s16 s32 s64 u8 bool c32 c64", "self")  # 87 156
    call.dtypes("f32 f16 f64 bf16 s8 s16 s32 s64 u8 bool", "out")  # 97
    call.ranks("self", "out")  # 89 99 159
    same_shape(call.self, call.out)  # 96 162
    check(call.out.dtype == {"c64": "f32", "c32": "f16"}.get(call.self.dtype, call.self.dtype), "dtype of out")  # 165
    values = call.self.to(call.self.dtype)
    return call.answer("out", values if call.self.dtype == "bool" else np.abs(values))  # 33


def add(call: Call) -> Tensor:
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, "other", "alpha", out)  # 208 393
    call.dtypes(REAL_AND_COMPLEX, first, "other", "alpha", out)  # 115 130 140 155 213; 315 330 340 398
    call.ranks(first, "other", out)  # 231 416
    dtype = promoted(call[first], call.other)  # 111 216; 312 401
    check(converts(dtype, call[out].dtype), "dtype of the result")  # 151 219; 312 404
    check(converts(call.alpha.dtype, dtype), "dtype of alpha")  # 139 225; 339 413
    shape = broadcasts(call[first], call.other, dtype)  # 112 222; 311 407
    check(shape == call[out].shape, "shape of the result")  # 152 228; 311 410
    return call.answer(out, call[first].to(dtype) + call.alpha.to(dtype) * call.other.to(dtype), via=dtype)  # 32


def adds(call: Call) -> Tensor:
    call.not_null("self", "other", "out", "alpha")  # 179
    call.dtypes(REAL_AND_COMPLEX, "self", "other", "alpha", "out")  # 88 98 108 118 184
    call.ranks("self", "out")  # 90 199
    dtype = promoted(call.self, call.other, tensor_scalar)  # 155 187
    check(converts(dtype, call.out.dtype), "dtype of out")  # 117 190
    check(converts(call.alpha.dtype, dtype), "dtype of alpha")  # 107 193
    same_shape(call.self, call.out)  # 120 196
    return call.answer("out", call.self.to(dtype) + call.alpha.to(dtype) * call.other.to(dtype), via=dtype)  # 32


def quotient(dividend: Array, divisor: Array) -> Array:
    """div 36, divs 35: complex numbers by the usual formula, without an exception for zero."""
    if not np.iscomplexobj(dividend):
        return dividend / divisor
    a, b, c, d = dividend.real, dividend.imag, divisor.real, divisor.imag
    norm = c * c + d * d
    result = np.empty(np.broadcast(a, norm).shape, dividend.dtype)
    result.real, result.imag = (a * c + b * d) / norm, (b * c - a * d) / norm
    return result


FRACTIONS = "f32 f16 f64 c128 c64 bf16"  # div 163 327, divs 167 334: no integers and no bool


def div(call: Call) -> Tensor:
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, "other", out)  # 187 351
    call.dtypes(REAL_AND_COMPLEX, first, "other")  # 109 119 192; 283 293 356
    call.dtypes(FRACTIONS, out)  # 129 163; 327
    call.ranks(first, "other")  # 204 365
    dtype = promoted(call[first], call.other)  # 108 195; 282 359
    if dtype in INTEGERS or dtype == "bool":
        dtype = "f32"  # 162 326
    check(converts(dtype, call[out].dtype), "dtype of the result")  # 128 198; 282
    shape = broadcasts(call[first], call.other, dtype)  # 108 201; 282 362
    check(shape == call[out].shape, "shape of the result")  # 128; in place not said, but there is no room
    return call.answer(out, quotient(call[first].to(dtype), call.other.to(dtype)), via=dtype)  # 33


def divs(call: Call) -> Tensor:
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, "other", out)  # 192 360
    call.dtypes(REAL_AND_COMPLEX, first, "other")  # 108 118 197; 285 295 365
    call.dtypes(FRACTIONS, out)  # 128 167; 334
    call.ranks(first)  # 206 371
    dtype = promoted(call[first], call.other, tensor_scalar)  # 168 200; 335 368
    if dtype in INTEGERS or dtype == "bool":
        dtype = "f32"  # 168 335
    if not call.inplace:
        check(converts(dtype, call.out.dtype), "dtype of out")  # 127 203
        same_shape(call.self, call.out)  # 127
    return call.answer(out, quotient(call[first].to(dtype), call.other.to(dtype)), via=dtype)  # 32


def maximum(call: Call) -> Tensor:
    # 82, 97, 112; null 171; promotion 181; broadcast 112, 187
    a, b, dtype, out = two(call, REAL, REAL)
    check(converts(dtype, call.out.dtype), "dtype of out")  # 112, 184
    return call.answer(out, np.maximum(a.to(dtype), b.to(dtype)), via=dtype)  # 32


def minimum(call: Call) -> Tensor:
    # 83, 93, 103, no limit on dimensions; null 157; promotion 167; broadcast 103, 173
    a, b, dtype, out = two(call, REAL, REAL, ranked=False)
    check(converts(dtype, call.out.dtype), "dtype of out")  # 103, 170
    return call.answer(out, np.minimum(a.to(dtype), b.to(dtype)), via=dtype)  # 33


def mul(call: Call) -> Tensor:
    # 104, 114, 124, no limit on dimensions; in place 269, 279; null 178, 333; promotion 188, 343
    # broadcast 124, 194, 346, 349
    a, b, dtype, out = two(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX, ranked=False)
    check(converts(dtype, call[out].dtype), f"dtype of {out}")  # 124, 191, 269
    return call.answer(out, a.to(dtype) * b.to(dtype), via=dtype)  # 33


def muls(call: Call) -> Tensor:
    # 101, 111, 121; in place 270, 280; null 176, 331; promotion 186, 341; shape 192; rank 195, 344
    a, b, dtype, out = with_scalar(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX)
    if not call.inplace:  # in place, the page does not say that the result has to convert
        check(converts(dtype, call.out.dtype), "dtype of out")  # 121, 189
    return call.answer(out, a.to(dtype) * b.to(dtype), via=dtype)  # 30


def less_multiple(call: Call, a: Operand, b: Operand, dtype: str, out: str) -> Tensor:
    """a - alpha * b."""
    check(converts(call.alpha.dtype, dtype), "dtype of alpha")
    check(converts(dtype, call[out].dtype), f"dtype of {out}")
    # NumPy does not subtract bools, so they are the numbers 0 and 1.
    within = "s64" if dtype == "bool" else in_wider(dtype)
    x, y, alpha = (convert(operand.to(dtype), within) for operand in (a, b, call.alpha))
    return call.answer(out, x - alpha * y, via=dtype)


def sub(call: Call) -> Tensor:
    call.not_null("alpha")  # 205, 389
    call.dtypes(REAL_AND_COMPLEX, "alpha")  # 137, 335
    # 107, 122, 147; in place 305, 320; null 205, 389; promotion 215, 399; broadcast 224, 227, 408, 411; rank 230, 414
    # alpha 221, 405; out 218, 402; formula 32, 36
    return less_multiple(call, *two(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX))


def subs(call: Call) -> Tensor:
    call.not_null("alpha")  # 191, 362
    call.dtypes(REAL_AND_COMPLEX, "alpha")  # 127, 308
    # 107, 117, 137; in place 288, 298; null 191, 362; promotion 201, 372; shape 210; rank 213, 288
    a, b, dtype, out = with_scalar(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX)
    if call.inplace:
        check(converts(dtype, b.dtype), "dtype of other")  # 298
    return less_multiple(call, a, b, dtype, out)  # alpha 207, 378; out 204, 375; formula 32, 36


def s_where(call: Call) -> Tensor:
    call.not_null("condition", "self", "other", "out")  # 98
    call.dtypes("u8 bool", "condition")  # 48
    call.dtypes(REAL_AND_COMPLEX + " u64 u32 u16", "self", "other", "out")  # 53, 62, 71
    call.ranks("condition", "self", "other", "out")  # 48, 50, 59, 68
    dtype = promoted(call.self, call.other)  # 108
    shape = broadcast(call.condition.shape, broadcasts(call.self, call.other, dtype), dtype)  # 111
    check(shape == call.out.shape, "shape of out")  # 111
    return call.answer("out", np.where(call.condition.values != 0, call.self.to(dtype, wide=False),
                                       call.other.to(dtype, wide=False)), via=dtype)  # 33


# Comparisons

EQUALS = "f64 f16 f32 bf16 s64 s32 s8 u8 bool s16 c64 c128 u64"  # eq 108 157, eq-scalar 108 159: no u32
ORDERED = "f64 f16 f32 bf16 s32 u32 s64 u64 s16 u16 s8 u8 bool"  # ge 105, gt 103, ge-scalar 104, gt-scalar 105
ORDERED_LE = "s8 u8 s16 s32 s64 f16 u16 bf16 f32 f64 bool u64"  # le-scalar 108
BOOL_BECOMES = "f64 f16 f32 bf16 s64 s32 s8 u8 bool s16 c64 c128 u64 u32 u16"  # the same for all: eq 128, le-scalar 128


def compared(call: Call, compare: Any, first: str, out: str, dtype: str) -> Tensor:
    return call.answer(out, compare(call[first].to(dtype), call.other.to(dtype)))


def compare_tensors(compare: Any, listed: str, one_empty: bool = False) -> Function:
    """eq, ge and gt. Lines are those of eq, whose page also refuses one empty tensor in place."""
    def of(call: Call) -> Tensor:
        first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
        call.not_null(first, "other", out)  # 191 356
        call.dtypes(listed, first, "other")  # 108 118 157; 287 297 326 361
        call.dtypes(BOOL_BECOMES, out)  # 128
        call.ranks(first, "other", out)  # 110 120 130 199; 373
        dtype = promoted(call[first], call.other)  # 107 117 202; 286 296 364
        check(converts("bool", call[out].dtype), "dtype of the result")  # 127
        shape = broadcasts(call[first], call.other, dtype)  # 107 117 205; 286 296 367
        check(shape == call[out].shape, "shape of the result")  # 127 208; 370
        empty = [0 in call[name].shape for name in (first, "other")]
        check(not (one_empty and call.inplace and any(empty) and not all(empty)), "one empty tensor")  # 376
        return compared(call, compare, first, out, dtype)  # 32
    return of


def compare_scalar(compare: Any, listed: str, promote: Promotion, out_promotes: bool = False) -> Function:
    """eq-scalar, ge-scalar, gt-scalar and le-scalar. Lines are those of eq-scalar."""
    def of(call: Call) -> Tensor:
        first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
        call.not_null(first, "other", out)  # 195 363
        call.dtypes(listed, first, "other")  # 108 118 159 200; 288 298 329 368
        call.dtypes(BOOL_BECOMES, out)  # 128 200
        call.ranks(first, out)  # 110 130 209; 290 374
        dtype = promoted(call[first], call.other, promote)  # 158 203; 328 371
        check(converts("bool", call[out].dtype), "dtype of the result")  # 127
        same_shape(call[first], call[out])  # 130 206
        if out_promotes and not call.inplace:
            promoted(call[first], call[out])  # ge-scalar 188, gt-scalar 189: of self and out
        return compared(call, compare, first, out, dtype)  # 32
    return of


def le(call: Call) -> Tensor:
    listed = "s8 u8 s16 s32 s64 f16 u16 bf16 f32 f64 bool u64"  # 109, 119; in place 283, 293
    # 129; null 187, 348; rank 195, 365; promotion 198, 356; broadcast 201, 204, 359, 362
    a, b, dtype, out = two(call, listed, "f32 s32 s64 f16 s16 s8 u8 f64 u32 u64 bool u16 c64 c128 bf16")
    return call.answer(out, a.to(dtype) <= b.to(dtype))  # 33


def lt(call: Call) -> Tensor:
    listed = "f32 f16 bf16 s32 u32 s64 u64 s16 u16 s8 u8 f64 bool"  # 103, 118; in place 286, 302
    # 133; null 192, 362; rank 202, 381; promotion 205, 372; broadcast 208, 211, 375, 378
    a, b, dtype, out = two(call, listed, listed + " c64 c128")
    return call.answer(out, a.to(dtype) < b.to(dtype))  # 33


def lt_scalar(call: Call) -> Tensor:
    listed = "f64 f32 f16 bf16 s32 u32 s64 u64 s16 u16 s8 u8 bool"  # 104, 114; in place 277, 287
    # 124; null 186, 344; promotion 165, 196, 323, 354; shape 199; rank 202, 357
    a, b, dtype, out = with_scalar(call, listed, listed + " c64 c128")
    return call.answer(out, a.to(dtype) < b.to(dtype))  # 33


def ne(call: Call) -> Tensor:
    listed = "f64 f16 f32 bf16 s64 s32 s8 u8 bool s16 c64 c128 u64"  # 105, 115; in place 269, 279
    # 125; null 175, 329; rank 185, 348; promotion 188, 339; broadcast 191, 194, 342, 345
    a, b, dtype, out = two(call, listed, listed + " u32 u16")
    return call.answer(out, a.to(dtype) != b.to(dtype))  # 32, 36


def ne_scalar(call: Call) -> Tensor:
    listed = "f64 f16 f32 bf16 s64 s32 s8 u8 bool s16 c64 c128 u64"  # 105, 115; in place 277, 287
    # 125; null 186, 344; promotion 196, 354; shape 199; rank 202, 357
    a, b, dtype, out = with_scalar(call, listed, listed + " u32 u16")
    return call.answer(out, a.to(dtype) != b.to(dtype))  # 32, 36


# Logic: 0 is false, and anything else is true.

def logical_and(call: Call) -> Tensor:
    # 107, 122, 137; in place 276, 292; null 191, 352; promotion 107, 276; broadcast 137, 201, 276, 362, 365
    a, b, _, out = two(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX)
    return call.answer(out, (a.values != 0) & (b.values != 0))  # 34


def logical_or(call: Call) -> Tensor:
    # 106, 116, 126; in place 276, 291; null 188, 345; broadcast 126, 198, 355, 358; rank 201, 361
    a, b, _, out = two(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX + " u16 u32 u64")
    return call.answer(out, (a.values != 0) | (b.values != 0))  # 34


def logical_xor(call: Call) -> Tensor:
    # 86, 96, 106; null 160; broadcast 106, 170
    a, b, _, out = two(call, REAL_AND_COMPLEX, REAL_AND_COMPLEX)
    for operand in (a, b):
        check(operand.rank <= (7 if operand.dtype in COMPLEX else 8), "rank")  # 173
    return call.answer(out, (a.values != 0) != (b.values != 0))  # 34


def logical_not(call: Call) -> Tensor:
    # 104, 114; in place 253; null 168, 307; shape 178
    a, out = one(call, REAL, REAL, REAL)
    return call.answer(out, a.values == 0)  # 35


# Bits

BITS = "bool s8 s16 s32 s64 u8 u16"
MORE_BITS = BITS + " u32 u64"
ANYTHING = MORE_BITS + " f32 f16 f64 bf16 c64 c128"


def bitwise_and_scalar(call: Call) -> Tensor:
    """The in-place function has a name on the page, and no more."""
    call.not_null("self", "other", "out")  # 161
    call.dtypes(BITS, "self", "other")  # 93 103 166
    call.dtypes(BITS + " f32 f16 f64 bf16", "out")  # 113
    call.ranks("self", "out")  # 95 115 178
    dtype = promoted(call.self, call.other, tensor_scalar)  # 92 102 169
    check(dtype in BITS.split(), "dtype of both")  # 92 102
    check(converts(dtype, call.out.dtype), "dtype of out")  # 112 172
    same_shape(call.self, call.out)  # 112 175
    return call.answer("out", call.self.to(dtype) & call.other.to(dtype))  # 33


def bitwise_and(call: Call) -> Tensor:
    """The in-place function has a name on the page, and no more."""
    call.not_null("self", "other", "out")  # 161
    call.dtypes(BITS, "self", "other")  # 93 103 166
    call.dtypes(MORE_BITS, "out")  # 113
    call.ranks("self", "other", "out")  # 95 105 115 178
    dtype = promoted(call.self, call.other)  # 92 102 169
    check(converts(dtype, call.out.dtype), "dtype of out")  # 112 172
    check(broadcasts(call.self, call.other, dtype) == call.out.shape, "shape of out")  # 92 102 112 175
    return call.answer("out", call.self.to(dtype) & call.other.to(dtype))  # 33


def bitwise_not(call: Call) -> Tensor:
    call.not_null("self", "out")  # 144
    call.dtypes("s16 s32 s64 s8 u8 bool", "self", "out")  # 86 96 149
    check(call.self.dtype == call.out.dtype, "dtype of out")  # 95 152
    same_shape(call.self, call.out)  # 95 155
    return call.answer("out", ~call.self.values)  # 28: of bool, NumPy's ~ is the logical one


def bits_with_scalar(operation: Any) -> Function:
    """bitwise-or-scalar and bitwise-xor-scalar, whose pages have the same lines."""
    def of(call: Call) -> Tensor:
        first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
        call.not_null(first, "other", out)  # 192 353
        call.dtypes(MORE_BITS, first, "other")  # 110 120 197; 288 298 358
        call.dtypes(ANYTHING, out)  # 130
        call.ranks(first, out)  # 112 209; 290 367
        dtype = promoted(call[first], call.other, tensor_scalar)  # 158 200; 326 361
        check(converts(dtype, call[out].dtype), "dtype of the result")  # 203; 326 364
        same_shape(call[first], call[out])  # 109 129 206
        return call.answer(out, operation(call[first].to(dtype), call.other.to(dtype)))  # 33
    return of


def bits_with_tensor(operation: Any) -> Function:
    """bitwise-or and bitwise-xor, whose pages say the same; lines of bitwise-or."""
    def of(call: Call) -> Tensor:
        first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
        call.not_null(first, "other", out)  # 183 337
        call.dtypes(MORE_BITS, first, "other")  # 110 120 188; 279 289 342
        call.dtypes(ANYTHING, out)  # 130 158
        call.ranks(first, "other", out)  # 112 122 132 200; 281 291 354
        dtype = promoted(call[first], call.other)  # 191 345
        check(converts(dtype, call[out].dtype), "dtype of the result")  # 194 348
        shape = broadcasts(call[first], call.other, dtype)  # 109 119 197; 278 288 351
        check(shape == call[out].shape, "shape of the result")  # 129; 351
        return call.answer(out, operation(call[first].to(dtype), call.other.to(dtype)))  # 33
    return of


# Functions of one tensor

def ceil(call: Call) -> Tensor:
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, out)  # 169 314
    call.dtypes("f16 f32 f64 bf16", first, out)  # 107 117 174; 262 319
    check(call[first].dtype == call[out].dtype, "dtype of out")  # 106 116 177
    same_shape(call[first], call[out])  # 106 116 180
    call.ranks(first, out)  # 109 119 183; 264 322
    return call.answer(out, np.ceil(call[first].to(call[first].dtype)))  # 33


def floor(call: Call) -> Tensor:
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, out)  # 168 313
    call.dtypes("f64 f32 f16 s64 s32 s16 s8 u64 u32 u16 u8 bf16", first, out)  # 106 116 144 173; 261 289 318
    check(call[first].dtype == call[out].dtype, "dtype of out")  # 105 115 176
    same_shape(call[first], call[out])  # 105 115 179
    call.ranks(first, out)  # 108 118 182; 263 321
    for name in (first, out):
        check(call[name].contiguous or call[name].dtype not in ("u64", "u32", "u16"), f"{name} has gaps")  # 109 119 264
    values = call[first].to(call[first].dtype)
    return call.answer(out, np.floor(values) if call[first].dtype in FLOATS else values)  # 32


def cos(call: Call) -> Tensor:
    """On Atlas A2."""
    first, out = ("inputRef", "inputRef") if call.inplace else ("input", "out")
    call.not_null(first, out)  # 168 311
    floats = "f32 f16 f64 c64 c128 bf16"
    call.dtypes(floats if call.inplace else "s8 s16 s32 s64 u8 bool " + floats, first)  # 105 173; 258 316
    call.dtypes(floats, out)  # 115 173
    same_shape(call[first], call[out])  # 104 114 176
    call.ranks(first, out)  # 179 319
    dtype = call[first].dtype if call[first].dtype in floats.split() else "f32"  # 104
    return call.answer(out, np.cos(call[first].to(dtype)), via=dtype)  # 33


def exp(call: Call) -> Tensor:
    first, out = ("selfRef", "selfRef") if call.inplace else ("self", "out")
    call.not_null(first, out)  # 163 305
    floats = "f32 f16 f64 c64 c128 bf16"
    call.dtypes(floats if call.inplace else floats + " bool s64", first)  # 104 168; 256 310
    call.dtypes(floats, out)  # 114
    check(converts(call[first].dtype, call[out].dtype), "dtype of out")  # 113 171
    discrete = call[first].dtype in ("bool", "s64")
    check(not discrete or call[out].dtype in FLOATS, "dtype of out")  # 113
    same_shape(call[first], call[out])  # 113 174
    call.ranks(first, out)  # 106 116 177; 258 313
    if discrete:  # not said in which dtype
        return call.answer(out, np.exp(call[first].to("f64")))
    return call.answer(out, np.exp(call[first].to(call[first].dtype)), via=call[first].dtype)  # 32


# The dtype that integers are computed in is said for sin alone; the others follow it.

def computed(call: Call, a: Operand, out: str, function: Callable[[Array], Array]) -> Tensor:
    """A function in the dtype of the tensor, or for integers in f32."""
    dtype = a.dtype if a.dtype in FLOATS | COMPLEX else "f32"
    return call.answer(out, function(a.to(dtype)), via=dtype)


def log(call: Call) -> Tensor:
    # 102, 112; in place 253; null 162, 303; shape 175; rank 178, 313
    a, out = one(call, REAL_AND_COMPLEX, INEXACT, INEXACT, least=1)
    check(a.dtype not in COMPLEX or call[out].dtype in COMPLEX, "dtype of out")  # 112
    return computed(call, a, out, np.log)  # 33


def reciprocal(call: Call) -> Tensor:
    # 105, 115; in place 259; null 165, 309; rank 178, 322; shape 184
    a, out = one(call, REAL_AND_COMPLEX, INEXACT, INEXACT)
    return computed(call, a, out, lambda x: 1 / x)  # 33


def rsqrt(call: Call) -> Tensor:
    # 100, 110; in place 249; null 164, 303; shape 174
    a, out = one(call, REAL_AND_COMPLEX, INEXACT, INEXACT)
    return computed(call, a, out, lambda x: 1 / np.sqrt(x))  # 33


def sin(call: Call) -> Tensor:
    # 99, 109; in place 254; null 163, 309; rank 176, 319; shape 179. All of these dtypes promote: 99, 173
    a, out = one(call, REAL_AND_COMPLEX, INEXACT, "f32 bf16 f16")
    return computed(call, a, out, np.sin)  # 32, integers 99


def sqrt(call: Call) -> Tensor:
    # 104, 114; in place 258; null 173, 312; shape 183
    a, out = one(call, REAL_AND_COMPLEX, INEXACT, INEXACT, ref="self")
    check(a.dtype not in COMPLEX or call[out].dtype in COMPLEX, "dtype of out")  # 114
    return computed(call, a, out, np.sqrt)  # 34


def tanh(call: Call) -> Tensor:
    # 101, 111; in place 256; null 165, 310; rank 178; shape 181. All of these dtypes promote: 101, 175
    a, out = one(call, "f32 f16 bool u8 s8 s16 s32 s64 bf16", "f32 f16 bf16", "f32 f16 bf16")
    return computed(call, a, out, np.tanh)  # 33


def neg(call: Call) -> Tensor:
    listed = "s8 s32 s64 f16 bf16 f32 f64 c64 c128"  # 96, 106; in place 248
    a, out = one(call, listed, listed, listed)  # null 160, 302; shape 173; rank 96, 312
    check(converts(a.dtype, call[out].dtype), "dtype of out")  # 106, 170
    return call.answer(out, -a.to(a.dtype), via=a.dtype)  # 32


def round_(call: Call) -> Tensor:
    listed = "bf16 f16 f32 f64 s32 s64"  # 94, 104; in place 246
    a, out = one(call, listed, listed, listed)  # null 158, 300; shape 168
    check(a.dtype == call[out].dtype, "dtype of out")  # 171
    if a.dtype not in FLOATS:
        return call.answer(out, a.values)
    x = a.to(a.dtype)
    return call.answer(out, np.where((-0.5 <= x) & (x <= 0), 0, np.rint(x)))  # 28; 0 rather than -0: 362


def trunc(call: Call) -> Tensor:
    listed = "f32 f16 bf16 s32 s8 u8"  # 145
    a, out = one(call, listed, listed, "f32 f16 bf16")  # in place 257; null 166, 307; rank 179, 317; shape 182
    check(a.dtype == call[out].dtype, "dtype of out")  # 176
    return call.answer(out, np.trunc(a.to(a.dtype)) if a.dtype in FLOATS else a.values)  # 32


def sign(call: Call) -> Tensor:
    listed = "f64 f32 f16 s32 s64 c64 c128 bool bf16"  # 90, 99
    a, out = one(call, listed, listed, "", least=1, out="result")  # 87, 93; null 123; shape 133
    check(a.dtype == call.result.dtype, "dtype of result")  # 93, 136
    x = a.to(a.dtype)
    if a.dtype == "bool":
        return call.answer(out, x)  # 47
    if a.dtype in COMPLEX:
        alpha, beta, theta = np.sign(x.real), np.sign(x.imag), np.arctan(x.imag / x.real)  # 57, 65, 73
        return call.answer(out, alpha * np.cos(theta) + beta * np.sin(theta))  # 56
    return call.answer(out, np.sign(x))  # 33


# Conversion

CAST = "f16 f32 f64 s8 u8 s16 u16 s32 u32 s64 u64 bool c32 c64 c128 bf16"
PATHS = {("c32", "c64"), ("c64", "c32"), ("c32", "f16"), ("f16", "c32"), ("f32", "c64"), ("bf16", "c64"), ("c64", "f32"),
         ("c64", "bf16")}  # 254-259


def cast_path(source: str, target: str) -> bool:
    """250: on Ascend 950, c32 and c64 take part in these conversions only."""
    return (source, target) in PATHS or not {source, target} & {"c32", "c64"}


def packed_only(source: Operand) -> bool:
    """234: of some dtypes, an input must not have gaps."""
    return source.dtype in {"bool", *COMPLEX} and not source.contiguous


def casted(source: Operand, target: str) -> Array:
    values = source.values
    if source.dtype in FLOATS and target in INTEGERS:
        values = np.where(np.isnan(values), values.dtype.type(0), values)  # 231
    return convert(values, target)


def cast(call: Call) -> Tensor:
    call.not_null("self", "out")  # 158
    call.dtypes(CAST, "self", "out")  # 82 102 163
    check(call.dtype in CAST.split(), "dtype")  # 172
    call.ranks("self", "out")  # 84 104
    same_shape(call.self, call.out)  # 101 169
    check(call.dtype == call.out.dtype, "dtype of out")  # 28: the result has the dtype that is named
    check(cast_path(call.self.dtype, call.dtype), "no such conversion")  # 250
    check(not packed_only(call.self), "a view with gaps")  # 234
    return call.answer("out", casted(call.self, call.dtype))  # 28


FUNCTIONS: dict[str, Function] = {
    "abs": absolute, "add": add, "adds": adds, "bitwise-and": bitwise_and, "bitwise-and-scalar": bitwise_and_scalar,
    "bitwise-not": bitwise_not, "bitwise-or": bits_with_tensor(np.bitwise_or),
    "bitwise-or-scalar": bits_with_scalar(np.bitwise_or), "bitwise-xor": bits_with_tensor(np.bitwise_xor),
    "bitwise-xor-scalar": bits_with_scalar(np.bitwise_xor), "cast": cast, "ceil": ceil, "cos": cos, "div": div,
    "divs": divs, "eq": compare_tensors(np.equal, EQUALS, one_empty=True),
    "eq-scalar": compare_scalar(np.equal, EQUALS, tensor_scalar), "exp": exp, "floor": floor,
    "ge": compare_tensors(np.greater_equal, ORDERED),
    "ge-scalar": compare_scalar(np.greater_equal, ORDERED, tensor_scalar, out_promotes=True),
    "gt": compare_tensors(np.greater, ORDERED),
    "gt-scalar": compare_scalar(np.greater, ORDERED, tensor_scalar, out_promotes=True), "le": le,
    "le-scalar": compare_scalar(np.less_equal, ORDERED_LE, tensor_tensor), "log": log, "logical-and": logical_and,
    "logical-not": logical_not, "logical-or": logical_or, "logical-xor": logical_xor, "lt": lt, "lt-scalar": lt_scalar,
    "maximum": maximum, "minimum": minimum, "mul": mul, "muls": muls, "ne": ne, "ne-scalar": ne_scalar, "neg": neg,
    "reciprocal": reciprocal, "round": round_, "rsqrt": rsqrt, "s-where": s_where, "sign": sign, "sin": sin,
    "sqrt": sqrt, "sub": sub, "subs": subs, "tanh": tanh, "trunc": trunc,
}
