//! What explanations are made from, and blocks that several pages share.

use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::report::page::Block;
use ascertain_conformance::results::OwnCases;
use core::fmt;
use std::collections::HashMap;

/// What explanations are made from.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The chosen editions.
    pub editions: &'a Editions,
    /// Every case of the suite in those editions.
    pub cases: &'a [Case],
    /// The same by what they test.
    pub by_requirement: &'a ByRequirement<'a>,
    /// Those among them that are the user's own.
    pub own: Option<&'a OwnCases>,
}

/// The cases that test each requirement. There are thousands of both.
#[derive(Clone, Debug)]
pub struct ByRequirement<'a>(HashMap<&'static str, Vec<&'a Case>>);

impl<'a> ByRequirement<'a> {
    /// Of these cases.
    #[must_use]
    pub fn new(cases: &'a [Case]) -> Self {
        let mut testing: HashMap<&str, Vec<&Case>> = HashMap::new();
        for case in cases {
            for id in case.requirements {
                testing.entry(id).or_default().push(case);
            }
        }
        Self(testing)
    }

    /// The cases that test the requirement with this id, in their order.
    #[must_use]
    pub fn testing(&self, id: &str) -> &[&'a Case] {
        self.0.get(id).map_or(&[], Vec::as_slice)
    }
}

/// Why there is nothing to explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotExplained {
    /// An unknown name, and the nearest known names.
    Unknown(String, Vec<String>),
    /// A pair of operands that no table takes, and why.
    Pair(String),
}

impl fmt::Display for NotExplained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word, _) => write!(f, "unknown name `{word}`"),
            Self::Pair(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for NotExplained {}

/// Number of case ids to list before counting the rest.
const IDS: usize = 8;

/// A section about cases: the first ids, how many more there are, and the command that runs them.
pub(super) fn cases_block<'a>(cases: impl Iterator<Item = &'a Case>, selector: &str) -> Vec<Block> {
    let items = ids(cases);
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::Items(items), Block::Command(format!("ascertain run --backend … {selector}"))]
}

/// The first ids, and how many more there are.
pub(super) fn ids<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<String> {
    let mut ids: Vec<String> = cases.map(|c| c.id.to_string()).collect();
    let more = ids.len().saturating_sub(IDS);
    if more > 1 {
        ids.truncate(IDS);
        ids.push(format!("and {more} more"));
    }
    ids
}
