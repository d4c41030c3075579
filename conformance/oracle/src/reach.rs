//! The values that the groupings of a short line give: sets of reachable values for every contiguous range of it.
//!
//! A range's set is built from the sets of its two parts, for every split, every allowed format of the product and
//! every allowed treatment of tiny results. Rounding is monotone, so a span of values maps to the span of its ends:
//! a set is a few spans plus the values zero, infinity and NaN. Up to `max_spans` spans are kept apart, beyond that
//! the nearest are joined; with one span a set is its exact least and greatest member.

use super::roundings::Roundings;
use super::{Float, Format, Mag, Magnitude};

/// The magnitudes that a range of factors can come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) zero: bool,
    pub(super) infinite: bool,
    pub(super) nan: bool,
    /// Finite non-zero magnitudes, as disjoint inclusive spans in ascending order.
    pub(super) spans: Vec<(Mag, Mag)>,
}

/// The sets of every prefix of a line (as stored) under some roundings.
#[derive(Clone, Debug)]
pub(super) struct Prefixes {
    stored: Vec<Reach>,
}

impl Prefixes {
    /// Builds the sets of all prefixes of `factors`, in time cubic in their number.
    pub(super) fn new(roundings: &Roundings, factors: &[u64], max_spans: usize) -> Prefixes {
        let n = factors.len();
        let mut work = Work { roundings, max_spans, spare: Vec::new() };
        // sets[length - 1][first]
        let mut sets: Vec<Vec<Reach>> = vec![factors.iter().map(|&bits| work.leaf(bits)).collect()];
        for length in 2..=n {
            let row = (0..=n - length).map(|first| {
                let mut whole = Reach::default();
                for left in 1..length {
                    work.multiply(&sets[left - 1][first], &sets[length - left - 1][first + left], &mut whole);
                }
                work.tidy(&mut whole);
                whole
            });
            let row = row.collect();
            sets.push(row);
        }
        let stored = sets.iter().enumerate().map(|(at, row)| work.stored(&row[0], at == 0)).collect();
        Prefixes { stored }
    }

    /// The same for factors that may be permuted, in time exponential in their number: every set of factors, as bits, is
    /// the product of any two parts of it.
    pub(super) fn permuted(roundings: &Roundings, factors: &[u64], max_spans: usize) -> Prefixes {
        let mut work = Work { roundings, max_spans, spare: Vec::new() };
        let mut sets = vec![Reach::default(); 1 << factors.len()];
        for set in 1..sets.len() {
            if set.is_power_of_two() {
                sets[set] = work.leaf(factors[set.trailing_zeros() as usize]);
                continue;
            }
            let mut whole = Reach::default();
            for part in (1..set).filter(|part| part & set == *part && *part < set ^ part) {
                work.multiply(&sets[part], &sets[set ^ part], &mut whole);
            }
            work.tidy(&mut whole);
            sets[set] = whole;
        }
        let stored = (0..factors.len()).map(|at| work.stored(&sets[(2 << at) - 1], at == 0)).collect();
        Prefixes { stored }
    }

    /// The set of the prefix that ends at `index`: values of the compute format.
    pub(super) fn of(&self, index: usize) -> &Reach {
        &self.stored[index]
    }
}

impl Reach {
    /// The finite and infinite magnitudes, as ranges of bits of a format that holds them.
    pub(super) fn ranges(&self, format: Format) -> Vec<(u64, u64)> {
        let mut ranges = Vec::new();
        if self.zero {
            ranges.push((0, 0));
        }
        let spans = self.spans.iter();
        ranges.extend(spans.map(|&(low, high)| (format.encode_exact(low), format.encode_exact(high))));
        if self.infinite {
            ranges.push((format.infinity_bits(), format.infinity_bits()));
        }
        ranges
    }

    fn has_number(&self) -> bool {
        self.zero || self.infinite || !self.spans.is_empty()
    }
}

struct Work<'a> {
    roundings: &'a Roundings,
    max_spans: usize,
    spare: Vec<(Mag, Mag)>,
}

impl Work<'_> {
    fn leaf(&self, bits: u64) -> Reach {
        let mut set = Reach::default();
        let Float { magnitude, .. } = self.roundings.format.decode(bits);
        match magnitude {
            Magnitude::Zero => set.zero = true,
            Magnitude::Infinite => set.infinite = true,
            Magnitude::Nan => set.nan = true,
            Magnitude::Finite(mag) => {
                set.spans.push((mag, mag));
                // A subnormal factor may be read as zero, and under a declared flush as itself too.
                set.zero = mag.exp < self.roundings.format.min_exp() && self.roundings.may_flush();
            }
        }
        set
    }

    fn multiply(&self, a: &Reach, b: &Reach, out: &mut Reach) {
        out.nan |= (a.nan && (b.nan || b.has_number())) || (b.nan && a.has_number());
        out.nan |= (a.zero && b.infinite) || (a.infinite && b.zero);
        let (a_finite, b_finite) = (!a.spans.is_empty(), !b.spans.is_empty());
        out.zero |= (a.zero && (b.zero || b_finite)) || (b.zero && a_finite);
        out.infinite |= (a.infinite && (b.infinite || b_finite)) || (b.infinite && a_finite);
        let own = self.roundings.own.then_some(self.roundings.format);
        for &a in &a.spans {
            for &b in &b.spans {
                let low = a.0.exact_product(b.0);
                let high = if a.0 == a.1 && b.0 == b.1 { low } else { a.1.exact_product(b.1) };
                if let Some(own) = own {
                    self.round(own, low, high, self.roundings.may_keep(), out);
                }
                for &wide in &self.roundings.wider {
                    let before = out.spans.len();
                    self.round(wide, low, high, true, out);
                    // A partial product may be stored in the compute format on the way, so rounded twice.
                    if let (Some(own), Some(&(low, high))) = (own, out.spans.get(before)) {
                        self.round(own, widened(low), widened(high), self.roundings.may_keep(), out);
                    }
                }
            }
        }
    }

    /// Adds what the exact magnitudes from `low` to `high` round to in `format`: at most one span. Where tiny numbers
    /// may be flushed zero is added for them, and with `keep` what gradual underflow gives.
    fn round(&self, format: Format, low: (u128, i64), high: (u128, i64), keep: bool, out: &mut Reach) {
        let least = Mag::power_of_two(format.min_exp());
        let tiny = low.1 < format.min_exp();
        out.zero |= tiny && self.roundings.may_flush();
        let low = format.round_wide(low.0, low.1);
        let high = format.round_wide(high.0, high.1);
        let high = match high {
            Magnitude::Zero => {
                out.zero = true;
                return;
            }
            Magnitude::Finite(mag) => mag,
            Magnitude::Infinite | Magnitude::Nan => {
                out.infinite = true;
                format.largest()
            }
        };
        let low = match low {
            Magnitude::Zero => {
                out.zero = true;
                Mag::power_of_two(format.tiny_exp())
            }
            Magnitude::Finite(mag) => mag,
            Magnitude::Infinite | Magnitude::Nan => return,
        };
        let low = if tiny && !keep { low.max(least) } else { low };
        if low <= high {
            out.spans.push((low, high));
        }
    }

    /// Sorts the spans, joins those that overlap, then the nearest ones until few enough are left.
    fn tidy(&mut self, set: &mut Reach) {
        set.spans.sort_unstable();
        self.spare.clear();
        for &(low, high) in &set.spans {
            match self.spare.last_mut() {
                Some(last) if low <= last.1 => last.1 = last.1.max(high),
                _ => self.spare.push((low, high)),
            }
        }
        let excess = self.spare.len().saturating_sub(self.max_spans);
        let pairs = self.spare.windows(2).enumerate();
        let mut gaps: Vec<(u128, usize)> = pairs.map(|(at, pair)| (gap(pair[0].1, pair[1].0), at)).collect();
        gaps.sort_unstable();
        let mut closed: Vec<usize> = gaps.into_iter().take(excess).map(|(_, at)| at).collect();
        closed.sort_unstable();
        for at in closed.into_iter().rev() {
            self.spare[at].1 = self.spare.remove(at + 1).1;
        }
        set.spans.clone_from(&self.spare);
    }

    /// The set after the last store in the compute format.
    fn stored(&mut self, set: &Reach, copied: bool) -> Reach {
        let mut out = Reach { spans: Vec::new(), ..set.clone() };
        if copied {
            // The first element is a copy: it may stay subnormal even where results are flushed.
            out.spans.clone_from(&set.spans);
            return out;
        }
        for &(low, high) in &set.spans {
            self.round(
                self.roundings.format,
                widened(low),
                widened(high),
                self.roundings.may_keep(),
                &mut out,
            );
        }
        self.tidy(&mut out);
        out
    }
}

fn widened(mag: Mag) -> (u128, i64) {
    (u128::from(mag.sig) << 64, mag.exp)
}

/// How far apart two magnitudes are, on a scale that grows with their logarithms.
fn gap(low: Mag, high: Mag) -> u128 {
    let place = |mag: Mag| i128::from(mag.exp) << 63 | i128::from(mag.sig << 1 >> 1);
    place(high).abs_diff(place(low))
}
