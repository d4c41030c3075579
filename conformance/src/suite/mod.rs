//! The default suite: every cell of every table, the golden vectors, and for every operator a grid of valid calls
//! and calls around each of its rules.

mod operators;
mod rules;
mod tables;
pub mod vectors;

pub(crate) use operators::exercised;
pub(crate) use rules::askable;

use crate::case::Case;
use crate::model::Registry;
use ascertain::document::Editions;

/// Every case of the default suite, in a fixed order, for one choice of editions.
///
/// # Errors
/// When a vector file of this crate is malformed, which its tests exclude.
pub fn build(editions: &Editions) -> Result<Vec<Case>, vectors::VectorError> {
    let mut cases = tables::cases();
    cases.extend(of_operators(editions, Registry::default(), vectors::FILES)?);
    Ok(cases)
}

/// The cases of some operators, and of those vectors in `files` (names and texts) that are theirs.
///
/// # Errors
/// When a vector file is malformed.
pub fn of_operators(
    editions: &Editions,
    registry: Registry,
    files: &[(&str, &str)],
) -> Result<Vec<Case>, vectors::VectorError> {
    let mut stored = Vec::new();
    for (name, text) in files {
        stored.extend(vectors::read_with(registry, name, text)?);
    }
    let mut cases = Vec::new();
    for model in &registry.models() {
        let contract = model.operator().contract(editions);
        cases.extend(vectors::cases(&stored, model.operator(), contract));
        cases.extend(rules::cases(model.as_ref(), contract));
        cases.extend(operators::cases(model.as_ref(), contract));
    }
    Ok(cases)
}
