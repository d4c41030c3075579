//! The checked model: what the specification says, after inheritance and all checks.
//!
//! It is plain data in a fixed order, that of the files sorted by path. So everything generated from it is the same on
//! every machine. Each type describes itself to programs that write it in other languages ([`describe`]).

use crate::model::describe::{
    Described, Enumeration, Field, FieldType, Record, Value, enumeration, hidden, plain, record,
};
use crate::model::root::{Constant, choice, root};
use crate::source::Sources;
use ascertain_language::expr::Expr;

pub mod describe;
mod operator;
mod requirement;
pub mod root;
mod table;

use std::fmt;
use std::ops::Deref;

pub use crate::source::At;
pub use operator::{
    Argument, ArgumentKind, Contract, Derived, Direction, Formula, Function, Join, Joined, Message,
    OperatorSpec, Outside, Parameter, Product, ProductDTypes, Stated, ValueType, Variant,
};
pub use requirement::{Accepted, Basis, CellRef, Cells, Erratum, Level, Reading, Requirement};
pub use table::{Axis, Cell, Gives, Key, Number, Origin, Printed, Rule, Table, TableEdition};

record! {
    /// A whole specification.
    #[derive(Clone, Debug)]
    pub struct Spec {
        /// All dtypes, in the order of the specification.
        pub dtypes: Vec<DTypeInfo>,
        /// Naming schemes.
        pub schemes: Vec<SchemeInfo>,
        /// Documents.
        pub documents: Vec<Document>,
        /// Profiles; exactly one is the default.
        pub profiles: Vec<Profile>,
        /// Hardware products, the newest first.
        pub products: Vec<ProductName>,
        /// What pages that vendors damaged should say.
        pub patches: Vec<Patch>,
        /// Status codes.
        pub statuses: Vec<Status>,
        /// Tensor formats.
        pub formats: Vec<Format>,
        /// Promotion tables.
        pub tables: Vec<Table>,
        /// Operators.
        pub operators: Vec<OperatorSpec>,
        /// Errata.
        pub errata: Vec<Erratum>,
        /// Types that documents list under their own names.
        pub type_lists: Vec<TypeList>,
        /// Sentences of documents that nothing else here keeps.
        pub statements: Vec<Statement>,
        /// The files read.
        pub(crate) sources: Sources,
    }
}

/// An index into [`Spec::dtypes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DTypeId(pub u8);

/// A list of dtypes that counts as a set; the root crate has it as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DTypes(pub(crate) Vec<DTypeId>);

impl Deref for DTypes {
    type Target = [DTypeId];

    fn deref(&self) -> &[DTypeId] {
        &self.0
    }
}

/// An expression with its source text, which is what other languages have of it. The root crate has it compiled.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// As written.
    pub text: String,
    /// Typed.
    pub expr: Expr,
    /// Where the specification says so.
    pub at: At,
}

/// An expression over elements.
#[derive(Clone, Debug)]
pub struct Elementwise(pub Predicate);

/// The enumeration of dtypes.
pub static DTYPE: Enumeration =
    Enumeration { name: "DType", says: "A dtype that the documents name, by its short name.", names: &[] };

plain! {
    DTypeId, FieldType::Name(&DTYPE), |id, spec| Value::Name(spec.dtype_of(*id).name.clone()), Constant::DType(*id);
    DTypes, <Vec<DTypeId>>::TYPE, |dtypes, spec| dtypes.0.value(spec), Constant::DTypes(dtypes);
    Elementwise, FieldType::Text, |each, _| Value::Text(each.0.text.clone()), Constant::Elementwise(&each.0);
    Predicate, FieldType::Text, |predicate, _| Value::Text(predicate.text.clone()), Constant::Predicate(predicate);
}

hidden! {
    At: |at| Constant::At(*at),
    Sources: |_| Constant::Hidden,
    Patch: |_| Constant::Hidden,
    PageSentence: |_| Constant::Hidden,
    TableReading: |_| Constant::Hidden,
    Printed: |_| Constant::Hidden,
}

enumeration! {
    /// What kind of numbers a dtype holds.
    pub enum Class {
        /// IEEE-style binary floating point.
        Float = "float",
        /// Two's complement integer.
        Signed = "signed",
        /// Unsigned integer.
        Unsigned = "unsigned",
        /// Truth value, one byte.
        Bool = "bool",
        /// Pair of floats, real part first.
        Complex = "complex",
    }

    /// What an edition was read from.
    pub enum SourceKind {
        /// A page that the vendor publishes.
        Page = "page",
        /// The vendor's code.
        Code = "code",
    }
}

record! {
    /// A dtype's name in a scheme.
    #[derive(Clone, Debug)]
    pub struct SchemeName {
        /// Name of the scheme.
        pub scheme: String,
        /// The dtype's name in it.
        pub name: String,
    }

    /// Facts about a dtype.
    #[derive(Clone, Debug)]
    pub struct DTypeInfo {
        /// The dtype.
        pub dtype: DTypeId,
        /// Its short name.
        pub name: String,
        /// What kind of numbers it holds.
        pub class: Class,
        /// Width of an element.
        pub bits: u32,
        /// Significand bits of a float, or of each part of a complex number, including the implicit one.
        pub precision: Option<u32>,
        /// Bits of the exponent field of these.
        pub exponent_bits: Option<u32>,
        /// Value of aclDataType.
        pub number: i32,
        /// Its name in each scheme that has one, the short name first.
        pub names: Vec<SchemeName>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A set of names for dtypes.
    #[derive(Clone, Debug)]
    pub struct SchemeInfo as "Scheme" {
        /// Its name.
        pub name: String,
        /// What it is.
        pub says: String,
        /// Where it comes from.
        pub cite: Citation,
        /// Where the specification says so.
        pub at: At,
    }

    /// A page or code that is transcribed.
    #[derive(Clone, Debug)]
    pub struct Document {
        /// Its id.
        pub id: String,
        /// Its title.
        pub title: String,
        /// What it is about.
        pub says: String,
        /// The default edition.
        pub default_edition: String,
        /// Its editions, the first one first.
        pub editions: Vec<Edition>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A revision of a document's facts.
    #[derive(Clone, Debug)]
    pub struct Edition {
        /// Its name.
        pub name: String,
        /// The edition that it inherits from.
        pub inherits: Option<String>,
        /// The edition whose requirements hold in it too, if it is not the one it inherits from.
        pub requirements_of: Option<String>,
        /// Where its name comes from.
        pub named: String,
        /// What it was read from.
        pub source: SourceKind,
        /// Title of its source, with revision or date.
        pub title: String,
        /// Address of its source, if it has one.
        pub address: Option<String>,
        /// Digest of its source, if a copy was available.
        pub digest: Option<String>,
        /// Why a page has no digest.
        pub no_digest: Option<String>,
        /// Length of its source in words.
        pub extent: Option<String>,
        /// Whether it is a draft: not every sentence of its page has been read.
        pub draft: bool,
        /// How the promotion table of its page is read, if the page's own words do not tell.
        pub reading: Option<TableReading>,
        /// The sentences of its page that are not facts, in the page's order, if it records them.
        pub sentences: Option<Vec<PageSentence>>,
        /// Its file, relative to the specification's folder.
        pub file: String,
        /// Where the specification says so.
        pub at: At,
    }

    /// An edition of a document.
    #[derive(Clone, Debug)]
    pub struct EditionChoice {
        /// Id of the document.
        pub document: String,
        /// Name of the edition.
        pub edition: String,
    }

    /// A choice of one edition for every document.
    #[derive(Clone, Debug)]
    pub struct Profile {
        /// Its name.
        pub name: String,
        /// What it is for.
        pub says: String,
        /// Whether it is the default.
        pub default: bool,
        /// The editions, in the order of the documents.
        pub editions: Vec<EditionChoice>,
        /// Where the specification says so.
        pub at: At,
    }

    /// What a hardware product is called.
    #[derive(Clone, Debug)]
    pub struct ProductName {
        /// The short name that people choose it by.
        pub name: String,
        /// Its names on pages.
        pub names: Vec<String>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A status code.
    #[derive(Clone, Debug)]
    pub struct Status as "StatusInfo" {
        /// Its name.
        pub name: String,
        /// Its number.
        pub number: i32,
        /// What it means.
        pub says: String,
        /// Other spellings.
        pub also: Vec<String>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A tensor format.
    #[derive(Clone, Debug)]
    pub struct Format as "FormatInfo" {
        /// Its name.
        pub name: String,
        /// Value of aclFormat.
        pub number: i32,
        /// Where the specification says so.
        pub at: At,
    }

    /// A sentence of a document that is not a cell, a fact about an operator, a requirement or a type.
    #[derive(Clone, Debug)]
    pub struct Statement {
        /// Id of the document.
        pub document: String,
        /// The sentence, in this project's words.
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

    /// A dtype under the name that a document gives it.
    #[derive(Clone, Debug)]
    pub struct NamedType {
        /// The document's name.
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

    /// The types that one edition of a document lists.
    #[derive(Clone, Debug)]
    pub struct TypeList {
        /// Id of the document.
        pub document: String,
        /// Name of the edition.
        pub edition: String,
        /// Types that are dtypes.
        pub types: Vec<NamedType>,
        /// Types that are not.
        pub others: Vec<OtherType>,
    }
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

/// How a promotion table is read of whose page no program knows the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableReading {
    /// The tables of the page by number, the first being 1. Their cells add up. None stands for all.
    pub tables: Vec<u32>,
    /// Names of rows, columns and results that stand for no dtype, and are left out.
    pub without: Vec<String>,
    /// Whether a pair that is not printed promotes as in the other order.
    pub symmetric: bool,
}

/// What became of a sentence that a program does not understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceAnswer {
    /// A requirement, an erratum or a statement cites it.
    Cited,
    /// It asks nothing, for this reason.
    Closed(String),
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
    /// What became of it, if it may. Nothing if it is an open question.
    pub answer: Option<SentenceAnswer>,
    /// Its place in the page.
    pub span: Span,
    /// Where the specification says so.
    pub at: At,
}

root! {
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
}

choice! {
    /// A place in a page, in numbers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Span {
        /// Not known: the source is code, or no copy of the page was available.
        #[default]
        None,
        /// First and last line, from 1.
        Lines(first: u32, last: u32),
        /// First byte, and the byte after the last.
        Bytes(first: u32, past: u32),
    }
}

/// A citation where enumerations have no data: the span is a unit and two numbers.
static CITATION: Record = Record::new(
    "Citation",
    "A place in an edition of a document.",
    &[
        Field::new("document", FieldType::Text, "Id of the document."),
        Field::new("edition", FieldType::Text, "Name of the edition."),
        Field::new("place", FieldType::Text, "The place in words."),
        Field::new("unit", FieldType::Name(&UNIT), "What first and last count."),
        Field::new("first", FieldType::Integer, "First line from 1, or first byte from 0."),
        Field::new("last", FieldType::Integer, "Last line, or the byte after the last."),
    ],
);
static UNIT: Enumeration = Enumeration {
    name: "Unit",
    says: "The unit of a place in a page; nothing if the place is not known.",
    names: &["nothing", "lines", "bytes"],
};

impl Described for Citation {
    const TYPE: FieldType = FieldType::Record(&CITATION);
    const OPTIONAL: FieldType = FieldType::List(&Self::TYPE);

    fn value(&self, _: &Spec) -> Value {
        let Self { document, edition, place, span } = self;
        let (unit, first, last) = match *span {
            Span::None => ("nothing", 0, 0),
            Span::Lines(first, last) => ("lines", first, last),
            Span::Bytes(first, last) => ("bytes", first, last),
        };
        let [document, edition, place] = [document, edition, place].map(|text| Value::Text(text.clone()));
        let [first, last] = [first, last].map(|number| Value::Integer(number.into()));
        CITATION.filled([document, edition, place, Value::Name(unit.into()), first, last])
    }
}

impl Span {
    /// Whether another place is inside this one.
    pub fn contains(self, part: Self) -> bool {
        match (self, part) {
            (Self::Lines(a, b), Self::Lines(c, d)) | (Self::Bytes(a, b), Self::Bytes(c, d)) => {
                a <= c && d <= b
            }
            _ => false,
        }
    }
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

impl DTypeInfo {
    /// Its name in a scheme, if the scheme has one.
    pub fn name_in(&self, scheme: &str) -> Option<&str> {
        self.names.iter().find(|name| name.scheme == scheme).map(|name| name.name.as_str())
    }
}

impl Document {
    /// The edition called `name`.
    pub fn edition(&self, name: &str) -> Option<&Edition> {
        self.editions.iter().find(|edition| edition.name == name)
    }
}

impl Edition {
    /// The sentences of its page that are open questions: neither read by a program, nor cited, nor closed.
    pub fn open(&self) -> impl Iterator<Item = &PageSentence> {
        self.sentences.iter().flatten().filter(|sentence| sentence.unread && sentence.answer.is_none())
    }

    /// The edition whose requirements hold in this one too, where no list names this one.
    pub fn follows(&self) -> Option<&str> {
        self.requirements_of.as_deref().or(self.inherits.as_deref())
    }
}

impl Spec {
    /// The path of a place's file.
    pub fn path(&self, at: At) -> &str {
        &self.sources.file(at.file).path
    }

    /// The path of the file and the line, from 1, where a place starts.
    pub fn place(&self, at: At) -> (&str, usize) {
        (self.path(at), self.sources.file(at.file).line(at.span().start).0)
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
    pub fn dtype_of(&self, id: DTypeId) -> &DTypeInfo {
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

    /// The operator that a document describes.
    pub fn operator_of(&self, document: &str) -> Option<&OperatorSpec> {
        self.operators.iter().find(|operator| operator.document == document)
    }

    /// Whether a tensor format is known.
    pub fn has_format(&self, name: &str) -> bool {
        self.formats.iter().any(|format| format.name == name)
    }

    /// Requirements about tables. Those about operators are in their contracts.
    pub fn table_requirements(&self) -> impl Iterator<Item = &Requirement> {
        self.tables.iter().flat_map(|table| &table.requirements)
    }

    /// Makes these editions the default ones of their documents.
    pub fn choose(&mut self, editions: &[EditionChoice]) {
        for EditionChoice { document, edition } in editions {
            let documents = self.documents.iter_mut().filter(|d| d.id == *document);
            let tables = self.tables.iter_mut().filter(|t| t.document == *document);
            let operators = self.operators.iter_mut().filter(|o| o.document == *document);
            documents
                .map(|d| &mut d.default_edition)
                .chain(tables.map(|t| &mut t.default_edition))
                .chain(operators.map(|o| &mut o.default_edition))
                .for_each(|default| default.clone_from(edition));
        }
    }
}
