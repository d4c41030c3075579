//! The differences as JSON, described by `schema/diff-1.schema.json`.

use super::cases::ChangedCase;
use super::comparison::{Comparison, bump};
use super::side::Sides;
use ascertain_spec::model::Span;
use ascertain_spec_tools::diff::{Answer, Bump, CellChange, Change};
use ascertain_spec_tools::facts::UnreadFact;
use serde::Serialize;
use std::io::{self, Write};

/// Version 1. Within it keys are only added, and only optional ones.
#[derive(Serialize)]
struct DiffReport<'a> {
    version: u32,
    before: &'a str,
    after: &'a str,
    /// Absent where both sides say the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    bump: Option<Bump>,
    documents: Vec<Document<'a>>,
}

#[derive(Serialize)]
struct Document<'a> {
    document: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    before: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    after: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bump: Option<Bump>,
    cells: Vec<ChangedCell<'a>>,
    changes: &'a [Change],
    cases: &'a [ChangedCase],
    /// Sentences that were not read, of the two versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<Sentence<'a>>,
    /// What could not be compared, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
}

#[derive(Serialize)]
struct ChangedCell<'a> {
    table: &'a str,
    row: &'a str,
    column: &'a str,
    /// Absent where the table does not have the pair; `none` where it has no promotion.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
    bump: Bump,
    /// Where either version says it, `line 5`; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    before_place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after_place: Option<String>,
}

/// A sentence that was not read.
#[derive(Serialize)]
struct Sentence<'a> {
    /// `before` or `after`.
    side: &'static str,
    about: &'a str,
    /// Absent for editions, which keep only digests.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    digest: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

pub(super) fn write(out: &mut dyn Write, sides: &Sides, comparisons: &[Comparison]) -> io::Result<()> {
    let report = DiffReport {
        version: 1,
        before: &sides.before.name,
        after: &sides.after.name,
        bump: bump(comparisons),
        documents: comparisons.iter().map(document).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

fn document(comparison: &Comparison) -> Document<'_> {
    let Comparison { before, after, differences, cases, unread } = comparison;
    let sides = ["before", "after"].into_iter().zip(unread);
    let cells =
        differences.tables.iter().flat_map(|table| table.cells.iter().map(|change| cell(&table.id, change)));
    Document {
        document: &differences.document,
        before,
        after,
        bump: differences.bump(),
        cells: cells.collect(),
        changes: &differences.changes,
        cases: &cases.cases,
        unread: sides.flat_map(|(side, all)| all.iter().map(move |fact| sentence(side, fact))).collect(),
        notes: differences.notes.iter().map(String::as_str).collect(),
    }
}

fn sentence<'a>(side: &'static str, fact: &'a UnreadFact) -> Sentence<'a> {
    let UnreadFact { about, text, digest, place, .. } = fact;
    Sentence { side, about, text: text.as_deref(), digest, place: known(*place) }
}

fn cell<'a>(table: &'a str, change: &'a CellChange) -> ChangedCell<'a> {
    ChangedCell {
        table,
        row: &change.row,
        column: &change.column,
        before: answer(&change.before),
        after: answer(&change.after),
        bump: change.bump(),
        before_place: known(change.before_place),
        after_place: known(change.after_place),
    }
}

fn answer(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Absent => None,
        Answer::Undefined => Some("none"),
        Answer::DType(name) => Some(name),
    }
}

fn known(span: Span) -> Option<String> {
    (span != Span::None).then(|| span.to_string())
}
