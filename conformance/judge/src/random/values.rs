//! Random elements that break implementations: zeros, infinities and NaN, products near the ends of the range, on ties
//! and beside powers of two, lines that one factor decides, integers that wrap.
//!
//! With independent factors, a cumulative product soon leaves the range. So most kinds of values here steer the running
//! product of each line, and long lines stay inside it.

use super::Source;
use crate::oracle::{Format, Lines};
use ascertain::DType;
use ascertain::dtype::Class;

/// How the elements of one tensor are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// 1, 2, 0.5, 3 and their negatives: products that are exact for long.
    Simple,
    /// Magnitudes about 1, the running product steered to stay about 1.
    About(Walk),
    /// Significands of few bits, so that products fall on or beside ties.
    Ties,
    /// Pairs of factors whose product is on a power of two or just beside it: rounding carries into the next binade.
    Carries,
    /// Ones and powers of two, and about two other factors a line, so that nothing but these rounds.
    Sparse,
    /// Powers of two over the whole range, subnormal ones too.
    Powers,
    /// Any bits at all.
    Bits,
}

/// Where a running product is steered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    One,
    Overflow,
    Underflow,
}

/// Fills `bytes`, elements of `dtype`, as one line.
pub fn fill(source: &mut Source, dtype: DType, bytes: &mut [u8]) {
    let n = bytes.len() / dtype.size();
    fill_lines(source, dtype, bytes, Lines { outer: 1, n, inner: 1 });
}

/// Fills `bytes`, elements of `dtype` in row-major order, which are the factors of these lines.
pub fn fill_lines(source: &mut Source, dtype: DType, bytes: &mut [u8], lines: Lines) {
    source.values(|source| match dtype.class() {
        Class::Float => fill_floats(source, dtype, bytes, lines),
        Class::Signed | Class::Unsigned => fill_integers(source, dtype, bytes, lines),
        Class::Bool => bytes.iter_mut().for_each(|byte| *byte = (source.bits() & 1) as u8),
        Class::Complex => fill_bits(source, bytes),
    });
}

/// Fills `bytes` with random bits.
pub fn fill_bits(source: &mut Source, bytes: &mut [u8]) {
    source.values(|source| {
        let (words, rest) = bytes.as_chunks_mut();
        words.iter_mut().for_each(|word| *word = source.bits().to_le_bytes());
        if !rest.is_empty() {
            rest.copy_from_slice(&source.bits().to_le_bytes()[..rest.len()]);
        }
    });
}

/// The format of a dtype of class float.
pub(crate) fn float(dtype: DType) -> Format {
    Format::ieee(dtype.exponent_bits(), dtype.precision())
}

/// The binary logarithm of `1.fraction`, to some 1 %: a parabola through its ends and its middle.
fn logarithm(format: Format, fraction: u64) -> f64 {
    let fraction = fraction & (format.least_normal_bits() - 1);
    // The fraction as that of an f64 in [1, 2).
    let x = f64::from_bits(0x3ff << 52 | fraction << (52 - format.fraction_bits())) - 1.0;
    x * (1.34 - 0.34 * x)
}

/// A zero, an infinity, a NaN, or a number at an end of the range.
fn special_word(format: Format, source: &mut Source) -> u64 {
    let sign = if source.bits() & 1 == 1 { format.sign_bit() } else { 0 };
    let (infinity, least_normal) = (format.infinity_bits(), format.least_normal_bits());
    let magnitude = match source.weighted(&[6, 4, 4, 1, 2, 2, 2, 2]) {
        0 => 0,
        1 => infinity,
        2 => format.nan_bits(),
        // A signalling NaN.
        3 => infinity | 1,
        4 => 1,
        5 => least_normal - 1,
        6 => least_normal,
        _ => infinity - 1,
    };
    sign | magnitude
}

fn fill_floats(source: &mut Source, dtype: DType, bytes: &mut [u8], lines: Lines) {
    if bytes.is_empty() {
        return;
    }
    let float = float(dtype);
    let strategy = match source.weighted(&[18, 28, 8, 8, 12, 8, 6, 6, 6]) {
        0 => Strategy::Simple,
        1 => Strategy::About(Walk::One),
        2 => Strategy::About(Walk::Overflow),
        3 => Strategy::About(Walk::Underflow),
        4 => Strategy::Ties,
        5 => Strategy::Sparse,
        6 => Strategy::Carries,
        7 => Strategy::Powers,
        _ => Strategy::Bits,
    };
    // Specials drown everything after them, so most tensors have none and the others few: so many in 2^16.
    let percent = (1 << 16) / 100;
    let rare = ((1 << 16) / lines.n).max(1);
    let special =
        if source.chance(22) { source.pick(&[2 * percent, 5 * percent, 25 * percent, rare]) } else { 0 };
    let target = match strategy {
        Strategy::About(Walk::Overflow) => float.bias() - 1,
        Strategy::About(Walk::Underflow) => 1 - float.bias(),
        _ => 0,
    };
    let start = Product { float, target: target as f64, level: 0.0, open: None, top: false };
    let word = |source: &mut Source, product: &mut Product, index: usize| {
        if special > 0 && source.below(1 << 16) < special {
            return special_word(float, source);
        }
        let random = source.bits();
        match strategy {
            Strategy::Simple => product.simple(random),
            Strategy::About(_) if index == 0 => product.factor(random, target, random >> 8),
            Strategy::About(_) => product.factor_back(random, random >> 8),
            Strategy::Ties => product.tie(random),
            Strategy::Carries => product.carry(random),
            Strategy::Sparse => product.sparse(random, lines.n),
            Strategy::Powers => product.power(random),
            Strategy::Bits => random,
        }
    };
    match float.bytes() {
        2 => fill_words::<2>(source, bytes, lines, start, word),
        4 => fill_words::<4>(source, bytes, lines, start, word),
        _ => fill_words::<8>(source, bytes, lines, start, word),
    }
}

/// Fills elements of `SIZE` bytes with words that hang on the product of the line before them and their index.
fn fill_words<const SIZE: usize>(
    source: &mut Source,
    bytes: &mut [u8],
    lines: Lines,
    start: Product,
    word: impl Fn(&mut Source, &mut Product, usize) -> u64,
) {
    let (elements, _) = bytes.as_chunks_mut::<SIZE>();
    let mut products = vec![start; lines.inner];
    for block in elements.chunks_exact_mut(lines.n * lines.inner) {
        products.fill(start);
        for (index, row) in block.chunks_exact_mut(lines.inner).enumerate() {
            for (product, element) in products.iter_mut().zip(row) {
                element.copy_from_slice(&word(source, product, index).to_le_bytes()[..SIZE]);
            }
        }
    }
}

/// The running product of a line, which is steered.
#[derive(Clone, Copy)]
struct Product {
    float: Format,
    /// The binary logarithm that it is steered to, and its own, approximately.
    target: f64,
    level: f64,
    /// Exponent and significand of a factor that waits for one that brings the product to a power of two.
    open: Option<(i64, u64)>,
    /// Whether the last pair led to the greatest number.
    top: bool,
}

impl Product {
    /// Whether a factor below 1 leads back to the target, and not one above.
    fn beyond(&self, random: u64) -> bool {
        self.level > self.target || (self.level == self.target && random & 1 == 0)
    }

    /// The word of a factor in [0.5, 1) or in [1, 2), whichever leads back to the target.
    fn factor_back(&mut self, random: u64, fraction: u64) -> u64 {
        let exponent = -i64::from(self.beyond(random));
        self.factor(random, exponent, fraction)
    }

    /// The word of a factor, whose sign is the highest of the random bits.
    fn factor(&mut self, random: u64, exponent: i64, fraction: u64) -> u64 {
        self.level += exponent as f64 + logarithm(self.float, fraction);
        self.float.word(random >> 63 == 1, exponent, fraction)
    }

    fn simple(&mut self, random: u64) -> u64 {
        let three = u64::from(random & 0x70 == 0) << (self.float.fraction_bits() - 1);
        self.factor(random, self.step(random), three)
    }

    /// A small exponent that does not lead far from 1.
    fn step(&self, random: u64) -> i64 {
        let step = [0, 0, 1, -1][(random & 3) as usize];
        if self.level.abs() > 6.0 { -i64::from(self.beyond(random)) } else { step }
    }

    fn tie(&mut self, random: u64) -> u64 {
        let few = 1 << (random & 31).min(u64::from(self.float.fraction_bits()) - 1);
        let middle = u64::from(random & 64 == 0) << (self.float.fraction_bits() / 2);
        self.factor_back(random, few | middle)
    }

    /// Any factor, then the one that brings the product to a power of two, or to the number before it or behind it. A few
    /// pairs lead beyond the greatest number, but not as far as where products round to infinity.
    fn carry(&mut self, random: u64) -> u64 {
        let one = 1 << self.float.fraction_bits();
        match self.open.take() {
            None => {
                let back = if core::mem::take(&mut self.top) { self.float.bias() - 2 } else { 0 };
                let (exponent, fraction) = (self.step(random) - back, (random >> 8) & (one - 1));
                self.open = Some((exponent, one | fraction));
                self.float.word(random >> 63 == 1, exponent, fraction)
            }
            Some((exponent, significand)) if random & 0x1f0 == 0 && exponent >= 0 => {
                // The product of the significands, whose greatest is just below 2: half a unit more than that.
                let infinite = (1_u128 << (2 * self.float.fraction_bits() + 1)) - (u128::from(one) >> 1);
                let other = ((infinite - 1) / u128::from(significand)) as u64;
                self.top = true;
                self.float.word(random >> 63 == 1, self.float.bias() - exponent, other)
            }
            Some((exponent, significand)) => {
                let whole =
                    ((1_u128 << (2 * self.float.fraction_bits() + 1)) / u128::from(significand)) as u64;
                // The quotient is rounded down; a significand of 2 is a 1 of the next exponent.
                let other = (whole + (random & 3)).saturating_sub(1).clamp(one, 2 * one);
                self.float.word(random >> 63 == 1, i64::from(other == 2 * one) - exponent - 1, other)
            }
        }
    }

    fn sparse(&mut self, random: u64, n: usize) -> u64 {
        // Two places of `n`, by 24 of the random bits.
        let other = ((random >> 8) & 0xff_ffff) * (n as u64) < 2 << 24;
        let fraction = if other { random.rotate_left(32) } else { 0 };
        self.factor(random, self.step(random), fraction)
    }

    fn power(&mut self, random: u64) -> u64 {
        let reach = (self.float.bias() + i64::from(self.float.fraction_bits())) as u64;
        let step = (random % (2 * reach)) as i64 - reach as i64;
        // Half of them lead back towards 1.
        let exponent = if random >> 62 & 1 == 0 { step } else { -self.level as i64 };
        let word = self.factor(random, exponent, 0);
        self.level = self.level.clamp(-self.float.bias() as f64, self.float.bias() as f64);
        word
    }
}

fn fill_integers(source: &mut Source, dtype: DType, bytes: &mut [u8], lines: Lines) {
    let size = dtype.size();
    let top = 1 << (size * 8 - 1);
    // An even factor in a few lets every product of a long line vanish.
    let odd = lines.n > 64 && source.chance(80);
    let strategy = if odd { source.weighted(&[30, 70]) } else { source.weighted(&[40, 35, 10, 15]) };
    let (small, ends) =
        ([1, if odd { 9 } else { 2 }, 3, 5, u64::MAX, 1, 7, 1], [1, top, top - 1, u64::MAX, 0, 2, 1, 1]);
    for element in bytes.chunks_exact_mut(size) {
        let random = source.bits();
        let word = match strategy {
            0 => small[(random & 7) as usize],
            // Odd numbers have inverses, so that no product vanishes however long the line.
            1 => random | 1,
            2 => ends[(random & 7) as usize],
            _ => random,
        };
        element.copy_from_slice(&word.to_le_bytes()[..size]);
    }
}
