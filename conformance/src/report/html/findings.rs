//! Findings, grouped by cause as in the terminal, with examples.

use crate::report::facts::{Fact, Look, of_call};
use crate::report::rules::rule;
use crate::report::text::plural;
use crate::report::words::{basis_words, in_common, verdict_class, verdict_words};
use crate::results::RunRequest;
use crate::results::groups::Group;
use crate::results::summary::Summary;
use ascertain::contract::Basis;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::verdict::CaseResult;
use serde_json::{Value, json};

/// Examples of each group.
const EXAMPLES: usize = 5;
/// Pairs of expected and actual answer of each group.
const PATTERNS: usize = 8;
/// Groups with examples. A backend that breaks everything in its own way has thousands.
const GROUPS: usize = 200;

pub(super) fn largest_groups(
    summary: &Summary<'_>,
    asked: &RunRequest,
    case_index: &CaseIndex<'_>,
) -> Vec<Value> {
    summary.groups.iter().take(GROUPS).map(|group| of_group(group, asked, case_index)).collect()
}

/// `12 findings in 3 groups`.
pub(super) fn in_words(summary: &Summary<'_>) -> String {
    let findings = plural(summary.findings() as u64, "finding", "findings");
    let groups = plural(summary.groups.len() as u64, "group", "groups");
    let first = if summary.groups.len() > GROUPS {
        format!("; here are the largest {GROUPS}, and --report json=FILE lists all")
    } else {
        String::new()
    };
    format!("{findings} in {groups}{first}")
}

fn of_group(group: &Group<'_>, asked: &RunRequest, case_index: &CaseIndex<'_>) -> Value {
    let findings = &group.findings;
    let mut patterns = group.patterns();
    patterns.retain(|(expected, got)| !expected.is_empty() || got.iter().any(|(got, _)| !got.is_empty()));
    let more_patterns = patterns.len().saturating_sub(PATTERNS);
    // One finding says for itself what was expected and what came.
    patterns.truncate(if findings.len() > 1 { PATTERNS } else { 0 });
    let examples = findings.iter().take(EXAMPLES);
    let basis = group
        .basis()
        .map(|basis| json!({"words": basis_words(basis), "is_reading": basis == Basis::Reading}));
    json!({
        "words": verdict_words(group.verdict, group.kind.map(|kind| kind.name())),
        "class": verdict_class(group.verdict),
        "area": group.place(),
        "count": findings.len(),
        "requirement": group.requirement,
        "named": group.named(),
        "rule": group.requirement.and_then(|id| rule(id, case_index.editions())),
        "basis": basis,
        "diagnosis": group.diagnosis.map(ToString::to_string),
        "in_common": group.shared.as_ref().map(in_common),
        "patterns": patterns,
        "more_patterns": more_patterns,
        "examples": examples.map(|finding| example(finding, asked)).collect::<Vec<_>>(),
        "more_examples": findings.len().saturating_sub(EXAMPLES),
    })
}

/// One finding.
fn example(result: &CaseResult, asked: &RunRequest) -> Value {
    let judgement = &result.judgement;
    let shown = result.shrunk.as_ref().map_or(judgement, |small| &small.judgement);
    let mut facts = of_call(result);
    if let Some(at) = &shown.at {
        let answer = ["expected", "got", "detail"];
        let place = facts.iter().position(|fact| answer.contains(&fact.label)).unwrap_or(facts.len());
        facts.insert(place, Fact::new("at", format!("{at:?}"), Look::Plain));
    }
    json!({
        "id": result.id,
        "class": verdict_class(judgement.verdict),
        "facts": facts,
        "cite": judgement.cite,
        "again": asked.repro_command(&result.id),
        "vector": result.shrunk.as_ref().map(|small| &small.vector),
    })
}
