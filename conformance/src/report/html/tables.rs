//! Promotion tables that were asked: each cell with what is documented, what came, and what other editions say.

use crate::report::heat::{self, Place, State};
use crate::report::rules::erratum;
use crate::report::words::basis_words;
use crate::results::RunRequest;
use ascertain::call::{Call, Promote};
use ascertain::contract::Basis;
use ascertain::document::Editions;
use ascertain::promote::{Cell, Key, Origin, TABLES};
use ascertain_judge::case::{Case, Cited};
use ascertain_judge::verdict::{CaseResult, FailKind, Run, Verdict};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The results about one cell.
#[derive(Default)]
struct Results<'a> {
    plain: Option<&'a CaseResult>,
    with_ranks: Vec<((u8, u8), &'a CaseResult)>,
}

/// The tables that a run asked.
pub(super) fn asked(run: &Run, asked: &RunRequest, cases: &[Case], editions: &Editions) -> Vec<Value> {
    let mut questions: HashMap<&str, &Promote> = HashMap::new();
    for case in cases {
        if let Call::Promote(pair) = &case.call {
            questions.insert(&case.id, pair);
        }
    }
    let mut by_cell: HashMap<(&str, (Key, Key)), Results<'_>> = HashMap::new();
    for result in &run.results {
        let Some(pair) = questions.get(result.id.as_str()) else { continue };
        let results = by_cell.entry((pair.table.id, (pair.row, pair.column))).or_default();
        match pair.ranks {
            None => results.plain = Some(result),
            Some(ranks) => results.with_ranks.push((ranks, result)),
        }
    }
    let none = Results::default();
    let tables = TABLES.iter().filter(|table| by_cell.keys().any(|(id, _)| *id == table.id));
    let shown = tables.enumerate().map(|(at, table)| {
        let edition = editions.name(table.document);
        let mut shown = heat::table(table, editions, &STATES, |place, documented| {
            let results = by_cell.get(&(table.id, place.keys())).unwrap_or(&none);
            let anchor = format!("t{at}r{}c{}", place.row, place.column);
            (state(results.plain), cell(place, documented, results, asked, (&anchor, edition)))
        });
        shown["anchor"] = json!(format!("t{at}"));
        shown
    });
    shown.collect()
}

fn cell(
    place: Place,
    documented: &Cell,
    results: &Results<'_>,
    asked: &RunRequest,
    (anchor, edition): (&str, &str),
) -> Value {
    let broken = results.plain.filter(|result| is_broken(result.judgement.verdict));
    let ranks = results.with_ranks.iter().filter(|(_, result)| is_broken(result.judgement.verdict));
    let errata = place.errata().filter(|erratum| erratum.concerns(edition)).map(erratum);
    json!({
        "anchor": anchor,
        "got": results.plain.and_then(got),
        "detail": results.plain.and_then(|result| result.judgement.detail.as_ref()),
        "origin": origin(documented),
        "cite": Cited::from(documented.cite),
        "errata": errata.collect::<Vec<_>>(),
        "ranks": ranks.map(|(ranks, result)| of_ranks(*ranks, result)).collect::<Vec<_>>(),
        // Where a person has to look.
        "again": broken.map(|result| asked.repro_command(&result.id)),
    })
}

/// Who says what a cell says.
fn origin(cell: &Cell) -> String {
    let origin = match cell.origin {
        Origin::Stated => "printed in the table".to_owned(),
        Origin::Derived(rule) => format!("derived by the rule “{rule}”"),
    };
    match cell.basis {
        Basis::Stated => origin,
        // Twice the same.
        Basis::Derived if cell.origin != Origin::Stated => origin,
        basis => format!("{origin}; {}", basis_words(basis)),
    }
}

/// What came instead of what is documented.
fn got(result: &CaseResult) -> Option<&String> {
    let judgement = &result.judgement;
    judgement.got.as_ref().or(judgement.observations.first().map(|(_, words)| words))
}

/// Whether a person has to look at a case, or had to before a list explained it.
fn is_broken(verdict: Verdict) -> bool {
    verdict.is_finding() || verdict == Verdict::Known
}

/// A finding about operands of certain ranks.
fn of_ranks((row, column): (u8, u8), result: &CaseResult) -> Value {
    let judgement = &result.judgement;
    let got = judgement.got.as_deref().or(judgement.detail.as_deref()).unwrap_or("no answer");
    json!({"ranks": format!("ranks {row} and {column}"), "verdict": judgement.verdict, "got": got})
}

const PASS: State = State { class: "pass", sign: "✓", words: "as documented" };
const DIFFERS: State = State { class: "differs", sign: "✗", words: "differs" };
const REFUSED: State = State { class: "refused", sign: "⊘", words: "refused" };
const KNOWN: State = State { class: "known", sign: "◆", words: "known failure" };
const SILENT: State = State { class: "silent", sign: "!", words: "no answer" };
const OBSERVED: State = State { class: "observed", sign: "○", words: "observed" };
const UNSUPPORTED: State = State { class: "unsupported", sign: "–", words: "unsupported" };
const NOT_ASKED: State = State { class: "not-asked", sign: "·", words: "not asked" };

/// In the order of legends.
const STATES: [State; 8] = [PASS, DIFFERS, REFUSED, KNOWN, SILENT, OBSERVED, UNSUPPORTED, NOT_ASKED];

fn state(result: Option<&CaseResult>) -> State {
    let Some(result) = result else { return NOT_ASKED };
    match (result.judgement.verdict, result.judgement.kind) {
        (Verdict::Pass, _) => PASS,
        (Verdict::Fail | Verdict::Warning, Some(FailKind::RejectedValid)) => REFUSED,
        (Verdict::Fail | Verdict::Warning, _) => DIFFERS,
        (Verdict::Known, _) => KNOWN,
        (Verdict::Observed, _) => OBSERVED,
        (Verdict::Unsupported, _) => UNSUPPORTED,
        (Verdict::Skipped, _) => NOT_ASKED,
        (Verdict::Crash | Verdict::Timeout | Verdict::Protocol | Verdict::Error, _) => SILENT,
    }
}
