//! Verifies that committed editions say what their pages say.

use super::{Disagreement, disagreements, newest_page};
use crate::facts::Facts;
use crate::pages::{Complaint, Page, recognise};
use ascertain_spec::model::{Edition, Spec};

/// How a page was matched with an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// The edition was read from these bytes.
    Digest,
    /// The page has the facts of the edition, possibly at other places.
    Facts,
    /// The page does not belong to any edition. It was compared with the newest page of its document.
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
    /// Number of facts compared: cells, rules, types, products, messages, functions, parameters.
    pub facts: usize,
    /// The differences. If the edition was not read from this page, places are not compared.
    pub disagreements: Vec<Disagreement>,
}

/// Compares a page with the editions of the documents that it is about.
///
/// # Errors
/// Why the page is refused.
pub fn verify(spec: &Spec, page: &Page) -> Result<Vec<Verification>, Vec<Complaint>> {
    let reading = recognise::read(page, spec, None)?;
    let verifications = reading.facts.iter().filter_map(|facts| verification(spec, facts));
    Ok(verifications.collect())
}

fn verification(spec: &Spec, facts: &Facts) -> Option<Verification> {
    let document = spec.document(&facts.document)?;
    let against = |name: &str| {
        let edition = Facts::of_edition(spec, &facts.document, name)?;
        Some(disagreements(facts, &edition))
    };
    let verification = |edition: &str, by: Match, disagreements: Vec<Disagreement>| Verification {
        document: facts.document.clone(),
        edition: edition.to_owned(),
        by,
        facts: count(facts),
        disagreements,
    };
    let same = |edition: &&Edition| edition.source.digest.is_some() && edition.source.digest == facts.digest;
    if let Some(edition) = document.editions.iter().find(same) {
        let mut found = against(&edition.name)?;
        // An inherited table has the layout of the page that it was inherited from.
        found.retain(|difference| edition.inherits.is_none() || !difference.is_layout());
        return Some(verification(&edition.name, Match::Digest, found));
    }
    let of_facts = |name: &str| {
        let mut found = against(name)?;
        found.retain(|difference| !difference.only_place && !difference.is_layout());
        Some(found)
    };
    let equal = document.editions.iter().find(|e| of_facts(&e.name).is_some_and(|found| found.is_empty()));
    if let Some(edition) = equal {
        return Some(verification(&edition.name, Match::Facts, Vec::new()));
    }
    let newest = newest_page(document)?;
    Some(verification(newest, Match::None, of_facts(newest)?))
}

fn count(facts: &Facts) -> usize {
    let tables: usize = facts.tables.iter().map(|table| table.cells.len() + table.rules.len()).sum();
    let operator = facts.operator.as_ref().map_or(0, |operator| {
        let parameters: usize = operator.functions.iter().map(|function| function.parameters.len()).sum();
        operator.products.len() + operator.messages.len() + operator.functions.len() + parameters
    });
    tables + facts.types.len() + facts.others.len() + operator
}
