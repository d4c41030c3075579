//! The predicate language: a small, typed expression language in Rust's syntax.
//!
//! Names are an operator's arguments and derived values. An expression about an absent argument has no value (the
//! requirement does not apply). Only `present(x)` and `is_null(x)` have a value for absent arguments.
//!
//! | form | type |
//! |---|---|
//! | `1`, `true`, an argument of kind int, flag, dtype, a derived value | int, bool, dtype |
//! | `rank(t)`, `count(t)`, `last(shape)`, `bits(d)` | int |
//! | `dtype(t)` | dtype |
//! | `shape(t)` | shape |
//! | `dtypes(p)` | set of dtypes: those that the variant's phase-one function lists for parameter `p` |
//! | `set.contains(d)`, `is_integer(d)`, `is_float(d)` | bool |
//! | `present(x)`, `is_null(x)`, `contiguous(t)`, `dense_last(t)`, `packed(t)` | bool |
//! | `-` `+` `*` `/` `%` | int |
//! | `==` `!=` (int, bool, dtype, shape) `<` `<=` `>` `>=` (int) `&&` `\|\|` `!` | bool |
//! | `if c { a } else { b }`, parentheses | type of the branches |

use crate::describe::enumeration;

enumeration! {
    /// A type of the predicate language.
    pub enum Type as "ValueType" {
        /// 64-bit integer.
        Int = "int",
        /// Yes or no.
        Bool = "bool",
        /// A dtype.
        DType = "dtype",
        /// A shape.
        Shape = "shape",
        /// A set of dtypes.
        DTypes = "dtypes",
    }
}

/// A typed expression. Arguments are indices into the operator's arguments, derived values into the contract's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// The value of an int argument.
    IntArg(usize),
    /// The value of a dtype argument.
    DTypeArg(usize),
    /// The value of a flag; absent is false.
    FlagArg(usize),
    /// A derived value of the contract.
    Derived(usize, Type),
    /// `rank(t)`.
    Rank(usize),
    /// `count(t)`: number of elements.
    Count(usize),
    /// `dtype(t)`.
    DTypeOf(usize),
    /// `shape(t)`.
    Shape(usize),
    /// `last(shape)`: the last dimension; no value for rank 0.
    Last(Box<Expr>),
    /// `bits(d)`.
    Bits(Box<Expr>),
    /// `dtypes(p)`: the parameter's name. The list depends on the chosen variant.
    DTypes(String),
    /// `set.contains(d)`.
    Contains(Box<Expr>, Box<Expr>),
    /// `is_integer(d)`.
    IsInteger(Box<Expr>),
    /// `is_float(d)`.
    IsFloat(Box<Expr>),
    /// `present(x)`.
    Present(usize),
    /// `is_null(x)`.
    IsNull(usize),
    /// `contiguous(t)`: row-major without gaps.
    Contiguous(usize),
    /// `dense_last(t)`: the last stride is 1, or the last dimension has at most one element.
    DenseLast(usize),
    /// `packed(t)`: row-major without gaps, from the start of its storage.
    Packed(usize),
    /// `-x`.
    Neg(Box<Expr>),
    /// `!x`.
    Not(Box<Expr>),
    /// A binary operation.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `if c { a } else { b }`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

impl Expr {
    /// How many parts it has, with those of the derived values that it refers to; `derived` holds theirs.
    pub(crate) fn parts(&self, derived: &[u64]) -> u64 {
        let inside = match self {
            Self::Derived(index, _) => derived.get(*index).copied().unwrap_or(0),
            Self::Last(x)
            | Self::Bits(x)
            | Self::IsInteger(x)
            | Self::IsFloat(x)
            | Self::Neg(x)
            | Self::Not(x) => x.parts(derived),
            Self::Contains(x, y) | Self::Binary(_, x, y) => x.parts(derived).saturating_add(y.parts(derived)),
            Self::If(condition, yes, no) => {
                [condition, yes, no].into_iter().fold(0, |sum: u64, x| sum.saturating_add(x.parts(derived)))
            }
            _ => 0,
        };
        inside.saturating_add(1)
    }
}
