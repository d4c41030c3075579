//! Asks a backend to find out its habits.

use crate::case::{Case, Expect};
use crate::fuzz::Fuzzer;
use crate::options::RunOptions;
use crate::session::{CaseOutcome, Session};
use crate::shrink::minimize;
use crate::verdict::{FailKind, Judgement, MinimizedCase, Verdict};
use ascertain::Tensor;
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::contract::{Contract, OperatorSpec};

/// Random cases asked at once.
const WINDOW: u64 = 256;

/// Asks one operator of a backend.
pub struct Prober<'p, 's> {
    session: &'p mut Session<'s>,
    options: &'p RunOptions,
    operator: &'static OperatorSpec,
}

/// An answer to a random case.
pub(crate) struct Answered<'a> {
    /// The case.
    pub(crate) case: &'a Case,
    pub(crate) call: &'a Invocation,
    pub(crate) tensor: &'a Tensor,
    /// Whether it is right, whatever is declared.
    pub(crate) right: bool,
}

impl<'p, 's> Prober<'p, 's> {
    pub(super) fn new(
        session: &'p mut Session<'s>,
        options: &'p RunOptions,
        operator: &'static OperatorSpec,
    ) -> Self {
        Self { session, options, operator }
    }

    /// The operator that is asked.
    #[must_use]
    pub fn operator(&self) -> &'static OperatorSpec {
        self.operator
    }

    /// What the operator's document says of it in the chosen edition.
    #[must_use]
    pub fn contract(&self) -> &'static Contract {
        self.operator.contract(&self.options.editions)
    }

    /// Asks calls that are valid. No tensor where the backend does not offer a call, refuses it or is lost in it.
    pub fn ask(&mut self, calls: Vec<Invocation>) -> Vec<Option<Tensor>> {
        let cases: Vec<Case> = calls.into_iter().map(|call| self.case(call)).collect();
        let tensor = |asked: CaseOutcome| match asked.reply {
            Some(Reply::Answer(answer)) => match answer.tensors() {
                [tensor] => Some(tensor.clone()),
                _ => None,
            },
            _ => None,
        };
        self.session.ask(&cases).into_iter().map(tensor).collect()
    }

    pub(crate) fn case(&self, call: Invocation) -> Case {
        Case {
            id: String::new(),
            area: self.operator.name,
            requirements: &[],
            call: Call::Operate(call),
            expect: Expect::Documents,
        }
    }

    /// Asks `options.fuzz` random cases of the operator: those of a run of it alone with the same seed. `look` gets the answers to valid
    /// ones, and returns whether to go on.
    pub(crate) fn random(&mut self, look: &mut dyn FnMut(&Answered<'_>) -> bool) {
        let fuzzer = Fuzzer::new(self.options.seed, &self.options.editions, self.options.registry);
        let fuzzer = fuzzer.of(&[self.operator.name]);
        for start in (0..self.options.fuzz).step_by(WINDOW as usize) {
            let window = start..self.options.fuzz.min(start + WINDOW);
            let cases: Vec<Case> = window.map(|index| fuzzer.generate(index)).collect();
            for (case, CaseOutcome { judgement, reply }) in cases.iter().zip(self.session.ask(&cases)) {
                let Call::Operate(call) = &case.call else { continue };
                let Some(Reply::Answer(Answer::Tensor(tensor))) = &reply else { continue };
                if self.contract().broken_by(call.args()).next().is_some() {
                    continue;
                }
                let right = is_right(&judgement);
                if !look(&Answered { case, call, tensor, right }) {
                    return;
                }
            }
        }
    }

    /// Minimizes a case that contradicts these declarations. `None` if it does not.
    pub(crate) fn contradiction(&mut self, case: &Case, words: &[(String, String)]) -> Option<MinimizedCase> {
        self.session.demanding(words, |session| {
            let CaseOutcome { judgement, .. } = session.ask(core::slice::from_ref(case)).pop()?;
            if judgement.kind != Some(FailKind::Declaration) {
                return None;
            }
            minimize(session, case, &judgement)
        })
    }
}

/// Whether nothing is wrong but perhaps a declaration.
fn is_right(judgement: &Judgement) -> bool {
    let open = matches!(judgement.verdict, Verdict::Pass | Verdict::Observed | Verdict::Warning);
    open || judgement.kind == Some(FailKind::Declaration)
}
