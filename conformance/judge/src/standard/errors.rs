//! Errors beside a golden result, and limits of them.

use super::{Golden, Rounding, Rule, Specials, Standard};
use crate::from_toml::{Given, Read, Wrong, table, words};
use crate::operator::declarations::format;
use crate::operator::place;
use crate::oracle::{Float, Format, Magnitude};
use ascertain::DType;
use core::fmt;

/// What is limited of the errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Of {
    #[default]
    Max,
    Mean,
    Rms,
    Share,
    Count,
}

words!(Of { "max" => Max, "mean" => Mean, "rms" => Rms, "share" => Share, "count" => Count });

table! {
    /// A limit of the errors.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub(super) struct Limit {
        of: Of,
        atol: Number,
        rtol: Number,
        ulp: f64,
        per_term: bool,
        larger: bool,
        from: Number,
        below: Option<Number>,
        got_below: Option<Number>,
        most: Option<Number>,
        strict: bool,
        peer: bool,
        least: f64,
    }
}

/// A number as its source has it: `0.5`, or in a text `2^-9` or `10 * 2^-9`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Number(f64);

impl Read for Number {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let Ok(text) = String::read(given) else { return f64::read(given).map(Self) };
        let power = |exp: &str| Some(2_f64.powi(exp.parse().ok()?));
        let factor = |of: &str| of.trim().strip_prefix("2^").map_or_else(|| of.trim().parse().ok(), power);
        let product = text.split('*').map(factor).try_fold(1.0, |product, factor| Some(product * factor?));
        let wrong = || format!("{text} is not a number such as 0.5, \"2^-9\" or \"10 * 2^-9\"");
        product.map(Self).ok_or_else(|| Wrong::at(given, wrong()))
    }
}

/// What a standard says of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Whether the result passes.
    pub passes: bool,
    /// The dtype of the result.
    pub dtype: DType,
    /// Its shape.
    pub shape: Vec<usize>,
    /// How many times its limit an error is, of the limit that is passed most or reached most nearly.
    pub over: f64,
    /// What is limited.
    what: &'static str,
    /// The farthest element: index, result and golden one.
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
        match (self.what, self.over) {
            ("", _) => write!(f, "an infinity or NaN where the golden result has none, or the reverse")?,
            (_, ..=0.0) => return f.write_str("right everywhere"),
            (what, 0.001..1e4) => write!(f, "the {what} of the errors is {:.3} times its limit", self.over)?,
            (what, over) => write!(f, "the {what} of the errors is {over:.1e} times its limit")?,
        }
        let Some((at, got, golden)) = &self.at else { return Ok(()) };
        write!(f, "; at {at:?} {got:?} beside {golden:?}")
    }
}

/// A result beside a golden one.
pub(super) struct Beside<'a> {
    own: &'a Golden,
    format: Format,
    got: Vec<f64>,
    golden: Vec<f64>,
    /// Places where both are numbers, or count as ones.
    numbers: Vec<usize>,
    /// The first place where an infinity or NaN differs.
    differs: Option<usize>,
}

impl<'a> Beside<'a> {
    pub(super) fn of(standard: &Standard, own: &'a Golden, got: Vec<f64>) -> Self {
        let golden = if standard.golden == Rounding::Rounded { &own.rounded } else { &own.wide }.clone();
        // Invariant: rules are about floats alone.
        let format = format(own.dtype).unwrap_or(Format::F64);
        let mut beside = Self { own, format, got, golden, numbers: Vec::new(), differs: None };
        let largest = Float { negative: false, magnitude: Magnitude::Finite(format.largest()) };
        let largest = f64::from_bits(Format::F64.encode(largest));
        for at in 0..beside.got.len() {
            let (a, b, peer) = (beside.got[at], beside.golden[at], own.peer[at]);
            let same = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan() && standard.equal_nan);
            let agree = match standard.specials {
                _ if a.is_finite() && b.is_finite() => {
                    beside.numbers.push(at);
                    true
                }
                Specials::Near => !b.is_finite() || (a.is_infinite() && b.abs() > largest.ln()),
                Specials::Peer => same(a, peer) || same(a, b),
                Specials::Largest if a.is_finite() && b.is_infinite() || a.is_infinite() && b.is_finite() => {
                    (beside.got[at], beside.golden[at]) =
                        (a.clamp(-largest, largest), b.clamp(-largest, largest));
                    beside.numbers.push(at);
                    true
                }
                Specials::Equal | Specials::Largest => same(a, b),
            };
            beside.differs = beside.differs.or((!agree).then_some(at));
        }
        beside
    }

    /// What a rule says.
    pub(super) fn judge(&self, rule: &Rule) -> Said {
        if self.differs.is_some() {
            return self.said("", f64::INFINITY, false, self.differs);
        }
        let limits = rule.limits.iter().map(|limit| self.limited(limit, &self.numbers));
        let said = limits.reduce(Said::worse).unwrap_or_else(|| self.said("max", 0.0, true, None));
        if said.passes || rule.excuses.is_empty() {
            return said;
        }
        let mut rest = self.numbers.clone();
        let excuses = rule.excuses.iter().map(|limit| {
            let said = self.limited(limit, &rest);
            rest.retain(|at| !self.is_about(limit, *at));
            said
        });
        excuses.reduce(Said::worse).unwrap_or(said)
    }

    fn said(&self, what: &'static str, over: f64, passes: bool, at: Option<usize>) -> Said {
        let at = at.map(|at| (place(&self.own.shape, at), self.got[at], self.golden[at]));
        Said { passes, dtype: self.own.dtype, shape: self.own.shape.to_vec(), over, what, at }
    }

    fn is_about(&self, limit: &Limit, at: usize) -> bool {
        let golden = self.golden[at].abs();
        let is_below = |number: f64, limit: Option<Number>| limit.is_none_or(|limit| number < limit.0);
        golden >= limit.from.0
            && is_below(golden, limit.below)
            && is_below(self.got[at].abs(), limit.got_below)
    }

    /// What a limit says of some places.
    fn limited(&self, limit: &Limit, places: &[usize]) -> Said {
        let places: Vec<usize> = places.iter().copied().filter(|at| self.is_about(limit, *at)).collect();
        let (what, own) = self.value(limit, &places, &self.got);
        let times = limit.most.map_or(1.0, |most| most.0);
        let scale =
            if limit.peer { self.value(limit, &places, &self.own.peer).1.max(limit.least) } else { 1.0 };
        let over = if own == 0.0 { 0.0 } else { own / (times * scale) };
        let error = |at: &usize| self.error(limit, &self.got, *at);
        let worst = places.iter().copied().max_by(|a, b| error(a).total_cmp(&error(b)));
        self.said(what, over, if limit.strict { over < 1.0 } else { over <= 1.0 }, worst)
    }

    /// What is limited, of a result.
    fn value(&self, limit: &Limit, places: &[usize], of: &[f64]) -> (&'static str, f64) {
        let errors = || places.iter().map(|at| self.error(limit, of, *at));
        let count = places.len().max(1) as f64;
        let beyond = || errors().filter(|error| *error > 1.0).count() as f64;
        match limit.of {
            Of::Max => ("maximum", errors().fold(0.0, f64::max)),
            Of::Mean => ("mean", errors().sum::<f64>() / count),
            Of::Rms => {
                ("root mean square", (errors().map(|error| error * error).sum::<f64>() / count).sqrt())
            }
            Of::Share => ("share outside the tolerance", beyond() / self.got.len() as f64),
            Of::Count => ("number outside the tolerance", beyond()),
        }
    }

    /// The error at a place, in units of the tolerance.
    fn error(&self, limit: &Limit, of: &[f64], at: usize) -> f64 {
        let (of, golden) = (of[at], self.golden[at]);
        let atol = if limit.per_term { limit.atol.0 * self.own.terms as f64 } else { limit.atol.0 };
        let unit = match limit.larger {
            true => atol.max(limit.rtol.0 * golden.abs().max(of.abs())),
            false => atol + limit.rtol.0 * golden.abs(),
        };
        let exponent = (golden.to_bits() >> 52 & 0x7ff) as i64 - 1023;
        let last = exponent.max(self.format.min_exp()) - i64::from(self.format.precision()) + 1;
        let unit = unit.max(limit.ulp * 2_f64.powi(last as i32));
        if of == golden { 0.0 } else { (of - golden).abs() / unit }
    }
}

#[cfg(test)]
mod tests {
    use super::{DType, Said};

    #[test]
    fn numbers_are_as_long_as_a_person_reads() {
        for (over, says) in [
            (0.0, "right everywhere"),
            (1.25, "1.250 times"),
            (8_936_830_510_563_328.0, "8.9e15 times"),
            (0.000_012_5, "1.2e-5 times"),
        ] {
            let at = Some((vec![7], 1.5, 1.5));
            let said = Said { passes: true, dtype: DType::F32, shape: vec![9], over, what: "maximum", at };
            assert!(said.to_string().contains(says), "{said}");
        }
    }
}
