//! The report as JSON lines, written as the run goes, described by `schema/jsonl-1.schema.json`.
//!
//! `start` says what is asked, `backend` who answers, `case` what came of a case, `random` how many random cases were asked so
//! far, and `end` what came out. A case has a second line if more is known of it later: it was minimized, did not pass again, or
//! is explained by the list of known failures. The last line about a case is what the JSON report says of it.
//!
//! A journal is for this program, which goes on where it ends; these lines are for others.

use crate::report::Format;
use crate::report::outcome::Outcome;
use crate::results::Report;
use crate::results::RunRequest;
use ascertain_judge::run::{Listener, Started, Step};
use ascertain_judge::stored::{Name, is_zero};
use ascertain_judge::verdict::{
    CaseResult, Counts, END, KnownEntry, RandomCases, Run, Unlisted, is_declaration,
};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// JSON lines.
pub const FORMAT: Format = Format { name: "jsonl", write };

/// The format's version. Within a version only optional keys and other lines are added.
const VERSION: u32 = 1;

/// The JSON Schema of a line.
pub const LINE_SCHEMA: &str = include_str!("../../schema/jsonl-1.schema.json");

/// Random cases that pass are counted in a line, and so often.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes all lines about a run that is over.
fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let asked_for = |id: &str| !id.contains("/fuzz/") && id != END && !is_declaration(id);
    let cases = run.results.iter().filter(|result| asked_for(&result.id)).count() as u64;
    let random = Some(run.random.map_or(0, |random| random.asked));
    let mut lines = JsonLines::new(out);
    let asked = RunRequest { cases, random, ..Report::head(run, asked).request() };
    lines.line(&Line::Start(Box::new(Start { version: VERSION, asked })));
    if run.not_started.is_none() {
        lines.line(&Line::Backend { name: &run.backend, version: &run.version });
    }
    lines.end(run)
}

/// A line: an object whose only key says what it is.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    Start(Box<Start>),
    Backend { name: &'a str, version: &'a str },
    Case(&'a CaseResult),
    Random { asked: u64, verdicts: Counts },
    End(Box<End<'a>>),
}

/// What is asked.
#[derive(Serialize)]
struct Start {
    version: u32,
    #[serde(flatten)]
    asked: RunRequest,
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
    summary: Counts,
    #[serde(skip_serializing_if = "is_zero")]
    failures_on_readings: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<RandomCases>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    unlisted: &'a BTreeMap<Name, Unlisted>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: &'a Vec<KnownEntry>,
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

    /// A run begins.
    pub fn start(&mut self, asked: &RunRequest) {
        self.line(&Line::Start(Box::new(Start { version: VERSION, asked: asked.clone() })));
        self.flush();
    }

    /// The run is over. Writes what is new of each case, and the last line.
    ///
    /// # Errors
    /// When the stream refused a line.
    pub fn end(mut self, run: &Run) -> io::Result<()> {
        run.results.iter().for_each(|result| self.case(result));
        self.line(&Line::End(Box::new(End {
            outcome: Outcome::of(run).words,
            exit_code: run.exit_code(),
            not_started: run.not_started.as_deref(),
            incomplete: run.incomplete.as_deref(),
            seconds: run.seconds,
            summary: run.counts(),
            failures_on_readings: run.failures_on_readings(),
            random: run.random,
            unlisted: &run.unlisted,
            known: &run.known,
        })));
        self.flush();
        self.unwritten.map_or(Ok(()), Err)
    }

    /// A line about a case, unless the last one says the same.
    fn case(&mut self, result: &CaseResult) {
        let Ok(line) = serde_json::to_string(&Line::Case(result)) else { return };
        let digest = self.hashes.hash_one(&line);
        if self.written.insert(result.id.clone(), digest) != Some(digest) {
            self.write(&line);
        }
    }

    fn count(&mut self) {
        self.counted = Instant::now();
        self.line(&Line::Random { asked: self.asked, verdicts: self.random });
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

impl<W: Write> Listener for JsonLines<W> {
    fn started(&mut self, started: &Started) -> Result<(), String> {
        self.line(&Line::Backend { name: &started.name, version: &started.version });
        started.declaration_warnings.iter().for_each(|warning| self.case(warning));
        self.flush();
        Ok(())
    }

    fn step(&mut self, step: &Step) {
        step.results().for_each(|result| self.case(result));
        match step {
            Step::Again { changed, .. } => changed.iter().for_each(|(_, result)| self.case(result)),
            Step::Random { asked, listed, unlisted, .. } => {
                self.asked += asked;
                listed.iter().for_each(|result| self.random.add(result.judgement.verdict));
                unlisted.values().for_each(|unlisted| self.random.merge(&unlisted.tally.counts));
                if self.counted.elapsed() >= PAUSE {
                    self.count();
                }
            }
            Step::RandomDone(_) => self.count(),
            Step::Fixed { .. } | Step::Large(_) | Step::Minimized(_) | Step::Ended(_) => {}
        }
        self.flush();
    }
}
