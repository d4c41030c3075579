//! What a call of a cumulative product is, and its lines.

use crate::faults::float::Float;
use crate::faults::lines::{converted, dim, in_place, lines, set_words, tensor, times, words};
use ascertain::call::Invocation;
use ascertain::{DType, Tensor};
use ascertain_judge::oracle::Lines;
use serde::Deserialize;

/// A valid call.
pub(crate) struct Facts<'a> {
    pub(crate) call: &'a Invocation,
    pub(crate) input: &'a Tensor,
    /// The dtype that is computed in.
    pub(crate) dtype: DType,
    pub(crate) dim: usize,
    pub(crate) lines: Lines,
    pub(crate) in_place: bool,
}

/// Numbers from a least to a greatest one: `[97, 128]`, or without an end: `[33]`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Vec<usize>")]
pub(crate) struct Span(pub(super) usize, pub(super) usize);

impl TryFrom<Vec<usize>> for Span {
    type Error = &'static str;

    fn try_from(ends: Vec<usize>) -> Result<Self, Self::Error> {
        match ends[..] {
            [least] => Ok(Self(least, usize::MAX)),
            [least, greatest] if least <= greatest => Ok(Self(least, greatest)),
            _ => Err("expected [least] or [least, greatest]"),
        }
    }
}

impl Span {
    pub(super) fn holds(self, number: usize) -> bool {
        (self.0..=self.1).contains(&number)
    }
}

/// Which elements of a line, or which lines of a tensor in row-major order of their first elements, counted from 0.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum At {
    #[default]
    All,
    Range(Span),
    /// The first of every tile but the first.
    Starts(usize),
    /// The last of every whole tile.
    Ends(usize),
    /// The last tile, if it is not whole, and there are others.
    Partial(usize),
    /// The last one.
    Last,
    /// Elements from the first factor of this kind on.
    Since(Special),
    /// Elements after the first factor of this kind.
    After(Special),
}

/// A kind of factor.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Special {
    Zero,
    Nan,
}

impl At {
    pub(super) fn holds(self, at: usize, n: usize) -> bool {
        match self {
            Self::All => true,
            Self::Range(span) => span.holds(at),
            Self::Starts(tile) => at > 0 && at.is_multiple_of(tile),
            Self::Ends(tile) => at % tile == tile - 1,
            Self::Partial(tile) => n > tile && at >= n / tile * tile,
            Self::Last => at + 1 == n,
            Self::Since(_) | Self::After(_) => false,
        }
    }

    /// The same, where the line's factors do not decide.
    pub(super) fn of_line(self, line: &Line<'_>) -> Self {
        let Some(format) = Float::of(line.dtype) else { return self };
        let (special, after) = match self {
            Self::Since(special) => (special, 0),
            Self::After(special) => (special, 1),
            _ => return self,
        };
        let is = |word: &u64| match special {
            Special::Zero => format.value(*word) == 0.0,
            Special::Nan => format.value(*word).is_nan(),
        };
        let first = line.factors.iter().position(is);
        Self::Range(Span(first.map_or(usize::MAX, |at| at + after), usize::MAX))
    }
}

/// One line.
pub(crate) struct Line<'a> {
    pub(crate) dtype: DType,
    pub(crate) factors: &'a [u64],
    pub(crate) products: &'a mut [u64],
    /// The last product of the line before; none for the first line.
    pub(crate) before: Option<u64>,
    /// The last changed product of the line before along the dimensions before dim, if there is one.
    pub(crate) outer: Option<u64>,
    /// The length of the tensor's last dimension.
    pub(crate) last: usize,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(call: &'a Invocation, right: &Tensor) -> Option<Self> {
        let input = tensor(call, "input")?;
        let shape = input.shape();
        if input.layout().count() == 0 || right.shape() != shape {
            return None;
        }
        let dim = match shape {
            [] => 0,
            _ => dim(call, shape.len()).filter(|dim| *dim < shape.len())?,
        };
        Some(Self {
            call,
            input,
            dtype: right.dtype(),
            dim,
            lines: lines(shape, Some(dim)),
            in_place: in_place(call),
        })
    }

    pub(crate) fn out(&self) -> Option<&'a Tensor> {
        tensor(self.call, if self.in_place { "input" } else { "out" })
    }

    /// The answer with some lines changed.
    pub(super) fn change(
        &self,
        which: At,
        right: &Tensor,
        mut change: impl FnMut(&mut Line<'_>),
    ) -> Option<Tensor> {
        let count = self.lines.count();
        let chosen = (0..count).any(|line| which.holds(line, count));
        if !chosen {
            return None;
        }
        let factors = converted(&words(self.input), self.input.dtype(), self.dtype);
        self.rewrite(which, &factors, right, &mut change)
    }

    /// The answer with factors converted otherwise, multiplied in sequence. `convert` gets the element, its right factor and
    /// the dtypes of both.
    pub(super) fn convert(
        &self,
        convert: impl Fn(u64, u64, DType, DType) -> u64,
        right: &Tensor,
    ) -> Option<Tensor> {
        let (from, to) = (self.input.dtype(), self.dtype);
        if from == to {
            return None;
        }
        let given = words(self.input);
        let rightly = converted(&given, from, to);
        let wrongly: Vec<u64> =
            given.iter().zip(&rightly).map(|(word, right)| convert(*word, *right, from, to)).collect();
        if wrongly == rightly {
            return None;
        }
        self.rewrite(At::All, &wrongly, right, &mut |line| {
            let mut product = None;
            for (place, factor) in line.products.iter_mut().zip(line.factors) {
                let next = product.map_or(*factor, |product| times(line.dtype, product, *factor));
                (*place, product) = (next, Some(next));
            }
        })
    }

    fn rewrite(
        &self,
        which: At,
        factors: &[u64],
        right: &Tensor,
        change: &mut impl FnMut(&mut Line<'_>),
    ) -> Option<Tensor> {
        let rightly = words(right);
        let mut all = rightly.clone();
        let Lines { n, .. } = self.lines;
        let (mut of_line, mut products) = (vec![0; n], vec![0; n]);
        for line in (0..self.lines.count()).filter(|line| which.holds(*line, self.lines.count())) {
            for k in 0..n {
                let at = self.lines.at(line, k);
                (of_line[k], products[k]) = (factors[at], rightly[at]);
            }
            let before = line.checked_sub(1).map(|line| rightly[self.lines.at(line, n - 1)]);
            let outer = line.checked_sub(self.lines.inner).map(|line| all[self.lines.at(line, n - 1)]);
            let last = self.input.shape().last().copied().unwrap_or(1);
            let (dtype, factors, products) = (self.dtype, &of_line[..], &mut products[..]);
            change(&mut Line { dtype, factors, products, before, outer, last });
            (0..n).for_each(|k| all[self.lines.at(line, k)] = products[k]);
        }
        (all != rightly).then(|| {
            let mut wrong = right.clone();
            set_words(&mut wrong, &all);
            wrong
        })
    }
}
