//! The default suite: every cell of every table, the golden vectors, and for every operator a grid of valid calls
//! and calls around each of its rules.

mod operators;
mod rules;
mod tables;
pub mod vectors;

pub(crate) use operators::exercised;
pub(crate) use rules::disturb;

use crate::case::Case;
use crate::model::models;
use ascertain::document::Editions;

/// Every case of the default suite, in a fixed order, for one choice of editions.
///
/// # Errors
/// When a vector file of this crate is malformed, which its tests exclude.
pub fn build(editions: &Editions) -> Result<Vec<Case>, vectors::VectorError> {
    let models = models();
    let mut cases = tables::cases();
    let stored = vectors::committed()?;
    for model in &models {
        let contract = model.operator().contract(editions);
        cases.extend(vectors::cases(&stored, model.operator(), contract));
        cases.extend(rules::cases(model.as_ref(), contract));
        cases.extend(operators::cases(model.as_ref(), contract));
    }
    Ok(cases)
}
