//! Implementations beside each other: what each follows, where it differs and why, how it multiplies and how fast.
//!
//! A [`ImplementationRow`] is made from the reports of `run`, `observe` and `bench`, and kept as a JSON file in a folder. [`Notes`]
//! beside it, in TOML, say what its differences mean. A page shows all rows of a folder, as Markdown or in the site.

mod notes;
mod page;
mod row;

pub use self::notes::{About, Documents, Explanation, Notes};
pub use self::page::markdown;
pub(crate) use self::page::page;
pub use self::row::{Answer, Difference, Followed, Habit, ImplementationRow, Observations, Speed, Time};

use self::row::VERSION;
use ascertain_conformance::results::files;
use core::fmt;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What all answers together say about the documents: this file of the folder.
const DOCUMENTS: &str = "documents.toml";

/// An implementation.
#[derive(Clone, Debug)]
pub struct Implementation {
    /// The name of its files, without their ends: `numpy`.
    pub name: String,
    /// What reports say of it.
    pub row: ImplementationRow,
    /// What people say of it.
    pub notes: Notes,
}

/// A folder of implementations.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// In the order of their titles.
    pub implementations: Vec<Implementation>,
    /// What all answers together say about the documents.
    pub documents: Documents,
}

/// A file of the folder that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for Unreadable {}

impl Folder {
    /// Reads a folder. One that does not exist has no implementations.
    ///
    /// # Errors
    /// When one of its files cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Unreadable> {
        let documents = optional(&folder.join(DOCUMENTS), toml_file)?.unwrap_or_default();
        let mut implementations = Vec::new();
        for path in rows(folder).map_err(|error| unreadable(folder, &error))? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let notes = Self::notes(folder, &name)?;
            let row: ImplementationRow = json_file(&path)?;
            if row.implementation != VERSION {
                let why = format!(
                    "a row of version {}, but this program reads version {VERSION}",
                    row.implementation
                );
                return Err(unreadable(&path, &why));
            }
            implementations.push(Implementation { row, name, notes });
        }
        let mut read = Self { implementations, documents };
        read.sort();
        Ok(read)
    }

    /// Adds an implementation, or takes the place of the one with this name.
    pub fn put(&mut self, implementation: Implementation) {
        self.implementations.retain(|other| other.name != implementation.name);
        self.implementations.push(implementation);
        self.sort();
    }

    fn sort(&mut self) {
        self.implementations.sort_by_key(|one| one.title().to_lowercase());
    }

    /// What people say of an implementation of the folder.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn notes(folder: &Path, name: &str) -> Result<Notes, Unreadable> {
        Ok(optional(&folder.join(format!("{name}.toml")), toml_file)?.unwrap_or_default())
    }
}

impl Implementation {
    /// Its name as its makers write it.
    #[must_use]
    pub fn title(&self) -> &str {
        self.notes.title.as_deref().unwrap_or(&self.name)
    }

    /// Differences that nobody explains.
    pub fn unexplained(&self) -> impl Iterator<Item = &Difference> {
        let explained =
            |difference: &&Difference| self.notes.explanations.iter().any(|one| one.explains(difference));
        self.row.differences.iter().filter(move |difference| !explained(difference))
    }

    /// Explanations of what is not there.
    pub fn idle(&self) -> impl Iterator<Item = &Explanation> {
        let explains =
            |one: &&Explanation| self.row.differences.iter().any(|difference| one.explains(difference));
        self.notes.explanations.iter().filter(move |one| !explains(one))
    }
}

fn rows(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    Ok(paths)
}

fn unreadable(path: &Path, why: &dyn fmt::Display) -> Unreadable {
    Unreadable { path: path.to_owned(), why: why.to_string() }
}

fn optional<T>(path: &Path, read: impl Fn(&Path) -> Result<T, Unreadable>) -> Result<Option<T>, Unreadable> {
    path.exists().then(|| read(path)).transpose()
}

fn json_file<T: DeserializeOwned>(path: &Path) -> Result<T, Unreadable> {
    let text = files::read_text(path).map_err(|error| unreadable(path, &error))?;
    serde_json::from_str(&text).map_err(|error| unreadable(path, &error))
}

fn toml_file<T: DeserializeOwned>(path: &Path) -> Result<T, Unreadable> {
    let text = files::read_text(path).map_err(|error| unreadable(path, &error))?;
    toml::from_str(&text).map_err(|error| unreadable(path, &error))
}
