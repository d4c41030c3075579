//! Who was asked, when, what, and what came of it in one sentence.

use crate::html::Cite;
use crate::report::RunRequest;
use crate::report::summary::Summary;
use crate::report::terminal::{counted, duration, random_cases};
use crate::report::text::plural;
use ascertain::document::{Editions, SPECIFICATION};
use ascertain_judge::suite;
use ascertain_judge::verdict::{Run, Verdict};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Head<'a> {
    /// Name and version of the backend.
    backend: String,
    /// As it was named on the command line.
    asked: &'a str,
    outcome: Outcome,
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
struct Outcome {
    /// `good`, `bad` or `open`: how it looks.
    class: &'static str,
    /// A sign, for those who do not see the colour.
    sign: &'static str,
    words: &'static str,
    /// What was counted.
    counts: String,
    /// What the exit code means.
    meaning: &'static str,
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
        let named = format!("{} {}", run.backend, run.version);
        let readings = run.failures_on_readings();
        Self {
            // A backend that did not start has not told its name.
            backend: if run.not_started.is_some() { asked.backend.clone() } else { named.trim().to_owned() },
            asked: &asked.backend,
            outcome: Outcome::of(run, summary),
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
            from_code: edition.from_code,
        })
    }
}

/// What was selected: the arguments, as people write them.
fn selection(asked: &RunRequest) -> Vec<String> {
    let RunRequest { filters, skips, requirements, demands, shard, large, observe_readings, .. } = asked;
    let named =
        [("--filter", filters), ("--skip", skips), ("--requirement", requirements), ("--expect", demands)];
    let mut words: Vec<String> = named
        .into_iter()
        .flat_map(|(name, values)| values.iter().map(move |value| format!("{name} {value}")))
        .collect();
    words.extend(shard.map(|(part, of)| format!("--shard {part}/{of}")));
    words.extend(large.then(|| "--large".to_owned()));
    words.extend(observe_readings.then(|| "--readings observe".to_owned()));
    words
}

impl Outcome {
    fn of(run: &Run, summary: &Summary<'_>) -> Self {
        let counts = &summary.total.counts;
        let (class, sign, words, meaning) = if run.not_started.is_some() {
            ("open", "?", "Not judged", "the backend did not start")
        } else if run.incomplete.is_some() {
            ("open", "?", "Incomplete", "the run ended before all cases were asked")
        } else {
            match run.exit_code() {
                0 => ("good", "✓", "Obeyed", "at least one case passed, none failed"),
                1 if run.has_failures() => {
                    ("bad", "✗", "Not obeyed", "a case failed, crashed, timed out or broke the protocol")
                }
                1 => ("bad", "✗", "The list of known failures is out of date", "see “Known failures”"),
                _ if counts.of(Verdict::Error) > 0 => {
                    ("open", "?", "Not judged in full", "the adapter failed")
                }
                _ => ("open", "?", "Not judged", "nothing could be judged"),
            }
        };
        let passed = plural(counts.of(Verdict::Pass), "case passed", "cases passed");
        let others = Verdict::ALL.into_iter().filter(|v| *v != Verdict::Pass && counts.of(*v) > 0);
        let all = std::iter::once(passed).chain(others.map(|v| counted(v, counts.of(v))));
        let counts = all.collect::<Vec<_>>().join(", ");
        Self { class, sign, words, counts, meaning, exit_code: run.exit_code() }
    }
}
