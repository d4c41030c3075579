//! The journal of a run: what it has found so far, in a file, so that a run that was killed can go on.
//!
//! A journal is text, one JSON object on each line. The first one says whose results these are: suite, specification,
//! editions, backend, seed, cases. Each of the others is a step of the run (`fixed`, `large`, `random`, `random_done`,
//! `again`, `minimized`, `ended`), written when it is done; cases have the form that they have in a report. A last line
//! that is cut is as if it were not there.

use super::request::digest;
use super::{ReadError, RunRequest};
use ascertain::document::SPECIFICATION;
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::{Listener, Passed, Started, Step, Subject};
use ascertain_judge::suite::large::LargeCase;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A journal that is open for writing. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// What the journal must be about.
    header: Header,
    /// What it is about, if it was there before.
    found: Option<Header>,
    refused: Option<ReadError>,
    unwritten: Option<io::Error>,
}

/// Most bytes of a line: a step has some hundred cases.
const LONGEST: u64 = 1 << 28;

impl Journal {
    /// Opens the journal of a run with these cases and options, and reads the steps in it. It must be new or empty, unless
    /// the run is to be resumed.
    ///
    /// # Errors
    /// If it cannot be read and written, is in use, is there and the run is not to be resumed, is damaged, or belongs to
    /// another run.
    pub fn open(
        path: &Path,
        resume: bool,
        cases: &[Case],
        options: &RunOptions,
        asked: &RunRequest,
    ) -> Result<(Self, Vec<Step>), ReadError> {
        let file = open(path)?;
        let header = Header::of(cases, options, asked);
        let mut journal = Self { file, header, found: None, refused: None, unwritten: None };
        if journal.file.metadata().map_err(unusable)?.len() == 0 {
            return Ok((journal, Vec::new()));
        }
        if !resume {
            let help = "go on with it: --resume; or remove it, or give another path";
            return Err(ReadError::new("there is a journal already", help));
        }
        let steps = journal.read(cases, options)?;
        Ok((journal, steps))
    }

    /// Reads the steps, and makes the file end after the last whole line.
    fn read(&mut self, cases: &[Case], options: &RunOptions) -> Result<Vec<Step>, ReadError> {
        let case_index = CaseIndex::new(&options.editions, options.registry, cases);
        let (mut plan, mut steps) = (Plan::new(cases, options), Vec::new());
        let (mut reader, mut whole, mut number) = (BufReader::new(&self.file), 0, 0);
        loop {
            let mut line = Vec::new();
            let length = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(unusable)?;
            number += 1;
            if line.pop() != Some(b'\n') {
                if length as u64 == LONGEST {
                    return Err(damaged(number));
                }
                // The run was killed while it wrote this one.
                break;
            }
            let object = std::str::from_utf8(&line).map_err(|_| damaged(number))?;
            if number == 1 {
                let found = Header::read(object)?;
                if let Some(difference) = found.difference(&self.header) {
                    return Err(another(&difference));
                }
                self.found = Some(found);
            } else {
                let in_line = |error: ReadError| error.in_file(&format!("line {number}"));
                let mut step: Step = serde_json::from_str(object)
                    .map_err(|error| in_line(ReadError::unlike(format!("not a step of a run: {error}"))))?;
                for result in step.results_mut() {
                    case_index.complete(result).map_err(|why| in_line(ReadError::case(&result.id, why)))?;
                }
                plan.check(&step).map_err(|why| in_line(ReadError::unlike(why)))?;
                steps.push(step);
            }
            whole += line.len() as u64 + 1;
        }
        self.file.set_len(whole).map_err(unusable)?;
        self.file.seek(SeekFrom::End(0)).map_err(unusable)?;
        Ok(steps)
    }

    fn append(&mut self, object: &impl serde::Serialize) {
        // After a line that is not there or cut, no other can follow.
        if self.unwritten.is_some() {
            return;
        }
        let written = serde_json::to_string(object).map_err(io::Error::from);
        self.unwritten =
            written.and_then(|object| self.file.write_all(format!("{object}\n").as_bytes())).err();
    }

    /// Why the run did not go on with this journal, if it did not: it belongs to another backend.
    #[must_use]
    pub const fn refused(&self) -> Option<&ReadError> {
        self.refused.as_ref()
    }

    /// Closes the journal.
    ///
    /// # Errors
    /// If the end of the run is missing, since it could not be written.
    pub fn close(self) -> io::Result<()> {
        self.unwritten.map_or(Ok(()), Err)
    }
}

impl Listener for Journal {
    /// Writes the first line, or compares it with what is there.
    fn started(&mut self, started: &Started) -> Result<(), String> {
        let header = Header { started: Some(started.clone()), ..self.header.clone() };
        match &self.found {
            Some(found) => {
                if let Some(difference) = found.difference(&header) {
                    let refused = another(&difference);
                    let what = refused.what.clone();
                    self.refused = Some(refused);
                    return Err(what);
                }
            }
            None => self.append(&header),
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) {
        self.append(step);
    }
}

fn open(path: &Path) -> Result<File, ReadError> {
    // Before it is opened, since opening a pipe waits for the other end.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(ReadError::new("it is not a regular file", "give another path"));
    }
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(unusable)?;
    // A process that another thread starts has what is open here, locks too, until it runs its own program.
    let mut locked = file.try_lock();
    for _ in 0..20 {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
        locked = file.try_lock();
    }
    match locked {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(ReadError::new("another run writes this journal", "wait until it ends, or give another path"))
        }
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn unusable(error: io::Error) -> ReadError {
    ReadError::new(error.to_string(), "give a path that can be read and written")
}

fn damaged(number: u32) -> ReadError {
    let what = format!("line {number}: it is not a line of a journal");
    let help = match number {
        1 => "give another path, or remove the file".to_owned(),
        _ => format!(
            "remove the file, or keep only its first {} lines: the run then goes on after them",
            number - 1
        ),
    };
    ReadError::new(what, help)
}

fn another(difference: &str) -> ReadError {
    let help = "give the same arguments as for the run that wrote it, or another path";
    ReadError::new(format!("it is the journal of another run: {difference}"), help)
}

/// Version of the format.
const VERSION: u32 = 2;

/// What was asked, and by which program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    journal: u32,
    /// Digest of the specification that the program was built from.
    specification: String,
    asked: RunRequest,
    /// Digest of the fixed cases.
    digest: String,
    /// Large cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    large: Vec<String>,
    /// Whether each case is asked only once.
    once: bool,
    /// What the backend says of itself, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    started: Option<Started>,
}

/// What every version of the format says.
#[derive(Deserialize)]
struct Stamp {
    journal: u32,
}

impl Header {
    /// Of a run that has not started.
    fn of(cases: &[Case], options: &RunOptions, asked: &RunRequest) -> Self {
        Self {
            journal: VERSION,
            specification: SPECIFICATION.to_owned(),
            asked: asked.clone(),
            digest: digest(cases),
            large: options.large.cases.iter().map(LargeCase::id).collect(),
            once: options.once,
            started: None,
        }
    }

    fn read(object: &str) -> Result<Self, ReadError> {
        let malformed = |error| {
            ReadError::new(format!("line 1: not the first line of a journal: {error}"), "give another path")
        };
        let Stamp { journal } = serde_json::from_str(object).map_err(malformed)?;
        if journal != VERSION {
            let what = format!("a journal of version {journal}, but this program reads version {VERSION}");
            return Err(ReadError::new(what, "go on with the version of ascertain that wrote it"));
        }
        serde_json::from_str(object).map_err(malformed)
    }

    /// In what this journal's run is another one than `run`, if it is.
    fn difference(&self, run: &Self) -> Option<String> {
        if let Some(differs) = self.asked.differences(&run.asked).first() {
            let (what, own, other) = (&differs.what, &differs.own, &differs.other);
            return Some(format!("its {what} is {own}, and that of this run is {other}"));
        }
        let introduced = |run: &Self| run.started.as_ref().map(|own| (own.name.clone(), own.version.clone()));
        let has_started = self.started.is_some() && run.started.is_some();
        let same = [
            ("its specification is another one", self.specification == run.specification),
            ("its list of large cases is another one", self.large == run.large),
            ("its list of cases is another one", self.digest == run.digest),
            ("it asks each case another number of times", self.once == run.once),
            ("its backend says another name or version", !has_started || introduced(self) == introduced(run)),
            ("the backend declares something else now", !has_started || self.started == run.started),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what.to_owned())
    }
}

/// What a run asks, and how far its steps have come.
struct Plan<'a> {
    cases: &'a [Case],
    options: &'a RunOptions,
    fixed: usize,
    large: usize,
    /// How many random cases were asked.
    random: u64,
}

impl<'a> Plan<'a> {
    const fn new(cases: &'a [Case], options: &'a RunOptions) -> Self {
        Self { cases, options, fixed: 0, large: 0, random: 0 }
    }

    /// Goes on by a step.
    ///
    /// # Errors
    /// Why it cannot be the next one.
    fn check(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Fixed { results, passed, .. } => {
                let next = self.cases.iter().skip(self.fixed).map(|case| &*case.id);
                let ids = results.iter().map(|result| &*result.id);
                if results.is_empty() || !ids.eq(next.take(results.len())) {
                    return Err("these are not the next fixed cases".to_owned());
                }
                self.fixed += results.len();
                self.check_passed(passed)
            }
            Step::Large(result) => {
                let next = self.options.large.cases.get(self.large);
                self.large += 1;
                let is_next = next.is_some_and(|next| *next.id() == *result.id);
                is_next.then_some(()).ok_or_else(|| format!("{} is not the next large case", result.id))
            }
            Step::Random { asked, passed, .. } => {
                let wanted = self.options.shard.unwrap_or_default().count(self.options.random_limit());
                self.random = self.random.saturating_add(*asked);
                if self.random > wanted {
                    return Err(format!("{} random cases, but the run asks {wanted}", self.random));
                }
                self.check_passed(passed)
            }
            Step::RandomDone(_) | Step::Again { .. } | Step::Minimized(_) | Step::Ended(_) => Ok(()),
        }
    }

    fn check_passed(&self, passed: &[Passed]) -> Result<(), String> {
        let was_asked = |passed: &Passed| match passed.subject {
            Subject::Fixed(at) => at < self.fixed,
            Subject::Random(_) => true,
        };
        passed
            .iter()
            .all(was_asked)
            .then_some(())
            .ok_or_else(|| "cases passed that were not asked".to_owned())
    }
}
