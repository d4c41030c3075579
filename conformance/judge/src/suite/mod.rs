//! The fixed cases: every cell of every table, the golden vectors, and for every operator a grid of valid calls, and
//! valid and invalid calls for every requirement.

mod grids;
pub mod large;
pub mod rules;
mod tables;
pub mod vectors;

use self::vectors::{FILES, VectorError};
use crate::case::{Case, Expect};
use crate::operator::Registry;
use ascertain::Tensor;
use ascertain::call::{Arg, Call};
use ascertain::document::Editions;
use core::hash::{Hash, Hasher};
use std::collections::HashSet;

/// The suite's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Operators of every kind, for what any of them shows: two with rules of their own, a formula of two tensors and a scalar, a graded
/// function, and a scan with two results.
pub const SAMPLE: [&str; 5] = ["cumprod", "reinterpret", "add", "exp", "cummax"];

/// Whether an area is of the [`SAMPLE`].
#[must_use]
pub fn is_sample(area: &str) -> bool {
    SAMPLE.contains(&area)
}

/// Every case of the default suite, in a fixed order, for one choice of editions.
///
/// # Errors
/// When a vector file of this crate is malformed, which its tests exclude.
pub fn build(editions: &Editions) -> Result<Vec<Case>, VectorError> {
    of_areas(editions, &|_| true)
}

/// The same without operators whose name is not wanted.
///
/// # Errors
/// As [`build`].
pub fn of_areas(editions: &Editions, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Case>, VectorError> {
    let mut cases = tables::cases(editions);
    cases.extend(of_wanted_operators(editions, Registry::default(), FILES, wanted)?);
    Ok(cases)
}

/// The cases of some operators: vectors of `files` (names and texts), rules and grids, operator by operator.
///
/// # Errors
/// When a vector file is malformed.
pub fn of_operators(
    editions: &Editions,
    registry: Registry,
    files: &[(&str, &str)],
) -> Result<Vec<Case>, VectorError> {
    of_wanted_operators(editions, registry, files, &|_| true)
}

fn of_wanted_operators(
    editions: &Editions,
    registry: Registry,
    files: &[(&str, &str)],
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<Case>, VectorError> {
    let mut of_vectors = vectors::replayed(&vectors::of_files(registry, files)?, editions);
    let (mut cases, mut tensors) = (Vec::new(), HashSet::new());
    for operator in registry.operators().iter().filter(|operator| wanted(operator.spec().name)) {
        let contract = operator.spec().contract(editions);
        let vectors = of_vectors.extract_if(.., |case| case.area == operator.spec().name);
        let own = rules::cases(*operator, contract).into_iter().chain(grids::cases(*operator, contract));
        cases.extend(vectors.chain(own).map(|mut case| {
            share(&mut case.call, &mut tensors);
            if let Expect::SameAs(_, call) = &mut case.expect {
                share(call, &mut tensors);
            }
            case
        }));
    }
    Ok(cases)
}

/// A tensor whose hash is that of its first elements: most that differ differ there.
#[derive(PartialEq, Eq)]
struct Known(Tensor);

impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bytes = self.0.storage();
        (self.0.dtype(), self.0.shape(), bytes.len(), &bytes[..bytes.len().min(64)]).hash(state);
    }
}

/// Replaces the tensors of a call by equal ones of earlier calls: of thirty tensors in the suite, one is different.
fn share(call: &mut Call, tensors: &mut HashSet<Known>) {
    let Call::Operate(call) = call else { return };
    for arg in &mut call.args {
        let Arg::Tensor(tensor) = arg else { continue };
        let own = Known(tensor.clone());
        match tensors.get(&own) {
            Some(Known(equal)) => *tensor = equal.clone(),
            None => drop(tensors.insert(own)),
        }
    }
}
