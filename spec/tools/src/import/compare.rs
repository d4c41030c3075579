//! Compares a page with an edition of the specification: every fact, as `diff` does, and every place.

use super::places;
use crate::diff::{Answer, CellChange, Differences, diff};
use crate::facts::Facts;
use ascertain_spec::model::Span;

/// A difference between a page and an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What differs: a kind of fact and its subject, `dtypes aclnnCumprodGetWorkspaceSize.input`.
    pub what: String,
    /// The difference in a sentence: what the page says now, and the edition said before.
    pub says: String,
    /// What the page says; none if it says nothing.
    pub page: Option<String>,
    /// Where the page says it.
    pub page_place: Span,
    /// What the edition says; none if it says nothing.
    pub edition: Option<String>,
    /// The path of keys to it in the edition's file, as far as it is known.
    pub path: Vec<String>,
    /// Whether it is only about the place.
    pub only_place: bool,
}

/// All differences between a page and an edition of the same document: those of [`diff`], and then facts that the edition
/// has from this page, but from another place of it.
///
/// Titles, digests and extents are not compared, as they name the source.
pub fn disagreements(page: &Facts, edition: &Facts) -> Vec<Disagreement> {
    let mut found = in_full(&diff(edition, page));
    found.extend(places::misplaced(page, edition));
    found
}

/// The differences from an edition to a page, each by itself.
pub fn in_full(differences: &Differences) -> Vec<Disagreement> {
    let cells = differences.tables.iter().flat_map(|table| {
        table.cells.iter().map(|cell: &CellChange| Disagreement {
            what: format!("cell {}, row {}, column {}", table.id, cell.row, cell.column),
            says: cell.says(),
            page: answer(&cell.after),
            page_place: cell.after_place,
            edition: answer(&cell.before),
            path: ["table", &table.id, "row", &cell.row].map(str::to_owned).to_vec(),
            only_place: false,
        })
    });
    let changes = differences.changes.iter().map(|change| Disagreement {
        what: format!("{} {}", change.kind.name(), change.subject),
        says: change.says.clone(),
        page: change.after.clone(),
        page_place: change.after_place,
        edition: change.before.clone(),
        path: change.path.clone(),
        only_place: false,
    });
    cells.chain(changes).collect()
}

fn answer(answer: &Answer) -> Option<String> {
    (*answer != Answer::Absent).then(|| answer.to_string())
}
