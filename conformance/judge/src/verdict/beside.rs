//! The verdicts of a standard beside those of the pages, counted.

use serde::{Deserialize, Serialize};

/// What a standard says of the float results of a run, beside what the pages say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// The standard's name.
    pub standard: String,
    /// Whether the exit code is by it.
    pub decides: bool,
    /// The cases.
    pub classes: Classes,
}

/// Cases by both verdicts: those that pass by both, fail by both, by the standard alone, and by the pages alone.
pub type Classes = [Class; 4];

/// What the cases of each class are, in words.
pub const CLASSES: [&str; 4] = [
    "both pass",
    "both fail",
    "only the standard fails: an honest result is blamed",
    "only the pages fail: a fault is let through",
];

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
    /// How many times a limit an error is; 1e300 stands for more.
    pub times: f64,
}

/// Counts cases. Of each class, its number says which example is better.
pub(crate) fn count(
    classes: &mut Classes,
    [by_pages, by_standard]: [bool; 2],
    example: impl FnOnce() -> Example,
    times: f64,
) {
    let at = [[1, 3], [2, 0]][usize::from(by_pages)][usize::from(by_standard)];
    classes[at].cases += 1;
    // Making one takes long.
    if classes[at].is_better(at, times) {
        classes[at].example = Some(example());
    }
}

/// Counts as many more as `others`.
pub fn merge(classes: &mut Classes, others: &Classes) {
    for (at, (class, other)) in classes.iter_mut().zip(others).enumerate() {
        class.cases = class.cases.saturating_add(other.cases);
        if let Some(example) = other.example.as_ref().filter(|other| class.is_better(at, other.times)) {
            class.example = Some(example.clone());
        }
    }
}

impl Class {
    /// Whether a case is a better example of class `at`.
    fn is_better(&self, at: usize, times: f64) -> bool {
        self.example.as_ref().is_none_or(|own| if at == 3 { times < own.times } else { times > own.times })
    }
}
