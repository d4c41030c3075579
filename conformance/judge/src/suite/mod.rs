//! The default suite: every cell of every table, the golden vectors, and for every operator a grid of valid calls
//! and calls around each of its rules.

mod operators;
mod rules;
mod tables;
pub mod vectors;

use self::vectors::{Vector, VectorError};
pub(crate) use operators::exercised;
pub(crate) use rules::askable;

use crate::case::Case;
use crate::model::Registry;
use ascertain::document::Editions;

/// The suite's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether any ids that begin with these words and `/` are wanted: with an area, `cumprod`, or a part of one,
/// `cumprod/rule/cumprod.dim.range`.
pub type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// Every case of the default suite, in a fixed order, for one choice of editions.
///
/// # Errors
/// When a vector file of this crate is malformed, which its tests exclude.
pub fn build(editions: &Editions) -> Result<Vec<Case>, VectorError> {
    build_some(editions, &|_| true)
}

/// The same without some of the cases that are not wanted.
///
/// # Errors
/// As of [`build`].
pub fn build_some(editions: &Editions, wanted: Wanted<'_>) -> Result<Vec<Case>, VectorError> {
    let mut cases = tables::cases(wanted);
    add(&mut cases, editions, Registry::default(), vectors::committed(wanted)?, wanted);
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
) -> Result<Vec<Case>, VectorError> {
    let (mut cases, mut vectors) = (Vec::new(), Vec::new());
    for (name, text) in files {
        vectors.extend(vectors::read_with(registry, name, text)?);
    }
    add(&mut cases, editions, registry, vectors, &|_| true);
    Ok(cases)
}

/// Adds the cases of operators that are wanted: of their vectors, rules and grids.
fn add(
    cases: &mut Vec<Case>,
    editions: &Editions,
    registry: Registry,
    vectors: Vec<Vector>,
    wanted: Wanted<'_>,
) {
    let mut stored: Vec<Case> = vectors.into_iter().filter_map(|v| vectors::case(v, editions)).collect();
    for model in registry.models().iter().filter(|model| wanted(model.operator().name)) {
        let (operator, contract) = (model.operator(), model.operator().contract(editions));
        cases.extend(stored.extract_if(.., |case| case.area == operator.name));
        cases.extend(rules::cases(model.as_ref(), contract, wanted));
        cases.extend(operators::cases(model.as_ref(), contract, wanted));
    }
}
