//! Cases: one question to a backend each, with a stable id and the requirements it tests.

use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::Contract;
use ascertain::document::Citation;
use ascertain::{DType, Tensor};
use core::fmt;

/// One question to a backend.
#[derive(Clone, Debug)]
pub struct Case {
    /// Stable id, starting with the area: `aclnn.tensor-tensor/lhs=f16,rhs=bf16`, `cumprod/vector/example-123`.
    pub id: String,
    /// The part of the suite it belongs to: a table's id or an operator's name.
    pub area: &'static str,
    /// Ids of the requirements it tests.
    pub requirements: Vec<&'static str>,
    /// The question.
    pub call: Call,
    /// Who says what is right.
    pub expect: Expect,
}

/// Who says what is right.
#[derive(Clone, Debug)]
pub enum Expect {
    /// The documents: the table's cell, the contract's predicates and the operator's oracle.
    Documents,
    /// A vector, keyed from the documents by hand, beside them.
    Vector(Box<Stored>),
    /// The backend itself, by the requirement with this id: to another question, or the same again, it answers alike.
    SameAs(&'static str, Box<Call>),
}

/// The answer that a vector stores.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Right answers, the first one being the vector's own; empty where the call is to be refused.
    pub answers: Vec<Tensor>,
    /// Status codes, any of which a refusal may give; empty for any refusal.
    pub statuses: Vec<i32>,
    /// Why the vector exists.
    pub note: String,
    /// Where its answer comes from, in words.
    pub cite: String,
}

/// A call in one line, as a person would write it.
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

/// An argument in short: dtype and shape of a tensor, with layout where it is not plain.
struct Value<'a>(&'a Arg);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Arg::Absent => f.write_str("absent"),
            Arg::Null => f.write_str("null"),
            Arg::Int(value) => write!(f, "{value}"),
            Arg::Flag(value) => write!(f, "{value}"),
            Arg::DType(dtype) => write!(f, "{dtype}"),
            Arg::Tensor(tensor) => {
                write!(f, "{}{:?}", tensor.dtype(), tensor.shape())?;
                if !tensor.is_plain() {
                    let layout = tensor.layout();
                    write!(f, " strides {:?} offset {}", layout.strides(), layout.offset())?;
                }
                Ok(())
            }
        }
    }
}

/// Where a case's expectation stands, for a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cited {
    /// In a document.
    Document(Citation),
    /// In the words of a vector.
    Vector(String),
}

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(cite) => cite.fmt(f),
            Self::Vector(words) => f.write_str(words),
        }
    }
}

/// `f32`, or the mark for a pair without a promotion.
pub fn promotion(result: Option<DType>) -> &'static str {
    result.map_or("no promotion", DType::name)
}

/// Requirements that these arguments exercise: those that apply, broken or not.
pub(crate) fn exercised(contract: &Contract, call: &Invocation) -> Vec<&'static str> {
    let args = call.args();
    contract
        .requirements
        .iter()
        .filter(|r| r.via.is_none() && !r.repeats && r.applies(args))
        .map(|r| r.id)
        .collect()
}

/// The bits of an element in hex, the most significant first.
pub(crate) fn hex_word(bytes: &[u8]) -> String {
    let reversed: Vec<u8> = bytes.iter().rev().copied().collect();
    format!("0x{}", hex::encode(reversed))
}
