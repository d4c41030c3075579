//! Vendors' documents: their editions, profiles that choose among these, citations, status codes and errata.
//!
//! Generated from `spec/documents.toml`, the edition files and their overlays.

use crate::dtype::DType;
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/document.rs"));

/// `sha256:` and the digest of the files of `spec/` that this crate was built from.
pub const SPECIFICATION: &str = include!(concat!(env!("OUT_DIR"), "/digest.rs"));

/// The files of the specification that this crate was built from: paths below `spec/`, and texts. Only programs that use
/// this constant contain them.
pub const SPECIFICATION_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A page that a vendor publishes.
#[derive(Debug)]
pub struct Document {
    /// `aclnn.cumprod`.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is about.
    pub says: &'static str,
    /// Its editions, the first one first.
    pub editions: &'static [Edition],
}

/// One revision of a document's facts.
#[derive(Debug)]
pub struct Edition {
    /// Named after the vendor's version or date.
    pub name: &'static str,
    /// Where its name comes from.
    pub named: &'static str,
    /// The edition that it inherits from.
    pub inherits: Option<&'static str>,
    /// Whether it was read from code rather than from a page.
    pub from_code: bool,
    /// Where it was read.
    pub source: &'static str,
    /// The address of the page, if it has one.
    pub address: Option<&'static str>,
    /// `sha256:…` of the page, if a copy was available.
    pub digest: Option<&'static str>,
    /// Why a page has no digest.
    pub no_digest: Option<&'static str>,
    /// The file of `spec/` that holds it.
    pub file: &'static str,
}

/// A choice of one edition for every document.
#[derive(Debug)]
pub struct Profile {
    /// `documented`, `latest`, `code`.
    pub name: &'static str,
    /// What it is for.
    pub says: &'static str,
    /// Index of the edition of each of [`DOCUMENTS`].
    editions: [u8; DOCUMENTS.len()],
}

/// A place in an edition of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// Id of the document.
    pub document: &'static str,
    /// Name of the edition.
    pub edition: &'static str,
    /// The place in words.
    pub place: &'static str,
    /// The place in numbers.
    pub span: Span,
}

/// A place in a page, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// Not known: the source is code, or no copy of the page was available.
    None,
    /// First and last line, from 1.
    Lines(u32, u32),
    /// First byte, and the byte after the last.
    Bytes(u32, u32),
}

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

/// A status code of `aclnn`.
#[derive(Debug)]
pub struct Status {
    /// `ACLNN_ERR_PARAM_INVALID`.
    pub name: &'static str,
    /// Its number.
    pub number: i32,
    /// What it means.
    pub says: &'static str,
    /// Other spellings.
    pub also: &'static [&'static str],
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

/// A place where a document contradicts itself, another document or the vendor's code.
#[derive(Debug)]
pub struct Erratum {
    /// `aclnn.tensor-tensor.f16-bf16`.
    pub id: &'static str,
    /// What contradicts what.
    pub says: &'static str,
    /// The readings, at least two, each with its place.
    pub readings: &'static [(&'static str, Citation)],
    /// Cells that it is about: table, row, column.
    pub cells: &'static [(&'static str, usize, usize)],
    /// Ids of the requirements that it is about.
    pub requirements: &'static [&'static str],
    /// Editions of its document that it is about; empty for all.
    pub editions: &'static [&'static str],
    /// Results that it accepts besides the cell's own: table, row, column, dtype (none for a refusal).
    pub accepts: &'static [(&'static str, usize, usize, Option<DType>)],
}

impl Erratum {
    /// Whether it is about an edition of its document.
    #[must_use]
    pub fn concerns(&self, edition: &str) -> bool {
        self.editions.is_empty() || self.editions.contains(&edition)
    }
}

/// The types that one edition of a document lists under its own names.
#[derive(Debug)]
pub struct TypeList {
    /// The document.
    pub document: &'static str,
    /// The edition.
    pub edition: &'static str,
    /// Dtypes: name, dtype, aliases.
    pub types: &'static [(&'static str, DType, &'static [&'static str])],
    /// Types that are not dtypes: name and what it is.
    pub others: &'static [(&'static str, &'static str)],
}

impl TypeList {
    /// The dtype with this name or alias.
    #[must_use]
    pub fn dtype(&self, name: &str) -> Option<DType> {
        self.types.iter().find(|(n, _, aliases)| *n == name || aliases.contains(&name)).map(|(_, d, _)| *d)
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

impl Default for Editions {
    fn default() -> Self {
        Self::of(&PROFILES[DEFAULT_PROFILE])
    }
}

impl Editions {
    const fn of(profile: &Profile) -> Self {
        Self { profile: profile.name, chosen: profile.editions }
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

    /// Every document with its chosen edition.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Document, &'static Edition)> {
        DOCUMENTS.iter().zip(self.chosen).map(|(d, e)| (d, &d.editions[usize::from(e)]))
    }
}
