//! Judges lines whose last elements may be converted by another route than the others.
//!
//! A vectorised loop leaves what does not fill a vector to a scalar one, and the two may round a conversion differently. So
//! a line may change its route once, near its end.

use crate::oracle::{Declared, Format, JudgeError, Lines, LinesReport, judge_lines};

/// More elements than a vectorised loop leaves to a scalar one.
const TAIL: usize = 64;

/// The report on lines that are all right, if each is right by one of two conversions of its factors, or by one up to some
/// element near its end and by the other from there on. `None` if some line is not.
pub(super) fn judge(
    format: Format,
    conversions: [&[u8]; 2],
    got: &[u8],
    lines: Lines,
    declared: &Declared,
) -> Result<Option<LinesReport>, JudgeError> {
    let (size, mut whole) = (format.bytes(), LinesReport::default());
    for outer in 0..lines.outer {
        for inner in 0..lines.inner {
            let line = |array: &[u8]| -> Vec<u8> {
                let place = |index| ((outer * lines.n + index) * lines.inner + inner) * size;
                (0..lines.n).flat_map(|index| array[place(index)..][..size].to_vec()).collect()
            };
            match judge_line(format, conversions.map(line), &line(got), declared)? {
                Some(report) => {
                    whole.right += report.right;
                    whole.order_sensitive += report.order_sensitive;
                }
                None => return Ok(None),
            }
        }
    }
    Ok(Some(whole))
}

fn judge_line(
    format: Format,
    [one, other]: [Vec<u8>; 2],
    got: &[u8],
    declared: &Declared,
) -> Result<Option<LinesReport>, JudgeError> {
    let size = format.bytes();
    let lines = Lines { outer: 1, n: got.len() / size, inner: 1 };
    let differs = |index: &usize| one[index * size..][..size] != other[index * size..][..size];
    let changes = (lines.n.saturating_sub(TAIL)..lines.n).filter(differs);
    let changed = changes.flat_map(|index| {
        let at = index * size;
        [[&one[..at], &other[at..]].concat(), [&other[..at], &one[at..]].concat()]
    });
    for factors in [one.clone(), other.clone()].into_iter().chain(changed) {
        let report = judge_lines(format, &factors, got, lines, declared)?;
        if report.wrong == 0 {
            return Ok(Some(report));
        }
    }
    Ok(None)
}
