//! `--report FORMAT=PATH` of commands that have one result.

use super::error::Problem;
use super::pending::{Named, PendingFile, check_apart, named};
use std::path::PathBuf;

/// A report to write.
#[derive(Clone, Debug)]
pub(super) struct Target<F> {
    pub(super) format: F,
    pub(super) path: PathBuf,
}

impl<F: Copy> Target<F> {
    /// Reads `FORMAT=PATH`, with one of these formats.
    pub(super) fn read(text: &str, formats: &[(&str, F)]) -> Result<Self, String> {
        let forms: Vec<String> = formats.iter().map(|(name, _)| format!("{name}=PATH")).collect();
        let forms = format!("write {}", forms.join(" or "));
        let (name, path) = text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or(forms.clone())?;
        // Once `bench` called Markdown so.
        let full = if name == "md" { "markdown" } else { name };
        let found = formats.iter().find(|(known, _)| *known == full);
        let (_, format) = found.ok_or(format!("unknown report format `{name}`; {forms}"))?;
        Ok(Self { format: *format, path: path.into() })
    }
}

/// Opens the reports, before a long command. None of them may be one of the files that the command reads.
pub(super) fn open<'a, F>(
    targets: &'a [Target<F>],
    read: &[Named],
) -> Result<Vec<(&'a Target<F>, PendingFile)>, Problem> {
    let mut files: Vec<(&Target<F>, PendingFile)> = Vec::new();
    for target in targets {
        let file = PendingFile::open(&target.path)?;
        if files.iter().any(|(_, other)| other.is_same(&file)) {
            let place = match file.is_standard_output() {
                true => "mix on standard output".to_owned(),
                false => format!("be written to {}", target.path.display()),
            };
            return Err(Problem::usage(format!("two reports would {place}"), "give each a file of its own"));
        }
        files.push((target, file));
    }
    let written: Vec<Named> = targets.iter().map(|target| named(&target.path)).collect();
    check_apart(&written, read)?;
    Ok(files)
}
