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
    let mut cases = tables::cases(wanted);
    cases.extend(of_some(editions, Registry::default(), &|| vectors::committed(wanted), wanted)?);
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
    let read = || {
        let vectors = files.iter().map(|(name, text)| vectors::read_with(registry, name, text));
        vectors.collect::<Result<Vec<_>, _>>().map(|vectors| vectors.concat())
    };
    of_some(editions, registry, &read, &|_| true)
}

fn of_some(
    editions: &Editions,
    registry: Registry,
    vectors: &dyn Fn() -> Result<Vec<Vector>, VectorError>,
    wanted: Wanted<'_>,
) -> Result<Vec<Case>, VectorError> {
    let mut models = registry.models();
    models.retain(|model| wanted(model.operator().name));
    if models.is_empty() {
        return Ok(Vec::new());
    }
    let contract = |model: &dyn Model| model.operator().contract(editions);
    // The search for rules' cases takes as long as making all the others.
    let (of_rules, others) = std::thread::scope(|scope| {
        let of_rules = scope.spawn(|| {
            let of_rules =
                models.iter().map(|model| rules::cases(model.as_ref(), contract(model.as_ref()), wanted));
            of_rules.collect::<Vec<_>>()
        });
        let stored = vectors();
        let grids =
            models.iter().map(|model| operators::cases(model.as_ref(), contract(model.as_ref()), wanted));
        let grids: Vec<_> = grids.collect();
        (of_rules.join(), stored.map(|stored| (stored, grids)))
    });
    let of_rules = of_rules.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let (stored, grids) = others?;
    let mut stored: Vec<Case> = stored.into_iter().filter_map(|v| vectors::case(v, editions)).collect();
    let mut cases = Vec::new();
    for (model, (of_rules, grid)) in models.iter().zip(of_rules.into_iter().zip(grids)) {
        cases.extend(stored.extract_if(.., |case| case.area == model.operator().name));
        cases.extend(of_rules);
        cases.extend(grid);
    }
    Ok(cases)
}
