//! Predicates in the specification's files: mistakes get a caret inside the TOML string.

use std::ops::Range;

use ascertain_language::expr::{Expr, Type};
use ascertain_language::{Mistake, Tree};

use crate::check::context::Context;
use crate::model::{Argument, Contract, Key, Predicate, Table};
use crate::read::raw::Text;
use crate::source::At;

/// The names that a predicate of a contract can use.
pub(crate) struct Scope<'a> {
    names: ascertain_language::Scope<'a>,
    /// Whether a name that seems unknown may be in a part of a file that could not be read.
    damaged: bool,
}

impl<'a> Scope<'a> {
    /// The operator's arguments, the values derived so far, promotion tables and dtypes.
    pub(crate) fn new(
        arguments: &'a [Argument],
        contract: &'a Contract,
        cx: &Context<'a>,
        damaged: bool,
    ) -> Self {
        let functions = contract.functions.iter().filter(|function| function.phase == 1);
        let parameters = functions.flat_map(|function| &function.parameters);
        let listed = parameters.filter(|parameter| !parameter.dtypes.is_empty());
        let derived =
            contract.derived.iter().map(|derived| (derived.name.as_str(), derived.kind.in_predicates()));
        let arguments =
            arguments.iter().map(|argument| (argument.name.as_str(), argument.kind.in_predicates()));
        Self {
            names: ascertain_language::Scope {
                arguments: arguments.collect(),
                derived: derived.collect(),
                listed: listed.map(|parameter| parameter.name.as_str()).collect(),
                tables: cx.tables.iter().filter(|table| is_of_dtypes(table)).flat_map(names).collect(),
                dtypes: cx.names.dtypes.iter().map(|dtype| dtype.name.as_str()).collect(),
                products: contract.products.iter().map(|product| product.name.as_str()).collect(),
                elements: false,
            },
            damaged,
        }
    }
}

fn is_of_dtypes(table: &Table) -> bool {
    [&table.rows, &table.columns]
        .into_iter()
        .flat_map(|axis| &axis.keys)
        .all(|key| matches!(key, Key::DType(_)))
}

/// How predicates call a table: its first edition, and each.
fn names(table: &Table) -> Vec<String> {
    let editions = table.editions.iter().map(|edition| format!("{}={}", table.id, edition.edition));
    std::iter::once(table.id.clone()).chain(editions).collect()
}

/// A predicate with valid syntax, whose names and types are not yet checked.
pub(crate) struct Parsed<'a> {
    text: &'a Text,
    tree: Tree<'a>,
    cx: Context<'a>,
}

/// Parses a predicate.
pub(crate) fn parse<'a>(text: &'a Text, cx: &Context<'a>) -> Option<Parsed<'a>> {
    let tree = Tree::parse(&text.value).map_err(|mistake| refuse(mistake, text, cx)).ok()?;
    Some(Parsed { text, tree, cx: *cx })
}

impl Parsed<'_> {
    /// Resolves its names, and checks that its type is `expected`.
    pub(crate) fn typed(&self, expected: Type, scope: &Scope<'_>) -> Option<Predicate> {
        self.resolved(self.tree.typed(expected, &scope.names), scope)
    }

    /// Whether it is a list of integers.
    pub(crate) fn is_list(&self, scope: &Scope<'_>) -> bool {
        self.tree.typed(Type::Ints, &scope.names).is_ok()
    }

    /// Resolves the names of a formula: arguments, of which tensors stand for their elements.
    pub(crate) fn element(&self, scope: &Scope<'_>) -> Option<Predicate> {
        let (arguments, products) = (scope.names.arguments.clone(), scope.names.products.clone());
        let names = ascertain_language::Scope { arguments, products, elements: true, ..Default::default() };
        self.resolved(self.tree.element(&names), scope)
    }

    fn resolved(&self, expr: Result<Expr, Mistake>, scope: &Scope<'_>) -> Option<Predicate> {
        match expr {
            Ok(expr) => Some(Predicate { text: self.text.value.clone(), expr, at: self.text.at }),
            Err(mistake) => {
                if !(mistake.unknown && scope.damaged) {
                    refuse(mistake, self.text, &self.cx);
                }
                None
            }
        }
    }
}

fn refuse(mistake: Mistake, text: &Text, cx: &Context<'_>) {
    let at = inside(text, mistake.span, cx);
    cx.report.error(at, mistake.message).label(mistake.label).help(mistake.help);
}

/// The place of a part of a string. If the literal is not the string itself (escapes, several lines), the whole literal.
fn inside(text: &Text, part: Range<usize>, cx: &Context<'_>) -> At {
    let literal = cx.sources.text(text.at);
    let inner = literal.get(1..literal.len().saturating_sub(1));
    if inner != Some(&text.value) || text.value.get(part.clone()).is_none_or(str::is_empty) {
        return text.at;
    }
    let start = text.at.span().start + 1;
    At::new(text.at.file, start + part.start..start + part.end)
}
