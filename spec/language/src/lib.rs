//! The language of the specification's predicates: [`expr`] has its forms, their types, and how they are written, [`eval`] how they
//! are evaluated. The compiler generates Rust from them; the self-test changes them, and says with them which calls go wrong.
//!
//! ```
//! use ascertain_language::{Scope, Tree, expr::Type};
//!
//! let scope = Scope { arguments: vec![("input", None), ("dim", Some(Type::Int))], ..Scope::default() };
//! let expr = Tree::parse("dim < rank(input)").and_then(|tree| tree.typed(Type::Bool, &scope)).unwrap();
//! assert_eq!(expr.text(&|at| scope.arguments[at].0.to_owned(), &|_| String::new()), "dim < rank(input)");
//! ```

pub mod eval;
pub mod expr;
mod lower;
pub mod nearest;
mod parse;

use std::ops::Range;

use crate::expr::{Expr, Type};

pub use parse::Tree;

/// The names that an expression can use. [`Expr`] has the indices of arguments and derived values.
#[derive(Clone, Debug, Default)]
pub struct Scope<'a> {
    /// An operator's arguments, with the types of their values; a tensor has none.
    pub arguments: Vec<(&'a str, Option<Type>)>,
    /// Derived values.
    pub derived: Vec<(&'a str, Type)>,
    /// Parameters of phase-one functions that list dtypes.
    pub listed: Vec<&'a str>,
    /// Promotion tables of dtypes, as `table` and `table=edition`.
    pub tables: Vec<String>,
    /// Short names of dtypes.
    pub dtypes: Vec<&'a str>,
    /// Hardware products, as the page prints them.
    pub products: Vec<&'a str>,
    /// Whether a tensor's name stands for its element, as in a formula.
    pub elements: bool,
}

impl<'t> Tree<'t> {
    /// Parses a text.
    ///
    /// # Errors
    /// The first place where it is not of the language.
    pub fn parse(text: &'t str) -> Result<Self, Mistake> {
        parse::parse(text)
    }

    /// Resolves its names, and checks that its type is `expected`.
    ///
    /// # Errors
    /// A name that is unknown, or an operand of another type.
    pub fn typed(&self, expected: Type, scope: &Scope<'_>) -> Result<Expr, Mistake> {
        let expr = lower::lower(self, scope)?;
        if expr.kind() == expected {
            return Ok(expr);
        }
        let message = format!("the predicate is {}", expr.kind().name());
        Err(Mistake::new(self.span.clone(), message, format!("expected {}", expected.name())))
    }
}

impl Tree<'_> {
    /// Resolves the names of a formula: its value is an element, or yes or no.
    ///
    /// # Errors
    /// As [`Tree::typed`].
    pub fn element(&self, scope: &Scope<'_>) -> Result<Expr, Mistake> {
        match lower::lower(self, scope)? {
            expr if expr.kind() == Type::Bool => Ok(expr),
            expr => lower::of_type(expr, self, Type::Element, ("a formula", scope)),
        }
    }
}

/// Parses a text, and types it.
///
/// # Errors
/// What is wrong with it.
pub fn expression(text: &str, scope: &Scope<'_>) -> Result<Expr, String> {
    Tree::parse(text).and_then(|tree| lower::lower(&tree, scope)).map_err(|mistake| mistake.message)
}

/// What is wrong with a text.
#[derive(Debug)]
pub struct Mistake {
    /// The wrong part, in bytes.
    pub span: Range<usize>,
    /// Why it is wrong.
    pub message: String,
    /// What is said at the place.
    pub label: String,
    /// What to do.
    pub help: Option<String>,
    /// Whether a name is unknown that would be known if more could be read.
    pub unknown: bool,
}

impl Mistake {
    fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { span, message: message.into(), label: label.into(), help: None, unknown: false }
    }
}
