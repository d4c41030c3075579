//! The verdicts of a standard beside those of the pages, counted.

use serde::{Deserialize, Serialize};

/// What a standard says of the float results of a run, beside what the pages say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// The standard's name.
    pub standard: String,
    /// Whether the exit code is by it.
    #[serde(default)]
    pub decides: bool,
    /// The cases.
    #[serde(flatten)]
    pub classes: Classes,
}

/// Cases by both verdicts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Classes {
    /// Both pass.
    pub both_pass: Class,
    /// Both fail.
    pub both_fail: Class,
    /// Only the standard fails: an honest implementation is blamed.
    pub only_standard_fails: Class,
    /// Only the pages fail: a fault is let through.
    pub only_pages_fail: Class,
}

/// Cases that are alike by both verdicts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// How many.
    pub cases: u64,
    /// The one that is farthest beyond the standard's limits, or nearest to them; of faults that are let through the farthest within.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<Example>,
}

/// A case of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Its id.
    pub case: String,
    /// What the standard says of it.
    pub says: String,
    /// How many times a limit its measure is; `f64::MAX` beside an infinity that should not be there.
    pub times: f64,
}

impl Classes {
    /// Each class, with what it is in words.
    #[must_use]
    pub fn each(&self) -> [(&'static str, &Class); 4] {
        [
            ("both pass", &self.both_pass),
            ("both fail", &self.both_fail),
            ("only the standard fails: an honest result is blamed", &self.only_standard_fails),
            ("only the pages fail: a fault is let through", &self.only_pages_fail),
        ]
    }

    /// Counts a case: whether the pages and the standard are obeyed, and what the standard says.
    pub(crate) fn add(
        &mut self,
        by_pages: bool,
        by_standard: bool,
        times: f64,
        example: impl FnOnce() -> Example,
    ) {
        let class = match (by_pages, by_standard) {
            (true, true) => &mut self.both_pass,
            (false, false) => &mut self.both_fail,
            (true, false) => &mut self.only_standard_fails,
            (false, true) => &mut self.only_pages_fail,
        };
        class.cases = class.cases.saturating_add(1);
        // Making one takes long.
        if class.is_better(times, !by_pages && by_standard) {
            class.example = Some(example());
        }
    }

    /// Counts as many more as `other`.
    pub fn merge(&mut self, other: &Self) {
        self.both_pass.merge(&other.both_pass, false);
        self.both_fail.merge(&other.both_fail, false);
        self.only_standard_fails.merge(&other.only_standard_fails, false);
        self.only_pages_fail.merge(&other.only_pages_fail, true);
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.each().iter().all(|(_, class)| class.cases == 0)
    }
}

impl Class {
    fn merge(&mut self, other: &Self, least: bool) {
        self.cases = self.cases.saturating_add(other.cases);
        if let Some(example) = other.example.as_ref().filter(|other| self.is_better(other.times, least)) {
            self.example = Some(example.clone());
        }
    }

    /// Whether a case is a better example than the one that it has.
    fn is_better(&self, times: f64, least: bool) -> bool {
        self.example.as_ref().is_none_or(|own| if least { times < own.times } else { times > own.times })
    }
}

impl Beside {
    /// Cases that fail by the standard, and those that pass by it.
    #[must_use]
    pub const fn failed_and_passed(&self) -> (u64, u64) {
        let Classes { both_pass, both_fail, only_standard_fails, only_pages_fail } = &self.classes;
        (
            both_fail.cases.saturating_add(only_standard_fails.cases),
            both_pass.cases.saturating_add(only_pages_fail.cases),
        )
    }
}
