//! Faults in code for some ranks and dimensions.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
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
