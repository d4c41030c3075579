//! Compiler of the `ascertain` specification.
//!
//! The front end reads TOML files (their format is explained in `spec/README.md`), the middle is the checked
//! [`model`], and back ends [`emit`] code from it. Nothing here knows of tensors or backends.
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
pub mod emit;
pub mod expr;
pub mod model;
mod nearest;
mod predicate;
mod read;
mod report;
mod source;

use std::path::Path;

pub use diagnostic::{Diagnostics, Note, Problem};
pub use nearest::nearest_names;

use crate::model::Spec;
use crate::read::Raw;
use crate::report::Report;
use crate::source::Sources;

/// Loads and checks the specification in a folder: every TOML file below it but those of the crates in `compiler/` and `tools/`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(folder: &Path) -> Result<Spec, Diagnostics> {
    load_files(find(folder)?)
}

/// Reads the files of the specification in a folder, sorted: paths below it, with `/` between components, and texts.
///
/// # Errors
/// The files and folders that could not be read.
pub fn find(folder: &Path) -> Result<Vec<(String, String)>, Diagnostics> {
    source::find(folder).map_err(report::unreadable)
}

/// Checks a specification given as files: paths below its folder, with `/` between components, and texts. Their order
/// does not matter, nor does anything else but them.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load_files(files: Vec<(String, String)>) -> Result<Spec, Diagnostics> {
    let sources = Sources::new(files);
    let mut report = Report::default();
    let raw = Raw::read(&sources, &mut report);
    let spec = check::check(&raw, &sources, &mut report);
    match (spec, report.finish(&sources, &["documents.toml", "dtypes.toml"])) {
        (Some(spec), None) => Ok(spec),
        (_, Some(problems)) => Err(problems),
        (None, None) => unreachable!("a file is there, missing or damaged, and the latter two are problems"),
    }
}
