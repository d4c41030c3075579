//! Operators: their arguments, and what each edition of their document requires, as typed data.
//!
//! Generated from the operators' TOML. Each requirement's predicate is compiled to Rust once. The reference's argument
//! check, the invalid calls of the conformance suite and the printed contract all use it.

use crate::args::Args;
use crate::document::{Citation, Editions};
use crate::dtype::{DType, DTypeSet};
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/contract.rs"));

/// What the documents say about an operator, in all editions.
pub struct OperatorSpec {
    /// Its name: the `cmd` of the protocol and the first part of case ids.
    pub name: &'static str,
    /// The document that describes it.
    pub document: &'static str,
    /// Arguments, in order.
    pub arguments: &'static [Argument],
    /// What each edition says, in the order of the document's editions.
    pub contracts: &'static [Contract],
}

impl fmt::Debug for OperatorSpec {
    /// Its name only, as a contract fills pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// An argument of an operator.
#[derive(Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: ArgumentKind,
    /// Whether it is read or written.
    pub direction: Direction,
    /// Whether it may be absent.
    pub optional: bool,
    /// The only interface that can pass it, if not all can.
    pub via: Option<&'static str>,
    /// What it is for.
    pub says: &'static str,
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

/// Whether something is read or written.
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
#[derive(Debug)]
pub struct Contract {
    /// The operator's name.
    pub operator: &'static str,
    /// Name of the edition.
    pub edition: &'static str,
    /// What the operator does.
    pub says: &'static str,
    /// Its formula.
    pub formula: &'static str,
    /// Where the document says so.
    pub cite: Citation,
    /// The most dimensions, if stated.
    pub max_rank: Option<u32>,
    /// Whether results repeat bit for bit, if stated.
    pub deterministic: Option<bool>,
    /// Hardware products that support it, and that do not.
    pub products: &'static [Product],
    /// Messages that the document prints, when they appear, and where it says so.
    pub messages: &'static [(&'static str, &'static str, Citation)],
    /// Functions of the interface.
    pub functions: &'static [Function],
    /// Variants, each with the condition that chooses it.
    pub variants: &'static [(&'static str, Predicate)],
    /// Values that are computed from the arguments.
    pub derived: &'static [Derived],
    /// Requirements, at most 128.
    pub requirements: &'static [Requirement],
    /// Which requirements the arguments break: bit `i` for requirement `i`. See [`Contract::broken_by`].
    pub broken: fn(Args<'_>) -> u128,
}

/// Whether one hardware product supports an operator.
#[derive(Debug)]
pub struct Product {
    /// Its name, as printed.
    pub name: &'static str,
    /// Whether the operator runs on it.
    pub supported: bool,
    /// Who says so.
    pub basis: Basis,
    /// Why, if it is a reading.
    pub reason: Option<&'static str>,
    /// Where the document says so.
    pub cite: Citation,
}

/// One function of an interface.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// 1 checks the arguments and sizes the workspace; 2 runs.
    pub phase: u32,
    /// The variant of the operator that it belongs to.
    pub variant: &'static str,
    /// The function of phase two that belongs to it.
    pub then: Option<&'static str>,
    /// Its return type.
    pub returns: &'static str,
    /// Where the document says so.
    pub cite: Citation,
    /// Parameters, in order.
    pub parameters: &'static [Parameter],
}

/// One parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its C (or Python) type.
    pub c: &'static str,
    /// Whether it is read or written.
    pub direction: Direction,
    /// What it is.
    pub says: &'static str,
    /// Dtypes it may have; empty if none are listed.
    pub dtypes: DTypeSet,
    /// Dtypes it may have that are not dtypes of this crate, by name.
    pub unnamed: &'static [&'static str],
    /// Formats it may have.
    pub formats: &'static [&'static str],
    /// Whether it may be a tensor without elements, if stated.
    pub empty: Option<bool>,
    /// Whether it may be a view with gaps, if stated.
    pub strided: Option<bool>,
    /// Its range as a predicate, if stated.
    pub range: Option<&'static str>,
    /// The fewest dimensions it may have, if stated.
    pub min_rank: Option<u32>,
    /// The most dimensions it may have, if stated.
    pub max_rank: Option<u32>,
    /// Where the document says so.
    pub cite: Citation,
}

/// A condition on arguments. It has no value if it refers to an absent argument.
#[derive(Clone, Copy)]
pub struct Predicate {
    /// As written in the TOML.
    pub text: &'static str,
    /// Compiled.
    pub holds: fn(Args<'_>) -> Option<bool>,
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// A value computed from arguments.
#[derive(Debug)]
pub struct Derived {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub says: &'static str,
    /// As written in the TOML.
    pub text: &'static str,
    /// Compiled.
    pub value: DerivedValue,
}

/// The compiled form of a derived value.
#[derive(Clone, Copy)]
pub enum DerivedValue {
    /// A dtype.
    DType(fn(Args<'_>) -> Option<DType>),
    /// An integer.
    Int(fn(Args<'_>) -> Option<i64>),
    /// Yes or no.
    Flag(fn(Args<'_>) -> Option<bool>),
}

impl fmt::Debug for DerivedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DType(_) => "dtype",
            Self::Int(_) => "int",
            Self::Flag(_) => "flag",
        })
    }
}

/// How binding a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Breaking it is a failure.
    Must,
    /// Breaking it is a warning.
    Should,
    /// The document is silent: what a backend does is recorded.
    Unspecified,
    /// The document disagrees with itself or with another: every reading is accepted.
    Contradicted,
}

impl Level {
    /// The word of the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Unspecified => "unspecified",
            Self::Contradicted => "contradicted",
        }
    }
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The cited sentences of the edition.
    Stated,
    /// It follows from the cited sentences of the edition.
    Derived,
    /// Another edition, another document, a header or code, cited there.
    Elsewhere,
    /// This project, with a reason.
    Reading,
}

impl Basis {
    /// Every basis.
    pub const ALL: [Self; 4] = [Self::Stated, Self::Derived, Self::Elsewhere, Self::Reading];

    /// The word of the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Derived => "derived",
            Self::Elsewhere => "elsewhere",
            Self::Reading => "reading",
        }
    }
}

/// Who says that breaking a requirement gives its status code.
#[derive(Debug)]
pub struct StatusSource {
    /// Who says so.
    pub basis: Basis,
    /// Why, if it is a reading.
    pub reason: Option<&'static str>,
    /// Where.
    pub cite: Citation,
}

/// The cells that a requirement about a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Those with a dtype.
    Promoted,
    /// Those marked as having no promotion.
    Undefined,
    /// Those that differ from the cell of the same dtypes in the other order.
    Asymmetric,
    /// Those for which an erratum accepts another result too.
    Contradicted,
}

/// One normative statement.
#[derive(Debug)]
pub struct Requirement {
    /// Its id, which never changes. [`requirement`](crate::requirement) has a constant for it.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// Who says so in this edition; none if the document is silent.
    pub basis: Option<Basis>,
    /// Why, if it is a reading.
    pub reason: Option<&'static str>,
    /// The statement.
    pub says: &'static str,
    /// When it applies; always if absent.
    pub when: Option<Predicate>,
    /// What must hold then; absent if no predicate over the arguments can express it.
    pub require: Option<Predicate>,
    /// Name and number of the status that a call which breaks it returns.
    pub status: Option<(&'static str, i32)>,
    /// Who says that it returns this one.
    pub status_source: Option<StatusSource>,
    /// Message that a call which breaks it gives.
    pub message: Option<&'static str>,
    /// The only interface that can test it, if not all can.
    pub via: Option<&'static str>,
    /// Why no argument can break it.
    pub unbreakable: Option<&'static str>,
    /// The promotion table it is about.
    pub table: Option<&'static str>,
    /// Whether it is about the ranks of a table's operands.
    pub ranks: bool,
    /// The cells of the table that it is about; all if absent.
    pub cells: Option<Cells>,
    /// Whether it is about repeating the same call.
    pub repeats: bool,
    /// Whether the reference refuses what breaks it, if the level leaves that open. For `must` and `should` it always
    /// does.
    pub reference_refuses: bool,
    /// Whether the level leaves open only that a call which breaks it is accepted: the result of an accepted one obeys the
    /// other requirements.
    pub accepted_is_judged: bool,
    /// Where the document says so, or where one would look for it.
    pub cite: Citation,
    /// Further places that it rests on.
    pub also: &'static [Citation],
}

impl Requirement {
    /// Whether it applies to these arguments.
    #[inline]
    #[must_use]
    pub fn applies(&self, args: Args<'_>) -> bool {
        self.when.is_none_or(|when| (when.holds)(args) == Some(true))
    }

    /// Whether these arguments break its predicate.
    #[inline]
    #[must_use]
    pub fn is_broken_by(&self, args: Args<'_>) -> bool {
        self.require.is_some_and(|require| self.applies(args) && (require.holds)(args) == Some(false))
    }
}

impl OperatorSpec {
    /// The operator of this crate's specification with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATORS.iter().copied().find(|o| o.name == name)
    }

    /// Index of the argument called `name`.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<usize> {
        self.arguments.iter().position(|a| a.name == name)
    }

    /// Index of the argument called `name`, for use in constants.
    ///
    /// # Panics
    /// If the operator has no such argument.
    #[must_use]
    pub const fn place(&self, name: &str) -> usize {
        let mut at = 0;
        while at < self.arguments.len() {
            if same(self.arguments[at].name.as_bytes(), name.as_bytes()) {
                return at;
            }
            at += 1;
        }
        panic!("the operator has no such argument");
    }

    /// The contract in the chosen edition.
    #[must_use]
    pub fn contract(&self, editions: &Editions) -> &'static Contract {
        &self.contracts[editions.index(self.document)]
    }
}

/// `a == b`, in constants too.
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl Contract {
    /// The requirements that these arguments break.
    pub fn broken_by<'a>(&'a self, args: Args<'_>) -> impl Iterator<Item = &'a Requirement> + use<'a> {
        let mut broken = (self.broken)(args);
        core::iter::from_fn(move || {
            let at = broken.trailing_zeros() as usize;
            broken &= broken.wrapping_sub(1);
            self.requirements.get(at)
        })
    }

    /// The requirement with this id.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.iter().find(|r| r.id == id)
    }

    /// The name of the variant that these arguments choose.
    #[must_use]
    pub fn variant(&self, args: Args<'_>) -> Option<&'static str> {
        self.variants.iter().find(|(_, p)| (p.holds)(args) == Some(true)).map(|(name, _)| *name)
    }

    /// Phase one of a variant.
    #[must_use]
    pub fn phase_one(&self, variant: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.phase == 1 && f.variant == variant)
    }

    /// The derived dtype called `name`.
    #[must_use]
    pub fn derived_dtype(&self, name: &str, args: Args<'_>) -> Option<DType> {
        match self.derived.iter().find(|d| d.name == name)?.value {
            DerivedValue::DType(value) => value(args),
            _ => None,
        }
    }

    /// The derived integer called `name`.
    #[must_use]
    pub fn derived_int(&self, name: &str, args: Args<'_>) -> Option<i64> {
        match self.derived.iter().find(|d| d.name == name)?.value {
            DerivedValue::Int(value) => value(args),
            _ => None,
        }
    }

    /// The derived flag called `name`; false if it has no value.
    #[must_use]
    pub fn derived_flag(&self, name: &str, args: Args<'_>) -> bool {
        match self.derived.iter().find(|d| d.name == name).map(|d| d.value) {
            Some(DerivedValue::Flag(value)) => value(args) == Some(true),
            _ => false,
        }
    }
}
