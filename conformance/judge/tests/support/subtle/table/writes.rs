//! Faults in place, and where results are written.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
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
