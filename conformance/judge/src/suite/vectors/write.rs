//! Writes a call as a vector file.

use ascertain::Tensor;
use ascertain::call::{Arg, Invocation};
use ascertain::dtype::Class;
use core::fmt::Write;

/// What a vector file says besides the call.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    /// The case's id.
    pub id: &'a str,
    /// Ids of the requirements it tests.
    pub requirements: &'a [&'static str],
    /// Document, and place in it.
    pub cite: (&'a str, &'a str),
    /// Why it exists.
    pub note: &'a str,
}

/// A vector file with one vector, which the documents judge.
#[must_use]
pub fn file(words: &Words<'_>, call: &Invocation) -> String {
    format!("format = 1\nabout = {}\n\n{}", quoted("A minimized failing case."), vector(words, call))
}

/// One `[[vector]]`.
#[must_use]
pub fn vector(words: &Words<'_>, call: &Invocation) -> String {
    let requirements: Vec<String> = words.requirements.iter().map(|r| quoted(r)).collect();
    let mut text = format!(
        "[[vector]]\nid = {}\nrequirements = [{}]\ncite = {{ document = {}, where = {} }}\nnote = {}\nask.op = {}\n",
        quoted(words.id),
        requirements.join(", "),
        quoted(words.cite.0),
        quoted(words.cite.1),
        quoted(words.note),
        quoted(call.operator.name),
    );
    for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
        let value = match arg {
            // A null pointer has no vector; the case that found it names it.
            Arg::Absent | Arg::Null => continue,
            Arg::Int(value) => value.to_string(),
            Arg::Ints(values) => format!("{values:?}"),
            Arg::Flag(value) => value.to_string(),
            Arg::DType(dtype) => quoted(dtype.name()),
            Arg::Tensor(tensor) => self::tensor(tensor),
        };
        let _ = writeln!(text, "ask.{} = {value}", argument.name);
    }
    text.push_str("judged = \"by the documents\"\n");
    text
}

fn tensor(tensor: &Tensor) -> String {
    let (dtype, layout) = (tensor.dtype(), tensor.layout());
    let mut text = format!("{{ dtype = {}, shape = {:?}", quoted(dtype.name()), layout.shape());
    if !tensor.is_packed() {
        let _ = write!(text, ", strides = {:?}, offset = {}", layout.strides(), layout.offset());
    }
    let part = if dtype.class() == Class::Complex { dtype.size() / 2 } else { dtype.size() };
    let words = tensor.storage().chunks_exact(dtype.size()).map(|element| {
        let parts = element.chunks_exact(part).flat_map(|part| part.iter().rev());
        hex::encode(parts.copied().collect::<Vec<_>>())
    });
    let _ = write!(text, ", bits = \"{}\" }}", words.collect::<Vec<_>>().join(" "));
    text
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
