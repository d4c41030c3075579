//! Where a fault is, and what goes wrong there: the engine of the faults that `table` reads.

use super::State;
use super::bytes::Reread;
use super::calls::{Given, Names};
use super::conversions::Conversion;
use super::elements::{self, Change, Rule};
use super::facts::{At, Facts};
use super::leftovers::{Stale, with_elements};
use super::lines::{converted, in_place, set_words, tensor, words};
use super::named::{dtype, profile};
use super::promotions::Promoted;
use super::scans::Scan;
use super::shapes::{self, Shape};
use super::tiles::{self, Carry};
use super::views::{Read, Write};
use ascertain::backend::{Answer, Backend, BackendFault, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::document::{Editions, Profile};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_language::eval::Environment;
use ascertain_language::expr::Expr;
use serde::Deserialize;

/// Where a fault is, and what goes wrong there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// The operator that goes wrong.
    pub(super) operator: &'static OperatorSpec,
    /// What its call must be to go wrong.
    pub(super) when: Option<&'static Expr>,
    /// The lines of a cumulative product that go wrong.
    pub(super) lines: At,
    /// What goes wrong.
    pub(super) wrong: Wrong,
    /// The arguments that are taken for others.
    pub(super) with: &'static [(usize, Given)],
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Wrong {
    /// Elements of a line are changed after they are computed.
    Elements(At, Change),
    /// Products are rounded or computed wrongly; later ones continue from them.
    Steps(At, Rule),
    /// In tiles of a length, 0 for a whole line, from tile `.1` on, the product of the tiles before is wrong.
    Tiles(usize, usize, Carry),
    /// Whole lines are computed in another way.
    Scan(Scan),
    /// Factors are converted wrongly.
    Factors(Conversion),
    /// The product is computed before the conversion.
    ConvertedAfter,
    /// The input is read from wrong places.
    Read(Read),
    /// The result is written to wrong places.
    Write(Write),
    /// Something is left over from calls before.
    Stale(Stale),
    /// A promotion goes wrong.
    Promote(Promoted),
    /// Bytes are reinterpreted wrongly.
    Reinterpret(Reread),
    /// The result has another shape.
    Shape(Shape),
    /// The result is labelled with this dtype.
    Labelled(#[serde(deserialize_with = "dtype")] DType),
    /// A valid call is refused.
    Refused,
    /// The call ends the process.
    Crashes,
    /// A call is refused with the second status instead of the first.
    Status(i64, i64),
    /// The call is answered as one `with` other arguments.
    Instead,
    /// A call that is to be refused is answered as one `with` other arguments.
    Accepted,
    /// A call that is to be refused is answered by the pages of this profile.
    AcceptedBy(#[serde(deserialize_with = "profile")] &'static Profile),
    /// A call that is to be refused leaves input as it is.
    Kept,
    /// A call that is to be refused is answered without the end of each row that does not fill an element.
    RemainderCut,
    /// The first dtype, which is to be refused, is computed as the second, of the same width.
    TakenFor(#[serde(deserialize_with = "dtype")] DType, #[serde(deserialize_with = "dtype")] DType),
}

impl Path {
    /// The wrong answer to a call, or nothing where it is `right`.
    pub(super) fn answer(&self, call: &Call, right: &Reply, state: &mut State) -> Option<Reply> {
        let wrong = match (call, self.wrong) {
            (Call::Promote(call), Wrong::Promote(fault)) => fault.answer(call, right, &mut state.reference),
            (Call::Operate(call), _) if call.operator.name == self.operator.name => {
                let names = Names { call, right };
                let goes_wrong = self.when.is_none_or(|when| names.truth(when) == Some(true));
                if goes_wrong { self.operated(&names, state) } else { None }
            }
            _ => None,
        };
        wrong.filter(|wrong| wrong != right)
    }

    fn operated(&self, names: &Names<'_>, state: &mut State) -> Option<Reply> {
        let call = names.call;
        let tensor_of = |tensor: Tensor| Reply::Answer(Answer::Tensor(tensor));
        match (self.wrong, names.right) {
            (Wrong::Crashes, _) => Some(Reply::Lost(BackendFault::Crash, "signal 11 (SIGSEGV)".to_owned())),
            (Wrong::Refused, Reply::Answer(_)) => Some(Reply::Rejected(Rejection::default())),
            (Wrong::Status(from, to), Reply::Rejected(right)) if right.status == Some(from) => {
                Some(Reply::Rejected(Rejection { status: Some(to), ..right.clone() }))
            }
            (Wrong::Instead, _) | (Wrong::Accepted, Reply::Rejected(_)) => {
                Some(state.reference.ask(&Call::Operate(names.with(self.with)?)))
            }
            (Wrong::AcceptedBy(profile), Reply::Rejected(_)) => {
                Some(Reference::new(Editions::profile(profile.name).ok()?).ask(&Call::Operate(call.clone())))
            }
            (Wrong::Kept, Reply::Rejected(_)) => tensor(call, "input").cloned().map(tensor_of),
            (Wrong::RemainderCut, Reply::Rejected(_)) => shapes::remainder_cut(call).map(tensor_of),
            (Wrong::TakenFor(dtype, other), _) => taken_for(call, dtype, other, &mut state.reference),
            (_, Reply::Answer(Answer::Tensor(right))) => self.changed(call, right, state).map(tensor_of),
            _ => None,
        }
    }

    fn changed(&self, call: &Invocation, right: &Tensor, state: &mut State) -> Option<Tensor> {
        match self.wrong {
            Wrong::Shape(shape) => return shape.answer(call, right),
            Wrong::Labelled(dtype) => {
                return Tensor::new(dtype, right.shape(), right.elements().into_owned()).ok();
            }
            Wrong::Reinterpret(fault) => return fault.answer(call, right),
            Wrong::Read(read) if self.operator.name == "reinterpret" => {
                let input = tensor(call, "input")?;
                let factor = right.dtype().size() / input.dtype().size();
                let elements = read.elements(input, 0, factor.max(1))?;
                return Some(with_elements(right, &elements));
            }
            Wrong::ConvertedAfter => return converted_after(call, right, &mut state.reference),
            _ => {}
        }
        let facts = Facts::of(call, right)?;
        match self.wrong {
            Wrong::Elements(at, change) => {
                facts.change(self.lines, right, |line| elements::change(line, at, change))
            }
            Wrong::Steps(at, rule) => facts.change(self.lines, right, |line| elements::steps(line, at, rule)),
            Wrong::Tiles(size, first, carry) => {
                facts.change(self.lines, right, |line| tiles::scan(line, size, first, carry))
            }
            Wrong::Scan(scan) => facts.change(self.lines, right, |line| scan.scan(line)),
            Wrong::Factors(conversion) => {
                facts.convert(|given, right, from, to| conversion.convert(given, right, from, to), right)
            }
            Wrong::Read(read) => read.answer(&facts, &mut state.reference),
            Wrong::Write(write) => write.answer(&facts, right),
            Wrong::Stale(stale) => stale.answer(&facts, right, state),
            _ => None,
        }
    }
}

/// The product computed in input's dtype, then converted.
fn converted_after(call: &Invocation, right: &Tensor, reference: &mut Reference) -> Option<Tensor> {
    let first = call.clone().with("dtype", Arg::Absent).with("out", Arg::Absent);
    let Reply::Answer(Answer::Tensor(product)) = reference.ask(&Call::Operate(first)) else { return None };
    let mut wrong = right.clone();
    set_words(&mut wrong, &converted(&words(&product), product.dtype(), right.dtype()));
    Some(wrong)
}

/// The answer to a call whose tensors of one dtype have another one of the same width.
fn taken_for(call: &Invocation, dtype: DType, other: DType, reference: &mut Reference) -> Option<Reply> {
    let label = |tensor: &Tensor, from: DType, to: DType| {
        let relabelled = || Tensor::view(to, tensor.layout().clone(), tensor.storage().to_vec()).ok();
        if tensor.dtype() == from { relabelled() } else { None }
    };
    let mut taken = call.clone().with("input", Arg::Tensor(label(tensor(call, "input")?, dtype, other)?));
    let out = tensor(call, "out").filter(|_| !in_place(call)).and_then(|out| label(out, dtype, other));
    if let Some(out) = out {
        taken = taken.with("out", Arg::Tensor(out));
    }
    Some(match reference.ask(&Call::Operate(taken)) {
        Reply::Answer(Answer::Tensor(answer)) => {
            Reply::Answer(Answer::Tensor(label(&answer, other, dtype).unwrap_or(answer)))
        }
        reply => reply,
    })
}
