//! Options of a run.

use crate::operator::Registry;
use ascertain::document::Editions;
use std::time::Duration;

/// What to run a backend by.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The editions that decide.
    pub editions: Editions,
    /// Seed of the random cases.
    pub seed: u64,
    /// How many random cases to make after the given ones.
    pub fuzz: u64,
    /// How long to make random cases; with a number of them too, whichever ends first.
    pub time: Option<Duration>,
    /// Which part of the random cases, and of how many; parts count from 1. The given cases are divided already.
    pub shard: Option<[u32; 2]>,
    /// The operators known.
    pub registry: Registry,
    /// What the user demands of the backend's arithmetic, as if the backend had declared it: `order` to `sequential`.
    pub expect: Vec<(String, String)>,
}

impl RunOptions {
    /// Whether the random case at `index` falls into the part that is asked.
    #[must_use]
    pub fn takes(&self, index: u64) -> bool {
        self.shard.is_none_or(|[part, of]| index % u64::from(of.max(1)) + 1 == u64::from(part))
    }
}
