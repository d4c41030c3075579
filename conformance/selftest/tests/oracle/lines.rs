//! Lines for the oracle's tests: adversarial and moderate ones, and honest products of them. What evaluates them shares no
//! arithmetic with the oracle; `arithmetic.rs` holds the oracle's against `rustc_apfloat`.

use crate::support::evaluate::{Evaluation, Evaluator, Random};
use crate::support::scans::{Carry::Each, Shape, Shape::Sequential, Size::Elements, Tiles, Totals::Scanned};
use ascertain::DType;
use ascertain_judge::oracle::Format;
use ascertain_selftest::faults::float::Float;

/// The factor of the environment variable `ORACLE_TEST_SCALE` on the number of random cases; 1 where it is not set.
pub(crate) fn scale() -> usize {
    std::env::var("ORACLE_TEST_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Blocks of 5, each continued by the product of those before.
pub(crate) const CHAINED_5: Shape =
    Shape::Tiles(&Tiles { size: Elements(5), inside: Sequential, totals: Scanned(Sequential), carry: Each });

/// A number from 0 to 1, without 1.
pub(crate) fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// The dtype of a format.
fn dtype(format: Format) -> DType {
    let dtypes = [DType::F16, DType::Bf16, DType::F32, DType::F64];
    let formats = [Format::F16, Format::BF16, Format::F32, Format::F64];
    dtypes[formats.iter().position(|one| *one == format).expect("a format of a dtype")]
}

/// The cumulative products of a line of bits, as an honest implementation has them.
pub(crate) fn products(format: Format, way: Evaluation, line: &[u64], random: &mut Random) -> Vec<u64> {
    let mut products = vec![0; line.len()];
    Evaluator::new(dtype(format), way, random).products(line, &mut products);
    products
}

/// The number that bits encode.
pub(crate) fn decode(format: Format, bits: u64) -> f64 {
    Float::get(dtype(format)).value(bits)
}

/// The bits of a number of the format.
pub(crate) fn encode(format: Format, x: f64) -> u64 {
    Float::get(dtype(format)).word(x)
}

/// The bits of the next larger magnitude with the same sign; infinity and NaN stay.
pub(crate) fn away_from_zero(format: Format, bits: u64) -> u64 {
    bits + u64::from(bits & format.magnitude_mask() < format.infinity_bits())
}

/// The bits of the next smaller magnitude with the same sign; zero and NaN stay.
pub(crate) fn toward_zero(format: Format, bits: u64) -> u64 {
    bits - u64::from((1..=format.infinity_bits()).contains(&(bits & format.magnitude_mask())))
}

/// A line made to break judges: one of a dozen characters, then specials sprinkled over some.
pub(crate) fn adversarial_line(format: Format, n: usize, random: &mut Random) -> Vec<u64> {
    let normal = 1u64 << (format.precision() - 1);
    let infinity = format.infinity_bits();
    let kind = random.below(12);
    let range = (format.max_exp() - format.min_exp()) as f64;
    let mut height = 0.0f64;
    let target = [0.0, 0.5, -0.5, 0.45, -0.45, 0.3][random.below(6)] * range;
    let mut line: Vec<u64> = (0..n)
        .map(|_| {
            let exponent_bits = |exponent: f64, random: &mut Random| {
                let field =
                    (exponent + format.max_exp() as f64).clamp(0.0, 2.0 * format.max_exp() as f64) as u64;
                field << (format.precision() - 1) | random.bits() & (normal - 1)
            };
            let bits = match kind {
                // Any bits at all.
                0 => random.bits() & format.magnitude_mask(),
                // Near one.
                1 | 2 => (infinity / 2).wrapping_add(random.bits() % normal).wrapping_sub(normal / 2),
                // Walks that hover about a height, the ends of the range among them.
                3..=5 => {
                    let step = (unit(random) - 0.5) * range * 0.25 + (target - height) * 0.2;
                    height += step.round();
                    exponent_bits(step.round(), random)
                }
                // Subnormals and what brings them back.
                6 => match random.below(3) {
                    0 => random.bits() % normal,
                    1 => infinity - 1 - random.bits() % (8 * normal),
                    _ => exponent_bits(unit(random) * 4.0 - 2.0, random),
                },
                // Powers of two.
                7 => exponent_bits(((unit(random) - 0.5) * 8.0).round(), random) & !(normal - 1),
                // Few significant bits: ties.
                8 => exponent_bits((unit(random) * 3.0 - 1.5).round(), random) & !((normal >> 3) - 1),
                // Long mantissas of ones and of a lonely last bit.
                9 => {
                    exponent_bits((unit(random) * 3.0 - 1.5).round(), random) & !(normal - 1)
                        | [1, 2, normal - 1, normal - 2, normal / 2, normal / 2 + 1][random.below(6)]
                }
                // Large and small by turns.
                10 => exponent_bits(unit(random) * range - range / 2.0, random),
                // Moderate.
                _ => exponent_bits(unit(random) * 6.0 - 3.0, random),
            };
            bits.min(infinity - 1)
        })
        .collect();
    if random.below(4) == 0 {
        for _ in 0..1 + random.below(2) {
            line[random.below(n)] = [0, 0, infinity, format.nan_bits()][random.below(4)];
        }
    }
    if random.below(2) == 0 {
        line.iter_mut().for_each(|bits| *bits |= if random.below(2) == 0 { format.sign_bit() } else { 0 });
    }
    line
}

/// Normal factors near one, so that nothing leaves the range.
pub(crate) fn moderate_line(format: Format, n: usize, random: &mut Random) -> Vec<u64> {
    let width = 6.0 / n as f64;
    (0..n)
        .map(|_| {
            let x = (unit(random) * 2.0 - 1.0) * width.min(1.0);
            let sign = if random.below(2) == 0 { -1.0 } else { 1.0 };
            let normal = 1 << (format.precision() - 1);
            let bits = encode(Format::F64, x.exp2());
            // Cut, then a last bit at random: tie-prone and not.
            let bits =
                if format == Format::F64 { bits } else { encode(format, cut(format, f64::from_bits(bits))) };
            let bits = bits ^ (random.bits() & (normal - 1) & 7);
            if sign < 0.0 { bits | format.sign_bit() } else { bits }
        })
        .collect()
}

/// A number cut to the significant bits of the format.
pub(crate) fn cut(format: Format, x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1u64 << (53 - format.precision())) - 1))
}

/// Little-endian bytes of elements.
pub(crate) fn bytes(format: Format, elements: &[u64]) -> Vec<u8> {
    elements.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(format.bytes())).collect()
}

/// The length of a random line: mostly short, some of 257 and more.
pub(crate) fn random_length(random: &mut Random) -> usize {
    match random.below(16) {
        0..=6 => 1 + random.below(8),
        7..=11 => 1 + random.below(40),
        12..=14 => 1 + random.below(130),
        _ => 257 + random.below(300),
    }
}
