//! Who was asked, when, what, and what came of it in one sentence.

use crate::report::outcome::{Outcome, OutcomeKind, counts};
use crate::report::template::Cite;
use crate::report::text::plural;
use crate::report::words::{duration, random_cases};
use crate::results::RunRequest;
use crate::results::summary::Summary;
use ascertain::document::{Editions, SPECIFICATION, SourceKind};
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use serde::Serialize;
use std::borrow::Cow;

#[derive(Debug, Serialize)]
pub(super) struct Head<'a> {
    /// Name and version of the backend.
    backend: String,
    /// As it was named on the command line.
    asked: &'a str,
    outcome: Ending<'a>,
    not_started: Option<&'a str>,
    incomplete: Option<&'a str>,
    /// The command that checks the backend.
    doctor: String,
    /// How many failures rest on this project's own readings, if any.
    on_readings: Option<String>,
    suite: &'static str,
    specification: &'static str,
    profile: &'a str,
    seed: u64,
    took: String,
    /// Which part of the suite was asked, each argument in a line of its own.
    selection: Vec<String>,
    random: Option<String>,
    editions: Vec<EditionOf>,
}

/// The result in one sentence.
#[derive(Debug, Serialize)]
struct Ending<'a> {
    /// `good`, `bad` or `open`: how it looks.
    class: &'static str,
    /// A sign, for those who do not see the colour.
    sign: &'static str,
    words: String,
    /// What was counted.
    counts: String,
    /// What the exit code means.
    meaning: Cow<'a, str>,
    exit_code: u8,
}

/// The chosen edition of a document.
#[derive(Debug, Serialize)]
struct EditionOf {
    document: &'static str,
    title: &'static str,
    edition: Cite,
    from_code: bool,
}

impl<'a> Head<'a> {
    pub(super) fn of(
        run: &'a Run,
        asked: &'a RunRequest,
        summary: &Summary<'_>,
        editions: &Editions,
    ) -> Self {
        let readings = run.failures_on_readings();
        Self {
            backend: asked.named(run),
            asked: &asked.backend,
            outcome: Ending::of(run, summary),
            not_started: run.not_started.as_deref(),
            incomplete: run.incomplete.as_deref(),
            doctor: asked.doctor(),
            on_readings: (readings > 0).then(|| plural(readings, "failure", "failures")),
            suite: suite::VERSION,
            specification: SPECIFICATION,
            profile: &run.profile,
            seed: run.seed,
            took: duration(run.seconds),
            selection: selection(asked),
            random: run.random.as_ref().map(|random| random_cases(random, run.seed, asked)),
            editions: editions.iter().filter_map(|chosen| EditionOf::of(run, chosen)).collect(),
        }
    }
}

impl EditionOf {
    fn of(
        run: &Run,
        (document, edition): (&'static ascertain::document::Document, &ascertain::document::Edition),
    ) -> Option<Self> {
        run.editions.contains_key(document.id).then(|| Self {
            document: document.id,
            title: document.title,
            edition: Cite::new(edition.name, edition.address),
            from_code: edition.source == SourceKind::Code,
        })
    }
}

/// What was selected: the arguments, as people write them.
fn selection(asked: &RunRequest) -> Vec<String> {
    let word = |(option, value): (&str, String)| format!("{option} {value}").trim_end().to_owned();
    let given = asked.options().into_iter();
    given.flat_map(|(option, values)| values.into_iter().map(move |value| word((option, value)))).collect()
}

impl<'a> Ending<'a> {
    fn of(run: &'a Run, summary: &Summary<'_>) -> Self {
        let Outcome { kind, words, meaning } = Outcome::of(run);
        let (class, sign) = match kind {
            OutcomeKind::Good => ("good", "✓"),
            OutcomeKind::Bad => ("bad", "✗"),
            OutcomeKind::Open => ("open", "?"),
        };
        let mut letters = words.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let words = first.into_iter().chain(letters).collect();
        Self { class, sign, words, counts: counts(run, summary), meaning, exit_code: run.exit_code() }
    }
}
