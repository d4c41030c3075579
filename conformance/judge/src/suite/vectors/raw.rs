//! Vector files as they are parsed: names and numbers that are not yet looked up.

use super::VectorError;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

/// The version of the format.
const FORMAT: u32 = 1;

/// A vector file, without its vectors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHead {
    format: Spanned<u32>,
    #[serde(rename = "about")]
    _about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVector {
    pub(super) id: String,
    pub(super) requirements: Vec<String>,
    pub(super) cite: RawCitation,
    pub(super) note: String,
    /// `op`, and the operator's arguments.
    pub(super) ask: BTreeMap<String, Spanned<Value>>,
    /// Tensors, or for operators with several results lists of them.
    pub(super) answer: Option<Spanned<Value>>,
    pub(super) also: Option<Vec<Spanned<Value>>>,
    pub(super) rejected: Option<Vec<String>>,
    pub(super) judged: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCitation {
    pub(super) document: String,
    #[serde(rename = "where")]
    pub(super) place: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTensor {
    pub(super) dtype: String,
    pub(super) shape: Vec<usize>,
    /// In hex, one word an element.
    pub(super) bits: Option<String>,
    pub(super) strides: Option<Vec<isize>>,
    #[serde(default)]
    pub(super) offset: usize,
}

/// The vectors of a file, each with where it starts, and the problems in the file's form. Of a file that is not TOML, or of
/// another version, the vectors are not read.
pub(super) fn parse(file: &str, text: &str, lines: &Lines) -> (Vec<Spanned<RawVector>>, Vec<VectorError>) {
    let (table, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return (Vec::new(), syntax.into_iter().map(|error| malformed(file, text, lines, error)).collect());
    }
    let problem = |span: &Range<usize>, vector: Option<&str>, problem: &str| {
        VectorError::new(file, lines.of(span), vector, problem)
    };
    let span = table.span();
    let mut head = table.into_inner();
    let listed = head.remove("vector").map(Spanned::into_inner);
    let mut problems = Vec::new();
    match RawHead::deserialize(Spanned::new(span, DeValue::Table(head)).into_deserializer()) {
        Ok(RawHead { format, .. }) if *format.get_ref() != FORMAT => {
            let what = format!("format {} where this program reads format {FORMAT}", format.get_ref());
            return (Vec::new(), vec![problem(&format.span(), None, &what)]);
        }
        Ok(_) => {}
        Err(error) => problems.push(problem(&error.span().unwrap_or_default(), None, error.message())),
    }
    let mut vectors = Vec::new();
    match listed {
        None => {}
        Some(DeValue::Array(items)) => {
            for item in items {
                let span = item.span();
                let id = item.get_ref().get("id").and_then(|id| id.get_ref().as_str()).map(str::to_owned);
                match RawVector::deserialize(item.into_deserializer()) {
                    Ok(vector) => vectors.push(Spanned::new(span, vector)),
                    Err(error) => {
                        let span = error.span().unwrap_or(span);
                        problems.push(problem(&span, id.as_deref(), error.message()));
                    }
                }
            }
        }
        Some(_) => {
            problems.push(problem(&(0..0), None, "`vector` is not a list; write [[vector]] above each"));
        }
    }
    (vectors, problems)
}

/// Where the lines of a text end.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line where a span starts, from 1.
    pub(super) fn of(&self, span: &Range<usize>) -> usize {
        1 + self.0.partition_point(|end| *end < span.start)
    }
}

/// Longest line that a message shows, in bytes.
const LONG_LINE: usize = 200;

/// What is wrong with a file that is not TOML: with the line, unless it is long.
fn malformed(file: &str, text: &str, lines: &Lines, mut error: toml::de::Error) -> VectorError {
    error.set_input(Some(text));
    let shown = error.to_string();
    let long = shown.lines().any(|line| line.len() > LONG_LINE);
    let problem = if long { error.message() } else { shown.trim_end() };
    VectorError::new(file, lines.of(&error.span().unwrap_or_default()), None, problem)
}
