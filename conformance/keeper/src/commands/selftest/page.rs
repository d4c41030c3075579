//! coverage.md, which a release publishes: every requirement with its cases on both sides, and the mutants that it kills.

use crate::template::{Template, rendered};
use ascertain::contract::{Basis, Requirement};
use ascertain::document::{DOCUMENTS, Editions, PROFILES};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::list;
use ascertain_cli::commands::select::all_cases;
use ascertain_cli::explain::{ByRequirement, CaseCounts};
use ascertain_conformance::report::text::thousands;
use ascertain_selftest::boundaries::EQUIVALENT;
use ascertain_selftest::score::{Part, Score};
use serde_json::{Value, json};

const TEMPLATE: Template = ("coverage.md", include_str!("../../../templates/coverage.md"));

pub(super) fn page(score: &Score) -> Result<String, Problem> {
    let mut coverage = Vec::new();
    for profile in PROFILES {
        let editions = Editions::profile(profile.name)?;
        coverage.push((profile.name, rows(&editions)?));
    }
    let parts = Part::ALL.map(|part| {
        let tally = score.tally(part);
        let counts = [tally.mutants, tally.killed, tally.observed, tally.equivalent, tally.survived];
        (part.name(), counts.map(|count| thousands(count as u64)))
    });
    let documents = DOCUMENTS.iter().map(|document| (document.id, lines(document.id, &coverage, score)));
    let documents: Vec<_> = documents.filter(|(_, lines)| !lines.is_empty()).collect();
    let equivalent = EQUIVALENT.iter().map(|entry| {
        json!({
            "requirement": &entry.requirement,
            "predicate": &entry.predicate,
            "instead": &entry.instead,
            "why": &entry.why,
        })
    });
    let shown = json!({
        "parts": parts,
        "cells": thousands(score.cells as u64),
        "documents": documents,
        "equivalent": equivalent.collect::<Vec<_>>(),
    });
    let page = rendered(TEMPLATE, &shown);
    page.map_err(|error| {
        Problem::usage(format!("the page cannot be written: {error}"), "this is a fault of the program")
    })
}

/// A requirement in a profile, and how many cases satisfy and violate it.
struct RequirementRow {
    id: &'static str,
    level: &'static str,
    basis: Option<&'static str>,
    document: &'static str,
    satisfied: usize,
    /// None if it has no predicate.
    violated: Option<usize>,
}

fn rows(editions: &Editions) -> Result<Vec<RequirementRow>, Problem> {
    let cases = all_cases(editions)?;
    let cases = ByRequirement::new(&cases);
    let row = |(document, requirement): (&'static str, &'static Requirement)| {
        let counts = CaseCounts::of(requirement, &cases);
        let has_predicate = requirement.require.is_some();
        RequirementRow {
            id: requirement.id,
            level: requirement.level.name(),
            basis: requirement.basis.map(Basis::name),
            document,
            satisfied: if has_predicate { counts.keeping } else { counts.cases },
            violated: has_predicate.then_some(counts.breaking),
        }
    };
    Ok(list::requirements(editions).map(row).collect())
}

/// The requirements of a document, each in the profiles where it has one level and basis: in the order of the specification,
/// those of later profiles after the first one's.
fn lines(document: &str, coverage: &[(&'static str, Vec<RequirementRow>)], score: &Score) -> Vec<Value> {
    let mut lines: Vec<(Vec<&str>, &RequirementRow)> = Vec::new();
    for (profile, rows) in coverage {
        for row in rows.iter().filter(|row| row.document == document) {
            let key = |row: &RequirementRow| (row.id, row.level, row.basis);
            match lines.iter_mut().find(|(_, line)| key(line) == key(row)) {
                Some((profiles, _)) => profiles.push(profile),
                None => {
                    let after = lines.iter().rposition(|(_, line)| line.id == row.id);
                    lines.insert(after.map_or(lines.len(), |after| after + 1), (vec![profile], row));
                }
            }
        }
    }
    let kills = score.by_requirement();
    let mut before = "";
    let line = |(profiles, row): (Vec<&str>, &RequirementRow)| {
        // They are killed in all editions together.
        let killed = kills.get(row.id).filter(|_| row.id != before);
        let killed = killed.copied().unwrap_or_default().map(|count| match count {
            0 => String::new(),
            count => thousands(count as u64),
        });
        before = row.id;
        json!({
            "id": row.id,
            "level": row.basis.map_or(row.level.to_owned(), |basis| format!("{}, {basis}", row.level)),
            "profiles": if profiles.len() == PROFILES.len() { "all".to_owned() } else { profiles.join(", ") },
            "satisfied": row.satisfied,
            "violated": row.violated.map_or("–".to_owned(), |violated| violated.to_string()),
            "killed": killed,
        })
    };
    lines.into_iter().map(line).collect()
}
