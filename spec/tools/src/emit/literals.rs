//! Writes types and values as literals of Python and JSON, which nest as the model does.

use super::names::{self, DTYPE, four_digits, quoted, upper};
use super::output::Output;
use super::pretty::Piece;
use super::template::{constants, tables};
use ascertain_spec::describe::{FieldType, Value};

/// How Python writes the type of a field.
fn python_type(kind: &FieldType) -> String {
    match kind {
        FieldType::Text => "str".into(),
        FieldType::Integer => "int".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => of.name.into(),
        FieldType::Record(of) => of.name.into(),
        FieldType::List(item) => format!("tuple[{}, ...]", python_type(item)),
        FieldType::Maybe(some) => format!("Optional[{}]", python_type(some)),
        FieldType::Hidden => String::new(),
    }
}

/// How a language writes values.
pub(super) struct Literals {
    null: &'static str,
    yes_no: [&'static str; 2],
    text: fn(&str) -> String,
    /// A name of an enumeration.
    name: fn(&str, &str) -> String,
    /// The brackets of so many items.
    list: fn(usize) -> (&'static str, &'static str),
    /// The opening bracket of a record by its name, and the closing one.
    record: (fn(&str) -> String, &'static str),
    /// What stands before a field's value.
    field: fn(&str) -> String,
}

const PYTHON: Literals = Literals {
    null: "None",
    yes_no: ["False", "True"],
    text: |text| quoted(text, four_digits),
    name: |of, name| format!("{of}.{}", upper(name)),
    // A tuple of one needs its comma.
    list: |items| ("(", if items == 1 { ",)" } else { ")" }),
    record: (|name| format!("{name}("), ")"),
    field: |name| format!("{}=", names::field(name)),
};

/// Those of JSON.
pub(super) const JSON: Literals = Literals {
    null: "null",
    yes_no: ["false", "true"],
    text: |text| quoted(text, four_digits),
    name: |_, name| quoted(name, four_digits),
    list: |_| ("[", "]"),
    record: (|_| "{".into(), "}"),
    field: |name| format!("{}: ", quoted(name, four_digits)),
};

/// A Python module with types, data and look-ups, for Python 3.9 or later and `mypy --strict`.
pub(super) fn python(output: &Output<'_>) -> String {
    let data = constants(output, python_type, |value, kind| PYTHON.piece(value, kind).text());
    tables(output, include_str!("templates/python.j2"), python_type, data)
}

impl Literals {
    /// A value of a type.
    pub(super) fn piece(&self, value: &Value, kind: &FieldType) -> Piece {
        match (value, kind) {
            (Value::Null, _) => Piece::Atom(self.null.into()),
            (value, FieldType::Maybe(some)) => self.piece(value, some),
            (Value::YesNo(yes), _) => Piece::Atom(self.yes_no[usize::from(*yes)].into()),
            (Value::Integer(number), _) => Piece::Atom(number.to_string()),
            (Value::Text(words), _) => Piece::Atom((self.text)(words)),
            (Value::Name(name), FieldType::Name(of)) => Piece::Atom((self.name)(of.name, name)),
            (Value::Name(name), _) => Piece::Atom((self.name)(DTYPE, name)),
            (Value::List(items, columns), kind) => {
                let item_kind = if let FieldType::List(item) = kind { item } else { kind };
                let (open, close) = (self.list)(items.len());
                let items = items.iter().map(|item| self.piece(item, item_kind)).collect();
                Piece::Group { open: open.into(), items, close, columns: *columns }
            }
            (Value::Record(record, values), _) => {
                let items = record
                    .fields()
                    .zip(values)
                    .map(|(field, value)| self.piece(value, &field.kind).after(&(self.field)(field.name)));
                let (open, close) = self.record;
                Piece::Group { open: open(record.name), items: items.collect(), close, columns: None }
            }
        }
    }
}
