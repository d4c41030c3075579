//! The table of areas: verdicts, coverage, and why cases were not judged.

use crate::report::text::{plural, thousands};
use crate::results::summary::Summary;
use ascertain_judge::verdict::{Run, Tally, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// Reasons to list before the rest is counted.
const REASONS: usize = 12;

#[derive(Debug, Serialize)]
pub(super) struct Areas {
    columns: Vec<Column>,
    rows: Vec<AreaRow>,
    /// Why cases were unsupported or skipped.
    reasons: Vec<Reason>,
    more_reasons: Option<String>,
}

/// A verdict that occurred.
#[derive(Debug, Serialize)]
struct Column {
    heading: &'static str,
    class: &'static str,
}

#[derive(Debug, Serialize)]
struct AreaRow {
    area: &'static str,
    cases: String,
    /// A number for each column; empty for zero.
    counts: Vec<String>,
    /// In percent, rounded down, so that 100 means all.
    percent: u64,
    coverage: String,
    /// Elements whose value depends on how factors are grouped.
    order_sensitive: String,
}

#[derive(Debug, Serialize)]
struct Reason {
    verdict: &'static str,
    why: String,
    cases: String,
    areas: String,
}

impl Areas {
    pub(super) fn of(run: &Run, summary: &Summary<'_>) -> Self {
        let columns = summary.verdicts();
        let rows = summary.rows().map(|(area, tally)| AreaRow::of(area, tally, &columns)).collect();
        let mut reasons = reasons(run);
        let more = reasons.len().saturating_sub(REASONS);
        reasons.truncate(REASONS);
        let more_reasons = (more > 0).then(|| plural(more as u64, "more reason", "more reasons"));
        let columns = columns.into_iter().map(|v| Column { heading: v.name(), class: class(v) }).collect();
        Self { columns, rows, reasons, more_reasons }
    }
}

/// How a verdict looks.
pub(super) const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "good",
        Verdict::Fail | Verdict::Crash | Verdict::Timeout | Verdict::Protocol => "bad",
        Verdict::Warning | Verdict::Known | Verdict::Error => "open",
        Verdict::Observed | Verdict::Unsupported | Verdict::Skipped => "plain",
    }
}

impl AreaRow {
    fn of(area: &'static str, tally: &Tally, columns: &[Verdict]) -> Self {
        let shown = |count: u64| if count == 0 { String::new() } else { thousands(count) };
        Self {
            area,
            cases: thousands(tally.counts.total()),
            counts: columns.iter().map(|verdict| shown(tally.counts.of(*verdict))).collect(),
            percent: tally.counts.percent(),
            coverage: tally.counts.coverage(),
            order_sensitive: shown(tally.order_sensitive),
        }
    }
}

/// Why cases were not judged, the most frequent reason first.
fn reasons(run: &Run) -> Vec<Reason> {
    let mut all: BTreeMap<(Verdict, &str), BTreeMap<&str, u64>> = BTreeMap::new();
    for result in &run.results {
        let verdict = result.judgement.verdict;
        if matches!(verdict, Verdict::Unsupported | Verdict::Skipped) {
            let why = result.judgement.detail.as_deref().unwrap_or("no reason given");
            *all.entry((verdict, why)).or_default().entry(result.area).or_default() += 1;
        }
    }
    let mut all: Vec<_> =
        all.into_iter().map(|(of, areas)| (areas.values().sum::<u64>(), of, areas)).collect();
    all.sort_by_key(|(count, ..)| u64::MAX - count);
    let reason = |(count, (verdict, why), areas): (u64, (Verdict, &str), BTreeMap<&str, u64>)| Reason {
        verdict: verdict.name(),
        why: why.to_owned(),
        cases: thousands(count),
        areas: areas.into_keys().collect::<Vec<_>>().join(", "),
    };
    all.into_iter().map(reason).collect()
}
