//! Wrong carries: lines scanned tile by tile, where the product of the tiles before is lost or wrong.

use super::elements::{self, Change};
use super::facts::Line;
use super::named::dtype;
use crate::faults::float::Float;
use crate::faults::lines::times;
use ascertain::DType;
use serde::Deserialize;

/// What is wrong with the product of the tiles before.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Carry {
    /// It is not multiplied in.
    Lost,
    /// It is multiplied in twice.
    Twice,
    /// It is multiplied in twice where it goes into the carry of the next tile.
    Again,
    /// It is not multiplied into the last tile, if that is not whole.
    LostAtEnd,
    /// It lacks the last factor of the tile before.
    Short,
    /// It has the first factor of this tile too.
    Long,
    /// It is the product of the tile before alone.
    TileBefore,
    /// It is the product of the first tile, for all.
    FirstTile,
    /// It is the carry of the tile before.
    Late,
    /// It is changed.
    Changed(Change),
    /// Zero is not multiplied in, as if there were none.
    ZeroSkipped,
    /// It is the last product of the line before.
    LineBefore,
    /// It is the last product of the line before along the dimensions before dim, which goes on likewise.
    OuterBefore,
    /// The last tile, if it is not whole, is moved back to end with the line: factors of both count twice.
    Overlapping,
    /// It is missing from the first element of the tile alone.
    NotFirst,
    /// It is missing from the last element of the tile alone.
    NotLast,
    /// The tile before was multiplied again after it was overwritten.
    Rescanned,
    /// What it is multiplied with, the products inside the tile, went through a narrower dtype.
    OntoNarrow(#[serde(deserialize_with = "dtype")] DType),
}

/// Multiplies tile by tile; from tile `first` on what is carried is wrong. Where nothing comes of that, nothing changes.
pub(super) fn scan(line: &mut Line<'_>, size: usize, first: usize, carry: Carry) {
    let (dtype, n) = (line.dtype, line.factors.len());
    let size = if size == 0 { n } else { size.min(n) };
    if let Carry::OntoNarrow(narrow) = carry {
        return onto_narrow(line, size, first, narrow);
    }
    if matches!(carry, Carry::Overlapping) {
        return overlapping(line, size);
    }
    let rightly = line.products.to_vec();
    let mut wrongly: Option<u64> = None;
    let from_before = matches!(carry, Carry::LineBefore | Carry::OuterBefore);
    for tile in first.max(usize::from(!from_before))..n.div_ceil(size) {
        let (start, end) = (tile * size, n.min((tile + 1) * size));
        let before = if tile == 0 { None } else { Some(rightly[start - 1]) };
        let carried = match before {
            Some(before) => carry.carried(line, &rightly, wrongly, tile, size, before),
            None if matches!(carry, Carry::OuterBefore) => line.outer,
            None => line.before,
        };
        if let (Carry::Rescanned | Carry::Again, Some(carried)) = (carry, carried) {
            wrongly = Some(carried);
        }
        if !matches!(carry, Carry::NotFirst | Carry::NotLast) && carried == before {
            continue;
        }
        let mut product = carried;
        for (k, &factor) in line.factors.iter().enumerate().take(end).skip(start) {
            let next = product.map_or(factor, |product| times(dtype, product, factor));
            line.products[k] = match carry {
                Carry::NotFirst if k > start => rightly[k],
                Carry::NotLast if k + 1 < end => rightly[k],
                _ => next,
            };
            product = Some(next);
        }
    }
}

/// Multiplies the last `size` elements onto the product of the whole tiles before, if they are not a whole tile.
fn overlapping(line: &mut Line<'_>, size: usize) {
    let n = line.factors.len();
    if n <= size || n.is_multiple_of(size) {
        return;
    }
    let mut product = line.products[n / size * size - 1];
    for (place, &factor) in line.products.iter_mut().zip(line.factors).skip(n - size) {
        product = times(line.dtype, product, factor);
        *place = product;
    }
}

/// Multiplies each tile in f64, rounds its products to a narrower dtype, and multiplies what is before the tile into them.
fn onto_narrow(line: &mut Line<'_>, size: usize, first: usize, narrow: DType) {
    let (Some(format), narrow) = (Float::of(line.dtype), Float::get(narrow)) else { return };
    let (mut before, mut product) = (1.0, 1.0);
    for (at, (&factor, place)) in line.factors.iter().zip(line.products.iter_mut()).enumerate() {
        if at > 0 && at % size == 0 {
            (before, product) = (before * product, 1.0);
        }
        product *= format.value(factor);
        if at >= first * size {
            *place = format.word(format.round(before * narrow.round(product)));
        }
    }
}

impl Carry {
    /// The wrong carry into a tile; none where there is none.
    fn carried(
        self,
        line: &Line<'_>,
        rightly: &[u64],
        wrongly: Option<u64>,
        tile: usize,
        size: usize,
        before: u64,
    ) -> Option<u64> {
        let (dtype, start) = (line.dtype, tile * size);
        let float = Float::of(dtype);
        let sign = 1 << (dtype.bits() - 1);
        let product = |factors: &[u64]| factors.iter().copied().reduce(|a, b| times(dtype, a, b));
        match self {
            Self::Lost | Self::NotFirst | Self::NotLast => None,
            Self::Twice => Some(times(dtype, before, before)),
            Self::Again => {
                let total = product(&line.factors[start - size..start])?;
                Some(wrongly.map_or(total, |wrongly| times(dtype, times(dtype, wrongly, wrongly), total)))
            }
            Self::LostAtEnd => (start + size <= line.factors.len()).then_some(before),
            Self::Short => start.checked_sub(2).map(|at| rightly[at]),
            Self::Long => Some(times(dtype, before, line.factors[start])),
            Self::TileBefore => product(&line.factors[start - size..start]),
            Self::FirstTile => Some(rightly[size - 1]),
            Self::Late => start.checked_sub(size + 1).map(|at| rightly[at]),
            Self::Changed(change) => Some(elements::changed(dtype, change, before)),
            Self::OntoNarrow(_) | Self::Overlapping => Some(before),
            Self::ZeroSkipped => (before & !sign != 0 || float.is_none() && before != 0).then_some(before),
            Self::LineBefore | Self::OuterBefore => Some(before),
            Self::Rescanned => {
                // The tile holds products, not factors, when its total is taken.
                let total = product(&rightly[start - size..start])?;
                Some(wrongly.map_or(total, |wrongly| times(dtype, wrongly, total)))
            }
        }
    }
}
