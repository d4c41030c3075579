//! The report as JSON lines, written as the run goes, described by `schema/jsonl-1.schema.json`.
//!
//! `start` says what is asked, `backend` who answers, `case` what came of a case, `random` how many random cases were asked so
//! far, and `end` what came out. A case has a second line if more is known of it later: it was minimized, did not pass again, or
//! is explained by the list of known failures. The last line about a case is what the JSON report says of it.
//!
//! A journal is for this program, which goes on where it ends; these lines are for others.

use super::counts::{Area, Verdicts, verdicts};
use super::head::{Known, Random, Selection};
use super::{Case, is_declaration, is_zero};
use crate::report::outcome::Outcome;
use crate::report::{Format, RunRequest};
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::{Started, Step};
use ascertain_judge::suite;
use ascertain_judge::verdict::{CaseResult, Counts, END, Run, Verdict};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// JSON lines.
pub const FORMAT: Format = Format { name: "jsonl", write };

/// The format's version. Within a version only optional keys and other lines are added.
const VERSION: u32 = 1;

/// The JSON Schema of a line.
pub const LINE_SCHEMA: &str = include_str!("../../../schema/jsonl-1.schema.json");

/// Random cases that pass are counted in a line, and so often.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes all lines about a run that is over.
fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let random = run.random.map_or(0, |random| random.asked);
    let asked_for = |id: &str| !id.contains("/fuzz/") && id != END && !is_declaration(id);
    let start = Start {
        profile: &run.profile,
        editions: run.editions.clone(),
        seed: run.seed.to_string(),
        cases: run.results.iter().filter(|result| asked_for(&result.id)).count() as u64,
        random: Some(random),
        ..Start::of(asked)
    };
    let mut lines = JsonLines::new(out);
    lines.line(&Line::Start(start));
    if run.not_started.is_none() {
        lines.line(&Line::Backend { name: &run.backend, version: &run.version });
    }
    lines.end(run)
}

/// A line: an object whose only key says what it is.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    Start(Start<'a>),
    Backend { name: &'a str, version: &'a str },
    Case(Box<Case<'a>>),
    Random { asked: u64, verdicts: Verdicts<'a> },
    End(End<'a>),
}

/// What is asked.
#[derive(Serialize)]
struct Start<'a> {
    version: u32,
    suite: &'static str,
    profile: &'a str,
    editions: BTreeMap<&'static str, &'static str>,
    seed: String,
    /// The backend as named on the command line.
    asked: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<Selection<'a>>,
    /// Fixed cases to be asked.
    cases: u64,
    /// Random cases to be asked, if their number is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<u64>,
}

impl<'a> Start<'a> {
    fn of(asked: &'a RunRequest) -> Self {
        Self {
            version: VERSION,
            suite: suite::VERSION,
            profile: "",
            editions: BTreeMap::new(),
            seed: String::new(),
            asked: &asked.backend,
            selection: Selection::of(asked),
            cases: 0,
            random: None,
        }
    }
}

/// What came out.
#[derive(Serialize)]
struct End<'a> {
    outcome: &'a str,
    exit_code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_started: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'a str>,
    seconds: f64,
    summary: Verdicts<'a>,
    #[serde(skip_serializing_if = "is_zero")]
    failures_on_readings: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<Random>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    unlisted: BTreeMap<Cow<'a, str>, Area<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<Known<'a>>,
}

/// Writes the lines of a run, each as soon as it is known.
pub struct JsonLines<W> {
    out: W,
    /// A digest of the last line about each case.
    written: HashMap<String, u64>,
    hashes: RandomState,
    /// Random cases asked so far, and what came of them.
    asked: u64,
    random: Counts,
    counted: Instant,
    unwritten: Option<io::Error>,
}

impl<W: Write> JsonLines<W> {
    /// Writes to `out`, which is flushed after each step of the run.
    pub fn new(out: W) -> Self {
        Self {
            out,
            written: HashMap::new(),
            hashes: RandomState::new(),
            asked: 0,
            random: Counts::default(),
            counted: Instant::now(),
            unwritten: None,
        }
    }

    /// A run with `cases` fixed cases begins.
    pub fn start(&mut self, cases: usize, options: &RunOptions, asked: &RunRequest) {
        let [part, of] = options.shard.unwrap_or([1, 1]).map(u64::from);
        let limit = Some(options.random_limit()).filter(|limit| *limit < u64::MAX);
        self.line(&Line::Start(Start {
            profile: options.editions.profile_name(),
            editions: options
                .editions
                .iter()
                .map(|(document, edition)| (document.id, edition.name))
                .collect(),
            seed: options.seed.to_string(),
            cases: (cases + options.large.cases.len()) as u64,
            random: limit.map(|limit| limit.saturating_sub(part - 1).div_ceil(of)),
            ..Start::of(asked)
        }));
        self.flush();
    }

    /// The backend has started.
    pub fn started(&mut self, started: &Started) {
        self.line(&Line::Backend { name: &started.name, version: &started.version });
        started.misdeclared.iter().for_each(|warning| self.case(warning));
        self.flush();
    }

    /// The next step of the run is done.
    pub fn step(&mut self, step: &Step) {
        step.results().for_each(|result| self.case(result));
        match step {
            Step::Again { changed, .. } => changed.iter().for_each(|(_, result)| self.case(result)),
            Step::Random { asked, listed, unlisted, .. } => {
                self.asked += asked;
                listed.iter().for_each(|result| self.random.add(result.judgement.verdict));
                for verdict in Verdict::ALL {
                    let count = unlisted.iter().map(|own| own.counts.of(verdict)).sum();
                    self.random.add_many(verdict, count);
                }
                if self.counted.elapsed() >= PAUSE {
                    self.count();
                }
            }
            Step::RandomDone(_) => self.count(),
            Step::Fixed { .. } | Step::Large(_) | Step::Minimized(_) | Step::Ended(_) => {}
        }
        self.flush();
    }

    /// The run is over. Writes what is new of each case, and the last line.
    ///
    /// # Errors
    /// When the stream refused a line.
    pub fn end(mut self, run: &Run) -> io::Result<()> {
        run.results.iter().for_each(|result| self.case(result));
        self.line(&Line::End(End {
            outcome: Outcome::of(run).words,
            exit_code: run.exit_code(),
            not_started: run.not_started.as_deref(),
            incomplete: run.incomplete.as_deref(),
            seconds: run.seconds,
            summary: verdicts(&run.counts()),
            failures_on_readings: run.failures_on_readings(),
            random: run.random.as_ref().map(Random::of),
            unlisted: run.fuzzed.iter().map(|own| (own.area.into(), Area::unlisted(own))).collect(),
            known: run.known.iter().map(Known::of).collect(),
        }));
        self.flush();
        self.unwritten.map_or(Ok(()), Err)
    }

    /// A line about a case, unless the last one says the same.
    fn case(&mut self, result: &CaseResult) {
        let Ok(line) = serde_json::to_string(&Line::Case(Box::new(Case::of(result)))) else { return };
        let digest = self.hashes.hash_one(&line);
        if self.written.insert(result.id.clone(), digest) != Some(digest) {
            self.write(&line);
        }
    }

    fn count(&mut self) {
        self.counted = Instant::now();
        let (asked, verdicts) = (self.asked, verdicts(&self.random));
        self.line(&Line::Random { asked, verdicts });
    }

    fn line(&mut self, line: &Line<'_>) {
        match serde_json::to_string(line) {
            Ok(text) => self.write(&text),
            Err(error) => self.unwritten = Some(error.into()),
        }
    }

    /// After a line that could not be written, no other follows.
    fn write(&mut self, line: &str) {
        if self.unwritten.is_none() {
            self.unwritten = writeln!(self.out, "{line}").err();
        }
    }

    fn flush(&mut self) {
        if self.unwritten.is_none() {
            self.unwritten = self.out.flush().err();
        }
    }
}
