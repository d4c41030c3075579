//! Judging a whole array: every line of it, against the factors.

use std::fmt;

use super::batch::{Batch, Tally};
use super::explain::explain;
use super::stage::Arrays;
use super::{Accumulator, Declared, Expected, Format, LinesReport, WrongElement};

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

/// Tables and buffers kept from call to call; they grow to the longest line judged.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The judges used last, and what they were made for, the latest at the end.
    batches: Vec<((Format, Declared), Batch)>,
}

/// Judges kept: enough for every dtype of a backend, with and without its declarations.
const KEPT: usize = 12;

impl Scratch {
    /// An empty scratch.
    pub fn new() -> Scratch {
        Scratch::default()
    }

    fn batch(&mut self, format: Format, declared: &Declared) -> &mut Batch {
        let key = (format, *declared);
        let at = self.batches.iter().position(|(made_for, _)| *made_for == key).unwrap_or_else(|| {
            if self.batches.len() == KEPT {
                self.batches.remove(0);
            }
            self.batches.push((key, Batch::new(format, declared)));
            self.batches.len() - 1
        });
        &mut self.batches[at].1
    }
}

/// Judges the cumulative products `got` of the factors along the middle dimension.
///
/// Both arrays hold little-endian elements of [`Format::bytes`] bytes, `lines` tells how. The factors are those after
/// the conversion to the compute dtype. `scratch` may be used for any formats and declarations in turn: it
/// keeps the tables of the last dozen.
///
/// # Errors
/// When an array does not fit `lines`, or the declared accumulator does not fit the format.
pub fn judge_lines(
    format: Format,
    factors: &[u8],
    got: &[u8],
    lines: Lines,
    declared: &Declared,
    scratch: &mut Scratch,
) -> Result<LinesReport, JudgeError> {
    check(format, factors, got, lines, declared)?;
    if lines.outer == 0 || lines.n == 0 || lines.inner == 0 {
        return Ok(LinesReport::default());
    }
    let Tally { right, order_sensitive, wrong, first_wrong } =
        scratch.batch(format, declared).judge(Arrays { lines, factors, got });
    let first_wrong = first_wrong.map(|element| {
        let Lines { n, inner, .. } = lines;
        let (outer, index, inner) = (element / inner / n, element / inner % n, element % inner);
        let first = element - index * lines.inner;
        let prefix: Vec<u64> = (0..=index).map(|at| format.load(factors, first + at * lines.inner)).collect();
        let got_bits = format.load(got, element);
        let expected = explain(format, &prefix, declared);
        WrongElement { outer, index, inner, got_bits, kind: expected.fault(got_bits), expected }
    });
    Ok(LinesReport { right, order_sensitive, wrong, first_wrong })
}

/// The right answers for the last element of the line that `factors` (bits) make.
///
/// # Errors
/// When there is no factor (told as a size), or the declared accumulator does not fit the format.
pub fn expected(format: Format, factors: &[u64], declared: &Declared) -> Result<Expected, JudgeError> {
    check_accumulator(format, declared)?;
    if factors.is_empty() {
        return Err(JudgeError::Size { array: "factors", expected: format.bytes(), found: 0 });
    }
    Ok(explain(format, factors, declared))
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
