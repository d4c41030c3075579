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

use self::raw::Lines;
use crate::case::{Case, Expect, Stored};
use crate::from_toml::{Given, Keys, Read, Wrong, items};
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
use std::fmt;
use toml::de::DeValue;

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
    let (given, mut problems) = raw::parse(file, text, &lines);
    let mut vectors = Vec::new();
    for given in given {
        match vector(registry, &given, &lines) {
            Ok(vector) => vectors.push(vector),
            Err(all) => {
                let id = given.get_ref().get("id").and_then(|id| id.get_ref().as_str());
                let told = |wrong: Wrong| VectorError::new(file, lines.of(&wrong.at), id, &wrong.what);
                problems.extend(all.into_iter().map(told));
            }
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

/// A vector with its names looked up, or everything that is wrong with it.
fn vector(registry: Registry, given: &Given<'_>, lines: &Lines) -> Result<Vector, Vec<Wrong>> {
    let mut keys = Keys::of(given)?;
    let id: String = keys.needed("id")?;
    let requirements = keys.needed("requirements")?;
    let (Citation(cite), note): (_, String) = (keys.needed("cite")?, keys.needed("note")?);
    let (ask, answer, also) = (keys.value("ask"), keys.value("answer"), keys.value("also"));
    let (rejected, judged): (Option<Vec<String>>, Option<String>) =
        (keys.some("rejected")?, keys.some("judged")?);
    keys.end()?;
    let call = call(registry, ask.unwrap_or(given));
    let stored = match (answer, also, rejected, judged.as_deref()) {
        (Some(answer), also, None, None) => {
            let also = also.map_or(Ok(&[][..]), items)?;
            let also = also.iter().map(|value| ("also", value));
            let answers = [("answer", answer)].into_iter().chain(also);
            let answers = answers.map(|(key, value)| self::answer(registry, call.as_ref().ok(), key, value));
            answers.collect::<Result<_, _>>().map(|answers| Some((answers, Vec::new())))
        }
        (None, None, Some(names), None) => {
            let statuses = names.iter().map(|name| status(name)).collect::<Result<_, _>>();
            statuses.map(|statuses| Some((Vec::new(), statuses))).map_err(|what| Wrong::at(given, what))
        }
        (None, None, None, Some("by the documents")) => Ok(None),
        _ => {
            let forms = "needs one of `answer` (and `also`), `rejected`, and `judged = \"by the documents\"`";
            Err(Wrong::at(given, forms))
        }
    };
    match (call, stored) {
        (Ok(call), Ok(stored)) => {
            let (id, note, line) = (text::name(&id), text::sanitize(&note), lines.of(&given.span()));
            let stored = stored.map(|(answers, statuses)| Stored { answers, statuses, note, cite });
            Ok(Vector { id, line, requirements, call, stored })
        }
        (call, stored) => Err(call.err().into_iter().flatten().chain(stored.err()).collect()),
    }
}

/// A document and a place in it, in words.
struct Citation(String);

impl Read for Citation {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let mut keys = Keys::of(given)?;
        let (document, place): (String, String) = (keys.needed("document")?, keys.needed("where")?);
        keys.end().map(|()| Self(text::name(&format!("{document}, {place}"))))
    }
}

/// A right answer to `call`, if that is well formed.
fn answer(
    registry: Registry,
    call: Option<&Invocation>,
    key: &str,
    given: &Given<'_>,
) -> Result<Answer, Wrong> {
    let listed = items(given).unwrap_or(core::slice::from_ref(given));
    let operator = call.map(|call| call.operator);
    let mut tensors: Vec<Tensor> =
        listed.iter().map(|value| tensor(operator, value)).collect::<Result<_, _>>()?;
    let (found, wanted) = (tensors.len(), call.and_then(|call| results(registry, call)));
    match wanted.filter(|wanted| *wanted != found).zip(operator) {
        Some((wanted, OperatorSpec { name, .. })) => {
            let ending = if found == 1 { "" } else { "s" };
            let what = format!(
                "`{key}` has {found} tensor{ending} where {name} gives {wanted}; write one for each result"
            );
            Err(Wrong::at(given, what))
        }
        None if found == 1 => Ok(Answer::Tensor(tensors.remove(0))),
        None => Ok(Answer::Tensors(tensors)),
    }
}

/// How many tensors answer a call, by the edition that answers are written for.
fn results(registry: Registry, call: &Invocation) -> Option<usize> {
    Some(registry.operator(call.operator)?.results(call, call.operator.contracts.first()?))
}

/// The question of a vector.
fn call(registry: Registry, ask: &Given<'_>) -> Result<Invocation, Vec<Wrong>> {
    let asked = ask.get_ref().as_table();
    let Some(name) = asked.and_then(|asked| asked.get("op")).and_then(|name| name.get_ref().as_str()) else {
        return Err(vec![Wrong::at(ask, "`ask` needs `op`, the name of an operator")]);
    };
    let Some(spec) = registry.spec(name) else {
        return Err(vec![Wrong::at(ask, format!("no operator is called `{}`", text::word(name)))]);
    };
    let mut call = Invocation::new(spec);
    let operator = call.operator;
    let mut problems = Vec::new();
    for (name, value) in asked.into_iter().flatten().filter(|(name, _)| name.get_ref() != "op") {
        let name = name.get_ref();
        let Some(at) = operator.argument(name) else {
            let what = format!("{} has no argument `{}`", operator.name, text::word(name));
            problems.push(Wrong::at(value, what));
            continue;
        };
        match argument(operator, operator.arguments[at].kind, value) {
            Ok(arg) => call.args[at] = arg,
            Err(wrong) => {
                problems.push(Wrong { what: format!("argument `{name}`: {}", wrong.what), ..wrong });
            }
        }
    }
    if problems.is_empty() { Ok(call) } else { Err(problems) }
}

fn argument(operator: &OperatorSpec, kind: ArgumentKind, given: &Given<'_>) -> Result<Arg, Wrong> {
    Ok(match (kind, given.get_ref()) {
        (ArgumentKind::Int, DeValue::Integer(_)) => Arg::Int(i64::read(given)?),
        (ArgumentKind::Ints, DeValue::Array(_)) => Arg::Ints(Vec::read(given)?.into()),
        (ArgumentKind::Flag, DeValue::Boolean(value)) => Arg::Flag(*value),
        (ArgumentKind::DType, DeValue::String(name)) => {
            Arg::DType(dtype(name).map_err(|what| Wrong::at(given, what))?)
        }
        (ArgumentKind::Tensor | ArgumentKind::Scalar, DeValue::Table(_)) => {
            Arg::Tensor(tensor(Some(operator), given)?)
        }
        (kind, _) => {
            let form = match kind {
                ArgumentKind::Int => "a whole number",
                ArgumentKind::Ints => "whole numbers in brackets",
                ArgumentKind::Flag => "true or false",
                ArgumentKind::DType => "the name of a dtype, in quotes",
                ArgumentKind::Tensor | ArgumentKind::Scalar => TENSOR,
            };
            let kind = format!("{kind:?}").to_lowercase();
            return Err(Wrong::at(given, format!("not a value of kind {kind}; write {form}")));
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
fn tensor(operator: Option<&OperatorSpec>, given: &Given<'_>) -> Result<Tensor, Wrong> {
    if !given.get_ref().is_table() {
        return Err(Wrong::at(given, format!("not a tensor; write {TENSOR}")));
    }
    let tensor = filled(given)?;
    // Of bytes that are read as another dtype, the page says that they stay.
    if tensor.dtype() == DType::Bool && operator.is_some_and(|operator| operator.name != REINTERPRET.name) {
        let elements = tensor.elements();
        if let Some(at) = elements.iter().position(|byte| *byte > 1) {
            let what = format!("element {at} is `{:02x}`; a bool is 00 or 01", elements[at]);
            return Err(Wrong::at(given, what));
        }
    }
    Ok(tensor)
}

fn filled(given: &Given<'_>) -> Result<Tensor, Wrong> {
    let wrong = |what: String| Wrong::at(given, what);
    let mut keys = Keys::of(given)?;
    let (dtype, shape) = (keys.needed::<String>("dtype")?, keys.needed::<Vec<usize>>("shape")?);
    // In hex, one word an element.
    let (words, strides) = (keys.some::<String>("bits")?, keys.some::<Vec<isize>>("strides")?);
    let offset = keys.any("offset")?;
    keys.end()?;
    let dtype = self::dtype(&dtype).map_err(wrong)?;
    Tensor::check_size(dtype, &shape, MOST_BYTES).map_err(|error| wrong(error.to_string()))?;
    let tensor = match (words, strides) {
        (None, _) => Tensor::zeros(dtype, &shape),
        (Some(words), None) if offset == 0 => {
            Tensor::new(dtype, &shape, bytes(dtype, &words).map_err(wrong)?)
        }
        (Some(words), strides) => {
            let bytes = bytes(dtype, &words).map_err(wrong)?;
            let plain = Layout::contiguous(&shape);
            let strides = strides.as_deref().unwrap_or(plain.strides());
            Layout::strided(&shape, strides, offset).and_then(|layout| Tensor::view(dtype, layout, bytes))
        }
    };
    tensor.map_err(|error| wrong(error.to_string()))
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
