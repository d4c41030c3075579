//! Formulas: each element of a result, from the elements of the arguments at its place.
//!
//! A formula is data: the specification's text, which is typed when it is first used. It is evaluated operation by operation, for
//! every dtype that operators compute in; a scan or a fold then joins what it gives along dimensions. Arguments are converted to
//! that dtype first, by [`element`](crate::element), and each operation is rounded to it.

mod complex;
mod evaluate;
mod graded;
mod number;

pub use self::graded::Graded;
pub use self::number::{Number, RoundToInteger};

use self::evaluate::Evaluation;
use crate::args::Args;
use crate::contract::{Elementwise, Formula, Join, Joined};
use crate::dtype::DType;
use crate::element::{Element, Factor, converter, for_dtype};
use crate::shape::{self, broadcast, fold, shortened};
use crate::tensor::Dims;
use core::ops::Range;
use half::f16;
use num_complex::Complex;
use std::borrow::Cow;

/// Runs `$body` with `$T` as the Rust type of a dtype that formulas are computed in.
macro_rules! for_number {
    ($dtype:expr, $T:ident => $body:expr) => {
        match $dtype {
            DType::C32 => {
                type $T = Complex<f16>;
                Some($body)
            }
            DType::C64 => {
                type $T = Complex<f32>;
                Some($body)
            }
            DType::C128 => {
                type $T = Complex<f64>;
                Some($body)
            }
            other => for_dtype!(other, $T => $body),
        }
    };
}

/// Computes the elements of a formula in a dtype, from its operands of that dtype. None if no operator computes in the dtype, or a
/// formula has no value for the arguments.
#[must_use]
pub fn elements(
    of: &Elementwise,
    dtype: DType,
    operands: &[Cow<'_, [u8]>],
    args: Args<'_>,
    result: &mut [u8],
) -> Option<()> {
    let evaluation = Evaluation { expr: of.expr()?, places: of.operands, operands, args };
    for_number!(dtype, T => evaluation.write::<T>(result)).flatten()
}

/// Where the lines of a scan or a fold are. Those of a fold are laid one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Elements of a line.
    pub n: usize,
    /// Elements from one of a line to the next.
    pub step: usize,
    /// Whether a line has one result.
    pub folds: bool,
}

impl Line {
    /// The index in its line of the element at a place.
    #[must_use]
    pub const fn index(self, at: usize) -> usize {
        at / self.step % self.n
    }

    /// The last element that goes into a result; None for an empty line.
    #[must_use]
    pub fn last_joined(self, result: usize) -> Option<usize> {
        if self.folds {
            (result * self.n + self.n).checked_sub(1).filter(|_| self.n > 0)
        } else {
            Some(result)
        }
    }

    /// Of so many elements, those after the first of lines beside each other: their index in the line, and their places.
    fn later(self, count: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let firsts = (0..count).step_by((self.n * self.step).max(1));
        firsts.flat_map(move |first| {
            (1..self.n).map(move |index| (index, first + index * self.step..first + (index + 1) * self.step))
        })
    }

    /// The places of the line's elements up to a place, the first first.
    pub fn up_to(self, at: usize) -> impl DoubleEndedIterator<Item = usize> {
        let index = self.index(at);
        (0..=index).map(move |k| at - (index - k) * self.step)
    }
}

/// Joins each element of a dtype with those before it in its line. None if no operator computes in the dtype, or it has no means.
#[must_use]
pub fn join(dtype: DType, by: Join, line: Line, elements: &mut [u8]) -> Option<()> {
    for_number!(dtype, T => {
        match by {
            Join::Sum | Join::Mean => join_by(T::plus, line, elements),
            Join::Product => join_by(T::times, line, elements),
            Join::Least => join_by(T::least, line, elements),
            Join::Greatest => join_by(T::greatest, line, elements),
        }
        if by == Join::Mean {
            for (at, element) in elements.chunks_exact_mut(size_of::<T>()).enumerate() {
                T::load(element).part_of(line.index(at) + 1)?.store(element);
            }
        }
        Some(())
    })
    .flatten()
}

fn join_by<T: Number>(join: impl Fn(T, T) -> T, line: Line, elements: &mut [u8]) {
    let size = size_of::<T>();
    for at in line.later(elements.len() / size).flat_map(|(_, places)| places) {
        let before = T::load(&elements[(at - line.step) * size..]);
        let own = &mut elements[at * size..];
        join(before, T::load(own)).store(own);
    }
}

/// For each place: the index of the last element so far that equals the running result. None if no operator computes in the dtype.
#[must_use]
pub fn indices(dtype: DType, line: Line, elements: &[u8], joined: &[u8]) -> Option<Vec<i64>> {
    for_number!(dtype, T => {
        let load = |elements: &[u8], at: usize| T::load(&elements[at * size_of::<T>()..]);
        let is_nan = |x: T| x.order(x).is_none();
        let mut indices = vec![0; elements.len() / size_of::<T>()];
        for (index, places) in line.later(indices.len()) {
            for at in places {
                let (own, before) = (load(elements, at), load(joined, at - line.step));
                // Of NaNs the first: it equals nothing.
                let is_own = load(joined, at) == own || is_nan(own) && !is_nan(before);
                indices[at] = if is_own { index as i64 } else { indices[at - line.step] };
            }
        }
        indices
    })
}

/// What a formula gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The dtype that it was computed in.
    pub compute: DType,
    /// The dtype of the elements: that, or bool.
    pub dtype: DType,
    /// The shape of the result.
    pub shape: Dims<usize>,
    /// The elements, row-major.
    pub elements: Vec<u8>,
}

impl Computed {
    /// The elements in the dtype that they are stored in. None if there is no conversion to it.
    #[must_use]
    pub fn stored(&self, dtype: DType) -> Option<Cow<'_, [u8]>> {
        if self.dtype == dtype {
            return Some(Cow::Borrowed(&self.elements));
        }
        converted(&self.elements, self.dtype, dtype).map(Cow::Owned)
    }
}

/// What a formula has for some arguments before any element is computed: its dtype, its lines, and where its elements are.
#[derive(Clone, Debug)]
pub struct Space<'a> {
    /// The formula.
    pub formula: &'a Formula,
    args: Args<'a>,
    /// The dtype that it is computed in.
    pub compute: DType,
    /// The shape of the result.
    pub shape: Dims<usize>,
    /// The lines that elements are joined along, if they are.
    pub line: Option<Line>,
    /// The shapes of the tensors in it, broadcast.
    whole: Dims<usize>,
    /// The dimensions that lines are along.
    axes: Dims<usize>,
}

impl Joined {
    /// Whether the dimensions that it is over stay, with length 1.
    fn keeps(&self, args: Args<'_>) -> bool {
        self.keeps.is_some_and(|keeps| keeps.holds(args) == Some(true))
    }
}

impl Formula {
    /// How elements are folded, if they are.
    #[must_use]
    pub fn fold(&self) -> Option<&Joined> {
        self.joined.as_ref().filter(|joined| joined.folds)
    }

    /// The shapes of the tensors in it, broadcast. None if they do not fit.
    fn whole(&self, args: Args<'_>) -> Option<Dims<usize>> {
        let (first, others) = self.each.operands.split_first()?;
        let first = Dims::from_slice(args.shape(*first)?);
        others.iter().try_fold(first, |shape, &at| broadcast(&shape, args.shape(at)?))
    }

    /// The shape of the result: those of the tensors in it, broadcast; of a fold, without the dimensions that it is over, or with
    /// length 1 there. None if they do not fit.
    #[must_use]
    pub fn shape(&self, args: Args<'_>) -> Option<Dims<usize>> {
        let shape = self.whole(args)?;
        let Some(joined) = self.fold() else { return Some(shape) };
        fold(&shape, &joined.along.ints(args)?, joined.keeps(args))
    }

    /// The dtype that it is computed in.
    #[must_use]
    pub fn dtype(&self, args: Args<'_>) -> Option<DType> {
        self.compute.dtype(args)
    }

    /// What it has for these arguments. None if one is absent, the shapes do not fit, or there is no such dimension.
    #[must_use]
    pub fn space<'a>(&'a self, args: Args<'a>) -> Option<Space<'a>> {
        let whole = self.whole(args)?;
        let mut axes = Dims::new();
        let mut line = None;
        if let Some(joined) = &self.joined {
            axes = shape::axes(&joined.along.ints(args)?, whole.len())?;
            let beyond = axes.first().map_or(&[][..], |axis| &whole[axis + 1..]);
            let step = if joined.folds { 1 } else { beyond.iter().product() };
            line =
                Some(Line { n: axes.iter().map(|&axis| whole[axis]).product(), step, folds: joined.folds });
        }
        let shape =
            self.fold().map_or_else(|| whole.clone(), |joined| shortened(&whole, &axes, joined.keeps(args)));
        Some(Space { formula: self, args, compute: self.dtype(args)?, shape, line, whole, axes })
    }

    /// Computes it. None if an argument is absent, the shapes do not fit, or no operator computes in the dtype.
    #[must_use]
    pub fn compute(&self, args: Args<'_>) -> Option<Computed> {
        let space = self.space(args)?;
        space.compute(&space.operands()?)
    }
}

impl<'a> Space<'a> {
    /// The same, computed in another dtype.
    #[must_use]
    pub fn computed_in(&self, compute: DType) -> Self {
        Self { compute, ..self.clone() }
    }

    /// Elements of a shape, each as often as the result uses it, in the order of its places; of a fold, in that of its lines.
    #[must_use]
    pub fn laid<'b>(&self, elements: Cow<'b, [u8]>, size: usize, shape: &[usize]) -> Cow<'b, [u8]> {
        let elements =
            if *shape == *self.whole { elements } else { spread(&elements, size, shape, &self.whole).into() };
        if self.formula.fold().is_none() {
            return elements;
        }
        let others = (0..self.whole.len()).filter(|axis| !self.axes.contains(axis));
        let order: Dims<usize> = others.chain(self.axes.iter().copied()).collect();
        if order.is_sorted() { elements } else { transposed(&elements, size, &self.whole, &order).into() }
    }

    /// The tensors in it, converted to the dtype that it is computed in, and [laid](Self::laid). None if there is no such
    /// conversion.
    #[must_use]
    pub fn operands(&self) -> Option<Vec<Cow<'a, [u8]>>> {
        let operand = |&at: &usize| {
            let tensor = self.args.tensor(at)?;
            let (elements, own) = (tensor.elements(), tensor.dtype());
            let elements =
                if own == self.compute { elements } else { converted(&elements, own, self.compute)?.into() };
            Some(self.laid(elements, self.compute.size(), tensor.shape()))
        };
        self.formula.each.operands.iter().map(operand).collect()
    }

    /// Each element before it is joined with others.
    #[must_use]
    pub fn each(&self, operands: &[Cow<'_, [u8]>]) -> Option<Vec<u8>> {
        let mut elements = vec![0; self.whole.iter().product::<usize>() * self.compute.size()];
        self::elements(&self.formula.each, stored_as(self.compute), operands, self.args, &mut elements)?;
        Some(elements)
    }

    /// Computes the formula from its [operands](Self::operands). None if no operator computes in the dtype.
    #[must_use]
    pub fn compute(&self, operands: &[Cow<'_, [u8]>]) -> Option<Computed> {
        let (formula, compute, shape) = (self.formula, self.compute, self.shape.clone());
        let mut elements = self.each(operands)?;
        if let (Some(joined), Some(line)) = (&formula.joined, self.line) {
            // Of bools, the sum is whether one is true, however many are.
            let by = match (joined.by, compute) {
                (Join::Sum, DType::Bool) => Join::Greatest,
                (by, _) => by,
            };
            let (results, is_index) = (shape.iter().product(), formula.index_of.is_some());
            let each = if is_index { elements.clone() } else { Vec::new() };
            join(stored_as(compute), by, line, &mut elements)?;
            if is_index {
                let indices = indices(stored_as(compute), line, &each, &elements)?;
                elements = indices.into_iter().flat_map(i64::to_le_bytes).collect();
            }
            let dtype = if is_index { DType::S64 } else { compute };
            if line.folds {
                let nothing = || neutral(joined.by, compute).filter(|_| !is_index);
                elements = folded(&elements, dtype.size(), line, results)
                    .or_else(|| Some(nothing()?.repeat(results)))?;
            }
            if is_index {
                return Some(Computed { compute, dtype, shape, elements });
            }
        }
        if !formula.each.is_truth && compute != DType::Bool {
            return Some(Computed { compute, dtype: compute, shape, elements });
        }
        let truths =
            elements.chunks_exact(compute.size()).map(|element| u8::from(element.iter().any(|b| *b != 0)));
        Some(Computed { compute, dtype: DType::Bool, shape, elements: truths.collect() })
    }
}

/// The dtype of the parts of a complex number.
#[must_use]
pub const fn part(dtype: DType) -> Option<DType> {
    match dtype {
        DType::C32 => Some(DType::F16),
        DType::C64 => Some(DType::F32),
        DType::C128 => Some(DType::F64),
        _ => None,
    }
}

/// Elements in another dtype. As a bool, what is not zero is one; of a complex number, other dtypes have the real part. None if
/// there is no such conversion.
#[must_use]
pub fn converted(elements: &[u8], from: DType, to: DType) -> Option<Vec<u8>> {
    match (part(from), part(to)) {
        (Some(from), Some(to)) => return converted(elements, from, to),
        (None, Some(to)) => {
            let parts = converted(elements, from, to)?;
            let mut numbers = vec![0; 2 * parts.len()];
            let pairs = numbers.chunks_exact_mut(2 * to.size()).zip(parts.chunks_exact(to.size()));
            pairs.for_each(|(number, re)| number[..to.size()].copy_from_slice(re));
            return Some(numbers);
        }
        (Some(from), None) if to != DType::Bool => {
            let mut parts = Vec::with_capacity(elements.len() / 2);
            elements
                .chunks_exact(2 * from.size())
                .for_each(|number| parts.extend_from_slice(&number[..from.size()]));
            return converted(&parts, from, to);
        }
        _ => {}
    }
    if to == DType::Bool && from != to {
        return for_number!(from, T => {
            elements.chunks_exact(size_of::<T>()).map(|element| u8::from(T::load(element) != T::of(0))).collect()
        });
    }
    let (from, to) = (stored_as(from), stored_as(to));
    let mut converted = vec![0; elements.len() / from.size() * to.size()];
    converter(from, to)?(elements, &mut converted);
    Some(converted)
}

/// The last element of every line that gives a result. None if lines are empty.
#[must_use]
pub fn folded(elements: &[u8], size: usize, line: Line, results: usize) -> Option<Vec<u8>> {
    let last = |result| Some(&elements[line.last_joined(result)? * size..][..size]);
    Some((0..results).map(last).collect::<Option<Vec<_>>>()?.concat())
}

/// What a line without elements gives. None for the lesser and the greater of numbers.
fn neutral(by: Join, dtype: DType) -> Option<Vec<u8>> {
    if by == Join::Mean {
        return converted(&f64::NAN.to_le_bytes(), DType::F64, dtype);
    }
    let number = match (by, dtype) {
        (Join::Sum, _) | (Join::Greatest, DType::Bool) => 0,
        (Join::Product, _) | (Join::Least, DType::Bool) => 1,
        _ => return None,
    };
    converted(&[number], DType::U8, dtype)
}

/// The dtype by whose rules elements are computed and converted: bools are bytes.
fn stored_as(dtype: DType) -> DType {
    if dtype == DType::Bool { DType::U8 } else { dtype }
}

/// The elements of a shape with its dimensions in another order.
fn transposed(elements: &[u8], size: usize, shape: &[usize], order: &[usize]) -> Vec<u8> {
    let steps: Dims<usize> = order.iter().map(|&axis| shape[axis + 1..].iter().product()).collect();
    let mut transposed = Vec::with_capacity(elements.len());
    for at in 0..elements.len() / size {
        let (mut rest, mut place) = (at, 0);
        for (&axis, step) in order.iter().zip(&steps).rev() {
            place += rest % shape[axis] * step;
            rest /= shape[axis];
        }
        transposed.extend_from_slice(&elements[place * size..][..size]);
    }
    transposed
}

/// Elements of a shape, repeated to a larger one that it is broadcast to.
#[must_use]
pub fn spread(elements: &[u8], size: usize, from: &[usize], to: &[usize]) -> Vec<u8> {
    let mut spread = Vec::with_capacity(to.iter().product::<usize>() * size);
    append(elements, from, to, &mut spread);
    spread
}

/// Appends elements of a shape, repeated to a larger one.
fn append(elements: &[u8], from: &[usize], to: &[usize], spread: &mut Vec<u8>) {
    let (Some((&n, inner)), false) = (to.split_first(), from == to) else {
        return spread.extend_from_slice(elements);
    };
    // A dimension that is missing is repeated, as one of length 1 is.
    let (own, from) = if from.len() < to.len() { (1, from) } else { (from[0], &from[1..]) };
    if own == n {
        let part = elements.len() / own.max(1);
        return (0..n).for_each(|at| append(&elements[at * part..][..part], from, inner, spread));
    }
    let start = spread.len();
    append(elements, from, inner, spread);
    let end = start + (spread.len() - start) * n;
    // Twice as many each time.
    while spread.len() < end {
        spread.extend_from_within(start..spread.len().min(start + end - spread.len()));
    }
    spread.truncate(end);
}
