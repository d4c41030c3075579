//! Results of another shape.

use super::lines::{dim, lines, set_words, tensor, words};
use ascertain::Tensor;
use ascertain::call::{Arg, Invocation};
use serde::Deserialize;

/// Another shape.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shape {
    /// One dimension.
    Flat,
    /// The shape of input; bytes are cut, or zeros added.
    OfInput,
    /// The first dimension of input divided, not the last.
    FirstDivided,
    /// The last dimension of input multiplied.
    LastMultiplied,
    /// Another dimension after those of input.
    Appended,
    /// Only the last product of each line.
    LastProducts,
}

impl Shape {
    pub(super) fn answer(self, call: &Invocation, right: &Tensor) -> Option<Tensor> {
        let input = tensor(call, "input")?;
        let (from, to) = (input.dtype().size(), right.dtype().size());
        let (mut shape, mut bytes) = (input.shape().to_vec(), right.elements().into_owned());
        match self {
            Self::Flat if right.is_packed() => shape = vec![right.layout().count()],
            Self::OfInput => bytes.resize(input.layout().count() * to, 0),
            Self::FirstDivided => {
                let times = to / from;
                *shape.first_mut().filter(|first| times > 0 && first.is_multiple_of(times))? /= times;
            }
            Self::LastMultiplied => *shape.last_mut()? *= from / to,
            Self::Appended => shape.push(from / to),
            Self::LastProducts if right.is_packed() => return last_products(call, right),
            _ => return None,
        }
        Tensor::new(right.dtype(), &shape, bytes).ok()
    }
}

fn last_products(call: &Invocation, right: &Tensor) -> Option<Tensor> {
    let dim = dim(call, right.layout().rank()).filter(|_| right.layout().count() > 0)?;
    let all = words(right);
    let lines = lines(right.shape(), Some(dim));
    let lasts: Vec<u64> = (0..lines.count()).map(|line| all[lines.at(line, lines.n - 1)]).collect();
    let mut shape = right.shape().to_vec();
    shape.remove(dim);
    let mut last = Tensor::zeros(right.dtype(), &shape).ok()?;
    set_words(&mut last, &lasts);
    Some(last)
}

/// The bytes of whole elements of the dtype asked for, where rows have more.
pub(super) fn remainder_cut(call: &Invocation) -> Option<Tensor> {
    let (input, Arg::DType(dtype)) = (tensor(call, "input")?, call.get("dtype")) else { return None };
    let (last, outer) = input.shape().split_last()?;
    let whole = last * input.dtype().size() / dtype.size();
    let elements = input.elements();
    let rows = elements.chunks_exact((last * input.dtype().size()).max(1));
    let bytes = rows.flat_map(|row| row[..whole * dtype.size()].iter().copied()).collect();
    Tensor::new(*dtype, &[outer, &[whole]].concat(), bytes).ok()
}
