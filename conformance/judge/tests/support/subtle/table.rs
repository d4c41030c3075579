//! Every subtle fault, by what it is modelled on.

use super::elements::{ALL, At, Change, Rule};
use super::facts::{Dim, Lines, View, When};
use super::witness::{Product, Witness, product};
use super::{Carry, Conversion, Fault, Promoted, Read, Reread, Stale, Subtle, Write};
use ascertain::DType;
use ascertain::DType::{Bf16, C32, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};

const MANY: usize = usize::MAX;
const HALVES: &[DType] = &[F16, Bf16];
const FLOATS: &[DType] = &[F16, Bf16, F32, F64];
const SIGNED: &[DType] = &[S8, S16, S32, S64];
const WHOLE: &[DType] = &[S8, U8, S16, U16, S32, U32, S64, U64];

/// Faults of one part of a kernel.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) faults: &'static [Subtle],
}

/// Every fault.
pub(crate) const PARTS: &[Part] = &[
    Part { name: "ends of tiles", faults: ENDS },
    Part { name: "carries between tiles", faults: CARRIES },
    Part { name: "limits of the grid", faults: GRID },
    Part { name: "index arithmetic", faults: INDICES },
    Part { name: "conversions", faults: CONVERSIONS },
    Part { name: "in place, and where it is written", faults: WRITES },
    Part { name: "stale state", faults: STALE },
    Part { name: "code for some ranks and dimensions", faults: RANKS },
    Part { name: "code for some dtypes and values", faults: VALUES },
    Part { name: "rounding", faults: ROUNDING },
    Part { name: "one path of many", faults: PATHS },
    Part { name: "promotion by ranks", faults: PROMOTIONS },
    Part { name: "reinterpretation", faults: BYTES },
];

const ENDS: &[Subtle] = &[
    // A loop over whole vectors or tiles, and what is left after it.
    elements(
        "the last incomplete vector of 4 keeps its factors",
        &[When::In(&[F32])],
        At::Partial(4),
        Change::Factor,
    )
    .shown(product(&[7], 0, F32)),
    elements(
        "the last incomplete vector of 8 halves repeats the one before",
        &[When::In(&[F16])],
        At::Partial(8),
        Change::Previous,
    )
    .shown(product(&[13], 0, F16)),
    elements(
        "the last incomplete tile of 16 is zero in u8",
        &[When::In(&[U8])],
        At::Partial(16),
        Change::Zero,
    )
    .shown(product(&[20], 0, U8)),
    elements(
        "the last incomplete tile of 32 stops at the tile before",
        &[When::N(64, MANY)],
        At::Partial(32),
        Change::Stuck,
    )
    .shown(product(&[70], 0, F32)),
    elements(
        "the last incomplete tile of 64 is off by a unit in bf16",
        &[When::In(&[Bf16])],
        At::Partial(64),
        Change::UnitUp,
    )
    .shown(product(&[100], 0, Bf16)),
    elements("the last incomplete tile of 128 keeps its factors", &[], At::Partial(128), Change::Factor)
        .shown(product(&[200], 0, S32)),
    elements(
        "the last incomplete tile of 256 multiplies its last factor twice",
        &[When::Uneven(256)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[300], 0, F64)),
    elements("the last incomplete tile of 1024 repeats", &[], At::Partial(1024), Change::Stuck)
        .shown(product(&[1500], 0, F32)),
    elements("the last incomplete tile of 4096 is zero", &[], At::Partial(4096), Change::Zero)
        .shown(product(&[4100], 0, F16)),
    elements(
        "a tail of exactly one element after tiles of 16",
        &[When::N(17, MANY), When::Remainder(16, 1)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[33], 0, S8)),
    elements(
        "a tail of exactly one element after tiles of 256",
        &[When::N(257, MANY), When::Remainder(256, 1)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[513], 0, F32)),
    // The place where two tiles meet.
    elements(
        "the first element of every tile of 16 repeats",
        &[When::In(HALVES)],
        At::Starts(16),
        Change::Previous,
    )
    .shown(product(&[40], 0, F16)),
    elements(
        "the first element of every tile of 64 keeps its factor in s16",
        &[When::In(&[S16])],
        At::Starts(64),
        Change::Factor,
    )
    .shown(product(&[130], 0, S16)),
    elements(
        "the last element of every tile of 32 multiplies twice in f64",
        &[When::In(&[F64])],
        At::Ends(32),
        Change::Twice,
    )
    .shown(product(&[64], 0, F64)),
    elements("the last element of every tile of 128 has another sign", &[], At::Ends(128), Change::Negated)
        .shown(product(&[128], 0, F32)),
    elements(
        "the last element of every tile of 100 is a unit off",
        &[When::In(&[F32, F64])],
        At::Ends(100),
        Change::UnitUp,
    )
    .shown(product(&[100], 0, F32)),
    elements("the first element of every tile of 512 repeats", &[], At::Starts(512), Change::Previous)
        .shown(product(&[600], 0, U16)),
    elements("element 1024 keeps its factor", &[], At::Range(1024, 1024), Change::Factor).shown(product(
        &[1030],
        0,
        F32,
    )),
    elements("element 2048 is a unit off in f32", &[When::In(&[F32])], At::Range(2048, 2048), Change::UnitUp)
        .shown(product(&[2050], 0, F32)),
    elements("element 65536 keeps its factor", &[], At::Range(65_536, 65_536), Change::Factor)
        .shown(product(&[65_540], 0, U8)),
    // Exactly full.
    elements("lines of exactly 16 lose the last element", &[When::N(16, 16)], At::Last, Change::Previous)
        .shown(product(&[16], 0, F16)),
    elements(
        "lines of exactly 64, several of them, lose the last element",
        &[When::N(64, 64), When::Count(2, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[3, 64], 1, S64)),
    elements(
        "lines of exactly 128 are a unit off at the end",
        &[When::N(128, 128), When::In(FLOATS)],
        At::Last,
        Change::UnitUp,
    )
    .shown(product(&[128], 0, F64)),
    elements("lines of exactly 256 lose the last element", &[When::N(256, 256)], At::Last, Change::Zero)
        .shown(product(&[256], 0, F32)),
    elements(
        "lines of a multiple of 512 lose the last element",
        &[When::Multiple(512)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1024], 0, Bf16)),
    elements("lines of exactly 1000 lose the last element", &[When::N(1000, 1000)], At::Last, Change::Factor)
        .shown(product(&[1000], 0, S32)),
    elements(
        "lines of a multiple of 4096 multiply the last factor twice",
        &[When::Multiple(4096)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[4096], 0, F16)),
];

const CARRIES: &[Subtle] = &[
    tiles(
        "the carry into tiles of 8 is lost from the third on, in s8",
        &[When::In(&[S8])],
        8,
        2,
        Carry::Lost,
    )
    .shown(product(&[20], 0, S8)),
    tiles(
        "the carry into tiles of 32 counts twice from the third on",
        &[When::In(&[F32])],
        32,
        2,
        Carry::Twice,
    )
    .shown(product(&[80], 0, F32)),
    tiles("the carry into tiles of 16 lacks a factor", &[When::In(&[Bf16])], 16, 1, Carry::Short)
        .shown(product(&[20], 0, Bf16)),
    tiles("the carry into tiles of 64 has a factor too many", &[When::In(SIGNED)], 64, 1, Carry::Long)
        .shown(product(&[70], 0, S16)),
    tiles("tiles of 64 know the tile before alone", &[], 64, 2, Carry::TileBefore).shown(product(
        &[130],
        0,
        F16,
    )),
    tiles("tiles of 128 know the first tile alone", &[], 128, 2, Carry::FirstTile).shown(product(
        &[260],
        0,
        F32,
    )),
    tiles("tiles of 32 know what the tile before knew", &[When::In(&[F64])], 32, 2, Carry::Late)
        .shown(product(&[96], 0, F64)),
    tiles("tiles of 256 carry f32 in bf16", &[When::In(&[F32])], 256, 1, Carry::Narrow(Bf16))
        .shown(product(&[300], 0, F32).numbers(PASCAL)),
    tiles("tiles of 32 carry f64 in f32", &[When::In(&[F64])], 32, 1, Carry::Narrow(F32))
        .shown(product(&[40], 0, F64).numbers(PASCAL)),
    tiles("tiles of 16 carry s64 in s32", &[When::In(&[S64])], 16, 1, Carry::Narrow(S32))
        .shown(product(&[40], 0, S64).numbers(&[3.0])),
    tiles("tiles of 64 carry u16 in u8", &[When::In(&[U16])], 64, 1, Carry::Narrow(U8))
        .shown(product(&[70], 0, U16).numbers(&[3.0])),
    tiles("tiles of 1024 carry f32 without its lowest bit", &[When::In(&[F32])], 1024, 1, Carry::LowBits(1))
        .shown(product(&[1030], 0, F32).numbers(ONE_ODD)),
    tiles("tiles of 16 carry a magnitude", &[When::In(&[F16])], 16, 1, Carry::Positive)
        .shown(product(&[40], 0, F16).numbers(&[-1.0, 1.0, 1.0])),
    tiles("tiles of 32 do not carry zeros", &[When::In(FLOATS)], 32, 1, Carry::ZeroSkipped)
        .shown(product(&[40], 0, F32).numbers(ONE_ZERO)),
    tiles("tiles of 256 do not carry zeros, in integers", &[When::In(WHOLE)], 256, 1, Carry::ZeroSkipped)
        .shown(product(&[300], 0, U32).numbers(ONE_ZERO)),
    tiles("tiles of 512 carry nothing from the third on", &[], 512, 2, Carry::Lost).shown(product(
        &[1100],
        0,
        F32,
    )),
    tiles("tiles of 1024 carry nothing in several lines", &[When::Count(2, MANY)], 1024, 1, Carry::Lost)
        .shown(product(&[2, 1100], 1, F32)),
    tiles("tiles of 2048 know the tile before alone", &[], 2048, 2, Carry::TileBefore).shown(product(
        &[4200],
        0,
        S32,
    )),
    tiles("the scan of totals stops at 16 tiles of 16", &[], 256, 1, Carry::Lost).shown(product(
        &[300],
        0,
        F16,
    )),
    tiles("the scan of totals stops at 32 tiles of 32", &[], 1024, 1, Carry::FirstTile).shown(product(
        &[2100],
        0,
        F32,
    )),
    tiles("the scan of totals stops at 256 tiles of 256", &[], 65_536, 1, Carry::Lost).shown(product(
        &[65_600],
        0,
        U8,
    )),
    tiles(
        "the first element of tiles of 64 misses the carry",
        &[When::In(&[U32, U64])],
        64,
        1,
        Carry::NotFirst,
    )
    .shown(product(&[70], 0, U32)),
    tiles("the last element of tiles of 128 misses the carry", &[], 128, 1, Carry::NotLast).shown(product(
        &[256],
        0,
        F16,
    )),
    tiles("the accumulator is not reset every 64 lines", &[], MANY, 0, Carry::LineBefore)
        .of(Lines::Every(64))
        .shown(product(&[64, 2], 1, F32)),
    tiles("the accumulator is not reset every 1024 lines", &[], MANY, 0, Carry::LineBefore)
        .of(Lines::Every(1024))
        .shown(product(&[1024, 2], 1, F32)),
    tiles("the accumulator of long lines is not reset", &[When::N(300, MANY)], MANY, 0, Carry::LineBefore)
        .shown(product(&[2, 301], 1, F64).numbers(ONE_THREE)),
    tiles(
        "lines whose length is a tile of 32 carry into the next one",
        &[When::Multiple(32)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .shown(product(&[3, 32], 1, F32).numbers(ONE_THREE)),
    tiles(
        "columns of 16 rows carry from the column before",
        &[When::N(16, MANY), When::Inner(16, MANY)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .of(Lines::Every(16))
    .shown(product(&[16, 16], 0, F32)),
    tiles("the last line loses the carry of tiles of 64", &[When::Count(2, MANY)], 64, 1, Carry::Lost)
        .of(Lines::Last)
        .shown(product(&[3, 70], 1, S8)),
];

const GRID: &[Subtle] =
    &[
        elements("lines from the 65th on keep their factors", &[], ALL, Change::Factor)
            .of(Lines::From(64))
            .shown(product(&[70, 3], 1, F32)),
        elements("lines from the 257th on are zero", &[], ALL, Change::Zero)
            .of(Lines::From(256))
            .shown(product(&[300, 2], 1, S16)),
        elements("lines from the 1025th on keep their factors", &[], ALL, Change::Factor)
            .of(Lines::From(1024))
            .shown(product(&[1030, 2], 1, F16)),
        elements("lines from the 4097th on keep their factors", &[], ALL, Change::Factor)
            .of(Lines::From(4096))
            .shown(product(&[2, 4100], 0, U8)),
        elements("lines from the 65536th on keep their factors", &[], ALL, Change::Factor)
            .of(Lines::From(65_535))
            .shown(product(&[65_600, 2], 1, S8)),
        elements("columns from the 301st on are zero", &[When::Inner(301, MANY)], ALL, Change::Zero)
            .of(Lines::From(300))
            .shown(product(&[2, 310], 0, F32)),
        elements(
            "columns of the last incomplete 16 keep their factors",
            &[When::UnevenInner(16)],
            ALL,
            Change::Factor,
        )
        .of(Lines::Partial(16))
        .shown(product(&[2, 20], 0, F16)),
        elements(
            "columns of the last incomplete 128 keep their factors",
            &[When::UnevenInner(128), When::In(&[F32])],
            ALL,
            Change::Factor,
        )
        .of(Lines::Partial(128))
        .shown(product(&[2, 200], 0, F32)),
        elements(
            "the last line keeps its factors when there are 32 or more",
            &[When::Count(32, MANY)],
            ALL,
            Change::Factor,
        )
        .of(Lines::Last)
        .shown(product(&[33, 2], 1, S64)),
        elements(
            "long lines from the third on keep their factors",
            &[When::N(257, MANY)],
            ALL,
            Change::Factor,
        )
        .of(Lines::From(2))
        .shown(product(&[3, 300], 1, F32)),
        elements(
            "long columns from the 17th on keep their factors",
            &[When::N(64, MANY), When::Inner(17, MANY)],
            ALL,
            Change::Factor,
        )
        .of(Lines::From(16))
        .shown(product(&[64, 20], 0, F32)),
        elements("every 32nd of long lines is zero", &[When::N(33, MANY)], ALL, Change::Zero)
            .of(Lines::Every(32))
            .shown(product(&[32, 40], 1, F32)),
        elements("lines longer than 16384 are cut", &[], At::Range(16_384, MANY), Change::Stuck)
            .shown(product(&[16_400], 0, Bf16)),
        elements("lines longer than 65536 are cut", &[], At::Range(65_536, MANY), Change::Stuck)
            .shown(product(&[65_600], 0, U8)),
        elements(
            "many lines of outer, length and inner of 16 and more: the last is lost",
            &[When::Outer(16, MANY), When::N(16, MANY), When::Inner(16, MANY)],
            ALL,
            Change::Factor,
        )
        .of(Lines::Last)
        .shown(product(&[16, 16, 16], 1, F16)),
    ];

const INDICES: &[Subtle] = &[
    read("positions in 16 bits", &[], Read::IndexBits(16)).shown(product(&[70_000], 0, U8)),
    read("numbers of elements in 16 bits", &[], Read::ElementBits(16)).shown(product(&[35_000, 2], 1, U8)),
    read("numbers of elements in 12 bits, in f64", &[When::In(&[F64])], Read::ElementBits(12))
        .shown(product(&[2100, 2], 1, F64)),
    read("strides in 16 bits, signed", &[When::Input(View::Gaps)], Read::StrideBits(16))
        .shown(product(&[3], 0, U8).view(&[33_000], 0)),
    read("strides in 8 bits, signed", &[When::Input(View::Gaps)], Read::StrideBits(8))
        .shown(product(&[3], 0, F32).view(&[200], 0)),
    read(
        "strides along the line of 1024 and more in 10 bits",
        &[When::Input(View::Wide(1024))],
        Read::StrideBits(11),
    )
    .shown(product(&[3], 0, F32).view(&[1500], 0)),
    read(
        "strides along the line of 1024 and more taken as 1",
        &[When::Input(View::Wide(1024)), When::Dim(Dim::First)],
        Read::UnitLines,
    )
    .shown(product(&[2, 1024], 0, F32)),
    read(
        "negative strides taken as positive in three dimensions and more",
        &[When::Rank(3, MANY), When::Input(View::Backward)],
        Read::Forward,
    )
    .shown(product(&[2, 2, 2], 1, F32).view(&[4, -2, 1], 2)),
    read(
        "lines read backward are read forward when long",
        &[When::N(33, MANY), When::Input(View::BackwardLines)],
        Read::Forward,
    )
    .shown(product(&[40], 0, F32).view(&[-1], 39)),
    read("offsets ignored from rank 5 on", &[When::Rank(5, MANY), When::Input(View::Offset)], Read::NoOffset)
        .shown(product(&[1, 2, 1, 2, 2], 4, F32).view(&[8, 4, 4, 2, 1], 3)),
    read("odd offsets of halves ignored", &[When::In(HALVES), When::Misaligned], Read::NoOffset)
        .shown(product(&[5], 0, F16).view(&[1], 3)),
    read(
        "offsets counted in bytes",
        &[When::In(&[F64]), When::Input(View::Offset), When::N(9, MANY)],
        Read::OffsetInBytes,
    )
    .shown(product(&[10], 0, F64).view(&[1], 8)),
    read("zero strides taken as dense", &[When::Input(View::Repeated)], Read::Dense)
        .shown(product(&[3, 4], 1, F32).view(&[0, 1], 0)),
    read(
        "lines that repeat one element read as dense",
        &[When::Input(View::Repeated), When::N(5, MANY)],
        Read::UnitLines,
    )
    .shown(product(&[6], 0, F32).view(&[0], 0)),
    read(
        "the first two strides exchanged from rank 4 on",
        &[When::Rank(4, MANY), When::Input(View::Gaps)],
        Read::FirstTwoSwapped,
    )
    .shown(product(&[2, 2, 2, 2], 3, F32).view(&[9, 25, 3, 1], 0)),
    read(
        "gaps after rows ignored in three dimensions and more",
        &[When::Rank(3, MANY), When::Input(View::Gaps)],
        Read::Collapsed,
    )
    .shown(product(&[2, 3, 2], 2, F32).view(&[20, 5, 1], 0)),
    read(
        "a transposed input of 32 by 32 and more read as it lies",
        &[When::Input(View::Transposed), When::Outer(32, MANY), When::N(32, MANY)],
        Read::Contiguous,
    )
    .shown(product(&[32, 32], 1, F32).view(&[1, 32], 0)),
    read(
        "gaps in the last dimension ignored when it has 16 elements and more",
        &[When::Dim(Dim::Last), When::N(16, MANY), When::Input(View::Gaps)],
        Read::UnitLast,
    )
    .shown(product(&[16], 0, S32).view(&[3], 0)),
    read(
        "strides of lengths of one counted",
        &[When::Rank(3, MANY), When::Input(View::Gaps)],
        Read::OnesStepped,
    )
    .shown(product(&[2, 1, 3], 2, F32).view(&[6, 17, 2], 0)),
    read(
        "gaps ignored where lines have 257 elements and more",
        &[When::N(257, MANY), When::Input(View::Gaps)],
        Read::Contiguous,
    )
    .shown(product(&[300], 0, F32).view(&[3], 0)),
    read(
        "gaps ignored in in-place calls of rank 4 and more",
        &[When::InPlace, When::Rank(4, MANY), When::Input(View::Gaps)],
        Read::Contiguous,
    )
    .shown(product(&[2, 2, 2, 2], 1, F32).view(&[16, 8, 4, 2], 0).in_place()),
];

const CONVERSIONS: &[Subtle] = &[
    factors("f64 to integers through f32", &[When::From(&[F64]), When::In(WHOLE)], Conversion::Through(F32))
        .shown(product(&[1], 0, F64).to(S64).numbers(&[16_777_217.0])),
    factors(
        "f64 to 64 bits through s32",
        &[When::From(&[F64]), When::In(&[S64, U64])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F64).to(S64).numbers(&[3e9])),
    factors(
        "floats to u32 through s32",
        &[When::From(FLOATS), When::In(&[U32])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F32).to(U32).numbers(&[3e9])),
    factors("floats to u64 through s64", &[When::From(FLOATS), When::In(&[U64])], Conversion::Through(S64))
        .shown(product(&[1], 0, F64).to(U64).numbers(&[1e19])),
    factors("fractions to the nearest", &[When::From(&[F16]), When::In(SIGNED)], Conversion::Nearest)
        .shown(product(&[1], 0, F16).to(S8).numbers(&[2.75])),
    factors("negative fractions rounded down", &[When::From(&[F64]), When::In(SIGNED)], Conversion::Down)
        .shown(product(&[1], 0, F64).to(S32).numbers(&[-1.5])),
    factors("s64 to f32 through f64", &[When::From(&[S64]), When::In(&[F32])], Conversion::Through(F64))
        .shown(product(&[1], 0, S64).to(F32).bits(&[(1 << 62) + (1 << 38) + 1])),
    factors("u64 to f32 through f64", &[When::From(&[U64]), When::In(&[F32])], Conversion::Through(F64))
        .shown(product(&[1], 0, U64).to(F32).bits(&[(1 << 63) + (1 << 39) + 1])),
    factors("s32 to f64 through f32", &[When::From(&[S32, U32]), When::In(&[F64])], Conversion::Through(F32))
        .shown(product(&[1], 0, S32).to(F64).numbers(&[16_777_217.0])),
    factors(
        "s64 to f16 through f32 and bf16",
        &[When::From(&[S64]), When::In(&[F16])],
        Conversion::ThroughTwo(F32, Bf16),
    )
    .shown(product(&[1], 0, S64).to(F16).numbers(&[1025.0])),
    factors("s32 to bf16 through f16", &[When::From(&[S32]), When::In(&[Bf16])], Conversion::Through(F16))
        .shown(product(&[1], 0, S32).to(Bf16).numbers(&[70_000.0])),
    factors("u64 as s64 to floats", &[When::From(&[U64]), When::In(FLOATS)], Conversion::AsSigned)
        .shown(product(&[1], 0, U64).to(F64).bits(&[1 << 63])),
    factors("u32 as s32 to floats", &[When::From(&[U32]), When::In(FLOATS)], Conversion::AsSigned)
        .shown(product(&[1], 0, U32).to(F64).bits(&[3 << 30])),
    factors(
        "u16 as s16 to wider integers",
        &[When::From(&[U16]), When::In(&[S32, U32, S64, U64])],
        Conversion::AsSigned,
    )
    .shown(product(&[1], 0, U16).to(S32).bits(&[40_000])),
    factors("u8 as s8 to f16", &[When::From(&[U8]), When::In(&[F16])], Conversion::AsSigned)
        .shown(product(&[1], 0, U8).to(F16).bits(&[200])),
    factors(
        "the least signed number positive when widened",
        &[When::From(SIGNED), When::In(SIGNED)],
        Conversion::LeastPositive,
    )
    .shown(product(&[1], 0, S8).to(S32).bits(&[0x80])),
    factors(
        "the least s64 positive as a float",
        &[When::From(&[S64]), When::In(FLOATS)],
        Conversion::LeastPositive,
    )
    .shown(product(&[1], 0, S64).to(F32).bits(&[1 << 63])),
    factors("s16 extended with zeros", &[When::From(&[S16]), When::In(&[S64])], Conversion::ZeroExtended)
        .shown(product(&[1], 0, S16).to(S64).bits(&[0xffff])),
    factors("f32 to f16, ties away", &[When::From(&[F32]), When::In(&[F16])], Conversion::TiesAway)
        .shown(product(&[1], 0, F32).to(F16).numbers(&[2049.0])),
    factors("f32 to bf16 toward zero", &[When::From(&[F32]), When::In(&[Bf16])], Conversion::TowardZero)
        .shown(product(&[1], 0, F32).to(Bf16).numbers(&[1.006_835_937_5])),
    factors(
        "f64 to f32 toward zero into a power of two",
        &[When::From(&[F64]), When::In(&[F32])],
        Conversion::NoCarry,
    )
    .shown(product(&[1], 0, F64).to(F32).numbers(&[1.999_999_999_9])),
    factors(
        "s32 to f16, ties away above 2048",
        &[When::From(&[S32, S64]), When::In(&[F16])],
        Conversion::TiesAway,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[2049.0])),
    factors(
        "integers too large for f16 become its greatest number",
        &[When::From(WHOLE), When::In(&[F16])],
        Conversion::Saturated,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[70_000.0])),
    factors(
        "f64 beyond f32 becomes its greatest number",
        &[When::From(&[F64]), When::In(&[F32])],
        Conversion::Saturated,
    )
    .shown(product(&[1], 0, F64).to(F32).numbers(&[1e40])),
    factors(
        "f32 to subnormals of f16 without the lowest bit",
        &[When::From(&[F32, F64]), When::In(&[F16])],
        Conversion::CoarseSubnormals,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[1.788_139_343_261_718_8e-7])),
    factors(
        "minus zero lost between floats",
        &[When::From(&[Bf16]), When::In(&[F32, F64])],
        Conversion::PlusZero,
    )
    .shown(product(&[2], 0, Bf16).to(F32).numbers(&[-0.0, 1.0])),
    factors(
        "NaN becomes infinity in bf16",
        &[When::From(&[F32, F64]), When::In(&[Bf16])],
        Conversion::NanCut,
    )
    .shown(product(&[1], 0, F32).to(Bf16).numbers(&[f64::NAN])),
    factors(
        "infinity becomes NaN in f16",
        &[When::From(&[F32, Bf16]), When::In(&[F16])],
        Conversion::InfinityNan,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[f64::INFINITY])),
    factors(
        "f64 to s64 from 2^53 on without the lowest bit",
        &[When::From(&[S64, U64, F64]), When::In(&[S64, U64])],
        Conversion::EvenFrom(53),
    )
    .shown(product(&[1], 0, S64).to(U64).bits(&[(1 << 53) + 1])),
    factors("f64 to f16 through f32", &[When::From(&[F64]), When::In(&[F16])], Conversion::Through(F32))
        .shown(product(&[1], 0, F64).to(F16).numbers(&[2048.000_000_1]))
        .never("docs/judging.md, conversions: f64 to f16 and bf16 may go through f32; frameworks do so"),
];

const WRITES: &[Subtle] = &[
    tiles(
        "in place, tiles of 16 are multiplied again after they are written",
        &[When::InPlace],
        16,
        1,
        Carry::Rescanned,
    )
    .shown(product(&[40], 0, F32).in_place()),
    tiles(
        "in place, tiles of 128 are multiplied again after they are written",
        &[When::InPlace],
        128,
        1,
        Carry::Rescanned,
    )
    .shown(product(&[300], 0, F32).in_place()),
    tiles(
        "in place, tiles of 32 carry from the line before",
        &[When::InPlace, When::Count(2, MANY), When::N(33, MANY)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .shown(product(&[2, 40], 1, F32).numbers(ONE_THREE).in_place()),
    elements(
        "in place, what lies beyond 64 elements stays",
        &[When::InPlace],
        At::Range(64, MANY),
        Change::Factor,
    )
    .shown(product(&[70], 0, S32).in_place()),
    elements(
        "in place, columns from the 9th on stay",
        &[When::InPlace, When::Inner(9, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(8))
    .shown(product(&[3, 10], 0, F32).in_place()),
    elements(
        "in place, what lies beyond 1024 elements multiplies twice",
        &[When::InPlace],
        At::Range(1024, MANY),
        Change::Twice,
    )
    .shown(product(&[1030], 0, F64).in_place()),
    tiles(
        "in place, a view with gaps is multiplied again after 8 elements",
        &[When::InPlace, When::Input(View::Gaps)],
        8,
        1,
        Carry::Rescanned,
    )
    .shown(product(&[20], 0, F32).view(&[2], 0).in_place()),
    write(
        "out's strides ignored from rank 3 on",
        &[When::OutOfPlace, When::Rank(3, MANY), When::Out(View::Gaps)],
        Write::Contiguous,
    )
    .shown(product(&[2, 2, 2], 1, F32).out(&[10, 4, 2], 0)),
    write(
        "out's strides ignored where the dimension is not the last",
        &[When::OutOfPlace, When::Dim(Dim::First), When::Out(View::Gaps)],
        Write::Contiguous,
    )
    .shown(product(&[3, 2], 0, F32).out(&[4, 2], 0)),
    write(
        "one element written past an out with an odd length",
        &[When::OutOfPlace, When::Uneven(2), When::Out(View::Offset)],
        Write::Past,
    )
    .shown(product(&[5], 0, F32).out(&[1], 2)),
    write(
        "one element written before out",
        &[When::OutOfPlace, When::Out(View::Offset), When::N(9, MANY)],
        Write::Before,
    )
    .shown(product(&[10], 0, F32).out(&[1], 2)),
    write("gaps of the last dimension written", &[When::Out(View::Gaps), When::In(HALVES)], Write::Gaps)
        .shown(product(&[5], 0, F16).out(&[2], 0)),
    write("elements from 65536 on not written", &[], Write::Until(65_536)).shown(product(&[70_000], 0, U8)),
    write("numbers of elements of out in 16 bits", &[], Write::ElementBits(16)).shown(product(
        &[70_000],
        0,
        S8,
    )),
    write("elements from 4096 on not written into gaps", &[When::Out(View::Gaps)], Write::Until(4096))
        .shown(product(&[5000], 0, F32).out(&[2], 0)),
    write(
        "rows of out after whole vectors of 8 not written, along the first dimension",
        &[When::Dim(Dim::First), When::UnevenInner(8)],
        Write::WholeVectors(8),
    )
    .shown(product(&[2, 13], 0, F32)),
    write("a reversed out not written", &[When::OutOfPlace, When::Out(View::Backward)], Write::Until(0))
        .shown(product(&[4], 0, F32).out(&[-1], 3)),
];

const STALE: &[Subtle] = &[
    stale("a smaller result ends with the one before", &[When::Elements(16)], Stale::Tail)
        .shown(product(&[20], 0, F32).numbers(&[1.0]))
        .after(product(&[50], 0, F32)),
    stale("a smaller long result ends with the one before", &[When::N(128, MANY)], Stale::Tail)
        .shown(product(&[200], 0, F32).numbers(&[-1.0, 1.0, 1.0]))
        .after(product(&[300], 0, F32)),
    stale("a plan for a long shape keeps its result", &[When::N(64, MANY)], Stale::Cached)
        .shown(product(&[70], 0, F32).numbers(&[1.0]))
        .after(product(&[70], 0, F32)),
    stale("a plan for three dimensions keeps its result", &[When::Rank(3, MANY), When::Elements(24)], Stale::Cached)
        .shown(product(&[2, 3, 4], 1, F32).numbers(&[1.0]))
        .after(product(&[2, 3, 4], 1, F32)),
    stale("the last of several lines is left from an equal size", &[When::Count(4, MANY)], Stale::LastLine)
        .shown(product(&[4, 2], 1, F32).numbers(&[1.0]))
        .after(product(&[4, 2], 1, F32)),
    stale("every 1000th call of a dtype writes nothing", &[When::N(2, MANY)], Stale::Every(1000))
        .shown(product(&[3], 0, F32)),
    stale("results of long lines alternate between two orders", &[When::N(3, 400), When::In(FLOATS)], Stale::Alternating)
        .shown(product(&[5], 0, F32).numbers(&[1.1, 1.2, 1.3, 1.7]))
        .after(product(&[5], 0, F32).numbers(&[1.1, 1.2, 1.3, 1.7]))
        .never("both orders keep the factors in place, and the first edition's page does not say that a repeated call gives the same bits"),
];

const RANKS: &[Subtle] = &[
    elements(
        "rank 6 keeps the last factors",
        &[When::Rank(6, 6), When::N(2, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[1, 2, 1, 2, 2, 3], 5, F32)),
    elements(
        "rank 7 along a middle dimension",
        &[When::Rank(7, 7), When::Dim(Dim::Middle), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1, 2, 2, 3, 1, 2, 1], 3, F32)),
    elements(
        "rank 8 along the first dimension",
        &[When::Rank(8, 8), When::Dim(Dim::At(0)), When::N(3, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[3, 1, 2, 1, 2, 1, 1, 2], 0, F32)),
    elements(
        "rank 8 along the last dimension",
        &[When::Rank(8, 8), When::Dim(Dim::Last), When::N(3, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[1, 1, 2, 1, 2, 1, 1, 3], 7, F32)),
    elements(
        "rank 5 along the third dimension",
        &[When::Rank(5, 5), When::Dim(Dim::At(2)), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[2, 1, 3, 2, 1], 2, S32)),
    elements(
        "middle dimensions of more than 4 with lines on both sides",
        &[When::Outer(2, MANY), When::Inner(2, MANY), When::N(5, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[2, 5, 2], 1, F32)),
    elements(
        "middle dimensions of 32 and more",
        &[When::Dim(Dim::Middle), When::N(32, MANY)],
        At::Starts(32),
        Change::Previous,
    )
    .shown(product(&[2, 40, 2], 1, F32)),
    read("views of rank 5 and more", &[When::Rank(5, MANY), When::Input(View::Gaps)], Read::Contiguous)
        .shown(product(&[1, 2, 1, 2, 2], 4, F32).view(&[40, 20, 10, 5, 2], 0)),
    read("views of rank 6 with an offset", &[When::Rank(6, 6), When::Input(View::Offset)], Read::NoOffset)
        .shown(product(&[1, 2, 1, 2, 1, 2], 5, F32).view(&[8, 4, 4, 2, 2, 1], 2)),
    read(
        "views of rank 7 with negative strides",
        &[When::Rank(7, 7), When::Input(View::Backward)],
        Read::Forward,
    )
    .shown(product(&[1, 2, 1, 2, 1, 1, 2], 6, F32).view(&[8, 4, 4, 2, 2, 2, -1], 1)),
    write(
        "views of rank 6 as out",
        &[When::OutOfPlace, When::Rank(6, MANY), When::Out(View::Gaps)],
        Write::Contiguous,
    )
    .shown(product(&[1, 2, 1, 2, 1, 2], 5, F32).out(&[16, 8, 8, 4, 4, 2], 0)),
    elements(
        "negative dimensions of rank 4 and more with long lines",
        &[When::Dim(Dim::Negative), When::Rank(4, MANY), When::N(9, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1, 2, 1, 10], -1, F32)),
    elements(
        "rank 3 along the second dimension in place",
        &[When::InPlace, When::Rank(3, 3), When::Dim(Dim::At(1)), When::N(3, MANY)],
        At::Last,
        Change::Twice,
    )
    .shown(product(&[2, 3, 2], 1, F32).in_place()),
    elements(
        "a second dimension of one element beside long lines",
        &[When::Rank(2, 2), When::Dim(Dim::First), When::Inner(1, 1), When::N(17, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[20, 1], 0, F32)),
];

const VALUES: &[Subtle] = &[
    elements("minus zero lost after 16 elements", &[When::In(FLOATS)], At::Range(16, MANY), Change::PlusZero)
        .shown(product(&[20], 0, F32).numbers(&[-0.0, 1.0])),
    elements(
        "minus zero lost where tiles of 64 start",
        &[When::In(FLOATS)],
        At::Starts(64),
        Change::PlusZero,
    )
    .shown(product(&[70], 0, F16).numbers(ONE_MINUS_ZERO)),
    elements("NaN lost where tiles of 32 start", &[When::In(FLOATS)], At::Starts(32), Change::NoNan)
        .shown(product(&[40], 0, F64).numbers(&[f64::NAN, 1.0])),
    elements(
        "NaN lost at the end of lines of 8 and more in bf16",
        &[When::In(&[Bf16]), When::N(8, MANY)],
        At::Last,
        Change::NoNan,
    )
    .shown(product(&[9], 0, Bf16).numbers(&[f64::NAN, 1.0])),
    elements(
        "infinity becomes the greatest number after 32 elements",
        &[When::In(FLOATS)],
        At::Range(32, MANY),
        Change::Greatest,
    )
    .shown(product(&[40], 0, F32).numbers(&[f64::INFINITY, 1.0])),
    elements(
        "infinity becomes the greatest number in the last incomplete tile of 8",
        &[When::In(&[F16])],
        At::Partial(8),
        Change::Greatest,
    )
    .shown(product(&[11], 0, F16).numbers(&[f64::INFINITY, 1.0])),
    steps(
        "infinity times zero is zero after 4 elements in f64",
        &[When::In(&[F64])],
        At::Range(4, MANY),
        Rule::ZeroWins,
    )
    .shown(product(&[6], 0, F64).numbers(&[1.0, 1.0, 1.0, 0.0, f64::INFINITY])),
    steps(
        "a zero factor loses its sign where tiles of 16 start",
        &[When::In(FLOATS)],
        At::Starts(16),
        Rule::SignOfZeroFactor,
    )
    .shown(product(&[20], 0, F32).numbers(ONES_AND_MINUS_ZERO)),
    steps("s64 products lose a cross term", &[When::In(&[S64])], ALL, Rule::NoCrossTerm)
        .shown(product(&[2], 0, S64).bits(&[0x1_0000_0003])),
    steps("u64 products lose a cross term", &[When::In(&[U64])], ALL, Rule::NoCrossTerm)
        .shown(product(&[2], 0, U64).bits(&[0x1_0000_0003])),
    steps("s64 products saturate", &[When::In(&[S64])], ALL, Rule::Saturated)
        .shown(product(&[2], 0, S64).bits(&[0x1_0000_0003])),
    steps(
        "u32 products saturate after 16 elements",
        &[When::In(&[U32])],
        At::Range(16, MANY),
        Rule::Saturated,
    )
    .shown(product(&[40], 0, U32).numbers(&[3.0])),
    steps("s64 products in f64", &[When::In(&[S64])], ALL, Rule::InF64)
        .shown(product(&[2], 0, S64).bits(&[0x7fff_ffff, 0x7fff_fff1])),
    steps("s32 products in f32", &[When::In(&[S32])], ALL, Rule::InF32)
        .shown(product(&[2], 0, S32).numbers(&[4099.0, 4097.0])),
    steps("u16 products in f32, which is exact below 2^24", &[When::In(&[U16])], ALL, Rule::InF32)
        .shown(product(&[2], 0, U16).numbers(&[201.0, 203.0]))
        .never("a product that fits 16 bits is below 2^24, so f32 holds it; the others wrap as they should"),
    steps("the least s32 by -1 saturates", &[When::In(&[S32])], ALL, Rule::LeastTimesMinusOne)
        .shown(product(&[2], 0, S32).bits(&[0x8000_0000, 0xffff_ffff])),
    steps("the least s8 by -1 saturates", &[When::In(&[S8])], ALL, Rule::LeastTimesMinusOne)
        .shown(product(&[2], 0, S8).bits(&[0x80, 0xff])),
    steps("a factor after two ones is skipped", &[When::In(&[F32])], ALL, Rule::SkipAfterOnes(2))
        .shown(product(&[5], 0, F32).numbers(&[2.0, 1.0, 1.0, 2.0])),
    steps("a factor after 16 ones is skipped", &[], ALL, Rule::SkipAfterOnes(16))
        .shown(product(&[20], 0, S32).numbers(ONES_AND_TWO)),
    elements("NaN with another payload", &[When::In(FLOATS)], ALL, Change::OtherNan)
        .shown(product(&[3], 0, F32).numbers(&[f64::NAN, 1.0]))
        .never("the documents do not speak of NaN's sign or payload, and hardware differs"),
    elements(
        "subnormals flushed in the last incomplete tile of 8",
        &[When::In(FLOATS)],
        At::Partial(8),
        Change::Flushed,
    )
    .shown(product(&[9], 0, F32).numbers(&[1e-40, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]))
    .never("docs/judging.md: undeclared, each result may keep or flush what is subnormal"),
    elements(
        "subnormals flushed in the last incomplete tile of 8, declared as kept",
        &[When::In(FLOATS)],
        At::Partial(8),
        Change::Flushed,
    )
    .declaring(&[("subnormals", "keep")])
    .shown(product(&[9], 0, F32).numbers(&[1e-40, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])),
    elements(
        "subnormals flushed from the second element on in f16, declared as kept",
        &[When::In(&[F16])],
        At::Range(1, MANY),
        Change::Flushed,
    )
    .declaring(&[("subnormals.f16", "keep")])
    .shown(product(&[2], 0, F16).numbers(&[2e-5, 1.0])),
];

const ROUNDING: &[Subtle] = &[
    steps("rounding into the next power of two is left out, in f16", &[When::In(&[F16])], ALL, Rule::NoCarry)
        .shown(product(&[2], 0, F16).bits(&[0x3c01, 0x3bfe])),
    steps("rounding into the next power of two is left out, in f32", &[When::In(&[F32])], ALL, Rule::NoCarry)
        .shown(product(&[2], 0, F32).bits(&[0x3f80_0001, 0x3f7f_fffe])),
    steps("rounding into the next power of two is left out, in f64", &[When::In(&[F64])], ALL, Rule::NoCarry)
        .shown(product(&[2], 0, F64).bits(&[0x3ff0_0000_0000_0001, 0x3fef_ffff_ffff_fffe])),
    steps("f32 above 2^24 rounded toward zero", &[When::In(&[F32])], ALL, Rule::TowardZeroFrom(24)).shown(
        product(&[32, 2], 1, F32).bits(&[
            0x4640_0001,
            0x4640_0001,
            0x4650_0003,
            0x4650_0005,
            0x4667_8901,
            0x4667_1235,
        ]),
    ),
    steps("bf16 above 2^64 rounded toward zero", &[When::In(&[Bf16])], ALL, Rule::TowardZeroFrom(64))
        .shown(product(&[32, 2], 1, Bf16).bits(&[0x4f83, 0x4f87, 0x4f91, 0x4f95, 0x4fc3, 0x4fa1])),
    steps("f64 above 2^512 rounded toward zero", &[When::In(&[F64])], ALL, Rule::TowardZeroFrom(512)).shown(
        product(&[32, 2], 1, F64).bits(&[
            0x5000_0000_0000_0003,
            0x5001_2345_6789_abcd,
            0x5007_8912_3456_7891,
            0x500b_cdef_0123_4567,
            0x500f_edcb_a987_6543,
            0x5002_4689_ace0_2468,
            0x5005_5555_1234_5679,
        ]),
    ),
    steps("ties away from zero in f16", &[When::In(&[F16])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F16).bits(&[0x3c01, 0x3e00, 0x3c03, 0x3e00, 0x3c05, 0x3e00])),
    steps("ties away from zero in f32", &[When::In(&[F32])], ALL, Rule::TiesAway)
        .shown(product(&[32, 2], 1, F32).bits(&[0x3f80_0001, 0x3fc0_0000, 0x3f80_0003, 0x3fc0_0000])),
    steps("ties away from zero in f64", &[When::In(&[F64])], ALL, Rule::TiesAway).shown(
        product(&[32, 2], 1, F64).bits(&[
            0x3ff0_0000_0000_0001,
            0x3ff8_0000_0000_0000,
            0x3ff0_0000_0000_0003,
            0x3ff8_0000_0000_0000,
        ]),
    ),
    steps("divided by reciprocals in f32", &[When::In(&[F32])], ALL, Rule::Reciprocal)
        .shown(product(&[32, 2], 1, F32).numbers(PAIRS)),
    steps(
        "divided by reciprocals in the last incomplete tile of 8",
        &[When::In(&[F16])],
        At::Partial(8),
        Rule::Reciprocal,
    )
    .shown(product(&[64, 9], 1, F16).numbers(LATE_PAIRS)),
    steps("f64 products that f32 could hold rounded to it", &[When::In(&[F64])], ALL, Rule::ThroughF32)
        .shown(product(&[2], 0, F64).numbers(&[1.1, 1.3])),
    steps(
        "f64 products rounded to f32 after 64 elements",
        &[When::In(&[F64])],
        At::Range(64, MANY),
        Rule::ThroughF32,
    )
    .shown(product(&[70], 0, F64).numbers(PASCAL)),
    steps("bf16 truncated from f32", &[When::In(&[Bf16])], ALL, Rule::Truncated)
        .shown(product(&[32, 2], 1, Bf16).numbers(&[1.1, 1.3, 1.7, 1.9])),
    steps(
        "bf16 truncated from f32 after 16 elements",
        &[When::In(&[Bf16])],
        At::Range(16, MANY),
        Rule::Truncated,
    )
    .shown(product(&[64, 18], 1, Bf16).numbers(LATER_PAIRS)),
    steps(
        "subnormal products of f16 without the lowest bit",
        &[When::In(&[F16])],
        ALL,
        Rule::CoarseSubnormals,
    )
    .shown(product(&[2], 0, F16).bits(&[0x0003, 0x3c00])),
    steps(
        "subnormal products of f32 without the lowest bit",
        &[When::In(&[F32])],
        ALL,
        Rule::CoarseSubnormals,
    )
    .shown(product(&[2], 0, F32).bits(&[0x0000_0003, 0x3f80_0000])),
    elements(
        "f32 stored without the lowest bit after 128 elements",
        &[When::In(&[F32])],
        At::Range(128, MANY),
        Change::LowBits(1),
    )
    .shown(product(&[130], 0, F32).numbers(ONE_ODD)),
    elements(
        "f64 stored without 29 bits in the last incomplete tile of 16",
        &[When::In(&[F64])],
        At::Partial(16),
        Change::LowBits(29),
    )
    .shown(product(&[20], 0, F64).numbers(PASCAL)),
    elements(
        "f32 stored as bf16 from element 300 on",
        &[When::In(&[F32])],
        At::Range(300, MANY),
        Change::LowBits(16),
    )
    .shown(product(&[310], 0, F32).numbers(ONE_ODD)),
    elements("f16 a unit off from element 257 on", &[When::In(&[F16])], At::Range(257, MANY), Change::UnitUp)
        .shown(product(&[260], 0, F16)),
    elements(
        "bf16 a unit off from element 300 on",
        &[When::In(&[Bf16])],
        At::Range(300, MANY),
        Change::UnitUp,
    )
    .shown(product(&[301], 0, Bf16)),
    elements(
        "bf16 multiplied twice from element 256 on",
        &[When::In(&[Bf16])],
        At::Range(256, MANY),
        Change::Twice,
    )
    .shown(product(&[260], 0, Bf16)),
    steps(
        "f32 rounded toward zero from element 512 on",
        &[When::In(&[F32])],
        At::Range(512, MANY),
        Rule::TowardZeroFrom(-100),
    )
    .shown(product(&[514], 0, F32).bits(LATE_F32)),
    elements(
        "the second of two factors is a unit off in long runs of lines",
        &[When::In(&[F32]), When::N(2, 2), When::Count(64, MANY)],
        At::Last,
        Change::UnitUp,
    )
    .of(Lines::Every(64))
    .shown(product(&[64, 2], 1, F32)),
];

/// Kernels are chosen by dtype, length, layout and whether they write in place: each of these is wrong on one path alone.
const PATHS: &[Subtle] = &[
    // Lengths.
    elements(
        "element 100 of 97 to 128 in f32",
        &[When::In(&[F32]), When::N(97, 128)],
        At::Range(100, 100),
        Change::Previous,
    )
    .shown(product(&[110], 0, F32)),
    elements(
        "element 777 of 401 to 1023 keeps its factor in s16",
        &[When::In(&[S16]), When::N(401, 1023)],
        At::Range(777, 777),
        Change::Factor,
    )
    .shown(product(&[800], 0, S16)),
    elements(
        "element 1500 of 1105 to 2048 is a unit off in f64",
        &[When::In(&[F64]), When::N(1105, 2047)],
        At::Range(1500, 1500),
        Change::UnitUp,
    )
    .shown(product(&[1600], 0, F64)),
    elements("element 3000 has another sign", &[When::N(2129, 4095)], At::Range(3000, 3000), Change::Negated)
        .shown(product(&[3100], 0, F32)),
    elements(
        "elements from 5000 on repeat in u32",
        &[When::In(&[U32])],
        At::Range(5000, MANY),
        Change::Stuck,
    )
    .shown(product(&[5001], 0, U32)),
    elements("element 10000 in f16", &[When::In(&[F16])], At::Range(10_000, 10_000), Change::Previous)
        .shown(product(&[10_001], 0, F16).numbers(&[-1.0])),
    elements("element 40000 in f32", &[When::In(&[F32])], At::Range(40_000, 40_000), Change::Factor)
        .shown(product(&[40_001], 0, F32)),
    elements(
        "tails of one to three elements after tiles of 64 in s8",
        &[When::In(&[S8]), When::N(65, 67)],
        At::Partial(64),
        Change::Factor,
    )
    .shown(product(&[66], 0, S8)),
    elements(
        "tails of one to three elements after tiles of 128 in f64",
        &[When::In(&[F64]), When::N(129, 131)],
        At::Partial(128),
        Change::Previous,
    )
    .shown(product(&[130], 0, F64)),
    elements("a prime length of 257", &[When::N(257, 257)], At::Last, Change::Twice).shown(product(
        &[257],
        0,
        F32,
    )),
    elements("a prime length of 1009", &[When::N(1009, 1009)], At::Last, Change::Previous).shown(product(
        &[1009],
        0,
        F32,
    )),
    elements(
        "lengths of a multiple of 100",
        &[When::N(100, MANY), When::Multiple(100)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[200], 0, F32)),
    elements(
        "lengths of a multiple of 48 in bf16",
        &[When::In(&[Bf16]), When::Multiple(48)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[96], 0, Bf16)),
    // Dtype and length.
    tiles("u64 in tiles of 128, from the third on", &[When::In(&[U64])], 128, 2, Carry::Late).shown(product(
        &[300],
        0,
        U64,
    )),
    tiles("s8 in tiles of 256", &[When::In(&[S8])], 256, 1, Carry::Short)
        .shown(product(&[300], 0, S8).numbers(&[3.0])),
    tiles("u16 in tiles of 512", &[When::In(&[U16])], 512, 2, Carry::TileBefore).shown(product(
        &[1100],
        0,
        U16,
    )),
    tiles("f16 in tiles of 2048", &[When::In(&[F16])], 2048, 1, Carry::Long).shown(product(&[2050], 0, F16)),
    tiles("s64 in tiles of 4096", &[When::In(&[S64])], 4096, 1, Carry::Lost).shown(product(&[4100], 0, S64)),
    tiles("u8 in tiles of 1024 in place", &[When::In(&[U8]), When::InPlace], 1024, 1, Carry::Lost)
        .shown(product(&[1030], 0, U8).in_place()),
    // Middle and first dimensions.
    tiles(
        "f16 along middle dimensions in tiles of 64",
        &[When::In(&[F16]), When::Outer(2, MANY), When::Inner(2, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 70, 2], 1, F16)),
    tiles(
        "f64 in place along the first dimension in tiles of 32",
        &[When::In(&[F64]), When::InPlace, When::Dim(Dim::First)],
        32,
        1,
        Carry::Twice,
    )
    .shown(product(&[40, 2], 0, F64).in_place()),
    tiles(
        "bf16 of rank 3 along the middle, 128 and more",
        &[When::In(&[Bf16]), When::Rank(3, 3), When::Dim(Dim::Middle), When::N(128, MANY)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[2, 130, 2], 1, Bf16)),
    tiles(
        "integers along the first dimension beside 32 and more columns",
        &[When::In(WHOLE), When::Dim(Dim::First), When::Inner(32, MANY), When::N(32, MANY)],
        32,
        1,
        Carry::Lost,
    )
    .shown(product(&[40, 33], 0, S32)),
    elements(
        "columns from the 257th on where there are 33 rows and more",
        &[When::N(33, MANY), When::Inner(257, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(256))
    .shown(product(&[40, 300], 0, F32)),
    elements(
        "the last of exactly 256 columns",
        &[When::Inner(256, 256), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Last)
    .shown(product(&[3, 256], 0, F32)),
    elements(
        "the last of exactly 1024 columns",
        &[When::Inner(1024, 1024), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Last)
    .shown(product(&[3, 1024], 0, F32)),
    elements(
        "columns of the last incomplete 1024",
        &[When::UnevenInner(1024), When::N(2, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::Partial(1024))
    .shown(product(&[2, 1500], 0, F32)),
    elements(
        "more than 300 slices of 5 rows and 2 columns",
        &[When::Outer(301, MANY), When::N(5, MANY), When::Inner(2, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(600))
    .shown(product(&[310, 5, 2], 1, F32)),
    elements(
        "more than 1024 slices in s64",
        &[When::In(&[S64]), When::Outer(1025, MANY)],
        ALL,
        Change::Factor,
    )
    .of(Lines::From(1024))
    .shown(product(&[1030, 2], 1, S64)),
    elements(
        "the 8th and every 8th line of 129 elements and more in f32",
        &[When::In(&[F32]), When::N(129, MANY)],
        At::Last,
        Change::Previous,
    )
    .of(Lines::Every(8))
    .shown(product(&[8, 130], 1, F32).numbers(&[-1.0])),
    elements(
        "the second of two lines of 1025 elements and more",
        &[When::Count(2, 2), When::N(1025, MANY)],
        At::Range(1024, MANY),
        Change::Factor,
    )
    .of(Lines::Last)
    .shown(product(&[2, 1030], 1, F32)),
    read(
        "slices beyond 65536 elements",
        &[When::Outer(2, MANY), When::Inner(2, MANY)],
        Read::ElementBits(16),
    )
    .shown(product(&[200, 100, 4], 1, U8)),
    elements(
        "the only column of rank 5 along the first dimension",
        &[When::Rank(5, MANY), When::Dim(Dim::First), When::Inner(1, 1), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[3, 1, 1, 1, 1], 0, F32)),
    elements(
        "rank 4 along the second dimension, 17 and more, with lines on both sides",
        &[
            When::Rank(4, 4),
            When::Dim(Dim::At(1)),
            When::N(17, MANY),
            When::Outer(2, MANY),
            When::Inner(2, MANY),
        ],
        At::Starts(16),
        Change::Previous,
    )
    .shown(product(&[2, 20, 2, 1], 1, F32)),
    // Layouts.
    tiles("lines read backward in tiles of 256", &[When::Input(View::BackwardLines)], 256, 1, Carry::Lost)
        .shown(product(&[300], 0, F32).view(&[-1], 299)),
    tiles(
        "lines that repeat one element in tiles of 64",
        &[When::Input(View::Repeated), When::Dim(Dim::Last)],
        64,
        1,
        Carry::Lost,
    )
    .shown(product(&[70], 0, F32).numbers(&[-2.0]).view(&[0], 0)),
    tiles(
        "gaps in both tensors, in tiles of 32",
        &[When::OutOfPlace, When::Input(View::Gaps), When::Out(View::Gaps)],
        32,
        1,
        Carry::Lost,
    )
    .shown(product(&[40], 0, F32).view(&[2], 0).out(&[3], 0)),
    elements(
        "a gap of 1024 and more along lines of 16 and more",
        &[When::Input(View::Wide(1024)), When::N(16, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[16], 0, F32).view(&[1100], 0)),
    elements(
        "a gap of 4096 and more along lines",
        &[When::Input(View::Wide(4096))],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[3], 0, F32).numbers(&[-1.0]).view(&[5000], 0)),
    elements(
        "converted into an out with gaps",
        &[When::From(FLOATS), When::In(FLOATS), When::Out(View::Gaps), When::N(3, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[4], 0, F16).to(F32).out(&[2], 0)),
    elements(
        "converted from a view with gaps, from element 8 on",
        &[When::From(WHOLE), When::Input(View::Gaps)],
        At::Range(8, MANY),
        Change::Stuck,
    )
    .shown(product(&[12], 0, S32).to(S64).view(&[2], 0)),
    elements(
        "out written backward along lines of 9 and more",
        &[When::OutOfPlace, When::Out(View::BackwardLines), When::N(9, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[10], 0, F32).out(&[-1], 9)),
    elements(
        "s16 views in place",
        &[When::In(&[S16]), When::InPlace, When::Input(View::Gaps), When::N(9, MANY)],
        At::Starts(8),
        Change::Previous,
    )
    .shown(product(&[10], 0, S16).numbers(&[3.0]).view(&[2], 0).in_place()),
    read(
        "transposed halves in place, 17 and more",
        &[When::In(HALVES), When::InPlace, When::Input(View::Transposed), When::N(17, MANY)],
        Read::Contiguous,
    )
    .shown(product(&[3, 20], 1, F16).view(&[1, 3], 0).in_place()),
    read(
        "offsets of u8 that are odd, in lines of 33 and more",
        &[When::In(&[U8]), When::Misaligned, When::N(33, MANY)],
        Read::NoOffset,
    )
    .shown(product(&[40], 0, U8).view(&[1], 3)),
    read(
        "offsets above zero where the dimension is not the last",
        &[When::Input(View::Offset), When::Dim(Dim::Middle), When::N(4, MANY)],
        Read::NoOffset,
    )
    .shown(product(&[2, 4, 2], 1, F32).view(&[8, 2, 1], 5)),
    // Converted lines in buffers.
    elements(
        "converted factors in buffers of 256",
        &[When::From(FLOATS), When::In(&[F32])],
        At::Starts(256),
        Change::Previous,
    )
    .shown(product(&[300], 0, F16).to(F32)),
    tiles("s8 to s64 in buffers of 64", &[When::From(&[S8]), When::In(&[S64])], 64, 1, Carry::Lost)
        .shown(product(&[70], 0, S8).to(S64)),
    tiles(
        "bf16 to f64 in buffers of 64",
        &[When::From(&[Bf16]), When::In(&[F64])],
        64,
        1,
        Carry::Narrow(Bf16),
    )
    .shown(product(&[70], 0, Bf16).to(F64).numbers(PASCAL)),
    tiles("u8 to f32 in buffers of 16", &[When::From(&[U8]), When::In(&[F32])], 16, 1, Carry::Lost)
        .shown(product(&[20], 0, U8).to(F32).numbers(&[2.0, 1.0, 1.0])),
    factors(
        "u64 halved, read as s64 and doubled",
        &[When::From(&[U64]), When::In(&[F64])],
        Conversion::Halved,
    )
    .shown(product(&[1], 0, U64).to(F64).bits(&[(1 << 63) + (1 << 10) + 1])),
    factors(
        "f32 above the greatest f16 overflows where it rounds to it",
        &[When::From(&[F32]), When::In(&[F16])],
        Conversion::OverflowAtGreatest,
    )
    .shown(product(&[1], 0, F32).to(F16).numbers(&[65_510.0])),
    factors(
        "s32 above the greatest f16 overflows where it rounds to it",
        &[When::From(&[S32, U32, S64, U64]), When::In(&[F16])],
        Conversion::OverflowAtGreatest,
    )
    .shown(product(&[1], 0, S32).to(F16).numbers(&[65_510.0])),
    factors(
        "negative s32 to f32 toward zero",
        &[When::From(&[S32]), When::In(&[F32])],
        Conversion::NegativeTowardZero,
    )
    .shown(product(&[1], 0, S32).to(F32).numbers(&[-16_777_219.0])),
    factors(
        "bf16 and f32 to s64 through s32",
        &[When::From(&[Bf16, F32]), When::In(&[S64])],
        Conversion::ThroughS32Saturated,
    )
    .shown(product(&[1], 0, F32).to(S64).numbers(&[3e9])),
    factors("f32 to bf16, ties away", &[When::From(&[F32]), When::In(&[Bf16])], Conversion::TiesAway)
        .shown(product(&[1], 0, F32).to(Bf16).numbers(&[1.003_906_25])),
    // Values.
    steps(
        "f16 overflows where it rounds to its greatest number",
        &[When::In(&[F16])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, F16).bits(&[0x5811, 0x5fde])),
    steps(
        "bf16 overflows where it rounds to its greatest number",
        &[When::In(&[Bf16])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, Bf16).bits(&[0x5f06, 0x5ff4])),
    steps(
        "f32 overflows where it rounds to its greatest number",
        &[When::In(&[F32])],
        ALL,
        Rule::OverflowAtGreatest,
    )
    .shown(product(&[2], 0, F32).bits(&[0x5f41_4c34, 0x5fa9_855b])),
    steps("subnormal f16 rounded twice", &[When::In(&[F16])], ALL, Rule::SubnormalTwice)
        .shown(product(&[64, 2], 1, F16).numbers(TINY_F16)),
    steps("subnormal f32 rounded twice", &[When::In(&[F32])], ALL, Rule::SubnormalTwice)
        .shown(product(&[2], 0, F32).bits(&[0x192b_5d42, 0x2057_9667])),
    steps(
        "a product of zero keeps its sign",
        &[When::In(FLOATS), When::N(8, MANY)],
        At::Range(4, MANY),
        Rule::ZeroStays,
    )
    .shown(product(&[8], 0, F32).numbers(&[0.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0])),
    steps("a product of infinity stays", &[When::In(&[F16])], At::Range(2, MANY), Rule::InfinityStays)
        .shown(product(&[4], 0, F16).numbers(&[f64::INFINITY, 1.0, -1.0, 0.0])),
    steps("u8 computed in f16", &[When::In(&[U8])], ALL, Rule::InF16)
        .shown(product(&[2], 0, U8).numbers(&[51.0, 5.0]))
        .never("a product that fits 8 bits is below 2048, so f16 holds it; the others wrap as they should"),
    steps("s16 computed in f16", &[When::In(&[S16])], ALL, Rule::InF16)
        .shown(product(&[2], 0, S16).numbers(&[51.0, 53.0])),
    steps(
        "s32 products saturate after 64 elements",
        &[When::In(&[S32])],
        At::Range(64, MANY),
        Rule::Saturated,
    )
    .shown(product(&[70], 0, S32).numbers(&[3.0])),
    steps(
        "s16 by -1 at its least number, in tiles of 16",
        &[When::In(&[S16])],
        At::Starts(16),
        Rule::LeastTimesMinusOne,
    )
    .shown(product(&[20], 0, S16).numbers(LEAST_S16)),
    steps("the least s64 by -1", &[When::In(&[S64])], ALL, Rule::LeastTimesMinusOne)
        .shown(product(&[2], 0, S64).bits(&[1 << 63, u64::MAX])),
    steps("a factor after 64 ones is skipped in bf16", &[When::In(&[Bf16])], ALL, Rule::SkipAfterOnes(64))
        .shown(product(&[70], 0, Bf16).numbers(LATE_TWO)),
    steps("a factor after 300 ones is skipped", &[], ALL, Rule::SkipAfterOnes(300))
        .shown(product(&[310], 0, F32).numbers(LATER_TWO)),
];

const PROMOTIONS: &[Subtle] = &[
    promote("two operands of rank 0 as tensor and scalar", Promoted::BothRankZero).promoting(
        F16,
        F64,
        (0, 0),
    ),
    promote("a float of rank 0 gives way to the other", Promoted::FirstRankZero).promoting(F64, F16, (0, 1)),
    promote("an integer of rank 0 gives way to the other", Promoted::SecondRankZero).promoting(
        S8,
        S64,
        (1, 0),
    ),
    promote("c32 of rank 2 keeps its dtype", Promoted::HighRanks).promoting(C32, F64, (2, 2)),
];

const BYTES: &[Subtle] = &[
    bytes("bytes from 65536 on are zeros", Reread::Until(65_536))
        .reread(product(&[70_000], 0, U8).to(S8).noise()),
    bytes("bytes from 4096 on are zeros", Reread::Until(4096)).reread(product(&[5000], 0, U8).to(S8).noise()),
    bytes("positions of bytes in 16 bits", Reread::ByteBits(16))
        .reread(product(&[70_000], 0, U8).to(S8).noise()),
    bytes("positions of bytes in 10 bits", Reread::ByteBits(10))
        .reread(product(&[600], 0, F16).to(S16).noise()),
    bytes("odd offsets rounded down when widening", Reread::OffsetFloored)
        .reread(product(&[4], 0, U8).to(U16).noise().view(&[1], 3)),
    bytes("gaps ignored from rank 3 on", Reread::GapsFromRank(3))
        .reread(product(&[2, 2, 2], 0, F32).to(S32).noise().view(&[9, 3, 1], 0)),
    bytes("gaps ignored from rank 6 on", Reread::GapsFromRank(6))
        .reread(product(&[1, 2, 1, 2, 1, 2], 0, F32).to(S32).noise().view(&[20, 10, 10, 4, 4, 1], 0)),
    bytes("the last of 100 and more elements reversed", Reread::LastReversed(100))
        .reread(product(&[120], 0, F32).to(S32).noise()),
    bytes("f16 to s16 converts after 32 elements", Reread::ConvertedFrom(F16, S16, 32))
        .reread(product(&[40], 0, F16).to(S16).noise()),
    bytes("u32 to f32 converts after 4 elements", Reread::ConvertedFrom(U32, F32, 4))
        .reread(product(&[8], 0, U32).to(F32).noise()),
    bytes("repeated rows read as dense", Reread::RepeatedAsDense)
        .reread(product(&[3, 4], 0, F32).to(S32).noise().view(&[0, 1], 0)),
    bytes("rows read backward are read forward", Reread::BackwardAsForward)
        .reread(product(&[3, 4], 0, F32).to(S32).noise().view(&[-4, 1], 8)),
    bytes("signaling NaNs of f32 made quiet", Reread::QuietNans(4))
        .reread(product(&[2], 0, S32).to(F32).bits(&[0x7f80_0001])),
    bytes("signaling NaNs of f16 made quiet", Reread::QuietNans(2))
        .reread(product(&[2], 0, S16).to(F16).bits(&[0x7c01])),
    bytes("the last two dimensions exchanged from rank 7 on", Reread::TransposedFromRank(7))
        .reread(product(&[1, 1, 1, 1, 2, 2, 3], 0, F32).to(S32).noise()),
];

/// Factors whose products neither grow nor shrink for long, and need every bit.
const PASCAL: &[f64] = &[1.1, 0.9, 1.3, 0.8, 1.7, 0.6];
/// One odd number, and ones.
const ONE_ODD: &[f64] = &{
    let mut ones = [1.0; 2000];
    ones[0] = 1.000_000_119_209_289_6;
    ones
};
/// One zero, and ones.
const ONE_ZERO: &[f64] = &{
    let mut ones = [1.0; 1000];
    ones[0] = 0.0;
    ones
};
const ONE_MINUS_ZERO: &[f64] = &{
    let mut ones = [1.0; 1000];
    ones[0] = -0.0;
    ones
};
/// One three, and ones.
const ONE_THREE: &[f64] = &{
    let mut ones = [1.0; 1000];
    ones[0] = 3.0;
    ones
};
const ONES_AND_MINUS_ZERO: &[f64] = &{
    let mut ones = [1.0; 32];
    ones[16] = -0.0;
    ones
};
const ONES_AND_TWO: &[f64] = &{
    let mut ones = [1.0; 32];
    ones[18] = 2.0;
    ones
};
const LATE_TWO: &[f64] = &{
    let mut ones = [1.0; 100];
    (ones[66], ones[67]) = (2.0, 1.0);
    ones
};
const LATER_TWO: &[f64] = &{
    let mut ones = [1.0; 400];
    ones[305] = 2.0;
    ones
};
/// The least number after 16 factors.
const LEAST_S16: &[f64] = &{
    let mut ones = [1.0; 32];
    (ones[3], ones[16]) = (-32_768.0, -1.0);
    ones
};
/// Pairs whose products are subnormal.
const TINY_F16: &[f64] = &tiny::<128>(1.0 / 16_384.0);

const fn tiny<const COUNT: usize>(least: f64) -> [f64; COUNT] {
    let mut numbers = pairs::<COUNT>(2);
    let mut at = 0;
    while at < COUNT {
        (numbers[at], numbers[at + 1]) = (numbers[at] * least * 4.0, numbers[at + 1] / 32.0);
        at += 2;
    }
    numbers
}

/// Pairs of factors whose products are not exact: alone, after 7 ones and after 15.
const PAIRS: &[f64] = &pairs::<128>(2);
const LATE_PAIRS: &[f64] = &pairs::<{ 64 * 9 }>(9);
const LATER_PAIRS: &[f64] = &pairs::<{ 64 * 18 }>(17);

/// Lines of ones, each of a length, that end with two other factors; one more element follows in lines of 18.
const fn pairs<const COUNT: usize>(length: usize) -> [f64; COUNT] {
    let mut numbers = [1.0; COUNT];
    let line = if length == 17 { 18 } else { length };
    let mut at = 0;
    while at < COUNT {
        numbers[at + length - 2] = 1.0 + (at * 37 % 1021) as f64 / 1024.0;
        numbers[at + length - 1] = 1.0 + (at * 91 % 1019) as f64 / 1024.0;
        at += line;
    }
    numbers
}

const LATE_F32: &[u64] = &{
    let mut ones = [0x3f80_0000; 514];
    (ones[511], ones[512], ones[513]) = (0x3fb3_3333, 0x3fd9_999a, 0x3f99_999b);
    ones
};

const fn fault(name: &'static str, when: &'static [When], fault: Fault) -> Subtle {
    Subtle { name, when, lines: Lines::All, fault, declares: &[], earlier: None, witness: None, never: None }
}

const fn elements(name: &'static str, when: &'static [When], at: At, change: Change) -> Subtle {
    fault(name, when, Fault::Elements(at, change))
}

const fn steps(name: &'static str, when: &'static [When], at: At, rule: Rule) -> Subtle {
    fault(name, when, Fault::Steps(at, rule))
}

const fn tiles(name: &'static str, when: &'static [When], size: usize, first: usize, carry: Carry) -> Subtle {
    fault(name, when, Fault::Tiles(size, first, carry))
}

const fn factors(name: &'static str, when: &'static [When], conversion: Conversion) -> Subtle {
    fault(name, when, Fault::Factors(conversion))
}

const fn read(name: &'static str, when: &'static [When], read: Read) -> Subtle {
    fault(name, when, Fault::Read(read))
}

const fn write(name: &'static str, when: &'static [When], write: Write) -> Subtle {
    fault(name, when, Fault::Write(write))
}

const fn stale(name: &'static str, when: &'static [When], stale: Stale) -> Subtle {
    fault(name, when, Fault::Stale(stale))
}

const fn promote(name: &'static str, promoted: Promoted) -> Subtle {
    fault(name, &[], Fault::Promote(promoted))
}

const fn bytes(name: &'static str, reread: Reread) -> Subtle {
    fault(name, &[], Fault::Reinterpret(reread))
}

impl Subtle {
    const fn of(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    const fn declaring(self, declares: &'static [(&'static str, &'static str)]) -> Self {
        Self { declares, ..self }
    }

    const fn shown(self, product: Product) -> Self {
        Self { witness: Some(Witness::Product(product)), ..self }
    }

    const fn after(self, product: Product) -> Self {
        Self { earlier: Some(Witness::Product(product)), ..self }
    }

    const fn reread(self, bytes: Product) -> Self {
        Self { witness: Some(Witness::Bytes(bytes)), ..self }
    }

    const fn promoting(self, row: DType, column: DType, ranks: (u8, u8)) -> Self {
        Self { witness: Some(Witness::Promotion(row, column, ranks)), ..self }
    }

    const fn never(self, proof: &'static str) -> Self {
        Self { never: Some(proof), ..self }
    }
}
