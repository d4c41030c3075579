//! What people say of an implementation: what its differences mean, with examples that a script runs.

use super::row::Difference;
use ascertain_conformance::pattern::Pattern;
use serde::Deserialize;

/// The file `NAME.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// The name as its makers write it: `PyTorch`.
    pub title: Option<String>,
    /// In general.
    #[serde(default)]
    pub says: String,
    /// Shows what is said in general, as a Python shell does.
    #[serde(default)]
    pub example: String,
    /// What runs before each example. It is not shown.
    #[serde(default)]
    pub prelude: String,
    /// What its differences mean.
    #[serde(default, rename = "finding")]
    pub explanations: Vec<Explanation>,
}

/// What some differences mean.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// Where they are: the areas of their cases, or globs.
    pub areas: Vec<String>,
    /// The kind of failure, or the verdict of what has none: `crash`.
    pub kind: String,
    /// The requirements that they break, or globs, if not any.
    pub requirements: Option<Vec<String>>,
    /// What they mean.
    pub says: String,
    /// Shows it, as a Python shell does.
    #[serde(default)]
    pub example: String,
}

/// The file `documents.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Documents {
    /// What all answers together say about documents.
    #[serde(default, rename = "document")]
    pub about: Vec<About>,
}

/// What all answers to some cases together say about a document.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The document, or several.
    pub document: String,
    /// What they say.
    pub says: String,
    /// Ids of the cases.
    pub cases: Vec<String>,
}

impl Explanation {
    /// Whether it is about such a difference.
    #[must_use]
    pub fn explains(&self, difference: &Difference) -> bool {
        let is_of = |all: &[String], one: &Option<String>| {
            one.as_ref().is_some_and(|one| all.iter().any(|glob| Pattern::new(glob).select(&[one])[0]))
        };
        is_of(&self.areas, &difference.area)
            && *difference.kind.as_ref().unwrap_or(&difference.verdict) == self.kind
            && self.requirements.as_deref().is_none_or(|all| is_of(all, &difference.requirement))
    }
}

impl Documents {
    /// The cases whose answers are needed.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.about.iter().flat_map(|about| &about.cases).map(String::as_str)
    }
}
