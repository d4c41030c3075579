//! Testing an implementation on a machine that cannot run this program: questions in files, answered there, judged
//! later.
//!
//! [`questions`] writes a folder with questions. Any program answers them into another folder. [`AnswersBackend`] then
//! replaces the implementation in a run, so verdicts, reports and exit codes are the same. `OFFLINE.md` describes the
//! files.

mod answers;
pub mod questions;

pub use answers::{AnswersBackend, answer, calls, open, spec};
pub use questions::Questions;

use crate::backends::kind::BackendKind;
use crate::results::files;
use ascertain_judge::options::Shard;
use ascertain_judge::text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// Answers to questions that were written to files.
pub(super) const KIND: BackendKind = BackendKind {
    name: "answers",
    form: "answers:DIR",
    says: "answers to the questions that were written to DIR",
    help: "`ascertain questions` writes such a folder; conformance/OFFLINE.md says what an answer looks like",
    open: |spec, _, _| Ok(Box::new(open(KIND.path(spec)?))),
    shapes: None,
    host: None,
};

/// The format's version. Within a version only optional keys are added. Folders of version 1, without digests, are read too.
pub const VERSION: u32 = 2;

/// The file with the [`Index`].
pub const INDEX: &str = "index.json";
/// One question per line.
pub const QUESTIONS: &str = "questions.jsonl";
/// The bytes of their tensors.
pub const QUESTION_BYTES: &str = "questions.bin";
/// Default folder of the answers.
pub const ANSWERS_FOLDER: &str = "answers";
/// What the answering program says about itself, as in an answer to `hello`.
pub const HELLO: &str = "hello.json";
/// One answer per line.
pub const ANSWERS: &str = "answers.jsonl";
/// The bytes of their tensors, if they are not in the lines.
pub const ANSWER_BYTES: &str = "answers.bin";

/// Which questions a folder has, and how they were chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// [`VERSION`].
    pub version: u32,
    /// The suite's version.
    pub suite: String,
    /// Name of the profile.
    pub profile: String,
    /// Edition of each document.
    pub editions: BTreeMap<String, String>,
    /// Patterns of case ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filter: Vec<String>,
    /// Patterns of case ids to leave out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<String>,
    /// Patterns of requirement ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirement: Vec<String>,
    /// Seed of the random cases; a string, since JSON numbers lose precision beyond 2^53.
    pub seed: String,
    /// Number of random cases, before division into parts.
    pub fuzz: u64,
    /// Which part this is, counted from 1, and of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<[u32; 2]>,
    /// Lines of [`QUESTIONS`].
    pub questions: usize,
    /// Bytes of [`QUESTION_BYTES`].
    pub bytes: usize,
    /// Digest of the questions, which their answers repeat.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

impl Index {
    /// Reads the index of a folder.
    ///
    /// # Errors
    /// When there is none, or one of another version.
    pub fn read(folder: &Path) -> Result<Self, OfflineError> {
        let path = folder.join(INDEX);
        let text = String::from_utf8(read(&path)?).map_err(|e| malformed(&path, &e.to_string()))?;
        let index: Self = serde_json::from_str(&text).map_err(|e| malformed(&path, &e.to_string()))?;
        if !(1..=VERSION).contains(&index.version) {
            let what =
                format!("format version {}, but this program reads versions 1 to {VERSION}", index.version);
            return Err(malformed(&path, &what));
        }
        if let Some([part, of]) = index.shard.filter(|[part, of]| *part < 1 || part > of) {
            return Err(malformed(&path, &format!("the shard is part {part} of {of}; parts count from 1")));
        }
        // Random cases are made again to be judged, as many as it says.
        if index.random() > index.questions as u64 {
            let (random, questions) = (index.random(), index.questions);
            return Err(malformed(&path, &format!("{random} random cases among {questions} questions")));
        }
        Ok(index)
    }

    /// What the answers must repeat; none in version 1.
    fn asked(&self) -> Option<&str> {
        (self.version > 1).then_some(&self.digest)
    }

    /// Number of random cases in this part.
    fn random(&self) -> u64 {
        self.shard().unwrap_or_default().count(self.fuzz)
    }

    /// Which part this is, if it is one.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.shard.map(|[part, of]| Shard { part, of })
    }
}

/// Why a folder of questions or answers cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum OfflineError {
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is malformed.
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The questions are not those of this version of the suite.
    Other {
        /// The folder.
        folder: PathBuf,
        /// The version that wrote them.
        suite: String,
    },
}

impl fmt::Display for OfflineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "cannot read or write {}: {error}", path.display()),
            Self::Malformed { path, what } => write!(f, "{}: {what}", path.display()),
            Self::Other { folder, suite } => write!(
                f,
                "the questions in {} are not those of ascertain {}; judge them with version {}, which wrote them, \
                 or write and answer them again",
                folder.display(),
                env!("CARGO_PKG_VERSION"),
                text::word(suite)
            ),
        }
    }
}

impl core::error::Error for OfflineError {}

fn malformed(path: &Path, what: &str) -> OfflineError {
    OfflineError::Malformed { path: path.to_owned(), what: what.to_owned() }
}

/// Reads a file of a folder that others may have written: a link may lead to what they cannot read.
fn read(path: &Path) -> Result<Vec<u8>, OfflineError> {
    let io = |error| OfflineError::Io { path: path.to_owned(), error };
    if fs::symlink_metadata(path).map_err(io)?.is_symlink() {
        return Err(malformed(path, "it is not a regular file but a link; copy what it leads to"));
    }
    files::read(path, files::limit()).map_err(io)
}

/// Reads a file that may be missing if it is empty.
fn read_if_there(path: &Path) -> Result<Vec<u8>, OfflineError> {
    match read(path) {
        Err(OfflineError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other,
    }
}

/// Writes a new file.
fn write(path: &Path, bytes: &[u8]) -> Result<(), OfflineError> {
    // A longer one would not be read.
    if bytes.len() as u64 > files::limit() {
        let what = format!(
            "it would be longer than {} bytes; write parts of the questions: --shard",
            files::limit()
        );
        return Err(malformed(path, &what));
    }
    fs::File::create_new(path).and_then(|mut file| file.write_all(bytes)).map_err(|error| {
        match error.kind() {
            io::ErrorKind::AlreadyExists => is_there(path),
            _ => OfflineError::Io { path: path.to_owned(), error },
        }
    })
}

fn is_there(path: &Path) -> OfflineError {
    malformed(path, "it is there already, so nothing was written over it; name a new folder")
}
