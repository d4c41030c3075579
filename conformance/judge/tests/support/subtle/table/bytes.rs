//! Faults in reinterpretation.

use super::*;

pub(super) const FAULTS: &[Subtle] = &[
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
