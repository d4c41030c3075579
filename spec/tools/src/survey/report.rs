//! The report of a survey, as it is written in JSON.
//!
//! [`Report`] is the whole file. Lists keep the page's order. A place is `{"lines": [first, last]}`, `{"bytes": [first, end]}`
//! or `{}` if it is not known. Dtypes have the short names of the specification (`f32`); names that it does not know are as
//! printed. What a page does not state is absent.

use serde::Serialize;

/// The report of a survey.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of this format: 1.
    pub version: u32,
    /// The pages, in the order in which they were read.
    pub pages: Vec<PageReport>,
}

/// One page.
#[derive(Clone, Debug, Serialize)]
pub struct PageReport {
    /// Its path, as given or below the folder given.
    pub path: String,
    /// `read`, `refused`, or `other` for a page that does not describe functions of aclnn and is not read as a document of the
    /// specification.
    pub outcome: &'static str,
    /// Reasons for which it is not read.
    pub errors: Vec<Note>,
    /// What a person should check.
    pub notes: Vec<Note>,
    /// What it says, by document; empty unless it is read.
    pub facts: Vec<Document>,
}

/// A complaint.
#[derive(Clone, Debug, Serialize)]
pub struct Note {
    /// Its words.
    pub says: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A place on a page; counted from 1 for lines and from 0 for bytes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Place {
    /// First and last line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<[u32; 2]>,
    /// First byte, and the byte after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<[u32; 2]>,
}

/// The facts of a document.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// Its id, `aclnn.cumsum`.
    pub document: String,
    /// The page's title.
    pub title: String,
    /// `sha256:…` of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Promotion tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
    /// Types that are dtypes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Type>,
    /// Names of types that are not dtypes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_types: Vec<String>,
    /// The operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operator: Option<Operator>,
    /// Sentences that could state a requirement and were not understood.
    pub unread: Vec<Unread>,
}

/// A promotion table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// `aclnn.tensor-tensor`.
    pub id: String,
    /// Short names of the rows' dtypes.
    pub rows: Vec<String>,
    /// Short names of the columns' dtypes.
    pub columns: Vec<String>,
    /// One list per row, with one cell per column.
    pub cells: Vec<Vec<Cell>>,
    /// Rules in prose.
    pub rules: Vec<Rule>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A cell of a promotion table.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Short name of the dtype; null if the pair does not promote.
    pub result: Option<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A rule in prose.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// The dtype that it is about.
    pub operand: String,
    /// The dtypes that it lists.
    pub partners: Vec<String>,
    /// Whether it holds for these only, or for all others.
    pub only: bool,
    /// `partner`, `operand` or `nothing`.
    pub gives: &'static str,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A type that is a dtype.
#[derive(Clone, Debug, Serialize)]
pub struct Type {
    /// The page's name.
    pub name: String,
    /// Short name.
    pub dtype: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// An operator.
#[derive(Clone, Debug, Serialize)]
pub struct Operator {
    /// The most dimensions, wherever the page states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rank: Option<StatedNumber>,
    /// Whether results repeat bit for bit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deterministic: Option<StatedTruth>,
    /// Hardware products.
    pub products: Vec<Product>,
    /// Messages that the page prints.
    pub messages: Vec<Note>,
    /// Functions.
    pub functions: Vec<Function>,
}

/// A number and its place.
#[derive(Clone, Debug, Serialize)]
pub struct StatedNumber {
    /// The number.
    pub value: u32,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A yes or no, and its place.
#[derive(Clone, Debug, Serialize)]
pub struct StatedTruth {
    /// Yes or no.
    pub value: bool,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A hardware product.
#[derive(Clone, Debug, Serialize)]
pub struct Product {
    /// Its name as printed.
    pub name: String,
    /// Its mark.
    pub supported: bool,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A function.
#[derive(Clone, Debug, Serialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its return type.
    pub returns: String,
    /// Parameters in the order of the prototype.
    pub parameters: Vec<Parameter>,
    /// Status codes, each once.
    pub statuses: Vec<Status>,
    /// Parameters that must not be null.
    pub nulls: Vec<Null>,
    /// Place of the prototype.
    #[serde(flatten)]
    pub place: Place,
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its C type, `const aclTensor*`.
    pub c: String,
    /// `in`, `out` or `inout`.
    pub direction: &'static str,
    /// Short names of all dtypes that any product takes.
    pub dtypes: Vec<String>,
    /// Dtypes by product.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub product_dtypes: Vec<ProductDTypes>,
    /// Formats as printed.
    pub formats: Vec<String>,
    /// Whether a tensor without elements is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<bool>,
    /// Whether a tensor with gaps is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strided: Option<bool>,
    /// Range of a number, `-rank(self) <= dim && dim < rank(self)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// Ranks accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Ranks>,
    /// Place of the description.
    #[serde(flatten)]
    pub place: Place,
}

/// Dtypes on some products.
#[derive(Clone, Debug, Serialize)]
pub struct ProductDTypes {
    /// Names of the products as printed.
    pub products: Vec<String>,
    /// Short names of the dtypes.
    pub dtypes: Vec<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// Ranks accepted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ranks {
    /// The fewest dimensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// The most dimensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

/// A status code.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: i64,
    /// Place of its conditions.
    #[serde(flatten)]
    pub place: Place,
}

/// A parameter that must not be null.
#[derive(Clone, Debug, Serialize)]
pub struct Null {
    /// Its name.
    pub name: String,
    /// Where the page says so.
    #[serde(flatten)]
    pub place: Place,
}

/// A sentence that was not understood.
#[derive(Clone, Debug, Serialize)]
pub struct Unread {
    /// What it is about.
    pub about: String,
    /// Its words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its digest.
    pub digest: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

impl Report {
    /// A report without pages.
    pub fn new() -> Self {
        Self { version: 1, pages: Vec::new() }
    }
}

impl Default for Report {
    fn default() -> Self {
        Self::new()
    }
}
