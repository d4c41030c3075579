//! The result of a case: what follows from the case itself, and the judgement.

use crate::case::{Case, Expect, Question};
use crate::operator::{Registry, numbers};
use crate::properties::Properties;
use crate::verdict::{CaseResult, Judgement, Verdict};
use ascertain::call::Call;
use ascertain::document::Editions;
use std::sync::Arc;

impl CaseResult {
    /// The result of a case. Only the judgement is not known from the case.
    #[must_use]
    pub fn of(case: &Case, mut judgement: Judgement, editions: &Editions, registry: Registry) -> Self {
        // Of tens of thousands, not more than is used.
        judgement.observations.shrink_to_fit();
        let note = match &case.expect {
            Expect::Vector(stored) => Some(stored.note.clone()),
            Expect::Documents | Expect::SameAs(..) => None,
        };
        Self {
            id: case.id.clone(),
            area: case.area,
            requirements: case.requirements,
            question: if judgement.verdict == Verdict::Pass {
                String::new()
            } else {
                Question(&case.call).to_string().into_boxed_str().into()
            },
            properties: properties(&case.call, editions, registry).shared(),
            note,
            inputs: if judgement.verdict.is_finding() { numbers::inputs(&case.call) } else { Vec::new() },
            judgement,
            shrunk: None,
            known: None,
            cause: None,
        }
    }

    /// A result without a case, or of one that was not asked.
    #[must_use]
    pub fn without_details(
        id: impl Into<Arc<str>>,
        area: &'static str,
        question: impl Into<String>,
        judgement: Judgement,
    ) -> Self {
        Self {
            id: id.into(),
            area,
            requirements: &[],
            question: question.into(),
            properties: Properties::default().shared(),
            note: None,
            inputs: Vec::new(),
            judgement,
            shrunk: None,
            known: None,
            cause: None,
        }
    }
}

fn properties(call: &Call, editions: &Editions, registry: Registry) -> Properties {
    let mut properties = Properties::of(call);
    if let Call::Operate(call) = call
        && let Some(operator) = registry.operator(call.operator)
    {
        if operator.target(call).is_some_and(|target| !target.is_packed()) {
            properties.say("a result with gaps");
        }
        operator.describe(call, call.operator.contract(editions), &mut properties);
    }
    properties
}
