//! What one page, or one edition of the specification, says: facts alone, each with its place.
//!
//! Dtypes stand under their short names (`f32`), whatever the page calls them; names that no dtype has stand as
//! printed. Two editions say the same when their facts are equal but for places.

mod edition;
mod table;

pub use ascertain_spec::model::Gives;
use ascertain_spec::model::{Direction, Span};

/// The facts of one page or edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Id of the document, `aclnn.cumprod`.
    pub document: String,
    /// Name of the edition, where it has one.
    pub edition: Option<String>,
    /// Title as printed, or of the edition's source.
    pub title: String,
    /// `sha256:…` of the bytes read.
    pub digest: Option<String>,
    /// Extent in words: `185 lines`, `7887 bytes`.
    pub extent: Option<String>,
    /// Promotion tables.
    pub tables: Vec<TableFacts>,
    /// Types that are dtypes, under the document's own names.
    pub types: Vec<TypeFact>,
    /// Types that are no dtypes: name and place.
    pub others: Vec<(String, Span)>,
    /// What a page about an operator says.
    pub operator: Option<OperatorFacts>,
}

/// A promotion table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFacts {
    /// `aclnn.tensor-tensor`.
    pub id: String,
    /// Keys of the rows as short names (or `bool`, `int`, `float` of Python numbers), in the page's order.
    pub rows: Vec<String>,
    /// Keys of the columns, likewise.
    pub columns: Vec<String>,
    /// Printed cells, row by row: `rows.len() * columns.len()`.
    pub cells: Vec<CellFact>,
    /// Rules in prose that answer pairs the table does not print.
    pub rules: Vec<RuleFact>,
    /// Name of the scheme in which the page names its dtypes (`short`, `mindspore`).
    pub names: String,
    /// The mark for "no promotion", as printed.
    pub undefined: String,
    /// The place of the whole table, and of each row in the order of `rows`.
    pub place: Span,
    /// Place of each row.
    pub row_places: Vec<Span>,
}

/// A printed cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellFact {
    /// Short name of the dtype; none for the mark "no promotion".
    pub result: Option<String>,
    /// Where it stands.
    pub place: Span,
}

/// A rule in prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFact {
    /// A dtype, on either side.
    pub operand: String,
    /// The dtypes listed.
    pub partners: Vec<String>,
    /// Whether the list says which partners are meant (or which are not).
    pub only: bool,
    /// What the pair gives.
    pub gives: Gives,
    /// Where it stands.
    pub place: Span,
}

/// A dtype under a document's own name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeFact {
    /// The document's name.
    pub name: String,
    /// Short name of the dtype.
    pub dtype: String,
    /// Other names, in the page's order.
    pub aliases: Vec<String>,
    /// Where it stands.
    pub place: Span,
}

/// What a page says about an operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperatorFacts {
    /// Naming scheme of the dtypes that it lists; empty where it lists none.
    pub names: String,
    /// Where the operator is described: its section, heading included.
    pub place: Span,
    /// The most dimensions, where stated.
    pub max_rank: Option<(u32, Span)>,
    /// Whether results repeat bit for bit, where stated.
    pub deterministic: Option<(bool, Span)>,
    /// Products as printed, whether supported, and where.
    pub products: Vec<(String, bool, Span)>,
    /// Messages that the page prints.
    pub messages: Vec<(String, Span)>,
    /// Functions, in the page's order.
    pub functions: Vec<FunctionFact>,
}

/// A function of an interface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionFact {
    /// `aclnnCumprodGetWorkspaceSize`.
    pub name: String,
    /// Its return type; empty where none is printed.
    pub returns: String,
    /// Where its prototype stands.
    pub place: Span,
    /// Parameters, in order.
    pub parameters: Vec<ParameterFact>,
    /// Status codes the page gives for it: name, number, and the conditions' place. Empty where the page has none, and
    /// of an edition of the specification, which keeps them in its requirements.
    pub statuses: Vec<(String, i64, Span)>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterFact {
    /// `input`.
    pub name: String,
    /// Type as the prototype prints it.
    pub c: String,
    /// Read or written.
    pub direction: Direction,
    /// Short names of the dtypes listed (names without a dtype as printed), in the page's order; empty where none are.
    pub dtypes: Vec<String>,
    /// Formats listed.
    pub formats: Vec<String>,
    /// Whether a tensor without elements is taken, where stated.
    pub empty: Option<bool>,
    /// Whether a view with gaps is taken, where stated.
    pub strided: Option<bool>,
    /// Range in the predicate language (`-rank(input) <= dim && dim < rank(input)`), where one is printed.
    pub range: Option<String>,
    /// Where its description stands.
    pub place: Span,
}

impl RuleFact {
    /// `bool with all but u16, u32 gives the other`.
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
