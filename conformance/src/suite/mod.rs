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

/// Whether any ids that begin with these words and `/` are wanted.
pub(crate) type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// Every case of the default suite, in a fixed order, for one choice of editions.
///
/// # Errors
/// When a vector file of this crate is malformed, which its tests exclude.
pub fn build(editions: &Editions) -> Result<Vec<Case>, vectors::VectorError> {
    build_some(editions, &|_| true)
}

/// The same without some of the cases that are not wanted.
pub fn build_some(editions: &Editions, wanted: Wanted<'_>) -> Result<Vec<Case>, vectors::VectorError> {
    let mut cases = tables::cases(wanted);
    cases.extend(of_some(editions, Registry::default(), vectors::FILES, wanted)?);
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
    of_some(editions, registry, files, &|_| true)
}

fn of_some(
    editions: &Editions,
    registry: Registry,
    files: &[(&str, &str)],
    wanted: Wanted<'_>,
) -> Result<Vec<Case>, vectors::VectorError> {
    let models = registry.models();
    let models: Vec<_> = models.iter().filter(|model| wanted(model.operator().name)).collect();
    if models.is_empty() {
        return Ok(Vec::new());
    }
    let read = || {
        let vectors = files.iter().map(|(name, text)| vectors::read_with(registry, name, text));
        vectors.collect::<Result<Vec<_>, _>>()
    };
    // Reading the vectors takes as long as making all the other cases.
    let (stored, made) = std::thread::scope(|scope| {
        let stored = scope.spawn(read);
        let made: Vec<_> = models
            .into_iter()
            .map(|model| {
                let contract = model.operator().contract(editions);
                let mut cases = rules::cases(model.as_ref(), contract, wanted);
                cases.extend(operators::cases(model.as_ref(), contract, wanted));
                (model.operator(), contract, cases)
            })
            .collect();
        (stored.join(), made)
    });
    let stored = stored.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?.concat();
    let mut cases = Vec::new();
    for (operator, contract, made) in made {
        cases.extend(vectors::cases(&stored, operator, contract));
        cases.extend(made);
    }
    Ok(cases)
}
