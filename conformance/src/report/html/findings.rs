//! Findings, grouped by cause as in the terminal, with examples.

use super::areas::class;
use super::numpy;
use crate::report::facts::{Fact, Look, of_call};
use crate::report::template::Cite;
use crate::report::text::{plural, thousands};
use crate::report::words::{basis_words, in_common, verdict_words};
use crate::results::RunRequest;
use crate::results::groups;
use crate::results::summary::Summary;
use ascertain::contract::{Basis, OPERATORS};
use ascertain::document::{ERRATA, Editions, Erratum};
use ascertain::promote::TABLES;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::verdict::CaseResult;
use serde::Serialize;

/// Examples of each group.
const EXAMPLES: usize = 5;
/// Pairs of expected and actual answer of each group.
const PATTERNS: usize = 8;
/// Different answers for one expected answer.
const ANSWERS: usize = 4;
/// Groups with examples. A backend that breaks everything in its own way has thousands.
const GROUPS: usize = 200;

#[derive(Debug, Serialize)]
pub(super) struct Group<'a> {
    /// `fail: value`.
    words: String,
    class: &'static str,
    area: &'static str,
    count: String,
    requirement: Option<&'static str>,
    rule: Option<Rule>,
    basis: Option<RestsOn>,
    in_common: Option<String>,
    patterns: Vec<Pattern<'a>>,
    more_patterns: Option<String>,
    examples: Vec<Example<'a>>,
    more_examples: Option<String>,
}

/// Who says what a group rests on.
#[derive(Debug, Serialize)]
struct RestsOn {
    words: &'static str,
    is_reading: bool,
}

/// What was expected and what came instead, with counts.
#[derive(Debug, Serialize)]
struct Pattern<'a> {
    expected: &'a str,
    got: Vec<(&'a str, String)>,
    more: usize,
}

/// A requirement, as the report explains it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Rule {
    pub(super) says: &'static str,
    level: &'static str,
    basis: Option<&'static str>,
    reason: Option<&'static str>,
    pub(super) cites: Vec<Cite>,
    errata: Vec<ErratumOf>,
}

/// A place where documents disagree.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ErratumOf {
    id: &'static str,
    says: &'static str,
    readings: Vec<(&'static str, Cite)>,
}

/// One finding.
#[derive(Debug, Serialize)]
struct Example<'a> {
    id: &'a str,
    class: &'static str,
    facts: Vec<Fact>,
    cite: Option<Cite>,
    again: String,
    numpy: Option<String>,
    /// The minimized call as a vector file.
    vector: Option<&'a str>,
}

pub(super) fn largest_groups<'a>(
    summary: &Summary<'a>,
    asked: &RunRequest,
    case_index: &CaseIndex<'_>,
) -> Vec<Group<'a>> {
    summary.groups.iter().take(GROUPS).map(|group| Group::of(group, asked, case_index)).collect()
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

pub(super) fn unlisted(summary: &Summary<'_>) -> Option<String> {
    let unlisted = summary.unlisted_findings();
    (unlisted > 0).then(|| plural(unlisted, "more random finding", "more random findings"))
}

impl<'a> Group<'a> {
    fn of(group: &groups::Group<'a>, asked: &RunRequest, case_index: &CaseIndex<'_>) -> Self {
        let findings = &group.findings;
        let mut patterns = group.patterns();
        patterns.retain(|(expected, got)| !expected.is_empty() || got.iter().any(|(got, _)| !got.is_empty()));
        let rest = |all: usize, shown: usize| {
            Some(all - shown).filter(|rest| *rest > 0).map(|n| thousands(n as u64))
        };
        // Minimized ones first: their numbers are few.
        let (small, whole): (Vec<&CaseResult>, Vec<&CaseResult>) =
            findings.iter().partition(|finding| finding.shrunk.is_some());
        let examples = small.into_iter().chain(whole).take(EXAMPLES);
        let examples: Vec<Example<'a>> =
            examples.map(|finding| Example::of(finding, asked, case_index)).collect();
        Self {
            words: verdict_words(group.verdict, group.kind.map(|kind| kind.name())),
            class: class(group.verdict),
            area: group.area.unwrap_or("several areas"),
            count: plural(findings.len() as u64, "finding", "findings"),
            requirement: group.requirement,
            rule: group.requirement.and_then(|id| Rule::of(id, case_index.editions())),
            basis: group
                .basis()
                .map(|basis| RestsOn { words: basis_words(basis), is_reading: basis == Basis::Reading }),
            in_common: group.shared.as_ref().map(in_common),
            more_patterns: rest(patterns.len(), patterns.len().min(PATTERNS)),
            // One finding says for itself what was expected and what came.
            patterns: patterns
                .iter()
                .filter(|_| findings.len() > 1)
                .take(PATTERNS)
                .map(Pattern::of)
                .collect(),
            more_examples: rest(findings.len(), examples.len()),
            examples,
        }
    }
}

impl<'a> Pattern<'a> {
    fn of((expected, got): &groups::Pattern<'a>) -> Self {
        let shown = got.iter().take(ANSWERS).map(|(answer, count)| (*answer, thousands(*count)));
        Self { expected, got: shown.collect(), more: got.len().saturating_sub(ANSWERS) }
    }
}

impl Rule {
    /// The requirement with this id, in the chosen edition or the first one that has it.
    pub(crate) fn of(id: &str, editions: &Editions) -> Option<Self> {
        let chosen = |document: &str| editions.index(document);
        let of_operators = OPERATORS.iter().flat_map(|operator| {
            let own = operator.contracts.get(chosen(operator.document));
            own.into_iter().chain(operator.contracts).map(|contract| contract.requirements)
        });
        let of_tables =
            TABLES.iter().flat_map(|table| table.requirements_in(editions).chain(table.requirements));
        let found = of_operators.flatten().chain(of_tables).find(|requirement| requirement.id == id)?;
        let errata = ERRATA.iter().filter(|erratum| erratum.requirements.contains(&id));
        Some(Self {
            says: found.says,
            level: found.level.name(),
            basis: found.basis.map(basis_words),
            reason: found.reason,
            cites: std::iter::once(&found.cite).chain(found.also).map(|cite| Cite::from(*cite)).collect(),
            errata: errata.map(ErratumOf::of).collect(),
        })
    }
}

impl ErratumOf {
    pub(super) fn of(erratum: &'static Erratum) -> Self {
        let readings = erratum.readings.iter().map(|reading| (reading.says, Cite::from(reading.cite)));
        Self { id: erratum.id, says: erratum.says, readings: readings.collect() }
    }
}

impl<'a> Example<'a> {
    fn of(result: &'a CaseResult, asked: &RunRequest, case_index: &CaseIndex<'_>) -> Self {
        let judgement = &result.judgement;
        let shown = result.shrunk.as_ref().map_or(judgement, |small| &small.judgement);
        let mut facts = of_call(result);
        if let Some(at) = &shown.at {
            let answer = ["expected", "got", "detail"];
            let place = facts.iter().position(|fact| answer.contains(&fact.label)).unwrap_or(facts.len());
            facts.insert(place, Fact::new("at", format!("{at:?}"), Look::Plain));
        }
        Self {
            id: &result.id,
            class: class(judgement.verdict),
            facts,
            cite: judgement.cite.as_ref().map(Cite::from),
            again: asked.repro_command(&result.id),
            numpy: numpy::snippet(result, case_index),
            vector: result.shrunk.as_ref().map(|small| &*small.vector),
        }
    }
}
