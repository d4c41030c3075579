//! Compiler of the `ascertain` specification: reads TOML files, checks them, and generates Rust.
//!
//! `spec/README.md` explains the format of the files. The result of checking is the [`model`], and [`emit`] generates
//! code from it. This crate knows nothing about tensors or backends.
//!
//! ```
//! let problems = ascertain_spec::load_files(vec![("documents.toml".into(), "versio = 1".into())]).unwrap_err();
//! let problem = problems.problems().iter().find(|problem| problem.help.is_some()).unwrap();
//! assert_eq!((problem.file.as_str(), problem.line, problem.column), ("documents.toml", 1, 1));
//! assert_eq!(problems.underlined(problem), "versio");
//! assert_eq!(problem.help.as_deref(), Some("did you mean `version`?"));
//! ```

mod check;
mod diagnostic;
mod digest;
pub mod emit;
pub mod model;
mod read;
mod report;
mod source;

use std::io;
use std::path::{Path, PathBuf};

pub use check::NOT_NAMED;
pub use diagnostic::{Diagnostics, Note, Problem};
pub use digest::digest;
pub use model::describe;

use crate::model::Spec;
use crate::read::Raw;
use crate::report::Report;
use crate::source::Sources;

/// Loads and checks the specification in a folder: all TOML files below it, except in the crates beside it.
///
/// # Errors
/// All problems of the specification.
pub fn load(folder: &Path) -> Result<Spec, Diagnostics> {
    load_files(find(folder)?)
}

/// Reads the files of the specification in a folder, sorted: relative paths, with `/` between components, and texts.
///
/// # Errors
/// The files and folders that could not be read.
pub fn find(folder: &Path) -> Result<Vec<(String, String)>, Diagnostics> {
    source::find(folder).map_err(report::unreadable)
}

/// The files below a folder, sorted, without hidden ones and those in hidden folders; a file itself. A folder that several
/// links lead to counts once.
///
/// # Errors
/// The first folder that cannot be read.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let is_shown = |path: &Path| path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with('.'));
    let (found, failures) = source::walk(folder, is_shown);
    if let Some((below, error)) = failures.into_iter().next() {
        let place = if below.as_os_str().is_empty() { folder.to_owned() } else { folder.join(below) };
        return Err((place, error));
    }
    let files = found.into_iter().filter(|path| is_shown(path)).map(|path| folder.join(path));
    Ok(files.filter(|path| path.is_file()).collect())
}

/// Checks a specification given as files: relative paths, with `/` between components, and texts. Their order does not
/// matter.
///
/// # Errors
/// All problems of the specification.
pub fn load_files(files: Vec<(String, String)>) -> Result<Spec, Diagnostics> {
    let sources = Sources::new(files);
    let report = Report::default();
    let raw = Raw::read(&sources, &report);
    let spec = check::check(&raw, &sources, &report);
    match (spec, report.finish(&sources, &["documents.toml", "dtypes.toml"])) {
        (Some(spec), None) => Ok(spec),
        (_, Some(problems)) => Err(problems),
        (None, None) => unreachable!("a file is there, missing or damaged, and the latter two are problems"),
    }
}

impl Spec {
    /// The specification with one file added or replaced.
    ///
    /// # Errors
    /// All problems of that specification.
    pub fn with(&self, path: &str, text: &str) -> Result<Self, Diagnostics> {
        self.with_files(&[(path.to_owned(), text.to_owned())])
    }

    /// The specification with files added or replaced: paths and texts.
    ///
    /// # Errors
    /// All problems of that specification.
    pub fn with_files(&self, files: &[(String, String)]) -> Result<Self, Diagnostics> {
        let kept = self.sources.iter().filter(|(_, file)| files.iter().all(|(path, _)| file.path != *path));
        let kept = kept.map(|(_, file)| (file.path.clone(), file.text.clone()));
        load_files(kept.chain(files.iter().cloned()).collect())
    }
}
