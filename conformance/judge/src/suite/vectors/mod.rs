//! Golden vectors: cases stored as data, bits in hex, keyed from the documents by hand.
//!
//! A file holds `format = 1`, `about`, and `[[vector]]`s:
//!
//! | key | holds |
//! |---|---|
//! | `id` | the case's id, `cumprod/vector/example-123` |
//! | `requirements` | ids of the requirements it tests |
//! | `cite` | `document` and `where` |
//! | `note` | why it exists |
//! | `ask` | `op`, and the operator's arguments by name |
//! | `answer`, `also` | the right answer, and further right ones |
//! | `rejected` | instead of an answer: status codes, any of which a refusal may give; empty for any refusal |
//! | `judged` | instead of both: `"by the documents"`, that is by the rules and the oracle, as random cases are |
//!
//! A tensor is `dtype`, `shape` and `bits`: one word an element in row-major order, each its bit pattern in hex, most
//! significant digit first. With `strides` and `offset` (in elements) `bits` lists the whole storage. Without `bits`
//! (an output) it is zeros.
//!
//! Those of this crate, in `vectors/`, are read and checked when it is built; any others when they are asked for.
//!
//! A vector is keyed from the first edition of its document. It stands in another edition as long as every
//! requirement it names reads the same there.

mod known;
pub mod write;
mod written;

use self::written::{Bits, Fault, Right, Value, Written};
use crate::case::{Case, Expect, Stored};
use crate::model::Registry;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Operator};
use ascertain::document::{Editions, Status};
use ascertain::dtype::Class;
use ascertain::{DType, Layout, Tensor};
use std::borrow::Cow::Borrowed as B;
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/vectors.rs"));

/// What is wrong with a vector file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The vector, where it is one.
    pub vector: Option<String>,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        self.vector.iter().try_for_each(|id| write!(f, "vector {id}: "))?;
        f.write_str(&self.problem)
    }
}

impl std::error::Error for VectorError {}

/// A vector, read.
#[derive(Clone, Debug)]
pub struct Vector {
    /// The case's id.
    pub id: String,
    /// Ids of the requirements it tests.
    pub requirements: Vec<String>,
    /// The question.
    pub call: Invocation,
    /// The answer; none where the documents decide.
    pub stored: Option<Stored>,
}

/// Reads a vector file.
///
/// # Errors
/// The first problem in it.
pub fn read(file: &str, text: &str) -> Result<Vec<Vector>, VectorError> {
    read_with(Registry::default(), file, text)
}

/// The same for other operators than those of the specification.
///
/// # Errors
/// The first problem in it.
pub fn read_with(registry: Registry, file: &str, text: &str) -> Result<Vec<Vector>, VectorError> {
    let written = written::read(text).map_err(|Fault { line, vector, problem }| VectorError {
        file: file.to_owned(),
        line,
        vector,
        problem,
    })?;
    written.iter().map(|written| vector(registry, file, written)).collect()
}

/// The vectors of this crate that are for operators which are wanted, by their names.
///
/// # Errors
/// The first problem in them that the build does not find: a tensor whose storage is not what its layout takes.
pub fn committed(wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Vector>, VectorError> {
    let registry = Registry::default();
    let written = WRITTEN.iter().flat_map(|(file, all)| all.iter().map(move |written| (file, written)));
    let written = written.filter(|(_, written)| wanted(&written.operator));
    written.map(|(file, written)| vector(registry, file, written)).collect()
}

fn vector(registry: Registry, file: &str, written: &Written) -> Result<Vector, VectorError> {
    meant(registry, written).map_err(|problem| VectorError {
        file: file.to_owned(),
        line: written.line,
        vector: Some(written.id.to_string()),
        problem,
    })
}

/// A vector with its names looked up.
fn meant(registry: Registry, written: &Written) -> Result<Vector, String> {
    let name = &written.operator;
    let operator = registry.operator(name).ok_or_else(|| format!("no operator is called `{name}`"))?;
    let mut call = Invocation::new(operator);
    for (name, value) in written.arguments.iter() {
        let at = operator.argument(name);
        let at = at.ok_or_else(|| format!("{} has no argument `{name}`", operator.name))?;
        let arg = argument(operator.arguments[at].kind, value);
        call.args[at] = arg.map_err(|problem| format!("argument `{name}`: {problem}"))?;
    }
    let (answers, statuses) = match &written.right {
        Right::Answers(answers) => (answers.iter().map(tensor).collect::<Result<_, _>>()?, Vec::new()),
        Right::Rejected(names) => {
            (Vec::new(), names.iter().map(|name| status(name)).collect::<Result<_, _>>()?)
        }
        Right::Documents => {
            return Ok(Vector {
                id: written.id.to_string(),
                requirements: requirements(written),
                call,
                stored: None,
            });
        }
    };
    let cite = [&written.cite.0, ", ", &written.cite.1].concat();
    let stored = Some(Stored { answers, statuses, note: written.note.to_string(), cite });
    Ok(Vector { id: written.id.to_string(), requirements: requirements(written), call, stored })
}

fn requirements(written: &Written) -> Vec<String> {
    written.requirements.iter().map(ToString::to_string).collect()
}

fn argument(kind: ArgumentKind, value: &Value) -> Result<Arg, String> {
    Ok(match (kind, value) {
        (ArgumentKind::Int, Value::Int(value)) => Arg::Int(*value),
        (ArgumentKind::Flag, Value::Flag(value)) => Arg::Flag(*value),
        (ArgumentKind::DType, Value::Name(name)) => Arg::DType(dtype(name)?),
        (ArgumentKind::Tensor, Value::Tensor(bits)) => Arg::Tensor(tensor(bits)?),
        (kind, _) => return Err(format!("not a value of kind {kind:?}").to_lowercase()),
    })
}

fn dtype(name: &str) -> Result<DType, String> {
    DType::from_name(name).ok_or_else(|| format!("no dtype is called `{name}`"))
}

fn status(name: &str) -> Result<i32, String> {
    let status = Status::from_name(name).ok_or_else(|| format!("no status is called `{name}`"));
    status.map(|status| status.number)
}

fn tensor(bits: &Bits) -> Result<Tensor, String> {
    let dtype = dtype(&bits.dtype)?;
    let Some(words) = &bits.words else {
        return Tensor::zeros(dtype, &bits.shape).map_err(|error| error.to_string());
    };
    let bytes = bytes(dtype, words)?;
    let tensor = match &bits.strides {
        None if bits.offset == 0 => Tensor::new(dtype, &bits.shape, bytes),
        strides => {
            let plain = Layout::contiguous(&bits.shape);
            let strides = strides.as_deref().unwrap_or(plain.strides());
            Layout::strided(&bits.shape, strides, bits.offset).and_then(|l| Tensor::view(dtype, l, bytes))
        }
    };
    tensor.map_err(|error| error.to_string())
}

/// The storage that words in hex stand for.
fn bytes(dtype: DType, words: &str) -> Result<Vec<u8>, String> {
    let digits = 2 * dtype.size();
    // Words are written most significant digit first. A complex number's words come as one, real part first.
    let part = if dtype.class() == Class::Complex { dtype.size() / 2 } else { dtype.size() };
    let mut bytes = Vec::with_capacity(words.len() / (digits + 1) * dtype.size() + dtype.size());
    for word in words.split_whitespace() {
        if word.len() != digits {
            return Err(format!("`{word}` has {} digits where {dtype} takes {digits}", word.len()));
        }
        let start = bytes.len();
        let (pairs, _) = word.as_bytes().as_chunks();
        for &[high, low] in pairs {
            let digit = |digit| char::from(digit).to_digit(16);
            let byte = digit(high).zip(digit(low)).map(|(high, low)| (high << 4 | low) as u8);
            bytes.push(byte.ok_or_else(|| format!("`{word}` is not hexadecimal"))?);
        }
        bytes[start..].chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    Ok(bytes)
}

/// The cases of vectors that somebody wants to ask, whichever operator they are for.
#[must_use]
pub fn replayed(vectors: &[Vector], editions: &Editions) -> Vec<Case> {
    vectors.iter().cloned().filter_map(|vector| case(vector, editions)).collect()
}

/// The case of a vector, if it stands in the chosen edition.
pub(super) fn case(vector: Vector, editions: &Editions) -> Option<Case> {
    let operator = vector.call.operator;
    Some(Case {
        requirements: same_requirements(&vector.requirements, operator, operator.contract(editions))?,
        id: vector.id,
        area: operator.name,
        call: Call::Operate(vector.call),
        expect: vector.stored.map_or(Expect::Documents, |stored| Expect::Vector(Box::new(stored))),
    })
}

/// The requirements with these ids, if all of them read the same as in the document's first edition.
#[must_use]
pub fn same_requirements(
    ids: &[String],
    operator: &Operator,
    contract: &'static Contract,
) -> Option<Vec<&'static str>> {
    let first = operator.contracts.first()?;
    let same = |id: &String| {
        let here = contract.requirement(id)?;
        if core::ptr::eq(contract, first) {
            return Some(here.id);
        }
        let there = first.requirement(id)?;
        (here.says == there.says && here.level == there.level).then_some(here.id)
    };
    ids.iter().map(same).collect()
}

#[cfg(test)]
mod tests {
    use super::{FILES, WRITTEN, written};

    #[test]
    fn the_statics_are_what_the_files_say() {
        for ((name, text), (of, vectors)) in FILES.iter().zip(WRITTEN) {
            let read = written::read(text).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
            assert_eq!((name, read.as_slice()), (of, *vectors));
        }
        assert_eq!(FILES.len(), WRITTEN.len());
    }
}
