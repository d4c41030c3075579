//! The elements of fixed calls: a function of their index, chosen so that an error at any element shows.
//!
//! Each prefix of a line of floats is a power of two, another one at every index and in every line, so that a factor that is
//! left out, read twice or taken from a neighbour changes it; as such products are exact, one value alone is right. Factors
//! of integers are odd and none is 1, so that no product vanishes.

use super::super::lines_along;
use super::set;
use crate::from_toml::words;
use crate::operator::{patterned_view, zeros};
use crate::oracle::Lines;
use crate::random::values::float;
use ascertain::dtype::Class;
use ascertain::{DType, Layout, Tensor};

/// What the elements of a call are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Fill {
    /// Lines that walk from power to power.
    #[default]
    Walked,
    /// The same with other numbers for each length.
    AnotherLine,
    /// The same along the first dimension, but every second line of floats goes from end to end of f16, and two factors of
    /// each 1,024 need bits that others do not: whoever keeps the products of a block in f16, or rounds them there, shows.
    Reaching,
    /// A line for each index beside the end of a tile, with one factor 3 there between ones: whoever drops or doubles that
    /// factor, or reads it too late, has 1 or 9 for 3.
    OneFactor,
    /// Lines of ones with two other factors, the first and one beside the end of a tile. Both have all their bits, so that
    /// each product is the factor, or is rounded once: whoever keeps fewer bits between tiles, or rounds otherwise there,
    /// shows.
    TwoFactors,
    /// Lines of ones that begin with the least number and have one -1: the product wraps to the least number again.
    LeastByMinusOne,
}

words!(Fill {
    "walked" => Walked, "another-line" => AnotherLine, "reaching" => Reaching, "one-factor" => OneFactor,
    "two-factors" => TwoFactors, "least-by-minus-one" => LeastByMinusOne
});

impl Fill {
    /// Whether a dtype has such elements.
    pub(super) fn fits(self, dtype: DType) -> bool {
        match self {
            Self::TwoFactors => dtype.class() == Class::Float,
            Self::LeastByMinusOne => dtype.class() == Class::Signed,
            _ => true,
        }
    }

    /// A plain tensor of these elements, for lines along dim.
    pub(super) fn tensor(self, dtype: DType, shape: &[usize], dim: usize) -> Tensor {
        match self {
            Self::Walked => filled_along(dtype, shape, dim, |line, index| factor(dtype, line, index, |_| 0)),
            Self::AnotherLine => {
                let n = shape[dim];
                filled_along(dtype, shape, dim, |_, index| factor(dtype, n, index, |_| 0))
            }
            Self::Reaching => filled_along(dtype, shape, dim, |line, index| reaching(dtype, line, index)),
            Self::OneFactor => {
                let places = beside(&[1, 8, 16, 32, 64, 100, 128, 256, 512, 1000, 1024]);
                let (one, three) = (number(dtype, 1), number(dtype, 3));
                filled_along(dtype, shape, dim, |line, at| if at == places[line] { three } else { one })
            }
            Self::TwoFactors => {
                let places = beside(&[8, 16, 32, 64, 128, 256, 512, 1024]);
                filled_along(dtype, shape, dim, |line, at| {
                    let is_full = at == 0 || at == places[line];
                    if is_full { full(dtype, line * shape[dim] + at) } else { number(dtype, 1) }
                })
            }
            Self::LeastByMinusOne => {
                let (least, _) = dtype.integer_range().unwrap_or_default();
                filled_along(dtype, shape, dim, |line, at| match at {
                    0 => number(dtype, least),
                    at if at == [1, 8, 16, 32, 64, 128][line] => number(dtype, -1),
                    _ => number(dtype, 1),
                })
            }
        }
    }

    /// A view of this layout with these elements. Where they share places, the storage is one line, so that windows of it
    /// walk as well.
    pub(super) fn view(self, dtype: DType, layout: Layout, dim: usize) -> Option<Tensor> {
        let mut places: Vec<usize> = layout.positions().collect();
        places.sort_unstable();
        places.dedup();
        let elements = places.last()? + 2;
        if places.len() < layout.count() {
            return Tensor::view(dtype, layout, self.tensor(dtype, &[elements], 0).into_storage()).ok();
        }
        let plain = self.tensor(dtype, layout.shape(), dim);
        let mut tensor = patterned_view(dtype, layout, elements);
        tensor.set_elements(plain.storage());
        Some(tensor)
    }
}

/// The ends of tiles and their neighbours.
fn beside(tiles: &[usize]) -> Vec<usize> {
    tiles.iter().flat_map(|&end| [end - 1, end, end + 1]).collect()
}

/// A number from 1 to 2 that needs all bits.
pub(super) fn full(dtype: DType, at: usize) -> u64 {
    float(dtype).word(false, 0, scrambled(at, 0) | 1)
}

/// A line of ones past the end of a buffer of 128, with few other factors: every dtype holds all the products.
pub(super) fn few_factors(dtype: DType) -> Tensor {
    let mut input = zeros(dtype, &[129]);
    set(&mut input, |at| match at {
        5 | 66 | 126 => number(dtype, 3),
        31 | 127 => number(dtype, 2),
        _ => number(dtype, 1),
    });
    input
}

/// The word of a small number.
pub(super) fn number(dtype: DType, value: i128) -> u64 {
    if dtype.is_float() { float(dtype).toward_zero(value) } else { value as u64 }
}

fn reaching(dtype: DType, line: usize, index: usize) -> u64 {
    let far = line % 2 == 1;
    let wave = |index| if far { (index as i64 % 72 - 36).abs() / 2 - 9 } else { 0 };
    let word = factor(dtype, line, index, wave);
    if !far || !dtype.is_float() || index % 512 != 5 {
        return word;
    }
    // Near a power of two, so that many of them do not lead far.
    let bits = (1 << (dtype.precision() / 2)) - 1;
    word | scrambled(line, index) & bits | 1
}

fn filled_along(dtype: DType, shape: &[usize], dim: usize, word: impl Fn(usize, usize) -> u64) -> Tensor {
    let mut tensor = zeros(dtype, shape);
    let Lines { n, inner, .. } = lines_along(dim as i64, &tensor);
    let (mut first, mut index, mut column) = (0, 0, 0);
    set(&mut tensor, |_| {
        let word = word(first + column, index);
        column += 1;
        if column == inner {
            (index, column) = (index + 1, 0);
        }
        if index == n {
            (first, index) = (first + inner, 0);
        }
        word
    });
    tensor
}

/// The word of a factor.
fn factor(dtype: DType, line: usize, index: usize, wave: impl Fn(usize) -> i64) -> u64 {
    let random = scrambled(line, index);
    if !dtype.is_float() {
        let odd = random | 1;
        // Neither 1 nor -1, in 8 bits too.
        return if matches!(odd as u8, 1 | 0xff) { odd ^ 6 } else { odd };
    }
    // Prefixes are 2^-4 to 2^4, times those of the wave; a factor is the quotient of two.
    let level = |index| (scrambled(line, index) >> 32) as i64 % 9 - 4 + wave(index);
    let exponent = level(index) - if index == 0 { 0 } else { level(index - 1) };
    float(dtype).word(exponent == 0 || random & 1 == 1, exponent, 0)
}

/// A number that a line and an index make, like none near it (the finaliser of murmur3).
fn scrambled(line: usize, index: usize) -> u64 {
    let x = (line as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (index as u64 + 1);
    let x = (x ^ x >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let x = (x ^ x >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}
