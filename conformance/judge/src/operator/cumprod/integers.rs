//! Judges integer products. They are exact modulo 2^bits. A factor that the document leaves open may become anything, and those
//! after it are multiplied with what came of it.

use super::super::conversions::{converted, open_conversions};
use super::super::declarations::Route;
use super::place;
use crate::case::hex_word;
use crate::oracle::Lines;
use crate::oracle::out_of_range::{Conversion, Value, integer};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::{DType, Tensor, requirement};

/// Products of so many factors are shown with all their numbers.
const FEW: usize = 4;

/// Judges products in an integer dtype.
pub(super) fn judge(input: &Tensor, compute: DType, got: &[u8], lines: Lines) -> Judgement {
    let Some(factors) = converted(input, compute, Route::Direct) else {
        return Judgement::of(Verdict::Skipped).with_detail("no conversion to that dtype");
    };
    let open = open_conversions(input, compute);
    let compare = match compute.size() {
        1 => compare::<1>,
        2 => compare::<2>,
        4 => compare::<4>,
        _ => compare::<8>,
    };
    let Compared { count, wrong, open } = compare(&factors, got, open.as_deref(), lines);
    let mut judgement = Judgement::of(Verdict::Pass);
    if let Some((at, got)) = open {
        let words = observed(input, compute, at, got);
        judgement.observations.push((requirement::cumprod::CONVERT_OUT_OF_RANGE, words));
    }
    if let Some(Wrong { at, index, right, got }) = wrong {
        let place = place(input.shape(), at);
        let others = if count == 1 {
            "the only wrong element".into()
        } else {
            format!("one of {count} wrong elements")
        };
        let failure = Judgement::fail(
            requirement::cumprod::VALUE,
            FailKind::Value,
            show_integer(compute, right),
            show_integer(compute, got),
        )
        .with_detail(match equation(compute, &factors, lines, at, index) {
            Some(equation) => format!("element {place:?}, {others}: {equation}"),
            None if index == 0 => format!("element {place:?}, the first factor of its line, {others}"),
            None => {
                let (factors, bits) = (index + 1, compute.bits());
                format!("element {place:?}, product of {factors} factors modulo 2^{bits}, {others}")
            }
        });
        return Judgement { observations: judgement.observations, at: Some(place), ..failure };
    }
    if !judgement.observations.is_empty() {
        judgement.verdict = Verdict::Observed;
    }
    judgement
}

/// The product that ends at element `at` with its numbers, if the factors are few: `16 × 17 = 272, which wraps to 16`.
fn equation(compute: DType, factors: &[u8], lines: Lines, at: usize, index: usize) -> Option<String> {
    if !(1..FEW).contains(&index) {
        return None;
    }
    let size = compute.size();
    let number = |at: usize| integer(compute, &factors[at * size..][..size]);
    let numbers: Vec<i128> = (0..=index).rev().map(|back| number(at - back * lines.inner)).collect();
    let exact = numbers.iter().try_fold(1_i128, |product, factor| product.checked_mul(*factor))?;
    let wrapped = integer(compute, &exact.to_le_bytes()[..size]);
    let shown: Vec<String> = numbers.iter().map(i128::to_string).collect();
    let wraps = if wrapped == exact { String::new() } else { format!(", which wraps to {wrapped}") };
    Some(format!("{} = {exact}{wraps}", shown.join(" × ")))
}

/// Result of comparing the products of some lines.
#[derive(Default)]
struct Compared {
    /// Number of wrong products, and the first one.
    count: u64,
    wrong: Option<Wrong>,
    /// The first line that starts with a conversion that the document leaves open: its element, and the result.
    open: Option<(usize, u64)>,
}

struct Wrong {
    /// Its row-major number, and its index in its line.
    at: usize,
    index: usize,
    right: u64,
    got: u64,
}

/// Compares products of elements of `SIZE` bytes: each with the one before it, which at a conversion that the document leaves
/// open is what came.
fn compare<const SIZE: usize>(factors: &[u8], got: &[u8], open: Option<&[bool]>, lines: Lines) -> Compared {
    let word = |bytes: [u8; SIZE]| {
        let mut word = [0; 8];
        word[..SIZE].copy_from_slice(&bytes);
        u64::from_le_bytes(word)
    };
    let (factors, got) = (factors.as_chunks::<SIZE>().0, got.as_chunks::<SIZE>().0);
    let mut compared = Compared::default();
    let mask = u64::MAX >> (64 - SIZE * 8);
    for line in 0..lines.count() {
        let mut product = 1_u64;
        for index in 0..lines.n {
            let at = lines.at(line, index);
            let got = word(got[at]);
            if open.is_none_or(|open| !open[at]) {
                product = product.wrapping_mul(word(factors[at])) & mask;
            } else if product != 0 {
                // Nothing but zero is a multiple of zero.
                product = got;
            }
            if got != product {
                compared.count += 1;
                compared.wrong.get_or_insert(Wrong { at, index, right: product, got });
            }
            if index == 0 && open.is_some_and(|open| open[at]) {
                compared.open.get_or_insert((at, got));
            }
        }
    }
    compared
}

/// Words for how a backend converts a value that the dtype cannot hold. The line's first element is the converted value.
fn observed(input: &Tensor, compute: DType, at: usize, got: u64) -> String {
    let (from, size) = (input.dtype(), input.dtype().size());
    let value = Value::of(from, &input.elements()[at * size..][..size]);
    if let Some(conversion) = value.and_then(|value| Conversion::of(value, compute, got)) {
        return format!("{from} to {compute} {}", conversion.words());
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
    let element = &word.to_le_bytes()[..dtype.size()];
    format!("{} ({})", integer(dtype, element), hex_word(element))
}
