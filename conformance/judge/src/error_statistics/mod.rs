//! The errors of a run's float sums and products, taken together: what no bound can exclude can still be improbable.
//!
//! Of each line one element per range of lengths is compared with the exact result. Mean and spread of the errors stand
//! beside those of evaluations that are known, on the same lines. `docs/judging.md` says when they differ too much.

mod products;
mod sums;

pub(crate) use products::Products;
pub(crate) use sums::LineSums;

use crate::stored::kept;
use ascertain::DType;
use core::fmt;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Ranges of lengths, in elements: the least length of each.
const RANGES: [usize; 4] = [9, 65, 257, 1025];

/// Random cases whose index is below this are compared: enough to conclude something, and a long run does not get slower.
/// Which ones does not depend on what was compared before, so that parts of a run can be put together.
pub const COMPARED: u64 = 30_000;

/// Errors are summed in this part of a unit in the last place: sums of integers do not depend on the order.
const UNIT: f64 = (1_u64 << 24) as f64;

/// How many elements of a line are looked at.
pub(crate) const LONGEST: usize = 1 << 13;

/// Distance from the ends of the range, in powers of two, within which partial results are not sampled. Rounding errors move
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

/// The errors met so far, by operator, dtype and range of lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorStatistics {
    sums: BTreeMap<(&'static str, &'static str, usize), Errors>,
}

/// A line in exact arithmetic and as evaluations that are known give it.
pub(crate) trait Evaluated {
    /// How many of its first elements every honest evaluation joins within the range of the dtype.
    fn reached(&self) -> usize;

    /// How far a result is from what the elements up to a place, which is in reach, are joined to exactly, and after it how far
    /// those of [`MODELS`] are. In units in the last place, positive away from zero.
    fn errors(&self, at: usize, result: u64) -> [f64; 4];
}

/// The errors of one operator, dtype and range of lengths, summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errors {
    /// The operator.
    pub operator: &'static str,
    /// The compute dtype.
    pub dtype: DType,
    /// Fewest elements. It stands for the range.
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

/// Names of the known evaluations: rounded in the dtype at each step, neighbours joined in pairs, and a wider
/// accumulator, whose result is the correctly rounded one but for very few elements.
pub const MODELS: [&str; 3] = ["sequential", "pairwise", "wide"];

/// Mean and standard deviation, in units in the last place: of the correctly rounded product, or of what the magnitudes of the
/// terms sum to. Positive errors are away from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl ErrorStatistics {
    /// Whether lines of `n` elements of random case `index` are compared.
    pub(crate) const fn takes(index: u64, n: usize) -> bool {
        index < COMPARED && n >= RANGES[0]
    }

    /// Compares one line of random case `index`, whose result after the element at a place `got` tells. A fold has a result for
    /// the whole line alone, which is `n` elements long.
    pub(crate) fn sample(
        &mut self,
        (operator, dtype, index): (&'static str, DType, u64),
        line: &dyn Evaluated,
        fold: Option<usize>,
        got: impl Fn(usize) -> u64,
    ) {
        let (pick, reached) = (index as usize, line.reached());
        if fold.is_some_and(|n| n > reached) {
            return;
        }
        for (range, &least) in RANGES.iter().enumerate().filter(|(_, least)| **least <= reached) {
            let most = RANGES.get(range + 1).map_or(reached, |next| reached.min(next - 1));
            // The last one, and every other time any one.
            let count = if pick.is_multiple_of(2) { most } else { least + pick % (most - least + 1) };
            let count = fold.unwrap_or(count);
            if !(least..=most).contains(&count) {
                continue;
            }
            let errors = line.errors(count - 1, got(count - 1));
            if errors.iter().all(|error| error.is_finite()) {
                let [result, models @ ..] = errors.map(Sums::of);
                self.add(&Errors { operator, dtype, least, lines: 1, result, models });
            }
        }
    }

    /// Adds errors of an operator, dtype and range.
    pub fn add(&mut self, more: &Errors) {
        let sums = self.sums.entry((more.operator, more.dtype.name(), more.least)).or_insert(Errors {
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

    /// The errors by operator, dtype and range, where there were any lines.
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
    /// Most elements, if there is a limit.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        RANGES.iter().find(|least| **least > self.least).map(|next| next - 1)
    }

    /// The range of lengths: `9 to 64`.
    #[must_use]
    pub fn elements(&self) -> String {
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
    #[serde(default = "products")]
    operator: String,
    dtype: String,
    least_factors: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most_factors: Option<usize>,
    lines: u64,
    result: StoredSums,
    models: BTreeMap<String, StoredSums>,
    unexplained: bool,
}

/// Reports of before 2026-12 have errors of this operator alone.
fn products() -> String {
    "cumprod".to_owned()
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
            operator: errors.operator.to_owned(),
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
            operator: kept(&self.operator),
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
