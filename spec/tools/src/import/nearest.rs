//! Chooses the edition to inherit from: the page that differs least from the new one, and whose differences can be
//! written.

use super::{Candidate, ImportError, candidate};
use crate::diff::diff;
use crate::facts::Facts;
use ascertain_spec::model::{SourceKind, Spec};
use std::cmp::Reverse;

/// The editions of a page's document that were read from pages, each with the number of its differences from the page.
/// The nearest comes first, and of several the newest.
pub fn by_distance(spec: &Spec, facts: &Facts) -> Vec<(String, usize)> {
    let editions = spec.document(&facts.document).into_iter().flat_map(|document| &document.editions);
    let pages = editions.filter(|edition| edition.source == SourceKind::Page).enumerate();
    let mut found: Vec<(usize, Reverse<usize>, String)> = pages
        .filter_map(|(age, edition)| {
            let known = Facts::of_edition(spec, &facts.document, &edition.name)?;
            Some((diff(&known, facts).count(), Reverse(age), edition.name.clone()))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(differences, _, name)| (name, differences)).collect()
}

/// Makes the file of a new edition `name` from the facts of a page. It inherits from the nearest edition that can express
/// the page. If none can, every fact is written.
///
/// # Errors
/// Why the page cannot become an edition in any of these ways: what is wrong with writing every fact.
pub fn best_candidate(spec: &Spec, facts: &Facts, name: &str) -> Result<Candidate, ImportError> {
    for (parent, _) in by_distance(spec, facts) {
        match candidate(spec, facts, name, Some(&parent), false) {
            Err(ImportError::CannotInherit { .. } | ImportError::Unsound(_) | ImportError::Unfaithful(_)) => {
            }
            result => return result,
        }
    }
    candidate(spec, facts, name, None, false)
}
