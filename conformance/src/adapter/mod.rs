//! Ways to ask an implementation: in this process, in a process of its own, or by a closure.
//!
//! [`open`] makes a backend of what a person writes after `--backend`.

pub mod aclnn;
pub mod closure;
pub mod hosted;
pub mod library;
mod load;
pub mod process;
pub mod protocol;
pub mod python;
mod reference;
pub mod serve;

pub use aclnn::AclnnBackend;
pub use closure::FnBackend;
pub use library::LibraryBackend;
pub use process::ProcessBackend;
pub use python::PythonBackend;

use crate::offline;
use crate::timing::TimedBackend;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::operator::Registry;
use core::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How backends outside this process are treated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Time for an answer to one call. A batch has more.
    pub limit: Duration,
    /// Time from start to the answer to hello: frameworks are slow to import.
    pub start_limit: Duration,
    /// Time from bye to the end of the process; then it is killed.
    pub bye_limit: Duration,
    /// The most calls in a batch, whatever the adapter offers.
    pub batch: usize,
    /// After so many calls of one operator or table in a row without an answer, the rest of them is not asked.
    pub give_up_after: usize,
    /// The operators that an adapter's hello may offer.
    pub registry: Registry,
    /// How many threads they are told to compute with; none for as many as they like.
    pub threads: Option<usize>,
    /// The program `ascertain`, which hosts backends that must not share this process's memory.
    pub host: PathBuf,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limit: Duration::from_secs(10),
            start_limit: Duration::from_secs(60),
            bye_limit: Duration::from_secs(2),
            batch: 256,
            give_up_after: 20,
            registry: Registry::default(),
            threads: None,
            host: hosted::program(),
        }
    }
}

/// A kind of backend, as it is written.
#[derive(Debug)]
pub struct Kind {
    /// What comes first: `process`.
    pub name: &'static str,
    /// How it is written: `process:COMMAND`.
    pub form: &'static str,
    /// What it is.
    pub says: &'static str,
}

/// Every kind of backend that [`open`] knows.
pub const KINDS: [Kind; 10] = [
    Kind { name: "reference", form: "reference", says: "this project's own implementation of the documents" },
    Kind { name: "process", form: "process:COMMAND", says: "an adapter that speaks the process protocol" },
    Kind {
        name: "lib",
        form: "lib:PATH",
        says: "a shared library with the interface of adapters/c/ascertain.h",
    },
    Kind {
        name: "answers",
        form: "answers:DIR",
        says: "answers to questions that were written as files into DIR",
    },
    Kind {
        name: "aclnn",
        form: "aclnn:[PATH,…]",
        says: "libraries with CANN's C interface, CANN's own by default",
    },
    Kind {
        name: "numpy",
        form: "numpy",
        says: "NumPy, in the Python that $ASCERTAIN_PYTHON names, or python3",
    },
    Kind { name: "torch", form: "torch", says: "PyTorch, likewise" },
    Kind { name: "jax", form: "jax", says: "JAX, likewise" },
    Kind { name: "mindspore", form: "mindspore", says: "MindSpore, likewise" },
    Kind { name: "tensorflow", form: "tensorflow", says: "TensorFlow, likewise" },
];

/// Why there is no backend by what was written. That it does not start is told by [`Backend::describe`](ascertain::backend::Backend::describe).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// No such kind.
    Unknown {
        /// What was written.
        spec: String,
    },
    /// `reference` with something after it.
    Surplus {
        /// What was written.
        spec: String,
    },
    /// `process:` without a command, or with quotes that do not match.
    Command {
        /// The command.
        command: String,
    },
    /// The adapter of a framework cannot be written where temporary files are.
    Folder {
        /// Where that is.
        folder: String,
        /// What the system says.
        reason: String,
    },
    /// `lib:` or `answers:` without a path.
    Path {
        /// Which of them.
        kind: &'static str,
    },
    /// Not a kind that [`hosted::open`] knows.
    NotHosted {
        /// What was written.
        spec: String,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { spec } => {
                let forms: Vec<&str> = KINDS.iter().map(|kind| kind.form).collect();
                write!(f, "no kind of backend is called `{spec}`; there are: {}", forms.join(", "))
            }
            Self::Surplus { spec } => write!(f, "`{spec}`: the reference takes nothing after its name"),
            Self::Command { command } if command.trim().is_empty() => {
                f.write_str("`process:` needs a command, as in `process:python3 my_adapter.py`")
            }
            Self::Command { command } => {
                write!(f, "`{command}`: a quote is not closed, or a backslash ends it")
            }
            Self::Folder { folder, reason } => {
                write!(
                    f,
                    "cannot write an adapter into a new folder in {folder}: {reason}; set TMPDIR to one that can be"
                )
            }
            Self::Path { kind } => {
                let form = KINDS.iter().find(|known| known.name == *kind).map_or(*kind, |known| known.form);
                write!(f, "`{kind}:` needs a path, as in `{form}`")
            }
            Self::NotHosted { spec } => {
                write!(f, "`{spec}` is no backend that a process can host for another")
            }
        }
    }
}

impl core::error::Error for OpenError {}

/// The backend that `spec` names: `reference`, or `process:` and a command line, split as a shell does but without
/// its other powers, or `lib:` and the path of a shared library,
/// or the name of a framework of Python, after which arguments of its adapter may stand: `numpy:--op mul`. `editions` decide what the reference answers, and are told to others by their profile's name.
/// Nothing is started yet.
///
/// # Errors
/// When no backend can be meant.
pub fn open(spec: &str, editions: &Editions, options: &Options) -> Result<Box<dyn TimedBackend>, OpenError> {
    let (kind, rest) = spec.split_once(':').map_or((spec, None), |(kind, rest)| (kind, Some(rest)));
    match (kind, rest) {
        ("reference", None) => Ok(Box::new(Reference::new(editions.clone()))),
        ("reference", Some(_)) => Err(OpenError::Surplus { spec: spec.to_owned() }),
        ("process", command) => {
            let command = split(command.unwrap_or_default())?;
            Ok(Box::new(ProcessBackend::new(command, editions.profile_name(), options.clone())))
        }
        ("answers", path) => Ok(Box::new(offline::open(given("answers", path)?))),
        ("lib", path) => {
            given("lib", path)?;
            Ok(Box::new(hosted::in_child(spec, editions, options)))
        }
        (framework, arguments) if python::FRAMEWORKS.contains(&framework) => {
            Ok(Box::new(PythonBackend::new(framework, arguments, editions, options)?))
        }
        ("aclnn", _) => Ok(Box::new(hosted::in_child(spec, editions, options))),
        _ => Err(OpenError::Unknown { spec: spec.to_owned() }),
    }
}

/// The path that follows a kind's name.
fn given<'a>(kind: &'static str, path: Option<&'a str>) -> Result<&'a str, OpenError> {
    path.filter(|path| !path.is_empty()).ok_or(OpenError::Path { kind })
}

/// The words of a command line.
///
/// # Errors
/// When there are none, or a quote is not closed.
pub fn split(command: &str) -> Result<Vec<String>, OpenError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.ok_or_else(|| OpenError::Command { command: command.to_owned() })
}
