//! Chooses the default edition of each document in the output.

use ascertain_spec::model::{Document, Profile, Spec};
use std::fmt;

/// A choice of one edition for every document: a profile, with other editions of single documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index of the edition in each document, in the order of [`Spec::documents`].
    editions: Vec<usize>,
    /// The command line's options for the choice, each after a space.
    options: String,
}

/// A profile, document or edition that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A profile.
    Profile(String),
    /// A document.
    Document(String),
    /// An edition of a document.
    Edition {
        /// The document.
        document: String,
        /// What was asked for.
        edition: String,
    },
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile(name) => write!(f, "no profile is called `{name}`"),
            Self::Document(id) => write!(f, "no document is called `{id}`"),
            Self::Edition { document, edition } => write!(f, "{document} has no edition `{edition}`"),
        }
    }
}

impl std::error::Error for Unknown {}

impl Choice {
    /// The editions of a profile, or of the default one, with other editions of some documents.
    ///
    /// # Errors
    /// The first name that does not exist.
    pub fn new(spec: &Spec, profile: Option<&str>, changes: &[(String, String)]) -> Result<Self, Unknown> {
        let found = spec.profiles.iter().find(|p| profile.map_or(p.default, |name| p.name == name));
        let found = found.ok_or_else(|| Unknown::Profile(profile.unwrap_or("default").to_owned()))?;
        let mut editions = of_profile(spec, found)?;
        let mut options = profile.map_or(String::new(), |name| format!(" --profile {name}"));
        for (document, edition) in changes {
            let at = spec.documents.iter().position(|d| d.id == *document);
            let at = at.ok_or_else(|| Unknown::Document(document.clone()))?;
            editions[at] = edition_of(&spec.documents[at], edition)?;
            options.push_str(&format!(" --edition {document}={edition}"));
        }
        Ok(Self { editions, options })
    }

    /// Name of the chosen edition of a document; empty if there is no such document.
    pub(super) fn edition<'a>(&self, spec: &'a Spec, document: &str) -> &'a str {
        let at = spec.documents.iter().position(|d| d.id == document);
        let chosen = at.and_then(|at| spec.documents[at].editions.get(*self.editions.get(at)?));
        chosen.map_or("", |edition| &edition.name)
    }

    /// The command line's options for the choice: empty, or each after a space.
    pub(super) fn options(&self) -> &str {
        &self.options
    }
}

fn of_profile(spec: &Spec, profile: &Profile) -> Result<Vec<usize>, Unknown> {
    spec.documents.iter().zip(&profile.editions).map(|(d, name)| edition_of(d, name)).collect()
}

fn edition_of(document: &Document, name: &str) -> Result<usize, Unknown> {
    let unknown = || Unknown::Edition { document: document.id.clone(), edition: name.to_owned() };
    document.editions.iter().position(|e| e.name == name).ok_or_else(unknown)
}
