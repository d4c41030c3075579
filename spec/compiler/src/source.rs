//! The files of a specification and places in them.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A file, by its index in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileId(u32);

/// A part of a file of the specification: bytes `start..end` of its text.
/// [`Spec::place`](crate::model::Spec::place) says which file and line that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    pub(crate) file: FileId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl At {
    /// A part of `file`.
    pub(crate) fn new(file: FileId, span: Range<usize>) -> Self {
        // Texts stay below 4 GiB: `Sources::new` replaces longer ones by empty ones.
        Self { file, start: span.start as u32, end: span.end as u32 }
    }

    /// The start of `file`, for problems of the whole file.
    pub(crate) fn whole(file: FileId) -> Self {
        Self::new(file, 0..0)
    }

    /// The bytes that it covers.
    pub(crate) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and the place it was read at.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) at: At,
}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// Relative paths of files and folders that could not be read, and why.
pub(crate) type Failures = Vec<(String, io::Error)>;

/// One file: its path relative to the specification's folder, with `/` between components, and its text.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) text: String,
    /// Where its lines start.
    lines: Vec<usize>,
}

impl SourceFile {
    fn new(path: String, text: String) -> Self {
        // Longer texts have no places that fit `At`.
        let text = if u32::try_from(text.len()).is_ok() { text } else { String::new() };
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { lines: [0].into_iter().chain(ends).collect(), path, text }
    }

    /// The line of a byte, from 1, and what stands before the byte there.
    pub(crate) fn line(&self, byte: usize) -> (usize, &str) {
        let line = self.lines.partition_point(|start| *start <= byte);
        (line, self.text.get(self.lines[line - 1]..byte).unwrap_or_default())
    }
}

/// All files read, sorted by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(Vec<SourceFile>);

impl Sources {
    /// Sorts files by path, so that nothing depends on the order in which they were found. Files that are not TOML, or are
    /// in the crates below the folder, are left out.
    pub(crate) fn new(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut files: Vec<_> = files.into_iter().filter(|(path, _)| is_specification(path)).collect();
        files.sort();
        Self(files.into_iter().map(|(path, text)| SourceFile::new(path, text)).collect())
    }

    /// Files with their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.0.iter().enumerate().map(|(index, file)| (FileId(index as u32), file))
    }

    pub(crate) fn file(&self, id: FileId) -> &SourceFile {
        &self.0[id.0 as usize]
    }

    /// The text of a place.
    pub(crate) fn text(&self, at: At) -> &str {
        self.file(at.file).text.get(at.span()).unwrap_or_default()
    }
}

/// Reads every TOML file below `folder`, sorted by path.
///
/// # Errors
/// What could not be read: the path relative to `folder`, and why.
pub(crate) fn find(folder: &Path) -> Result<Vec<(String, String)>, Failures> {
    let relative = |path: &Path| {
        let names = path.components().map(|name| name.as_os_str().to_string_lossy());
        names.collect::<Vec<_>>().join("/")
    };
    let (found, failures) = walk(folder, |path| !CRATES.contains(&relative(path).as_str()));
    let mut failures: Failures = failures.into_iter().map(|(path, error)| (relative(&path), error)).collect();
    let mut files = Vec::new();
    for (path, place) in found.iter().map(|path| (relative(path), folder.join(path))) {
        if is_specification(&path) {
            match read(&place) {
                Ok(text) => files.push((path, text)),
                Err(error) => failures.push((path, error)),
            }
        }
    }
    files.sort();
    if failures.is_empty() { Ok(files) } else { Err(failures) }
}

/// Everything below a folder but folders, sorted, and what could not be read; paths are relative to it. Enters the folders
/// that `enters` takes. One that several links lead to is entered once: links may lead back to where they are.
pub(crate) fn walk(
    folder: &Path,
    enters: impl Fn(&Path) -> bool,
) -> (Vec<PathBuf>, Vec<(PathBuf, io::Error)>) {
    let (mut found, mut failures) = (Vec::new(), Vec::new());
    let (mut seen, mut links) = (HashSet::new(), Vec::new());
    let mut open = vec![PathBuf::new()];
    // Links last, so that what a folder holds itself is found there.
    while let Some(below) = open.pop().or_else(|| links.pop()) {
        let place = if below.as_os_str().is_empty() { folder.to_owned() } else { folder.join(&below) };
        let entries = fs::canonicalize(&place)
            .and_then(|own| if seen.insert(own) { Ok(Some(fs::read_dir(&place)?)) } else { Ok(None) });
        let entries = match entries {
            Ok(entries) => entries.into_iter().flatten(),
            Err(error) => {
                failures.push((below, error));
                continue;
            }
        };
        for entry in entries {
            match entry {
                Err(error) => failures.push((below.clone(), error)),
                Ok(entry) => {
                    let (path, is_link) = (
                        below.join(entry.file_name()),
                        entry.file_type().is_ok_and(|kind| kind.is_symlink()),
                    );
                    if !entry.path().is_dir() {
                        found.push(path);
                    } else if enters(&path) {
                        if is_link { &mut links } else { &mut open }.push(path);
                    }
                }
            }
        }
        // The same one first, however the system orders them.
        links.sort_by(|one, other| other.cmp(one));
    }
    found.sort();
    (found, failures)
}

/// Folders of crates below the specification's folder.
const CRATES: [&str; 3] = ["language", "compiler", "tools"];

/// How the names of files with the sentences of pages end. All others are TOML.
pub(crate) const SENTENCES: &str = ".sentences";

/// Whether a path below the folder is a file of the specification.
fn is_specification(path: &str) -> bool {
    let folder = path.split_once('/').map_or("", |(first, _)| first);
    (path.ends_with(".toml") || path.ends_with(SENTENCES)) && !CRATES.contains(&folder)
}

/// Most bytes of a file of the specification.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a regular file: a pipe or a device may never end.
fn read(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    if !about.is_file() || about.len() > MOST_BYTES {
        let why = format!("it is not a regular file of at most {MOST_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    fs::read_to_string(path)
}
