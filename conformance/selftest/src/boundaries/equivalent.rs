//! Changed predicates that no call tells from the right one, each with the reason. `equivalent.toml` lists them.

use crate::faults::parse;
use serde::Deserialize;
use std::sync::LazyLock;

/// Changed predicates of a requirement that make no difference.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// The requirement.
    pub requirement: String,
    /// Which predicate of it: `when` or `require`.
    pub predicate: String,
    /// The predicates instead.
    pub instead: Vec<String>,
    /// Why no call tells them apart.
    pub why: String,
}

impl Equivalent {
    /// Whether it speaks of this change.
    #[must_use]
    pub fn is_about(&self, requirement: &str, predicate: &str, instead: &str) -> bool {
        let named = self.requirement == requirement && self.predicate == predicate;
        named && self.instead.iter().any(|text| text == instead)
    }
}

/// All of them, in every edition that has the requirement with the predicate that is changed.
pub static EQUIVALENT: LazyLock<Vec<Equivalent>> = LazyLock::new(|| {
    let all = parse(include_str!("../../equivalent.toml")).and_then(|mut file| {
        let all = file.remove("equivalent").unwrap_or_default();
        Vec::deserialize(all).map_err(|error| error.to_string())
    });
    all.unwrap_or_else(|error| panic!("equivalent.toml: {error}"))
});
