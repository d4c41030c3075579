//! Back ends for other languages: the tables and contracts of the specification as C, C++, Python, Rust, JSON and
//! Markdown.
//!
//! ```text
//! Spec, Choice --values--> values --+--> c, cpp, python, rust, json, schema
//!                shape: types ----+
//! Spec, Choice --------------------> markdown
//! ```
//!
//! `shape` says once which records there are and which fields they have; `values` fills them from the model. A
//! language's back end turns types into its declarations and values into its literals, and adds look-ups that are
//! written by hand (`lookups/`). So all languages say the same, under the same names.
//!
//! Every file names the specification it was made from, by digest, and the command that makes it again. Output
//! depends on the specification and the choice of editions alone: the same bytes from any folder.

mod c;
mod c_family;
mod choice;
mod cpp;
mod digest;
mod folder;
mod json;
mod markdown;
mod names;
mod pretty;
mod python;
mod rust;
mod schema;
mod types;
mod value;
mod values;

use ascertain_spec::model::Spec;

pub use choice::{Choice, Unknown};
pub use digest::digest;
pub use folder::{Difference, WriteError, compare, write};

/// What output is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A C99 header, which C++ can include as well.
    C,
    /// A C++17 header, usable in constant expressions.
    Cpp,
    /// A typed module for Python 3.9 or later.
    Python,
    /// A module that needs `core` alone.
    Rust,
    /// One JSON object, and its JSON Schema.
    Json,
    /// Pages for people.
    Markdown,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 6] = [Self::C, Self::Cpp, Self::Python, Self::Rust, Self::Json, Self::Markdown];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Python => "python",
            Self::Rust => "rust",
            Self::Json => "json",
            Self::Markdown => "markdown",
        }
    }
}

/// A file of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name; all files of a call have different ones and go to one folder.
    pub name: String,
    /// Its text, which holds [`MARK`].
    pub text: String,
}

/// What every file of output holds in its first lines, by which it is known as such.
pub const MARK: &str = "ascertain spec emit";

/// What a file says of its origin.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// Digest of the specification's files, `sha256:…`.
    pub specification: String,
    /// The command that makes the file again.
    pub command: String,
}

impl Stamp {
    /// For output called `lang` on the command line. `digest` is that of the [files](digest()) of the specification.
    #[must_use]
    pub fn new(digest: &str, lang: &str, choice: &Choice) -> Self {
        let command = format!("{MARK} --lang {lang}{} --out DIR", choice.options());
        Self { specification: digest.to_owned(), command }
    }

    /// Both in two sentences, for a comment.
    fn lines(&self) -> [String; 2] {
        [
            format!("Made by `{}`. Edit the specification instead.", self.command),
            format!("Specification {}.", self.specification),
        ]
    }
}

/// The output for one language. `digest` is that of the [files](digest()) that `spec` was loaded from.
#[must_use]
pub fn emit(spec: &Spec, digest: &str, choice: &Choice, language: Language) -> Vec<File> {
    let stamp = Stamp::new(digest, language.name(), choice);
    let values = || values::Values { spec, choice, stamp: &stamp }.values();
    let file = |name: &str, text: String| File { name: name.to_owned(), text };
    match language {
        Language::C => vec![file("ascertain_tables.h", c::header(spec, &stamp, &values()))],
        Language::Cpp => vec![file("ascertain_tables.hpp", cpp::header(spec, &stamp, &values()))],
        Language::Python => vec![file("ascertain_tables.py", python::module(spec, &stamp, &values()))],
        Language::Rust => vec![file("ascertain_tables.rs", rust::module(spec, &stamp, &values()))],
        Language::Json => vec![
            file("ascertain_tables.json", json::document(&values())),
            file("ascertain_tables.schema.json", schema::document(spec, &stamp)),
        ],
        Language::Markdown => markdown::pages(spec, choice, &stamp),
    }
}
