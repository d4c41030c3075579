//! The checked model: what the specification says, after loading, inheritance and every check.
//!
//! Everything here is plain data, in a fixed order (that of the files, which are read sorted by path), so that
//! whatever is made from it is the same bytes on every machine.

use crate::expr::{Expr, Type};

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
    /// Status codes by name, in file order.
    pub statuses: Vec<Status>,
    /// Tensor formats (`aclFormat`), in file order.
    pub formats: Vec<(String, i64)>,
    /// Promotion tables: one entry a table, with every edition of it resolved.
    pub tables: Vec<Table>,
    /// Operators: one entry an operator, with every edition of its contract resolved.
    pub operators: Vec<Operator>,
    /// Requirements about tables (those about operators stand in their contracts).
    pub table_requirements: Vec<Requirement>,
    /// All errata, of every document.
    pub errata: Vec<Erratum>,
    /// Types of `mindspore.dtype` and the like, per edition.
    pub type_lists: Vec<TypeList>,
    /// Paths of the files read, relative to the specification's folder, sorted, with `/` between components.
    pub inputs: Vec<String>,
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

/// One dtype and its names.
#[derive(Clone, Debug)]
pub struct DType {
    /// aclnn's short form, `f32`.
    pub name: String,
    /// Kind of numbers.
    pub class: Class,
    /// Width of an element in bits.
    pub bits: u32,
    /// Significand bits with the implicit one, of a float or of a complex number's parts.
    pub precision: Option<u32>,
    /// Exponent field bits, likewise.
    pub exponent_bits: Option<u32>,
    /// Value of `aclDataType`.
    pub number: i64,
    /// Name in each scheme but `short` and `number`, in file order; a scheme that has no name for it is absent.
    pub names: Vec<(String, String)>,
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
}

/// One revision of a document's facts.
#[derive(Clone, Debug)]
pub struct Edition {
    /// `cann-8.3.rc1`.
    pub name: String,
    /// The edition it inherits from.
    pub inherits: Option<String>,
    /// Where it was read.
    pub source: Source,
    /// Its file, relative to the specification's folder.
    pub file: String,
}

/// Where an edition was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// A page for people, or code.
    pub kind: SourceKind,
    /// Its title, with revision or date.
    pub title: String,
    /// `sha256:…` of the file read, where it is at hand.
    pub digest: Option<String>,
    /// Its extent in words (`185 lines`), where it is at hand.
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

/// A choice of one edition for every document.
#[derive(Clone, Debug)]
pub struct Profile {
    /// `documented`.
    pub name: String,
    /// What it is for.
    pub says: String,
    /// Whether it is used when none is named.
    pub default: bool,
    /// Name of the edition for each document, in the order of [`Spec::documents`].
    pub editions: Vec<String>,
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
}

/// One axis of a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What the axis holds: `lhs`, `rhs`, `scalar`, `tensor`, `number`.
    pub role: String,
    /// Its keys, in the order of the resolved table.
    pub keys: Vec<AxisKey>,
}

/// A key of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxisKey {
    /// A dtype.
    DType(DTypeId),
    /// A kind of Python number: `bool`, `int`, `float`.
    Number(String),
}

/// A promotion table in all its editions.
#[derive(Clone, Debug)]
pub struct Table {
    /// `aclnn.tensor-tensor`.
    pub id: String,
    /// The document that holds it.
    pub document: String,
    /// What a cell says.
    pub says: String,
    /// Rows; dtypes in the order of [`Spec::dtypes`].
    pub rows: Axis,
    /// Columns, likewise.
    pub columns: Axis,
    /// Cells of each edition, in the order of the document's editions.
    pub editions: Vec<TableEdition>,
}

/// A promotion table in one edition.
#[derive(Clone, Debug)]
pub struct TableEdition {
    /// Name of the edition.
    pub edition: String,
    /// Cells, row by row.
    pub cells: Vec<Cell>,
    /// The rules in prose that derived cells name.
    pub rules: Vec<Rule>,
}

/// A rule in prose that answers cells of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What [`Origin::Derived`] names.
    pub id: String,
    /// The rule.
    pub says: String,
    /// Where it stands.
    pub cite: Citation,
}

/// One entry of a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The dtype, or none where the pair has no promotion.
    pub result: Option<DTypeId>,
    /// How it is known.
    pub origin: Origin,
    /// Where it is said: the cell's own place where the page's layout gives one.
    pub cite: Citation,
}

/// How a cell is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Printed in the table.
    Stated,
    /// Given by a rule in prose: its id.
    Derived(String),
}

/// An operator in all its editions.
#[derive(Clone, Debug)]
pub struct Operator {
    /// `cumprod`; the `cmd` of the protocol.
    pub name: String,
    /// The document that describes it.
    pub document: String,
    /// The area that its cases are counted under.
    pub area: String,
    /// Arguments that a backend is asked with, in order; predicates refer to them by index.
    pub arguments: Vec<Argument>,
    /// Contract in each edition, in the order of the document's editions.
    pub contracts: Vec<Contract>,
}

/// An argument of an operator.
#[derive(Clone, Debug)]
pub struct Argument {
    /// `input`.
    pub name: String,
    /// What it holds.
    pub kind: ArgumentKind,
    /// Whether it is something to read or to write.
    pub direction: Direction,
    /// Whether it may be absent.
    pub optional: bool,
    /// The interface through which alone it can be given.
    pub via: Option<String>,
    /// What it is for.
    pub says: String,
}

/// What an argument holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A tensor.
    Tensor,
    /// An integer.
    Int,
    /// A dtype.
    DType,
    /// Yes or no; absent is no.
    Flag,
}

/// Whether an argument is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Read.
    In,
    /// Written.
    Out,
    /// Both.
    InOut,
}

/// What one edition of a document says about an operator.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Name of the edition.
    pub edition: String,
    /// What the operator does.
    pub says: String,
    /// Its formula.
    pub formula: String,
    /// Where that stands.
    pub cite: Citation,
    /// The most dimensions, where stated.
    pub max_rank: Option<u32>,
    /// Whether results repeat bit for bit, where stated.
    pub deterministic: Option<bool>,
    /// Supported and unsupported products.
    pub products: Vec<Product>,
    /// Messages that the document prints.
    pub messages: Vec<Message>,
    /// Functions of the interface.
    pub functions: Vec<Function>,
    /// Variants: name and the condition under which it is meant (typed, Boolean).
    pub variants: Vec<(String, Predicate)>,
    /// Values that predicates and kernels may use beside the arguments.
    pub derived: Vec<Derived>,
    /// Requirements, in file order.
    pub requirements: Vec<Requirement>,
}

/// Support of one product.
#[derive(Clone, Debug)]
pub struct Product {
    /// As printed.
    pub name: String,
    /// Whether the operator runs on it.
    pub supported: bool,
    /// Where that stands.
    pub cite: Citation,
}

/// A message that a document prints.
#[derive(Clone, Debug)]
pub struct Message {
    /// As printed.
    pub text: String,
    /// When it appears.
    pub says: String,
    /// Where it stands.
    pub cite: Citation,
}

/// One function of an interface.
#[derive(Clone, Debug)]
pub struct Function {
    /// `aclnnCumprodGetWorkspaceSize`.
    pub name: String,
    /// 1 checks and sizes, 2 runs.
    pub phase: u32,
    /// `out of place`, `in place`, `view`.
    pub variant: String,
    /// The function of phase two that belongs to this one.
    pub then: Option<String>,
    /// Its return type.
    pub returns: String,
    /// Where it stands.
    pub cite: Citation,
    /// Parameters, in order.
    pub parameters: Vec<Parameter>,
}

/// One parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// `input`.
    pub name: String,
    /// Its type as printed.
    pub c: String,
    /// Read or written.
    pub direction: Direction,
    /// What it is.
    pub says: String,
    /// Dtypes it may have; empty where none are listed.
    pub dtypes: Vec<DTypeId>,
    /// Dtype names it may have that no other document knows (`int24`).
    pub unnamed: Vec<String>,
    /// Formats it may have.
    pub formats: Vec<String>,
    /// Whether a tensor without elements is taken, where stated.
    pub empty: Option<bool>,
    /// Whether a view with gaps is taken, where stated.
    pub strided: Option<bool>,
    /// Range as printed, in the predicate language.
    pub range: Option<String>,
    /// Where it stands.
    pub cite: Citation,
}

/// A value computed from arguments.
#[derive(Clone, Debug)]
pub struct Derived {
    /// `compute`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it is for.
    pub says: String,
    /// How it is computed.
    pub is: Predicate,
}

/// An expression with its source text.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// As written.
    pub text: String,
    /// Typed.
    pub expr: Expr,
}

/// How binding a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Broken, it is a failure.
    Must,
    /// Broken, it is a warning.
    Should,
    /// The document is silent: observed.
    Unspecified,
    /// The document disagrees with itself or with another: either reading is right.
    Contradicted,
}

/// One normative statement.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// `cumprod.dim.range`.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// The statement, in the project's words.
    pub says: String,
    /// When it applies; always where absent.
    pub when: Option<Predicate>,
    /// What must hold then; absent where no predicate over the arguments can say it.
    pub require: Option<Predicate>,
    /// Name of the status code that breaking it gives.
    pub status: Option<String>,
    /// Message that breaking it gives.
    pub message: Option<String>,
    /// The interface through which alone it can be asked.
    pub via: Option<String>,
    /// Why no argument can break it.
    pub unbreakable: Option<String>,
    /// The table that it is about.
    pub table: Option<String>,
    /// Whether it is about the ranks of a table's operands.
    pub ranks: bool,
    /// Whether it is about asking the same twice.
    pub repeats: bool,
    /// Whether the reference implementation refuses what breaks it, where that is left open.
    pub reference_refuses: bool,
    /// Names of the editions of the document that it holds in, in the order of the document's editions.
    pub editions: Vec<String>,
    /// Where it stands.
    pub cite: Citation,
}

/// A place where a document contradicts itself, another document or the vendor's code.
#[derive(Clone, Debug)]
pub struct Erratum {
    /// `aclnn.tensor-tensor.f16-bf16`.
    pub id: String,
    /// The document whose overlay lists it.
    pub document: String,
    /// What is at odds.
    pub says: String,
    /// The readings, at least two.
    pub readings: Vec<Reading>,
    /// Cells concerned.
    pub cells: Vec<CellRef>,
    /// Ids of requirements concerned.
    pub requirements: Vec<String>,
    /// Editions concerned; empty for all.
    pub editions: Vec<String>,
    /// Other results that it makes right, beside the cell's own.
    pub accepts: Vec<Accepted>,
}

/// One reading of an erratum.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The reading.
    pub says: String,
    /// Where it stands.
    pub cite: Citation,
}

/// A reference to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRef {
    /// Id of the table.
    pub table: String,
    /// Index of the row in [`Table::rows`].
    pub row: usize,
    /// Index of the column in [`Table::columns`].
    pub column: usize,
}

/// A further right answer for a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The cell.
    pub cell: CellRef,
    /// The result accepted; none for a refusal.
    pub result: Option<DTypeId>,
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

/// A dtype under a document's own name.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// The name that the document's tables use.
    pub name: String,
    /// The dtype.
    pub dtype: DTypeId,
    /// Other names.
    pub aliases: Vec<String>,
    /// Where it stands.
    pub cite: Citation,
}

/// A type that is no dtype.
#[derive(Clone, Debug)]
pub struct OtherType {
    /// Its name.
    pub name: String,
    /// What it is.
    pub says: String,
    /// Where it stands.
    pub cite: Citation,
}

impl Spec {
    /// The dtype with the short name `name`.
    pub fn dtype(&self, name: &str) -> Option<DTypeId> {
        self.dtypes.iter().position(|d| d.name == name).map(|i| DTypeId(i as u8))
    }

    /// The dtype behind an id of this specification.
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
