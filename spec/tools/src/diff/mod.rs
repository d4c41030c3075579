//! Compares two editions or pages of a document: cell by cell and fact by fact, ignoring wording and places.
//!
//! [`diff`] compares [`Facts`] of any origin. [`of_editions`] also compares what people write about editions: requirements
//! and derived values. [`of_specs`] compares two whole specifications.
//!
//! # Which version comes next
//!
//! Every difference suggests which part of a version number has to change, for users of tables and contracts as a library:
//!
//! | [`Bump`] | when |
//! |---|---|
//! | major | something was removed or changed: a pair has another result or none, a name was removed or renamed, a range or list takes less, a promise no longer holds |
//! | minor | something was added: a pair or a name, a range or list that takes more, a statement where there was none. Also a sentence that states no fact, come, gone or changed: a person has to read it |
//! | patch | no result changes: another mark, which pairs are printed, rules in prose that agree with the table, sentences in another order |
//!
//! Implementers should look at the cases whose result changes instead: accepting something new is a minor change here,
//! but work for them.

mod accepted;
mod change;
mod differences;
mod group;
mod kind;
mod lists;
mod operator;
mod parameter;
mod prose;
mod range;
mod requirement;
mod similar;
mod specs;
mod table;

use crate::facts::Facts;

pub use change::{Bump, Change, ChangeType};
pub use differences::{Answer, CellChange, Differences, TableDifference};
pub use group::{CellGroup, lines};
pub use kind::FactKind;
pub use requirement::of_editions;
pub use specs::of_specs;

/// Compares two versions of a document: the only comparison of facts, from which imports and checks take theirs. Another language or origin is not a difference; another document is one.
pub fn diff(before: &Facts, after: &Facts) -> Differences {
    let mut differences = Differences { document: after.document.clone(), ..Differences::default() };
    if before.document != after.document {
        let ids = (before.document.as_str(), after.document.as_str());
        differences.changes.push(Change::between(FactKind::Document, ChangeType::Changed, "document", ids));
        return differences;
    }
    table::diff(&before.tables, &after.tables, &mut differences);
    lists::diff(before, after, &mut differences.changes);
    operator::diff(before.operator.as_ref(), after.operator.as_ref(), &mut differences.changes);
    prose::diff(before, after, &mut differences);
    differences
}

/// That only one of two pages is about a document.
pub fn of_document(document: &str, how: ChangeType) -> Differences {
    let change = Change::new(FactKind::Document, how, document, None, None);
    Differences { document: document.to_owned(), changes: vec![change], ..Differences::default() }
}
