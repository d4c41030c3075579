//! Every sentence of a page that an import could not read is an open question until somebody has read it: then a requirement or
//! an erratum cites it, or the overlay closes it with a reason.

use crate::check::documents::{Doc, Docs};
use crate::check::span;
use crate::model::{Citation, PageSentence, SentenceAnswer, Span, Spec};
use crate::read::fields::{Map, Pair};
use crate::read::raw::{Closed, Closing, Numbers};
use crate::source::{At, Located};
use std::collections::HashMap;

/// What answers the sentences at a place.
struct Answer {
    cite: Citation,
    /// Whether a program wrote the citation: it read no sentence that is longer than what it cites.
    imported: bool,
    /// Where an overlay closes the place, and why, if one does.
    closed: Option<(At, String)>,
}

impl Answer {
    fn answer(&self) -> SentenceAnswer {
        self.closed.as_ref().map_or(SentenceAnswer::Cited, |(_, why)| SentenceAnswer::Closed(why.clone()))
    }

    fn answers(&self, sentence: &PageSentence) -> bool {
        let (own, other) = (self.cite.span, sentence.span);
        if self.imported { other.contains(own) } else { meet(own, other) }
    }
}

/// Finds what became of each unread sentence, and reports the open ones of operators' editions, unless the edition is a draft.
pub(crate) fn answer(docs: &Docs<'_>, closings: &Map<Closing>, spec: &mut Spec) {
    // Where something else is wrong, the answer may stand in what could not be read.
    let complete = docs.report.is_empty();
    let mut answers = citations(spec);
    for doc in &docs.list {
        for raw in doc.overlay.into_iter().flat_map(|overlay| &overlay.closed) {
            close(raw, doc, closings, &mut answers);
        }
    }
    for (doc, document) in docs.list.iter().zip(&mut spec.documents) {
        let of = |name: &str| {
            let here = |answer: &&Answer| answer.cite.document == doc.id && answer.cite.edition == name;
            answers.iter().filter(here).collect::<Vec<_>>()
        };
        let mut known = HashMap::new();
        for edition in &mut document.editions {
            let (answers, Some(sentences)) = (of(&edition.name), &mut edition.sentences) else { continue };
            let mut unread: Vec<_> = sentences.iter_mut().filter(|one| one.unread).collect();
            for sentence in &mut unread {
                let found = answers.iter().find(|answer| answer.answers(sentence));
                sentence.answer = found.map(|answer| answer.answer());
                known.extend(sentence.answer.clone().map(|answer| (sentence.digest.clone(), answer)));
            }
            for (answer, at) in answers.iter().filter_map(|answer| Some((answer, answer.closed.as_ref()?.0)))
            {
                if !unread.iter().any(|sentence| answer.answers(sentence)) {
                    let what = format!(
                        "no unread sentence of edition `{}` stands in {}",
                        edition.name, answer.cite.span
                    );
                    docs.report.error(at, what).label("nothing to close here");
                }
            }
        }
        // The same words in another edition have the same answer.
        for edition in &mut document.editions {
            for sentence in
                edition.sentences.iter_mut().flatten().filter(|one| one.unread && one.answer.is_none())
            {
                sentence.answer = known.get(&sentence.digest).cloned();
            }
        }
        if complete && doc.overlay.is_some_and(|overlay| overlay.operator.is_some()) {
            let finished =
                doc.editions.iter().zip(&document.editions).filter(|(edition, _)| !edition.raw.head.draft);
            finished.flat_map(|(_, edition)| edition.open()).for_each(|open| refuse(open, doc));
        }
    }
}

/// Everything in the specification that cites a page because a person or an import read it there.
fn citations(spec: &Spec) -> Vec<Answer> {
    let of_operators = spec.operators.iter().flat_map(|operator| &operator.contracts);
    let requirements =
        of_operators.flat_map(|contract| &contract.requirements).chain(spec.table_requirements());
    let mut answers: Vec<Answer> = requirements
        .flat_map(|requirement| {
            let imported = spec.path(requirement.at).ends_with("/requirements.toml");
            let cites = requirement.cites().chain(&requirement.status_cite);
            cites.map(move |cite| Answer { cite: cite.clone(), imported, closed: None })
        })
        .collect();
    let readings = spec.errata.iter().flat_map(|erratum| &erratum.readings).map(|reading| &reading.cite);
    let cites = readings.chain(spec.statements.iter().map(|statement| &statement.cite));
    answers.extend(cites.map(|cite| Answer { cite: cite.clone(), imported: false, closed: None }));
    answers
}

/// Adds the places that an overlay closes.
fn close(raw: &Closed, doc: &Doc<'_>, closings: &Map<Closing>, answers: &mut Vec<Answer>) {
    let reason = closings.iter().find(|(name, _)| name.value == raw.why.value);
    if reason.is_none() {
        let known: Vec<String> =
            closings.iter().map(|(name, closing)| format!("`{name}` {}", closing.says)).collect();
        doc.report
            .error(raw.why.at, format!("`{}` is not a reason to close a sentence", raw.why))
            .label("expected a `[closing.NAME]` of documents.toml")
            .help(format!("these are known: {}", known.join("; ")));
    }
    if (raw.why.value == "repeats") != raw.of.is_some() {
        doc.report
            .error(raw.at, "what repeats others says which")
            .label("expected `of` beside `why = \"repeats\"`, and only there");
    }
    let edition = match &raw.edition {
        Some(name) => doc.find(name),
        None => doc.edition(doc.first()),
    };
    let Some(edition) = edition else { return };
    let place = |lines: Option<&Located<Pair>>, bytes: Option<&Located<Pair>>| {
        span::span(&Numbers { lines: lines.cloned(), bytes: bytes.cloned() }, edition.extent, doc.report)
    };
    place(raw.of.as_ref(), None);
    let lines: Vec<_> = raw.lines.iter().map(|pair| (pair.at, place(Some(pair), None))).collect();
    let bytes: Vec<_> = raw.bytes.iter().map(|pair| (pair.at, place(None, Some(pair)))).collect();
    answers.extend(lines.into_iter().chain(bytes).map(|(at, span)| Answer {
        cite: Citation {
            document: doc.id.to_owned(),
            edition: edition.name.to_owned(),
            place: String::new(),
            span,
        },
        imported: false,
        closed: Some((at, reason.map_or_else(String::new, |(_, closing)| closing.says.clone()))),
    }));
}

fn refuse(open: &PageSentence, doc: &Doc<'_>) {
    let file = doc.id.replacen('.', "/", 1);
    doc.report
        .error(open.at, format!("{} of the page of `{}` is an open question", open.span, doc.id))
        .label(format!("about {}", open.about))
        .help(format!("read it, then cite it in a requirement or close it with `[[closed]]` in {file}.toml; or let the edition have `draft = true`"));
}

fn meet(a: Span, b: Span) -> bool {
    match (a, b) {
        (Span::Lines(a, last), Span::Lines(b, end)) => a <= end && b <= last,
        (Span::Bytes(a, past), Span::Bytes(b, end)) => a < end && b < past,
        _ => false,
    }
}
