//! The sections of the files as written, one struct for each. `spec/README.md` explains the keys.

mod edition;
mod overlay;

use toml::de::DeValue;

use crate::model::{Basis, Class};
use crate::read::fields::{Fields, Given, Map, Pair, Read, section, words};
use crate::source::{At, Located};

pub(crate) use edition::*;
pub(crate) use overlay::*;

/// Text with its place.
pub(crate) type Text = Located<String>;

/// The version of the format, checked while reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Version;

impl Read for Version {
    fn read(given: Given<'_>) -> Option<Self> {
        let version = i32::read(given)?;
        if version == 1 {
            return Some(Self);
        }
        given.refuse(format!("version {version} of the format is not known"), "expected 1", None);
        None
    }
}

/// A place in a page, in numbers.
#[derive(Clone)]
pub(crate) struct Numbers {
    pub(crate) lines: Option<Located<Pair>>,
    pub(crate) bytes: Option<Located<Pair>>,
}

impl Numbers {
    fn inside(fields: &mut Fields<'_>) -> Self {
        Self { lines: fields.optional("lines"), bytes: fields.optional("bytes") }
    }
}

/// A place in an edition's own page.
#[derive(Clone)]
pub(crate) struct Place {
    /// That of its section.
    pub(crate) at: At,
    /// In words, if it is not the usual one.
    pub(crate) words: Option<String>,
    pub(crate) numbers: Numbers,
}

impl Place {
    fn inside(fields: &mut Fields<'_>) -> Self {
        Self { at: fields.given.at, words: fields.optional("where"), numbers: Numbers::inside(fields) }
    }
}

section! {
    /// A place in a document.
    Cite, "a citation" {
        optional document: Text = "document",
        optional edition: Text = "edition",
        required place: String = "where",
        inside numbers: Numbers,
    }
}

/// One citation or a list of them.
#[derive(Clone)]
pub(crate) struct Cites(pub(crate) Vec<Cite>);

impl Read for Cites {
    fn read(given: Given<'_>) -> Option<Self> {
        match given.value {
            DeValue::Array(list) if list.is_empty() => {
                given.refuse("no place is cited".to_owned(), "expected one or more citations", None);
                None
            }
            DeValue::Array(_) => Vec::read(given).map(Self),
            _ => Cite::read(given).map(|cite| Self(vec![cite])),
        }
    }
}

words!(Basis, "a basis");

section! {
    /// `documents.toml`.
    Documents, "documents.toml" {
        required _version: Version = "version",
        required documents: Map<Document> = "document",
        required profiles: Map<Profile> = "profile",
        default products: Map<ProductName> = "product",
        default patches: Vec<Patch> = "patch",
        default closings: Map<Closing> = "closing",
    }
}

section! {
    /// Why a sentence of a page asks nothing.
    Closing, "a reason to close sentences" {
        required says: String = "says",
    }
}

section! {
    /// What a page that the vendor damaged should say.
    Patch, "a patch of a page" {
        required page: Text = "page",
        required says: String = "says",
        required line: u32 = "line",
        required find: Text = "find",
        required put: Text = "put",
    }
}

section! {
    Document, "a document" {
        required title: String = "title",
        required says: String = "says",
        required first: Text = "first",
    }
}

section! {
    Profile, "a profile" {
        required says: String = "says",
        optional default: Located<bool> = "default",
        default editions: Map<Text> = "editions",
    }
}

section! {
    ProductName, "a product" {
        required names: Vec<Text> = "names",
    }
}

section! {
    /// `dtypes.toml`.
    DTypes, "dtypes.toml" {
        required _version: Version = "version",
        required schemes: Map<Scheme> = "scheme",
        required dtypes: Map<DType> = "dtype",
    }
}

section! {
    Scheme, "a naming scheme" {
        required says: String = "says",
        required cite: Cite = "cite",
    }
}

section! {
    DType, "a dtype" {
        required class: Class = "class",
        required bits: Located<u32> = "bits",
        optional precision: Located<u32> = "precision",
        optional exponent_bits: Located<u32> = "exponent_bits",
        default names: Map<Text> = "names",
        required number: Located<i32> = "number",
    }
}

words!(Class, "a class of dtypes");
