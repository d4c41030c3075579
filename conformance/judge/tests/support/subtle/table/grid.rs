//! Faults where the lines are more than a grid, or a tile of columns, holds.

use super::*;

pub(super) const FAULTS: &[Subtle] =
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
