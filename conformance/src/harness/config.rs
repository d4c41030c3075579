//! What to ask, and which failures are known.

use ascertain::backend::Backend;
use ascertain::document::Editions;

/// How many random cases are asked, unless otherwise said.
const FUZZ: u64 = 1000;

/// Makes a backend: one for each trial, since trials run at the same time.
pub(crate) type Make = dyn Fn() -> Box<dyn Backend> + Send + Sync;

/// What to ask.
#[derive(Clone, Debug)]
pub struct Config {
    /// The editions that decide.
    pub editions: Editions,
    /// How many random cases.
    pub fuzz: u64,
    /// Their seed.
    pub seed: u64,
    /// Failures that are known, and do not fail a trial.
    pub known: Vec<KnownFailure>,
}

/// Cases that are known to fail.
#[derive(Clone, Debug)]
pub struct KnownFailure {
    /// Their ids, as `--filter` takes them: `*` stands for any characters.
    pub cases: String,
    /// Why they fail. A trial that asks some of them, of which none fails any more, fails: lists must not rot.
    pub reason: String,
}

impl KnownFailure {
    /// Cases that are known to fail for a reason.
    #[must_use]
    pub fn new(cases: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { cases: cases.into(), reason: reason.into() }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self { editions: Editions::default(), fuzz: FUZZ, seed: 0, known: Vec::new() }
    }
}
