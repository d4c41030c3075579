//! A case that gives another verdict when it is asked again, after other cases, is nondeterministic.

use crate::case::Case;
use crate::text;
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::Call;
use ascertain::contract::Level;
use ascertain::document::Editions;

/// The judgement of a finding that is not the same the second time. `None` if it is the same, or the second time says
/// nothing.
pub(super) fn of_finding(first: &Judgement, second: &Judgement) -> Option<Judgement> {
    let same = |judgement: &Judgement| {
        let Judgement { verdict, kind, at, got, .. } = judgement;
        // The words of a refusal may count calls.
        let got = got.clone().filter(|_| *kind != Some(FailKind::RejectedValid));
        (*verdict, *kind, at.clone(), got)
    };
    if same(first) == same(second) {
        return None;
    }
    let words = match second.verdict {
        Verdict::Unsupported | Verdict::Skipped | Verdict::Error | Verdict::Known => return None,
        Verdict::Pass | Verdict::Observed => "right when asked again".to_owned(),
        Verdict::Fail | Verdict::Warning => {
            let got = second.got.as_deref().unwrap_or("no answer");
            format!("wrong in another way when asked again: {}", text::word(got))
        }
        Verdict::Crash | Verdict::Timeout | Verdict::Protocol => {
            format!("{} when asked again", second.verdict.name())
        }
    };
    let detail = Some(with_words(words, first));
    Some(Judgement { kind: Some(FailKind::Nondeterministic), detail, ..first.clone() })
}

/// The judgement of a case that passed, and does not the second time. `None` if it passes again, with the same answer or
/// with one that the documents allow to be another.
pub(super) fn of_pass(case: &Case, second: Judgement, same: bool, editions: &Editions) -> Option<Judgement> {
    let detail = || with_words("right at first, and wrong when asked again".to_owned(), &second);
    match second.verdict {
        Verdict::Pass if !same => another_answer(case, editions),
        Verdict::Fail | Verdict::Warning => Some(Judgement {
            kind: Some(FailKind::Nondeterministic),
            detail: Some(detail()),
            // They were counted the first time.
            elements: 0,
            order_sensitive: 0,
            ..second
        }),
        Verdict::Crash | Verdict::Timeout | Verdict::Protocol => {
            Some(Judgement { detail: Some(detail()), ..second })
        }
        _ => None,
    }
}

/// Words before the details of a judgement.
fn with_words(words: String, judgement: &Judgement) -> String {
    let all: Vec<String> = std::iter::once(words).chain(judgement.detail.clone()).collect();
    text::sanitize(&all.join("; "))
}

/// The judgement of two right answers to one question that are not the same, if a rule says that they are.
fn another_answer(case: &Case, editions: &Editions) -> Option<Judgement> {
    let Call::Operate(call) = &case.call else { return None };
    let contract = call.operator.contract(editions);
    let rule = contract.requirements.iter().find(|rule| rule.repeats && rule.applies(call.args()))?;
    let verdict = match rule.level {
        Level::Must => Verdict::Fail,
        Level::Should => Verdict::Warning,
        // Cases of the suite show it.
        Level::Unspecified | Level::Contradicted => return None,
    };
    let (right, got) = ("the same answer as the first time", "another answer");
    Some(Judgement {
        verdict,
        basis: rule.basis,
        cite: Some(rule.cite.into()),
        ..Judgement::fail(rule.id, FailKind::Nondeterministic, right, got)
            .with_detail("asked again after other cases")
    })
}
