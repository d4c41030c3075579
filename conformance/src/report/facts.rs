//! One finding as labelled lines, and text from outside made fit for XML.

use super::words::{basis_words, verdict_words};
use crate::results::RunRequest;
use ascertain::contract::{Basis, OPERATORS};
use ascertain::promote::TABLES;
use ascertain_judge::verdict::{CaseResult, Judgement, Verdict};

/// One labelled line about a case.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) label: &'static str,
    pub(crate) text: String,
    pub(crate) look: Look,
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Plain,
    Dim,
    Name,
    /// A command, which is not wrapped or cut, so that it can be copied.
    Command,
    /// Elements of a tensor.
    Bits,
    /// The right answer.
    Right,
    /// The answer that came.
    Got,
}

impl Fact {
    pub(crate) fn new(label: &'static str, text: impl Into<String>, look: Look) -> Self {
        Self { label, text: text.into(), look }
    }
}

/// A call, the expected and the actual answer. What is empty is left out.
pub(crate) fn answer(question: &str, inputs: &[(&'static str, String)], judgement: &Judgement) -> Vec<Fact> {
    let Judgement { expected, got, detail, .. } = judgement;
    let asked = Some(question).filter(|question| !question.is_empty());
    let mut facts: Vec<Fact> =
        asked.map(|asked| Fact::new("asked", asked, Look::Plain)).into_iter().collect();
    facts.extend(inputs.iter().map(|(name, elements)| Fact::new(name, elements, Look::Bits)));
    let lines =
        [("expected", expected, Look::Right), ("got", got, Look::Got), ("detail", detail, Look::Plain)];
    facts.extend(
        lines.into_iter().filter_map(|(label, text, look)| Some(Fact::new(label, text.as_ref()?, look))),
    );
    facts
}

/// The call of a case and its answers, why it is asked, and the requirements. Of a minimized failure, the small call.
pub(super) fn of_call(result: &CaseResult) -> Vec<Fact> {
    let mut facts = match &result.shrunk {
        Some(small) => {
            let found = Fact::new("found by", &result.question, Look::Dim);
            let small = answer(&small.question, &small.inputs, &small.judgement);
            std::iter::once(found).chain(small).collect()
        }
        None => answer(&result.question, &result.inputs, &result.judgement),
    };
    facts.extend(result.cause.as_ref().map(|cause| Fact::new("cause", cause, Look::Plain)));
    facts.extend(result.note.as_ref().map(|note| Fact::new("note", note, Look::Plain)));
    let decided = result.judgement.requirement;
    let requirements = match decided {
        Some(id) => says(id).map_or_else(|| id.to_owned(), |says| format!("{id}: {says}")),
        // A failure of the adapter itself is about none.
        None if result.judgement.verdict == Verdict::Error => String::new(),
        None => result.requirements.join(", "),
    };
    facts.extend((!requirements.is_empty()).then(|| Fact::new("requires", requirements, Look::Plain)));
    facts
}

/// What a requirement says, if every edition that has it says the same.
pub(super) fn says(id: &str) -> Option<&'static str> {
    let contracts = OPERATORS.iter().flat_map(|operator| operator.contracts);
    let of_operators = contracts.filter_map(|contract| contract.requirement(id));
    let of_tables = TABLES.iter().flat_map(|table| table.requirements).filter(|own| own.id == id);
    let mut all = of_operators.chain(of_tables).map(|own| own.says);
    let first = all.next()?;
    all.all(|says| says == first).then_some(first)
}

/// The call of a case and its answers, and who says so.
pub(super) fn of_finding(result: &CaseResult) -> Vec<Fact> {
    let mut facts = of_call(result);
    let judgement = &result.judgement;
    facts.extend(judgement.basis.map(|basis| {
        let words = basis_words(basis);
        let words = match judgement.requirement.filter(|_| basis == Basis::Reading) {
            Some(id) => format!("{words}; `ascertain explain {id}` gives the reason"),
            None => words.to_owned(),
        };
        Fact::new("basis", words, Look::Plain)
    }));
    if let Some(cite) = &judgement.cite {
        facts.push(Fact::new("cited", &cite.words, Look::Plain));
        facts.extend(cite.address.as_ref().map(|address| Fact::new("page", address, Look::Name)));
    }
    facts
}

/// What a person needs to know of a case of a run: also why its failure is known, and the command that repeats it.
pub(super) fn facts(result: &CaseResult, asked: &RunRequest) -> Vec<Fact> {
    let mut facts = of_finding(result);
    facts.extend(known(result).map(|reason| Fact::new("known", reason, Look::Plain)));
    facts.push(Fact::new("again", asked.repro_command(&result.id), Look::Command));
    if result.judgement.verdict == Verdict::Crash {
        facts.push(Fact::new("debug", asked.debug_command(&result.id), Look::Command));
    }
    facts
}

/// The facts as text, one line for each, and more for answers of several lines.
pub(super) fn text(facts: &[Fact]) -> String {
    let width = facts.iter().map(|fact| fact.label.len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for Fact { label, text: words, .. } in facts {
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
