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
//! | major | something was removed or changed: a pair has another result or none, a name was removed or renamed, a range changed, a list takes less, a promise no longer holds. Also a sentence that is not understood, come, gone or changed: a person has to look |
//! | minor | something was added: a pair or a name, a list that takes more, a statement where there was none. Also a sentence that says nothing about calls, come, gone or changed |
//! | patch | no result changes: another mark, which pairs are printed, rules in prose that agree with the table, sentences in another order |
//!
//! Implementers should look at the cases whose result changes instead: accepting something new is a minor change here,
//! but work for them.

mod aspect;
mod change;
mod kind;
mod named;
mod operator;
mod prose;
mod requirement;
mod specs;
mod table;
mod types;

use crate::facts::Facts;

pub(crate) use aspect::Said;
pub use change::{Answer, CellChange, Change, Differences, TableDifference, lines};
pub use kind::{Bump, ChangeType, FactKind};
pub(crate) use operator::PARAMETER;
pub use requirement::of_editions;
pub use specs::of_specs;

/// Compares two versions of a document: the only comparison of facts, from which imports and checks take theirs. Another
/// language or origin is not a difference; another document is one.
pub fn diff(before: &Facts, after: &Facts) -> Differences {
    let ids = (before.document.as_str(), after.document.as_str());
    if let Some(change) = Change::between(FactKind::Document, "document", ids) {
        return Differences::of(&after.document, vec![change]);
    }
    let mut differences = Differences::of(&after.document, Vec::new());
    table::diff(&before.tables, &after.tables, &mut differences);
    types::diff(before, after, &mut differences);
    operator::diff(before.operator.as_ref(), after.operator.as_ref(), &mut differences);
    prose::diff(before, after, &mut differences);
    leave_out_doubtful(&mut differences);
    differences
}

/// Turns into notes what only one version states, where the other has a sentence about it that is not understood.
fn leave_out_doubtful(differences: &mut Differences) {
    let open: Vec<Change> = differences.changes.iter().filter(|change| change.open).cloned().collect();
    let is_doubtful = |change: &Change| {
        let is_less = matches!(change.how, ChangeType::Removed | ChangeType::Narrowed | ChangeType::Changed);
        let is_more = matches!(change.how, ChangeType::Added | ChangeType::Widened | ChangeType::Changed);
        open.iter().any(|sentence| {
            let told_by = |says: &String| {
                // An edition has the digest of what it says.
                let words =
                    Some(says.as_str()).filter(|says| !says.bytes().all(|byte| byte.is_ascii_hexdigit()));
                change.kind.is_told_by(&change.subject, &sentence.subject, words)
            };
            (is_less && sentence.after.as_ref().is_some_and(told_by))
                || (is_more && sentence.before.as_ref().is_some_and(told_by))
        })
    };
    let (doubtful, known) = differences.changes.drain(..).partition(is_doubtful);
    differences.changes = known;
    let note =
        |change: Change| format!("{}: not counted, as a sentence about it is not understood", change.says);
    differences.notes.extend(doubtful.into_iter().map(note));
}

/// That only one of two pages is about a document.
pub fn of_document(document: &str, how: ChangeType) -> Differences {
    specs::whole(FactKind::Document, how, document, document)
}
