//! The report as JSON, version 1, described by `schema/report-1.schema.json`.

use super::summary::{Group, Summary, Tally};
use super::{Format, RunRequest};
use ascertain::contract::Basis;
use ascertain_judge::case::Cited;
use ascertain_judge::verdict::{CaseResult, Counts, Judgement, KnownEntry, RandomCases, Run, Verdict};
use ascertain_judge::{drift, suite};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The format's version. Within a version only optional keys are added.
pub const VERSION: u32 = 1;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../schema/report-1.schema.json");

/// JSON.
pub(super) const FORMAT: Format = Format { name: "json", write };

/// Writes the report of one run as one JSON object, one case per line.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let summary = Summary::of(run);
    let head = Head {
        version: VERSION,
        suite: suite::VERSION,
        profile: &run.profile,
        editions: &run.editions,
        seed: run.seed.to_string(),
        backend: Backend { name: &run.backend, version: &run.version, asked: &asked.backend },
        selection: Selection::of(asked),
        not_started: run.not_started.as_deref(),
        incomplete: run.incomplete.as_deref(),
        random: run.random.as_ref().map(Random::of),
        errors: run.drift.errors().iter().map(Errors::of).collect(),
        seconds: run.seconds,
        exit_code: run.exit_code(),
        summary: verdicts(&summary.total.counts),
        failures_on_readings: run.failures_on_readings(),
        unlisted: run.fuzzed.iter().map(|f| (f.area, Area::of(&Tally::from(f)))).collect(),
        areas: summary.areas.iter().map(|(name, tally)| (*name, Area::of(tally))).collect(),
        known: run.known.iter().map(Known::of).collect(),
        groups: summary.groups.iter().map(GroupOf::of).collect(),
    };
    // A readable head, then one case per line, for `diff` and `grep`.
    let head = serde_json::to_string_pretty(&head)?;
    let head = head.strip_suffix("\n}").unwrap_or(&head);
    write!(out, "{head},\n  \"cases\": [")?;
    for (i, result) in run.results.iter().enumerate() {
        out.write_all(if i == 0 { b"\n    " } else { b",\n    " })?;
        serde_json::to_writer(&mut *out, &Case::of(result))?;
    }
    writeln!(out, "{}]\n}}", if run.results.is_empty() { "" } else { "\n  " })
}

/// Everything but the cases.
#[derive(Serialize)]
struct Head<'a> {
    version: u32,
    suite: &'static str,
    profile: &'a str,
    editions: &'a BTreeMap<&'static str, &'static str>,
    /// A string: JSON numbers lose precision beyond 2^53 in many readers.
    seed: String,
    backend: Backend<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<Selection<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_started: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<Random>,
    /// Errors of float products in random cases that passed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Errors>,
    seconds: f64,
    exit_code: u8,
    summary: BTreeMap<&'static str, u64>,
    /// How many of the failures rest on this project's own readings alone.
    #[serde(skip_serializing_if = "is_zero")]
    failures_on_readings: u64,
    areas: BTreeMap<&'static str, Area>,
    /// The list of known failures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<Known<'a>>,
    /// Random cases that are only counted, not listed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    unlisted: BTreeMap<&'static str, Area>,
    /// Findings that seem to have one cause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupOf<'a>>,
}

/// An entry of the list of known failures, and what became of it.
#[derive(Serialize)]
struct Known<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<&'a str>,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    issue: Option<&'a str>,
    standing: &'static str,
    findings: u64,
}

impl<'a> Known<'a> {
    fn of(known: &'a KnownEntry) -> Self {
        let KnownEntry { entry, standing, findings } = known;
        Self {
            cases: entry.cases.as_deref(),
            requirement: entry.requirement.as_deref(),
            reason: &entry.reason,
            issue: entry.issue.as_deref(),
            standing: standing.name(),
            findings: *findings,
        }
    }
}

/// A group of findings.
#[derive(Serialize)]
struct GroupOf<'a> {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_common: Option<InCommon<'a>>,
    cases: Vec<&'a str>,
}

/// What the arguments of all findings of a group are like.
#[derive(Serialize)]
struct InCommon<'a> {
    words: &'a str,
    passing: usize,
}

impl<'a> GroupOf<'a> {
    fn of(group: &'a Group<'a>) -> Self {
        let shared = group.shared.as_ref();
        Self {
            verdict: group.verdict.name(),
            area: group.area,
            kind: group.kind.map(|kind| kind.name()),
            requirement: group.requirement,
            in_common: shared.map(|shared| InCommon { words: &shared.words, passing: shared.passing }),
            cases: group.findings.iter().map(|finding| finding.id.as_str()).collect(),
        }
    }
}

#[derive(Serialize)]
struct Backend<'a> {
    name: &'a str,
    version: &'a str,
    asked: &'a str,
}

/// Which part of the suite was run, and what else was required. Absent for a run of the whole suite.
#[derive(Serialize)]
struct Selection<'a> {
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    filter: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    skip: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    requirement: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    expect: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<&'static str>,
}

#[derive(Serialize)]
struct Shard {
    part: u32,
    of: u32,
}

impl<'a> Selection<'a> {
    fn of(asked: &'a RunRequest) -> Option<Self> {
        let RunRequest { filters, skips, requirements, demands, shard, .. } = asked;
        let readings = asked.observe_readings.then_some("observe");
        let all = [filters, skips, requirements, demands].iter().all(|list| list.is_empty())
            && shard.is_none()
            && readings.is_none();
        let shard = shard.map(|(part, of)| Shard { part, of });
        (!all).then_some(Self {
            filter: filters,
            skip: skips,
            requirement: requirements,
            expect: demands,
            shard,
            readings,
        })
    }
}

/// Which random cases were asked. With the seed, `fuzz` repeats exactly these.
#[derive(Serialize)]
struct Random {
    asked: u64,
    fuzz: u64,
    out_of_time: bool,
}

impl Random {
    const fn of(random: &RandomCases) -> Self {
        let RandomCases { asked, fuzz, out_of_time } = *random;
        Self { asked, fuzz, out_of_time }
    }
}

/// The errors of one dtype and range of lengths, beside those of known evaluations of the same lines.
#[derive(Serialize)]
struct Errors {
    dtype: &'static str,
    least_factors: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_factors: Option<usize>,
    lines: u64,
    result: Spread,
    models: BTreeMap<&'static str, Spread>,
    unexplained: bool,
}

/// In units in the last place.
#[derive(Serialize)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl Errors {
    fn of(errors: &drift::Errors) -> Self {
        let spread = |spread: drift::Spread| Spread { mean: spread.mean, deviation: spread.deviation };
        Self {
            dtype: errors.dtype.name(),
            least_factors: errors.least,
            most_factors: errors.most,
            lines: errors.lines,
            result: spread(errors.result),
            models: drift::MODELS.into_iter().zip(errors.models.map(spread)).collect(),
            unexplained: errors.unexplained(),
        }
    }
}

#[derive(Serialize)]
struct Area {
    verdicts: BTreeMap<&'static str, u64>,
    judged: u64,
    elements: u64,
    order_sensitive: u64,
}

impl Area {
    fn of(tally: &Tally) -> Self {
        let verdicts = verdicts(&tally.counts);
        Self {
            verdicts,
            judged: tally.judged(),
            elements: tally.elements,
            order_sensitive: tally.order_sensitive,
        }
    }
}

/// The count of every verdict, zeros included.
fn verdicts(counts: &Counts) -> BTreeMap<&'static str, u64> {
    Verdict::ALL.into_iter().map(|v| (v.name(), counts.of(v))).collect()
}

/// One case. Empty fields are left out.
#[derive(Serialize)]
struct Case<'a> {
    id: &'a str,
    area: &'static str,
    requirements: &'a [&'static str],
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'a str>,
    /// Elements of small tensors.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    inputs: BTreeMap<&'static str, &'a str>,
    /// Why the vector exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(flatten)]
    found: Found<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    observations: Vec<Observation<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    elements: u64,
    #[serde(skip_serializing_if = "is_zero")]
    order_sensitive: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shrunk: Option<Shrunk<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Explained<'a>>,
}

/// Why a finding is known, and the verdict that it would have.
#[derive(Serialize)]
struct Explained<'a> {
    verdict: &'static str,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    issue: Option<&'a str>,
}

/// The parts of a judgement other than its verdict.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'a [usize]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cite: Option<String>,
    /// Of the cited page.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'static str>,
}

#[derive(Serialize)]
struct Observation<'a> {
    requirement: &'static str,
    saw: &'a str,
}

/// The same failure, minimized.
#[derive(Serialize)]
struct Shrunk<'a> {
    question: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    inputs: BTreeMap<&'static str, &'a str>,
    #[serde(flatten)]
    found: Found<'a>,
    vector: &'a str,
}

impl<'a> Case<'a> {
    fn of(result: &'a CaseResult) -> Self {
        let judgement = &result.judgement;
        let observations =
            judgement.observations.iter().map(|(requirement, saw)| Observation { requirement, saw });
        Self {
            id: &result.id,
            area: result.area,
            requirements: &result.requirements,
            verdict: judgement.verdict.name(),
            // Passes are most of a report; `ascertain explain ID` shows their questions.
            question: (judgement.verdict != Verdict::Pass).then_some(result.question.as_str()),
            inputs: inputs(&result.inputs),
            note: result.note.as_deref().filter(|_| judgement.verdict.is_finding()),
            found: Found::of(judgement),
            observations: observations.collect(),
            elements: judgement.elements,
            order_sensitive: judgement.order_sensitive,
            shrunk: result.shrunk.as_deref().map(|small| Shrunk {
                question: &small.question,
                inputs: inputs(&small.inputs),
                found: Found::of(&small.judgement),
                vector: &small.vector,
            }),
            known: result.known.as_ref().map(|known| Explained {
                verdict: known.verdict.name(),
                reason: &known.reason,
                issue: known.issue.as_deref(),
            }),
        }
    }
}

impl<'a> Found<'a> {
    fn of(judgement: &'a Judgement) -> Self {
        Self {
            kind: judgement.kind.map(|k| k.name()),
            expected: judgement.expected.as_deref(),
            got: judgement.got.as_deref(),
            detail: judgement.detail.as_deref(),
            at: judgement.at.as_deref(),
            requirement: judgement.requirement,
            basis: judgement.basis.map(Basis::name),
            cite: judgement.cite.as_ref().map(ToString::to_string),
            address: judgement.cite.as_ref().and_then(Cited::address),
        }
    }
}

fn inputs<'a>(inputs: &'a [(&'static str, String)]) -> BTreeMap<&'static str, &'a str> {
    inputs.iter().map(|(name, elements)| (*name, elements.as_str())).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}
