//! Operators: their arguments, and their contract in every edition.

use super::{At, Basis, Citation, DTypeId, Requirement};
use crate::expr::{Expr, Type};

/// An operator in all its editions.
#[derive(Clone, Debug)]
pub struct Operator {
    /// `cumprod`; the `cmd` of the protocol.
    pub name: String,
    /// The document that describes it.
    pub document: String,
    /// The area under which coverage counts its cases.
    pub area: String,
    /// Arguments of a call, in order. Predicates refer to them by index.
    pub arguments: Vec<Argument>,
    /// Contract in each edition, in the order of the document's editions.
    pub contracts: Vec<Contract>,
    /// Where the specification says so.
    pub at: At,
}

/// An argument of an operator.
#[derive(Clone, Debug)]
pub struct Argument {
    /// `input`.
    pub name: String,
    /// What it holds.
    pub kind: ArgumentKind,
    /// Whether it is read or written.
    pub direction: Direction,
    /// Whether it may be absent.
    pub optional: bool,
    /// The only interface that can pass it, if not all can.
    pub via: Option<String>,
    /// What it is for.
    pub says: String,
    /// Where the specification says so.
    pub at: At,
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
    /// Yes or no; absent means no.
    Flag,
}

impl ArgumentKind {
    /// The word of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tensor => "tensor",
            Self::Int => "int",
            Self::DType => "dtype",
            Self::Flag => "flag",
        }
    }
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

impl Direction {
    /// The word of the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::InOut => "inout",
        }
    }
}

/// What one edition of a document says about an operator.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Name of the edition.
    pub edition: String,
    /// What the operator does.
    pub says: String,
    /// Naming scheme of the dtypes that the document lists for it, if it lists any.
    pub names: Option<String>,
    /// Its formula.
    pub formula: String,
    /// Where the document says so.
    pub cite: Citation,
    /// The most dimensions of all its tensors, if stated.
    pub max_rank: Option<Stated<u32>>,
    /// Whether results repeat bit for bit, if stated.
    pub deterministic: Option<Stated<bool>>,
    /// Hardware products that support it, and that do not.
    pub products: Vec<Product>,
    /// Messages that the document prints.
    pub messages: Vec<Message>,
    /// Functions of the interface.
    pub functions: Vec<Function>,
    /// Variants: the name, and the condition that chooses it.
    pub variants: Vec<(String, Predicate)>,
    /// Values that are computed from the arguments, for predicates and kernels.
    pub derived: Vec<Derived>,
    /// Requirements, in file order.
    pub requirements: Vec<Requirement>,
    /// Where the specification says so.
    pub at: At,
}

/// Something that a document states, and where.
#[derive(Clone, Debug)]
pub struct Stated<T> {
    /// What it states.
    pub is: T,
    /// Where.
    pub cite: Citation,
}

/// Whether one hardware product supports the operator.
#[derive(Clone, Debug)]
pub struct Product {
    /// As printed.
    pub name: String,
    /// Whether the operator runs on it.
    pub supported: bool,
    /// Who says so.
    pub basis: Basis,
    /// Why, if it is a reading.
    pub reason: Option<String>,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// A message that a document prints.
#[derive(Clone, Debug)]
pub struct Message {
    /// As printed.
    pub text: String,
    /// When it appears.
    pub says: String,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// One function of an interface.
#[derive(Clone, Debug)]
pub struct Function {
    /// `aclnnCumprodGetWorkspaceSize`.
    pub name: String,
    /// 1 checks the arguments and sizes the workspace; 2 runs.
    pub phase: u32,
    /// `out of place`, `in place`, `view`.
    pub variant: String,
    /// The function of phase two that follows this one.
    pub then: Option<String>,
    /// Its return type.
    pub returns: String,
    /// Where the document names that type, if its prototype does not.
    pub returned: Option<Citation>,
    /// Where the document says so.
    pub cite: Citation,
    /// Parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Names of the parameters of which the document says that a null pointer is refused.
    pub nulls: Vec<Stated<String>>,
    /// Where the specification says so.
    pub at: At,
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
    /// Dtypes it may have; empty if none are listed.
    pub dtypes: Vec<DTypeId>,
    /// Names of types it may have that are not dtypes of `dtypes.toml` (`int24`).
    pub unnamed: Vec<String>,
    /// Formats it may have.
    pub formats: Vec<String>,
    /// Whether it may be a tensor without elements, if stated.
    pub empty: Option<bool>,
    /// Whether it may be a view with gaps, if stated.
    pub strided: Option<bool>,
    /// Its range, in the predicate language.
    pub range: Option<String>,
    /// The fewest dimensions, if stated.
    pub min_rank: Option<u32>,
    /// The most dimensions, if stated.
    pub max_rank: Option<u32>,
    /// Dtypes that only some hardware products take; `dtypes` has those that any takes.
    pub product_dtypes: Vec<ProductDTypes>,
    /// Where the document says so.
    pub cite: Citation,
    /// Where the specification says so.
    pub at: At,
}

/// Dtypes that a parameter may have on some hardware products.
#[derive(Clone, Debug)]
pub struct ProductDTypes {
    /// Names of the products as printed.
    pub products: Vec<String>,
    /// The dtypes.
    pub dtypes: Vec<DTypeId>,
    /// Names that are not dtypes of `dtypes.toml`.
    pub unnamed: Vec<String>,
    /// Where the document says so.
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
    /// Where the specification says so.
    pub at: At,
}

/// An expression with its source text.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// As written.
    pub text: String,
    /// Typed.
    pub expr: Expr,
    /// Where the specification says so.
    pub at: At,
}
