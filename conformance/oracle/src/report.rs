//! The report on an array: counts, and what a message about the first wrong element needs.

use std::fmt;

use super::{Float, Format, Magnitude};

/// The judgement of all lines of one array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinesReport {
    /// Elements that are right, however the factors are grouped.
    pub right: u64,
    /// Elements outside the guard that lie within what some honest implementation can give: no failure, and no
    /// plain pass.
    pub order_sensitive: u64,
    /// Elements that no honest implementation gives.
    pub wrong: u64,
    /// The first wrong element in the order of the array.
    pub first_wrong: Option<WrongElement>,
}

/// One wrong element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongElement {
    /// Index over the dimensions before `dim`, flattened.
    pub outer: usize,
    /// Index along `dim`: the element is the product of the factors `0..=index`.
    pub index: usize,
    /// Index over the dimensions after `dim`, flattened.
    pub inner: usize,
    /// The factors.
    pub factors: Vec<u64>,
    /// What was got.
    pub got_bits: u64,
    /// In what way it is wrong.
    pub kind: WrongKind,
    /// What would have been right.
    pub expected: Expected,
}

/// In what way an element is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrongKind {
    /// A finite non-zero number outside the expected set, of the expected sign.
    Value,
    /// The sign bit is wrong, of a zero too.
    Sign,
    /// A zero where none can be.
    Zero,
    /// An infinity where none can be.
    Infinity,
    /// A NaN where none can be.
    Nan,
    /// A number where only NaN can be.
    NotNan,
}

/// The set of right answers for one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The format of the bits below.
    pub format: Format,
    /// Why the set is what it is.
    pub basis: Basis,
    /// Sign of every member but NaN.
    pub negative: bool,
    /// Finite and infinite members: inclusive ranges of magnitude bits (the sign bit clear), in ascending order.
    /// Zero is 0, infinity is [`Format::infinity_bits`].
    pub ranges: Vec<(u64, u64)>,
    /// Whether NaN is a member.
    pub nan: bool,
    /// The exact product, to 64 bits; `None` when a factor is zero, infinite or NaN.
    pub product: Option<Product>,
}

/// Why a set of right answers is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// One factor: the element is it.
    Factor,
    /// Every sub-product stays in range: the exact product, rounded, within the error that any grouping can make.
    Interval,
    /// The same for a short line: between the least and greatest that groupings and accumulators give.
    Hull,
    /// A zero, an infinity or a NaN among the factors decides.
    Special,
    /// Order-sensitive: all that groupings and accumulators can give, enumerated.
    Reachable,
    /// Order-sensitive: the least and greatest that groupings and accumulators can give.
    Extremes,
    /// Order-sensitive and long: a proved bound.
    Bound,
    /// Order-sensitive, and factors may be permuted: all that permutations and accumulators can give, enumerated.
    Permuted,
    /// The same for a longer line: a proved bound.
    PermutedBound,
    /// The declared order, accumulator and subnormals fix it.
    Declared,
}

impl Basis {
    /// Whether the order of the products decides, so that an element is neither a failure nor a plain pass.
    pub(super) const fn is_order_sensitive(self) -> bool {
        use Basis::{Bound, Extremes, Permuted, PermutedBound, Reachable};
        matches!(self, Reachable | Extremes | Bound | Permuted | PermutedBound)
    }
}

/// An exact product to 64 bits, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Whether it is negative.
    pub negative: bool,
    /// The significand, its top bit set, rounded toward zero.
    pub sig: u64,
    /// The floor of the binary logarithm.
    pub exp: i64,
    /// Whether the 64 bits are all of it.
    pub exact: bool,
}

impl Expected {
    /// Whether `bits` is in the set.
    pub fn contains(&self, bits: u64) -> bool {
        let value = self.format.decode(bits);
        if value.is_nan() {
            return self.nan;
        }
        let magnitude = bits & self.format.magnitude_mask();
        value.negative == self.negative && self.ranges.iter().any(|&(lo, hi)| (lo..=hi).contains(&magnitude))
    }

    /// In what way `bits`, which is not in the set, is wrong.
    pub fn fault(&self, bits: u64) -> WrongKind {
        let value = self.format.decode(bits);
        match value.magnitude {
            Magnitude::Nan => WrongKind::Nan,
            _ if self.ranges.is_empty() => WrongKind::NotNan,
            _ if self.contains(bits ^ self.format.sign_bit()) => WrongKind::Sign,
            Magnitude::Zero => WrongKind::Zero,
            Magnitude::Infinite => WrongKind::Infinity,
            Magnitude::Finite(_) if value.negative != self.negative => WrongKind::Sign,
            Magnitude::Finite(_) => WrongKind::Value,
        }
    }
}

/// Products of so many factors are shown with all their numbers.
const FEW: usize = 4;

/// How many units in the last place are worth a number.
const UNITS: u64 = 1000;

impl WrongElement {
    /// The product with its numbers, if the factors are few: `1.27 × 1.04 = 1.3208, got 1.322: 1 unit in the last place too
    /// large`.
    pub fn equation(&self) -> Option<String> {
        let Self { factors, expected, got_bits, kind, .. } = self;
        let (format, product) = (expected.format, expected.product?);
        if !(2..=FEW).contains(&factors.len()) {
            return None;
        }
        let exact = product.value();
        let digits = format.precision() as usize * 3 / 10 + 3;
        let shown = show_number(exact, digits);
        let more = if shown.parse() == Ok(exact) && product.exact { "" } else { "…" };
        let got = show_short(format, *got_bits);
        let how = self.distance().unwrap_or_else(|| kind.to_string());
        Some(format!("{} = {shown}{more}, got {got}: {how}", self.shown_factors()))
    }

    /// What would have been right, in words and bits.
    pub fn right(&self) -> String {
        match (&self.expected.ranges[..], &self.expected.basis) {
            ([(lo, hi)], Basis::Interval | Basis::Hull) if lo == hi && self.factors.len() == 2 => {
                let sign = if self.expected.negative { self.expected.format.sign_bit() } else { 0 };
                let bits = show_bits(self.expected.format, lo | sign);
                format!("{bits} [the only correct rounding of {}]", self.shown_factors())
            }
            _ => self.expected.to_string(),
        }
    }

    fn shown_factors(&self) -> String {
        let shown: Vec<String> =
            self.factors.iter().map(|factor| show_short(self.expected.format, *factor)).collect();
        shown.join(" × ")
    }

    /// How far the nearest right answer of the same sign is.
    fn distance(&self) -> Option<String> {
        let format = self.expected.format;
        let magnitude = self.got_bits & format.magnitude_mask();
        if self.kind != WrongKind::Value {
            return None;
        }
        let (units, how) = self.expected.ranges.iter().fold((u64::MAX, ""), |nearest, &(lo, hi)| {
            let this = if magnitude > hi { (magnitude - hi, "large") } else { (lo - magnitude, "small") };
            if this.0 < nearest.0 { this } else { nearest }
        });
        let far = units > UNITS || self.expected.ranges.iter().any(|(_, hi)| *hi >= format.infinity_bits());
        let unit = if units == 1 { "unit" } else { "units" };
        (!far).then(|| format!("{units} {unit} in the last place too {how}"))
    }
}

/// A datum as people read it: hexadecimal bits, then the shortest decimal that tells it from its neighbours in f64.
pub fn show_bits(format: Format, bits: u64) -> String {
    let digits = format.bits().div_ceil(4) as usize;
    format!("0x{bits:0digits$x} ({})", show_value(format.decode(bits)))
}

/// A number as people read it: the shortest decimal that tells it from its neighbours in f64.
pub fn show_value(value: Float) -> String {
    let sign = if value.negative { "-" } else { "" };
    match value.magnitude {
        Magnitude::Zero => format!("{sign}0"),
        Magnitude::Infinite => format!("{sign}inf"),
        Magnitude::Nan => "NaN".to_owned(),
        // Every encodable format has at most f64's range and precision, so this is exact.
        Magnitude::Finite(_) => plain(f64::from_bits(Format::F64.encode(value))),
    }
}

fn plain(number: f64) -> String {
    if (1e-4..1e7).contains(&number.abs()) { format!("{number}") } else { format!("{number:e}") }
}

/// A number with so many significant digits.
fn show_number(number: f64, digits: usize) -> String {
    let rounded = format!("{number:.*e}", digits.saturating_sub(1));
    rounded.parse().map_or(rounded, plain)
}

/// A datum as the shortest decimal that tells it from its neighbours.
fn show_short(format: Format, bits: u64) -> String {
    let number = |bits| f64::from_bits(Format::F64.encode(format.decode(bits)));
    let x = number(bits);
    let magnitude = bits & format.magnitude_mask();
    if magnitude == 0 || magnitude >= format.infinity_bits() - 1 {
        return show_value(format.decode(bits));
    }
    let half = ((number(bits + 1) - x).abs()).min((x - number(bits - 1)).abs()) / 2.0;
    let shortest = (1..=17).map(|digits| show_number(x, digits));
    let tells = |shown: &String| shown.parse::<f64>().is_ok_and(|shown| (shown - x).abs() < half);
    shortest.clone().find(tells).unwrap_or_else(|| plain(x))
}

impl fmt::Display for WrongKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            WrongKind::Value => "wrong value",
            WrongKind::Sign => "wrong sign",
            WrongKind::Zero => "a zero where none can be",
            WrongKind::Infinity => "an infinity where none can be",
            WrongKind::Nan => "a NaN where none can be",
            WrongKind::NotNan => "a number where only NaN can be",
        })
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Basis::Factor => "the only factor",
            Basis::Interval => "the exact product within the rounding errors of any grouping",
            Basis::Hull => "between the extremes of any grouping in index order and any accumulator",
            Basis::Special => "decided by a zero, an infinity or a NaN among the factors",
            Basis::Reachable => {
                "order-sensitive: all that any grouping in index order and any accumulator give"
            }
            Basis::Extremes => {
                "order-sensitive: between the extremes of any grouping in index order and any accumulator"
            }
            Basis::Bound => "order-sensitive: a bound for any grouping in index order and any accumulator",
            Basis::Permuted => "order-sensitive: all that permuted factors and any accumulator give",
            Basis::PermutedBound => "order-sensitive: a bound for permuted factors and any accumulator",
            Basis::Declared => "fixed by what was declared",
        })
    }
}

impl Product {
    /// The nearest number that f64 holds.
    fn value(self) -> f64 {
        let magnitude = self.sig as f64 * 2f64.powi((self.exp - 63).clamp(-2000, 2000) as i32);
        if self.negative { -magnitude } else { magnitude }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let fraction = format!("{:016x}", self.sig << 1);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        let more = if self.exact { "" } else { "..." };
        write!(out, "{sign}0x1{point}{fraction}{more}p{:+}", self.exp)?;
        // log10 of the product, for those that f64 cannot hold as for the others.
        let log =
            (self.exp as f64 + (self.sig as f64 / (1u64 << 63) as f64).log2()) * std::f64::consts::LOG10_2;
        write!(out, " (about {sign}{:.4}e{})", 10f64.powf(log - log.floor()), log.floor())
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { self.format.sign_bit() } else { 0 };
        let mut parts: Vec<String> = Vec::new();
        for &(lo, hi) in &self.ranges {
            let low = show_bits(self.format, lo | sign);
            parts.push(if lo == hi {
                low
            } else {
                format!("{low} to {}", show_bits(self.format, hi | sign))
            });
        }
        if self.nan {
            parts.push("NaN".to_owned());
        }
        write!(out, "{} [{}", parts.join(", or "), self.basis)?;
        if let Some(product) = self.product {
            write!(out, "; exact product {product}")?;
        }
        out.write_str("]")
    }
}

impl fmt::Display for WrongElement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let got = show_bits(self.expected.format, self.got_bits);
        let WrongElement { outer, index, inner, kind, expected, .. } = self;
        write!(out, "element ({outer}, {index}, {inner}): {kind}: got {got}, expected {expected}")
    }
}
