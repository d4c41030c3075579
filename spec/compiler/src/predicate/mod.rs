//! Parses predicates and checks their types against an operator's contract.
//!
//! `syn` parses what [`refuse`] lets through. Its byte offsets put the caret inside the TOML string.

mod lower;
mod refuse;
#[cfg(test)]
mod tests;

use std::ops::Range;

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;

use crate::model::expr::{Expr, Type};
use crate::model::{Argument, ArgumentKind, Contract, Predicate};
use crate::read::raw::Text;
use crate::report::Report;
use crate::source::{At, Sources};

/// The names that a predicate can use.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    arguments: Vec<(&'a str, ArgumentKind)>,
    derived: Vec<(&'a str, Type)>,
    /// Parameters of phase-one functions that list dtypes.
    listed: Vec<&'a str>,
    /// Whether a name that seems unknown may be in a part of a file that could not be read.
    damaged: bool,
}

impl<'a> Scope<'a> {
    /// An operator's arguments, the derived values of a contract, and the parameters of its phase-one functions that list
    /// dtypes. [`Expr`] has the indices of the first two.
    pub fn of(
        arguments: Vec<(&'a str, ArgumentKind)>,
        derived: Vec<(&'a str, Type)>,
        listed: Vec<&'a str>,
    ) -> Self {
        Self { arguments, derived, listed, damaged: false }
    }

    /// The names of a contract: the operator's arguments and the values derived so far.
    pub(crate) fn new(arguments: &'a [Argument], contract: &'a Contract, damaged: bool) -> Self {
        let functions = contract.functions.iter().filter(|function| function.phase == 1);
        let parameters = functions.flat_map(|function| &function.parameters);
        let listed = parameters.filter(|parameter| !parameter.dtypes.is_empty());
        Self {
            damaged,
            ..Self::of(
                arguments.iter().map(|argument| (argument.name.as_str(), argument.kind)).collect(),
                contract.derived.iter().map(|derived| (derived.name.as_str(), derived.kind)).collect(),
                listed.map(|parameter| parameter.name.as_str()).collect(),
            )
        }
    }
}

/// Parses a predicate or the text of a derived value, and types it.
///
/// # Errors
/// What is wrong with it.
pub fn expression(text: &str, scope: &Scope<'_>) -> Result<Expr, String> {
    tree(text).and_then(|tree| lower::lower(&tree, scope)).map_err(|mistake| mistake.message)
}

/// A mistake in a predicate: the wrong part, and why it is wrong.
struct Mistake {
    span: Range<usize>,
    message: String,
    label: String,
    help: Option<String>,
    /// Whether it says that a name is unknown.
    unknown: bool,
}

impl Mistake {
    fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { span, message: message.into(), label: label.into(), help: None, unknown: false }
    }

    fn report(self, text: &Text, sources: &Sources, report: &mut Report) {
        let at = inside(text, self.span, sources);
        report.error(at, self.message).label(self.label).help(self.help);
    }
}

/// A predicate with valid syntax, whose names and types are not yet checked.
pub(crate) struct Parsed<'a> {
    text: &'a Text,
    tree: syn::Expr,
}

/// Parses a predicate.
pub(crate) fn parse<'a>(text: &'a Text, sources: &Sources, report: &mut Report) -> Option<Parsed<'a>> {
    match tree(&text.value) {
        Ok(tree) => Some(Parsed { text, tree }),
        Err(mistake) => {
            mistake.report(text, sources, report);
            None
        }
    }
}

fn tree(text: &str) -> Result<syn::Expr, Mistake> {
    let tokens: TokenStream = text.parse().map_err(|error| refuse::no_tokens(&error, text))?;
    refuse::check(tokens.clone(), text, false, 0)?;
    syn::parse2(tokens).map_err(|error| refuse::no_expression(&error))
}

impl Parsed<'_> {
    /// Resolves its names, and checks that its type is `expected`.
    pub(crate) fn typed(
        &self,
        expected: Type,
        scope: &Scope<'_>,
        sources: &Sources,
        report: &mut Report,
    ) -> Option<Predicate> {
        match self.lowered(expected, scope) {
            Ok(expr) => Some(Predicate { text: self.text.value.clone(), expr, at: self.text.at }),
            Err(mistake) => {
                if !(mistake.unknown && scope.damaged) {
                    mistake.report(self.text, sources, report);
                }
                None
            }
        }
    }

    fn lowered(&self, expected: Type, scope: &Scope<'_>) -> Result<Expr, Mistake> {
        let expr = lower::lower(&self.tree, scope)?;
        let found = expr.kind();
        if found != expected {
            return Err(Mistake::new(
                self.tree.span().byte_range(),
                format!("the predicate is {}", lower::name(found)),
                format!("expected {}", lower::name(expected)),
            ));
        }
        Ok(expr)
    }
}

/// The place of a part of a string. If the literal is not the string itself (escapes, several lines), the whole literal.
fn inside(text: &Text, part: Range<usize>, sources: &Sources) -> At {
    let literal = sources.text(text.at);
    let inner = literal.get(1..literal.len().saturating_sub(1));
    if inner != Some(&text.value) || text.value.get(part.clone()).is_none_or(str::is_empty) {
        return text.at;
    }
    let start = text.at.span().start + 1;
    At::new(text.at.file, start + part.start..start + part.end)
}
