//! The predicate language's front end: text to [`Expr`], typed against an operator's contract.
//!
//! `syn` parses what [`refuse`] lets pass; its byte offsets put the caret inside the TOML string.

mod lower;
mod refuse;
#[cfg(test)]
mod tests;

use std::ops::Range;

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;

use crate::expr::{Expr, Type};
use crate::model::{Argument, Contract, Derived, Predicate};
use crate::read::raw::Text;
use crate::report::Report;
use crate::source::{At, Sources};

/// What names mean in a predicate.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    arguments: &'a [Argument],
    derived: &'a [Derived],
    contract: &'a Contract,
    /// Whether a name that seems unknown may stand in a file that could not be read in full.
    damaged: bool,
}

impl<'a> Scope<'a> {
    /// The names of a contract: the operator's arguments and the values derived so far.
    pub(crate) fn new(arguments: &'a [Argument], contract: &'a Contract, damaged: bool) -> Self {
        Self { arguments, derived: &contract.derived, contract, damaged }
    }

    /// Parameters of phase-one functions that list dtypes.
    fn listed(&self) -> impl Iterator<Item = &'a str> {
        let functions = self.contract.functions.iter().filter(|function| function.phase == 1);
        let parameters = functions.flat_map(|function| &function.parameters);
        parameters.filter(|parameter| !parameter.dtypes.is_empty()).map(|parameter| parameter.name.as_str())
    }
}

/// A mistake in a predicate: the part of it that is wrong, and why.
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

/// A predicate that is well-formed: its names and types depend on a scope.
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
    /// Finds out what its names mean, and checks that its type is `expected`.
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
        let (expr, found) = lower::lower(&self.tree, scope)?;
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

/// The place of a part of a string. Where the literal is not the string itself (escapes, several lines), the whole.
fn inside(text: &Text, part: Range<usize>, sources: &Sources) -> At {
    let literal = sources.text(text.at);
    let inner = literal.get(1..literal.len().saturating_sub(1));
    if inner != Some(&text.value) || text.value.get(part.clone()).is_none_or(str::is_empty) {
        return text.at;
    }
    let start = text.at.span().start + 1;
    At::new(text.at.file, start + part.start..start + part.end)
}
