//! Faults in index arithmetic.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    read(
        "indices/positions-16-bits",
        "positions in the storage of input are kept in 16 bits",
        &[],
        Read::IndexBits(16),
    )
    .shown(product(&[70_000], 0, U8)),
    read(
        "indices/numbers-16-bits",
        "numbers of elements of input are kept in 16 bits",
        &[],
        Read::ElementBits(16),
    )
    .shown(product(&[35_000, 2], 1, U8)),
    read(
        "indices/numbers-12-bits-f64",
        "in f64 numbers of elements of input are kept in 12 bits",
        &[When::In(&[F64])],
        Read::ElementBits(12),
    )
    .shown(product(&[2100, 2], 1, F64)),
    read(
        "indices/strides-16-bits",
        "strides are kept in 16 bits",
        &[When::Input(View::Gaps)],
        Read::StrideBits(16),
    )
    .random(5_000)
    .shown(product(&[3], 0, U8).view(&[33_000], 0)),
    read(
        "indices/strides-8-bits",
        "strides are kept in 8 bits",
        &[When::Input(View::Gaps)],
        Read::StrideBits(8),
    )
    .shown(product(&[3], 0, F32).view(&[200], 0)),
    read(
        "indices/strides-11-bits",
        "strides of 1024 and more along lines are kept in 11 bits",
        &[When::Input(View::Wide(1024))],
        Read::StrideBits(11),
    )
    .shown(product(&[3], 0, F32).view(&[1500], 0)),
    read(
        "indices/wide-strides-as-1",
        "strides of 1024 and more along lines of the first dimension are read as 1",
        &[When::Input(View::Wide(1024)), When::Dim(Dim::First)],
        Read::UnitLines,
    )
    .shown(product(&[2, 1024], 0, F32)),
    read(
        "indices/backward-rank-3",
        "from rank 3 on negative strides are read as positive ones",
        &[When::Rank(3, MANY), When::Input(View::Backward)],
        Read::Forward,
    )
    .random(5_000)
    .shown(product(&[2, 2, 2], 1, F32).view(&[4, -2, 1], 2)),
    read(
        "indices/backward-long-lines",
        "lines of 33 elements and more that lie backward are read forward",
        &[When::N(33, MANY), When::Input(View::BackwardLines)],
        Read::Forward,
    )
    .shown(product(&[40], 0, F32).view(&[-1], 39)),
    read(
        "indices/offset-rank-5",
        "from rank 5 on the offset of input is ignored",
        &[When::Rank(5, MANY), When::Input(View::Offset)],
        Read::NoOffset,
    )
    .shown(product(&[1, 2, 1, 2, 2], 4, F32).view(&[8, 4, 4, 2, 1], 3)),
    read(
        "indices/odd-offset-halves",
        "in 16-bit floats an odd offset of input is ignored",
        &[When::In(HALVES), When::Misaligned],
        Read::NoOffset,
    )
    .shown(product(&[5], 0, F16).view(&[1], 3)),
    read(
        "indices/offset-in-bytes-f64",
        "in f64 the offset of input is counted in bytes where lines have 9 elements and more",
        &[When::In(&[F64]), When::Input(View::Offset), When::N(9, MANY)],
        Read::OffsetInBytes,
    )
    .shown(product(&[10], 0, F64).view(&[1], 8)),
    read(
        "indices/zero-strides-dense",
        "strides of zero are read as those of a dense tensor",
        &[When::Input(View::Repeated)],
        Read::Dense,
    )
    .shown(product(&[3, 4], 1, F32).view(&[0, 1], 0)),
    read(
        "indices/repeated-element-dense",
        "lines of 5 elements and more that repeat one element are read as dense",
        &[When::Input(View::Repeated), When::N(5, MANY)],
        Read::UnitLines,
    )
    .random(5_000)
    .shown(product(&[6], 0, F32).view(&[0], 0)),
    read(
        "indices/first-strides-swapped",
        "from rank 4 on the first two strides of a view are swapped",
        &[When::Rank(4, MANY), When::Input(View::Gaps)],
        Read::FirstTwoSwapped,
    )
    .shown(product(&[2, 2, 2, 2], 3, F32).view(&[9, 25, 3, 1], 0)),
    read(
        "indices/gaps-rank-3",
        "from rank 3 on gaps after rows are ignored",
        &[When::Rank(3, MANY), When::Input(View::Gaps)],
        Read::Collapsed,
    )
    .shown(product(&[2, 3, 2], 2, F32).view(&[20, 5, 1], 0)),
    read(
        "indices/transposed-32",
        "a transposed input of 32 by 32 elements and more is read in the order of its storage",
        &[When::Input(View::Transposed), When::Outer(32, MANY), When::N(32, MANY)],
        Read::Contiguous,
    )
    .shown(product(&[32, 32], 1, F32).view(&[1, 32], 0)),
    read(
        "indices/last-gaps-16",
        "gaps in a last dimension of 16 elements and more are ignored",
        &[When::Dim(Dim::Last), When::N(16, MANY), When::Input(View::Gaps)],
        Read::UnitLast,
    )
    .shown(product(&[16], 0, S32).view(&[3], 0)),
    read(
        "indices/length-1-strides",
        "from rank 3 on the stride of a dimension of length 1 is counted",
        &[When::Rank(3, MANY), When::Input(View::Gaps)],
        Read::OnesStepped,
    )
    .shown(product(&[2, 1, 3], 2, F32).view(&[6, 17, 2], 0)),
    read(
        "indices/gaps-257",
        "gaps are ignored where lines have 257 elements and more",
        &[When::N(257, MANY), When::Input(View::Gaps)],
        Read::Contiguous,
    )
    .shown(product(&[300], 0, F32).view(&[3], 0)),
    read(
        "indices/in-place-gaps-rank-4",
        "in place, from rank 4 on the gaps of input are ignored",
        &[When::InPlace, When::Rank(4, MANY), When::Input(View::Gaps)],
        Read::Contiguous,
    )
    .random(5_000)
    .breaking(&[INPLACE_VALUE])
    .shown(product(&[2, 2, 2, 2], 1, F32).view(&[16, 8, 4, 2], 0).in_place()),
];
