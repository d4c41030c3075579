//! Parts that are missing, or did not ask all of their cases.

use crate::results::ordered::gathered;
use ascertain_judge::verdict::Run;
use std::collections::BTreeMap;

/// Missing parts that are named one by one.
const NAMED: usize = 8;

/// What is missing.
pub(super) struct Gaps {
    of: u32,
    /// Why a part that is there may lack cases.
    reasons: BTreeMap<u32, Option<String>>,
    /// How many parts have any cases: the first ones.
    parts: u32,
}

impl Gaps {
    /// Of parts with at most this many cases of each sort in all, and what came of those that are there.
    pub(super) fn new<'a>(of: u32, most: u64, runs: impl Iterator<Item = (u32, &'a Run)>) -> Self {
        let reason = |run: &Run| {
            let started = run.not_started.as_ref().map(|why| format!("the backend did not start: {why}"));
            started.or_else(|| run.incomplete.clone())
        };
        let reasons = gathered(runs.map(|(part, run)| (part, reason(run))));
        Self { of, reasons, parts: u32::try_from(most).map_or(of, |most| most.min(of)) }
    }

    /// Why a part may lack cases.
    pub(super) fn reason(&self, part: u32) -> Option<String> {
        let of = self.of;
        match self.reasons.get(&part) {
            None => Some(format!("part {part} of {of} is missing")),
            Some(why) => why.as_ref().map(|why| format!("part {part} of {of}: {why}")),
        }
    }

    /// Why the whole run is incomplete, if it is.
    pub(super) fn words(&self) -> Option<String> {
        let there = self.reasons.range(..=self.parts).count();
        let missing = self.parts as usize - there;
        let absent =
            (1..=self.parts).filter(|part| !self.reasons.contains_key(part)).take(NAMED.min(missing));
        let mut names: Vec<String> = absent.map(|part| part.to_string()).collect();
        if missing > names.len() {
            names.push(format!("{} more", missing - names.len()));
        }
        let gap = names.split_last().map(|(last, rest)| match rest {
            [] => format!("part {last} of {} is missing", self.of),
            rest => format!("parts {} and {last} of {} are missing", rest.join(", "), self.of),
        });
        let others =
            self.reasons.iter().filter(|(_, why)| why.is_some()).filter_map(|(part, _)| self.reason(*part));
        let all: Vec<String> = gap.into_iter().chain(others).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}
