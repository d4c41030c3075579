//! The report of a run in a terminal.

mod areas;
mod findings;
mod notes;

use super::facts::{headline, says};
use super::outcome::{Outcome, OutcomeKind, counts};
use super::text::{
    BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, columns, concluded, flow, labelled, plural, thousands,
};
use super::words::{duration, random_cases, telling};
use crate::results::RunRequest;
use crate::results::report::drafts;
use crate::results::summary::Summary;
use anstyle::Style;
use ascertain::document::Editions;
use ascertain_judge::options::{INTERRUPTED, Shard};
use ascertain_judge::verdict::{CaseResult, FailKind, Judgement, Run, Verdict};
use ascertain_judge::{fuzz, suite};
use findings::verdict_style;
use std::io::{self, Write};

/// How much to show, and how wide.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Columns.
    pub width: usize,
    /// How many findings to show one by one.
    pub findings: usize,
    /// Whether to name the edition of every document, and to say how many random cases could have shown a wrong value.
    pub verbose: bool,
    /// Whether to list groups of calls that are refused or accepted against a page where others have wrong results.
    pub refusals: bool,
}

/// Columns for the labels of a finding.
const LABELS: usize = 10;

/// Writes the report of one run.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest, view: View) -> io::Result<()> {
    let summary = Summary::of(run);
    header(out, run, asked, view)?;
    if let Some(reason) = &run.not_started {
        writeln!(out)?;
        write_not_started(out, reason, view.width)?;
        writeln!(out, "{DIM}{:15}{DIM:#}{NAME}{}{NAME:#}", "to check it", asked.doctor())?;
    }
    if !run.results.is_empty() {
        writeln!(out)?;
        areas::areas(out, &summary, view)?;
    }
    notes::not_judged(out, run, view)?;
    notes::unspecified(out, &summary, view)?;
    notes::unexplained(out, run, view)?;
    notes::beside(out, run, view)?;
    notes::known_failures(out, run, view)?;
    // What a person reads first is on the screen when the run ends: the groups and the outcome come last.
    findings::findings(out, &summary, asked, view)?;
    findings::groups(out, &summary, asked, view)?;
    writeln!(out)?;
    notes::out_of_date(out, run, view)?;
    conclusion(out, run, &counts(run, &summary), view.width)
}

/// Writes why a backend did not start.
///
/// # Errors
/// When the stream refuses.
pub fn write_not_started(out: &mut dyn Write, reason: &str, width: usize) -> io::Result<()> {
    labelled(out, (0, "did not start", 15), reason, BAD, width)
}

fn header(out: &mut dyn Write, run: &Run, asked: &RunRequest, view: View) -> io::Result<()> {
    let backend = asked.named(run);
    let (version, profile, seed) = (suite::VERSION, &run.profile, fuzz::in_words(run.seed));
    let how = format!("profile {profile}, {seed}");
    let fits = columns(&format!("ascertain {version} on {backend}, {how}")) <= view.width;
    let before = if fits { ", " } else { "\n  " };
    writeln!(out, "{HEAD}ascertain {version}{HEAD:#} on {NAME}{backend}{NAME:#}{before}{how}")?;
    let of_profile = Editions::profile(&run.profile).unwrap_or_default();
    let is_usual = |document: &str, edition: &str| {
        of_profile.iter().any(|(known, usual)| known.id == document && usual.name == edition)
    };
    let drafts = drafts(run);
    let is_draft = |document: &str| drafts.contains(&document);
    let shown = run
        .editions
        .iter()
        .filter(|(document, edition)| view.verbose || is_draft(document) || !is_usual(document, edition));
    let named = |(document, edition)| {
        let draft = if is_draft(document) { " (a draft: its page is not wholly read)" } else { "" };
        format!("{document} {edition}{draft}")
    };
    let editions: Vec<_> =
        shown.map(|(document, edition): (&&str, &&str)| named((*document, *edition))).collect();
    for line in flow(&editions, view.width.saturating_sub(2)) {
        writeln!(out, "  {DIM}{line}{DIM:#}")?;
    }
    let more = run.editions.len() - editions.len();
    if more > 0 {
        labelled(
            out,
            (2, "documents", LABELS),
            &format!("{more}; --verbose names their editions"),
            PLAIN,
            view.width,
        )?;
    }
    if let Some(own) = &asked.selection.own {
        let left_out: u64 = own.not_asked.values().sum();
        let mut words = own.paths.join(" ");
        if left_out > 0 {
            words.push_str(&format!("; not asked: {}", plural(left_out, "case", "cases")));
        }
        labelled(out, (2, "vectors", LABELS), &words, PLAIN, view.width)?;
    }
    if let Some(Shard { part, of }) = asked.selection.shard {
        writeln!(out, "  {DIM}shard{DIM:#}     {part} of {of}")?;
    }
    if let Some(random) = &run.random {
        labelled(out, (2, "random", LABELS), &random_cases(random, run.seed, asked), PLAIN, view.width)?;
        if let Some(words) = telling(run).filter(|_| view.verbose) {
            labelled(out, (2, "telling", LABELS), &words, PLAIN, view.width)?;
        }
    }
    Ok(())
}

fn times(text: &str, count: u64) -> String {
    if count == 1 { text.to_owned() } else { format!("{text} ×{}", thousands(count)) }
}

/// Writes the verdict of a case, in one line.
///
/// # Errors
/// When the stream refuses.
pub fn write_verdict(out: &mut dyn Write, result: &CaseResult) -> io::Result<()> {
    let Judgement { verdict, kind, .. } = &result.judgement;
    let style = match verdict {
        Verdict::Pass => GOOD,
        Verdict::Observed => PLAIN,
        Verdict::Unsupported | Verdict::Skipped => DIM,
        verdict => verdict_style(*verdict),
    };
    let kind = kind.map_or(String::new(), |kind| format!("  {DIM}{}{DIM:#}", kind.name()));
    writeln!(out, "{style}{:11}{style:#}  {}{kind}", verdict.name(), result.id)
}

/// Writes the judgement of one result that is of no run: what came of it in a line, with a word for that; then, unless it is right, the
/// finding as in a run, and what the documents leave open.
///
/// # Errors
/// When the stream refuses.
pub fn write_judgement(out: &mut dyn Write, word: &str, result: &CaseResult, width: usize) -> io::Result<()> {
    let Judgement { verdict, kind, requirement, got, observations, elements, .. } = &result.judgement;
    if *verdict == Verdict::Pass {
        let elements = plural(*elements, "element", "elements");
        writeln!(out, "{GOOD}{word}{GOOD:#}: {}, {elements} judged", result.id)?;
    } else {
        let style = verdict_style(*verdict);
        // Whoever has a result asks for its elements first, and does not know that the page refuses the call, or what it demands.
        let demanded = requirement.filter(|_| *kind == Some(FailKind::AcceptedInvalid)).and_then(says);
        let line = match (demanded, got) {
            (Some(demanded), Some(got)) => {
                format!("{word}: this call must be refused: by the page, {demanded}; it was {got}")
            }
            _ => format!("{word}: {}", headline(result)),
        };
        concluded(out, word, &line, style, width)?;
        writeln!(out)?;
        findings::finding_alone(out, result, width)?;
    }
    for (requirement, saw) in observations {
        labelled(out, (2, "open", LABELS), &format!("{requirement}: {saw}"), PLAIN, width)?;
    }
    Ok(())
}

/// Writes the outcome alone, in one line.
///
/// # Errors
/// When the stream refuses.
pub fn write_outcome(out: &mut dyn Write, run: &Run) -> io::Result<()> {
    conclusion(out, run, &counts(run, &Summary::of(run)), usize::MAX)
}

/// The result in words, and the meaning of the exit code.
fn conclusion(out: &mut dyn Write, run: &Run, counts: &str, width: usize) -> io::Result<()> {
    let Outcome { kind, words, meaning } = Outcome::of(run);
    let (style, code, took) = (kind_style(kind), run.exit_code(), duration(run.seconds));
    let line = match (&run.not_started, &run.incomplete) {
        (Some(_), _) => format!("{words}: {meaning} (exit code {code})"),
        // A signal decides how an interrupted program ends.
        (None, Some(why)) if why == INTERRUPTED => format!("{words}: {counts} in {took} ({meaning})"),
        (None, _) => format!("{words}: {counts} in {took} (exit code {code}: {meaning})"),
    };
    concluded(out, words, &line, style, width)
}

const fn kind_style(kind: OutcomeKind) -> Style {
    match kind {
        OutcomeKind::Good => GOOD.bold(),
        OutcomeKind::Bad => BAD,
        OutcomeKind::Open => WARN.bold(),
    }
}
