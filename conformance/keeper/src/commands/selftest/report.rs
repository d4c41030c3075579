//! The score of a self-test as JSON, version 1, described by `schema/selftest-1.schema.json`.

use ascertain_conformance::suite;
use ascertain_selftest::score::{Mutant, Outcome, Part, Score, Seen, Tally};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct SelftestReport<'a> {
    version: u32,
    suite: &'static str,
    seconds: f64,
    /// Cells of all tables in all editions.
    cells: usize,
    parts: Vec<PartCounts>,
    requirements: Vec<Kills>,
    mutants: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct PartCounts {
    part: Part,
    #[serde(flatten)]
    counts: Tally,
}

/// How many mutants of each kind a requirement kills.
#[derive(Serialize)]
struct Kills {
    id: &'static str,
    cells: usize,
    faults: usize,
    formulas: usize,
    boundaries: usize,
}

#[derive(Serialize)]
struct Entry<'a> {
    part: Part,
    id: &'a str,
    what: &'a str,
    /// The class of a seeded fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    /// The requirement that it breaks, if it was made from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<&'static str>,
    outcome: &'static str,
    /// Why it makes no difference, or why it survives.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    /// The requirement that kills it.
    #[serde(skip_serializing_if = "Option::is_none")]
    killed_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'a str>,
    /// Cases of the suite until it is killed.
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<u64>,
}

/// Writes it. Of the changed cells, only those that survive are listed: there are tens of thousands.
pub(super) fn write(out: &mut dyn Write, score: &Score) -> io::Result<()> {
    let listed = score.mutants.iter().filter(|mutant| mutant.part != Part::Cells || mutant.survives());
    let kills = score.by_requirement();
    let report = SelftestReport {
        version: 1,
        suite: suite::VERSION,
        seconds: score.seconds,
        cells: score.cells,
        parts: Part::ALL.into_iter().map(|part| PartCounts { part, counts: score.tally(part) }).collect(),
        requirements: kills
            .into_iter()
            .map(|(id, [cells, faults, formulas, boundaries])| Kills {
                id,
                cells,
                faults,
                formulas,
                boundaries,
            })
            .collect(),
        mutants: listed.map(entry).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

fn entry(mutant: &Mutant) -> Entry<'_> {
    let kill = mutant.kill();
    let (outcome, why) = match &mutant.outcome {
        Outcome::Killed(kill) if kill.seen == Seen::Observation => ("observed", None),
        Outcome::Killed(_) => ("killed", None),
        Outcome::Equivalent(why) => ("equivalent", Some(why.as_str())),
        Outcome::Survived(why) => ("survived", Some(why.as_str())),
    };
    Entry {
        part: mutant.part,
        id: &mutant.id,
        what: &mutant.what,
        class: mutant.class,
        requirement: mutant.requirement,
        outcome,
        why,
        killed_by: kill.map(|kill| kill.requirement),
        case: kill.map(|kill| kill.case.as_str()),
        cases: kill.map(|kill| kill.cases),
    }
}
