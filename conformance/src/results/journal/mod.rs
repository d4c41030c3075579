//! The journal of a run: what it has found so far, in a file, so that a run that was killed can go on.
//!
//! A journal is text, one JSON object on each line. The first one says whose results these are: suite, specification,
//! editions, backend, seed, cases. Each of the others is a step of the run (`fixed`, `large`, `random`, `random_done`,
//! `again`, `minimized`, `ended`), written when it is done; cases have the form that they have in a report. A last line
//! that is cut is as if it were not there.

mod header;
mod plan;

use self::header::Header;
use self::plan::Plan;
use crate::results::ReadError;
use crate::results::RunRequest;
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::{Started, Step};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

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

    /// The backend has started: writes the first line, or compares it with what is there.
    ///
    /// # Errors
    /// Why the run must not go on with this journal.
    pub fn started(&mut self, started: &Started) -> Result<(), String> {
        let header = self.header.with(started);
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

    /// Adds a step.
    pub fn step(&mut self, step: &Step) {
        self.append(step);
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

fn open(path: &Path) -> Result<File, ReadError> {
    // Before it is opened, since opening a pipe waits for the other end.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(ReadError::new("it is not a regular file", "give another path"));
    }
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(unusable)?;
    match file.try_lock() {
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
