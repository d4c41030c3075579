//! Options of a run.

use crate::operator::Registry;
use crate::standard::Standard;
use crate::suite::large::LargeCase;
use ascertain::document::Editions;
use core::fmt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Default number of random cases, at most.
pub const RANDOM_CASES: u64 = 16_000;

/// Default number of random cases for each operator: of few operators more find hardly anything more.
pub const RANDOM_CASES_EACH: u64 = 2_000;

/// Time for them: a backend that compiles for each shape would take minutes.
pub const RANDOM_TIME: Duration = Duration::from_secs(30);

/// Why a run ends that a signal stops.
pub const INTERRUPTED: &str = "interrupted";

/// Options of a run. The default runs the given cases alone, by the first editions.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The editions that decide.
    pub editions: Editions,
    /// Seed of the random cases.
    pub seed: u64,
    /// Number of random cases after the given ones.
    pub fuzz: u64,
    /// A limit that grows with the operators that they are of: so many for each.
    pub fuzz_each: Option<u64>,
    /// The operators that they are of, and that are observed; none for all.
    pub operators: Vec<&'static str>,
    /// The requirements of which each tests one; none for all.
    pub requirements: Vec<&'static str>,
    /// Whether they are drawn from all calls of these operators, whatever the backend offers: questions are written before
    /// anybody says what he answers.
    pub unoffered: bool,
    /// Time for random cases. With a number too, whichever ends first.
    pub time: Option<Duration>,
    /// Which part of the random cases. The given cases are already a part.
    pub shard: Option<Shard>,
    /// Large cases after the given ones.
    pub large: Large,
    /// The known operators.
    pub registry: Registry,
    /// Demands of the user on the arithmetic, which count like declarations of the backend: `order` is `sequential`.
    pub expect: Vec<(String, String)>,
    /// Whether a requirement that is this project's own reading is observed and fails nobody.
    pub observe_readings: bool,
    /// A standard whose verdict stands beside that of the pages, and whether the exit code is by it.
    pub standard: Option<(&'static Standard, bool)>,
    /// Whether the run ends after the first failure.
    pub fail_fast: bool,
    /// Random cases that are listed even if they pass, by index.
    pub listed: BTreeSet<u64>,
    /// Whether each case is asked only once. Otherwise findings and some passing cases are asked again at the end: what
    /// differs then is nondeterministic.
    pub once: bool,
    /// Ends the run when it is set. Cases that have no answer then are skipped.
    pub stop: Stop,
}

/// One part of several. Parts count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part.
    pub part: u32,
    /// Of how many.
    pub of: u32,
}

impl Default for Shard {
    /// The only part.
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.map(|(part, of)| Self { part, of }).filter(|shard| shard.is_one());
        shard.ok_or("write K/N with 1 <= K <= N, for example 1/4 for the first of four parts")
    }
}

impl Shard {
    /// Whether there is such a part.
    #[must_use]
    pub const fn is_one(self) -> bool {
        1 <= self.part && self.part <= self.of
    }

    /// The indices below `limit` in this part: every N-th from the K-th, so that parts have similar cases.
    pub fn indices(self, limit: u64) -> impl Iterator<Item = u64> + use<> {
        // Steps, since going through all indices for every billionth takes years.
        (u64::from(self.part.saturating_sub(1))..limit).step_by(self.of.max(1) as usize)
    }

    /// How many indices below `limit` are in this part.
    #[must_use]
    pub fn count(self, limit: u64) -> u64 {
        limit.saturating_sub(u64::from(self.part.saturating_sub(1))).div_ceil(u64::from(self.of.max(1)))
    }

    /// The items of this part.
    #[must_use]
    pub fn take<T>(self, items: Vec<T>) -> Vec<T> {
        items
            .into_iter()
            .skip(self.part.saturating_sub(1) as usize)
            .step_by(self.of.max(1) as usize)
            .collect()
    }
}

/// Tells a run and its backends to stop: because of a signal, or because the time is up. All copies are set together.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Causes>);

/// What sets a [`Stop`].
#[derive(Debug, Default)]
struct Causes {
    signal: Arc<AtomicBool>,
    /// The end of the time for the run.
    run: Mutex<Option<Instant>>,
    /// The end of the time for the random cases.
    random: Mutex<Option<Instant>>,
}

impl Stop {
    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.why().is_some() || has_passed(&self.0.random)
    }

    /// Why the run must end, in words, if it must.
    #[must_use]
    pub fn why(&self) -> Option<&'static str> {
        if self.0.signal.load(Ordering::SeqCst) {
            return Some(INTERRUPTED);
        }
        has_passed(&self.0.run).then_some("the time for the run was up")
    }

    /// The flag that sets it, for handlers of signals.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.signal)
    }

    /// Sets it from `end` on.
    pub fn end_at(&self, end: Instant) {
        *lock(&self.0.run) = Some(end);
    }

    /// Sets it from `end` on, until this is called again: the time for the random cases.
    pub(crate) fn end_random_at(&self, end: Option<Instant>) {
        *lock(&self.0.random) = end;
    }
}

fn has_passed(end: &Mutex<Option<Instant>>) -> bool {
    lock(end).is_some_and(|end| Instant::now() >= end)
}

fn lock(end: &Mutex<Option<Instant>>) -> MutexGuard<'_, Option<Instant>> {
    // An instant is whole at any time.
    end.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PartialEq for Stop {
    /// Whether they are set together.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

/// Large cases, and the memory for them.
#[derive(Clone, Debug, Default)]
pub struct Large {
    /// The cases. Only one is in memory at a time.
    pub cases: Vec<LargeCase>,
    /// How often the largest tensor of a case is in memory at once.
    pub copies: u64,
    /// Bytes of memory available, if known. A case that needs more is skipped.
    pub available: Option<u64>,
}

impl Large {
    /// Bytes that a case needs.
    #[must_use]
    pub const fn needs(&self, case: &LargeCase) -> u64 {
        case.bytes.saturating_mul(self.copies)
    }
}

impl RunOptions {
    /// The number of random cases that is wanted, where time alone does not limit them, if the backend offers all of these operators.
    #[must_use]
    pub fn random_limit(&self) -> u64 {
        self.random_limit_of(if self.operators.is_empty() { usize::MAX } else { self.operators.len() })
    }

    /// The same if it offers so many of them.
    #[must_use]
    pub fn random_limit_of(&self, operators: usize) -> u64 {
        let wanted = if self.fuzz == 0 && self.time.is_some() { u64::MAX } else { self.fuzz };
        let of_each = self.fuzz_each.map_or(u64::MAX, |each| each.saturating_mul(operators as u64));
        wanted.min(of_each)
    }

    /// The places of the random cases, among those that a run takes below `limit`, in the part that is run.
    pub fn places(&self, limit: u64) -> impl Iterator<Item = u64> + use<> {
        self.shard.unwrap_or_default().indices(limit)
    }
}
