//! Finds mistakes in documents: tables that are not a lattice, prose that contradicts a table, ranges or documents that
//! contradict each other, and facts without a requirement.
//!
//! [`lint`] checks a valid specification and changes nothing. A finding's [id](Finding::id) depends on its subject and not
//! on its place, so it does not change when a page moves or other findings appear:
//!
//! | id | says |
//! |---|---|
//! | `TABLE/symmetric/a,b` | the two orders of a pair differ |
//! | `TABLE/associative/a,b,c` | `(a ⊔ b) ⊔ c` and `a ⊔ (b ⊔ c)` differ |
//! | `TABLE/monotone/a,A,b` | `A` contains `a`, but `A ⊔ b` does not contain `a ⊔ b` |
//! | `TABLE/holds/a,b` | the result of floats has less precision or range than an operand |
//! | `TABLE/outlier/a,b` | one scalar of a class promotes differently from all others of the class |
//! | `TABLE/prose/rule/a,b` | a rule in prose disagrees with the table, or (`rule,rule`) with another rule |
//! | `TABLE/repeats/rule,a` | a list in prose names a dtype twice |
//! | `TABLE/against/TABLE/a,b` | another document gives another result for the same pair |
//! | `TABLE/number/a` | a Python number does not promote like the type with its name |
//! | `DOCUMENT/KIND/function.parameter` | two functions disagree about a parameter that both have; the kind is `range`, `empty`, `strided`, `formats` or `dtypes` |
//! | `DOCUMENT/code/function.parameter/KIND` | the vendor's code disagrees with its page about a parameter |
//! | `DOCUMENT/enforced/…` | a stated range or limit without a requirement |
//! | `DOCUMENT/status/requirement` | it has no status, though other requirements have one |
//! | `ERRATUM/stale/pattern` | an erratum explains a finding that no longer exists |
//!
//! Findings that an erratum's `lint` names are known; others are new. `a ⊔ b` is the cell of the left operand `a` and the
//! right operand `b`.

mod algebra;
mod documents;
mod operators;
mod tables;

use ascertain_spec::model::{Cell, Citation, DTypeId, Erratum, Spec, Table, TableEdition};
use wildmatch::WildMatch;

/// A mistake in one edition of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its id: `aclnn.tensor-tensor/symmetric/f16,bf16`. Id and edition together are unique.
    pub id: String,
    /// Id of the document.
    pub document: String,
    /// Name of the edition; empty if it is not about one edition.
    pub edition: String,
    /// What is wrong, in a sentence.
    pub says: String,
    /// Where the document says so.
    pub cites: Vec<Citation>,
    /// Id of the erratum that explains it.
    pub known: Option<String>,
}

impl Finding {
    /// A finding that no erratum explains yet.
    fn new(id: String, document: &str, edition: &str, says: String, cites: Vec<Citation>) -> Self {
        Finding { id, document: document.to_owned(), edition: edition.to_owned(), says, cites, known: None }
    }
}

/// All findings in the documents of a specification: for each table and operator, by edition, and then errata that explain
/// no finding.
pub fn lint(spec: &Spec) -> Vec<Finding> {
    let mut findings = Vec::new();
    for table in &spec.tables {
        for edition in &table.editions {
            let grid = TableView { spec, table, edition };
            algebra::check(&grid, &mut findings);
            tables::check(&grid, &mut findings);
            documents::check(&grid, &mut findings);
        }
    }
    for operator in &spec.operators {
        for contract in &operator.contracts {
            operators::check(spec, operator, contract, &mut findings);
        }
    }
    for finding in &mut findings {
        let explains = |erratum: &&Erratum| explains(erratum, finding);
        finding.known = spec.errata.iter().find(explains).map(|erratum| erratum.id.clone());
    }
    follow(spec, &mut findings);
    let stale = stale(spec, &findings);
    findings.extend(stale);
    findings
}

/// A mistake that a page shares with the edition that it follows is as known there as here: an erratum need not name an
/// edition that was added later.
fn follow(spec: &Spec, findings: &mut [Finding]) {
    for index in 0..findings.len() {
        let Finding { id, document, edition, says, known: None, .. } = &findings[index] else { continue };
        let editions = spec.document(document);
        let next = |name: &&str| editions?.edition(name)?.follows();
        let line = std::iter::successors(next(&edition.as_str()), next)
            .take(editions.map_or(0, |d| d.editions.len()));
        let same = |other: &Finding, name: &str| {
            (&other.id, &other.document, other.edition.as_str(), &other.says) == (id, document, name, says)
        };
        let known = line
            .filter_map(|name| findings.iter().find(|other| same(other, name)))
            .find_map(|other| other.known.clone());
        findings[index].known = known;
    }
}

fn explains(erratum: &Erratum, finding: &Finding) -> bool {
    erratum.lint.iter().any(|text| names(erratum, text, finding))
}

/// Whether a pattern of an erratum names a finding.
fn names(erratum: &Erratum, text: &str, finding: &Finding) -> bool {
    erratum.concerns(&finding.edition) && WildMatch::new(text).matches(&finding.id)
}

/// Patterns of errata that match no finding: the document was corrected, or the pattern is wrong.
fn stale(spec: &Spec, findings: &[Finding]) -> Vec<Finding> {
    let patterns =
        spec.errata.iter().flat_map(|erratum| erratum.lint.iter().map(move |text| (erratum, text)));
    let idle = patterns.filter(|(erratum, text)| !findings.iter().any(|f| names(erratum, text, f)));
    let finding = |(erratum, text): (&Erratum, &String)| {
        let says =
            format!("erratum {} explains `{text}`, but no finding has such an id: remove it", erratum.id);
        let cites = erratum.readings.iter().map(|reading| reading.cite.clone()).collect();
        Finding::new(format!("{}/stale/{text}", erratum.id), &erratum.document, "", says, cites)
    };
    idle.map(finding).collect()
}

/// A table in one edition.
#[derive(Clone, Copy)]
struct TableView<'a> {
    spec: &'a Spec,
    table: &'a Table,
    edition: &'a TableEdition,
}

impl<'a> TableView<'a> {
    fn cell(&self, row: usize, column: usize) -> &'a Cell {
        &self.edition.cells[row * self.table.columns.keys.len() + column]
    }

    /// Rows, columns and cells.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, &'a Cell)> {
        let columns = self.table.columns.keys.len();
        self.edition.cells.iter().enumerate().map(move |(i, cell)| (i / columns, i % columns, cell))
    }

    fn row(&self, index: usize) -> &'a str {
        self.table.rows.keys[index].name(self.spec)
    }

    fn column(&self, index: usize) -> &'a str {
        self.table.columns.keys[index].name(self.spec)
    }

    fn finding(&self, check: &str, subject: &str, says: String, cites: Vec<Citation>) -> Finding {
        let id = format!("{}/{check}/{subject}", self.table.id);
        Finding::new(id, &self.table.document, &self.edition.edition, says, cites)
    }
}

/// A cell's result in words.
fn result(spec: &Spec, result: Option<DTypeId>) -> &str {
    result.map_or("no promotion", |dtype| &spec.dtype_of(dtype).name)
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
