//! What a kind of backend is: its name after `--backend`, and how to open it.
//!
//! Each adapter defines its own [`BackendKind`]; [`super::KINDS`] lists them.

use super::options::Options;
use crate::backends::timing::TimedBackend;
use ascertain::document::Editions;
use core::fmt;
use std::ffi::OsStr;
use std::path::Path;

/// A backend as written after `--backend`: `KIND` or `KIND:ARGUMENT`.
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    /// All of it.
    pub text: &'a str,
    /// The part before the first colon.
    pub kind: &'a str,
    /// The part after the first colon, if there is one.
    pub argument: Option<&'a str>,
}

impl<'a> Spec<'a> {
    /// Splits `text` at its first colon.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let (kind, argument) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        Self { text, kind, argument }
    }
}

/// Opens a backend. Does not start it.
pub type Open = fn(&Spec<'_>, &Editions, &Options) -> Result<Box<dyn TimedBackend>, OpenError>;

/// Opens a backend inside the process that hosts it. Does not start it.
pub type Host = fn(&Spec<'_>, &Editions) -> Result<Box<dyn TimedBackend>, OpenError>;

/// A kind of backend.
#[derive(Debug)]
pub struct BackendKind {
    /// Its name: `process`.
    pub name: &'static str,
    /// How to write it: `process:COMMAND`.
    pub form: &'static str,
    /// What it is, in a few words.
    pub says: &'static str,
    /// What to look at when it does not start.
    pub help: &'static str,
    /// How to open it in a program that runs the suite.
    pub open: Open,
    /// How many calls take turns as random cases, for what compiles for each shape, unless the user says how many.
    pub shapes: Option<u16>,
    /// How to open it in `ascertain host`. Only kinds that may run there have this.
    pub host: Option<Host>,
}

impl BackendKind {
    /// The path after the colon.
    ///
    /// # Errors
    /// When there is none.
    pub fn path<'a>(&self, spec: &Spec<'a>) -> Result<&'a str, OpenError> {
        let missing = || format!("`{}:` needs a path, as in `{}`", self.name, self.form);
        spec.argument.filter(|path| !path.is_empty()).ok_or_else(|| OpenError::Unusable(missing()))
    }
}

/// Why no backend can be opened. Errors when it starts are reported by
/// [`Backend::describe`](ascertain::backend::Backend::describe).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no such kind.
    Unknown {
        /// What was written.
        spec: String,
        /// How to write the kinds that there are.
        forms: Vec<&'static str>,
    },
    /// There is such a kind, but what follows it is wrong, or it cannot be opened here: a sentence.
    Unusable(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { spec, forms } => match file(spec) {
                Some(meant) => write!(f, "unknown backend `{spec}`; did you mean `{meant}`?"),
                None => write!(f, "unknown backend `{spec}`; known backends are {}", forms.join(", ")),
            },
            Self::Unusable(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for OpenError {}

/// How to name the file that `spec` is, if it is one.
fn file(spec: &str) -> Option<String> {
    let path = Path::new(spec);
    match path.extension().and_then(OsStr::to_str) {
        Some("py") => Some(format!("process:python3 {spec}")),
        Some("so" | "dylib" | "dll") => Some(format!("lib:{spec}")),
        _ if !path.is_file() => None,
        _ if spec.contains('/') => Some(format!("process:{spec}")),
        _ => Some(format!("process:./{spec}")),
    }
}

/// Splits a command line into words as a shell does, without expanding anything.
///
/// # Errors
/// When there are no words, or a quote is not closed.
pub fn split(command: &str) -> Result<Vec<String>, OpenError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.ok_or_else(|| {
        OpenError::Unusable(match command.trim().is_empty() {
            true => "`process:` needs a command, for example `process:python3 my_adapter.py`".to_owned(),
            false => format!("`{command}`: a quote is not closed, or the command ends with a backslash"),
        })
    })
}
