//! Loading a specification: from a folder, or the one that this program was built with.

use ascertain::document::SPECIFICATION_FILES;
use ascertain_cli::commands::error::Problem;
use ascertain_spec::Diagnostics;
use ascertain_spec::model::Spec;
use core::fmt;
use std::path::{Path, PathBuf};

/// The folder of the specification in a checkout.
pub(super) const FOLDER: &str = "spec";

/// Where a specification comes from.
#[derive(Debug)]
pub(super) enum Source {
    Folder(PathBuf),
    /// This program.
    BuiltIn,
}

impl Source {
    /// The folder that was named. Without one, the folder of a checkout in the working directory, or this program.
    pub(super) fn of(folder: Option<&Path>) -> Self {
        match folder {
            Some(folder) => Self::Folder(folder.to_owned()),
            None if Path::new(FOLDER).join("documents.toml").is_file() => Self::Folder(FOLDER.into()),
            None => Self::BuiltIn,
        }
    }

    /// Its files: paths and texts.
    pub(super) fn files(&self) -> Result<Vec<(String, String)>, Problem> {
        match self {
            Self::Folder(folder) => ascertain_spec::find(folder).map_err(|problems| self.invalid(&problems)),
            Self::BuiltIn => {
                let own = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
                Ok(SPECIFICATION_FILES.iter().map(own).collect())
            }
        }
    }

    pub(super) fn load(&self) -> Result<Spec, Problem> {
        ascertain_spec::load_files(self.files()?).map_err(|problems| self.invalid(&problems))
    }

    /// The folder; for what this program contains, the folder that it was in.
    pub(super) fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
            Self::BuiltIn => Path::new(FOLDER),
        }
    }

    /// The mistakes in it.
    pub(super) fn invalid(&self, problems: &Diagnostics) -> Problem {
        let help = "spec/README.md describes the format";
        let is_there = matches!(self, Self::BuiltIn) || self.folder().join("documents.toml").is_file();
        let what = if is_there {
            "is not a valid specification"
        } else {
            "was not found, or is not a specification"
        };
        Problem::usage(format!("{self} {what}\n\n{problems}"), help)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::BuiltIn => f.write_str("the specification in this program"),
        }
    }
}

/// Loads the specification in `folder`, or the [usual one](Source::of).
pub(super) fn load(folder: Option<&Path>) -> Result<Spec, Problem> {
    Source::of(folder).load()
}
