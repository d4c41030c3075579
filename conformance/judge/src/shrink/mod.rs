//! Minimizes a failing call: its shape, layout and optional arguments, then its values towards 1, 2, 0.5 and small
//! integers. The kind of failure stays the same.
//!
//! Every step is greedy: a candidate that fails in the same way replaces the call. The element that failed first says
//! where to cut, so that a few dozen evaluations are enough. If only large calls fail, there are fewer.

mod tensors;

use crate::case::{Case, Expect, Question, exercised};
use crate::operator::{Operator, numbers};
use crate::session::Session;
use crate::suite::vectors::write::{self, Words};
use crate::verdict::{FailKind, Judgement, MinimizedCase};
use ascertain::DType;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract};
use ascertain::element::converter;

/// At most this many candidates are asked for.
const BUDGET: usize = 96;

/// At most this many elements are asked for in all, but for the last candidate: about a second.
const ELEMENTS: usize = 1 << 23;

/// Elements of tensors up to this size are simplified one by one.
const FEW: usize = 16;

/// Axes longer than this are thinned out only as long as every pass leaves something out.
const THINNED: usize = 48;

/// A minimized failing call.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The call.
    pub call: Invocation,
    /// Its judgement.
    pub judgement: Judgement,
    /// Calls made to minimize it.
    pub evaluations: usize,
}

/// Minimizes a failing call. It is returned as it is when no candidate fails in the same way.
pub fn shrink(session: &mut Session<'_>, call: Invocation, judgement: Judgement) -> Shrunk {
    let (spec, best) = (call.operator, Shrunk { call, judgement, evaluations: 0 });
    let Some(operator) = session.registry().operator(spec) else { return best };
    let contract = spec.contract(session.editions());
    let mut shrinker = Shrinker { session, operator, contract, best, elements: 0 };
    shrinker.cut_to_failure();
    shrinker.simplify_arguments();
    shrinker.shorten();
    shrinker.drop_axes();
    shrinker.simplify_integers();
    shrinker.simplify_values();
    // With simple values shorter lines may do.
    shrinker.thin();
    shrinker.shorten();
    shrinker.best
}

/// Minimizes the failure of a random case, and writes it as a vector.
pub(crate) fn minimize(
    session: &mut Session<'_>,
    case: &Case,
    judgement: &Judgement,
) -> Option<MinimizedCase> {
    let Call::Operate(call) = &case.call else { return None };
    let contract = call.operator.contract(session.editions());
    let small = shrink(session, call.clone(), judgement.clone());
    let kind = small.judgement.kind.map_or("fails", FailKind::name);
    let words = Words {
        id: &case.id.replacen("/fuzz/", "/found/", 1),
        requirements: exercised(contract, &small.call),
        cite: (call.operator.document, contract.cite.place),
        note: small.judgement.detail.as_deref().unwrap_or(kind),
    };
    Some(MinimizedCase {
        question: Question(&Call::Operate(small.call.clone())).to_string(),
        inputs: numbers::inputs(&Call::Operate(small.call.clone())),
        vector: write::file(&words, &small.call),
        judgement: Judgement { observations: Vec::new(), elements: 0, order_sensitive: 0, ..small.judgement },
        evaluations: small.evaluations as u64,
    })
}

struct Shrinker<'s, 'b> {
    session: &'s mut Session<'b>,
    operator: &'static dyn Operator,
    contract: &'static Contract,
    best: Shrunk,
    /// Elements of the candidates asked for.
    elements: usize,
}

impl Shrinker<'_, '_> {
    /// Keeps of every axis the index that failed first, or what leads up to it.
    fn cut_to_failure(&mut self) {
        let Some(at) = self.best.judgement.at.clone() else { return self.cut_to_corner() };
        for (axis, index) in at.into_iter().enumerate() {
            let length = self.shape().get(axis).copied().unwrap_or(0);
            if length > 1 && !self.try_slices(axis, index, 1) && index + 1 < length {
                self.try_slices(axis, 0, index + 1);
            }
        }
    }

    /// Keeps a corner where no element is known to be to blame: one index of every axis, or a few: eight of
    /// the last one are a whole number of elements of every width.
    fn cut_to_corner(&mut self) {
        let shape = self.shape().to_vec();
        let last = shape.len().saturating_sub(1);
        for (outer, inner) in [(1, 1), (1, 8), (2, 8), (4, 8), (8, 8), (1, usize::MAX)] {
            let length = |axis: usize| if axis == last { inner } else { outer }.min(shape[axis]);
            let cut = |call: Invocation, axis: usize| tensors::sliced(&call, axis, 0, length(axis));
            let corner = (0..shape.len()).fold(self.best.call.clone(), cut);
            if self.accept(corner) {
                return;
            }
        }
    }

    /// Leaves out what can be left out, and gaps.
    fn simplify_arguments(&mut self) {
        for at in 0..self.best.call.args.len() {
            let simpler = match &self.best.call.args[at] {
                Arg::Tensor(tensor) if !tensor.is_packed() => Arg::Tensor(tensor.to_contiguous()),
                Arg::DType(_) | Arg::Flag(_) if self.best.call.operator.arguments[at].optional => Arg::Absent,
                _ => continue,
            };
            let mut call = self.best.call.clone();
            call.args[at] = simpler;
            let mut completed = call.clone();
            self.operator.complete(&mut completed, self.contract);
            // Without what chooses it, the call is of another function, which takes other arguments.
            let variant = |call: &Invocation| self.contract.variant(call.args());
            if completed.args == call.args && variant(&call) != variant(&self.best.call) {
                continue;
            }
            let _ = self.accept(call) || self.accept(completed);
        }
    }

    /// Makes axes shorter: by halves while that goes, then by ever smaller parts.
    fn shorten(&mut self) {
        for axis in 0..self.shape().len() {
            let mut part = self.shape()[axis].div_ceil(2);
            while part > 0 {
                let length = self.shape()[axis];
                let shorter = length.saturating_sub(part);
                let done = shorter == 0
                    || !(self.try_slices(axis, 0, shorter)
                        || self.try_slices(axis, length - shorter, shorter));
                if done {
                    // Below a sixteenth of a long axis the gain is not worth the asking.
                    part = if part * 16 < length && length > 16 { 0 } else { part / 2 };
                }
            }
        }
    }

    /// Leaves parts out of the middle of axes, ever smaller ones as long as that goes: factors that turned out not to
    /// matter.
    fn thin(&mut self) {
        for axis in 0..self.shape().len() {
            let mut part = self.shape()[axis] / 4;
            while part > 0 {
                let (before, mut start) = (self.shape()[axis], 0);
                while start + part < self.shape()[axis] && !self.is_spent() {
                    let thinner = tensors::without_part(&self.best.call, axis, start, part);
                    start += if self.accept(thinner) { 0 } else { part };
                }
                let stuck = self.shape()[axis] == before && before > THINNED;
                part = if stuck { 0 } else { part / 2 };
            }
        }
    }

    /// Drops axes of length 1, and counts the dimension argument from the front.
    fn drop_axes(&mut self) {
        for axis in (0..self.shape().len()).rev() {
            let rank = self.shape().len() as i64;
            if rank == 1 || self.shape()[axis] != 1 {
                continue;
            }
            let k = axis as i64;
            let moved = |dim: i64| match dim {
                dim if dim >= 0 => dim - i64::from(dim > k),
                dim => dim + i64::from(dim + rank < k),
            };
            let mut call = tensors::without_axis(&self.best.call, axis);
            call.args.iter_mut().for_each(|arg| {
                if let Arg::Int(dim) = arg {
                    *dim = moved(*dim);
                }
            });
            self.accept(call);
        }
        let rank = self.shape().len() as i64;
        let mut call = self.best.call.clone();
        let mut changed = false;
        for arg in &mut call.args {
            if let Arg::Int(dim) = arg
                && (-rank..0).contains(dim)
            {
                *dim += rank;
                changed = true;
            }
        }
        if changed {
            self.accept(call);
        }
    }

    /// Integers far outside of the range of a dimension towards its ends.
    fn simplify_integers(&mut self) {
        let rank = self.shape().len() as i64;
        for at in 0..self.best.call.args.len() {
            let Arg::Int(value) = self.best.call.args[at] else { continue };
            let near = if value < 0 { -rank - 1 } else { rank };
            if value.unsigned_abs() > near.unsigned_abs() {
                let mut call = self.best.call.clone();
                call.args[at] = Arg::Int(near);
                self.accept(call);
            }
        }
    }

    /// Values towards 1, all at once, by halves, one by one; then each towards 2, 0.5, -1 and few significant bits.
    fn simplify_values(&mut self) {
        let arguments = self.best.call.operator.arguments;
        for at in (0..arguments.len()).filter(|&at| arguments[at].kind == ArgumentKind::Tensor) {
            let Arg::Tensor(tensor) = &self.best.call.args[at] else { continue };
            let (dtype, count) = (tensor.dtype(), tensor.layout().count());
            let Some(one) = word(dtype, 1.0) else { continue };
            let mut part = count;
            while part > 0 && (part * FEW >= count) {
                let mut start = 0;
                while start < count {
                    self.try_words(at, start..count.min(start + part), |_| one);
                    start += part;
                }
                part = if part == 1 { 0 } else { part.div_ceil(2) };
            }
            if count > FEW {
                continue;
            }
            for i in 0..count {
                for value in [2.0, 0.5, -1.0, 3.0] {
                    if let Some(word) = word(dtype, value)
                        && self.try_words(at, i..i + 1, |_| word)
                    {
                        break;
                    }
                }
                if let Some(fraction) = dtype.precision().checked_sub(2).filter(|_| dtype.is_float()) {
                    // The top fraction bit alone, then the upper half of the fraction.
                    let _ = self.try_words(at, i..i + 1, |word| word >> fraction << fraction)
                        || self.try_words(at, i..i + 1, |word| word >> (fraction / 2) << (fraction / 2));
                }
            }
        }
    }

    /// Replaces words of one tensor, unless that changes nothing.
    fn try_words(
        &mut self,
        argument: usize,
        range: core::ops::Range<usize>,
        new: impl Fn(u64) -> u64,
    ) -> bool {
        if self.is_spent() {
            return false;
        }
        let mut call = self.best.call.clone();
        let Arg::Tensor(tensor) = &mut call.args[argument] else { return false };
        tensors::map_words(tensor, range, new) && self.accept(call)
    }

    fn try_slices(&mut self, axis: usize, start: usize, length: usize) -> bool {
        !self.is_spent() && self.accept(tensors::sliced(&self.best.call, axis, start, length))
    }

    /// Whether no more candidates are asked for. A large one takes long to make, too.
    fn is_spent(&self) -> bool {
        self.best.evaluations >= BUDGET || self.elements >= ELEMENTS
    }

    /// Shape of the first tensor.
    fn shape(&self) -> &[usize] {
        tensors::shape(&self.best.call)
    }

    /// Whether a candidate fails in the same way; it then replaces the best one.
    fn accept(&mut self, call: Invocation) -> bool {
        if self.is_spent() || call.args == self.best.call.args {
            return false;
        }
        self.best.evaluations += 1;
        self.elements += tensors::shape(&call).iter().product::<usize>();
        let case = Case {
            id: "".into(),
            area: call.operator.name,
            requirements: &[],
            call: Call::Operate(call),
            expect: Expect::Documents,
        };
        let judgement = self.session.ask(core::slice::from_ref(&case)).pop().map(|asked| asked.judgement);
        match (judgement, case.call) {
            (Some(judgement), Call::Operate(call)) if judgement.alike() == self.best.judgement.alike() => {
                (self.best.call, self.best.judgement) = (call, judgement);
                true
            }
            _ => false,
        }
    }
}

/// The bits of a number in a dtype.
fn word(dtype: DType, value: f64) -> Option<u64> {
    let mut bytes = [0; 8];
    converter(DType::F64, dtype)?(&value.to_le_bytes(), &mut bytes);
    Some(u64::from_le_bytes(bytes))
}
