//! docs/coverage.md: every requirement with its cases on both sides, and the mutants that it kills.

use super::super::coverage::{Coverage, Row};
use ascertain::document::{DOCUMENTS, Editions, PROFILES};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::select::all_cases;
use ascertain_conformance::report::text::thousands;
use ascertain_selftest::boundaries::EQUIVALENT;
use ascertain_selftest::score::{Part, Score};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

const INTRODUCTION: &str = "\
# What tests each requirement

Written by `ascertain-spec selftest --coverage docs/coverage.md`. Wrong implementations, called mutants, are made, and the suite
must find each:

- **cells**: every cell of every table in every edition, changed to every other dtype and to \"no promotion\",
- **faults**: implementations with one seeded fault each,
- **boundaries**: every predicate of every requirement in every edition, made weaker and stronger: comparisons with and
  without their bound, bounds moved by one, terms dropped, lists with one dtype more or less, the whole check dropped.

A mutant is killed by a finding that names a requirement. Where the documents leave open whether a call is valid, a check
that is too weak can only change what is observed.

`satisfied` and `violated` count the cases of the first profile named, `documented` for all, by the requirement's predicate.
One without a predicate has cases alone, each with its right answer. The other columns count the mutants of each kind that
the requirement kills.
";

pub(super) fn page(score: &Score) -> Result<String, Problem> {
    let mut coverage = Vec::new();
    for profile in PROFILES {
        let editions = Editions::profile(profile.name)?;
        coverage.push((profile.name, Coverage::of(&all_cases(&editions)?, &editions)));
    }
    let mut page = INTRODUCTION.to_owned();
    // Invariant: a string takes everything.
    let written = counts(&mut page, score).and_then(|()| {
        let kills = score.by_requirement();
        for document in &DOCUMENTS {
            let lines = lines(document.id, &coverage);
            if !lines.is_empty() {
                table(&mut page, document.id, &lines, &kills)?;
            }
        }
        equivalents(&mut page)
    });
    written
        .map(|()| page)
        .map_err(|_| Problem::usage("the page cannot be written", "this is a fault of the program"))
}

fn counts(page: &mut String, score: &Score) -> fmt::Result {
    writeln!(
        page,
        "\n| mutants | made | killed | as a warning or an observation | no difference | survive |"
    )?;
    writeln!(page, "|---|---|---|---|---|---|")?;
    for part in Part::ALL {
        let tally = score.tally(part);
        let counts = [tally.mutants, tally.killed, tally.observed, tally.equivalent, tally.survived];
        let counts = counts.map(|count| thousands(count as u64));
        writeln!(page, "| {} | {} |", part.name(), counts.join(" | "))?;
    }
    writeln!(page, "\nThe tables have {} cells in all editions.", thousands(score.cells as u64))
}

/// A requirement, in the profiles where it has one level and basis.
struct Line<'a> {
    profiles: Vec<&'static str>,
    row: &'a Row,
}

/// The requirements of a document, in the order of the specification, those of later profiles after the first one's.
fn lines<'a>(document: &str, coverage: &'a [(&'static str, Coverage)]) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    for (profile, coverage) in coverage {
        for row in coverage.requirements.iter().filter(|row| row.document == document) {
            let same = |line: &&mut Line<'_>| {
                line.row.id == row.id && line.row.level == row.level && line.row.basis == row.basis
            };
            match lines.iter_mut().find(same) {
                Some(line) => line.profiles.push(profile),
                None => {
                    let after = lines.iter().rposition(|line| line.row.id == row.id);
                    let at = after.map_or(lines.len(), |after| after + 1);
                    lines.insert(at, Line { profiles: vec![profile], row });
                }
            }
        }
    }
    lines
}

fn table(
    page: &mut String,
    document: &str,
    lines: &[Line<'_>],
    kills: &BTreeMap<&'static str, [usize; Part::ALL.len()]>,
) -> fmt::Result {
    writeln!(page, "\n## {document}\n")?;
    writeln!(
        page,
        "| requirement | level, basis | profiles | satisfied | violated | cells | faults | boundaries |"
    )?;
    writeln!(page, "|---|---|---|---|---|---|---|---|")?;
    let mut before = "";
    for line in lines {
        let row = line.row;
        let level = row.basis.map_or(row.level.to_owned(), |basis| format!("{}, {basis}", row.level));
        let profiles =
            if line.profiles.len() == PROFILES.len() { "all".to_owned() } else { line.profiles.join(", ") };
        let (satisfied, violated) = match (row.keep, row.r#break) {
            (Some(keep), Some(violated)) => (keep.to_string(), violated.to_string()),
            _ => (row.cases.to_string(), "–".to_owned()),
        };
        // They are killed in all editions together.
        let killed = if row.id == before { None } else { kills.get(row.id) };
        let killed = killed.copied().unwrap_or_default().map(|count| match count {
            0 => String::new(),
            count => thousands(count as u64),
        });
        writeln!(
            page,
            "| `{}` | {level} | {profiles} | {satisfied} | {violated} | {} |",
            row.id,
            killed.join(" | ")
        )?;
        before = row.id;
    }
    Ok(())
}

/// The changes that make no difference, by requirement and reason.
fn equivalents(page: &mut String) -> fmt::Result {
    writeln!(page, "\n## Changes that make no difference\n")?;
    writeln!(page, "No call tells these predicates from the right ones, in any edition that has them.\n")?;
    writeln!(page, "| requirement | predicate instead | reason |\n|---|---|---|")?;
    for entry in EQUIVALENT.iter() {
        let instead: Vec<String> =
            entry.instead.iter().map(|text| format!("`{}`", text.replace('|', "\\|"))).collect();
        writeln!(
            page,
            "| `{}`, {} | {} | {} |",
            entry.requirement,
            entry.predicate,
            instead.join("; "),
            entry.why
        )?;
    }
    Ok(())
}
