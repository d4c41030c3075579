//! Writing and reading files of questions.

use super::{
    ANSWERS_FOLDER, INDEX, Index, OfflineError, QUESTION_BYTES, QUESTIONS, VERSION, is_there, malformed,
    read, write,
};
use crate::backends::protocol::request;
use ascertain::call::Call;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::options::RunOptions;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Questions as written to files, in the order of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// Requests of the process protocol, one per line. Tensors are ranges of `bytes`.
    pub lines: String,
    /// The bytes of all tensors.
    pub bytes: Vec<u8>,
    /// Number of questions.
    pub count: usize,
}

impl Questions {
    /// The questions of `cases`, then those of the random cases that `options` select.
    #[must_use]
    pub fn of(cases: &[Case], options: &RunOptions) -> Self {
        let mut questions = Self::default();
        for case in cases {
            questions.add(case);
        }
        let fuzzer = Fuzzer::new(options.seed, &options.editions, options.registry).of(&options.operators);
        for index in options.places(options.fuzz) {
            questions.add(&fuzzer.generate(index));
        }
        questions
    }

    fn add(&mut self, case: &Case) {
        self.ask(&case.call);
        if let Expect::SameAs(_, other) = &case.expect {
            self.ask(other);
        }
    }

    fn ask(&mut self, call: &Call) {
        let id = self.count as u64;
        self.lines.push_str(&request::file_line(id, call, &mut self.bytes));
        self.lines.push('\n');
        self.count += 1;
    }

    /// Their digest.
    fn digest(&self) -> String {
        hex::encode(
            Sha256::new().chain_update(Sha256::digest(&self.lines)).chain_update(&self.bytes).finalize(),
        )
    }

    /// Writes them to a new folder, or to one that has neither questions nor answers. `index` says how they were chosen.
    ///
    /// # Errors
    /// When a file is there already, or cannot be written.
    pub fn write(&self, folder: &Path, index: &Index) -> Result<(), OfflineError> {
        let error = |error| OfflineError::Io { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(error)?;
        // The answers would be those to other questions.
        for name in [ANSWERS_FOLDER, INDEX] {
            if fs::symlink_metadata(folder.join(name)).is_ok() {
                return Err(is_there(&folder.join(name)));
            }
        }
        let (bytes, digest) = (self.bytes.len(), self.digest());
        let index = Index { version: VERSION, questions: self.count, bytes, digest, ..index.clone() };
        let mut text = serde_json::to_string_pretty(&index).map_err(|e| malformed(folder, &e.to_string()))?;
        text.push('\n');
        write(&folder.join(QUESTIONS), self.lines.as_bytes())?;
        write(&folder.join(QUESTION_BYTES), &self.bytes)?;
        // Last, so that a folder with an index is complete.
        write(&folder.join(INDEX), text.as_bytes())
    }

    /// Reads them from a folder.
    ///
    /// # Errors
    /// When a file is missing, or is not as long as the index says.
    pub fn read(folder: &Path) -> Result<Self, OfflineError> {
        let index = Index::read(folder)?;
        let path = folder.join(QUESTIONS);
        let lines = String::from_utf8(read(&path)?).map_err(|e| malformed(&path, &e.to_string()))?;
        let bytes = read(&folder.join(QUESTION_BYTES))?;
        let count = lines.lines().count();
        if (count, bytes.len()) != (index.questions, index.bytes) {
            let what = format!(
                "found {count} questions with {} bytes, but {INDEX} says {} with {}; copy the folder again",
                bytes.len(),
                index.questions,
                index.bytes
            );
            return Err(malformed(&path, &what));
        }
        let questions = Self { lines, bytes, count };
        if index.asked().is_some_and(|digest| questions.digest() != digest) {
            return Err(malformed(
                &path,
                &format!("not the questions that {INDEX} is about; copy the folder again"),
            ));
        }
        Ok(questions)
    }
}
