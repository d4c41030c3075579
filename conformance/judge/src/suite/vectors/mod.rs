//! Golden vectors: cases stored as data, with bits in hex, written from the documents by hand.
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
//! | `judged` | instead of both: `"by the documents"`, that is by rules and oracle, like random cases |
//!
//! An answer is a tensor, or a list of tensors if the call has several results: one for each, in the order of the arguments.
//!
//! A tensor is `dtype`, `shape` and `bits`: one word an element in row-major order, each its bit pattern in hex, most
//! significant digit first. With `strides` and `offset` (in elements) `bits` lists the whole storage. Without `bits`
//! (an output) it is zeros. Elements of bool are 00 or 01, except for `reinterpret`, whose bytes may be any.
//!
//! A vector with an answer is written for the first edition of its document. It is used for another edition if every
//! requirement that it names is the same there.

pub mod own;
mod raw;
pub mod write;

use self::raw::{Lines, RawTensor, RawVector};
use crate::case::{Case, Expect, Stored};
use crate::operator::Registry;
use crate::ordered::sort_by_key;
use crate::stored::kept_list;
use crate::text;
use ascertain::backend::Answer;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, OperatorSpec, REINTERPRET};
use ascertain::document::{Editions, Status};
use ascertain::dtype::Class;
use ascertain::{DType, Layout, Tensor};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use toml::{Spanned, Value};

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/", $name)))),*]
    };
}

/// The files of this crate, in the order of their cases: names and texts.
pub const FILES: &[(&str, &str)] = files![
    "tik-examples.toml",
    "reinterpret.toml",
    "cumprod-example.toml",
    "cumprod-integers.toml",
    "cumprod-floats.toml",
    "cumprod-shapes.toml",
    "cumprod-dtype.toml",
    "cumprod-strided.toml",
    "cumprod-rejected.toml",
    "adopted.toml",
];

/// An error in a vector file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The id of the vector, if one is at fault.
    pub vector: Option<String>,
    /// The problem.
    pub problem: String,
}

impl VectorError {
    fn new(file: &str, line: usize, vector: Option<&str>, problem: &str) -> Self {
        let (vector, problem) = (vector.map(text::name), text::sanitize(problem));
        Self { file: file.to_owned(), line, vector, problem }
    }
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
    /// The line of its file where it starts, from 1.
    pub line: usize,
    /// Ids of the requirements it tests.
    pub requirements: Vec<String>,
    /// The question.
    pub call: Invocation,
    /// The answer, unless the documents decide.
    pub stored: Option<Stored>,
}

/// Reads a vector file.
///
/// # Errors
/// The first problem in it.
pub fn read(file: &str, text: &str) -> Result<Vec<Vector>, VectorError> {
    read_with(Registry::default(), file, text)
}

/// Reads a vector file for other operators than those of the specification.
///
/// # Errors
/// The first problem in it.
pub fn read_with(registry: Registry, file: &str, text: &str) -> Result<Vec<Vector>, VectorError> {
    let (vectors, problems) = read_all(registry, file, text);
    problems.into_iter().next().map_or(Ok(vectors), Err)
}

/// Reads a vector file: those of its vectors that are well-formed, and all problems in it, line by line.
#[must_use]
pub fn read_all(registry: Registry, file: &str, text: &str) -> (Vec<Vector>, Vec<VectorError>) {
    let lines = Lines::new(text);
    let (raw, mut problems) = raw::parse(file, text, &lines);
    let mut vectors = Vec::new();
    for raw in raw {
        let (span, raw) = (raw.span(), raw.into_inner());
        let id = raw.id.clone();
        match vector(registry, raw, span, &lines) {
            Ok(vector) => vectors.push(vector),
            Err(all) => problems.extend(
                all.iter().map(|(span, what)| VectorError::new(file, lines.of(span), Some(&id), what)),
            ),
        }
    }
    sort_by_key(&mut problems, |problem| problem.line);
    (vectors, problems)
}

/// The vectors of this crate.
///
/// # Errors
/// The first problem in them, which tests exclude.
pub fn committed() -> Result<Vec<Vector>, VectorError> {
    of_files(Registry::default(), FILES)
}

/// The vectors of some files, names and texts.
pub(super) fn of_files(registry: Registry, files: &[(&str, &str)]) -> Result<Vec<Vector>, VectorError> {
    let read = files.iter().map(|(file, text)| read_with(registry, file, text));
    Ok(read.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// What is wrong with a vector, and where.
type Problem = (Range<usize>, String);

/// A vector with its names looked up, or everything that is wrong with it.
fn vector(
    registry: Registry,
    raw: RawVector,
    span: Range<usize>,
    lines: &Lines,
) -> Result<Vector, Vec<Problem>> {
    let line = lines.of(&span);
    let call = call(registry, raw.ask, &span);
    let stored = match (raw.answer, raw.also, raw.rejected, raw.judged.as_deref()) {
        (Some(answer), also, None, None) => {
            let also = also.into_iter().flatten().map(|value| ("also", value));
            let answers = [("answer", answer)].into_iter().chain(also).map(|(key, value)| {
                let span = value.span();
                let answer = self::answer(registry, call.as_ref().ok(), key, value.into_inner());
                answer.map_err(|problem| (span, problem))
            });
            answers.collect::<Result<_, _>>().map(|answers| Some((answers, Vec::new())))
        }
        (None, None, Some(names), None) => {
            let statuses = names.iter().map(|name| status(name)).collect::<Result<_, _>>();
            statuses.map(|statuses| Some((Vec::new(), statuses))).map_err(|problem| (span, problem))
        }
        (None, None, None, Some("by the documents")) => Ok(None),
        _ => {
            let forms = "needs one of `answer` (and `also`), `rejected`, and `judged = \"by the documents\"`";
            Err((span, forms.to_owned()))
        }
    };
    match (call, stored) {
        (Ok(call), Ok(stored)) => {
            let cite = text::name(&format!("{}, {}", raw.cite.document, raw.cite.place));
            let note = text::sanitize(&raw.note);
            let stored = stored.map(|(answers, statuses)| Stored { answers, statuses, note, cite });
            Ok(Vector { id: text::name(&raw.id), line, requirements: raw.requirements, call, stored })
        }
        (call, stored) => Err(call.err().into_iter().flatten().chain(stored.err()).collect()),
    }
}

/// A right answer to `call`, if that is well formed.
fn answer(registry: Registry, call: Option<&Invocation>, key: &str, value: Value) -> Result<Answer, String> {
    let listed = if let Value::Array(listed) = value { listed } else { vec![value] };
    let operator = call.map(|call| call.operator);
    let mut tensors: Vec<Tensor> =
        listed.into_iter().map(|value| tensor(operator, value)).collect::<Result<_, _>>()?;
    let (found, wanted) = (tensors.len(), call.and_then(|call| results(registry, call)));
    match wanted.filter(|wanted| *wanted != found).zip(operator) {
        Some((wanted, OperatorSpec { name, .. })) => Err(format!(
            "`{key}` has {found} tensor{} where {name} gives {wanted}; write one for each result",
            if found == 1 { "" } else { "s" }
        )),
        None if found == 1 => Ok(Answer::Tensor(tensors.remove(0))),
        None => Ok(Answer::Tensors(tensors)),
    }
}

/// How many tensors answer a call, by the edition that answers are written for.
fn results(registry: Registry, call: &Invocation) -> Option<usize> {
    Some(registry.operator(call.operator)?.results(call, call.operator.contracts.first()?))
}

/// The question of a vector.
fn call(
    registry: Registry,
    mut ask: BTreeMap<String, Spanned<Value>>,
    span: &Range<usize>,
) -> Result<Invocation, Vec<Problem>> {
    let Some(Value::String(name)) = ask.remove("op").map(Spanned::into_inner) else {
        return Err(vec![(span.clone(), "`ask` needs `op`, the name of an operator".to_owned())]);
    };
    let Some(spec) = registry.spec(&name) else {
        return Err(vec![(span.clone(), format!("no operator is called `{}`", text::word(&name)))]);
    };
    let mut call = Invocation::new(spec);
    let operator = call.operator;
    let mut problems = Vec::new();
    for (name, value) in ask {
        let (span, value) = (value.span(), value.into_inner());
        let Some(at) = operator.argument(&name) else {
            problems.push((span, format!("{} has no argument `{}`", operator.name, text::word(&name))));
            continue;
        };
        match argument(operator, operator.arguments[at].kind, value) {
            Ok(arg) => call.args[at] = arg,
            Err(problem) => problems.push((span, format!("argument `{name}`: {problem}"))),
        }
    }
    if problems.is_empty() { Ok(call) } else { Err(problems) }
}

fn argument(operator: &OperatorSpec, kind: ArgumentKind, value: Value) -> Result<Arg, String> {
    Ok(match (kind, value) {
        (ArgumentKind::Int, Value::Integer(value)) => Arg::Int(value),
        (ArgumentKind::Ints, values @ Value::Array(_)) => {
            let values: Result<Vec<i64>, toml::de::Error> = values.try_into();
            Arg::Ints(values.map_err(|error| error.message().to_owned())?.into())
        }
        (ArgumentKind::Flag, Value::Boolean(value)) => Arg::Flag(value),
        (ArgumentKind::DType, Value::String(name)) => Arg::DType(dtype(&name)?),
        (ArgumentKind::Tensor | ArgumentKind::Scalar, table @ Value::Table(_)) => {
            Arg::Tensor(tensor(Some(operator), table)?)
        }
        (kind, _) => {
            let form = match kind {
                ArgumentKind::Int => "a whole number",
                ArgumentKind::Ints => "whole numbers in brackets",
                ArgumentKind::Flag => "true or false",
                ArgumentKind::DType => "the name of a dtype, in quotes",
                ArgumentKind::Tensor | ArgumentKind::Scalar => TENSOR,
            };
            return Err(format!("not a value of kind {}; write {form}", format!("{kind:?}").to_lowercase()));
        }
    })
}

fn dtype(name: &str) -> Result<DType, String> {
    DType::from_name(name).ok_or_else(|| format!("no dtype is called `{}`", text::word(name)))
}

fn status(name: &str) -> Result<i32, String> {
    let status = Status::from_name(name).ok_or_else(|| format!("no status is called `{}`", text::word(name)));
    status.map(|status| status.number)
}

/// Most bytes of a tensor's elements, of which the file need not have any: they may be zeros, or share a storage.
const MOST_BYTES: u64 = 64 << 20;

/// How a tensor is written.
const TENSOR: &str = "{ dtype = …, shape = […], bits = … }";

/// A tensor of a call of `operator`, or of its answer.
fn tensor(operator: Option<&OperatorSpec>, value: Value) -> Result<Tensor, String> {
    if !value.is_table() {
        return Err(format!("not a tensor; write {TENSOR}"));
    }
    let tensor = filled(&value.try_into().map_err(|error| error.message().to_owned())?)?;
    // Of bytes that are read as another dtype, the page says that they stay.
    if tensor.dtype() == DType::Bool && operator.is_some_and(|operator| operator.name != REINTERPRET.name) {
        let elements = tensor.elements();
        if let Some(at) = elements.iter().position(|byte| *byte > 1) {
            return Err(format!("element {at} is `{:02x}`; a bool is 00 or 01", elements[at]));
        }
    }
    Ok(tensor)
}

fn filled(raw: &RawTensor) -> Result<Tensor, String> {
    let dtype = dtype(&raw.dtype)?;
    Tensor::check_size(dtype, &raw.shape, MOST_BYTES).map_err(|error| error.to_string())?;
    let Some(words) = &raw.bits else {
        return Tensor::zeros(dtype, &raw.shape).map_err(|error| error.to_string());
    };
    let bytes = bytes(dtype, words)?;
    let tensor = match &raw.strides {
        None if raw.offset == 0 => Tensor::new(dtype, &raw.shape, bytes),
        strides => {
            let plain = Layout::contiguous(&raw.shape);
            let strides = strides.as_deref().unwrap_or(plain.strides());
            Layout::strided(&raw.shape, strides, raw.offset).and_then(|l| Tensor::view(dtype, l, bytes))
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
            return Err(format!(
                "`{}` has {} digits where {dtype} takes {digits}",
                text::word(word),
                word.len()
            ));
        }
        let start = bytes.len();
        bytes.extend(hex::decode(word).map_err(|_| format!("`{word}` is not hexadecimal"))?);
        bytes[start..].chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    Ok(bytes)
}

/// The cases of vectors that somebody wants to ask, whichever operator they are for.
#[must_use]
pub fn replayed(vectors: &[Vector], editions: &Editions) -> Vec<Case> {
    vectors.iter().cloned().filter_map(|vector| case(vector, editions)).collect()
}

/// The case of a vector, if it stands in the chosen edition. One that the documents judge stands in all of them.
fn case(vector: Vector, editions: &Editions) -> Option<Case> {
    let operator = vector.call.operator;
    let contract = operator.contract(editions);
    let requirements = match vector.stored {
        Some(_) => same_requirements(&vector.requirements, operator, contract)?,
        None => vector.requirements.iter().filter_map(|id| Some(contract.requirement(id)?.id)).collect(),
    };
    Some(Case {
        requirements: kept_list(requirements),
        id: vector.id.into(),
        area: operator.name,
        call: Call::Operate(vector.call),
        expect: vector.stored.map_or(Expect::Documents, |stored| Expect::Vector(Box::new(stored))),
    })
}

/// The requirements with these ids, if all of them read the same as in the document's first edition.
#[must_use]
pub fn same_requirements(
    ids: &[String],
    operator: &OperatorSpec,
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
