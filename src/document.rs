//! Vendors' documents: their editions, profiles that choose among these, citations, status codes and errata.
//!
//! Types and values are generated from `spec/documents.toml`, the edition files and their overlays; functions over them are
//! written here.

use crate::dtype::DType;
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/document.rs"));

/// `sha256:` and the digest of [`SPECIFICATION_FILES`].
pub const SPECIFICATION: &str = include!(concat!(env!("OUT_DIR"), "/digest.rs"));

/// The files of the specification that this crate was built from: paths below `spec/`, and texts. The digests of pages'
/// sentences are not among them. Only programs that use this constant contain them.
pub const SPECIFICATION_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl Citation {
    /// The address of the page, if it has one.
    #[must_use]
    pub fn address(&self) -> Option<&'static str> {
        let document = DOCUMENTS.iter().find(|document| document.id == self.document)?;
        document.editions.iter().find(|edition| edition.name == self.edition)?.address
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.document, self.edition, self.place)?;
        match self.span {
            Span::None => Ok(()),
            Span::Lines(a, b) if a == b => write!(f, ", line {a}"),
            Span::Lines(a, b) => write!(f, ", lines {a}-{b}"),
            Span::Bytes(a, b) => write!(f, ", bytes {a}-{b}"),
        }
    }
}

impl Status {
    /// The status with this number.
    #[must_use]
    pub fn from_number(number: i32) -> Option<&'static Self> {
        STATUSES.iter().find(|s| s.number == number)
    }

    /// The status with this name or other spelling.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        STATUSES.iter().find(|s| s.name == name || s.also.contains(&name))
    }
}

impl Erratum {
    /// Whether it is about an edition of its document.
    #[must_use]
    pub fn concerns(&self, edition: &str) -> bool {
        self.editions.is_empty() || self.editions.contains(&edition)
    }
}

impl TypeList {
    /// The dtype with this name or alias.
    #[must_use]
    pub fn dtype(&self, name: &str) -> Option<DType> {
        self.types.iter().find(|t| t.name == name || t.aliases.contains(&name)).map(|t| t.dtype)
    }
}

/// A choice of one edition for every document: a profile, with other editions of single documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editions {
    profile: &'static str,
    chosen: [u8; DOCUMENTS.len()],
}

/// A profile, document or edition that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownEdition {
    /// No profile of this name.
    Profile(String),
    /// No document of this id.
    Document(String),
    /// The document has no such edition.
    Edition {
        /// The document.
        document: &'static str,
        /// The edition asked for.
        edition: String,
    },
}

impl fmt::Display for UnknownEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, names: &mut dyn Iterator<Item = &str>| {
            names.enumerate().try_for_each(|(i, n)| write!(f, "{}{n}", if i == 0 { "" } else { ", " }))
        };
        match self {
            Self::Profile(name) => {
                write!(f, "no profile is called `{name}`; there are: ")?;
                list(f, &mut PROFILES.iter().map(|p| p.name))
            }
            Self::Document(id) => {
                write!(f, "no document is called `{id}`; there are: ")?;
                list(f, &mut DOCUMENTS.iter().map(|d| d.id))
            }
            Self::Edition { document, edition } => {
                write!(f, "document {document} has no edition `{edition}`; it has: ")?;
                let document = DOCUMENTS.iter().find(|d| d.id == *document);
                list(f, &mut document.into_iter().flat_map(|d| d.editions).map(|e| e.name))
            }
        }
    }
}

impl core::error::Error for UnknownEdition {}

impl Profile {
    /// The default one.
    ///
    /// # Panics
    /// Never: the specification has one.
    #[must_use]
    pub fn default_one() -> &'static Self {
        PROFILES.iter().find(|profile| profile.default).expect("a specification has a default profile")
    }
}

impl Default for Editions {
    fn default() -> Self {
        Self::of(Profile::default_one())
    }
}

impl Editions {
    fn of(profile: &Profile) -> Self {
        let mut chosen = [0; DOCUMENTS.len()];
        // A profile lists its editions in the order of the documents.
        for ((chosen, document), choice) in chosen.iter_mut().zip(DOCUMENTS).zip(profile.editions) {
            let index = document.editions.iter().position(|edition| edition.name == choice.edition);
            *chosen = index.unwrap_or_default() as u8;
        }
        Self { profile: profile.name, chosen }
    }

    /// The editions of the profile with this name.
    ///
    /// # Errors
    /// If there is no such profile.
    pub fn profile(name: &str) -> Result<Self, UnknownEdition> {
        let profile = PROFILES.iter().find(|p| p.name == name);
        profile.map(Self::of).ok_or_else(|| UnknownEdition::Profile(name.to_owned()))
    }

    /// The same editions, but with this edition of one document.
    ///
    /// # Errors
    /// If there is no such document, or it has no such edition.
    pub fn with(mut self, document: &str, edition: &str) -> Result<Self, UnknownEdition> {
        let at = DOCUMENTS.iter().position(|d| d.id == document);
        let at = at.ok_or_else(|| UnknownEdition::Document(document.to_owned()))?;
        let index = DOCUMENTS[at].editions.iter().position(|e| e.name == edition);
        let unknown = || UnknownEdition::Edition { document: DOCUMENTS[at].id, edition: edition.to_owned() };
        self.chosen[at] = index.ok_or_else(unknown)? as u8;
        Ok(self)
    }

    /// Name of the profile it started from.
    #[must_use]
    pub const fn profile_name(&self) -> &'static str {
        self.profile
    }

    /// Index of the chosen edition of a document among that document's editions; 0 for an unknown document.
    #[must_use]
    pub fn index(&self, document: &str) -> usize {
        DOCUMENTS.iter().position(|d| d.id == document).map_or(0, |at| usize::from(self.chosen[at]))
    }

    /// Name of the chosen edition of a document; empty for an unknown document.
    #[must_use]
    pub fn name(&self, document: &str) -> &'static str {
        self.iter().find(|(known, _)| known.id == document).map_or("", |(_, edition)| edition.name)
    }

    /// Every document with its chosen edition.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Document, &'static Edition)> {
        DOCUMENTS.iter().zip(self.chosen).map(|(d, e)| (d, &d.editions[usize::from(e)]))
    }
}
