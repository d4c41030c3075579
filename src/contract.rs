//! Operators: their arguments, and what each edition of their document requires, as typed data.
//!
//! Types and values are generated from the operators' TOML; functions over them are written here. Each requirement's predicate
//! is compiled to Rust once. The reference's argument check, the invalid calls of the conformance suite and the printed
//! contract all use it.

use crate::args::Args;
use crate::document::Editions;
use crate::dtype::DType;
use crate::product;
use ascertain_language::eval::Value;
pub use ascertain_language::expr::{Expr, Type};
use core::fmt;
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/contract.rs"));

impl fmt::Debug for OperatorSpec {
    /// Its name only, as a contract fills pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// An expression over arguments. It has no value if it refers to an absent argument.
#[derive(Clone, Copy)]
pub struct Predicate {
    /// As written in the TOML.
    pub text: &'static str,
    /// Compiled.
    pub value: Compiled,
}

/// A formula over elements.
#[derive(Clone, Copy)]
pub struct Elementwise {
    /// As written in the TOML.
    pub text: &'static str,
    /// The arguments that it can name, with the types of their values; a tensor has none.
    pub arguments: &'static [(&'static str, Option<Type>)],
    /// The tensors in it, by their places among the arguments.
    pub operands: &'static [usize],
    /// Whether it is yes or no, which is a bool.
    pub is_truth: bool,
    /// Its tree, once it was used.
    pub typed: &'static OnceLock<Option<Expr>>,
}

impl fmt::Debug for Elementwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// An expression that is evaluated at run time.
pub type Loaded = dyn for<'a> Fn(Args<'a>) -> Option<Value<'a, DType>> + Send + Sync;

/// An expression to evaluate, by the type of its value if it is compiled.
#[derive(Clone, Copy)]
pub enum Compiled {
    /// Yes or no.
    Bool(fn(Args<'_>) -> Option<bool>),
    /// An integer.
    Int(fn(Args<'_>) -> Option<i64>),
    /// A list of integers.
    Ints(fn(Args<'_>) -> Option<Vec<i64>>),
    /// A dtype.
    DType(fn(Args<'_>) -> Option<DType>),
    /// A shape.
    Shape(fn(Args<'_>) -> Option<Vec<usize>>),
    /// Of any type: [loaded](crate::load) at run time.
    Loaded(&'static Loaded),
}

impl Predicate {
    /// Whether it holds; no value also if it is not a condition.
    #[inline]
    #[must_use]
    pub fn holds(&self, args: Args<'_>) -> Option<bool> {
        match self.value {
            Compiled::Bool(value) => product::settled(|| value(args)),
            Compiled::Loaded(value) => match value(args)? {
                Value::Bool(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer that it is.
    #[must_use]
    pub fn int(&self, args: Args<'_>) -> Option<i64> {
        match self.value {
            Compiled::Int(value) => product::settled(|| value(args)),
            Compiled::Loaded(value) => match value(args)? {
                Value::Int(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integers that it is: a list, or one.
    #[must_use]
    pub fn ints(&self, args: Args<'_>) -> Option<Vec<i64>> {
        match self.value {
            Compiled::Int(value) => Some(vec![value(args)?]),
            Compiled::Ints(value) => value(args),
            Compiled::Loaded(value) => match value(args)? {
                Value::Int(value) => Some(vec![value]),
                Value::Ints(values) => Some(values.into_owned()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The dtype that it is.
    #[must_use]
    pub fn dtype(&self, args: Args<'_>) -> Option<DType> {
        match self.value {
            Compiled::DType(value) => product::settled(|| value(args)),
            Compiled::Loaded(value) => match value(args)? {
                Value::DType(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl Requirement {
    /// Whether it applies to these arguments.
    #[inline]
    #[must_use]
    pub fn applies(&self, args: Args<'_>) -> bool {
        self.when.is_none_or(|when| when.holds(args) == Some(true))
    }

    /// Whether these arguments break its predicate.
    #[inline]
    #[must_use]
    pub fn is_broken_by(&self, args: Args<'_>) -> bool {
        self.require.is_some_and(|require| self.applies(args) && require.holds(args) == Some(false))
    }

    /// Name and number of the status that a call which breaks it returns.
    #[must_use]
    pub fn code(&self) -> Option<(&'static str, i32)> {
        self.status.zip(self.status_number)
    }
}

impl fmt::Display for Formula {
    /// `self, joined by sum along dim, computed in dtype(self)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(of) = self.index_of {
            return write!(f, "the index in its line of an element that equals {of}");
        }
        f.write_str(self.each.text)?;
        if let Some(joined) = &self.joined {
            let how = if joined.folds { "folded" } else { "joined" };
            write!(f, ", {how} by {} along {}", joined.by.name(), joined.along.text)?;
        }
        write!(f, ", computed in {}", self.compute.text)
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

    /// The parameters of a function of phase one that hold arguments of the operator; the others are of the two phases.
    pub fn parameters_of(
        &'static self,
        function: &'static Function,
    ) -> impl Iterator<Item = &'static Parameter> {
        let holds = |name| self.arguments.iter().any(|a| a.name == name && a.via.is_none());
        function.parameters.iter().filter(move |parameter| holds(parameter.name))
    }

    /// Whether a function writes to the tensor that a parameter holds. Some pages call what is written an input, so that the
    /// argument's direction counts as well.
    #[must_use]
    pub fn writes(&self, parameter: &Parameter) -> bool {
        let argument = self.arguments.iter().find(|a| a.name == parameter.name);
        parameter.direction == Direction::InOut || argument.is_some_and(|a| a.direction != Direction::In)
    }

    /// The contract in the chosen edition.
    #[must_use]
    pub fn contract(&self, editions: &Editions) -> &'static Contract {
        match self.contracts {
            [only] => only,
            all => &all[editions.index(self.document)],
        }
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
    /// The products of which the page says that they support the operator, or that they do not.
    #[must_use]
    pub fn products(&self, supported: bool) -> product::ProductSet {
        let products = self.products.iter().filter(|product| product.supported == supported);
        product::ProductSet::named(&products.map(|product| product.name).collect::<Vec<_>>())
    }

    /// The requirements that these arguments break. What `NAME.product.dtypes` leaves open, a chosen product settles.
    pub fn broken_by<'a>(&self, args: Args<'a>) -> impl Iterator<Item = &'static Requirement> + use<'a> {
        let is_settled = product::is_chosen();
        let holds = move |requirement: &&Requirement| {
            !(is_settled && requirement.id.ends_with(".product.dtypes")) && requirement.is_broken_by(args)
        };
        self.requirements.iter().filter(holds)
    }

    /// The requirement with this id.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.iter().find(|r| r.id == id)
    }

    /// The formulas of the results: those whose tensors are given.
    pub fn formulas_of<'a>(&self, args: Args<'a>) -> impl Iterator<Item = &'static Formula> + use<'a> {
        let given =
            move |formula: &&Formula| formula.each.operands.iter().all(|&at| args.tensor(at).is_some());
        self.formulas.iter().filter(given)
    }

    /// The formula of the first result.
    #[must_use]
    pub fn formula(&self, args: Args<'_>) -> Option<&'static Formula> {
        self.formulas_of(args).next()
    }

    /// The name of the variant that these arguments choose.
    #[must_use]
    pub fn variant(&self, args: Args<'_>) -> Option<&'static str> {
        self.variants.iter().find(|v| v.when.holds(args) == Some(true)).map(|v| v.name)
    }

    /// Phase one of a variant.
    #[must_use]
    pub fn phase_one(&self, variant: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.phase == 1 && f.variant == variant)
    }

    fn derived(&self, name: &str) -> Option<&Predicate> {
        self.derived.iter().find(|derived| derived.name == name).map(|derived| &derived.is)
    }

    /// The derived dtype called `name`.
    #[must_use]
    pub fn derived_dtype(&self, name: &str, args: Args<'_>) -> Option<DType> {
        self.derived(name)?.dtype(args)
    }

    /// The derived integer called `name`.
    #[must_use]
    pub fn derived_int(&self, name: &str, args: Args<'_>) -> Option<i64> {
        self.derived(name)?.int(args)
    }

    /// The derived flag called `name`; false if it has no value.
    #[must_use]
    pub fn derived_flag(&self, name: &str, args: Args<'_>) -> bool {
        self.derived(name).and_then(|flag| flag.holds(args)) == Some(true)
    }
}
