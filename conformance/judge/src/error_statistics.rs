//! The errors of a run's float products, taken together: what no bound can exclude can still be improbable.
//!
//! Of each line one element per range of lengths is compared with the exact product. Mean and spread of the errors stand
//! beside those of evaluations that are known, on the same lines. `docs/judging.md` says when they differ too much.

use crate::oracle::{Arithmetic, Float, Format, Lines, Magnitude, Order, WideMag};
use ascertain::DType;
use core::fmt;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Ranges of lengths, in factors: the least length of each.
const RANGES: [usize; 4] = [9, 65, 257, 1025];

/// Random cases whose index is below this are compared: enough to conclude something, and a long run does not get slower.
/// Which ones does not depend on what was compared before, so that parts of a run can be put together.
pub const COMPARED: u64 = 30_000;

/// Errors are summed in this part of a unit in the last place: sums of integers do not depend on the order.
const UNIT: f64 = (1_u64 << 24) as f64;

/// How many factors of a line are looked at.
const LONGEST: usize = 1 << 13;

/// Distance from the ends of the range, in powers of two, within which sub-products are not sampled. Rounding errors move
/// them by far less.
const MARGIN: i64 = 3;

/// Least number of lines from which anything is concluded.
const LEAST: u64 = 24;

/// How many standard errors are not chance.
const STANDARD_ERRORS: f64 = 8.0;

/// The least distance of a mean that counts, as a share of the spread.
const SHARE: f64 = 0.5;

/// How much wider a spread may be than another, and still come from the same evaluation.
const WIDER: f64 = 2.0;

/// The errors met so far, by dtype and range of lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorStatistics {
    sums: BTreeMap<(&'static str, usize), Errors>,
}

/// The errors of one dtype and range of lengths, summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errors {
    /// The compute dtype.
    pub dtype: DType,
    /// Fewest factors. It stands for the range.
    pub least: usize,
    /// Lines compared, one element of each.
    pub lines: u64,
    /// Errors of the backend.
    pub result: Sums,
    /// Errors of known evaluations of the same lines.
    pub models: [Sums; 3],
}

/// A sum of errors, and of their squares, each rounded to a multiple of 2^-24 units in the last place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// In 2^-24 units in the last place.
    pub sum: i128,
    /// In 2^-24 units in the last place, squared.
    pub squares: i128,
}

/// Names of the known evaluations: rounded in the dtype at each step, neighbours multiplied in pairs, and a wider
/// accumulator, whose result is the correctly rounded product but for very few elements.
pub const MODELS: [&str; 3] = ["sequential", "pairwise", "wide"];

/// Mean and standard deviation, in units in the last place of the correctly rounded product. Positive errors are away from
/// zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl ErrorStatistics {
    /// Compares one line of the arrays of random case `index`. Both arrays hold little-endian elements, row-major.
    pub fn sample(
        &mut self,
        index: u64,
        dtype: DType,
        format: Format,
        (factors, got): (&[u8], &[u8]),
        lines: Lines,
    ) {
        let n = lines.n;
        if index >= COMPARED || lines.count() == 0 || n < RANGES[0] {
            return;
        }
        let pick = index as usize;
        let line = pick % lines.count();
        let words = |count| (0..count).map(|at| format.load(factors, lines.at(line, at)));
        let products = exact_products(format, words(n.min(LONGEST)));
        let own = Arithmetic::new(format, format);
        let evaluated = |order: Order| {
            let mut values: Vec<Float> = words(products.len()).map(|bits| own.load(bits)).collect();
            order.scan(&mut values, |a, b| own.multiply(a, b));
            values
        };
        let (sequential, pairwise) = (evaluated(Order::Sequential), evaluated(Order::OddEven));
        let reached = products.len();
        for (range, &least) in RANGES.iter().enumerate().filter(|(_, least)| **least <= reached) {
            let most = RANGES.get(range + 1).map_or(reached, |next| reached.min(next - 1));
            // The last one, and every other time any one.
            let count = if pick.is_multiple_of(2) { most } else { least + pick % (most - least + 1) };
            let at = count - 1;
            let result = format.decode(format.load(got, lines.at(line, at)));
            let values = [result, sequential[at], pairwise[at], products[at].rounded(format)];
            let errors = values.map(|value| products[at].error(format, value));
            if errors.iter().all(|error| error.is_finite()) {
                let [result, models @ ..] = errors.map(Sums::of);
                self.add(&Errors { dtype, least, lines: 1, result, models });
            }
        }
    }

    /// Adds errors of a dtype and range.
    pub fn add(&mut self, more: &Errors) {
        let sums = self.sums.entry((more.dtype.name(), more.least)).or_insert(Errors {
            lines: 0,
            result: Sums::default(),
            models: [Sums::default(); 3],
            ..*more
        });
        sums.lines = sums.lines.saturating_add(more.lines);
        sums.result.add(more.result);
        sums.models.iter_mut().zip(more.models).for_each(|(sums, more)| sums.add(more));
    }

    /// Adds the errors of another part of a run.
    pub fn merge(&mut self, other: &Self) {
        other.errors().for_each(|errors| self.add(errors));
    }

    /// The errors by dtype and range, where there were any lines.
    pub fn errors(&self) -> impl Iterator<Item = &Errors> {
        self.sums.values()
    }

    /// Whether no line was compared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }
}

impl Sums {
    fn of(error: f64) -> Self {
        Self { sum: (error * UNIT).round() as i128, squares: (error * error * UNIT).round() as i128 }
    }

    const fn add(&mut self, more: Self) {
        self.sum = self.sum.saturating_add(more.sum);
        self.squares = self.squares.saturating_add(more.squares);
    }

    fn spread(self, lines: u64) -> Spread {
        let mean = |sum: i128| sum as f64 / UNIT / lines as f64;
        let (mean, square) = (mean(self.sum), mean(self.squares));
        Spread { mean, deviation: (square - mean * mean).max(0.0).sqrt() }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ± {:.1}", self.mean, self.deviation)
    }
}

impl Errors {
    /// Most factors, if there is a limit.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        RANGES.iter().find(|least| **least > self.least).map(|next| next - 1)
    }

    /// The range of lengths: `9 to 64`.
    #[must_use]
    pub fn factors(&self) -> String {
        self.most().map_or(format!("{} and more", self.least), |most| format!("{} to {most}", self.least))
    }

    /// Mean and spread of the backend's errors, and those of known evaluations.
    #[must_use]
    pub fn spreads(&self) -> (Spread, [Spread; 3]) {
        (self.result.spread(self.lines), self.models.map(|sums| sums.spread(self.lines)))
    }

    /// Whether no known evaluation explains the errors of the backend: their mean lies outside the means of the known
    /// ones, or they are spread far wider.
    #[must_use]
    pub fn unexplained(&self) -> bool {
        if self.lines < LEAST {
            return false;
        }
        let (Spread { mean, deviation }, models) = self.spreads();
        let [.., wide] = models;
        // An error this small means that almost no intermediate result was rounded.
        let models = if deviation <= WIDER * wide.deviation { &[wide][..] } else { &models };
        let low = models.iter().map(|model| model.mean).fold(f64::INFINITY, f64::min);
        let high = models.iter().map(|model| model.mean).fold(f64::NEG_INFINITY, f64::max);
        let widest = models.iter().map(|model| model.deviation).fold(0.0, f64::max);
        let lines = self.lines as f64;
        let off = (low - mean).max(mean - high);
        let chance = STANDARD_ERRORS * deviation.max(widest) / lines.sqrt();
        let wider = WIDER * widest * (1.0 + STANDARD_ERRORS / (2.0 * lines).sqrt());
        off > chance.max(SHARE * deviation) || deviation > wider
    }
}

/// Errors as they are stored, with what follows from the sums.
#[derive(Serialize, Deserialize)]
struct Stored {
    dtype: String,
    least_factors: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most_factors: Option<usize>,
    lines: u64,
    result: StoredSums,
    models: BTreeMap<String, StoredSums>,
    unexplained: bool,
}

/// The sums are strings, since they are too large for most readers.
#[derive(Serialize, Deserialize)]
struct StoredSums {
    mean: f64,
    deviation: f64,
    sums: [String; 2],
}

impl Stored {
    fn of(errors: &Errors) -> Self {
        let stored = |sums: Sums| {
            let Spread { mean, deviation } = sums.spread(errors.lines);
            StoredSums { mean, deviation, sums: [sums.sum, sums.squares].map(|sum| sum.to_string()) }
        };
        Self {
            dtype: errors.dtype.name().to_owned(),
            least_factors: errors.least,
            most_factors: errors.most(),
            lines: errors.lines,
            result: stored(errors.result),
            models: MODELS.into_iter().map(str::to_owned).zip(errors.models.map(stored)).collect(),
            unexplained: errors.unexplained(),
        }
    }

    fn errors(&self) -> Result<Errors, String> {
        let sums = |stored: &StoredSums| {
            let [sum, squares] = &stored.sums;
            let read = |sum: &str| sum.parse().map_err(|_| format!("`{sum}` is not a sum"));
            Ok::<_, String>(Sums { sum: read(sum)?, squares: read(squares)? })
        };
        let model = |name: &str| {
            let missing = || format!("the known evaluation `{name}` is missing");
            sums(self.models.get(name).ok_or_else(missing)?)
        };
        let [sequential, pairwise, wide] = MODELS.map(model);
        Ok(Errors {
            dtype: DType::from_name(&self.dtype).ok_or_else(|| format!("unknown dtype `{}`", self.dtype))?,
            least: self.least_factors,
            lines: self.lines,
            result: sums(&self.result)?,
            models: [sequential?, pairwise?, wide?],
        })
    }
}

impl Serialize for ErrorStatistics {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.errors().map(Stored::of))
    }
}

impl<'de> Deserialize<'de> for ErrorStatistics {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut drift = Self::default();
        for stored in Vec::<Stored>::deserialize(from)? {
            drift.add(&stored.errors().map_err(D::Error::custom)?);
        }
        Ok(drift)
    }
}

/// The exact products of the prefixes, as far as every honest evaluation stays within the range.
fn exact_products(format: Format, words: impl Iterator<Item = u64>) -> Vec<Product> {
    let mut products = Vec::with_capacity(words.size_hint().0);
    let mut product = Product { negative: false, magnitude: WideMag::ONE };
    // The least and the greatest exponent of an earlier prefix: a sub-product is a quotient of two prefixes.
    let (mut low, mut high) = (0, 0);
    for bits in words {
        let Float { negative, magnitude: Magnitude::Finite(factor) } = format.decode(bits) else { break };
        let (magnitude, _) = product.magnitude.product_down(WideMag::from(factor));
        product = Product { negative: product.negative != negative, magnitude };
        let exp = magnitude.exp;
        let (least, greatest) = (format.min_exp() + MARGIN, format.max_exp() - MARGIN);
        if exp - high < least || exp - low > greatest {
            break;
        }
        (low, high) = (low.min(exp), high.max(exp));
        products.push(product);
    }
    products
}

/// A product to 128 bits. Each factor adds a relative error below 2^-126, which is nothing beside a unit in the last place.
#[derive(Clone, Copy, Debug)]
struct Product {
    negative: bool,
    magnitude: WideMag,
}

impl Product {
    /// The nearest number of a format.
    fn rounded(self, format: Format) -> Float {
        let WideMag { sig, exp } = self.magnitude;
        Float { negative: self.negative, magnitude: format.round_wide(sig, exp) }
    }

    /// The error of `got` in units in the last place of the nearest number, positive away from zero. Not finite for what
    /// is not a number with this sign.
    fn error(self, format: Format, got: Float) -> f64 {
        let (Magnitude::Finite(got_mag), Magnitude::Finite(nearest)) =
            (got.magnitude, self.rounded(format).magnitude)
        else {
            return f64::NAN;
        };
        if got.negative != self.negative {
            return f64::NAN;
        }
        let WideMag { sig, exp } = self.magnitude;
        let places = format.precision() as i32 - 1;
        let apart = got_mag.exp - exp;
        let scale = |exp: i64| 2f64.powi(exp.clamp(-2000, 2000) as i32 + places);
        if apart.abs() > 1 {
            let ratio = |sig: u64| sig as f64 / 2f64.powi(63);
            let got = ratio(got_mag.sig) * 2f64.powi(apart.clamp(-1000, 1000) as i32);
            return (got - ratio((sig >> 64) as u64)) * scale(exp - nearest.exp);
        }
        // Fixed point, with room for one bit more and a sign: 2^-125 is 1.
        let exact = (sig >> 2) as i128;
        let got = i128::from(got_mag.sig) << (62 + apart.max(0)) >> (-apart).max(0);
        (got - exact) as f64 / 2f64.powi(125) * scale(exp - nearest.exp)
    }
}
