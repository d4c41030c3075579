//! The facts of one page, or of one edition of the specification, each with its place.
//!
//! Dtypes have their short names (`f32`), whatever the page calls them. Names that are not dtypes are kept as printed.
//! Two editions say the same if their facts are equal except for places.
//!
//! They are serialized for the report of a survey: what is not stated is absent, and so is what only editions have.

mod edition;
mod json;
mod table;

pub use crate::demand::Demand;
use crate::place::{ends, serialize};
pub use ascertain_spec::model::Gives;
use ascertain_spec::model::{Direction, Span};
use json::{direction, gives, names, nulls, products, stated, statuses};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The status code for null pointers. Its number stands in the headers' edition.
pub(crate) const NULL_STATUS: &str = "ACLNN_ERR_PARAM_NULLPTR";
/// The status code for everything else.
pub(crate) const INVALID_STATUS: &str = "ACLNN_ERR_PARAM_INVALID";

/// The facts of one page or edition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// Id of the document, `aclnn.cumprod`.
    pub document: String,
    /// Name of the edition, if it has one.
    #[serde(skip)]
    pub edition: Option<String>,
    /// Title as printed, or of the edition's source.
    pub title: String,
    /// `sha256:…` of the bytes read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Extent in words: `185 lines`, `7887 bytes`.
    #[serde(skip)]
    pub extent: Option<String>,
    /// Promotion tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableFacts>,
    /// Types that are dtypes, under the document's own names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<TypeFact>,
    /// Types that are not dtypes: name and place.
    #[serde(skip_serializing_if = "Vec::is_empty", rename = "other_types", serialize_with = "names")]
    pub others: Vec<(String, Span)>,
    /// The operator, if the document describes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operator: Option<OperatorFacts>,
    /// Sentences that could state a requirement and were not understood, in the page's order.
    pub unread: Vec<UnreadFact>,
    /// All other sentences that state no fact, in the page's order, so that no word can change unnoticed: headings, phrases,
    /// legends, examples. None for an edition that does not record its page's sentences.
    #[serde(skip)]
    pub rest: Option<Vec<UnreadFact>>,
}

/// A sentence of a page that was not understood as facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnreadFact {
    /// What it is about, or what kind of text it is: `aclnnCumprodGetWorkspaceSize, input`, `constraints`, `heading`.
    pub about: String,
    /// The sentence as printed, without markup. None for an edition of the specification, which has only the digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The first 16 hexadecimal digits of the SHA-256 of `about` and the words of the sentence.
    pub digest: String,
    /// Its place.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
    /// Whether it says nothing about calls, as its form shows. Of an edition, which keeps no words, as far as its place shows.
    #[serde(skip)]
    pub silent: bool,
}

/// A promotion table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFacts {
    /// `aclnn.tensor-tensor`.
    pub id: String,
    /// Keys of the rows as short names (or `bool`, `int`, `float` of Python numbers), in the page's order.
    pub rows: Vec<String>,
    /// Keys of the columns, in the same form.
    pub columns: Vec<String>,
    /// Printed cells, row by row: `rows.len() * columns.len()`.
    pub cells: Vec<CellFact>,
    /// Rules in prose that decide pairs that the table does not print.
    pub rules: Vec<RuleFact>,
    /// Name of the scheme in which the page names its dtypes (`short`, `mindspore`).
    pub names: String,
    /// The mark for "no promotion", as printed.
    pub undefined: String,
    /// Place of the whole table.
    pub place: Span,
    /// Place of each row, in the order of `rows`.
    pub row_places: Vec<Span>,
}

/// A printed cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CellFact {
    /// Short name of the dtype; none if the pair does not promote.
    pub result: Option<String>,
    /// Its place.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
}

/// A rule in prose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleFact {
    /// The dtype that it is about, on either side.
    pub operand: String,
    /// The dtypes listed.
    pub partners: Vec<String>,
    /// Whether it holds for the listed partners only, or for all others.
    pub only: bool,
    /// What the pair promotes to.
    #[serde(serialize_with = "gives")]
    pub gives: Gives,
    /// Its place.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
}

/// A dtype under the name that a document gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeFact {
    /// The document's name.
    pub name: String,
    /// Short name of the dtype.
    pub dtype: String,
    /// Other names, in the page's order.
    pub aliases: Vec<String>,
    /// Its place.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
}

/// What a page says about an operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OperatorFacts {
    /// Naming scheme of the dtypes that it lists; empty if it lists none.
    #[serde(skip)]
    pub names: String,
    /// Place of the operator's description, including its heading.
    #[serde(skip)]
    pub place: Span,
    /// The most dimensions, if stated.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "stated")]
    pub max_rank: Option<(u32, Span)>,
    /// Whether results repeat bit for bit, if stated.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "stated")]
    pub deterministic: Option<(bool, Span)>,
    /// Hardware products as printed, whether supported, and where.
    #[serde(serialize_with = "products")]
    pub products: Vec<(String, bool, Span)>,
    /// Functions, in the page's order.
    pub functions: Vec<FunctionFact>,
}

/// A function of an interface.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FunctionFact {
    /// `aclnnCumprodGetWorkspaceSize`.
    pub name: String,
    /// Its return type; empty if none is printed.
    pub returns: String,
    /// Parameters, in order.
    pub parameters: Vec<ParameterFact>,
    /// Status codes that the page gives for it: name, number, and place of the condition. Empty if the page has none, and
    /// for editions of the specification, which have them in requirements.
    #[serde(serialize_with = "statuses")]
    pub statuses: Vec<(String, i64, Span)>,
    /// Parameters that must not be null, with the places that say so: each alone gives the status for null pointers.
    #[serde(serialize_with = "nulls")]
    pub nulls: Vec<(String, Span)>,
    /// What descriptions demand of several parameters together, as far as it is understood. Empty for editions, which have it
    /// in requirements.
    #[serde(skip)]
    pub demands: Vec<DemandFact>,
    /// The demands that, broken, give the status for invalid parameters, in the same way.
    #[serde(skip)]
    pub refusals: Vec<DemandFact>,
    /// What its prototype and its descriptions call parameters, where they differ; none where one of the two lacks it. Empty for
    /// editions, which have errata.
    #[serde(skip)]
    pub differing_names: Vec<(Option<String>, Option<String>)>,
    /// Place of its prototype.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
}

/// Something that a page demands of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandFact {
    /// What it demands.
    pub what: &'static Demand,
    /// The most dimensions, of a demand for so many.
    pub most: Option<u32>,
    /// The parameters that it is about.
    pub parameters: Vec<String>,
    /// The sentence of a description, if it says nothing else.
    pub says: Option<String>,
    /// Its place.
    pub place: Span,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParameterFact {
    /// `input`.
    pub name: String,
    /// Type as the prototype prints it.
    pub c: String,
    /// Read or written.
    #[serde(serialize_with = "direction")]
    pub direction: Direction,
    /// Short names of the listed dtypes, in the page's order; names that are not dtypes are kept as printed.
    pub dtypes: Vec<String>,
    /// Dtypes that are listed for some hardware products only. `dtypes` then has all that any product takes, and those that
    /// no entry lists hold for every product.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub product_dtypes: Vec<ProductDTypes>,
    /// Formats listed.
    pub formats: Vec<String>,
    /// Whether it may be a tensor without elements, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<bool>,
    /// Whether it may be a view with gaps, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strided: Option<bool>,
    /// Range in the predicate language (`-rank(input) <= dim && dim < rank(input)`), if one is printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// Ranks accepted, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Ranks>,
    /// Place of its description.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
}

/// The ranks that a tensor may have: `2-8`, `at most 8`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ranks {
    /// The fewest dimensions, if stated and not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// The most dimensions, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

/// Dtypes that a parameter may have on some hardware products.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProductDTypes {
    /// Names of the products as printed.
    pub products: Vec<String>,
    /// Short names of the dtypes, in the page's order; names that are not dtypes are kept as printed.
    pub dtypes: Vec<String>,
    /// Place of the statement.
    #[serde(flatten, serialize_with = "serialize")]
    pub place: Span,
}

impl Facts {
    /// All sentences that state no fact, in the page's order, and whether each is unread. None if they are not recorded.
    pub(crate) fn sentences(&self) -> Option<Vec<(&UnreadFact, bool)>> {
        let rest = self.rest.as_ref()?.iter().map(|fact| (fact, false));
        let mut all: Vec<_> = self.unread.iter().map(|fact| (fact, true)).chain(rest).collect();
        all.sort_by_key(|(fact, _)| ends(fact.place).0);
        Some(all)
    }
}

impl UnreadFact {
    /// A sentence of a page. The digest is that of its words, so that a page and its reformatted copy agree.
    pub(crate) fn new(about: &str, text: &str, place: Span) -> Self {
        let hash = Sha256::digest(format!("{about}\n{}", words(text)));
        let digest = hex::encode(&hash[..8]);
        Self { about: about.to_owned(), text: Some(text.to_owned()), digest, place, silent: false }
    }
}

/// What two ways to write the same sentence have in common: one sign for each meaning, and no quotes, no stop at its end, and no
/// white space but between digits, where it keeps two numbers apart.
pub(crate) fn words(text: &str) -> String {
    let sign = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '、' => ',',
        '。' => '.',
        '×' | '✗' | '✘' | '✕' => 'x',
        '✓' | '✔' => '√',
        '—' | '–' | '−' => '-',
        c => c,
    };
    let mut words = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars().map(sign) {
        if c.is_whitespace() {
            gap = true;
        } else if !"\"'`“”‘’\\".contains(c) {
            if gap && c.is_ascii_digit() && words.ends_with(|last: char| last.is_ascii_digit()) {
                words.push(' ');
            }
            words.push(c);
            gap = false;
        }
    }
    words.trim_end_matches(['.', ',', ';', ':']).to_owned()
}

impl Ranks {
    /// `2 to 8 dimensions`; none if nothing is stated.
    pub(crate) fn in_words(self) -> Option<String> {
        Some(match (self.least, self.most) {
            (None, None) => return None,
            (Some(least), Some(most)) if least == most => format!("{least} dimensions"),
            (Some(least), Some(most)) => format!("{least} to {most} dimensions"),
            (Some(least), None) => format!("{least} or more dimensions"),
            (None, Some(most)) => format!("at most {most} dimensions"),
        })
    }
}

impl RuleFact {
    /// The rule in words: `bool with all but u16, u32 gives the other`.
    pub(crate) fn in_words(&self) -> String {
        let mut partners: Vec<&str> = self.partners.iter().map(String::as_str).collect();
        partners.sort_unstable();
        let whom = match (self.only, partners.is_empty()) {
            (true, _) => partners.join(", "),
            (false, true) => "every dtype".to_owned(),
            (false, false) => format!("all but {}", partners.join(", ")),
        };
        let gives = match self.gives {
            Gives::Partner => "gives the other",
            Gives::Operand => "stays",
            Gives::Nothing => "has no promotion",
        };
        format!("{} with {whom} {gives}", self.operand)
    }
}
