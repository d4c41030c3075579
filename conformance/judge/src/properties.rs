//! What the arguments of a call are like: what calls that fail may have in common.

use ascertain::Tensor;
use ascertain::call::{Arg, Call};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// What the arguments of a call are like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Properties {
    /// In words: `dim < 0`, `in place`.
    pub words: BTreeSet<String>,
    /// Words with a blank, and what fills it: `{} input` and `f16`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, BTreeSet<String>>,
    /// The greatest rank of its tensors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The greatest number of elements of its tensors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<usize>,
    /// The length of the lines that the operator works along, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
}

impl Properties {
    /// Properties that need no knowledge of an operator.
    #[must_use]
    pub fn of(call: &Call) -> Self {
        let mut all = Self::default();
        match call {
            Call::Promote(call) => {
                let (row, column) = (call.table.rows.role, call.table.columns.role);
                let either = format!("{row} or {column} is {{}}");
                for (role, operand) in [(row, call.row), (column, call.column)] {
                    all.value(format!("{role} is {{}}"), operand);
                    all.value(either.clone(), operand);
                }
            }
            Call::Operate(call) => {
                for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
                    match arg {
                        Arg::Tensor(tensor) => all.tensor(argument.name, tensor),
                        Arg::Int(value) => {
                            all.value(format!("{} = {{}}", argument.name), value);
                            if *value < 0 {
                                all.say(format!("{} < 0", argument.name));
                            }
                        }
                        Arg::Ints(values) => all.say(format!("{} {}", values.len(), argument.name)),
                        Arg::DType(dtype) => {
                            all.value(format!("{} = {{}}", argument.name), dtype);
                            all.say(format!("{} given", argument.name));
                        }
                        Arg::Null => all.say(format!("no {}", argument.name)),
                        Arg::Flag(_) | Arg::Absent => {}
                    }
                }
            }
        }
        all
    }

    /// Adds a property.
    pub fn say(&mut self, words: impl Into<String>) {
        self.words.insert(words.into());
    }

    /// Whether all of these hold, as reports say of groups of findings: `f16 input and rank ≥ 2`, `lines longer than 16`.
    #[must_use]
    pub fn hold(&self, words: &str) -> bool {
        words.replace(">=", "≥").split(" and ").all(|word| {
            let number = |before: &str| word.strip_prefix(before).and_then(|text| text.parse::<usize>().ok());
            match (number("rank ≥ "), number("lines longer than ")) {
                (Some(least), _) => self.rank.is_some_and(|rank| rank >= least),
                (None, Some(shorter)) => self.length.is_some_and(|length| length > shorter),
                (None, None) => self.words.contains(word) || self.has_value(word),
            }
        })
    }

    /// Whether one of the alternatives of such words as `computed in f16, bf16 or f32` is a value.
    fn has_value(&self, word: &str) -> bool {
        self.values.iter().any(|(words, values)| {
            let (before, after) = words.split_once("{}").unwrap_or((words, ""));
            let named = word.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            let named = named.map(|named| named.replace(" or ", ", "));
            named.is_some_and(|named| named.split(", ").any(|value| values.contains(value)))
        })
    }

    /// Adds a property that is a value: `words` have a blank for it.
    pub fn value(&mut self, words: impl Into<String>, value: impl Display) {
        self.values.entry(words.into()).or_default().insert(value.to_string());
    }

    fn tensor(&mut self, name: &str, tensor: &Tensor) {
        let layout = tensor.layout();
        self.rank = self.rank.max(Some(layout.rank()));
        self.elements = self.elements.max(Some(layout.count()));
        self.value(format!("{{}} {name}"), tensor.dtype());
        self.value(format!("{name} of rank {{}}"), layout.rank());
        if layout.count() == 0 {
            self.say(format!("{name} without elements"));
        }
        if !tensor.is_packed() {
            self.say(format!("gaps in {name}"));
            if layout.strides().last() == Some(&1) {
                self.say(format!("dense rows of {name}"));
            }
        }
        if layout.strides().iter().any(|stride| *stride < 0) {
            self.say(format!("negative strides of {name}"));
        }
    }
}
