//! Tests that need the oracle's insides; the rest is tested from outside, in `tests/oracle/`.

mod complex;
mod each;
mod exhaustive;
mod format;
mod graded;
mod hull;
mod interval;
mod kept;
mod narrow;
mod permuted;
mod scan;

use super::{Accumulator, Declared, Format};

/// xorshift64*: small, and the same on every platform.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Normal numbers within two binades of 1: any bits, few bits, powers of two.
    pub(super) fn line(&mut self, format: Format, n: usize) -> Vec<u64> {
        let one = (format.infinity_bits() >> 1) & !(self.unit(format) - 1);
        let kind = self.below(4);
        (0..n)
            .map(|_| {
                let binade = one - self.unit(format) + self.below(3) * self.unit(format);
                let fraction = self.next() & (self.unit(format) - 1);
                binade
                    | match kind {
                        0 | 1 => fraction,
                        2 => fraction & !(self.unit(format) / 4 - 1),
                        _ => 0,
                    }
            })
            .collect()
    }

    /// Bits of the least normal number: the distance of two binades.
    pub(super) fn unit(&self, format: Format) -> u64 {
        1 << (format.precision() - 1)
    }
}

pub(super) const FORMATS: [Format; 4] = [Format::F16, Format::BF16, Format::F32, Format::F64];

pub(super) fn declarations(format: Format) -> Vec<Declared> {
    let wider = [Format::F32, Format::F64, Format::X87].into_iter();
    let wider = wider.filter(|wide| wide.holds(format) && *wide != format).map(Accumulator::Wider);
    let accumulators = [None, Some(Accumulator::Own)].into_iter().chain(wider.map(Some));
    accumulators.map(|accumulator| Declared { accumulator, ..Declared::default() }).collect()
}

/// The factor of the environment variable `ORACLE_TEST_SCALE` on the number of random cases; 1 where it is not set.
pub(super) fn scale() -> usize {
    std::env::var("ORACLE_TEST_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}
