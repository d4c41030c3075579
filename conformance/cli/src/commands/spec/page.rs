//! Pages on disk: reading them, and printing places in them.

use crate::commands::error::Problem;
use ascertain_conformance::report::text::{BAD, DIM, plural};
use ascertain_spec::model::{Span, Spec};
use ascertain_spec_tools::pages::{self, Complaint, Page};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Reads a page.
pub(super) fn read(path: &Path) -> Result<Page, Problem> {
    let mut bytes = Vec::new();
    // One byte more than a page may have tells that it is too long, also of files without an end.
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    file.take(pages::MOST_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, &error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(pages::read(&name, &bytes))
}

/// The files below a folder, sorted, without hidden ones.
pub(super) fn below(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))? {
            let path = entry.map_err(|error| unreadable(&folder, &error))?.path();
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if path.is_dir() && !hidden {
                open.push(path);
            } else if path.is_file() && !hidden {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Problem {
    Problem::usage(
        format!("cannot read {}: {error}", path.display()),
        "check that the path exists and can be read",
    )
}

/// A place, to be printed after a path: `:3`, `:3-5`, ` (bytes 3 to 5)`.
pub(super) fn line(place: Span) -> String {
    match place {
        Span::None => String::new(),
        Span::Lines(first, last) if first == last => format!(":{first}"),
        Span::Lines(first, last) => format!(":{first}-{last}"),
        Span::Bytes(first, last) => format!(" (bytes {first} to {last})"),
    }
}

/// `1 fact`, `2 facts`.
pub(super) fn count(number: usize, one: &str) -> String {
    plural(number as u64, one, &format!("{one}s"))
}

/// Prints errors and notes about a page.
pub(super) fn complaints<'a>(
    out: &mut dyn Write,
    path: &Path,
    found: impl IntoIterator<Item = &'a Complaint>,
) -> io::Result<()> {
    for complaint in found {
        let (path, at, says) = (path.display(), line(complaint.place), &complaint.says);
        if complaint.fatal {
            writeln!(out, "  {path}{at}: {BAD}error:{BAD:#} {says}")?;
        } else {
            writeln!(out, "  {path}{at}: {DIM}note:{DIM:#} {says}")?;
        }
    }
    Ok(())
}

/// Keys as in the edition's file, where rows of a table have the names that the page uses.
pub(super) fn printed_keys(path: &[String], spec: &Spec) -> Vec<String> {
    let mut path = path.to_vec();
    if let [first, table, rows, row] = path.as_mut_slice() {
        let printed =
            spec.table(table).and_then(|table| table.editions.first()).map(|edition| &edition.printed);
        let dtype = spec.dtypes.iter().find(|dtype| dtype.name == *row);
        if let (Some(printed), Some(dtype), true) = (printed, dtype, first == "table" && rows == "row") {
            let name = dtype.names.iter().find(|(scheme, _)| *scheme == printed.names);
            *row = name.map_or_else(|| dtype.name.clone(), |(_, name)| name.clone());
        }
    }
    path
}
