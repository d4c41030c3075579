//! Lines of factors on which the usual ways of multiplying differ.
//!
//! Short ones come first: they rule out most candidates, and the long ones cost time for each that is left.

use crate::oracle::{Float, Format, Mag, Magnitude};
use crate::random::Source;

/// A line and what it is for.
pub(super) struct Crafted {
    /// In a few words, as part of an id.
    pub(super) name: String,
    /// The factors' bits.
    pub(super) factors: Vec<u64>,
}

/// Longest line: more than twice the longest block that is known by name.
const LONGEST: usize = 12_000;

/// The lines for a compute format.
pub(super) fn lines(format: Format) -> Vec<Crafted> {
    let mut lines = tiny(format);
    lines.extend(ladders(format, 600));
    for (at, length) in [3, 4, 5, 7, 9, 17, 33, 40, 65, 70, 129, 140, 257, 300].into_iter().enumerate() {
        lines.push(roundings(format, at as u64, length));
    }
    lines.extend(ladders(format, usize::MAX).into_iter().filter(|line| line.factors.len() > 600));
    for ramp in [11, 21, 43, 85, 170, 341, 683, 1365, 2731, 5461] {
        lines.extend(ramps(format, ramp));
    }
    for (at, length) in [600, 1100, 2100, 4200, 9000].into_iter().enumerate() {
        lines.push(roundings(format, 100 + at as u64, length));
    }
    lines
}

/// `±sig * 2^(exp - 63)` in the format.
fn number(format: Format, negative: bool, exp: i64, fraction: u64) -> u64 {
    let mag = Mag { exp, sig: 1 << 63 | fraction >> 1 };
    format.encode(Float { negative, magnitude: Magnitude::Finite(mag) })
}

fn power(format: Format, exp: i64) -> u64 {
    number(format, false, exp, 0)
}

/// Products and factors below the least normal number.
fn tiny(format: Format) -> Vec<Crafted> {
    let least = format.min_exp();
    let line = |name: &str, factors: Vec<u64>| Crafted { name: name.to_owned(), factors };
    let half = 1 << 63;
    vec![
        line("tiny-product", vec![power(format, least), power(format, -1), power(format, 2)]),
        line(
            "tiny-product-in-part",
            vec![number(format, true, least, half), power(format, -1), power(format, -1), power(format, 4)],
        ),
        line("tiny-factor", vec![power(format, 1), power(format, least - 2), power(format, 6)]),
        line("tiny-first-factor", vec![power(format, least - 1), power(format, 0), power(format, 6)]),
    ]
}

/// The formats whose range partial products may have.
fn ranges(format: Format) -> impl Iterator<Item = Format> {
    let wider = [Format::F32, Format::F64, Format::X87].into_iter();
    core::iter::once(format).chain(wider.filter(move |wide| wide.holds(format) && *wide != format))
}

/// Up beyond the range of each accumulator and back, and down and back: those that recover are wider.
fn ladders(format: Format, at_most: usize) -> Vec<Crafted> {
    let mut lines = Vec::new();
    for range in ranges(format) {
        for (up, name) in [(true, "overflow"), (false, "underflow")] {
            // A step whose inverse is a normal number too.
            let step = if up { -format.min_exp() } else { format.min_exp() };
            let end = if up { range.max_exp() + 1 } else { range.tiny_exp() - 1 };
            let count = (end / step) as usize + 1;
            if 2 * count > at_most {
                continue;
            }
            let there = core::iter::repeat_n(power(format, step), count);
            let back = core::iter::repeat_n(power(format, -step), count);
            let name = format!("{name}-of-{range}-then-recovery");
            lines.push(Crafted { name, factors: there.chain(back).collect() });
        }
    }
    lines
}

/// Factors of random significands, the running product about 1: every rounding counts.
fn roundings(format: Format, seed: u64, length: usize) -> Crafted {
    let mut source = Source::new(0x6f62_7365_7276_6521, seed);
    let mut level = 0.0;
    let factor = |_| {
        let (fraction, sign) = (source.bits(), source.chance(50));
        let exp = if level > 0.0 { -1 } else { 0 };
        level += f64::from(exp) + (1.0 + fraction as f64 / 2f64.powi(64)).log2();
        number(format, sign, exp.into(), fraction)
    };
    Crafted { name: format!("{length}-roundings"), factors: (0..length).map(factor).collect() }
}

/// Powers of two that climb from one end of each accumulator's range to the other in `ramp` steps, and down again.
/// A block of more than half the steps leaves the range by itself, where one product after the other stays in it.
fn ramps(format: Format, ramp: usize) -> Vec<Crafted> {
    let mut lines = Vec::new();
    for range in ranges(format) {
        let height = range.max_exp() * 31 / 32 - 1;
        // Steps and their inverses are normal numbers.
        if 2 * height / ramp as i64 >= -format.min_exp() {
            continue;
        }
        let level = |i: usize| {
            // From the middle down, up, and down to the middle: every part at `2 * height / ramp` a step.
            let (i, half) = (i as i64, ramp as i64 / 2);
            let slope = |steps: i64| steps * 2 * height / ramp as i64;
            if i <= half {
                -slope(i)
            } else if i <= half + ramp as i64 {
                slope(i - half) - slope(half)
            } else {
                slope(ramp as i64) - slope(half) - slope(i - half - ramp as i64)
            }
        };
        let length = (2 * ramp + ramp / 2).min(LONGEST);
        let factors = (1..=length).map(|i| power(format, level(i) - level(i - 1))).collect();
        lines.push(Crafted { name: format!("ramps-of-{ramp}-through-{range}"), factors });
    }
    lines
}
