//! Generates the tables and contracts of the specification for other languages: C, Python and JSON. C++
//! includes the header for C; Rust has the crate `ascertain`.
//!
//! ```text
//! Spec --output--> types and values --> c, python, json
//! ```
//!
//! The model describes its own types and values ([`ascertain_spec::describe`]). `literals` writes them as a language does, and a
//! template (`templates/`) has the rest: declarations, and look-ups written by hand. So all languages have the whole model, under
//! the same names.
//!
//! Every file names the digest of its specification, and the command that generates it again. The output depends only on
//! the specification: it is the same from any folder.

mod arrays;
mod c;
mod folder;
mod literals;
mod names;
mod output;
mod pretty;
mod template;

use ascertain_spec::model::Spec;
use c::C;
use literals::{JSON, PYTHON};

pub use ascertain_spec::digest;
pub use folder::{WriteError, write};

/// A language that output can be generated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A C99 header, which C++ can include as well.
    C,
    /// A typed module for Python 3.9 or later.
    Python,
    /// One JSON object, and its JSON Schema.
    Json,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::C, Self::Python, Self::Json];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Python => "python",
            Self::Json => "json",
        }
    }
}

/// A file of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name. All files of a call go to one folder and have different names.
    pub name: String,
    /// Its text, which contains [`MARK`].
    pub text: String,
}

/// A mark in the first lines of every generated file, by which it is recognised.
pub const MARK: &str = "ascertain-spec emit";

/// What a generated file says about its origin.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// Digest of the specification's files, `sha256:…`.
    pub specification: String,
    /// The command that generates the file again.
    pub command: String,
}

impl Stamp {
    /// The origin of output called `lang` on the command line. `digest` is the [digest](digest()) of the specification.
    #[must_use]
    pub fn new(digest: &str, lang: &str) -> Self {
        let command = format!("{MARK} --lang {lang} --out DIR");
        Self { specification: digest.to_owned(), command }
    }

    /// Both, in two sentences for a comment.
    fn lines(&self) -> [String; 2] {
        [
            format!("Made by `{}`. Edit the specification instead.", self.command),
            format!("Specification {}.", self.specification),
        ]
    }
}

/// The output for one language. `digest` is the [digest](digest()) of the files that `spec` was loaded from.
#[must_use]
pub fn emit(spec: &Spec, digest: &str, language: Language) -> Vec<File> {
    let stamp = Stamp::new(digest, language.name());
    let output = output::Output::new(spec, &stamp);
    let file = |name: &str, template, literals| {
        let name = format!("ascertain_tables.{name}");
        File { name, text: template::filled(&output, template, literals) }
    };
    match language {
        Language::C => vec![file("h", include_str!("templates/c.j2"), &C)],
        Language::Python => vec![file("py", include_str!("templates/python.j2"), &PYTHON)],
        Language::Json => vec![
            file("json", include_str!("templates/json.j2"), &JSON),
            file("schema.json", include_str!("templates/schema.j2"), &JSON),
        ],
    }
}
