//! Errors of commands, and hints how to fix them.

use crate::explain::nearest;
use ascertain::document::{DOCUMENTS, PROFILES, UnknownEdition};
use ascertain_conformance::backends::offline::OfflineError;
use ascertain_conformance::backends::{KINDS, OpenError};
use ascertain_conformance::report::formats;
use ascertain_conformance::results::ReadError;
use ascertain_conformance::text;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Exit code for a wrong command line, specification or path.
pub const USAGE: u8 = 2;

/// Why a command stopped.
#[derive(Debug)]
pub enum Problem {
    /// Something wrong with what was asked for.
    Usage {
        /// What is wrong.
        what: String,
        /// Hints how to fix it.
        help: Vec<String>,
    },
    /// A report cannot be written.
    Report(PathBuf, io::Error),
    /// Standard output cannot be written.
    Output(io::Error),
    /// A signal came, and there is nothing to show.
    Interrupted,
}

impl Problem {
    /// Something wrong with what was asked for, and a hint how to fix it.
    pub fn usage(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage { what: what.into(), help: vec![help.into()] }
    }

    /// An unknown name. Suggests the nearest names, or lists all if there are few.
    pub fn unknown<'a>(kind: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::Usage {
            what: format!("unknown {kind} `{}`", text::word(word)),
            help: vec![suggest(word, &known)],
        }
    }

    /// A command that is near to the one that was typed, or the option for a report or a format that was typed like an
    /// option. The parser finds neither.
    pub(super) fn mistyped(error: &clap::Error, commands: &Command, typed: &[OsString]) -> Option<Self> {
        let word = |kind| match error.get(kind) {
            Some(ContextValue::String(word)) => Some(word.as_str()),
            _ => None,
        };
        let word = match error.kind() {
            ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_none() => {
                let word = word(ContextKind::InvalidSubcommand)?;
                let near = nearest(word, commands.get_subcommands().map(Command::get_name));
                let help = (!near.is_empty()).then(|| did_you_mean(&near))?;
                return Some(Self::usage(format!("no command is called `{}`", text::word(word)), help));
            }
            ErrorKind::UnknownArgument => word(ContextKind::InvalidArg)?,
            _ => return None,
        };
        let format =
            formats::FORMATS.iter().find(|format| Some(format.name) == word.strip_prefix("--"))?.name;
        let command = typed.iter().find_map(|word| commands.find_subcommand(word))?;
        let has = |option| command.get_arguments().any(|argument| argument.get_long() == Some(option));
        let meant = match (has("report"), has("format")) {
            (true, _) => format!("--report {format}=PATH"),
            (false, true) => format!("--format {format}"),
            (false, false) => return None,
        };
        Some(Self::usage(format!("no option is called `{word}`"), did_you_mean(&[meant])))
    }

    /// The exit code of a command that stops for it.
    pub const fn exit_code(&self) -> u8 {
        USAGE
    }
}

/// `did you mean …?`, or the known names.
fn suggest(word: &str, known: &[&str]) -> String {
    const FEW: usize = 12;
    let near = nearest(word, known.iter().copied());
    match near.len() {
        0 if known.len() <= FEW => format!("known names are {}", known.join(", ")),
        0 => format!("`ascertain explain` and `ascertain list` show the {} known names", known.len()),
        _ => did_you_mean(&near),
    }
}

/// `did you mean a, b or c?`
pub fn did_you_mean(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("did you mean {} or {last}?", rest.join(", ")),
        _ => format!("did you mean {}?", quoted.concat()),
    }
}

impl From<OfflineError> for Problem {
    fn from(error: OfflineError) -> Self {
        let help = match &error {
            OfflineError::Io { .. } => {
                vec!["check the path; `ascertain questions --out DIR` writes such a folder".to_owned()]
            }
            _ => Vec::new(),
        };
        Self::Usage { what: error.to_string(), help }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        Self::usage(error.what, error.help)
    }
}

impl From<OpenError> for Problem {
    fn from(error: OpenError) -> Self {
        let OpenError::Unknown { spec, .. } = &error else {
            return Self::Usage { what: error.to_string(), help: Vec::new() };
        };
        let name = spec.split(':').next().unwrap_or_default();
        let near = nearest(name, KINDS.iter().map(|kind| kind.name));
        let near: Vec<_> = KINDS.iter().filter(|kind| near.iter().any(|near| near == kind.name)).collect();
        match near[..] {
            [] => Self::Usage { what: error.to_string(), help: Vec::new() },
            _ => Self::Usage {
                what: format!("unknown backend `{}`", text::word(spec)),
                help: vec![did_you_mean(&near.iter().map(|kind| kind.form.to_owned()).collect::<Vec<_>>())],
            },
        }
    }
}

impl From<UnknownEdition> for Problem {
    fn from(unknown: UnknownEdition) -> Self {
        match unknown {
            UnknownEdition::Profile(name) => Self::unknown("profile", &name, PROFILES.iter().map(|p| p.name)),
            UnknownEdition::Document(id) => Self::unknown("document", &id, DOCUMENTS.iter().map(|d| d.id)),
            UnknownEdition::Edition { document, edition } => {
                let known =
                    DOCUMENTS.iter().filter(|d| d.id == document).flat_map(|d| d.editions).map(|e| e.name);
                Self::unknown(&format!("edition of {}", text::word(document)), &edition, known)
            }
            other => Self::Usage { what: other.to_string(), help: Vec::new() },
        }
    }
}
