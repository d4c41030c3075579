//! Judges an array, line by line.

use std::fmt;

use super::declared_order::DeclaredOrder;
use super::line::{Decision, Line};
use super::roundings::Roundings;
use super::rules::Rules;
use super::{Accumulator, Declared, Expected, Format, Grouping, LinesReport, WrongElement};

/// How lines lie in an array of shape (outer, n, inner), row-major: element `(o, i, j)` at `(o * n + i) * inner + j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lines {
    /// Product of the dimensions before `dim`.
    pub outer: usize,
    /// Length of `dim`, the length of a line.
    pub n: usize,
    /// Product of the dimensions after `dim`.
    pub inner: usize,
}

/// Why nothing could be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgeError {
    /// An array does not have the size of its shape.
    Size {
        /// Which array: "factors" or "got".
        array: &'static str,
        /// Bytes that it should have.
        expected: usize,
        /// Bytes that it has.
        found: usize,
    },
    /// The declared accumulator cannot stand for the format: it must hold all its numbers and, unless it has twice
    /// the precision, products far below its subnormal ones too.
    Accumulator {
        /// The compute format.
        format: Format,
        /// The declared accumulator.
        accumulator: Format,
    },
}

/// Judges the cumulative products `got` of the factors along the middle dimension.
///
/// Both arrays hold little-endian elements of [`Format::bytes`] bytes, `lines` tells how. The factors are those after
/// the conversion to the compute dtype.
///
/// # Errors
/// When an array does not fit `lines`, or the declared accumulator does not fit the format.
pub fn judge_lines(
    format: Format,
    factors: &[u8],
    got: &[u8],
    lines: Lines,
    declared: &Declared,
) -> Result<LinesReport, JudgeError> {
    check(format, factors, got, lines, declared)?;
    let mut tally = Tally::default();
    match declared.order {
        Grouping::Fixed(order) => {
            let order = DeclaredOrder::new(format, order, declared);
            lines.for_each(format, factors, got, |start, factors, got| {
                for (index, right) in order.judge(factors, got).into_iter().enumerate() {
                    let decision = if right { Decision::Right } else { Decision::Wrong };
                    tally.count(decision, start + index * lines.inner);
                }
            });
        }
        Grouping::Any => {
            let rules = Rules::new(Roundings::new(format, declared), lines.n);
            lines.for_each(format, factors, got, |start, factors, got| {
                let mut line = Line::new(&rules, factors);
                let mut rest = got;
                while !rest.is_empty() {
                    let right = line.pass_right(rest);
                    let order_sensitive = line.pass_order_sensitive(&rest[right..]);
                    tally.right += right as u64;
                    tally.order_sensitive += order_sensitive as u64;
                    rest = &rest[right + order_sensitive..];
                    if let Some((&bits, others)) = rest.split_first() {
                        line.push();
                        tally.count(line.judge(bits), start + (got.len() - rest.len()) * lines.inner);
                        rest = others;
                    }
                }
            });
        }
        Grouping::Permuted => {
            let rules = Rules::new(Roundings::new(format, declared), lines.n);
            lines.for_each(format, factors, got, |start, factors, got| {
                let mut line = Line::permuted(&rules, factors);
                for (index, &bits) in got.iter().enumerate() {
                    line.push();
                    tally.count(line.judge(bits), start + index * lines.inner);
                }
            });
        }
    }
    let Tally { right, order_sensitive, wrong, first_wrong } = tally;
    let first_wrong = first_wrong.map(|element| {
        let Lines { n, inner, .. } = lines;
        let (outer, index, inner) = (element / inner / n, element / inner % n, element % inner);
        let line = outer * lines.inner + inner;
        let prefix: Vec<u64> = (0..=index).map(|at| format.load(factors, lines.at(line, at))).collect();
        let got_bits = format.load(got, element);
        let expected = explain(format, &prefix, declared);
        let kind = expected.fault(got_bits);
        WrongElement { outer, index, inner, factors: prefix, got_bits, kind, expected }
    });
    Ok(LinesReport { right, order_sensitive, wrong, first_wrong })
}

/// What was counted, and the first wrong element as an element number.
#[derive(Default)]
struct Tally {
    right: u64,
    order_sensitive: u64,
    wrong: u64,
    first_wrong: Option<usize>,
}

impl Tally {
    fn count(&mut self, decision: Decision, element: usize) {
        match decision {
            Decision::Right => self.right += 1,
            Decision::OrderSensitive => self.order_sensitive += 1,
            Decision::Wrong => {
                self.wrong += 1;
                self.first_wrong = Some(self.first_wrong.map_or(element, |first| first.min(element)));
            }
        }
    }
}

impl Lines {
    /// How many lines there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.outer * self.inner
    }

    /// The row-major number of an element of a line. Lines are numbered as their first elements are.
    #[must_use]
    pub const fn at(self, line: usize, index: usize) -> usize {
        (line / self.inner * self.n + index) * self.inner + line % self.inner
    }

    /// Calls `judge` with every line: the number of its first element, its factors and its results.
    fn for_each(
        self,
        format: Format,
        factors: &[u8],
        got: &[u8],
        mut judge: impl FnMut(usize, &[u64], &[u64]),
    ) {
        if self.n == 0 {
            return;
        }
        let (mut factor_words, mut got_words) = (Vec::with_capacity(self.n), Vec::with_capacity(self.n));
        for line in 0..self.count() {
            for (bytes, words) in [(factors, &mut factor_words), (got, &mut got_words)] {
                words.clear();
                format.load_all(bytes, (self.at(line, 0)..).step_by(self.inner).take(self.n), words);
            }
            judge(self.at(line, 0), &factor_words, &got_words);
        }
    }
}

/// The right answers for the last element of the line that `factors` (bits) make.
///
/// # Errors
/// When there is no factor, or the declared accumulator does not fit the format.
pub fn expected(format: Format, factors: &[u64], declared: &Declared) -> Result<Expected, JudgeError> {
    check_accumulator(format, declared)?;
    if factors.is_empty() {
        return Err(JudgeError::Size { array: "factors", expected: format.bytes(), found: 0 });
    }
    Ok(explain(format, factors, declared))
}

/// The right answers for the last element of the line that `factors` make, one factor at least.
fn explain(format: Format, factors: &[u64], declared: &Declared) -> Expected {
    let rules = Rules::new(Roundings::new(format, declared), factors.len());
    let mut line = match declared.order {
        Grouping::Permuted => Line::permuted(&rules, factors),
        Grouping::Any | Grouping::Fixed(_) => Line::new(&rules, factors),
    };
    factors.iter().for_each(|_| line.push());
    let expected = match declared.order {
        Grouping::Fixed(order) => DeclaredOrder::new(format, order, declared).expected(factors),
        Grouping::Any | Grouping::Permuted => line.right(),
    };
    Expected { product: line.product(), ..expected }
}

fn check(
    format: Format,
    factors: &[u8],
    got: &[u8],
    lines: Lines,
    declared: &Declared,
) -> Result<(), JudgeError> {
    let expected =
        [lines.n, lines.inner, format.bytes()].into_iter().try_fold(lines.outer, usize::checked_mul);
    // A shape beyond the address space fits no array.
    let expected = expected.unwrap_or(usize::MAX);
    for (array, found) in [("factors", factors.len()), ("got", got.len())] {
        if found != expected {
            return Err(JudgeError::Size { array, expected, found });
        }
    }
    check_accumulator(format, declared)
}

fn check_accumulator(format: Format, declared: &Declared) -> Result<(), JudgeError> {
    match declared.accumulator {
        Some(Accumulator::Wider(accumulator)) if accumulator != format => {
            let exact_pairs = accumulator.precision() >= 2 * format.precision();
            let far_below = accumulator.min_exp() < format.tiny_exp() - 2;
            if accumulator.holds(format) && (exact_pairs || far_below) {
                Ok(())
            } else {
                Err(JudgeError::Accumulator { format, accumulator })
            }
        }
        _ => Ok(()),
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgeError::Size { array, expected, found } => {
                write!(
                    out,
                    "{array} has {found} bytes where its shape takes {expected}: pass contiguous elements"
                )
            }
            JudgeError::Accumulator { format, accumulator } => {
                write!(
                    out,
                    "{accumulator} cannot accumulate {format}: declare a format that holds every product of two"
                )
            }
        }
    }
}

impl std::error::Error for JudgeError {}
