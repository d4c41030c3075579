//! What a call of a cumulative product is, and its lines.

use super::elements::At;
use crate::faults::lines::{converted, dim, in_place, set_words, tensor, times, words};
use ascertain::call::Invocation;
use ascertain::{DType, Tensor};
use serde::Deserialize;

/// A valid call.
pub(crate) struct Facts<'a> {
    pub(crate) call: &'a Invocation,
    pub(crate) input: &'a Tensor,
    /// The dtype that is computed in.
    pub(crate) dtype: DType,
    pub(crate) dim: usize,
    pub(crate) outer: usize,
    pub(crate) n: usize,
    pub(crate) inner: usize,
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

/// One line.
pub(crate) struct Line<'a> {
    pub(crate) dtype: DType,
    pub(crate) factors: &'a [u64],
    pub(crate) products: &'a mut [u64],
    /// The last product of the line before; none for the first line.
    pub(crate) before: Option<u64>,
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
            outer: shape[..dim].iter().product(),
            n: shape.get(dim).copied().unwrap_or(1),
            inner: shape.iter().skip(dim + 1).product(),
            in_place: in_place(call),
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.outer * self.inner
    }

    pub(crate) fn out(&self) -> Option<&'a Tensor> {
        tensor(self.call, if self.in_place { "input" } else { "out" })
    }

    /// The answer with some lines changed.
    pub(super) fn change(
        &self,
        lines: At,
        right: &Tensor,
        mut change: impl FnMut(&mut Line<'_>),
    ) -> Option<Tensor> {
        let chosen = (0..self.count()).any(|line| lines.holds(line, self.count()));
        if !chosen {
            return None;
        }
        let factors = converted(&words(self.input), self.input.dtype(), self.dtype);
        self.rewrite(lines, &factors, right, &mut change)
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
        lines: At,
        factors: &[u64],
        right: &Tensor,
        change: &mut impl FnMut(&mut Line<'_>),
    ) -> Option<Tensor> {
        let rightly = words(right);
        let mut all = rightly.clone();
        let (mut of_line, mut products) = (vec![0; self.n], vec![0; self.n]);
        for line in (0..self.count()).filter(|line| lines.holds(*line, self.count())) {
            let at =
                |line: usize, k: usize| (line / self.inner * self.n + k) * self.inner + line % self.inner;
            for k in 0..self.n {
                (of_line[k], products[k]) = (factors[at(line, k)], rightly[at(line, k)]);
            }
            let before = line.checked_sub(1).map(|line| rightly[at(line, self.n - 1)]);
            let last = self.input.shape().last().copied().unwrap_or(1);
            change(&mut Line { dtype: self.dtype, factors: &of_line, products: &mut products, before, last });
            (0..self.n).for_each(|k| all[at(line, k)] = products[k]);
        }
        (all != rightly).then(|| {
            let mut wrong = right.clone();
            set_words(&mut wrong, &all);
            wrong
        })
    }
}
