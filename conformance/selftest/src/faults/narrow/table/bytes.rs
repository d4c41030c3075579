//! Faults in reinterpretation.

use super::*;

pub(super) const FAULTS: &[Fault] = &[
    bytes("bytes/until-65536", "bytes from 65536 on are zero", Reread::Until(65_536))
        .reread(product(&[70_000], 0, U8).to(S8).noise()),
    bytes("bytes/until-4096", "bytes from 4096 on are zero", Reread::Until(4096))
        .reread(product(&[5000], 0, U8).to(S8).noise()),
    bytes("bytes/positions-16-bits", "positions of bytes are kept in 16 bits", Reread::ByteBits(16))
        .reread(product(&[70_000], 0, U8).to(S8).noise()),
    bytes("bytes/positions-10-bits", "positions of bytes are kept in 10 bits", Reread::ByteBits(10))
        .reread(product(&[600], 0, F16).to(S16).noise()),
    bytes(
        "bytes/odd-offset",
        "with a wider dtype an offset that it does not divide is rounded down",
        Reread::OffsetFloored,
    )
    .reread(product(&[4], 0, U8).to(U16).noise().view(&[1], 3)),
    bytes("bytes/gaps-rank-3", "from rank 3 on gaps are ignored", Reread::GapsFromRank(3))
        .reread(product(&[2, 2, 2], 0, F32).to(S32).noise().view(&[9, 3, 1], 0)),
    bytes("bytes/gaps-rank-6", "from rank 6 on gaps are ignored", Reread::GapsFromRank(6))
        .reread(product(&[1, 2, 1, 2, 1, 2], 0, F32).to(S32).noise().view(&[20, 10, 10, 4, 4, 1], 0)),
    bytes(
        "bytes/last-reversed",
        "the bytes of the last of 100 elements and more come in reverse order",
        Reread::LastReversed(100),
    )
    .reread(product(&[120], 0, F32).to(S32).noise()),
    bytes(
        "bytes/f16-s16-converted",
        "f16 becomes s16 by conversion from element 32 on",
        Reread::ConvertedFrom(F16, S16, 32),
    )
    .random(5_000)
    .reread(product(&[40], 0, F16).to(S16).noise()),
    bytes(
        "bytes/u32-f32-converted",
        "u32 becomes f32 by conversion from element 4 on",
        Reread::ConvertedFrom(U32, F32, 4),
    )
    .reread(product(&[8], 0, U32).to(F32).noise()),
    bytes("bytes/repeated-dense", "rows that repeat one another are read as dense", Reread::RepeatedAsDense)
        .random(5_000)
        .reread(product(&[3, 4], 0, F32).to(S32).noise().view(&[0, 1], 0)),
    bytes("bytes/backward-forward", "rows that lie backward are read forward", Reread::BackwardAsForward)
        .random(5_000)
        .reread(product(&[3, 4], 0, F32).to(S32).noise().view(&[-4, 1], 8)),
    bytes("bytes/f32-nans-quieted", "signaling NaNs of f32 become quiet", Reread::QuietNans(4))
        .reread(product(&[2], 0, S32).to(F32).bits(&[0x7f80_0001])),
    bytes("bytes/f16-nans-quieted", "signaling NaNs of f16 become quiet", Reread::QuietNans(2))
        .reread(product(&[2], 0, S16).to(F16).bits(&[0x7c01])),
    bytes(
        "bytes/transposed-rank-7",
        "from rank 7 on the last two dimensions are swapped",
        Reread::TransposedFromRank(7),
    )
    .reread(product(&[1, 1, 1, 1, 2, 2, 3], 0, F32).to(S32).noise()),
];
