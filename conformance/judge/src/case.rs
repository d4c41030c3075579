//! A case: one question to a backend, with a stable id and the requirements that it tests.

use crate::stored::{Name, kept_list};
use ascertain::DType;
use ascertain::backend::Answer;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::Contract;
use ascertain::document::Citation;
use ascertain::product;
use core::fmt;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// One question to a backend.
#[derive(Clone, Debug)]
pub struct Case {
    /// Stable id, starting with the area: `aclnn.tensor-tensor/lhs=f16,rhs=bf16`, `cumprod/vector/example-123`.
    pub id: Arc<str>,
    /// The part of the suite it belongs to: a table's id or an operator's name.
    pub area: &'static str,
    /// Ids of the requirements it tests.
    pub requirements: &'static [&'static str],
    /// The question.
    pub call: Call,
    /// What decides which answer is right.
    pub expect: Expect,
}

/// What decides which answer is right.
#[derive(Clone, Debug)]
pub enum Expect {
    /// The documents: the table's cell, the contract's predicates and the operator's oracle.
    Documents,
    /// A vector, written from the documents by hand, and the documents.
    Vector(Box<Stored>),
    /// The requirement with this id: the backend gives the same answer to another question, or to the same one again.
    SameAs(&'static str, Box<Call>),
}

/// The stored answer of a vector.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Right answers, the vector's own first. Empty if the call must be refused.
    pub answers: Vec<Answer>,
    /// Status codes that a refusal may give. Empty if any refusal is right.
    pub statuses: Vec<i32>,
    /// Why the vector exists.
    pub note: String,
    /// Source of the answer, in words.
    pub cite: String,
}

/// Displays a call on one line, as a person would write it.
pub struct Question<'a>(pub &'a Call);

impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Call::Promote(p) => {
                write!(
                    f,
                    "{}: {} {} with {} {}",
                    p.table.id, p.table.rows.role, p.row, p.table.columns.role, p.column
                )?;
                p.ranks.map_or(Ok(()), |(r, c)| write!(f, ", ranks {r} and {c}"))
            }
            Call::Operate(call) => {
                write!(f, "{}(", call.operator.name)?;
                let mut first = true;
                for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
                    if matches!(arg, Arg::Absent) {
                        continue;
                    }
                    write!(f, "{}{} = {}", if first { "" } else { ", " }, argument.name, Value(arg))?;
                    first = false;
                }
                f.write_str(")")
            }
        }
    }
}

/// Displays an argument in short: a tensor by its dtype and shape, and by its layout if that is not contiguous.
struct Value<'a>(&'a Arg);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Arg::Absent => f.write_str("absent"),
            Arg::Null => f.write_str("null"),
            Arg::Int(value) => write!(f, "{value}"),
            Arg::Ints(values) => write!(f, "{values:?}"),
            Arg::Flag(value) => write!(f, "{value}"),
            Arg::DType(dtype) => write!(f, "{dtype}"),
            Arg::Tensor(tensor) => {
                write!(f, "{}{:?}", tensor.dtype(), tensor.shape())?;
                if !tensor.is_packed() {
                    let layout = tensor.layout();
                    write!(f, " strides {:?} offset {}", layout.strides(), layout.offset())?;
                }
                Ok(())
            }
        }
    }
}

/// Source of the expected answer, for a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cited {
    /// The place in a document, or a vector's own words.
    #[serde(rename = "cite")]
    pub words: String,
    /// The address of the page, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

impl From<Citation> for Cited {
    fn from(cite: Citation) -> Self {
        let words = cite.to_string().into_boxed_str().into();
        Self { words, address: cite.address().map(str::to_owned) }
    }
}

impl From<Citation> for Box<Cited> {
    fn from(cite: Citation) -> Self {
        Self::new(cite.into())
    }
}

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Name of the promoted dtype, or words for a pair that is not promoted.
pub fn promotion(result: Option<DType>) -> &'static str {
    result.map_or("no promotion", DType::name)
}

/// Ids of the requirements that apply to these arguments by the rules of any product, whether broken or not.
pub(crate) fn exercised(contract: &'static Contract, call: &Invocation) -> &'static [Name] {
    /// By where a contract's requirements are, and which of them apply: to look a list up by its names takes ten times as long.
    type Lists = HashMap<(usize, Vec<u8>), &'static [Name]>;
    static LISTS: LazyLock<Mutex<Lists>> = LazyLock::new(Mutex::default);
    let (all, args) = (contract.requirements, call.args());
    // One about an absent argument says nothing about the call.
    let applies = |at: usize| {
        let r = &all[at];
        r.via.is_none()
            && !r.repeats
            && r.applies(args)
            && r.require.is_none_or(|require| require.holds(args).is_some())
    };
    let which = product::on_any(all.len(), applies).into_iter().map(u8::from).collect();
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    lists.entry((all.as_ptr().addr(), which)).or_insert_with_key(|(_, which)| {
        let ids = all
            .iter()
            .zip(which)
            .filter(|(_, applies)| **applies == 1)
            .map(|(requirement, _)| requirement.id);
        kept_list(ids.collect())
    })
}

/// The bits of an element in hex, the most significant first.
pub(crate) fn hex_word(bytes: &[u8]) -> String {
    let reversed: Vec<u8> = bytes.iter().rev().copied().collect();
    format!("0x{}", hex::encode(reversed))
}
