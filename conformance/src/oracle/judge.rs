//! Judging a whole array: every line of it, against the factors.

use std::fmt;

use super::explain::explain;
use super::fixed::Fixed;
use super::line::{Line, Rules, Verdict};
use super::model::Model;
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
    /// The rules judged by last, and what they were made for.
    rules: Option<((Format, Declared), Judge)>,
    factors: Vec<u64>,
    got: Vec<u64>,
    right: Vec<bool>,
}

#[derive(Debug)]
enum Judge {
    Free(Rules),
    Fixed(Fixed),
}

impl Scratch {
    /// An empty scratch.
    pub fn new() -> Scratch {
        Scratch::default()
    }
}

/// Judges the cumulative products `got` of the factors along the middle dimension.
///
/// Both arrays hold little-endian elements of [`Format::bytes`] bytes, `lines` tells how. The factors are those after
/// the conversion to the compute dtype. `scratch` may be used for any formats and declarations in turn, and is
/// quickest when they stay the same.
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
    let mut report = LinesReport::default();
    if lines.outer == 0 || lines.n == 0 || lines.inner == 0 {
        return Ok(report);
    }
    let key = (format, *declared);
    let Scratch { rules, factors: line_factors, got: line_got, right } = scratch;
    if rules.as_ref().is_none_or(|(made_for, _)| *made_for != key) {
        let made = match declared.order {
            Some(order) => Judge::Fixed(Fixed::new(format, order, declared)),
            None => Judge::Free(Rules::new(Model::new(format, declared))),
        };
        *rules = Some((key, made));
    }
    let Some((_, judge)) = rules else { return Ok(report) };
    let mut first_wrong = None;
    for line in 0..lines.outer * lines.inner {
        let (outer, inner) = (line / lines.inner, line % lines.inner);
        let at = |index| (outer * lines.n + index) * lines.inner + inner;
        line_factors.clear();
        line_factors.extend((0..lines.n).map(|index| format.load(factors, at(index))));
        line_got.clear();
        line_got.extend((0..lines.n).map(|index| format.load(got, at(index))));
        let wrong = match judge {
            Judge::Free(rules) => judge_free(rules, line_factors, line_got, &mut report),
            Judge::Fixed(fixed) => {
                right.resize(lines.n, false);
                fixed.judge(line_factors, line_got, right);
                let count = right.iter().filter(|&&right| right).count();
                report.right += count as u64;
                report.wrong += (lines.n - count) as u64;
                right.iter().position(|&right| !right)
            }
        };
        if let Some(index) = wrong {
            first_wrong = first_wrong.into_iter().chain([(at(index), outer, index, inner)]).min();
        }
    }
    report.first_wrong = first_wrong.map(|(element, outer, index, inner)| {
        let got_bits = format.load(got, element);
        let prefix: Vec<u64> = (0..=index)
            .map(|index| format.load(factors, (outer * lines.n + index) * lines.inner + inner))
            .collect();
        let expected = explain(format, &prefix, declared);
        WrongElement { outer, index, inner, got_bits, kind: expected.fault(got_bits), expected }
    });
    Ok(report)
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

fn judge_free(rules: &mut Rules, factors: &[u64], got: &[u64], report: &mut LinesReport) -> Option<usize> {
    rules.reserve(factors.len());
    let mut line = Line::new(rules, factors);
    let mut first_wrong = None;
    for (index, &bits) in got.iter().enumerate() {
        line.push();
        match line.judge(bits) {
            Verdict::Right => report.right += 1,
            Verdict::OrderSensitive => report.order_sensitive += 1,
            Verdict::Wrong => {
                report.wrong += 1;
                first_wrong = first_wrong.or(Some(index));
            }
        }
    }
    first_wrong
}

fn check(
    format: Format,
    factors: &[u8],
    got: &[u8],
    lines: Lines,
    declared: &Declared,
) -> Result<(), JudgeError> {
    let expected = lines.outer * lines.n * lines.inner * format.bytes();
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
