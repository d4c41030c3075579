//! Lines side by side in f64: stages in which every element is right, or order-sensitive, beyond doubt.
//!
//! A kernel passes the rows of a stage and says of each lane whether all its elements are certain; of a lane where
//! some are not it says nothing, and [`super::scout`] takes that one through the stage. Subnormal numbers, zeros,
//! infinities and NaN among the factors are left to it as well.

use super::narrow::{FAR, MARGIN, Narrow};
use super::scout::Scout;
use super::stage::{LANES, Stage};

/// Lanes in one vector of f64.
const QUAD: usize = 4;

/// What is passed of a stage.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) stage: &'a Stage<u32>,
    /// Factors before the first row.
    pub(super) passed: usize,
    /// Rows, from the first on.
    pub(super) length: usize,
    /// Lanes, from the first on.
    pub(super) count: usize,
}

/// Lines that follow their products inside the guard: every element is right.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    product: [f64; LANES],
    last: [f64; LANES],
    max: [f64; LANES],
    min: [f64; LANES],
    negative: [u32; LANES],
    certain: [bool; LANES],
}

/// Lines in which something underflowed, past the lengths that are enumerated: every element is order-sensitive that
/// is below the upper bound.
#[derive(Clone, Debug)]
pub(super) struct Drifts {
    product: [f64; LANES],
    bound: [f64; LANES],
    peak: [f64; LANES],
    negative: [u32; LANES],
    overflow: [bool; LANES],
    certain: [bool; LANES],
}

impl Chains {
    pub(super) fn new() -> Chains {
        let (one, none) = ([1.0; LANES], [0.0; LANES]);
        Chains { product: one, last: one, max: none, min: one, negative: [0; LANES], certain: [false; LANES] }
    }

    pub(super) fn load(&mut self, lane: usize, scout: &Scout) {
        (self.product[lane], self.last[lane]) = (scout.product, scout.last);
        (self.max[lane], self.min[lane]) = (scout.max, scout.min);
        self.negative[lane] = scout.negative;
    }

    /// Takes a line over the stage that was passed, if all its elements are right.
    pub(super) fn store(&self, lane: usize, scout: &mut Scout) -> bool {
        if self.certain[lane] {
            (scout.product, scout.last) = (self.product[lane], self.product[lane]);
            (scout.max, scout.min) = (self.max[lane], self.min[lane]);
            scout.negative = self.negative[lane];
        }
        self.certain[lane]
    }

    pub(super) fn pass(&mut self, narrow: &Narrow, part: Part<'_>) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { self.pass_avx2(narrow, part) };
        }
        self.pass_plainly(narrow, part);
    }

    /// The same code, compiled for vectors of four f64.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn pass_avx2(&mut self, narrow: &Narrow, part: Part<'_>) {
        self.pass_plainly(narrow, part);
    }

    #[inline(always)]
    fn pass_plainly(&mut self, narrow: &Narrow, part: Part<'_>) {
        let Part { stage, passed, length, count } = part;
        let plain = narrow.plain(stage, length, &mut self.negative, narrow.sign_bit - 1);
        let bounds = &narrow.bounds[passed + 1..][..length];
        let half = narrow.half();
        let mask = narrow.sign_bit - 1;
        for quad in 0..count.div_ceil(QUAD) {
            let (mut product, mut last) = (chunk(&self.product, quad), chunk(&self.last, quad));
            let (mut max, mut min) = (chunk(&self.max, quad), chunk(&self.min, quad));
            let mut inside = [!0u64; QUAD];
            for ((factors, got), &(low, high)) in stage.factors.iter().zip(&stage.got).zip(bounds) {
                let (factors, got) = (chunk(factors, quad), chunk(got, quad));
                for lane in 0..QUAD {
                    max[lane] = if last[lane] > max[lane] { last[lane] } else { max[lane] };
                    min[lane] = if last[lane] < min[lane] { last[lane] } else { min[lane] };
                    product[lane] *= f64::from_bits(narrow.number(factors[lane] & mask));
                    last[lane] = product[lane];
                    // Halfway to both neighbours; every result that passes is a normal number, as its product is.
                    let below = narrow.number(got[lane] & mask) - half;
                    let (below, above) = (f64::from_bits(below), f64::from_bits(below + 2 * half));
                    let right = (product[lane] * low < above) & (product[lane] * high > below);
                    inside[lane] &= u64::from(right).wrapping_neg();
                }
            }
            let (low, high) = bounds[length - 1];
            for lane in 0..QUAD {
                let at = quad * QUAD + lane;
                // Of all products so far, whichever came first: somewhat more than the guard asks.
                let (least, most) = (min[lane].min(product[lane]) * low, max[lane].max(product[lane]) * high);
                let normal =
                    least >= narrow.floor * (1.0 + MARGIN) && most <= narrow.ceiling * (1.0 - MARGIN);
                let kept = least >= narrow.kept.least * most && most <= narrow.kept.overflow * least;
                self.certain[at] = inside[lane] != 0 && plain[at] && normal && kept;
                (self.product[at], self.max[at], self.min[at]) = (product[lane], max[lane], min[lane]);
            }
        }
    }
}

impl Drifts {
    pub(super) fn new() -> Drifts {
        let one = [1.0; LANES];
        Drifts {
            product: one,
            bound: one,
            peak: one,
            negative: [0; LANES],
            overflow: [false; LANES],
            certain: [false; LANES],
        }
    }

    pub(super) fn load(&mut self, lane: usize, scout: &Scout) {
        (self.product[lane], self.bound[lane], self.peak[lane]) = (scout.product, scout.bound, scout.peak);
        self.negative[lane] = scout.negative;
    }

    /// Takes a line over the stage that was passed, if all its elements are order-sensitive.
    pub(super) fn store(&self, lane: usize, scout: &mut Scout) -> bool {
        if self.certain[lane] {
            (scout.product, scout.bound, scout.peak) =
                (self.product[lane], self.bound[lane], self.peak[lane]);
            scout.negative = self.negative[lane];
            scout.whole_overflow |= self.overflow[lane];
            if scout.product > FAR {
                scout.product = 0.0;
            }
        }
        self.certain[lane]
    }

    pub(super) fn pass(&mut self, narrow: &Narrow, part: Part<'_>) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { self.pass_avx2(narrow, part) };
        }
        self.pass_plainly(narrow, part);
    }

    /// The same code, compiled for vectors of four f64.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn pass_avx2(&mut self, narrow: &Narrow, part: Part<'_>) {
        self.pass_plainly(narrow, part);
    }

    #[inline(always)]
    fn pass_plainly(&mut self, narrow: &Narrow, part: Part<'_>) {
        let Part { stage, passed, length, count } = part;
        let plain = narrow.plain(stage, length, &mut self.negative, narrow.infinity);
        let bounds = &narrow.bounds[passed + 1..][..length];
        let half = narrow.half();
        let mask = narrow.sign_bit - 1;
        for quad in 0..count.div_ceil(QUAD) {
            let mut product = chunk(&self.product, quad);
            let (mut bound, mut peak) = (chunk(&self.bound, quad), chunk(&self.peak, quad));
            let (mut below_bound, mut most) = ([!0u64; QUAD], [0.0; QUAD]);
            for ((factors, got), &(_, high)) in stage.factors.iter().zip(&stage.got).zip(bounds) {
                let (factors, got) = (chunk(factors, quad), chunk(got, quad));
                for lane in 0..QUAD {
                    let factor = f64::from_bits(narrow.number(factors[lane] & mask));
                    // A product too small for f64 is lost, and stays so.
                    let next = product[lane] * factor;
                    product[lane] = if next >= 1.0 / FAR { next } else { 0.0 };
                    most[lane] = if next > most[lane] { next } else { most[lane] };
                    let (raised, least) = (bound[lane] * factor, peak[lane] * narrow.least);
                    bound[lane] = if raised > least { raised } else { least };
                    peak[lane] = if bound[lane] > peak[lane] { bound[lane] } else { peak[lane] };
                    // For zero and subnormal numbers more than they are, but no more than the bound.
                    let below = f64::from_bits(narrow.number(got[lane] & mask) - half);
                    below_bound[lane] &= u64::from(bound[lane] * high > below).wrapping_neg();
                }
            }
            for lane in 0..QUAD {
                let at = quad * QUAD + lane;
                self.certain[at] = below_bound[lane] != 0 && plain[at] && peak[lane] < FAR;
                self.overflow[at] = most[lane] > narrow.broken.overflow;
                (self.product[at], self.bound[at], self.peak[at]) = (product[lane], bound[lane], peak[lane]);
            }
        }
    }
}

impl Narrow {
    /// Takes the signs of the products over some rows. Says of each lane whether all its factors are normal numbers,
    /// and all its elements of the right sign and of magnitudes up to `most`.
    #[inline(always)]
    fn plain(
        &self,
        stage: &Stage<u32>,
        length: usize,
        negative: &mut [u32; LANES],
        most: u32,
    ) -> [bool; LANES] {
        let mask = self.sign_bit - 1;
        let (mut signs, mut bad) = (*negative, [0; LANES]);
        for (factors, got) in stage.factors.iter().zip(&stage.got).take(length) {
            for lane in 0..LANES {
                let (factor, got) = (factors[lane], got[lane]);
                signs[lane] ^= factor;
                let magnitude = factor & mask;
                // The sign bit of this is set for what is not wanted.
                bad[lane] |= magnitude.wrapping_sub(self.normal)
                    | (self.infinity - 1).wrapping_sub(magnitude)
                    | most.wrapping_sub(got & mask)
                    | ((signs[lane] ^ got) << self.sign_up);
            }
        }
        *negative = signs.map(|sign| sign & self.sign_bit);
        bad.map(|bad| bad >> 31 == 0)
    }
}

#[inline(always)]
fn chunk<T: Copy>(lanes: &[T; LANES], quad: usize) -> [T; QUAD] {
    lanes.as_chunks().0[quad]
}
