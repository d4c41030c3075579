//! What a backend does where no page says what becomes of subnormal numbers, and by which route conversions round.

use super::super::conversions;
use super::super::declarations::{Route, format};
use super::oracle::{Claims, Oracle};
use super::{MOST_COMPARED, MOST_WRONG, stored};
use crate::oracle::{Format, Subnormals};
use ascertain::DType;
use ascertain::Tensor;
use ascertain::call::{Arg, Invocation};
use ascertain::formula::{Computed, Space, converted, part};
use std::borrow::Cow;

/// Which of two ways explains results, if they differ at some places: the first, the second, or neither alone.
fn words(places: impl Iterator<Item = [bool; 2]>, words: [&'static str; 3]) -> Option<&'static str> {
    let mut seen = places.filter(|[one, other]| !(*one && *other)).peekable();
    seen.peek()?;
    let [one, other] = seen.fold([true; 2], |[a, b], [c, d]| [a && c, b && d]);
    Some(
        words[if one {
            0
        } else if other {
            1
        } else {
            2
        }],
    )
}

const SUBNORMALS: [&str; 3] = [
    "subnormal numbers are kept",
    "subnormal numbers are read or written as zeros",
    "whether subnormal numbers are kept depends on their place",
];

fn is_subnormal(format: Format, bits: u64) -> bool {
    let magnitude = bits & format.magnitude_mask();
    magnitude != 0 && magnitude & format.infinity_bits() == 0
}

fn has_subnormal(dtype: DType, elements: &[u8]) -> bool {
    let format = format(part(dtype).unwrap_or(dtype));
    format.is_some_and(|format| {
        (0..elements.len() / format.bytes()).any(|at| is_subnormal(format, format.load(elements, at)))
    })
}

/// Of each element, whether it is subnormal; of a complex one, a part.
fn marks(dtype: DType, elements: &[u8]) -> Vec<u8> {
    let own = part(dtype).unwrap_or(dtype);
    let Some(format) = format(own) else { return vec![0; elements.len() / dtype.size()] };
    let parts = dtype.size() / own.size();
    let is_marked =
        |at: usize| (0..parts).any(|of| is_subnormal(format, format.load(elements, at * parts + of)));
    (0..elements.len() / dtype.size()).map(|at| u8::from(is_marked(at))).collect()
}

/// The result with every subnormal number of the operands read as zero, where it is computed in bools. None if that is the same.
pub(super) fn flushed(space: &Space<'_>, call: &Invocation, dtype: DType) -> Option<Vec<u8>> {
    if space.compute != DType::Bool {
        return None;
    }
    let (mut read, mut any) = (call.clone(), false);
    for &at in space.formula.each.operands {
        let Arg::Tensor(tensor) = &mut read.args[at] else { continue };
        let own = tensor.dtype();
        let Some(format) = format(part(own).unwrap_or(own)) else { continue };
        let mut elements = tensor.elements().into_owned();
        for element in elements.chunks_exact_mut(format.bytes()) {
            if is_subnormal(format, format.load(element, 0)) {
                element.fill(0);
                any = true;
            }
        }
        tensor.set_elements(&elements);
    }
    let right = space.formula.compute(read.args()).filter(|_| any)?;
    Some(stored(&right, dtype)?.into_owned())
}

/// What becomes of subnormal numbers, in words, where results show it. `expected` is what keeps them.
pub(super) fn subnormals(
    space: &Space<'_>,
    call: &Invocation,
    operands: &[Cow<'_, [u8]>],
    expected: &[u8],
    answer: &Tensor,
) -> Option<&'static str> {
    let (dtype, got) = (answer.dtype(), answer.elements());
    let size = dtype.size();
    let count = got.len() / size;
    if let Some(zeros) = flushed(space, call, dtype) {
        let same = |at: usize, right: &[u8]| right[at * size..][..size] == got[at * size..][..size];
        return words((0..count).map(|at| [same(at, expected), same(at, &zeros)]), SUBNORMALS);
    }
    let operands_read = || space.formula.each.operands.iter().filter_map(|at| call.args().tensor(*at));
    let is_any = operands_read().any(|tensor| has_subnormal(tensor.dtype(), &tensor.elements()))
        || operands.iter().any(|operand| has_subnormal(space.compute, operand))
        || [expected, &got].iter().any(|elements| has_subnormal(dtype, elements));
    if !is_any {
        return None;
    }
    let mut read: Vec<u8> = Vec::new();
    let laid = operands_read().map(|tensor| {
        let marks = marks(tensor.dtype(), &tensor.elements());
        space.laid(marks.into(), 1, tensor.shape()).into_owned()
    });
    for marks in laid.chain(operands.iter().map(|operand| marks(space.compute, operand))) {
        read.resize(marks.len(), 0);
        read.iter_mut().zip(marks).for_each(|(read, mark)| *read |= mark);
    }
    let written = [expected, &got].map(|elements| marks(dtype, elements));
    let is_read = |at: usize| match space.line {
        None => read[at] == 1,
        Some(line) => {
            line.n <= MOST_COMPARED && line.last(at).is_some_and(|at| line.up_to(at).any(|at| read[at] == 1))
        }
    };
    let places: Vec<usize> = (0..count)
        .filter(|at| is_read(*at) || written.iter().any(|marks| marks[*at] == 1))
        .take(MOST_WRONG)
        .collect();
    if places.is_empty() {
        return None;
    }
    let supposing = |subnormals| {
        let claims = Claims { subnormals: Some(subnormals), ..Claims::default() };
        let oracle = Oracle::of(space, call, operands, None, claims)?;
        Some(places.iter().map(|at| oracle.allows(*at, dtype, &got[at * size..][..size])).collect::<Vec<_>>())
    };
    let (kept, zeros) = (supposing(Subnormals::Keep)?, supposing(Subnormals::Flush)?);
    words(kept.into_iter().zip(zeros).map(|(kept, zeros)| [kept, zeros]), SUBNORMALS)
}

/// By which route the conversions to a 16-bit float round that a result shows: of an operand, or of what was computed.
pub(super) fn conversions(
    space: &Space<'_>,
    call: &Invocation,
    right: &Computed,
    expected: &[u8],
    answer: &Tensor,
) -> Option<String> {
    let (to, got) = (answer.dtype(), answer.elements());
    let elements = if right.dtype != to {
        (right.dtype, Cow::Borrowed(&*right.elements))
    } else {
        // A copy, or the first of a line.
        let [at] = space.formula.each.operands else { return None };
        let tensor = call
            .args()
            .tensor(*at)
            .filter(|_| space.formula.each.text == call.operator.arguments[*at].name)?;
        (tensor.dtype(), space.laid(tensor.elements(), tensor.dtype().size(), tensor.shape()))
    };
    let (from, elements) = elements;
    let parts = |dtype: DType| part(dtype).unwrap_or(dtype);
    if !conversions::has_routes(parts(from), parts(to)) || part(from).is_some() != part(to).is_some() {
        return None;
    }
    let middle = if part(to).is_some() { DType::C64 } else { DType::F32 };
    let through = converted(&converted(&elements, from, middle)?, middle, to)?;
    let is_shown =
        |at: &usize| right.dtype != to || space.line.is_none_or(|line| !line.folds && line.index(*at) == 0);
    let size = to.size();
    let same = |right: &[u8], at: usize| {
        right.get(at * size..(at + 1) * size) == got.get(at * size..(at + 1) * size)
    };
    let places = (0..got.len() / size).filter(is_shown).map(|at| [same(expected, at), same(&through, at)]);
    // Elsewhere neither is what was stored, flushed or computed otherwise.
    let places = places.filter(|[once, through]| *once || *through);
    let through = format!("rounds {}", Route::Through(DType::F32)).replace('-', " ");
    let seen = words(places, ["rounds once", "", "rounds differently at different places"])?;
    Some(format!("{from} to {to} {}", if seen.is_empty() { &through } else { seen }))
}
