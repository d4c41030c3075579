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
use crate::model::{Model, Registry};
use ascertain::document::Editions;
use std::panic::resume_unwind;
use std::thread;

/// The suite's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether any ids that begin with these words and `/` are wanted: with an area, `cumprod`, or a part of one,
/// `cumprod/rule/cumprod.dim.range`.
pub type Wanted<'a> = &'a (dyn Fn(&str) -> bool + Sync);

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
    let before = || Ok((tables::cases(wanted), vectors::committed(wanted)?));
    with_operators(before, editions, Registry::default(), wanted)
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
    let vectors = || {
        let read = files.iter().map(|(name, text)| vectors::read_with(registry, name, text));
        Ok((Vec::new(), read.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()))
    };
    with_operators(vectors, editions, registry, &|_| true)
}

/// Cases and vectors that `before` makes, the latter as cases; with them those of operators that are wanted, of their
/// rules and grids. Rules take most of the time, so that another thread sees to them.
fn with_operators(
    before: impl FnOnce() -> Result<(Vec<Case>, Vec<Vector>), VectorError>,
    editions: &Editions,
    registry: Registry,
    wanted: Wanted<'_>,
) -> Result<Vec<Case>, VectorError> {
    let mut models = registry.models();
    models.retain(|model| wanted(model.operator().name));
    let contract = |model: &dyn Model| model.operator().contract(editions);
    thread::scope(|scope| {
        let rules =
            || models.iter().map(|model| rules::cases(model.as_ref(), contract(model.as_ref()), wanted));
        let of_rules = scope.spawn(move || rules().collect::<Vec<_>>());
        let (mut cases, vectors) = before()?;
        let mut stored: Vec<Case> = vectors.into_iter().filter_map(|v| vectors::case(v, editions)).collect();
        let grids =
            models.iter().map(|model| operators::cases(model.as_ref(), contract(model.as_ref()), wanted));
        let grids: Vec<Vec<Case>> = grids.collect();
        let of_rules = of_rules.join().unwrap_or_else(|panic| resume_unwind(panic));
        let more = stored.len() + of_rules.iter().chain(&grids).map(Vec::len).sum::<usize>();
        cases.reserve_exact(more);
        for ((model, rules), grid) in models.iter().zip(of_rules).zip(grids) {
            cases.extend(stored.extract_if(.., |case| case.area == model.operator().name));
            cases.extend(rules);
            cases.extend(grid);
        }
        Ok(cases)
    })
}
