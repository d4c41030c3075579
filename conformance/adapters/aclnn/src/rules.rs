//! What the library accepts and computes: what the documents say in the chosen editions, unless a test installs other
//! rules.
//!
//! This library has no switches for faults. A faulty library links this crate and installs its own rules before
//! `aclInit`, as `ascertain-aclnn-defects` does.

use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, Rejection, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use std::sync::{OnceLock, PoisonError, RwLock};

/// The result of phase one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It succeeds, and the executor will compute.
    Run,
    /// It succeeds and leaves no executor.
    Nothing,
    /// It refuses.
    Refuse(Rejection),
}

/// What is accepted and computed.
pub trait Rules: Send + Sync {
    /// Phase one: checks the arguments, without looking at elements.
    fn decide(&self, editions: &Editions, call: &Invocation) -> Decision;

    /// Phase two: the tensors that the call writes, with the results in them, in the order of the operator's arguments; none if
    /// nothing is written.
    ///
    /// # Errors
    /// A mistake that only the computation can find.
    fn compute(&self, editions: &Editions, call: &Invocation) -> Result<Vec<Tensor>, Rejection>;
}

/// The rules of the documents, by the reference implementation.
#[derive(Clone, Copy, Debug)]
pub struct Documented;

impl Rules for Documented {
    fn decide(&self, editions: &Editions, call: &Invocation) -> Decision {
        match Reference::new(editions.clone()).plan(call) {
            Ok(_) => computable(editions, call).map_or(Decision::Run, Decision::Refuse),
            Err(rejection) => Decision::Refuse(explained(editions, call, rejection)),
        }
    }

    fn compute(&self, editions: &Editions, call: &Invocation) -> Result<Vec<Tensor>, Rejection> {
        match Reference::new(editions.clone()).ask(&Call::Operate(call.clone())) {
            Reply::Answer(Answer::Tensor(result)) => Ok(vec![result]),
            Reply::Answer(Answer::Tensors(results)) => Ok(results),
            Reply::Rejected(rejection) => Err(rejection),
            other => Err(Rejection { status: None, message: format!("the reference gave {other:?}") }),
        }
    }
}

static RULES: RwLock<Option<&'static dyn Rules>> = RwLock::new(None);

/// Replaces the documents' rules for this process. For tests.
pub fn install(rules: &'static dyn Rules) {
    *RULES.write().unwrap_or_else(PoisonError::into_inner) = Some(rules);
}

/// The rules in force.
pub(crate) fn rules() -> &'static dyn Rules {
    static DOCUMENTED: OnceLock<Documented> = OnceLock::new();
    let installed = *RULES.read().unwrap_or_else(PoisonError::into_inner);
    installed.unwrap_or_else(|| DOCUMENTED.get_or_init(|| Documented))
}

/// A refusal if no rule is broken, and there is still nothing to compute: the dtype to compute in is not listed, which an
/// edition may take from out, or the formula has no value in it.
fn computable(editions: &Editions, call: &Invocation) -> Option<Rejection> {
    let (contract, args) = (call.operator.contract(editions), call.args());
    let refused = |message| Some(Rejection { status: None, message });
    if let Some(formula) = contract.formulas_of(args).find(|formula| formula.compute(args).is_none()) {
        return refused(format!("`{}` has no value in this dtype; {}", formula.each.text, contract.cite));
    }
    let function = contract.variant(args).and_then(|variant| contract.phase_one(variant))?;
    let compute = contract.derived_dtype("compute", args)?;
    let input = function.parameters.iter().find(|parameter| parameter.name == "input")?;
    match input.dtypes.contains(compute) {
        true => None,
        false => {
            refused(format!("the call asks for a product in {compute}, which is not listed; {}", input.cite))
        }
    }
}

/// The reference's refusal, with the predicate and the place in the document that it follows.
fn explained(editions: &Editions, call: &Invocation, rejection: Rejection) -> Rejection {
    let contract = call.operator.contract(editions);
    let id = rejection.message.split(": ").next().unwrap_or_default();
    let Some(requirement) = contract.requirement(id) else { return rejection };
    let rule = requirement.require.map_or_else(String::new, |require| format!(" ({})", require.text));
    let message = format!("breaks rule {id}: {}{rule}; {}", requirement.says, requirement.cite);
    Rejection { message, ..rejection }
}
