//! Judges lines each by a conversion of its own, where several are right.
//!
//! Threads may flush or not, and a vectorised loop leaves what does not fill a vector to a scalar one, which may round
//! differently. So every line has its own conversion, and may change it once, near its end.

use crate::oracle::{Declared, Format, JudgeError, Lines, LinesReport, judge_lines};
use std::borrow::Cow;

/// More elements than a vectorised loop leaves to a scalar one.
const TAIL: usize = 64;

/// The report on lines that are all right, each by one of these conversions of its factors, or by one up to some element
/// near its end and by another from there on. `None` if some line is not.
pub(super) fn judge(
    format: Format,
    conversions: &[Cow<'_, [u8]>],
    got: &[u8],
    lines: Lines,
    declared: &Declared,
) -> Result<Option<LinesReport>, JudgeError> {
    let (size, mut whole) = (format.bytes(), LinesReport::default());
    for line in 0..lines.count() {
        let of_line = |array: &[u8]| -> Vec<u8> {
            (0..lines.n).flat_map(|index| array[lines.at(line, index) * size..][..size].to_vec()).collect()
        };
        let mut factors: Vec<Vec<u8>> = conversions.iter().map(|array| of_line(array)).collect();
        factors.sort_unstable();
        factors.dedup();
        let Some(report) = judge_line(format, &factors, &of_line(got), declared)? else { return Ok(None) };
        whole.right += report.right;
        whole.order_sensitive += report.order_sensitive;
    }
    Ok(Some(whole))
}

fn judge_line(
    format: Format,
    conversions: &[Vec<u8>],
    got: &[u8],
    declared: &Declared,
) -> Result<Option<LinesReport>, JudgeError> {
    let size = format.bytes();
    let lines = Lines { outer: 1, n: got.len() / size, inner: 1 };
    let pairs = conversions.iter().flat_map(|one| conversions.iter().map(move |other| (one, other)));
    let changed = pairs.flat_map(|(one, other)| {
        let differs = move |index: &usize| one[index * size..][..size] != other[index * size..][..size];
        let tail = lines.n.saturating_sub(TAIL)..lines.n;
        tail.filter(differs).map(move |index| [&one[..index * size], &other[index * size..]].concat())
    });
    for factors in conversions.iter().cloned().chain(changed) {
        let report = judge_lines(format, &factors, got, lines, declared)?;
        if report.wrong == 0 {
            return Ok(Some(report));
        }
    }
    Ok(None)
}
