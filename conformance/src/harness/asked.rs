//! How many random cases all trials together asked.

use crate::report::text::plural;
use ascertain_judge::verdict::RandomCases;
use std::sync::{Mutex, PoisonError};

/// What the trials with random cases report. They run in parallel.
#[derive(Debug, Default)]
pub(super) struct AskedCases(Mutex<Vec<(u64, RandomCases)>>);

impl AskedCases {
    /// A trial asked these, of `fuzz` in all trials.
    pub(super) fn add(&self, fuzz: u64, random: RandomCases) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((fuzz, random));
    }

    /// How many were asked, and how to repeat exactly these. `None` if no trial with random cases ran.
    pub(super) fn words(&self, seed: u64) -> Option<String> {
        let asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (fuzz, _) = asked.first()?;
        let cases = plural(asked.iter().map(|(_, random)| random.asked).sum(), "random case", "random cases");
        let (when, again) = if asked.iter().any(|(_, random)| random.out_of_time) {
            (" until the time was up", "asks these and the rest")
        } else {
            ("", "repeats exactly these")
        };
        Some(format!("{cases} asked{when}; `Config {{ fuzz: Some({fuzz}), seed: {seed}, .. }}` {again}"))
    }
}
