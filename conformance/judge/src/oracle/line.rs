//! The judge of one line of undeclared order: every element, from the factors up to it.

use super::bound::Bound;
use super::evaluation::Evaluation;
use super::guard::Guard;
use super::interval::{Chain, End, Growth, Interval, slack};
use super::reach::Prefixes;
use super::roundings::{Error, Roundings};
use super::{Float, Format, Mag, Magnitude};

/// Prefixes up to this length have their reachable values enumerated when order matters.
pub(super) const ENUMERATED: usize = 8;
/// Spans kept apart in that enumeration.
const ENUMERATED_SPANS: usize = 32;
/// Prefixes up to this length have the extremes of their reachable values computed when order matters.
pub(super) const EXTREMES: usize = 32;

/// The verdict on one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    OrderSensitive,
    Wrong,
}

/// The allowed roundings, and the errors that they make in lines up to some length.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) roundings: Roundings,
    pub(super) growth: Growth,
    /// Where the last product may be subnormal in a declared wider accumulator: the bounds of the undeclared one.
    loose: Option<Growth>,
}

impl Rules {
    /// For lines of up to `n` factors.
    pub(super) fn new(roundings: Roundings, n: usize) -> Rules {
        let loose = Error { e_bits: roundings.format.precision(), e_free: 2, w_bits: None };
        Rules {
            growth: Growth::new(roundings.error, n),
            loose: (!roundings.own).then(|| Growth::new(loose, n)),
            roundings,
        }
    }
}

/// What decides an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Only NaN is right: a factor is NaN, or zero and infinity are both among them.
    Nan,
    /// A factor is zero: zero is right, NaN possible where something else may overflow before they meet.
    Zero,
    /// A factor is infinite: infinity is right, NaN possible where something else may underflow before they meet.
    Infinite,
    /// The only factor.
    Factor,
    /// Inside the guard: the interval around the exact product.
    Interval,
    /// Outside of it, the values that some order gives: all of them, or the least and greatest.
    Reachable,
    /// The same for a long line: a bound.
    Bound,
}

/// The judge of one line: pass a factor, ask about the element that it ends.
///
/// Passing is cheap. The guard costs more, and follows only when an element asks for it.
pub(super) struct Line<'a> {
    rules: &'a Rules,
    factors: &'a [u64],
    /// Factors passed.
    passed: usize,
    /// Sign of the product.
    negative: bool,
    zero: bool,
    infinite: bool,
    nan: bool,
    /// The product, as long as no factor is special.
    chain: Chain,
    /// The least and greatest exponent of the products so far, 1 among them.
    lowest: i64,
    highest: i64,
    /// Whether a factor may be flushed.
    subnormal: bool,
    guard: Guard,
    /// Whether some order gave zero to an element, or infinity: finite factors that follow leave it at that.
    vanished: bool,
    diverged: bool,
    evaluations: Vec<Evaluation>,
    enumerated: Option<Prefixes>,
    extremes: Option<Prefixes>,
    bound: Bound,
}

impl<'a> Line<'a> {
    /// A judge of the line of these factors, none passed yet. The rules must be made for lines as long.
    pub(super) fn new(rules: &'a Rules, factors: &'a [u64]) -> Line<'a> {
        Line {
            rules,
            factors,
            passed: 0,
            negative: false,
            zero: false,
            infinite: false,
            nan: false,
            chain: Chain::EMPTY,
            lowest: 0,
            highest: 0,
            subnormal: false,
            guard: Guard::new(),
            vanished: false,
            diverged: false,
            evaluations: Vec::new(),
            enumerated: None,
            extremes: None,
            bound: Bound::new(),
        }
    }

    /// Passes the next factor.
    #[inline]
    pub(super) fn push(&mut self) {
        let factor = self.format().decode(self.factors[self.passed]);
        self.passed += 1;
        self.negative ^= factor.negative;
        match factor.magnitude {
            Magnitude::Finite(factor) => {
                self.chain.push(factor);
                self.lowest = self.lowest.min(self.chain.mag.exp);
                self.highest = self.highest.max(self.chain.mag.exp);
                self.subnormal |= factor.exp < self.format().min_exp();
            }
            Magnitude::Zero => self.zero = true,
            Magnitude::Infinite => self.infinite = true,
            Magnitude::Nan => self.nan = true,
        }
    }

    /// The verdict on the element that the factors passed make.
    #[inline]
    pub(super) fn judge(&mut self, bits: u64) -> Verdict {
        let got = self.format().decode(bits);
        if self.is_certain(got) {
            return Verdict::Right;
        }
        if let Some(verdict) = self.follows(got) {
            return verdict;
        }
        let verdict = self.judge_with_care(got);
        // Where partial products are never stored in the compute format, only the stored result vanished.
        if verdict == Verdict::OrderSensitive && self.rules.roundings.own {
            self.vanished |= got.magnitude == Magnitude::Zero;
            self.diverged |= got.magnitude == Magnitude::Infinite;
        }
        verdict
    }

    /// Whether an element is right for certain, by a few operations on integers: nothing came near the ends of the
    /// range, and the element is nearer to the product than half a unit in its last place and the errors allowed.
    #[inline]
    pub(super) fn is_certain(&self, got: Float) -> bool {
        let Magnitude::Finite(got_mag) = got.magnitude else { return false };
        let Chain { mag, factors, .. } = self.chain;
        let steady = got.negative == self.negative && factors == self.passed as u64 && factors > 1;
        if !steady || got_mag.exp != mag.exp || !self.is_central() {
            return false;
        }
        // In units of 2^-63 of the binade that both numbers are in.
        let distance = got_mag.sig.abs_diff(mag.sig);
        let half_unit = 1 << (63 - self.format().precision());
        distance + slack(factors) < half_unit + self.rules.growth.radius(factors)
    }

    /// Whether the guard holds for certain and the product is normal for certain, whatever it is rounded to.
    #[inline]
    fn is_central(&self) -> bool {
        let Roundings { format, range, .. } = self.rules.roundings;
        let n = self.chain.factors;
        // Binades that the errors can move a product by, and two for the products' own fractions.
        let below = 2 - self.rules.growth.low(n).exp;
        let above = 3 + self.rules.growth.high(n).exp;
        let span = self.highest - self.lowest;
        span + below <= -range.min_exp()
            && span + above <= range.max_exp()
            && self.chain.mag.exp - below >= format.min_exp()
            && self.chain.mag.exp + above <= format.max_exp()
            && !(self.subnormal && self.rules.roundings.may_flush())
    }

    /// The verdict on what mostly follows a zero, an infinity, an underflow or an overflow: more of the same.
    #[inline]
    fn follows(&self, got: Float) -> Option<Verdict> {
        if self.nan || got.negative != self.negative {
            return None;
        }
        match got.magnitude {
            Magnitude::Zero if self.infinite => None,
            Magnitude::Zero if self.zero => Some(Verdict::Right),
            Magnitude::Zero if self.vanished => Some(Verdict::OrderSensitive),
            Magnitude::Infinite if self.zero => None,
            Magnitude::Infinite if self.infinite => Some(Verdict::Right),
            Magnitude::Infinite if self.diverged => Some(Verdict::OrderSensitive),
            Magnitude::Finite(_) | Magnitude::Infinite | Magnitude::Zero | Magnitude::Nan => None,
        }
    }

    fn judge_with_care(&mut self, got: Float) -> Verdict {
        let kind = self.kind();
        if got.is_nan() {
            return if kind == Kind::Nan { Verdict::Right } else { sensitive_if(self.may_be_nan()) };
        }
        if got.negative != self.negative {
            return Verdict::Wrong;
        }
        let magnitude = self.format().magnitude_bits(got.magnitude);
        match kind {
            Kind::Nan => Verdict::Wrong,
            Kind::Zero => right_if(got.magnitude == Magnitude::Zero),
            Kind::Infinite => right_if(got.magnitude == Magnitude::Infinite),
            Kind::Factor => right_if(self.may_be_factor(magnitude)),
            Kind::Interval => right_if(self.in_interval(magnitude)),
            Kind::Reachable => sensitive_if(self.is_reachable(got)),
            Kind::Bound => sensitive_if(self.within_bound(got, magnitude)),
        }
    }

    /// What decides the element that the factors passed make.
    pub(super) fn kind(&mut self) -> Kind {
        if self.nan || (self.zero && self.infinite) {
            Kind::Nan
        } else if self.zero {
            Kind::Zero
        } else if self.infinite {
            Kind::Infinite
        } else if self.passed == 1 {
            Kind::Factor
        } else if self.passed > EXTREMES && self.guard.underflow {
            // The guard stays broken, and need not follow any further.
            Kind::Bound
        } else if self.is_central() || self.guard().holds() {
            Kind::Interval
        } else if self.passed <= EXTREMES {
            Kind::Reachable
        } else {
            Kind::Bound
        }
    }

    /// The guard of the factors passed. Once it is broken, it stays so.
    pub(super) fn guard(&mut self) -> &Guard {
        for &bits in &self.factors[self.guard.passed..self.passed] {
            self.guard.push(&self.rules.roundings, &self.rules.growth, bits);
        }
        &self.guard
    }

    /// Whether an element that need not be NaN may be: zero meets infinity, one of them at least made of finite
    /// factors.
    pub(super) fn may_be_nan(&mut self) -> bool {
        let (zero, infinite) = (self.zero, self.infinite);
        let &Guard { underflow, overflow, .. } = self.guard();
        let possible = (zero || underflow) && (infinite || overflow);
        possible && (self.passed > EXTREMES || self.is_reachable(Float::NAN))
    }

    /// Whether a line's first element may have these magnitude bits: those of the factor, or zero if that is subnormal
    /// and may be flushed.
    pub(super) fn may_be_factor(&mut self, magnitude: u64) -> bool {
        let factor = self.factors[0] & self.format().magnitude_mask();
        magnitude == factor || (magnitude == 0 && self.guard().underflow)
    }

    /// The product of all factors, as long as none is special.
    pub(super) fn product(&self) -> Option<Chain> {
        (self.chain.factors == self.passed as u64).then_some(self.chain)
    }

    /// Sign of the product.
    pub(super) fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether tiny results may stay subnormal.
    pub(super) fn may_keep(&self) -> bool {
        self.rules.roundings.may_keep()
    }

    fn format(&self) -> Format {
        self.rules.roundings.format
    }

    /// The factors passed.
    fn passed(&self) -> &'a [u64] {
        &self.factors[..self.passed]
    }

    /// The interval of honest results, were the guard to hold.
    pub(super) fn interval(&self) -> Interval<'a> {
        let Rules { roundings, growth, loose } = self.rules;
        let tight = Interval { format: roundings.format, chain: self.chain, growth, factors: self.passed() };
        let tiny = Mag::power_of_two(roundings.range.min_exp());
        match loose {
            Some(growth) if tight.end(End::Low) < tiny => Interval { growth, ..tight },
            _ => tight,
        }
    }

    /// Whether the last product may be flushed to zero.
    pub(super) fn may_flush_last(&self) -> bool {
        let least = Mag::power_of_two(self.format().min_exp());
        self.rules.roundings.may_flush() && self.interval().compare(End::Low, least).is_lt()
    }

    fn in_interval(&self, magnitude: u64) -> bool {
        if magnitude == 0 && self.may_flush_last() {
            return true;
        }
        let subnormal = magnitude >> (self.format().precision() - 1) == 0;
        (self.may_keep() || !subnormal) && self.interval().holds(magnitude)
    }

    /// Whether some order gives this value to the element of a short line.
    fn is_reachable(&mut self, got: Float) -> bool {
        if self.evaluations.is_empty() {
            self.evaluations = Evaluation::all(&self.rules.roundings);
        }
        let (passed, bits) = (self.passed(), self.format().encode(got));
        // Common evaluations are tried first: the sets take long to build.
        self.evaluations.iter_mut().any(|evaluation| evaluation.at(passed) == bits)
            || self.reach().of(passed.len() - 1).holds(got.magnitude)
    }

    /// The sets of reachable values of the prefixes, up to the factors passed and more.
    pub(super) fn reach(&mut self) -> &Prefixes {
        let (sets, limit, spans) = if self.passed <= ENUMERATED {
            (&mut self.enumerated, ENUMERATED, ENUMERATED_SPANS)
        } else {
            (&mut self.extremes, EXTREMES, 1)
        };
        let (rules, factors) = (self.rules, self.factors);
        sets.get_or_insert_with(|| {
            Prefixes::new(&rules.roundings, &factors[..factors.len().min(limit)], spans)
        })
    }

    /// Whether the proved bounds for long lines allow this number or infinity.
    fn within_bound(&mut self, got: Float, magnitude: u64) -> bool {
        let may_vanish = self.guard.underflow || self.guard().underflow;
        match got.magnitude {
            Magnitude::Zero if may_vanish || self.may_flush_last() => true,
            Magnitude::Infinite if self.guard().overflow => true,
            _ => (may_vanish || self.interval().low_at_most(magnitude)) && magnitude <= self.upper_bound(),
        }
    }

    /// The magnitude bits of the greatest number that a long line can give without an overflow, or more.
    pub(super) fn upper_bound(&mut self) -> u64 {
        let (n, passed) = (self.passed as u64, self.passed());
        let greatest = self.bound.at(&self.rules.roundings, passed);
        let growth = self.rules.growth.high(n).plus_units(slack(n));
        self.format().magnitude_bits(self.format().round(greatest.product_up(growth)))
    }
}

fn right_if(right: bool) -> Verdict {
    if right { Verdict::Right } else { Verdict::Wrong }
}

fn sensitive_if(possible: bool) -> Verdict {
    if possible { Verdict::OrderSensitive } else { Verdict::Wrong }
}
