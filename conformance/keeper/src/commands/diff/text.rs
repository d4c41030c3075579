//! Differences for people: in a terminal, and as Markdown.

use super::comparison::{Comparison, bump, differ};
use super::side::Sides;
use crate::commands::page;
use crate::template::{Template, rendered, write_text};
use ascertain_conformance::report::text::{plural, terminal_width};
use ascertain_spec_tools::diff::{Bump, Change, ChangeType, Differences, FactKind, lines};
use serde_json::{Value, json};
use std::io::{self, Write};

const TEXT: Template = ("diff.txt", include_str!("../../../templates/diff.txt"));
const MARKDOWN: Template = ("diff.md", include_str!("../../../templates/diff.md"));

/// At most this many cases and sentences are listed, unless all are asked for.
const SCREENFUL: usize = 24;

/// How to see the others.
const LIST_ALL: &str = "--all lists them";

pub(super) fn write(
    out: &mut dyn Write,
    sides: &Sides,
    comparisons: &[Comparison],
    all: bool,
) -> io::Result<()> {
    write_text(out, TEXT, &page(sides, comparisons, all)?, terminal_width())
}

pub(super) fn write_markdown(
    out: &mut dyn Write,
    sides: &Sides,
    comparisons: &[Comparison],
    all: bool,
) -> io::Result<()> {
    let page = rendered(MARKDOWN, &page(sides, comparisons, all)?)?;
    out.write_all(page.as_bytes())
}

/// What the templates show: the documents that differ, or of two that say the same, what was not read.
fn page(sides: &Sides, comparisons: &[Comparison], all: bool) -> io::Result<Value> {
    let most = if all { usize::MAX } else { SCREENFUL };
    let is_shown = |comparison: &&Comparison| !differ(comparisons) || !comparison.differences.is_empty();
    let mut documents = Vec::new();
    for comparison in comparisons.iter().filter(is_shown) {
        let cases = &comparison.cases.cases;
        documents.push(json!({
            "heading": heading(comparison),
            "summary": summary(comparison),
            "sections": sections(&comparison.differences),
            "notes": comparison.differences.notes,
            "unread": unread(comparison, all)?,
            "cases": cases.iter().take(most).collect::<Vec<_>>(),
            "more": cases.len().saturating_sub(most),
        }));
    }
    Ok(json!({
        "before": sides.before.name,
        "after": sides.after.name,
        "differ": differ(comparisons),
        "documents": documents,
        "next": bump(comparisons).map_or("the same", Bump::name),
        "prose": FactKind::Prose.title(),
        "all": all,
    }))
}

/// The sentences of either version that were not read, where it is not known which both have.
fn unread(comparison: &Comparison, all: bool) -> io::Result<String> {
    let Comparison { before, after, differences, unread: [old, new], .. } = comparison;
    let hint = (!all).then_some(LIST_ALL);
    let mut out = Vec::new();
    if differences.accounted.is_none() {
        page::unread(&mut out, before, old, None, hint)?;
    }
    page::unread(&mut out, after, new, differences.accounted, hint)?;
    String::from_utf8(out).map_err(io::Error::other)
}

/// `aclnn.tensor-tensor: cann-23.0.rc2 → 2025-09`.
fn heading(comparison: &Comparison) -> String {
    let Comparison { before, after, differences, .. } = comparison;
    match (before == after, before.is_empty()) {
        (true, true) => differences.document.clone(),
        (true, false) => format!("{}@{before}", differences.document),
        _ => format!("{}: {before} → {after}", differences.document),
    }
}

/// `5 cells, 8 rules in prose and 1 sentence differ; 5 cases have a different answer; needs a major version`.
fn summary(comparison: &Comparison) -> String {
    let Comparison { differences, cases, .. } = comparison;
    let of = |kind: FactKind| differences.changes.iter().filter(|change| change.kind == kind).count();
    let (cells, rules, sentences) = (differences.cells(), of(FactKind::Rule), of(FactKind::Prose));
    let others = differences.changes.len() - rules - sentences;
    let other = if cells + rules == 0 { ["fact", "facts"] } else { ["other fact", "other facts"] };
    let counts = [
        (cells, ["cell", "cells"]),
        (rules, ["rule in prose", "rules in prose"]),
        (others, other),
        (sentences, ["sentence", "sentences"]),
    ];
    let counted = counts.into_iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = counted.map(|(number, [one, many])| plural(number as u64, one, many)).collect();
    let listed = match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => "nothing".to_owned(),
    };
    let differ = if differences.count() == 1 { "differs" } else { "differ" };
    let number = cases.cases.len() as u64;
    let changed = match (number, comparison.open()) {
        (0, 0) => "no case has a different answer".to_owned(),
        (_, 0) => format!("{} a different answer", plural(number, "case has", "cases have")),
        (0, _) => "it is not known which cases have a different answer".to_owned(),
        _ => format!("{} a different answer, and others may", plural(number, "case has", "cases have")),
    };
    let next = differences.bump().map_or("the same", Bump::name);
    let article = if differences.is_empty() { "" } else { "a " };
    let until = if comparison.open() > 0 { " until a person has looked" } else { "" };
    format!("{listed} {differ}; {changed}; needs {article}{next} version{until}")
}

/// Headings in their order, with signs and sentences.
fn sections(differences: &Differences) -> Vec<(String, Vec<(&'static str, String)>)> {
    let mut sections: Vec<(String, Vec<(&'static str, String)>)> = Vec::new();
    for table in &differences.tables {
        let title = format!("Cells of {}", table.id);
        sections.push((title, lines(table).into_iter().map(|(_, says)| ("~", says)).collect()));
    }
    for change in &differences.changes {
        let entry = (sign(change), change.says.clone());
        match sections.iter_mut().find(|(title, _)| title == change.kind.title()) {
            Some((_, entries)) => entries.push(entry),
            None => sections.push((change.kind.title().to_owned(), vec![entry])),
        }
    }
    sections
}

const fn sign(change: &Change) -> &'static str {
    match change.how {
        ChangeType::Added => "+",
        ChangeType::Removed => "-",
        ChangeType::Renamed
        | ChangeType::Widened
        | ChangeType::Narrowed
        | ChangeType::Reordered
        | ChangeType::Changed => "~",
    }
}
