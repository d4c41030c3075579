//! Products of integers: exact modulo 2^bits, but after a factor that the document leaves open.

use super::place;
use crate::model::factors::{Route, converted, open_conversions};
use crate::model::out_of_range::{Habit, Value};
use crate::oracle::{Lines, wrapping_products};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::{DType, Tensor};

/// Judges products in an integer dtype.
pub(super) fn judge(input: &Tensor, compute: DType, got: &[u8], lines: Lines) -> Judgement {
    let Some(factors) = converted(input, compute, Route::Direct) else {
        return Judgement::of(Verdict::Skipped).because("no conversion to that dtype");
    };
    let open = open_conversions(input, compute);
    let size = compute.size();
    let word = |bytes: &[u8], at: usize| {
        let mut word = [0; 8];
        word[..size].copy_from_slice(&bytes[at * size..][..size]);
        u64::from_le_bytes(word)
    };
    let mut judgement = Judgement::of(Verdict::Pass);
    let mut right = Vec::with_capacity(lines.n);
    let mut wrong: Option<(usize, usize, usize, u64, u64)> = None;
    let mut count = 0_u64;
    for line in 0..lines.outer * lines.inner {
        let (outer, inner) = (line / lines.inner, line % lines.inner);
        let at = |i: usize| (outer * lines.n + i) * lines.inner + inner;
        // From the first factor on that the document leaves open, nothing is fixed.
        let fixed = (0..lines.n).take_while(|&i| open.as_ref().is_none_or(|open| !open[at(i)])).count();
        right.clear();
        right.extend((0..fixed).map(|i| word(&factors, at(i))));
        wrapping_products(&mut right, compute.bits());
        for (i, &right) in right.iter().enumerate() {
            let got = word(got, at(i));
            if got != right {
                count += 1;
                wrong.get_or_insert((outer, i, inner, right, got));
            }
        }
        if fixed == 0 && lines.n > 0 && judgement.observations.is_empty() {
            let words = observed(input, compute, at(0), word(got, at(0)));
            judgement.observations.push(("cumprod.convert.out-of-range", words));
        }
    }
    if let Some((outer, index, inner, right, got)) = wrong {
        let place = place(input.shape(), lines, outer, index, inner);
        let others = if count == 1 {
            "the only wrong element".into()
        } else {
            format!("one of {count} wrong elements")
        };
        let failure =
            Judgement::fail(FailKind::Value, show_integer(compute, right), show_integer(compute, got))
                .because(format!(
                    "element {place:?}, product of {} factors modulo 2^{}, {others}",
                    index + 1,
                    compute.bits()
                ));
        return Judgement { observations: judgement.observations, at: Some(place), ..failure };
    }
    if !judgement.observations.is_empty() {
        judgement.verdict = Verdict::Observed;
    }
    judgement
}

/// What a backend made of a value that the dtype cannot hold: the line's first element is the converted factor.
fn observed(input: &Tensor, compute: DType, at: usize, got: u64) -> String {
    let (from, size) = (input.dtype(), input.dtype().size());
    let value = Value::of(from, &input.elements()[at * size..][..size]);
    if let Some(habit) = value.and_then(|value| Habit::of(value, compute, got)) {
        return format!("{from} to {compute} {}", habit.words());
    }
    let value = match value {
        Some(Value::Integer(value)) => value.to_string(),
        Some(Value::Float(value)) => value.to_string(),
        None => "a value".into(),
    };
    format!("{from} to {compute}: {value} gives {}", show_integer(compute, got))
}

/// Decimal and bits.
fn show_integer(dtype: DType, word: u64) -> String {
    let shift = 64 - dtype.bits();
    let value = match dtype.class() {
        ascertain::dtype::Class::Signed => i128::from((word << shift) as i64 >> shift),
        _ => i128::from(word << shift >> shift),
    };
    let digits = dtype.size() * 2;
    format!("{value} (0x{:0digits$x})", word << shift >> shift)
}
