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
//! A vector is keyed from the first edition of its document. It stands in another edition as long as every
//! requirement it names reads the same there.

pub mod write;

use crate::case::{Case, Expect, Stored};
use crate::model::Registry;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Operator};
use ascertain::document::{Editions, Status};
use ascertain::{DType, Layout, Tensor};
use serde::Deserialize;
use std::fmt;

/// The files of this crate: names and texts.
pub const FILES: &[(&str, &str)] = &[
    ("tik-examples.toml", include_str!("../../../vectors/tik-examples.toml")),
    ("reinterpret.toml", include_str!("../../../vectors/reinterpret.toml")),
    ("cumprod-example.toml", include_str!("../../../vectors/cumprod-example.toml")),
    ("cumprod-integers.toml", include_str!("../../../vectors/cumprod-integers.toml")),
    ("cumprod-floats.toml", include_str!("../../../vectors/cumprod-floats.toml")),
    ("cumprod-shapes.toml", include_str!("../../../vectors/cumprod-shapes.toml")),
    ("cumprod-dtype.toml", include_str!("../../../vectors/cumprod-dtype.toml")),
    ("cumprod-strided.toml", include_str!("../../../vectors/cumprod-strided.toml")),
    ("cumprod-rejected.toml", include_str!("../../../vectors/cumprod-rejected.toml")),
    ("adopted.toml", include_str!("../../../vectors/adopted.toml")),
];

/// What is wrong with a vector file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorError {
    /// The file.
    pub file: String,
    /// The vector, where it is one.
    pub vector: Option<String>,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        self.vector.iter().try_for_each(|id| write!(f, "vector {id}: "))?;
        f.write_str(&self.problem)
    }
}

impl std::error::Error for VectorError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    #[serde(rename = "about")]
    _about: String,
    #[serde(default)]
    vector: Vec<RawVector>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVector {
    id: String,
    requirements: Vec<String>,
    cite: RawCite,
    note: String,
    ask: toml::Table,
    answer: Option<RawTensor>,
    #[serde(default)]
    also: Vec<RawTensor>,
    rejected: Option<Vec<String>>,
    judged: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCite {
    document: String,
    #[serde(rename = "where")]
    place: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTensor {
    dtype: String,
    shape: Vec<usize>,
    bits: Option<String>,
    strides: Option<Vec<isize>>,
    #[serde(default)]
    offset: usize,
}

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
    let error = |vector: Option<&str>, problem: String| VectorError {
        file: file.to_owned(),
        vector: vector.map(str::to_owned),
        problem,
    };
    let parsed: File = toml::from_str(text).map_err(|e| error(None, e.to_string()))?;
    if parsed.format != 1 {
        return Err(error(None, format!("format {} where this program reads format 1", parsed.format)));
    }
    let read = |raw: RawVector| {
        let id = raw.id.clone();
        vector(registry, raw).map_err(|problem| error(Some(&id), problem))
    };
    parsed.vector.into_iter().map(read).collect()
}

fn vector(registry: Registry, mut raw: RawVector) -> Result<Vector, String> {
    let name = match raw.ask.remove("op") {
        Some(toml::Value::String(name)) => name,
        _ => return Err("`ask` needs `op`, the name of an operator".into()),
    };
    let operator = registry.operator(&name).ok_or(format!("no operator is called `{name}`"))?;
    let mut call = Invocation::new(operator);
    for (name, value) in raw.ask {
        let at = operator.argument(&name).ok_or(format!("{} has no argument `{name}`", operator.name))?;
        call.args[at] =
            argument(operator.arguments[at].kind, value).map_err(|e| format!("argument `{name}`: {e}"))?;
    }
    let answers = match (&raw.answer, &raw.rejected, raw.judged.as_deref()) {
        (Some(_), None, None) => raw.answer.iter().chain(&raw.also).map(tensor).collect::<Result<_, _>>()?,
        (None, Some(_), None) if raw.also.is_empty() => Vec::new(),
        (None, None, Some("by the documents")) if raw.also.is_empty() => {
            return Ok(Vector { id: raw.id, requirements: raw.requirements, call, stored: None });
        }
        _ => {
            return Err(
                "needs one of `answer` (and `also`), `rejected`, and `judged = \"by the documents\"`".into(),
            );
        }
    };
    let status = |name: &String| {
        let status = Status::from_name(name).ok_or(format!("no status is called `{name}`"));
        status.map(|s| s.number)
    };
    let statuses = raw.rejected.iter().flatten().map(status).collect::<Result<_, _>>()?;
    let cite = format!("{}, {}", raw.cite.document, raw.cite.place);
    let stored = Some(Stored { answers, statuses, note: raw.note, cite });
    Ok(Vector { id: raw.id, requirements: raw.requirements, call, stored })
}

fn argument(kind: ArgumentKind, value: toml::Value) -> Result<Arg, String> {
    Ok(match (kind, value) {
        (ArgumentKind::Int, toml::Value::Integer(value)) => Arg::Int(value),
        (ArgumentKind::Flag, toml::Value::Boolean(value)) => Arg::Flag(value),
        (ArgumentKind::DType, toml::Value::String(name)) => Arg::DType(dtype(&name)?),
        (ArgumentKind::Tensor, value @ toml::Value::Table(_)) => {
            let raw: RawTensor = value.try_into().map_err(|e: toml::de::Error| e.message().to_owned())?;
            Arg::Tensor(tensor(&raw)?)
        }
        (kind, _) => return Err(format!("not a value of kind {kind:?}").to_lowercase()),
    })
}

fn dtype(name: &str) -> Result<DType, String> {
    DType::from_name(name).ok_or(format!("no dtype is called `{name}`"))
}

fn tensor(raw: &RawTensor) -> Result<Tensor, String> {
    let dtype = dtype(&raw.dtype)?;
    let Some(bits) = &raw.bits else { return Tensor::zeros(dtype, &raw.shape).map_err(|e| e.to_string()) };
    let mut bytes = Vec::new();
    for word in bits.split_whitespace() {
        if word.len() != 2 * dtype.size() {
            return Err(format!(
                "`{word}` has {} digits where {dtype} takes {}",
                word.len(),
                2 * dtype.size()
            ));
        }
        if !word.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(format!("`{word}` is not hexadecimal"));
        }
        let start = bytes.len();
        for pair in (0..word.len()).step_by(2) {
            let byte = word.get(pair..pair + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
            bytes.push(byte.ok_or(format!("`{word}` is not hexadecimal"))?);
        }
        // Words are written most significant digit first. A complex number's words come as one, real part first.
        let part =
            if dtype.class() == ascertain::dtype::Class::Complex { dtype.size() / 2 } else { dtype.size() };
        bytes[start..].chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    let tensor = match &raw.strides {
        None if raw.offset == 0 => Tensor::new(dtype, &raw.shape, bytes),
        strides => {
            let plain = Layout::contiguous(&raw.shape);
            let strides = strides.as_deref().unwrap_or(plain.strides());
            Layout::strided(&raw.shape, strides, raw.offset).and_then(|l| Tensor::view(dtype, l, bytes))
        }
    };
    tensor.map_err(|e| e.to_string())
}

/// The cases of vectors that somebody wants to ask, whichever operator they are for.
#[must_use]
pub fn replayed(vectors: &[Vector], editions: &Editions) -> Vec<Case> {
    let cases = vectors
        .iter()
        .flat_map(|v| cases(core::slice::from_ref(v), v.call.operator, v.call.operator.contract(editions)));
    cases.collect()
}

/// The cases of those vectors that stand in this contract's edition.
pub(super) fn cases(
    vectors: &[Vector],
    operator: &'static Operator,
    contract: &'static Contract,
) -> Vec<Case> {
    let of_operator = vectors.iter().filter(|v| core::ptr::eq(v.call.operator, operator));
    let standing =
        of_operator.filter_map(|v| Some((v, same_requirements(&v.requirements, operator, contract)?)));
    standing
        .map(|(vector, requirements)| Case {
            id: vector.id.clone(),
            area: operator.name,
            requirements,
            call: Call::Operate(vector.call.clone()),
            expect: vector
                .stored
                .clone()
                .map_or(Expect::Documents, |stored| Expect::Vector(Box::new(stored))),
        })
        .collect()
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
        let (here, there) = (contract.requirement(id)?, first.requirement(id)?);
        (here.says == there.says && here.level == there.level).then_some(here.id)
    };
    ids.iter().map(same).collect()
}
