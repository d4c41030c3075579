//! Writes a Rust module with types, constants and look-ups, which needs only `core`.

use super::names::{DTYPE, in_braces, pascal, quoted};
use super::output::Output;
use super::pretty::Piece;
use super::template::{constants, tables};
use ascertain_spec::describe::{FieldType, Value};

/// The module. It has no `//!`, so that the file also works with `include!`. Its literals have this project's width; rustfmt
/// would only make them longer.
pub(super) fn module(output: &Output<'_>) -> String {
    let data = constants(output, kind, |value, kind| piece(value, kind).text());
    tables(output, include_str!("templates/rust.j2"), kind, data)
}

fn kind(kind: &FieldType) -> String {
    match kind {
        FieldType::Text => "&'static str".into(),
        FieldType::Integer => "i32".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => of.name.into(),
        FieldType::Record(of) => of.name.into(),
        FieldType::List(item) => format!("&'static [{}]", self::kind(item)),
        FieldType::Maybe(some) => format!("Option<{}>", self::kind(some)),
        FieldType::Hidden => String::new(),
    }
}

fn text(text: &str) -> String {
    quoted(text, in_braces)
}

fn piece(value: &Value, kind: &FieldType) -> Piece {
    match (value, kind) {
        (Value::Null, _) => Piece::Atom("None".into()),
        (value, FieldType::Maybe(some)) => match piece(value, some) {
            Piece::Atom(atom) => Piece::Atom(format!("Some({atom})")),
            group @ Piece::Group { .. } => group,
        },
        (Value::YesNo(yes), _) => Piece::Atom(yes.to_string()),
        (Value::Integer(number), _) => Piece::Atom(number.to_string()),
        (Value::Text(words), _) => Piece::Atom(text(words)),
        (Value::Name(name), FieldType::Name(of)) => Piece::Atom(format!("{}::{}", of.name, pascal(name))),
        (Value::Name(name), _) => Piece::Atom(format!("{DTYPE}::{}", pascal(name))),
        (Value::List(items, columns), kind) => {
            let item_kind = if let FieldType::List(item) = kind { item } else { kind };
            let items = items.iter().map(|item| piece(item, item_kind)).collect();
            Piece::Group { open: "&[".into(), items, close: "]", columns: *columns }
        }
        (Value::Record(record, values), _) => {
            let fields = record.fields();
            let items = fields
                .zip(values)
                .map(|(field, value)| piece(value, &field.kind).after(&format!("{}: ", field.name)));
            Piece::Group {
                open: format!("{} {{ ", record.name),
                items: items.collect(),
                close: " }",
                columns: None,
            }
        }
    }
}
