//! Vector files as they are parsed: names and numbers that are not yet looked up.

use super::VectorError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::{Spanned, Table, Value};

/// The version of the format.
const FORMAT: u32 = 1;

/// A vector file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    format: Spanned<u32>,
    #[serde(rename = "about")]
    _about: String,
    #[serde(default)]
    vector: Vec<Spanned<RawVector>>,
}

/// One `[[vector]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVector {
    pub(super) id: String,
    pub(super) requirements: Vec<String>,
    pub(super) cite: RawCitation,
    pub(super) note: String,
    /// `op`, and the operator's arguments.
    pub(super) ask: BTreeMap<String, Spanned<Value>>,
    pub(super) answer: Option<RawTensor>,
    pub(super) also: Option<Vec<RawTensor>>,
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

/// The vectors of a file, each with where it starts.
///
/// # Errors
/// The first problem in the file's form.
pub(super) fn parse(file: &str, text: &str) -> Result<Vec<Spanned<RawVector>>, VectorError> {
    let raw: RawFile = toml::from_str(text).map_err(|error| malformed(file, text, &error))?;
    let format = raw.format.get_ref();
    if *format != FORMAT {
        let problem = format!("format {format} where this program reads format {FORMAT}");
        return Err(VectorError::new(file, line(text, &raw.format.span()), None, &problem));
    }
    Ok(raw.vector)
}

/// The line where a span starts, from 1.
pub(super) fn line(text: &str, span: &Range<usize>) -> usize {
    1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count()
}

/// Longest line that a message shows, in bytes.
const LONG_LINE: usize = 200;

/// What is wrong with a file that does not deserialize.
fn malformed(file: &str, text: &str, error: &toml::de::Error) -> VectorError {
    #[derive(Deserialize)]
    struct Ids {
        #[serde(default)]
        vector: Vec<Spanned<Table>>,
    }
    let span = error.span().unwrap_or_default();
    let (vector, problem) = match toml::from_str::<Ids>(text) {
        // The vector that starts last before the mistake.
        Ok(Ids { vector }) => {
            let table = vector.into_iter().rfind(|vector| vector.span().start <= span.start);
            let id = table.and_then(|table| table.get_ref().get("id")?.as_str().map(str::to_owned));
            (id, error.message().to_owned())
        }
        // Not TOML: with the line, unless it is long.
        Err(_) => (None, error.to_string()),
    };
    let long = |line: &str| line.len() > LONG_LINE;
    let problem = if problem.lines().any(long) { error.message().to_owned() } else { problem };
    VectorError::new(file, line(text, &span), vector.as_deref(), problem.trim_end())
}
