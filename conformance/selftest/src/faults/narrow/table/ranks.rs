//! Faults in code for some ranks and dimensions.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    elements(
        "ranks/rank-6",
        "in rank 6 the last element of each line is a copy of input",
        &[When::Rank(6, 6), When::N(2, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[1, 2, 1, 2, 2, 3], 5, F32)),
    elements(
        "ranks/rank-7-middle",
        "in rank 7, along a middle dimension, the last element of each line repeats the one before",
        &[When::Rank(7, 7), When::Dim(Dim::Middle), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[1, 2, 2, 3, 1, 2, 1], 3, F32)),
    elements(
        "ranks/rank-8-first",
        "in rank 8, along the first dimension, the last element of each line is a copy of input",
        &[When::Rank(8, 8), When::Dim(Dim::At(0)), When::N(3, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[3, 1, 2, 1, 2, 1, 1, 2], 0, F32)),
    elements(
        "ranks/rank-8-last",
        "in rank 8, along the last dimension, the last element of each line is a copy of input",
        &[When::Rank(8, 8), When::Dim(Dim::Last), When::N(3, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[1, 1, 2, 1, 2, 1, 1, 3], 7, F32)),
    elements(
        "ranks/rank-5-third",
        "in rank 5, along the third dimension, the last element of each line repeats the one before",
        &[When::Rank(5, 5), When::Dim(Dim::At(2)), When::N(2, MANY)],
        At::Last,
        Change::Previous,
    )
    .shown(product(&[2, 1, 3, 2, 1], 2, S32)),
    elements(
        "ranks/middle-5",
        "along a middle dimension of 5 and more the last element of each line is a copy of input",
        &[When::Outer(2, MANY), When::Inner(2, MANY), When::N(5, MANY)],
        At::Last,
        Change::Factor,
    )
    .shown(product(&[2, 5, 2], 1, F32)),
    elements(
        "ranks/middle-32",
        "along a middle dimension of 32 and more the first element of each tile of 32 repeats the one before",
        &[When::Dim(Dim::Middle), When::N(32, MANY)],
        At::Starts(32),
        Change::Previous,
    )
    .shown(product(&[2, 40, 2], 1, F32)),
    read(
        "ranks/view-rank-5",
        "from rank 5 on the gaps of input are ignored",
        &[When::Rank(5, MANY), When::Input(View::Gaps)],
        Read::Contiguous,
    )
    .shown(product(&[1, 2, 1, 2, 2], 4, F32).view(&[40, 20, 10, 5, 2], 0)),
    read(
        "ranks/view-rank-6-offset",
        "in rank 6 the offset of input is ignored",
        &[When::Rank(6, 6), When::Input(View::Offset)],
        Read::NoOffset,
    )
    .shown(product(&[1, 2, 1, 2, 1, 2], 5, F32).view(&[8, 4, 4, 2, 2, 1], 2)),
    read(
        "ranks/view-rank-7-backward",
        "in rank 7 negative strides are read as positive ones",
        &[When::Rank(7, 7), When::Input(View::Backward)],
        Read::Forward,
    )
    .random(5_000)
    .shown(product(&[1, 2, 1, 2, 1, 1, 2], 6, F32).view(&[8, 4, 4, 2, 2, 2, -1], 1)),
    write(
        "ranks/out-rank-6",
        "from rank 6 on the gaps of out are ignored",
        &[When::OutOfPlace, When::Rank(6, MANY), When::Out(View::Gaps)],
        Write::Contiguous,
    )
    .random(5_000)
    .breaking(&[OUTSIDE])
    .shown(product(&[1, 2, 1, 2, 1, 2], 5, F32).out(&[16, 8, 8, 4, 4, 2], 0)),
    elements(
        "ranks/negative-dim-rank-4",
        "with a negative dim, from rank 4 on, lines of 9 and more repeat the last but one element",
        &[When::Dim(Dim::Negative), When::Rank(4, MANY), When::N(9, MANY)],
        At::Last,
        Change::Previous,
    )
    .random(5_000)
    .shown(product(&[1, 2, 1, 10], -1, F32)),
    elements(
        "ranks/in-place-rank-3",
        "in place, along the second of three dimensions, the last factor is multiplied twice",
        &[When::InPlace, When::Rank(3, 3), When::Dim(Dim::At(1)), When::N(3, MANY)],
        At::Last,
        Change::Twice,
    )
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[2, 3, 2], 1, F32).in_place()),
    elements(
        "ranks/single-column",
        "along the first dimension, a single column of 17 and more repeats the last but one element",
        &[When::Rank(2, 2), When::Dim(Dim::First), When::Inner(1, 1), When::N(17, MANY)],
        At::Last,
        Change::Previous,
    )
    .random(5_000)
    .shown(product(&[20, 1], 0, F32)),
];
