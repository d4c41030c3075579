//! Differences for people: in a terminal, and as Markdown.

use super::comparison::{Comparison, bump, differ};
use super::side::Sides;
use crate::commands::page;
use ascertain_conformance::report::text::{
    BAD, DIM, GOOD, HEAD, NAME, PLAIN, columns, labelled, plural, terminal_width,
};
use ascertain_spec_tools::diff::{Bump, Change, ChangeType, Differences, FactKind, lines};
use std::io::{self, Write};

/// At most this many cases are listed; JSON has all of them.
const CASES: usize = 24;

/// At most this many sentences that have come or gone are listed.
const SENTENCES: usize = 20;
/// How to see the others.
const LIST_ALL: &str = "--format json lists all";

pub(super) fn write(out: &mut dyn Write, sides: &Sides, comparisons: &[Comparison]) -> io::Result<()> {
    if !differ(comparisons) {
        writeln!(out, "{GOOD}no differences{GOOD:#}: {} and {}", sides.before.name, sides.after.name)?;
        return comparisons.iter().try_for_each(|comparison| unread(out, comparison));
    }
    let width = terminal_width();
    for comparison in comparisons.iter().filter(|comparison| !comparison.differences.is_empty()) {
        writeln!(out, "{HEAD}{}{HEAD:#}", heading(comparison))?;
        labelled(out, (2, "", 0), &summary(comparison), PLAIN, width)?;
        for (title, entries) in sections(&comparison.differences) {
            writeln!(out, "  {HEAD}{title}{HEAD:#}")?;
            let shown = if title == FactKind::Prose.title() { SENTENCES } else { entries.len() };
            for (sign, says) in entries.iter().take(shown) {
                labelled(out, (4, sign, 2), says, PLAIN, width)?;
            }
            if entries.len() > shown {
                writeln!(out, "    {DIM}{} more; {LIST_ALL}{DIM:#}", entries.len() - shown)?;
            }
        }
        unread(out, comparison)?;
        let cases = &comparison.cases.cases;
        if !cases.is_empty() {
            writeln!(out, "  {HEAD}Cases whose right answer changes{HEAD:#}")?;
        }
        for case in cases.iter().take(CASES) {
            let change = format!("{} → {}", case.before, case.after);
            // An id that is copied stays whole.
            match columns(&case.id) + columns(&change) + 6 <= width {
                true => writeln!(out, "    {NAME}{}{NAME:#}  {DIM}{change}{DIM:#}", case.id)?,
                false => {
                    writeln!(out, "    {NAME}{}{NAME:#}", case.id)?;
                    labelled(out, (6, "", 0), &change, DIM, width)?;
                }
            }
        }
        if cases.len() > CASES {
            writeln!(out, "    {DIM}{} more; {LIST_ALL}{DIM:#}", cases.len() - CASES)?;
        }
    }
    let next = bump(comparisons).map_or("", Bump::name);
    writeln!(out, "{BAD}they differ{BAD:#}: this needs a {next} version")
}

/// The sentences of either version that were not read, and what could not be compared.
fn unread(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    for note in &comparison.differences.notes {
        writeln!(out, "  {DIM}note:{DIM:#} {note}")?;
    }
    let Comparison { before, after, unread: [old, new], .. } = comparison;
    let same = old.iter().map(|fact| &fact.digest).eq(new.iter().map(|fact| &fact.digest));
    if !same {
        page::unread(out, before, old, Some(LIST_ALL))?;
    }
    page::unread(out, after, new, Some(LIST_ALL))
}

pub(super) fn write_markdown(
    out: &mut dyn Write,
    sides: &Sides,
    comparisons: &[Comparison],
) -> io::Result<()> {
    if !differ(comparisons) {
        return writeln!(out, "{} and {} say the same.", code(&sides.before.name), code(&sides.after.name));
    }
    for comparison in comparisons.iter().filter(|comparison| !comparison.differences.is_empty()) {
        writeln!(out, "## {}\n\n{}", heading(comparison), summary(comparison))?;
        for (title, entries) in sections(&comparison.differences) {
            writeln!(out, "\n### {title}\n")?;
            for (_, says) in entries {
                writeln!(out, "- {}", escaped(&says))?;
            }
        }
        let cases = &comparison.cases.cases;
        if !cases.is_empty() {
            writeln!(out, "\n### Cases whose right answer changes\n\n| case | was | is |\n|---|---|---|")?;
        }
        for case in cases.iter().take(CASES) {
            writeln!(out, "| {} | {} | {} |", code(&case.id), escaped(&case.before), escaped(&case.after))?;
        }
        if cases.len() > CASES {
            writeln!(out, "\n{} more.", cases.len() - CASES)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Next version: {}.", bump(comparisons).map_or("the same", Bump::name))
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

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// `text` with Markdown's special characters escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('*', "\\*").replace('_', "\\_").replace('<', "\\<")
}
