//! Faults in place, and where results are written.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    tiles(
        "writes/in-place-tiles-16",
        "in place, tiles of 16 are multiplied again after they are written",
        &[When::InPlace],
        16,
        1,
        Carry::Rescanned,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[40], 0, F32).in_place()),
    tiles(
        "writes/in-place-tiles-128",
        "in place, tiles of 128 are multiplied again after they are written",
        &[When::InPlace],
        128,
        1,
        Carry::Rescanned,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[300], 0, F32).in_place()),
    tiles(
        "writes/in-place-line-before",
        "in place, lines of 33 elements and more go on from the product of the line before",
        &[When::InPlace, When::Count(2, MANY), When::N(33, MANY)],
        MANY,
        0,
        Carry::LineBefore,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[2, 40], 1, F32).numbers(ONE_THREE).in_place()),
    elements(
        "writes/in-place-past-64",
        "in place, elements from 64 on keep what input held",
        &[When::InPlace],
        At::Range(64, MANY),
        Change::Factor,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[70], 0, S32).in_place()),
    elements(
        "writes/in-place-column-9",
        "in place, columns from the 9th on keep what input held",
        &[When::InPlace, When::Inner(9, MANY)],
        ALL,
        Change::Factor,
    )
    .breaking(&[INPLACE_VALUE])
    .of(Lines::From(8))
    .shown(product(&[3, 10], 0, F32).in_place()),
    elements(
        "writes/in-place-past-1024",
        "in place, elements from 1024 on are multiplied twice",
        &[When::InPlace],
        At::Range(1024, MANY),
        Change::Twice,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[1030], 0, F64).in_place()),
    tiles(
        "writes/in-place-gaps-8",
        "in place, tiles of 8 of a view with gaps are multiplied again after they are written",
        &[When::InPlace, When::Input(View::Gaps)],
        8,
        1,
        Carry::Rescanned,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[20], 0, F32).view(&[2], 0).in_place()),
    write(
        "writes/out-gaps-rank-3",
        "from rank 3 on the gaps of out are ignored",
        &[When::OutOfPlace, When::Rank(3, MANY), When::Out(View::Gaps)],
        Write::Contiguous,
    )
    .breaking(&[OUTSIDE])
    .shown(product(&[2, 2, 2], 1, F32).out(&[10, 4, 2], 0)),
    write(
        "writes/out-gaps-first",
        "the gaps of out are ignored if dim is the first dimension",
        &[When::OutOfPlace, When::Dim(Dim::First), When::Out(View::Gaps)],
        Write::Contiguous,
    )
    .breaking(&[OUTSIDE])
    .shown(product(&[3, 2], 0, F32).out(&[4, 2], 0)),
    write(
        "writes/past-odd",
        "one element past an out with an offset is written where lines have an odd length",
        &[When::OutOfPlace, When::Uneven(2), When::Out(View::Offset)],
        Write::Past,
    )
    .class(Class::Outside)
    .breaking(&[OUTSIDE])
    .shown(product(&[5], 0, F32).out(&[1], 2)),
    write(
        "writes/before-out",
        "one element before an out with an offset is written where lines have 9 elements and more",
        &[When::OutOfPlace, When::Out(View::Offset), When::N(9, MANY)],
        Write::Before,
    )
    .class(Class::Outside)
    .breaking(&[OUTSIDE])
    .shown(product(&[10], 0, F32).out(&[1], 2)),
    write(
        "writes/gaps-written-halves",
        "in 16-bit floats the gaps in the last dimension of out are written",
        &[When::Out(View::Gaps), When::In(HALVES)],
        Write::Gaps,
    )
    .class(Class::Outside)
    .breaking(&[OUTSIDE])
    .shown(product(&[5], 0, F16).out(&[2], 0)),
    write("writes/until-65536", "elements from 65536 on are not written", &[], Write::Until(65_536))
        .shown(product(&[70_000], 0, U8)),
    write(
        "writes/numbers-16-bits",
        "numbers of elements of out are kept in 16 bits",
        &[],
        Write::ElementBits(16),
    )
    .shown(product(&[70_000], 0, S8)),
    write(
        "writes/gaps-until-4096",
        "elements from 4096 on are not written to an out with gaps",
        &[When::Out(View::Gaps)],
        Write::Until(4096),
    )
    .shown(product(&[5000], 0, F32).out(&[2], 0)),
    write(
        "writes/vectors-of-8-first",
        "along the first dimension, columns after whole vectors of 8 are not written",
        &[When::Dim(Dim::First), When::UnevenInner(8)],
        Write::WholeVectors(8),
    )
    .shown(product(&[2, 13], 0, F32)),
    write(
        "writes/backward-out",
        "an out with negative strides is not written",
        &[When::OutOfPlace, When::Out(View::Backward)],
        Write::Until(0),
    )
    .shown(product(&[4], 0, F32).out(&[-1], 3)),
];
