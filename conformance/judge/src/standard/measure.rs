//! The measures that standards are made of. Each gives how many times over its limit a result is, and where it is worst.

use super::read::{number, optional};
use super::{Golden, Rounding, Rule, Specials, Standard};
use crate::operator::declarations::format;
use crate::operator::place;
use ascertain::DType;
use core::fmt;
use serde::Deserialize;

/// Added to the golden magnitude below a relative error, by every standard that has one.
const EPSILON: f64 = 1e-7;

/// `|got - golden| <= atol + rtol |golden|`, but for a share of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Close {
    #[serde(deserialize_with = "number")]
    rtol: f64,
    #[serde(deserialize_with = "number")]
    atol: f64,
    #[serde(default)]
    allowed: f64,
    #[serde(default)]
    per_term: bool,
    #[serde(default)]
    larger: bool,
}

/// What no error may exceed: neither limit, if both are exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cap {
    #[serde(deserialize_with = "number")]
    absolute: f64,
    ulp: f64,
}

/// What mean and greatest relative error are below.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Relative {
    #[serde(deserialize_with = "number")]
    mean: f64,
    #[serde(deserialize_with = "number")]
    max: f64,
}

/// How many times the peer's errors may be.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ratio {
    max: f64,
    mean: f64,
    rms: f64,
    #[serde(default, deserialize_with = "number")]
    from: f64,
}

impl Ratio {
    /// The same limits for the numbers that another has.
    pub(super) const fn where_is(self, other: Self) -> Self {
        Self { from: other.from, ..self }
    }
}

/// How many elements of a range may be wrong, beside the peer's.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Count {
    #[serde(default, deserialize_with = "optional")]
    below: Option<f64>,
    #[serde(default, deserialize_with = "optional")]
    got_below: Option<f64>,
    #[serde(default, deserialize_with = "optional")]
    absolute: Option<f64>,
    #[serde(default, deserialize_with = "optional")]
    relative: Option<f64>,
    times: f64,
    #[serde(default)]
    least: usize,
}

/// What a standard says of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Whether the result passes.
    pub passes: bool,
    /// How many times its limit the measure is that is worst. Above 1 it fails.
    pub over: f64,
    /// That measure.
    what: &'static str,
    /// The element that is worst by it: index, result and golden one.
    at: Option<(Vec<usize>, f64, f64)>,
}

impl Said {
    /// The worse of two.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        if (other.passes, -other.over) < (self.passes, -self.over) { other } else { self }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.over {
            over if over.is_infinite() => write!(f, "{} beyond any limit", self.what)?,
            over => write!(f, "{} {over:.3} times its limit", self.what)?,
        }
        let Some((at, got, golden)) = &self.at else { return Ok(()) };
        write!(f, "; the worst at {at:?}: {got:?} beside {golden:?}")
    }
}

/// Results beside golden ones.
pub(super) struct Compared<'a> {
    dtype: DType,
    shape: &'a [usize],
    terms: f64,
    got: Vec<f64>,
    golden: Vec<f64>,
    peer: Vec<f64>,
    /// Places where both are numbers, or count as ones.
    finite: Vec<usize>,
    /// The first place where specials differ.
    differs: Option<usize>,
}

impl<'a> Compared<'a> {
    pub(super) fn of(standard: &Standard, own: &'a Golden, got: &[f64]) -> Self {
        let rounded = if standard.golden == Rounding::Rounded { &own.rounded } else { &own.wide };
        let (mut got, mut golden) = (got.to_vec(), rounded.clone());
        let (mut finite, mut differs) = (Vec::with_capacity(got.len()), None);
        let largest = largest(own.dtype);
        for at in 0..got.len() {
            let (a, b, peer) = (got[at], golden[at], own.peer[at]);
            if a.is_finite() && b.is_finite() {
                finite.push(at);
                continue;
            }
            let same = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan() && standard.equal_nan);
            let agree = match standard.specials {
                Specials::Equal => same(a, b),
                Specials::Peer => same(a, peer) || same(a, b) && !b.is_finite(),
                // What is not finite is not compared; a large number is as good as an infinity.
                Specials::Near => !b.is_finite() || (a.is_infinite() && b.abs() > largest.ln()),
                Specials::Largest if a.is_nan() || b.is_nan() || a == b => same(a, b),
                Specials::Largest => {
                    (got[at], golden[at]) = (a.clamp(-largest, largest), b.clamp(-largest, largest));
                    if a.is_infinite() && b.is_infinite() {
                        false
                    } else {
                        finite.push(at);
                        true
                    }
                }
            };
            differs = differs.or((!agree).then_some(at));
        }
        Self {
            dtype: own.dtype,
            shape: &own.shape,
            terms: own.terms as f64,
            got,
            golden,
            peer: own.peer.clone(),
            finite,
            differs,
        }
    }

    /// What a rule says.
    pub(super) fn judge(&self, rule: &Rule) -> Said {
        if let Some(at) = self.differs {
            return self.said(
                "an infinity or NaN where the golden result has none, or the reverse:",
                f64::INFINITY,
                Some(at),
                false,
            );
        }
        let mut said = vec![self.said("no error,", 0.0, None, false)];
        said.extend(rule.close.map(|close| self.close(close)));
        said.extend(rule.cap.map(|cap| {
            let over = |at| (self.error(at) / cap.absolute).min(self.error(at) / (cap.ulp * self.ulp(at)));
            let (over, at) = self.worst(over);
            self.said("the greatest error is", over, at, false)
        }));
        if let Some(relative) = rule.relative {
            let own = self.relative(relative);
            let excused = |own: Said| match own.passes || rule.excuses.is_empty() {
                true => vec![own],
                false => self.counts(&rule.excuses),
            };
            said.extend(excused(own));
        }
        said.extend(rule.ratio.into_iter().flat_map(|ratio| self.ratio(ratio)));
        said.extend(self.counts(&rule.counts));
        said.into_iter().reduce(Said::worse).unwrap_or_else(|| self.said("", 0.0, None, false))
    }

    fn said(&self, what: &'static str, over: f64, at: Option<usize>, strict: bool) -> Said {
        let passes = if strict { over < 1.0 } else { over <= 1.0 };
        let at = at.map(|at| (place(self.shape, at), self.got[at], self.golden[at]));
        Said { passes, over, what, at }
    }

    fn error(&self, at: usize) -> f64 {
        (self.got[at] - self.golden[at]).abs()
    }

    fn relative_error(&self, of: f64, at: usize) -> f64 {
        (of - self.golden[at]).abs() / (self.golden[at].abs() + EPSILON)
    }

    /// The greatest of what each place has, and the place. Zero by zero is zero.
    fn worst(&self, each: impl Fn(usize) -> f64) -> (f64, Option<usize>) {
        let each = |at: &usize| (if self.error(*at) == 0.0 { 0.0 } else { each(*at) }, Some(*at));
        self.finite.iter().map(each).reduce(|a, b| if b.0 > a.0 { b } else { a }).unwrap_or_default()
    }

    fn close(&self, Close { rtol, atol, allowed, per_term, larger }: Close) -> Said {
        let atol = if per_term { atol * self.terms } else { atol };
        let tolerance = |at: usize| match larger {
            true => atol.max(rtol * self.golden[at].abs().max(self.got[at].abs())),
            false => atol + rtol * self.golden[at].abs(),
        };
        let (over, at) = self.worst(|at| self.error(at) / tolerance(at));
        if allowed == 0.0 {
            return self.said("the greatest error is", over, at, false);
        }
        let outside = self.finite.iter().filter(|at| self.error(**at) > tolerance(**at)).count();
        let share = outside as f64 / self.got.len() as f64 / allowed;
        self.said("elements outside the tolerance are", if outside == 0 { 0.0 } else { share }, at, false)
    }

    fn relative(&self, Relative { mean, max }: Relative) -> Said {
        let error = |at: usize| self.relative_error(self.got[at], at);
        let (worst, at) = self.worst(error);
        let sum: f64 = self.finite.iter().map(|at| error(*at)).sum();
        let mean = sum / self.finite.len().max(1) as f64 / mean;
        let worst = self.said("the greatest relative error is", worst / max, at, true);
        worst.worse(self.said("the mean relative error is", mean, at, true))
    }

    fn ratio(&self, Ratio { max, mean, rms, from }: Ratio) -> [Said; 3] {
        let large: Vec<usize> =
            self.finite.iter().copied().filter(|at| self.golden[*at].abs() >= from).collect();
        let errors = |of: &[f64]| {
            let relative = |at: &usize| self.relative_error(of[*at], *at);
            let square = |at: &usize| (of[*at] - self.golden[*at]).powi(2);
            let (sum, squares): (f64, f64) =
                (large.iter().map(relative).sum(), large.iter().map(square).sum());
            [large.iter().map(relative).fold(0.0, f64::max), sum, squares.sqrt()]
        };
        let ([own_max, own_mean, own_rms], [peer_max, peer_mean, peer_rms]) =
            (errors(&self.got), errors(&self.peer));
        let (_, at) = self.worst(|at| self.relative_error(self.got[at], at));
        let over = |own: f64, peer: f64, times: f64| if own == 0.0 { 0.0 } else { own / (times * peer) };
        [
            self.said(
                "the greatest relative error, in those of the peer, is",
                over(own_max, peer_max, max),
                at,
                false,
            ),
            self.said(
                "the mean relative error, in those of the peer, is",
                over(own_mean, peer_mean, mean),
                at,
                false,
            ),
            self.said(
                "the root of the mean square error, in those of the peer, is",
                over(own_rms, peer_rms, rms),
                at,
                false,
            ),
        ]
    }

    fn counts(&self, counts: &[Count]) -> Vec<Said> {
        let mut rest = self.finite.clone();
        let mut said = Vec::new();
        for count in counts {
            let takes = |at: &usize| {
                count.below.is_none_or(|below| self.golden[*at].abs() < below)
                    && count.got_below.is_none_or(|below| self.got[*at].abs() < below)
            };
            let (taken, others): (Vec<usize>, Vec<usize>) = rest.iter().partition(|at| takes(at));
            rest = others;
            let is_wrong = |of: f64, at: usize| {
                count.absolute.is_some_and(|most| (of - self.golden[at]).abs() > most)
                    || count.relative.is_some_and(|most| self.relative_error(of, at) > most)
            };
            let number = |of: &[f64]| taken.iter().filter(|at| is_wrong(of[**at], **at)).count();
            let (own, peer) = (number(&self.got), number(&self.peer).max(count.least));
            let over = if own == 0 { 0.0 } else { own as f64 / (count.times * peer as f64) };
            let first = taken.iter().copied().find(|at| is_wrong(self.got[*at], *at));
            said.push(self.said(
                "elements with too large an error, in those of the peer, are",
                over,
                first,
                false,
            ));
        }
        said
    }

    /// A unit in the last place of the golden number.
    fn ulp(&self, at: usize) -> f64 {
        let Some(format) = format(self.dtype) else { return 0.0 };
        let exponent = (self.golden[at].to_bits() >> 52 & 0x7ff) as i64 - 1023;
        2f64.powi((exponent.max(format.min_exp()) - i64::from(format.precision()) + 1) as i32)
    }
}

/// The largest number of a float dtype.
fn largest(dtype: DType) -> f64 {
    let Some(format) = format(dtype) else { return f64::MAX };
    (2.0 - 2f64.powi(1 - format.precision() as i32)) * 2f64.powi(format.max_exp() as i32)
}
