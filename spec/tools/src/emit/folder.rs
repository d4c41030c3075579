//! Output in a folder: writing it, and comparing it with what is there.

use super::{File, MARK};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// Why output was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The file is there and something else made it.
    Foreign(PathBuf),
    /// The file or folder cannot be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign(path) => {
                write!(f, "{} was not made by `{MARK}`: move it away, or name another folder", path.display())
            }
            Self::Io(path, error) => write!(f, "cannot use {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {}

/// Writes files to a folder, which is made if it is not there. Files that something else made are left alone, and
/// then nothing is written at all; other files of the folder are never touched.
///
/// # Errors
/// The first file that cannot be replaced.
pub fn write(folder: &Path, files: &[File]) -> Result<(), WriteError> {
    for file in files {
        let path = folder.join(&file.name);
        match read(&path)? {
            Some(there) if !is_ours(&there) => return Err(WriteError::Foreign(path)),
            _ => {}
        }
    }
    fs::create_dir_all(folder).map_err(|error| WriteError::Io(folder.to_owned(), error))?;
    for file in files {
        let path = folder.join(&file.name);
        fs::write(&path, &file.text).map_err(|error| WriteError::Io(path, error))?;
    }
    Ok(())
}

/// A file that is not what would be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is not there.
    Missing(PathBuf),
    /// It says something else.
    Differs {
        /// The file.
        path: PathBuf,
        /// The first line that differs, from 1.
        line: usize,
        /// What it is; none past the end.
        is: Option<String>,
        /// What it would be; none past the end.
        would_be: Option<String>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{} is missing", path.display()),
            Self::Differs { path, line, is, would_be } => {
                let texts = [is, would_be].map(|text| text.as_deref().unwrap_or("(end of file)"));
                let [is, would_be] = from_difference(texts);
                write!(f, "{}:{line} differs\n  is:       {is}\n  would be: {would_be}", path.display())
            }
        }
    }
}

/// Two lines, cut to what is around their first difference.
fn from_difference(lines: [&str; 2]) -> [String; 2] {
    const BEFORE: usize = 30;
    const WIDTH: usize = 90;
    let [a, b] = lines;
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let start = same.saturating_sub(BEFORE);
    lines.map(|line| {
        let ahead = if start > 0 { "…" } else { "" };
        let shown: String = line.chars().skip(start).take(WIDTH).collect();
        let behind = if line.chars().count() > start + WIDTH { "…" } else { "" };
        format!("{ahead}{shown}{behind}")
    })
}

/// The first of `files` that stands otherwise in `folder`, or not at all; none if all are as they would be written.
///
/// # Errors
/// A file that cannot be read.
pub fn compare(folder: &Path, files: &[File]) -> Result<Option<Difference>, WriteError> {
    for file in files {
        let path = folder.join(&file.name);
        let Some(there) = read(&path)? else { return Ok(Some(Difference::Missing(path))) };
        if there != file.text.as_bytes() {
            return Ok(Some(first_difference(path, &there, &file.text)));
        }
    }
    Ok(None)
}

fn first_difference(path: PathBuf, is: &[u8], would_be: &str) -> Difference {
    let (mut is, mut would_be) = (is.split(|b| *b == b'\n'), would_be.split('\n'));
    let mut line = 1;
    loop {
        match (is.next(), would_be.next()) {
            (Some(a), Some(b)) if a == b.as_bytes() => line += 1,
            (a, b) => {
                let is = a.map(|a| String::from_utf8_lossy(a).into_owned());
                return Difference::Differs { path, line, is, would_be: b.map(str::to_owned) };
            }
        }
    }
}

/// A file's bytes; none where there is no file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, WriteError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(WriteError::Io(path.to_owned(), error)),
    }
}

/// Whether the mark stands near the start, where every file of output has it.
fn is_ours(bytes: &[u8]) -> bool {
    const NEAR: usize = 400;
    let start = &bytes[..bytes.len().min(NEAR)];
    start.windows(MARK.len()).any(|window| window == MARK.as_bytes())
}
