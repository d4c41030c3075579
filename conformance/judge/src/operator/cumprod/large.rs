//! Calls with more than 2^31 elements, where an index of 32 bits overflows: along a line, from line to line, and as a
//! stride times an index.

use super::{Cumprod, in_place};
use crate::operator::LargeCall;
use crate::random::{Source, values};
use ascertain::call::Invocation;
use ascertain::contract::Contract;
use ascertain::{DType, Tensor};

const LINE: u64 = (1 << 31) + 9;
const LONGER: u64 = (1 << 32) + 9;
const ROWS: [u64; 2] = [3, (1 << 30) + 3];
const PAIRS: [u64; 2] = [(1 << 30) + 5, 2];

pub(super) const CALLS: &[LargeCall] = &[
    LargeCall { name: "u8/one-line", bytes: LINE, make: |c| call(c, DType::U8, &[LINE], 0) },
    LargeCall {
        name: "s8/one-line/inplace",
        bytes: LINE,
        make: |_| Some(in_place(filled(DType::S8, &[LINE])?, 0)),
    },
    LargeCall { name: "s8/three-rows", bytes: ROWS[0] * ROWS[1], make: |c| call(c, DType::S8, &ROWS, 0) },
    LargeCall { name: "u8/pairs", bytes: PAIRS[0] * PAIRS[1], make: |c| call(c, DType::U8, &PAIRS, 1) },
    LargeCall { name: "u8/one-longer-line", bytes: LONGER, make: |c| call(c, DType::U8, &[LONGER], 0) },
];

fn call(contract: &'static Contract, dtype: DType, shape: &[u64], dim: i64) -> Option<Invocation> {
    Some(Cumprod.call(contract, filled(dtype, shape)?, dim, None))
}

/// Odd elements, whose products never vanish modulo 2^8, without a period.
fn filled(dtype: DType, shape: &[u64]) -> Option<Tensor> {
    let shape: Vec<usize> = shape.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let mut tensor = Tensor::zeros(dtype, &shape).ok()?;
    values::fill_bits(&mut Source::new(0, 0), tensor.storage_mut());
    tensor.storage_mut().iter_mut().for_each(|byte| *byte |= 1);
    Some(tensor)
}
