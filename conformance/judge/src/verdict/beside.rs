//! The verdicts of a standard beside those of the pages, counted.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a standard says of the float results of a run, beside what the pages say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// The standard's name.
    pub standard: String,
    /// Whether the exit code is by it.
    pub decides: bool,
    /// The cases.
    pub classes: Classes,
    /// The same by operator and dtype of the result. None in reports of before 2026-12.
    #[serde(default, skip_serializing_if = "Kinds::is_empty")]
    pub kinds: Kinds,
}

/// Classes by operator and dtype of the result: `cumsum f16`.
pub type Kinds = BTreeMap<String, Classes>;

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
    /// The shape of its result. None in reports of before 2026-12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Vec<usize>>,
    /// What the standard says of it.
    pub says: String,
    /// How many times a limit an error is; 1e300 stands for more.
    pub times: f64,
}

/// Counts a case, by the pages and by the standard.
pub(crate) fn count(classes: &mut Classes, [by_pages, by_standard]: [bool; 2], example: Example) {
    let at = [[1, 3], [2, 0]][usize::from(by_pages)][usize::from(by_standard)];
    let mut one = Classes::default();
    one[at] = Class { cases: 1, example: Some(example) };
    merge(classes, &one);
}

/// Counts as many more of each kind.
pub fn merge_kinds(kinds: &mut Kinds, others: &Kinds) {
    for (kind, classes) in others {
        merge(kinds.entry(kind.clone()).or_default(), classes);
    }
}

/// Cases of all kinds.
pub(crate) fn of_all(kinds: &Kinds) -> Classes {
    let mut all = Classes::default();
    kinds.values().for_each(|classes| merge(&mut all, classes));
    all
}

/// Counts as many more as `others`. In whatever order that is done, the examples are the same.
pub fn merge(classes: &mut Classes, others: &Classes) {
    for (at, (class, other)) in classes.iter_mut().zip(others).enumerate() {
        class.cases = class.cases.saturating_add(other.cases);
        // The least of the last class, and the greatest of the others.
        let key = |one: &Example| if at == 3 { one.times } else { -one.times };
        let is_better = |own: &Example, other: &Example| {
            key(other).total_cmp(&key(own)).then_with(|| other.case.cmp(&own.case)).is_lt()
        };
        if let Some(example) = &other.example
            && class.example.as_ref().is_none_or(|own| is_better(own, example))
        {
            class.example = Some(example.clone());
        }
    }
}
