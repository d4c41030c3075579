//! The oracle against a naive evaluation that shares no code with it: every grouping of a few factors, one product after the
//! other.

use ascertain_judge::oracle::{
    Accumulator, Declared, Format, Grouping, Lines, Order, Subnormals, expected, judge_lines,
};
use num_bigint::BigUint;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Most factors.
const MOST: usize = 6;

/// Most values of one sub-product; lines with more are left out.
const MOST_VALUES: usize = 512;

/// The first byte says format and accumulator, the next two a distance in units in the last place; then come the factors.
pub(crate) fn oracle(data: &[u8]) {
    let [head, distance @ ..] = data else { return };
    let Some((distance, factors)) = distance.split_first_chunk::<2>() else { return };
    let distance = u64::from(u16::from_le_bytes(*distance));
    match head % 10 {
        0 => line::<Half, Half>(Format::F16, None, distance, factors),
        1 => line::<Half, Single>(Format::F16, Some(Format::F32), distance, factors),
        2 => line::<Half, Double>(Format::F16, Some(Format::F64), distance, factors),
        3 => line::<BFloat, BFloat>(Format::BF16, None, distance, factors),
        4 => line::<BFloat, Single>(Format::BF16, Some(Format::F32), distance, factors),
        5 => line::<BFloat, Double>(Format::BF16, Some(Format::F64), distance, factors),
        6 => line::<Single, Single>(Format::F32, None, distance, factors),
        7 => line::<Single, Double>(Format::F32, Some(Format::F64), distance, factors),
        8 => line::<Double, Double>(Format::F64, None, distance, factors),
        _ => line::<Double, X87DoubleExtended>(Format::F64, Some(Format::X87), distance, factors),
    }
}

fn line<C, A>(format: Format, wide: Option<Format>, distance: u64, bytes: &[u8])
where
    C: Float + FloatConvert<A>,
    A: Float + FloatConvert<C>,
{
    let size = format.bytes();
    let factors: Vec<u64> = (0..(bytes.len() / size).min(MOST)).map(|at| format.load(bytes, at)).collect();
    let Some(products) = groupings::<C, A>(&factors) else { return };
    let results = |count: usize| -> Vec<u64> {
        let stored = products[count - 1].iter().map(|&value| stored::<A, C>(value));
        stored.map(|value| value.to_bits() as u64).collect()
    };
    let own = Declared {
        accumulator: Some(wide.map_or(Accumulator::Own, Accumulator::Wider)),
        subnormals: Some(Subnormals::Keep),
        ..Declared::default()
    };
    for count in 1..=factors.len() {
        let subject = Subject {
            format,
            factors: &factors[..count],
            earlier: (1..count).map(|n| results(n)[0]).collect(),
        };
        let right = results(count);
        for &bits in &right {
            // What one honest implementation gives is right, whether it declares how it works or not.
            assert!(subject.accepts(bits, &own), "{bits:#x} of {subject:x?} by {own:?}");
            assert!(subject.accepts(bits, &Declared::default()), "{bits:#x} of {subject:x?}");
        }
        sequential(&subject, right[0], own, distance);
        beyond(&subject, &right, own, distance);
    }
}

/// By prefix, all values of its product, as groupings in index order give them; the first is the sequential one. `None` if
/// they are many.
fn groupings<C: FloatConvert<A>, A: Float>(factors: &[u64]) -> Option<Vec<Vec<A>>> {
    let count = factors.len();
    // values[i][j]: of the factors i..=j.
    let mut values: Vec<Vec<Vec<A>>> = vec![vec![Vec::new(); count]; count];
    for (at, &bits) in factors.iter().enumerate() {
        values[at][at].push(stored::<C, A>(C::from_bits(bits.into())));
    }
    for length in 2..=count {
        for first in 0..=count - length {
            let last = first + length - 1;
            let mut found: Vec<A> = Vec::new();
            // The last split first: that of the sequential product.
            for split in (first..last).rev() {
                for &left in &values[first][split] {
                    for &right in &values[split + 1][last] {
                        let product = (left * right).value;
                        if !found.iter().any(|known| known.to_bits() == product.to_bits()) {
                            found.push(product);
                        }
                    }
                }
            }
            if found.len() > MOST_VALUES {
                return None;
            }
            values[first][last] = found;
        }
    }
    Some(values.into_iter().next().unwrap_or_default())
}

/// Rounded to another format.
fn stored<F: FloatConvert<T>, T: Float>(value: F) -> T {
    value.convert_r(Round::NearestTiesToEven, &mut false).value
}

/// The last element of a line.
#[derive(Debug)]
struct Subject<'a> {
    format: Format,
    factors: &'a [u64],
    /// Right results for the elements before it: the sequential ones.
    earlier: Vec<u64>,
}

impl Subject<'_> {
    /// Whether the oracle accepts a result; judging a line and explaining one element agree.
    fn accepts(&self, bits: u64, declared: &Declared) -> bool {
        let size = self.format.bytes();
        let bytes = |words: &[u64]| -> Vec<u8> {
            words.iter().flat_map(|word| word.to_le_bytes().into_iter().take(size)).collect()
        };
        let got = [&self.earlier[..], &[bits]].concat();
        let lines = Lines { outer: 1, n: got.len(), inner: 1 };
        let report = judge_lines(self.format, &bytes(self.factors), &bytes(&got), lines, declared)
            .unwrap_or_else(|error| panic!("{error}"));
        let last = report.first_wrong.as_ref().map(|wrong| wrong.index);
        assert!(last.is_none_or(|last| last + 1 == got.len()), "{report:?} of {self:x?} by {declared:?}");
        let expected =
            expected(self.format, self.factors, declared).unwrap_or_else(|error| panic!("{error}"));
        let accepted = report.wrong == 0;
        assert_eq!(accepted, expected.contains(bits), "{bits:#x} of {self:x?} by {declared:?}: {expected:?}");
        accepted
    }
}

/// With the order declared too, one result is right, and its neighbours are not.
fn sequential(subject: &Subject<'_>, right: u64, own: Declared, distance: u64) {
    let declared = Declared { order: Grouping::Fixed(Order::Sequential), ..own };
    assert!(subject.accepts(right, &declared), "{right:#x} of {subject:x?} by {declared:?}");
    if !subject.format.decode(right).is_nan() {
        for other in [right ^ 1, right ^ (distance | 1), right ^ subject.format.sign_bit()] {
            let other = other & (subject.format.sign_bit() | subject.format.magnitude_mask());
            assert!(!subject.accepts(other, &declared), "{other:#x} of {subject:x?} by {declared:?}");
        }
    }
}

/// What lies beyond the least and the greatest result is wrong, but for the exact product, rounded once.
fn beyond(subject: &Subject<'_>, right: &[u64], own: Declared, distance: u64) {
    let format = subject.format;
    let finite = |bits: &u64| *bits & format.magnitude_mask() < format.infinity_bits();
    if !subject.factors.iter().all(|bits| finite(bits) && bits & format.magnitude_mask() != 0) {
        return;
    }
    let numbers = || right.iter().filter(|bits| !format.decode(**bits).is_nan());
    let magnitudes = || numbers().map(|bits| bits & format.magnitude_mask());
    let (Some(low), Some(high), Some(first)) = (magnitudes().min(), magnitudes().max(), numbers().next())
    else {
        return;
    };
    let sign = first & format.sign_bit();
    let nearest = nearest(format, subject.factors);
    let steps = [1, 1 + distance];
    let below = steps.iter().filter_map(|step| low.checked_sub(*step));
    let above = steps.iter().map(|step| high + step).filter(|bits| *bits <= format.infinity_bits());
    for magnitude in below.chain(above).filter(|magnitude| *magnitude != nearest) {
        let bits = sign | magnitude;
        assert!(
            !subject.accepts(bits, &own),
            "{bits:#x} of {subject:x?} by {own:?}, between {low:#x} and {high:#x}"
        );
    }
    for magnitude in [low, high] {
        let bits = (sign ^ format.sign_bit()) | magnitude;
        assert!(!subject.accepts(bits, &own), "{bits:#x} of {subject:x?} by {own:?}");
    }
}

/// The magnitude bits of the exact product of finite factors, rounded once to nearest even.
fn nearest(format: Format, factors: &[u64]) -> u64 {
    let fraction_bits = format.precision() - 1;
    let mut product = BigUint::from(1_u8);
    let mut exponent: i64 = 0;
    for &bits in factors {
        let magnitude = bits & format.magnitude_mask();
        let (field, fraction) = (magnitude >> fraction_bits, magnitude & ((1 << fraction_bits) - 1));
        product *= if field == 0 { fraction } else { fraction | 1 << fraction_bits };
        exponent += field.max(1) as i64 - 1 + format.min_exp() - i64::from(fraction_bits);
    }
    let top = product.bits() as i64 - 1 + exponent;
    let unit = top.max(format.min_exp()) - i64::from(fraction_bits);
    let mut kept = product;
    if unit > exponent {
        let shift = (unit - exponent) as u64;
        let whole = &kept >> shift;
        let rest = &kept - (&whole << shift);
        let half = BigUint::from(1_u8) << (shift - 1);
        let up = rest > half || (rest == half && whole.bit(0));
        kept = whole + u8::from(up);
    } else {
        kept <<= (exponent - unit) as u64;
    }
    if unit + i64::from(fraction_bits) > format.max_exp() {
        return format.infinity_bits();
    }
    // A carry into the next binade is one into the exponent's field too.
    let field = (unit + i64::from(fraction_bits) - format.min_exp()) as u64;
    let kept = kept.iter_u64_digits().next().unwrap_or(0);
    ((field << fraction_bits) + kept).min(format.infinity_bits())
}
