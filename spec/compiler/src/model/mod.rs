//! The checked model: what the specification says, after inheritance and all checks.
//!
//! It is plain data in a fixed order, that of the files sorted by path. So everything generated from it is the same on
//! every machine.

use crate::source::Sources;

mod operator;
mod requirement;
mod table;

use std::fmt;

pub use crate::source::At;
pub use operator::{
    Argument, ArgumentKind, Contract, Derived, Direction, Function, Message, Operator, Parameter, Predicate,
    Product, ProductDTypes, Stated,
};
pub use requirement::{Accepted, Basis, CellRef, Cells, Erratum, Level, Reading, Requirement, StatusSource};
pub use table::{Axis, AxisKey, Cell, Gives, Origin, Printed, Rule, Table, TableEdition};

/// A whole specification.
#[derive(Clone, Debug)]
pub struct Spec {
    /// All dtypes, in the order of `dtypes.toml`; [`DTypeId`] is an index into it.
    pub dtypes: Vec<DType>,
    /// Naming schemes, in file order.
    pub schemes: Vec<Scheme>,
    /// Documents, in file order.
    pub documents: Vec<Document>,
    /// Profiles, in file order; exactly one is the default.
    pub profiles: Vec<Profile>,
    /// What pages that vendors damaged should say.
    pub patches: Vec<Patch>,
    /// Status codes by name, in file order.
    pub statuses: Vec<Status>,
    /// Tensor formats (`aclFormat`), in file order.
    pub formats: Vec<Format>,
    /// Promotion tables, each with all its editions.
    pub tables: Vec<Table>,
    /// Operators, each with its contract in all editions.
    pub operators: Vec<Operator>,
    /// Requirements about tables. Those about operators are in their contracts.
    pub table_requirements: Vec<Requirement>,
    /// All errata, of every document.
    pub errata: Vec<Erratum>,
    /// Types that documents list, such as those of `mindspore.dtype`, for each edition.
    pub type_lists: Vec<TypeList>,
    /// Sentences of documents that nothing else here keeps, in file order.
    pub statements: Vec<Statement>,
    /// The files read.
    pub(crate) sources: Sources,
}

/// An index into [`Spec::dtypes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DTypeId(pub u8);

/// What kind of numbers a dtype holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// IEEE-style binary floating point.
    Float,
    /// Two's complement integer.
    Signed,
    /// Unsigned integer.
    Unsigned,
    /// Truth value, one byte.
    Bool,
    /// Pair of floats, real part first.
    Complex,
}

impl Class {
    /// The word of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Signed => "signed",
            Self::Unsigned => "unsigned",
            Self::Bool => "bool",
            Self::Complex => "complex",
        }
    }
}

/// One dtype and its names.
#[derive(Clone, Debug)]
pub struct DType {
    /// aclnn's short form, `f32`.
    pub name: String,
    /// Kind of numbers.
    pub class: Class,
    /// Width of an element in bits.
    pub bits: u32,
    /// Significand bits of a float, or of each part of a complex number, including the implicit one.
    pub precision: Option<u32>,
    /// Bits of the exponent field of a float, or of each part of a complex number.
    pub exponent_bits: Option<u32>,
    /// Value of `aclDataType`.
    pub number: i64,
    /// Scheme and name, for each scheme but `short` and `number` that has a name for it, in file order.
    pub names: Vec<(String, String)>,
    /// Where the specification says so.
    pub at: At,
}

/// What a page that the vendor damaged should say: one text of one line gives way to another.
#[derive(Clone, Debug)]
pub struct Patch {
    /// `sha256:…` of the page as published.
    pub page: String,
    /// What is wrong with it.
    pub says: String,
    /// The line, from 1.
    pub line: u32,
    /// What stands there, once.
    pub find: String,
    /// What should.
    pub put: String,
}

/// A set of names for dtypes.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// `short`, `acl`, `tik` …
    pub name: String,
    /// What it is.
    pub says: String,
    /// Where it comes from.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// A place in an edition of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// Id of the document.
    pub document: String,
    /// Name of the edition.
    pub edition: String,
    /// The place, in words.
    pub place: String,
    /// The place, in numbers.
    pub span: Span,
}

/// A place in a page, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Span {
    /// Not known.
    #[default]
    None,
    /// First and last line, from 1.
    Lines(u32, u32),
    /// First byte, and the byte after the last.
    Bytes(u32, u32),
}

impl fmt::Display for Span {
    /// `line 5`, `lines 5-8`, `bytes 493-1592`; empty if the place is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Lines(a, b) if a == b => write!(f, "line {a}"),
            Self::Lines(a, b) => write!(f, "lines {a}-{b}"),
            Self::Bytes(a, b) => write!(f, "bytes {a}-{b}"),
        }
    }
}

impl fmt::Display for Citation {
    /// `aclnn.cumprod 2026-03, dim, line 65`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.document, self.edition, self.place)?;
        if self.span == Span::None { Ok(()) } else { write!(f, ", {}", self.span) }
    }
}

/// A document and its editions.
#[derive(Clone, Debug)]
pub struct Document {
    /// `aclnn.cumprod`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub says: String,
    /// Editions, the first one first, then sorted by path.
    pub editions: Vec<Edition>,
    /// Where the specification says so.
    pub at: At,
}

/// One revision of a document's facts.
#[derive(Clone, Debug)]
pub struct Edition {
    /// `cann-8.3.rc1`.
    pub name: String,
    /// The edition it inherits from.
    pub inherits: Option<String>,
    /// The edition whose requirements hold in it too, if it is not the one it inherits from.
    pub requirements_of: Option<String>,
    /// Where it was read.
    pub source: Source,
    /// The sentences of its page that are not facts, in the page's order, if it records them.
    pub sentences: Option<Vec<PageSentence>>,
    /// Its file, relative to the specification's folder.
    pub file: String,
    /// Where the specification says so.
    pub at: At,
}

/// Where an edition was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// A page or code.
    pub kind: SourceKind,
    /// Its title, with revision or date.
    pub title: String,
    /// Its address, if it has one.
    pub address: Option<String>,
    /// Where the edition's name comes from.
    pub named: String,
    /// `sha256:…` of the file, if a copy was available.
    pub digest: Option<String>,
    /// Why a page has no digest.
    pub no_digest: Option<String>,
    /// Its length (`185 lines`), if a copy was available.
    pub extent: Option<String>,
}

/// What kind of thing an edition was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A page that the vendor publishes.
    Page,
    /// The vendor's code.
    Code,
}

/// A sentence of a page that is not a fact. The specification keeps a digest of it, not the vendor's words.
#[derive(Clone, Debug)]
pub struct PageSentence {
    /// What it is about, or what kind of text it is: `aclnnCumprodGetWorkspaceSize, input`, `heading`.
    pub about: String,
    /// The first 16 hexadecimal digits of a SHA-256.
    pub digest: String,
    /// Whether it may state a requirement.
    pub unread: bool,
    /// Its place in the page.
    pub span: Span,
}

/// A choice of one edition for every document.
#[derive(Clone, Debug)]
pub struct Profile {
    /// `documented`.
    pub name: String,
    /// What it is for.
    pub says: String,
    /// Whether it is the default.
    pub default: bool,
    /// Name of the edition for each document, in the order of [`Spec::documents`].
    pub editions: Vec<String>,
    /// Where the specification says so.
    pub at: At,
}

/// A status code.
#[derive(Clone, Debug)]
pub struct Status {
    /// `ACLNN_ERR_PARAM_INVALID`.
    pub name: String,
    /// Its number.
    pub number: i64,
    /// What it means.
    pub says: String,
    /// Other spellings.
    pub also: Vec<String>,
    /// Where the specification says so.
    pub at: At,
}

/// A tensor format.
#[derive(Clone, Debug)]
pub struct Format {
    /// `ACL_FORMAT_ND`.
    pub name: String,
    /// Its number.
    pub number: i64,
    /// Where the specification says so.
    pub at: At,
}

/// A sentence of a document that is not a cell, a fact about an operator, a requirement or a type.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The document.
    pub document: String,
    /// The sentence, in the project's words.
    pub says: String,
    /// Ids of cases that test it.
    pub tested: Vec<String>,
    /// Why no case tests it.
    pub untested: Option<String>,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// The types that one edition of a document lists.
#[derive(Clone, Debug)]
pub struct TypeList {
    /// The document.
    pub document: String,
    /// The edition.
    pub edition: String,
    /// Types that are dtypes.
    pub types: Vec<NamedType>,
    /// Types that are not.
    pub others: Vec<OtherType>,
}

/// A dtype under the name that a document gives it.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// The name that the document's tables use.
    pub name: String,
    /// The dtype.
    pub dtype: DTypeId,
    /// Other names.
    pub aliases: Vec<String>,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// A type that is not a dtype.
#[derive(Clone, Debug)]
pub struct OtherType {
    /// Its name.
    pub name: String,
    /// What it is.
    pub says: String,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

impl Document {
    /// The edition called `name`.
    pub fn edition(&self, name: &str) -> Option<&Edition> {
        self.editions.iter().find(|edition| edition.name == name)
    }
}

impl Edition {
    /// The edition whose requirements hold in this one too, where no list names this one.
    pub fn follows(&self) -> Option<&str> {
        self.requirements_of.as_deref().or(self.inherits.as_deref())
    }
}

impl Spec {
    /// The path of the file and the line, from 1, where a place starts.
    pub fn place(&self, at: At) -> (&str, usize) {
        let file = self.sources.file(at.file);
        (&file.path, 1 + file.text.bytes().take(at.span().start).filter(|byte| *byte == b'\n').count())
    }

    /// The text of a file, given by its path.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.sources.iter().find(|(_, file)| file.path == path).map(|(_, file)| file.text.as_str())
    }

    /// The dtype with the short name `name`.
    pub fn dtype(&self, name: &str) -> Option<DTypeId> {
        self.dtypes.iter().position(|d| d.name == name).map(|i| DTypeId(i as u8))
    }

    /// The dtype with this id.
    pub fn dtype_of(&self, id: DTypeId) -> &DType {
        &self.dtypes[usize::from(id.0)]
    }

    /// The document with id `id`.
    pub fn document(&self, id: &str) -> Option<&Document> {
        self.documents.iter().find(|d| d.id == id)
    }

    /// The promotion table with id `id`.
    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.id == id)
    }
}
