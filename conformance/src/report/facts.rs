//! One finding as labelled lines, and text from outside made fit for XML.

use super::RunRequest;
use super::words::{basis_words, verdict_words};
use ascertain_judge::verdict::{CaseResult, Judgement};

/// What a person needs to know of a case: the call, the expected and the actual answer, the requirement, and the command
/// that repeats it. Of a minimized failure, the small call.
pub(super) fn facts(result: &CaseResult, asked: &RunRequest) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let small = result.shrunk.as_deref();
    let (question, inputs, judgement) = match small {
        Some(small) => (&small.question, &small.inputs, &small.judgement),
        None => (&result.question, &result.inputs, &result.judgement),
    };
    if small.is_some() {
        facts.push(("found by", result.question.clone()));
    }
    facts.push(("asked", question.clone()));
    facts.extend(inputs.iter().map(|(name, elements)| (*name, elements.clone())));
    let Judgement { expected, got, detail, .. } = judgement;
    let lines = [("expected", expected), ("got", got), ("detail", detail), ("note", &result.note)];
    facts.extend(lines.into_iter().filter_map(|(label, text)| Some((label, text.clone()?))));
    let judgement = &result.judgement;
    let requirements = judgement.requirement.map_or_else(|| result.requirements.join(", "), str::to_owned);
    facts.extend((!requirements.is_empty()).then_some(("requires", requirements)));
    facts.extend(judgement.basis.map(|basis| ("basis", basis_words(basis).to_owned())));
    if let Some(cite) = &judgement.cite {
        facts.push(("cited", cite.to_string()));
        facts.extend(cite.address.clone().map(|address| ("page", address)));
    }
    facts.extend(known(result).map(|reason| ("known", reason)));
    facts.push(("again", asked.again(&result.id)));
    facts
}

/// The facts as text, one line for each, and more for answers of several lines.
pub(super) fn text(facts: &[(&'static str, String)]) -> String {
    let width = facts.iter().map(|(label, _)| label.len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for (label, words) in facts {
        for (at, line) in words.lines().enumerate() {
            let label = if at == 0 { label } else { "" };
            text.push_str(&format!("{label:width$}{line}\n"));
        }
    }
    text
}

/// The verdict and the kind of failure: `fail: value`.
pub(super) fn verdict(result: &CaseResult) -> String {
    verdict_words(result.judgement.verdict, result.judgement.kind.map(|kind| kind.name()))
}

/// One line that says what happened.
pub(super) fn headline(result: &CaseResult) -> String {
    let judgement = result.shrunk.as_deref().map_or(&result.judgement, |small| &small.judgement);
    let line = match (&judgement.expected, &judgement.got, &judgement.detail) {
        _ if result.known.is_some() => known(result).unwrap_or_default(),
        (Some(expected), Some(got), _) => format!("expected {expected}, got {got}"),
        (Some(expected), None, Some(detail)) => format!("expected {expected}: {detail}"),
        (_, Some(text), _) | (_, _, Some(text)) => text.clone(),
        _ => {
            let seen = judgement.observations.iter();
            seen.map(|(requirement, saw)| format!("{requirement}: {saw}")).collect::<Vec<_>>().join("; ")
        }
    };
    line.split('\n').collect::<Vec<_>>().join(" ")
}

/// Why a finding is known, and what it would be otherwise.
fn known(result: &CaseResult) -> Option<String> {
    let known = result.known.as_ref()?;
    Some(format!("{}; without the list: {}", known.words(), known.verdict.name()))
}

/// Text that XML 1.0 can hold: it forbids most control characters, and U+FFFE and U+FFFF. They become escapes.
pub(super) fn for_xml(text: &str) -> String {
    let forbidden =
        |c: char| (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{fffe}' | '\u{ffff}');
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if forbidden(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}
