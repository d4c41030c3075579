//! What the arguments of a call are like: what calls that fail may have in common.

use crate::stored::{self, Kept, Name, kept};
use ascertain::Tensor;
use ascertain::call::{Arg, Call};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// What the arguments of a call are like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Properties {
    /// In words, in order: `dim < 0`, `in place`.
    #[serde(deserialize_with = "stored::names")]
    pub words: Vec<Name>,
    /// Words with a blank and what fills it, in order: `{} input` and `f16`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "stored::pairs")]
    pub values: Vec<(Name, Name)>,
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
                    all.value(&either, operand);
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

    /// The same, for many results: calls with the same properties share them.
    #[must_use]
    pub fn shared(self) -> &'static Self {
        static ALL: Kept<Properties> = Kept::new();
        ALL.keep(self)
    }

    /// Adds a property.
    pub fn say(&mut self, words: impl AsRef<str>) {
        insert(&mut self.words, kept(words.as_ref()));
    }

    /// Whether all of these hold, as reports say of groups of findings: `f16 input and rank ≥ 2`, `lines longer than 16`.
    #[must_use]
    pub fn hold(&self, words: &str) -> bool {
        words.replace(">=", "≥").split(" and ").all(|word| {
            let number = |before: &str| word.strip_prefix(before).and_then(|text| text.parse::<usize>().ok());
            match (number("rank ≥ "), number("lines longer than ")) {
                (Some(least), _) => self.rank.is_some_and(|rank| rank >= least),
                (None, Some(shorter)) => self.length.is_some_and(|length| length > shorter),
                (None, None) => self.words.contains(&word) || self.has_value(word),
            }
        })
    }

    /// Whether one of the alternatives of such words as `computed in f16, bf16 or f32` is a value.
    fn has_value(&self, word: &str) -> bool {
        self.values.iter().any(|(words, value)| {
            let (before, after) = words.split_once("{}").unwrap_or((words, ""));
            let named = word.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            let named = named.map(|named| named.replace(" or ", ", "));
            named.is_some_and(|named| named.split(", ").any(|other| other == *value))
        })
    }

    /// What fills the blank in these words.
    pub fn values_of(&self, words: &str) -> impl Iterator<Item = Name> {
        self.values.iter().filter(move |(own, _)| *own == words).map(|(_, value)| *value)
    }

    /// Adds a property that is a value: `words` have a blank for it.
    pub fn value(&mut self, words: impl AsRef<str>, value: impl Display) {
        insert(&mut self.values, (kept(words.as_ref()), kept(&value.to_string())));
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

/// Adds what is not yet there to what is in order.
fn insert<T: Ord>(all: &mut Vec<T>, one: T) {
    if let Err(at) = all.binary_search(&one) {
        all.insert(at, one);
    }
}
