//! Operators: arguments, and the contract of every edition.

use super::{At, Citation, DTypeId, Requirement};
use crate::expr::{Expr, Type};

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
    /// Where it stands in the specification.
    pub at: At,
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
    /// Where it stands in the specification.
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
    /// Naming scheme of the dtypes that the document lists for it, where it lists any.
    pub names: Option<String>,
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
    /// Where it stands in the specification.
    pub at: At,
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
    /// Where it stands in the specification.
    pub at: At,
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
    /// Where it stands in the specification.
    pub at: At,
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
    /// Where it stands in the specification.
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
    /// Where it stands in the specification.
    pub at: At,
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
    /// Where it stands in the specification.
    pub at: At,
}

/// An expression with its source text.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// As written.
    pub text: String,
    /// Typed.
    pub expr: Expr,
    /// Where it stands in the specification.
    pub at: At,
}
