//! Findings: an overview of their groups, and the first of each.

use super::{LABELS, View, times};
use crate::report::facts::{Fact, Look, facts, headline, of_finding};
use crate::report::text::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, fit, flow, labelled, plural, thousands};
use crate::report::words::{in_common, verdict_words};
use crate::results::RunRequest;
use crate::results::groups::Group;
use crate::results::summary::{Aside, Summary};
use anstyle::Style;
use ascertain::contract::Basis;
use ascertain_judge::verdict::{CaseResult, Verdict};
use std::io::{self, Write};

/// Number of groups of findings to show with what is known of them. Others have their place in a line, as far as there is room.
const GROUPS: usize = 3;
/// Lines for the others.
const OTHERS: usize = 4;
/// Columns before what is said about a group.
const INDENT: usize = 9;
/// Number of different answers to show for one expected answer.
const ANSWERS: usize = 4;

pub(super) fn groups(
    out: &mut dyn Write,
    summary: &Summary<'_>,
    asked: &RunRequest,
    view: View,
) -> io::Result<()> {
    // Findings that are all shown, and have nothing in common, need no overview.
    let alone = summary.groups.iter().all(|g| g.findings.len() == 1);
    let unlike = summary.groups.iter().all(|g| g.shared.is_none() && g.diagnosis.is_none());
    if summary.findings() <= view.findings && (alone || (summary.groups.len() < 2 && unlike)) {
        return Ok(());
    }
    let findings = plural(summary.findings() as u64, "finding", "findings");
    let groups = plural(summary.groups.len() as u64, "group", "groups");
    writeln!(out, "\n{HEAD}{findings} in {groups}{HEAD:#}")?;
    let words = |g: &Group<'_>| verdict_words(g.verdict, g.kind.map(|k| k.name()));
    let area = |g: &Group<'_>| g.place();
    let area_width = summary.groups.iter().map(|g| area(g).len()).max().unwrap_or(0);
    let words_width = summary.groups.iter().map(|g| words(g).len()).max().unwrap_or(0);
    let requirement = |g: &Group<'_>| {
        let id = g.named();
        match g.basis() {
            Some(basis) if basis != Basis::Stated => format!("{id} ({})", basis.name()),
            _ => id.into_owned(),
        }
    };
    let widest = summary.groups.iter().map(|g| requirement(g).len()).max().unwrap_or(0);
    let is_narrow = INDENT + area_width + 2 + words_width + 2 + widest > view.width;
    let (listed, aside) = match view.refusals {
        true => (summary.groups.iter().collect(), Vec::new()),
        false => summary.listed(),
    };
    let shown = if view.refusals { listed.len() } else { GROUPS };
    for (at, group) in listed.iter().take(shown).enumerate() {
        let (count, style) = (thousands(group.findings.len() as u64), verdict_style(group.verdict));
        let (area, words, requirement) = (area(group), words(group), requirement(group));
        write!(out, "{count:>7}  {NAME}{area:area_width$}{NAME:#}  ")?;
        if is_narrow {
            writeln!(out, "{style}{words}{style:#}\n{:INDENT$}{requirement}", "")?;
        } else {
            writeln!(out, "{style}{words:words_width$}{style:#}  {requirement}")?;
        }
        let line = fit(&patterns(group), view.width.saturating_sub(INDENT));
        if group.findings.len() > 1 && !line.is_empty() {
            labelled(out, (INDENT, "", 0), &line, DIM, view.width)?;
        }
        if let Some(smallest) = group.findings.first() {
            labelled(out, (INDENT, "smallest", 11), &smallest_call(smallest), PLAIN, view.width)?;
        }
        if let Some(diagnosis) = group.diagnosis {
            labelled(out, (INDENT, "cause", 11), &diagnosis.to_string(), BAD, view.width)?;
        }
        if let Some(shared) = &group.shared {
            labelled(out, (INDENT, "in common", 11), &in_common(shared), WARN, view.width)?;
        }
        if let Some(first) = group.findings.first().filter(|_| at == 0) {
            // Whole, to be copied.
            let command = asked.repro_command(&first.id);
            writeln!(out, "{:INDENT$}{DIM}{:11}{DIM:#}{NAME}{command}{NAME:#}", "", "again")?;
        }
    }
    let others = listed.iter().skip(shown).map(|group| {
        let count = thousands(group.findings.len() as u64);
        format!("{count} {} {}", group.named_place(), words(group))
    });
    let others: Vec<String> = others.collect();
    let mut lines = flow(&others, view.width.saturating_sub(INDENT));
    let is_cut = lines.len() > OTHERS;
    lines.truncate(OTHERS);
    for line in lines {
        writeln!(out, "{:INDENT$}{DIM}{line}{DIM:#}", "")?;
    }
    if is_cut {
        writeln!(out, "{:INDENT$}{DIM}and more; --report html=FILE has all groups{DIM:#}", "")?;
    }
    for Aside { findings, groups, what } in aside {
        let groups = plural(groups, "group", "groups");
        let (count, line) = (
            format!("{:>7}", thousands(findings)),
            format!("{what}, in {groups}; --show refusals lists them"),
        );
        labelled(out, (0, &count, INDENT), &line, PLAIN, view.width)?;
    }
    Ok(())
}

/// The smallest call that a finding was minimized to, and its answers, in a line.
fn smallest_call(result: &CaseResult) -> String {
    let asked = result.shrunk.as_deref().map_or(&result.question, |small| &small.question);
    format!("{asked}: {}", headline(result))
}

/// What findings of a group have in common: `c64: got c128 ×20 · no promotion: got f64 ×9, u16`.
fn patterns(group: &Group<'_>) -> Vec<String> {
    let pattern = |(expected, got): (&str, Vec<(String, u64)>)| {
        let mut answers: Vec<_> =
            got.iter().take(ANSWERS).map(|(answer, count)| times(answer, *count)).collect();
        if got.len() > ANSWERS {
            answers.push(format!("{} more", got.len() - ANSWERS));
        }
        let answers = answers.join(", ");
        match (expected.is_empty(), answers.is_empty()) {
            (false, false) => format!("{expected}: got {answers}"),
            (false, true) => expected.to_owned(),
            _ => answers,
        }
    };
    let patterns = group.patterns();
    let different: usize = patterns.iter().map(|(_, got)| got.len()).sum();
    // Answers that hardly repeat are not a pattern.
    if different * 2 > group.findings.len() {
        return Vec::new();
    }
    patterns.into_iter().map(pattern).filter(|words| !words.is_empty()).collect()
}

pub(super) fn findings(
    out: &mut dyn Write,
    summary: &Summary<'_>,
    asked: &RunRequest,
    view: View,
) -> io::Result<()> {
    let examples = summary.examples(view.findings);
    for result in &examples {
        writeln!(out)?;
        finding(out, result, asked, view.width)?;
    }
    let more = summary.findings() - examples.len();
    if more > 0 && !examples.is_empty() {
        let more = plural(more as u64, "more finding", "more findings");
        writeln!(out, "\n{DIM}{more}: --findings all, or --report json=FILE{DIM:#}")?;
    }
    let unlisted = summary.unlisted_findings();
    if unlisted > 0 {
        let words = plural(unlisted, "more random finding", "more random findings");
        writeln!(out, "\n{words} of the same kinds: counted, not listed")?;
    }
    Ok(())
}

/// One finding: the call, the expected and the actual answer, the requirement, and the command that repeats it.
fn finding(out: &mut dyn Write, result: &CaseResult, asked: &RunRequest, width: usize) -> io::Result<()> {
    let is_wanted = |fact: &Fact| fact.label != "again" || !asked.is_only(&result.id);
    write_facts(out, result, facts(result, asked).into_iter().filter(is_wanted), width)
}

/// A finding of no run, which no command repeats.
pub(super) fn finding_alone(out: &mut dyn Write, result: &CaseResult, width: usize) -> io::Result<()> {
    write_facts(out, result, of_finding(result).into_iter(), width)
}

fn write_facts(
    out: &mut dyn Write,
    result: &CaseResult,
    facts: impl Iterator<Item = Fact>,
    width: usize,
) -> io::Result<()> {
    let judgement = &result.judgement;
    let style = verdict_style(judgement.verdict);
    let words = verdict_words(judgement.verdict, judgement.kind.map(|k| k.name()));
    writeln!(out, "{style}{words}{style:#}  {HEAD}{}{HEAD:#}", result.id)?;
    let facts: Vec<Fact> = facts.collect();
    // Names of arguments are labels too, and may be long.
    let labels = facts.iter().map(|fact| fact.label.len() + 1).fold(LABELS, usize::max);
    for Fact { label, text, look } in facts {
        if look == Look::Command {
            writeln!(out, "  {DIM}{label:labels$}{DIM:#}{NAME}{text}{NAME:#}")?;
        } else {
            labelled(out, (2, label, labels), &text, look.style(style), width)?;
        }
    }
    Ok(())
}

impl Look {
    /// `got` is the style of the answer that came.
    pub(crate) const fn style(self, got: Style) -> Style {
        match self {
            Self::Plain | Self::Bits => PLAIN,
            Self::Dim => DIM,
            Self::Name | Self::Command => NAME,
            Self::Right => GOOD,
            Self::Got => got,
        }
    }
}

pub(super) fn verdict_style(verdict: Verdict) -> Style {
    if verdict.is_failure() { BAD } else { WARN }
}
