//! Verifies that committed editions say what their pages say.

use super::{by_distance, own_edition};
use crate::diff::{Change, diff};
use crate::facts::{Facts, UnreadFact};
use crate::page::{Complaint, Page};
use crate::reader;
use ascertain_spec::model::Spec;

/// How a page was matched with an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// The edition was read from these bytes.
    Digest,
    /// The page has all facts of the edition, possibly at other places.
    Facts,
    /// The page does not belong to any edition. It was compared with the edition that differs least.
    None,
}

/// The comparison of a page with an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Id of the document.
    pub document: String,
    /// Name of the edition.
    pub edition: String,
    /// Why this edition was chosen.
    pub by: Match,
    /// Number of facts compared: cells, rules, types, products, functions, parameters.
    pub facts: usize,
    /// The differences. If the edition was not read from this page, places are not compared.
    pub disagreements: Vec<Change>,
    /// What could not be compared, and why.
    pub notes: Vec<String>,
    /// Sentences of the page that were not read.
    pub unread: Vec<UnreadFact>,
    /// How many of them [the edition has too](crate::diff::Differences::accounted).
    pub accounted: Option<usize>,
}

/// Compares a page with the editions of the documents that it is about.
///
/// # Errors
/// Why the page is refused.
pub fn verify(spec: &Spec, page: &Page) -> Result<Vec<Verification>, Vec<Complaint>> {
    let reading = reader::read(page, spec, None)?;
    let verifications = reading.facts.iter().filter_map(|facts| verification(spec, facts));
    Ok(verifications.collect())
}

fn verification(spec: &Spec, facts: &Facts) -> Option<Verification> {
    let own = own_edition(spec, facts);
    let nearest = || by_distance(spec, facts).into_iter().next();
    let (name, by) = match (own, own.map_or_else(nearest, |_| None)) {
        (Some(edition), _) => (edition.name.clone(), Match::Digest),
        (None, Some((name, 0))) => (name, Match::Facts),
        (None, nearest) => (nearest?.0, Match::None),
    };
    let edition = Facts::of_edition(spec, &facts.document, &name)?;
    let differences = diff(&edition, facts);
    let disagreements = if by == Match::Digest { differences.with_places() } else { differences.in_full() };
    Some(Verification {
        document: facts.document.clone(),
        edition: name,
        by,
        facts: count(facts),
        disagreements,
        notes: differences.notes,
        unread: facts.unread.clone(),
        accounted: differences.accounted,
    })
}

fn count(facts: &Facts) -> usize {
    let tables: usize = facts.tables.iter().map(|table| table.cells.len() + table.rules.len()).sum();
    let operator = facts.operator.as_ref().map_or(0, |operator| {
        let parameters: usize = operator.functions.iter().map(|function| function.parameters.len()).sum();
        operator.products.len() + operator.functions.len() + parameters
    });
    tables + facts.types.len() + facts.others.len() + operator
}
