//! Faults in index arithmetic.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
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
