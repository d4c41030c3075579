//! Writes types and values as literals of Python, Rust and JSON, which nest as the model does.

use super::names::{self, DTYPE, four_digits, in_braces, pascal, quoted, upper};
use super::output::Output;
use super::pretty::Piece;
use super::template::{constants, tables};
use ascertain_spec::describe::{FieldType, Value};

/// How a language writes types.
pub(super) struct Types {
    pub(super) text: &'static str,
    pub(super) integer: &'static str,
    pub(super) yes_no: &'static str,
    /// What stands around the type of items, and of what may be absent.
    pub(super) list: [&'static str; 2],
    pub(super) maybe: [&'static str; 2],
}

impl Types {
    /// The type of a field.
    pub(super) fn of(&self, kind: &FieldType) -> String {
        let around = |[before, after]: [&str; 2], kind| format!("{before}{}{after}", self.of(kind));
        match kind {
            FieldType::Text => self.text.into(),
            FieldType::Integer => self.integer.into(),
            FieldType::YesNo => self.yes_no.into(),
            FieldType::Name(of) => of.name.into(),
            FieldType::Record(of) => of.name.into(),
            FieldType::List(item) => around(self.list, item),
            FieldType::Maybe(some) => around(self.maybe, some),
            FieldType::Hidden => String::new(),
        }
    }
}

/// How a language writes values.
pub(super) struct Literals {
    null: &'static str,
    yes_no: [&'static str; 2],
    text: fn(&str) -> String,
    /// A name of an enumeration.
    name: fn(&str, &str) -> String,
    /// What stands around a value that may be absent, if it is on one line.
    some: [&'static str; 2],
    /// The brackets of so many items.
    list: fn(usize) -> (&'static str, &'static str),
    /// The opening bracket of a record by its name, and the closing one.
    record: (fn(&str) -> String, &'static str),
    /// What stands before a field's value.
    field: fn(&str) -> String,
}

const PYTHON_TYPES: Types = Types {
    text: "str",
    integer: "int",
    yes_no: "bool",
    list: ["tuple[", ", ...]"],
    maybe: ["Optional[", "]"],
};

const PYTHON: Literals = Literals {
    null: "None",
    yes_no: ["False", "True"],
    text: |text| quoted(text, four_digits),
    name: |of, name| format!("{of}.{}", upper(name)),
    some: ["", ""],
    // A tuple of one needs its comma.
    list: |items| ("(", if items == 1 { ",)" } else { ")" }),
    record: (|name| format!("{name}("), ")"),
    field: |name| format!("{}=", names::field(name)),
};

const RUST_TYPES: Types = Types {
    text: "&'static str",
    integer: "i32",
    yes_no: "bool",
    list: ["&'static [", "]"],
    maybe: ["Option<", ">"],
};

const RUST: Literals = Literals {
    null: "None",
    yes_no: ["false", "true"],
    text: |text| quoted(text, in_braces),
    name: |of, name| format!("{of}::{}", pascal(name)),
    some: ["Some(", ")"],
    list: |_| ("&[", "]"),
    record: (|name| format!("{name} {{ "), " }"),
    field: |name| format!("{name}: "),
};

/// Those of JSON.
pub(super) const JSON: Literals = Literals {
    null: "null",
    yes_no: ["false", "true"],
    text: |text| quoted(text, four_digits),
    name: |_, name| quoted(name, four_digits),
    some: ["", ""],
    list: |_| ("[", "]"),
    record: (|_| "{".into(), "}"),
    field: |name| format!("{}: ", quoted(name, four_digits)),
};

/// A Python module with types, data and look-ups, for Python 3.9 or later and `mypy --strict`.
pub(super) fn python(output: &Output<'_>) -> String {
    let data =
        constants(output, |kind| PYTHON_TYPES.of(kind), |value, kind| PYTHON.piece(value, kind).text());
    tables(output, include_str!("templates/python.j2"), |kind| PYTHON_TYPES.of(kind), data)
}

/// A Rust module with types, constants and look-ups, which needs only `core`. It has no `//!`, so that the file also works with
/// `include!`. Its literals have this project's width; rustfmt would only make them longer.
pub(super) fn rust(output: &Output<'_>) -> String {
    let data = constants(output, |kind| RUST_TYPES.of(kind), |value, kind| RUST.piece(value, kind).text());
    tables(output, include_str!("templates/rust.j2"), |kind| RUST_TYPES.of(kind), data)
}

impl Literals {
    /// A value of a type.
    pub(super) fn piece(&self, value: &Value, kind: &FieldType) -> Piece {
        match (value, kind) {
            (Value::Null, _) => Piece::Atom(self.null.into()),
            (value, FieldType::Maybe(some)) => match self.piece(value, some) {
                Piece::Atom(atom) => Piece::Atom(format!("{}{atom}{}", self.some[0], self.some[1])),
                group @ Piece::Group { .. } => group,
            },
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
