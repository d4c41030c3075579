//! Writes the output as JSON.

use super::names::{four_digits, quoted};
use super::pretty::{LastComma, Piece};
use super::types::{RECORDS, ROOT};
use super::value::Value;

/// The output as one object with a key for each field of [`ROOT`].
pub(super) fn document(values: &[Value]) -> String {
    let fields = ROOT.iter().zip(values).map(|(field, value)| piece(value).after(&key(field.name)));
    object(fields.collect())
}

/// An object as the text of a file.
pub(super) fn object(items: Vec<Piece>) -> String {
    let mut out = String::new();
    Piece::Group { open: "{".into(), items, close: "}", columns: None }.write(&mut out, 0, LastComma::No);
    out + "\n"
}

/// `"name": `.
pub(super) fn key(name: &str) -> String {
    format!("{}: ", text(name))
}

/// A string.
pub(super) fn text(text: &str) -> String {
    quoted(text, four_digits)
}

fn piece(value: &Value) -> Piece {
    match value {
        Value::Null => Piece::Atom("null".into()),
        Value::YesNo(yes) => Piece::Atom(yes.to_string()),
        Value::Integer(number) => Piece::Atom(number.to_string()),
        Value::Text(words) | Value::Name(words) => Piece::Atom(text(words)),
        Value::List(items, columns) => Piece::Group {
            open: "[".into(),
            items: items.iter().map(piece).collect(),
            close: "]",
            columns: *columns,
        },
        Value::Record(name, values) => {
            let fields = RECORDS.iter().filter(|r| r.name == *name).flat_map(|r| r.fields);
            let items = fields.zip(values).map(|(field, value)| piece(value).after(&key(field.name)));
            Piece::Group { open: "{".into(), items: items.collect(), close: "}", columns: None }
        }
    }
}
