//! Operands that are read from other places of their storage, and results that are written to others.

use super::asked::Asked;
use super::features::BLOCKS;
use super::relation::{Relation, Subject, changing, plain, with};
use ascertain::{Layout, Tensor};

type Read = fn(&Tensor) -> Option<Layout>;

/// How a tensor may be read wrongly.
const READ: [(&str, Read); 4] = [
    ("its offset were 0", |tensor| {
        let layout = tensor.layout();
        Layout::strided(layout.shape(), layout.strides(), 0).ok().filter(|_| layout.offset() > 0)
    }),
    ("it lay without gaps from its offset on", |tensor| {
        let dense = Layout::contiguous(tensor.shape());
        Layout::strided(dense.shape(), dense.strides(), tensor.layout().offset()).ok()
    }),
    ("its negative strides had no sign", |tensor| {
        let layout = tensor.layout();
        let ends = layout.shape().iter().zip(layout.strides());
        let before: isize =
            ends.map(|(length, stride)| stride.min(&0) * length.saturating_sub(1) as isize).sum();
        let strides: Vec<isize> = layout.strides().iter().map(|stride| stride.abs()).collect();
        Layout::strided(layout.shape(), &strides, layout.offset().checked_add_signed(before)?).ok()
    }),
    ("its last stride were 1", |tensor| {
        let layout = tensor.layout();
        let mut strides = layout.strides().to_vec();
        *strides.last_mut()? = 1;
        Layout::strided(layout.shape(), &strides, layout.offset()).ok()
    }),
];

type Elsewhere = fn(usize, usize, usize) -> usize;

/// Where a broadcast operand may be read for a place of the result, of its own size and the result's.
const BROADCAST: [(&str, Elsewhere); 3] = [
    ("were read at the element's index modulo its size", |at, own, _| at % own),
    ("were repeated element by element", |at, own, all| at * own / all),
    ("were read at the element's index divided by its size", |at, own, _| at / own % own),
];

/// Of which other element a result may be, by its index, their number, and the length of a block.
const EXCHANGED: [(&str, Elsewhere); 3] = [
    ("is that of the block of {} before", |at, _, block| at.checked_sub(block).unwrap_or(at)),
    ("is that at the other end of its block of {}", |at, count, block| {
        let first = at / block * block;
        first + (first + block).min(count) - 1 - at
    }),
    ("is that of the other half of its block of {}", |at, count, block| {
        let other = at ^ (block / 2);
        if other < count { other } else { at }
    }),
];

pub(super) fn relations(subjects: &[Subject], all: &mut Vec<Relation>) {
    for (operand, name) in subjects.iter().copied() {
        for (says, read) in READ {
            all.push(plain(
                format!("is read as if {says} ({name})"),
                changing(operand, move |tensor| at_layout(tensor, &read(tensor)?)),
            ));
        }
        for (says, place) in BROADCAST {
            all.push(plain(format!("is as if {name} {says}"), move |asked| broadcast(asked, operand, place)));
        }
        let says = format!("is as if the dimensions of {name} were aligned with the first ones");
        all.push(plain(says, move |asked| aligned_left(asked, operand)));
        for kept in [1, 2, 3, 4, 5] {
            let says =
                format!("is as if {name} had only its last {kept} dimensions, the first slice of the rest");
            all.push(plain(says, changing(operand, move |tensor| last_dimensions(tensor, kept))));
        }
    }
    for block in BLOCKS {
        for (says, of) in EXCHANGED {
            all.push(with(says, &block, move |asked| {
                let count = asked.count();
                let element = |at: usize| asked.element(&asked.expected, of(at, count, block));
                Some((0..count).flat_map(element).copied().collect())
            }));
        }
    }
    for (says, read) in READ {
        all.push(plain(format!("is written as if {says}"), move |asked| {
            let before = asked.target()?;
            written(before, &read(before)?, &asked.expected)
        }));
    }
}

/// A tensor's elements where another layout has them; zeros beyond its storage.
fn at_layout(tensor: &Tensor, layout: &Layout) -> Option<Tensor> {
    if layout == tensor.layout() {
        return None;
    }
    let size = tensor.dtype().size();
    let element =
        |at: usize| tensor.storage().get(at * size..(at + 1) * size).map_or(vec![0; size], <[u8]>::to_vec);
    Tensor::new(tensor.dtype(), layout.shape(), layout.positions().flat_map(element).collect()).ok()
}

/// What a tensor holds after elements are written where another layout has them.
fn written(before: &Tensor, layout: &Layout, elements: &[u8]) -> Option<Vec<u8>> {
    if layout == before.layout() || before.dtype().size() * layout.count() != elements.len() {
        return None;
    }
    let (mut after, size) = (before.clone(), before.dtype().size());
    for (at, element) in layout.positions().zip(elements.chunks_exact(size)) {
        if let Some(place) = after.storage_mut().get_mut(at * size..(at + 1) * size) {
            place.copy_from_slice(element);
        }
    }
    Some(after.elements().into_owned())
}

/// The result of a call of which an operand that is broadcast is read elsewhere.
fn broadcast(asked: &Asked, operand: Option<usize>, place: Elsewhere) -> Option<Vec<u8>> {
    let (own, count) = (asked.tensors().nth(operand?)?, asked.count());
    let size = own.dtype().size();
    let elements = own.elements();
    let read = elements.len() / size;
    if asked.formula.joined.is_some() || read == 0 || read == count {
        return None;
    }
    let at = |at: usize| elements[place(at, read, count).min(read - 1) * size..][..size].to_vec();
    let elements: Vec<u8> = (0..count).flat_map(at).collect();
    let spread = Tensor::new(own.dtype(), asked.right[asked.result].shape(), elements).ok()?;
    asked.computed(None, |place, _| (Some(place) == operand).then(|| spread.clone()))
}

/// The result of a call of which an operand of fewer dimensions is broadcast along the last ones of the others.
fn aligned_left(asked: &Asked, operand: Option<usize>) -> Option<Vec<u8>> {
    let all = asked.right[asked.result].shape().to_vec();
    let aligned = move |tensor: &Tensor| {
        let own = tensor.shape();
        let fits = !own.is_empty() && own.len() < all.len() && all.starts_with(own);
        let shape = [own, &vec![1; all.len() - own.len()]].concat();
        fits.then(|| Tensor::new(tensor.dtype(), &shape, tensor.elements().into_owned()).ok())?
    };
    asked.formula.joined.is_none().then(|| changing(operand, aligned)(asked))?
}

/// A tensor of which every slice of the leading dimensions is the first.
fn last_dimensions(tensor: &Tensor, kept: usize) -> Option<Tensor> {
    let shape = tensor.shape();
    let leading = shape.len().checked_sub(kept).filter(|leading| *leading > 0)?;
    let slice = shape[leading..].iter().product::<usize>() * tensor.dtype().size();
    let elements = tensor.elements();
    let repeated = elements.get(..slice)?.repeat(shape[..leading].iter().product());
    Tensor::new(tensor.dtype(), shape, repeated).ok()
}

/// A tensor of which only index 0 is left of some dimensions.
pub(super) fn at_index_0(tensor: &Tensor, dims: &[i64]) -> Option<Tensor> {
    let mut shape = tensor.shape().to_vec();
    for dim in dims {
        *shape.get_mut(dim.rem_euclid(tensor.shape().len().max(1) as i64) as usize)? = 1;
    }
    let layout = Layout::strided(&shape, tensor.layout().strides(), tensor.layout().offset()).ok()?;
    at_layout(tensor, &layout)
}
