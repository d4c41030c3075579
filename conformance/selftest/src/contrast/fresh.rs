//! Cases that are asked to test a cause: further random ones, and calls of the run with other values.

use super::asked::{Asked, of_call};
use super::history::History;
use ascertain::backend::Reply;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::formula::part;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::ordered::sort_by_key;
use ascertain_judge::random::{Source, values};
use ascertain_judge::session::{CaseOutcome, Judge};
use core::cmp::Reverse;
use std::time::{Duration, Instant};

/// Asks a backend more cases. Gives nothing where there is none to ask.
pub type Ask<'a> = dyn FnMut(&[Case]) -> Vec<CaseOutcome> + 'a;

/// So many random calls are drawn, beyond the indices of any run, and so many calls of the run get other values.
const RANDOM: u64 = 600;
const FIRST: u64 = 1 << 32;
const REFILLED: usize = 300;

/// Calls with longer answers are not asked: bytes.
const LONGEST: usize = 1 << 14;

/// At most so many cases that tell are asked at once, and so many others.
const TELLING: usize = 120;
const OTHERS: usize = 60;

/// The backend is asked about an operator for so long.
const TIME: Duration = Duration::from_millis(1500);

/// Percentage of operands that become the one before them, but for some bits.
const BESIDE: usize = 40;

/// What can be asked of an operator beyond what a run asked.
pub(super) struct Fresh<'a, 'b> {
    operator: &'static OperatorSpec,
    cases: &'a CaseIndex<'a>,
    judge: &'a Judge<'a>,
    ask: &'a mut Ask<'b>,
    history: History,
    /// Calls that were not asked yet, with what is right.
    drawn: Vec<(Invocation, Vec<Asked>)>,
    /// The place of the next case, behind those of the run.
    next: usize,
    left: Duration,
}

impl<'a, 'b> Fresh<'a, 'b> {
    pub(super) fn new(
        operator: &'static OperatorSpec,
        cases: &'a CaseIndex<'a>,
        judge: &'a Judge<'a>,
        ask: &'a mut Ask<'b>,
        history: History,
        next: usize,
    ) -> Self {
        Self { operator, cases, judge, ask, history, drawn: Vec::new(), next, left: TIME }
    }

    /// Draws calls, some of them like these.
    pub(super) fn draw(&mut self, like: &[&Asked], seed: u64) {
        let fuzzer = Fuzzer::new(seed, self.cases.editions(), self.cases.registry());
        let fuzzer = fuzzer.of(&[self.operator.name]);
        let random = (FIRST..FIRST + RANDOM).filter_map(|index| match fuzzer.generate(index).call {
            Call::Operate(call) => Some(call),
            Call::Promote(_) => None,
        });
        let refilled = like.iter().step_by(like.len().div_ceil(REFILLED).max(1)).enumerate();
        let refilled =
            refilled.map(|(index, asked)| refilled_call(&asked.call, &mut Source::new(seed, index as u64)));
        let mut reference = Reference::new(self.cases.editions().clone());
        let contract = self.operator.contract(self.cases.editions());
        let calls = random.chain(refilled).filter(|call| call.longest_answer() <= LONGEST);
        let drawn = calls.map(|call| {
            let mut right = of_call(0, &call, None, contract, Some(self.judge), &mut reference);
            right.iter_mut().for_each(|own| own.earlier = self.history.earlier(&call));
            (call, right)
        });
        self.drawn = drawn.filter(|(_, right)| !right.is_empty()).collect();
    }

    /// Asks the calls that tell most, by what is right of them, and some others.
    pub(super) fn asked(&mut self, tells: impl Fn(&Asked) -> usize) -> Vec<Asked> {
        if self.drawn.is_empty() || self.left.is_zero() {
            return Vec::new();
        }
        let ranked = self.drawn.iter().enumerate();
        let ranked = ranked.map(|(at, (_, right))| (right.iter().map(&tells).max().unwrap_or(0), at));
        let mut ranked: Vec<(usize, usize)> = ranked.collect();
        sort_by_key(&mut ranked, |(tells, at)| (Reverse(*tells), *at));
        let telling = ranked.iter().take_while(|(tells, _)| *tells > 0).count().min(TELLING);
        let others = ranked[telling..].iter().filter(|(tells, _)| *tells == 0).take(OTHERS);
        let mut chosen: Vec<usize> = ranked[..telling].iter().chain(others).map(|(_, at)| *at).collect();
        chosen.sort_unstable();
        let calls: Vec<Invocation> = chosen.iter().rev().map(|at| self.drawn.swap_remove(*at).0).collect();
        let case = |call: &Invocation| Case {
            id: "fresh".into(),
            area: self.operator.name,
            requirements: &[],
            call: Call::Operate(call.clone()),
            expect: Expect::Documents,
        };
        let start = Instant::now();
        let outcomes = (self.ask)(&calls.iter().map(case).collect::<Vec<_>>());
        if outcomes.iter().any(|outcome| matches!(outcome.reply, Some(Reply::Lost(..)))) {
            self.left = Duration::ZERO;
        }
        self.left = self.left.saturating_sub(start.elapsed());
        let mut reference = Reference::new(self.cases.editions().clone());
        let contract = self.operator.contract(self.cases.editions());
        let mut asked = Vec::new();
        for (call, outcome) in calls.iter().zip(outcomes) {
            let Some(reply @ Reply::Answer(_)) = &outcome.reply else { continue };
            let earlier = self.history.earlier(call);
            self.history.add(call);
            self.next += 1;
            let judge = Some(self.judge);
            let given = Some((reply, &outcome.judgement));
            let mut new = of_call(self.next, call, given, contract, judge, &mut reference);
            new.iter_mut().for_each(|own| own.earlier.clone_from(&earlier));
            asked.extend(new);
        }
        asked
    }
}

/// A call with other elements. Some operands are nearly alike, so that comparisons and differences tell something.
fn refilled_call(call: &Invocation, source: &mut Source) -> Invocation {
    let mut before: Vec<u8> = Vec::new();
    let mut refill = |arg: &Arg| {
        let Arg::Tensor(tensor) = arg else { return arg.clone() };
        let (mut tensor, dtype) = (tensor.clone(), tensor.dtype());
        let mut elements = tensor.elements().into_owned();
        if before.len() == elements.len() && source.chance(BESIDE) {
            elements.copy_from_slice(&before);
            for element in elements.chunks_exact_mut(dtype.size()) {
                if source.chance(50) {
                    let bit = source.below(element.len() * 8);
                    element[bit / 8] ^= 1 << (bit % 8);
                }
            }
            if dtype == ascertain::DType::Bool {
                elements.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
            }
        } else {
            values::fill(source, part(dtype).unwrap_or(dtype), &mut elements);
        }
        tensor.set_elements(&elements);
        before = elements;
        Arg::Tensor(tensor)
    };
    Invocation { operator: call.operator, args: call.args.iter().map(&mut refill).collect() }
}
