//! The report as one HTML file, which needs nothing else.
//!
//! The templates are in `conformance/templates/`, on top of those of [`template`](crate::report::template). They get the run's
//! own values, and what is looked up for them here.

mod findings;
mod tables;

use super::Format;
use super::outcome::{Outcome, counts};
use super::rules::rule;
use super::template::{HEAT_SCRIPT, HEAT_STYLE, Templates, Written};
use super::words::{self, duration, random_cases, verdict_class};
use crate::results::RunRequest;
use crate::results::summary::Summary;
use ascertain::document::{Editions, SPECIFICATION, SourceKind};
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::error_statistics::MODELS;
use ascertain_judge::operator::Registry;
use ascertain_judge::suite;
use ascertain_judge::verdict::{CaseResult, Counts, ExpectationStatus, KnownEntry, Run, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};

/// HTML.
pub(super) const FORMAT: Format = Format { name: "html", write };

/// Cases of known failures to name before the rest is counted.
const KNOWN_CASES: usize = 20;

/// Reasons why cases were not judged to list before the rest is counted.
const REASONS: usize = 12;

/// Writes the report of one run, with day and machine of now.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    write_as(out, run, asked, &Written::now())
}

/// Writes the report of one run.
///
/// # Errors
/// When the stream refuses.
pub fn write_as(out: &mut dyn Write, run: &Run, asked: &RunRequest, written: &Written) -> io::Result<()> {
    let editions = words::editions(run);
    let cases: Vec<Case> = suite::build(&editions).map_err(io::Error::other)?;
    let case_index = CaseIndex::new(&editions, Registry::default(), &cases);
    let summary = Summary::of(run);
    let page = json!({
        "written": written,
        "site": asked.site,
        "head": head(run, asked, &summary, &editions),
        "areas": areas(run, &summary),
        "groups": findings::largest_groups(&summary, asked, &case_index),
        "findings": findings::in_words(&summary),
        "unlisted": summary.unlisted_findings(),
        "tables": tables::asked(run, asked, &cases, &editions),
        "records": records(run, &summary, &editions),
    });
    let templates = Templates::new(&TEMPLATES, &[REPORT_STYLE, HEAT_STYLE].concat(), HEAT_SCRIPT)?;
    out.write_all(templates.render("report.html", &page)?.as_bytes())
}

const REPORT_STYLE: &str = include_str!("../../../templates/report.css");

/// Templates by name, beside the shared ones.
const TEMPLATES: [(&str, &str); 7] = [
    ("report.html", include_str!("../../../templates/report.html")),
    ("head.html", include_str!("../../../templates/head.html")),
    ("areas.html", include_str!("../../../templates/areas.html")),
    ("findings.html", include_str!("../../../templates/findings.html")),
    ("tables.html", include_str!("../../../templates/tables.html")),
    ("records.html", include_str!("../../../templates/records.html")),
    ("about.html", include_str!("../../../templates/about.html")),
];

/// What came of the run in one sentence; who was asked, when and what.
fn head(run: &Run, asked: &RunRequest, summary: &Summary<'_>, editions: &Editions) -> Value {
    let Outcome { kind, words, meaning } = Outcome::of(run);
    let decided = editions.iter().filter(|(document, _)| run.editions.contains_key(document.id));
    let decided = decided.map(|(document, edition)| {
        json!({
            "document": document.id,
            "title": document.title,
            "edition": {"cite": edition.name, "address": edition.address},
            "from_code": edition.source == SourceKind::Code,
        })
    });
    json!({
        "backend": asked.named(run),
        "asked": asked.backend,
        "kind": kind,
        "words": words,
        "meaning": meaning,
        "counts": counts(run, summary),
        "exit_code": run.exit_code(),
        "not_started": run.not_started,
        "incomplete": run.incomplete,
        "doctor": asked.doctor(),
        "on_readings": run.failures_on_readings(),
        "suite": suite::VERSION,
        "specification": SPECIFICATION,
        "profile": run.profile,
        "seed": run.seed,
        "took": duration(run.seconds),
        "selection": selection(asked),
        "random": run.random.as_ref().map(|random| random_cases(random, run.seed, asked)),
        "editions": decided.collect::<Vec<_>>(),
    })
}

/// What was selected: the arguments, as people write them.
fn selection(asked: &RunRequest) -> Vec<String> {
    let word = |(option, value): (&str, String)| format!("{option} {value}").trim_end().to_owned();
    let given = asked.options().into_iter();
    given.flat_map(|(option, values)| values.into_iter().map(move |value| word((option, value)))).collect()
}

/// The areas: a bar of each, the verdicts that occurred, coverage, and why cases were not judged.
fn areas(run: &Run, summary: &Summary<'_>) -> Value {
    let verdicts = summary.verdicts();
    let rows = summary.rows().map(|(area, tally)| {
        json!({
            "area": area,
            "cases": tally.counts.total(),
            "counts": verdicts.iter().map(|verdict| tally.counts.of(*verdict)).collect::<Vec<_>>(),
            "parts": parts(&tally.counts),
            "coverage": tally.counts.coverage(),
            "order_sensitive": tally.order_sensitive,
        })
    });
    let column = |verdict| json!({"heading": verdict, "class": verdict_class(verdict)});
    let reasons = words::not_judged(run);
    json!({
        "parts": parts(&summary.total.counts),
        "rows": rows.collect::<Vec<_>>(),
        "columns": verdicts.iter().copied().map(column).collect::<Vec<_>>(),
        "more_reasons": reasons.len().saturating_sub(REASONS),
        "reasons": reasons.iter().take(REASONS).collect::<Vec<_>>(),
    })
}

/// The parts of a bar, without empty ones.
fn parts(counts: &Counts) -> Vec<Value> {
    let failed = counts.sum(Verdict::is_failure);
    let [passed, warning, known, observed] =
        [Verdict::Pass, Verdict::Warning, Verdict::Known, Verdict::Observed]
            .map(|verdict| counts.of(verdict));
    // What remains is an error of the adapter, unsupported or skipped.
    let unjudged = counts.total().saturating_sub(passed + failed + warning + known + observed);
    let all = [
        ("passed", "passed", passed),
        ("failed", "failed", failed),
        ("warning", "with a warning", warning),
        ("known", "known to fail", known),
        ("observed", "observed", observed),
        ("unjudged", "not judged", unjudged),
    ];
    let shown = all.into_iter().filter(|(.., count)| *count > 0);
    shown.map(|(class, words, count)| json!({"class": class, "words": words, "count": count})).collect()
}

/// What is recorded beside verdicts: known failures, observations, and errors that nothing explains.
fn records(run: &Run, summary: &Summary<'_>, editions: &Editions) -> Value {
    let known_cases: Vec<&CaseResult> = run.results.iter().filter(|result| result.known.is_some()).collect();
    let observed = summary.observed.iter().map(|point| {
        let rule = rule(point.requirement, editions);
        json!({"requirement": point.requirement, "rule": rule, "behaviours": point.behaviours})
    });
    let unexplained = run.drift.errors().filter(|errors| errors.unexplained()).map(|errors| {
        let (result, models) = errors.spreads();
        json!({
            "dtype": errors.dtype.name(),
            "factors": errors.factors(),
            "lines": errors.lines,
            "result": result.to_string(),
            "models": models.map(|model| model.to_string()),
        })
    });
    json!({
        "known": words::known_failures(run).iter().map(known_entry).collect::<Vec<_>>(),
        "more_known_cases": known_cases.len().saturating_sub(KNOWN_CASES),
        "known_cases": known_cases.iter().take(KNOWN_CASES).collect::<Vec<_>>(),
        "observed": observed.collect::<Vec<_>>(),
        "models": MODELS,
        "unexplained": unexplained.collect::<Vec<_>>(),
    })
}

/// An entry of the list of known failures, and what became of it.
fn known_entry(known: &KnownEntry) -> Value {
    let (standing, what) = words::standing(known);
    let class = match known.standing {
        ExpectationStatus::Known => "open",
        standing if standing.fails() => "bad",
        _ => "plain",
    };
    let issue = known.entry.issue.as_ref().map(|issue| json!({"cite": issue, "address": issue}));
    let (subject, reason) = (known.entry.subject(), &known.entry.reason);
    json!({
        "standing": standing, "class": class, "subject": subject, "what": what, "reason": reason, "issue": issue,
    })
}
