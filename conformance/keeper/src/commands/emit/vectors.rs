//! The vectors as JSON, for test suites in other languages: format 1, described by `schema/vectors-1.schema.json`.
//!
//! A tensor is written as in the process protocol: `dtype`, `shape`, for views `strides` and `offset` in elements, and
//! the whole storage as `hex`, little-endian.

use ascertain::Tensor;
use ascertain::backend::Answer;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::Direction;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::suite::vectors::{FILES, Vector, VectorError, committed, same_requirements};
use ascertain_spec_tools::emit::{self, File, Stamp};
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON Schema of the format. Its `$comment` is replaced by the origin of a copy.
const SCHEMA: &str = include_str!("../../../schema/vectors-1.schema.json");

/// The part of the schema that a copy replaces by its origin.
const NO_ORIGIN: &str = "\"$comment\": \"\"";

#[derive(Serialize)]
struct Document<'a> {
    made_by: &'a str,
    specification: &'a str,
    /// Digest of the vector files of this program.
    source: String,
    format: u32,
    operators: BTreeMap<&'a str, Operator<'a>>,
}

#[derive(Serialize)]
struct Operator<'a> {
    document: &'a str,
    arguments: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonVector<'a> {
    id: &'a str,
    operator: &'a str,
    requirements: &'a [String],
    editions: Vec<&'a str>,
    note: &'a str,
    cite: &'a str,
    ask: BTreeMap<&'a str, Argument<'a>>,
    expect: Expect<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Argument<'a> {
    Int(i64),
    Ints(&'a [i64]),
    Flag(bool),
    DType(&'a str),
    Tensor(Data<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Expect<'a> {
    /// Any of these is right.
    Answers(Vec<Right<'a>>),
    /// A rejection with one of these statuses or without a status. If the list is empty, any status will do.
    Rejected(&'a [i32]),
}

/// A right answer. One of several tensors is a list.
#[derive(Serialize)]
#[serde(untagged)]
enum Right<'a> {
    One(Data<'a>),
    Several(Vec<Data<'a>>),
}

#[derive(Serialize)]
struct Data<'a> {
    dtype: &'a str,
    shape: &'a [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    strides: Option<&'a [isize]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    /// Left out for plain output tensors, whose content before the call does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
}

impl<'a> Data<'a> {
    fn new(tensor: &'a Tensor, filled: bool) -> Self {
        let (layout, plain) = (tensor.layout(), tensor.is_packed());
        Self {
            dtype: tensor.dtype().name(),
            shape: layout.shape(),
            strides: (!plain).then_some(layout.strides()),
            offset: (!plain).then_some(layout.offset()),
            hex: (filled || !plain).then(|| hex::encode(tensor.storage())),
        }
    }
}

/// The vectors, and the schema.
///
/// # Errors
/// When a vector file of this crate is malformed, which its tests exclude.
pub(super) fn files(stamp: &Stamp) -> Result<Vec<File>, VectorError> {
    let vectors = committed()?;
    let origin =
        format!("\"$comment\": \"Made by `{}`. Specification {}.\"", stamp.command, stamp.specification);
    Ok(vec![
        File { name: "ascertain_vectors.json".to_owned(), text: document(stamp, &vectors) },
        File {
            name: "ascertain_vectors.schema.json".to_owned(),
            text: SCHEMA.replacen(NO_ORIGIN, &origin, 1),
        },
    ])
}

fn document(stamp: &Stamp, vectors: &[Vector]) -> String {
    let sources: Vec<_> = FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let operators = Registry::default().operators().iter().map(|operator| {
        let operator = operator.spec();
        let arguments = operator.arguments.iter().map(|a| a.name).collect();
        (operator.name, Operator { document: operator.document, arguments })
    });
    let head = Document {
        made_by: &stamp.command,
        specification: &stamp.specification,
        source: emit::digest(&sources),
        format: 1,
        operators: operators.collect(),
    };
    // As in reports: a readable head, then one vector per line.
    let head = json(&head, serde_json::to_string_pretty);
    let mut text = head.strip_suffix("\n}").unwrap_or(&head).to_owned();
    text.push_str(",\n  \"vectors\": [");
    let written = vectors.iter().filter_map(written);
    for (i, vector) in written.enumerate() {
        text.push_str(if i == 0 { "\n    " } else { ",\n    " });
        text.push_str(&json(&vector, serde_json::to_string));
    }
    text.push_str("\n  ]\n}\n");
    text
}

/// A value as JSON. Serialising strings, numbers, lists and maps with keys of text cannot fail.
fn json<T>(value: &T, write: fn(&T) -> serde_json::Result<String>) -> String {
    write(value).unwrap_or_default()
}

/// A vector. None if it stores no answer because the documents decide.
fn written<'a>(vector: &'a Vector) -> Option<JsonVector<'a>> {
    let stored = vector.stored.as_ref()?;
    let operator = vector.call.operator;
    let stands = |c: &&'static ascertain::contract::Contract| {
        same_requirements(&vector.requirements, operator, c).is_some()
    };
    let expect = if stored.answers.is_empty() {
        Expect::Rejected(&stored.statuses)
    } else {
        let data = |tensor| Data::new(tensor, true);
        let right = |answer: &'a Answer| match answer {
            Answer::Tensor(tensor) => Right::One(data(tensor)),
            answer => Right::Several(answer.tensors().iter().map(data).collect()),
        };
        Expect::Answers(stored.answers.iter().map(right).collect())
    };
    Some(JsonVector {
        id: &vector.id,
        operator: operator.name,
        requirements: &vector.requirements,
        editions: operator.contracts.iter().filter(stands).map(|c| c.edition).collect(),
        note: &stored.note,
        cite: &stored.cite,
        ask: ask(&vector.call),
        expect,
    })
}

/// The arguments given, by name. Vectors hold no null pointers.
fn ask(call: &Invocation) -> BTreeMap<&str, Argument<'_>> {
    let named = call.operator.arguments.iter().zip(&call.args);
    let given = named.filter_map(|(argument, arg)| {
        let value = match arg {
            Arg::Absent | Arg::Null => return None,
            Arg::Int(value) => Argument::Int(*value),
            Arg::Ints(values) => Argument::Ints(values),
            Arg::Flag(value) => Argument::Flag(*value),
            Arg::DType(dtype) => Argument::DType(dtype.name()),
            Arg::Tensor(tensor) => Argument::Tensor(Data::new(tensor, argument.direction != Direction::Out)),
        };
        Some((argument.name, value))
    });
    given.collect()
}

#[cfg(test)]
mod tests {
    use super::{json, written};
    use ascertain_conformance::suite::vectors::read;

    #[test]
    fn an_answer_with_two_results_is_a_list() {
        let file = r#"
format = 1
about = "a file"
[[vector]]
id = "cummax/vector/one"
requirements = ["cummax.value"]
cite = { document = "aclnn.cummax", where = "description" }
note = "a note"
ask.op = "cummax"
ask.self = { dtype = "s8", shape = [2], bits = "01 02" }
ask.dim = 0
ask.valuesOut = { dtype = "s8", shape = [2] }
ask.indicesOut = { dtype = "s32", shape = [2] }
answer = [
    { dtype = "s8", shape = [2], bits = "01 02" },
    { dtype = "s32", shape = [2], bits = "00000000 00000001" },
]
"#;
        let vectors = read("one.toml", file).unwrap_or_else(|error| panic!("{error}"));
        let text = json(&written(&vectors[0]), serde_json::to_string);
        let answers = r#""expect":{"answers":[[{"dtype":"s8","shape":[2],"hex":"0102"},{"dtype":"s32","shape":[2],"hex":"0000000001000000"}]]}"#;
        assert!(text.contains(answers), "{text}");
    }
}
