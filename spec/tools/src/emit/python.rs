//! Writes a Python module with types, data and look-ups, for Python 3.9 or later and `mypy --strict`.

use super::names::{self, DTYPE, four_digits, quoted, upper};
use super::output::Output;
use super::pretty::Piece;
use super::template::{constants, tables};
use ascertain_spec::describe::{FieldType, Value};

/// The module.
pub(super) fn module(output: &Output<'_>) -> String {
    let literal = |value: &Value, kind: &FieldType| piece(value, enumeration_of(kind)).text();
    let data = constants(output, kind, literal);
    tables(output, include_str!("templates/python.j2"), kind, data)
}

fn kind(kind: &FieldType) -> String {
    match kind {
        FieldType::Text => "str".into(),
        FieldType::Integer => "int".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => of.name.into(),
        FieldType::Record(of) => of.name.into(),
        FieldType::List(item) => format!("tuple[{}, ...]", self::kind(item)),
        FieldType::Maybe(some) => format!("Optional[{}]", self::kind(some)),
        FieldType::Hidden => String::new(),
    }
}

fn text(text: &str) -> String {
    quoted(text, four_digits)
}

/// The enumeration whose names a value of this type contains.
fn enumeration_of(kind: &FieldType) -> &'static str {
    match kind {
        FieldType::Name(of) => of.name,
        FieldType::List(kind) | FieldType::Maybe(kind) => enumeration_of(kind),
        _ => DTYPE,
    }
}

fn piece(value: &Value, enumeration: &str) -> Piece {
    match value {
        Value::Null => Piece::Atom("None".into()),
        Value::YesNo(yes) => Piece::Atom(if *yes { "True" } else { "False" }.into()),
        Value::Integer(number) => Piece::Atom(number.to_string()),
        Value::Text(words) => Piece::Atom(text(words)),
        Value::Name(name) => Piece::Atom(format!("{enumeration}.{}", upper(name))),
        Value::List(items, columns) => Piece::Group {
            open: "(".into(),
            items: items.iter().map(|item| piece(item, enumeration)).collect(),
            // A tuple of one needs its comma.
            close: if items.len() == 1 { ",)" } else { ")" },
            columns: *columns,
        },
        Value::Record(record, values) => {
            let fields = record.fields();
            let items = fields.zip(values).map(|(field, value)| {
                piece(value, enumeration_of(&field.kind)).after(&format!("{}=", names::field(field.name)))
            });
            Piece::Group {
                open: format!("{}(", record.name),
                items: items.collect(),
                close: ")",
                columns: None,
            }
        }
    }
}
