//! Differences for people: in a terminal, and as Markdown.

use super::comparison::{Comparison, bump, differ};
use super::side::Sides;
use crate::commands::page;
use ascertain_conformance::report::template::{self, Templates};
use ascertain_conformance::report::text::{plural, terminal_width};
use ascertain_spec_tools::diff::{Bump, Change, ChangeType, Differences, FactKind, lines};
use serde_json::{Value, json};
use std::io::{self, Write};

const TEXT: (&str, &str) = ("diff.txt", include_str!("../../../templates/diff.txt"));
const MARKDOWN: (&str, &str) = ("diff.md", include_str!("../../../templates/diff.md"));

/// At most this many cases are listed; JSON has all of them.
const CASES: usize = 24;

/// How to see the others.
const LIST_ALL: &str = "--format json lists all";

pub(super) fn write(out: &mut dyn Write, sides: &Sides, comparisons: &[Comparison]) -> io::Result<()> {
    template::write_text(out, TEXT, &page(sides, comparisons)?, terminal_width())
}

pub(super) fn write_markdown(
    out: &mut dyn Write,
    sides: &Sides,
    comparisons: &[Comparison],
) -> io::Result<()> {
    let page = Templates::new(&[MARKDOWN], "", "")?.render(MARKDOWN.0, &page(sides, comparisons)?)?;
    out.write_all(page.as_bytes())
}

/// What the templates show: the documents that differ, or of two that say the same, what was not read.
fn page(sides: &Sides, comparisons: &[Comparison]) -> io::Result<Value> {
    let is_shown = |comparison: &&Comparison| !differ(comparisons) || !comparison.differences.is_empty();
    let mut documents = Vec::new();
    for comparison in comparisons.iter().filter(is_shown) {
        let cases = &comparison.cases.cases;
        documents.push(json!({
            "heading": heading(comparison),
            "summary": summary(comparison),
            "sections": sections(&comparison.differences),
            "notes": comparison.differences.notes,
            "unread": unread(comparison)?,
            "cases": cases.iter().take(CASES).collect::<Vec<_>>(),
            "more": cases.len().saturating_sub(CASES),
        }));
    }
    Ok(json!({
        "before": sides.before.name,
        "after": sides.after.name,
        "differ": differ(comparisons),
        "documents": documents,
        "next": bump(comparisons).map_or("the same", Bump::name),
        "prose": FactKind::Prose.title(),
    }))
}

/// The sentences of either version that were not read.
fn unread(comparison: &Comparison) -> io::Result<String> {
    let Comparison { before, after, unread: [old, new], .. } = comparison;
    let mut out = Vec::new();
    let same = old.iter().map(|fact| &fact.digest).eq(new.iter().map(|fact| &fact.digest));
    if !same {
        page::unread(&mut out, before, old, Some(LIST_ALL))?;
    }
    page::unread(&mut out, after, new, Some(LIST_ALL))?;
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

/// `5 cells, 0 rules in prose and 0 other facts differ; 5 cases change their answer; a major version`.
fn summary(comparison: &Comparison) -> String {
    let Comparison { differences, cases, .. } = comparison;
    let of = |kind: FactKind| differences.changes.iter().filter(|change| change.kind == kind).count();
    let (rules, sentences) = (of(FactKind::Rule), of(FactKind::Prose));
    let others = differences.changes.len() - rules - sentences;
    let others = plural(others as u64, "other fact", "other facts");
    let others = match sentences {
        0 => format!(" and {others} differ"),
        _ => {
            let sentences = plural(sentences as u64, "sentence", "sentences");
            format!(", {others} and {sentences} differ")
        }
    };
    format!(
        "{}, {}{others}; {} a different answer; {} version",
        plural(differences.cells() as u64, "cell", "cells"),
        plural(rules as u64, "rule in prose", "rules in prose"),
        plural(cases.cases.len() as u64, "case has", "cases have"),
        differences.bump().map_or("the same", Bump::name),
    )
}

/// Headings in their order, with signs and sentences.
fn sections(differences: &Differences) -> Vec<(String, Vec<(&'static str, String)>)> {
    let mut sections: Vec<(String, Vec<(&'static str, String)>)> = Vec::new();
    for table in &differences.tables {
        let title = format!("Cells of {}", table.id);
        sections.push((title, lines(table).into_iter().map(|line| ("~", line.says)).collect()));
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
