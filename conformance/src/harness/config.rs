//! Configuration: what to run, and which failures are known.

use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_judge::verdict::ExpectedFailure;

/// Makes a backend for each trial, since trials run in parallel.
pub(crate) type Make = dyn Fn() -> Box<dyn Backend> + Send + Sync;

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The editions to judge by.
    pub editions: Editions,
    /// Number of random cases. Without one, [`RANDOM_CASES`](ascertain_judge::options::RANDOM_CASES), of which each
    /// trial asks as many as fit into [`RANDOM_TIME`](ascertain_judge::options::RANDOM_TIME).
    pub fuzz: Option<u64>,
    /// Their seed.
    pub seed: u64,
    /// Known failures, which do not fail a trial. A trial with some of an entry's cases fails if none of them fails any
    /// more, so that lists stay current. [`known_file::read`](crate::results::known_file::read) reads a list.
    pub known: Vec<ExpectedFailure>,
}
