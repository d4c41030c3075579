//! Options of a run.

use crate::operator::Registry;
use ascertain::document::Editions;
use std::time::Duration;

/// Options of a run. The default runs the given cases alone, by the first editions.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The editions that decide.
    pub editions: Editions,
    /// Seed of the random cases.
    pub seed: u64,
    /// Number of random cases after the given ones.
    pub fuzz: u64,
    /// Time for random cases. With a number too, whichever ends first.
    pub time: Option<Duration>,
    /// Part K of N of the random cases, counted from 1. The given cases are already a part.
    pub shard: Option<[u32; 2]>,
    /// The known operators.
    pub registry: Registry,
    /// Demands of the user on the arithmetic, which count like declarations of the backend: `order` is `sequential`.
    pub expect: Vec<(String, String)>,
    /// Whether a requirement that is this project's own reading is observed and fails nobody.
    pub observe_readings: bool,
}

impl RunOptions {
    /// Whether the random case at `index` belongs to the part that is run.
    #[must_use]
    pub fn takes(&self, index: u64) -> bool {
        self.shard.is_none_or(|[part, of]| index % u64::from(of.max(1)) + 1 == u64::from(part))
    }
}
