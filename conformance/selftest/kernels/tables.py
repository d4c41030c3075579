"""The promotion tables, as the pages print them: row, column, result (- for none)."""

ACLNN_TENSOR_TENSOR = """
     f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   bool  c32   c64   c128
f32  f32   f32   f64   f32   f32   f32   f32   -     f32   -     f32   -     f32   c64   c64   c128
f16  f32   f16   f64   f32   f16   f16   f16   -     f16   -     f16   -     f16   c32   c64   c128
f64  f64   f64   f64   f64   f64   f64   f64   -     f64   -     f64   -     f64   c64   c64   c128
bf16 f32   f64   f64   bf16  bf16  bf16  bf16  -     bf16  -     bf16  -     bf16  c32   c64   c128
s8   f32   f16   f64   bf16  s8    s16   s16   -     s32   -     s64   -     s8    c32   c64   c128
u8   f32   f16   f64   bf16  s16   u8    s16   -     s32   -     s64   -     u8    c32   c64   c128
s16  f32   f16   f64   bf16  s16   s16   s16   -     s32   -     s64   -     s16   c32   c64   c128
u16  -     -     -     -     -     -     -     u16   -     -     -     -     -     -     -     -
s32  f32   f16   f64   bf16  s32   s32   s32   -     s32   -     s64   -     s32   c32   c64   c128
u32  -     -     -     -     -     -     -     -     -     u32   -     -     -     -     -     -
s64  f32   f16   f64   bf16  s64   s64   s64   -     s64   -     s64   -     s64   c32   c64   c128
u64  -     -     -     -     -     -     -     -     -     -     -     u64   -     -     -     -
bool f32   f16   f64   bf16  s8    u8    s16   -     s32   -     s64   -     bool  c32   c64   c128
c32  c64   c32   c64   c32   c32   c32   c32   -     c32   -     c32   -     c32   c32   c64   c128
c64  c64   c64   c64   c64   c64   c64   c64   -     c64   -     c64   -     c64   c64   c64   c128
c128 c128  c128  c128  c128  c128  c128  c128  -     c128  -     c128  -     c128  c128  c128  c128
"""

ACLNN_TENSOR_SCALAR = """
     f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   bool  c32   c64   c128
f32  f32   f16   f64   bf16  f32   f32   f32   -     f32   -     f32   -     f32   c32   c64   c128
f16  f32   f16   f64   bf16  f32   f32   f32   -     f32   -     f32   -     f32   c32   c64   c128
f64  f32   f16   f64   bf16  f32   f32   f32   -     f32   -     f32   -     f32   c128  c128  c128
bf16 f32   f16   f64   bf16  f32   f32   f32   -     f32   -     f32   -     f32   c32   c64   c128
s8   f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   s8    c32   c64   c128
u8   f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   u8    c32   c64   c128
s16  f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   s16   c32   c64   c128
u16  f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   -     c32   c64   c128
s32  f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   s32   c32   c64   c128
u32  f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   -     c32   c64   c128
s64  f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   s64   c32   c64   c128
u64  f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   -     c32   c64   c128
bool f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   bool  c32   c64   c128
c32  c64   c32   c128  c64   c64   c64   c64   c64   c64   c64   c64   c64   c64   c32   c64   c128
c64  c64   c32   c128  c64   c64   c64   c64   c64   c64   c64   c64   c64   c64   c32   c64   c128
c128 c64   c32   c128  c64   c64   c64   c64   c64   c64   c64   c64   c64   c64   c32   c64   c128
"""

MINDSPORE_TENSOR_TENSOR = """
     f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   bool  c64   c128
f32  f32   f32   f64   f32   f32   f32   f32   -     f32   -     f32   -     f32   c64   c128
f16  f32   f16   f64   f32   f16   f16   f16   -     f16   -     f16   -     f16   c64   c128
f64  f64   f64   f64   f64   f64   f64   f64   -     f64   -     f64   -     f64   c128  c128
bf16 f32   f32   f64   bf16  bf16  bf16  bf16  -     bf16  -     bf16  -     bf16  c64   c128
s8   f32   f16   f64   bf16  s8    s16   s16   -     s32   -     s64   -     s8    c64   c128
u8   f32   f16   f64   bf16  s16   u8    s16   -     s32   -     s64   -     u8    c64   c128
s16  f32   f16   f64   bf16  s16   s16   s16   -     s32   -     s64   -     s16   c64   c128
u16  -     -     -     -     -     -     -     u16   -     -     -     -     u16   -     -
s32  f32   f16   f64   bf16  s32   s32   s32   -     s32   -     s64   -     s32   c64   c128
u32  -     -     -     -     -     -     -     -     -     u32   -     -     u32   -     -
s64  f32   f16   f64   bf16  s64   s64   s64   -     s64   -     s64   -     s64   c64   c128
u64  -     -     -     -     -     -     -     -     -     -     -     u64   u64   -     -
bool f32   f16   f64   bf16  s8    u8    s16   u16   s32   u32   s64   u64   bool  c64   c128
c64  c64   c64   c128  c64   c64   c64   c64   -     c64   -     c64   -     c64   c64   c128
c128 c128  c128  c128  c128  c128  c128  c128  -     c128  -     c128  -     c128  c128  c128
"""

MINDSPORE_NUMBER_TENSOR = """
     bool  int   float
f32  f32   f32   f32
f16  f16   f16   f16
f64  f64   f64   f64
bf16 bf16  bf16  bf16
s8   s8    s8    f32
u8   u8    u8    f32
s16  s16   s16   f32
u16  u16   -     -
s32  s32   s32   f32
u32  u32   -     -
s64  s64   s64   f32
u64  u64   -     -
bool bool  s64   f32
c64  c64   c64   c64
c128 c128  c128  c128
"""

