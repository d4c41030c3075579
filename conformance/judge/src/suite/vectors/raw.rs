//! Vector files as they are parsed: names and numbers that are not yet looked up.

use super::VectorError;
use crate::from_toml::{Given, Keys, Wrong};
use core::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The version of the format.
const FORMAT: u32 = 1;

/// The vectors of a file, and the problems in the file's form. Of a file that is not TOML, or of another version, the vectors are
/// not read.
pub(super) fn parse<'t>(file: &str, text: &'t str, lines: &Lines) -> (Vec<Given<'t>>, Vec<VectorError>) {
    let (table, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return (Vec::new(), syntax.into_iter().map(|error| malformed(file, text, lines, error)).collect());
    }
    let problem = |Wrong { at, what }| VectorError::new(file, lines.of(&at), None, &what);
    let span = table.span();
    let mut head = table.into_inner();
    let listed = head.remove("vector").map(Spanned::into_inner);
    let mut problems = Vec::new();
    match format(&Spanned::new(span, DeValue::Table(head))) {
        Ok(format) if *format.get_ref() != FORMAT => {
            let what = format!("format {} where this program reads format {FORMAT}", format.get_ref());
            return (Vec::new(), vec![problem(Wrong { at: format.span(), what })]);
        }
        Ok(_) => {}
        Err(wrong) => problems.push(problem(wrong)),
    }
    let vectors = match listed {
        None => Vec::new(),
        Some(DeValue::Array(items)) => items.into_iter().collect(),
        Some(_) => {
            let what = "`vector` is not a list; write [[vector]] above each".to_owned();
            problems.push(problem(Wrong { at: 0..0, what }));
            Vec::new()
        }
    };
    (vectors, problems)
}

/// The format that a file says it has.
fn format(head: &Given<'_>) -> Result<Spanned<u32>, Wrong> {
    let mut keys = Keys::of(head)?;
    let format = keys.needed("format")?;
    keys.needed::<String>("about")?;
    keys.end().map(|()| format)
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
