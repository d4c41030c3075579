//! Writes types and values as literals of a language: of Python and JSON here, of C in `c`.

use super::arrays::Arrays;
use super::names::{self, DTYPE, four_digits, quoted, upper};
use super::output::Output;
use super::pretty::Piece;
use ascertain_spec::describe::{Field, FieldType, Value};
use minijinja::context;

/// How a language writes types and values.
pub(super) struct Literals {
    /// The type of a field.
    pub(super) kind: fn(&FieldType) -> String,
    /// The value of an absent field of this type.
    pub(super) null: fn(&FieldType) -> String,
    pub(super) yes_no: [&'static str; 2],
    pub(super) text: fn(&str) -> String,
    /// A name of an enumeration.
    pub(super) name: fn(&str, &str) -> String,
    pub(super) list: fn(&mut Arrays, Vec<Piece>, &FieldType, Option<usize>) -> Piece,
    /// The opening bracket of a record by its name, and the closing one.
    pub(super) record: (fn(&str) -> String, &'static str),
    /// What stands before a field's value.
    pub(super) field: fn(&str) -> String,
    /// The fields of the whole output, as its template takes them.
    pub(super) data: fn(&Output<'_>) -> minijinja::Value,
}

pub(super) const PYTHON: Literals = Literals {
    kind: python_type,
    null: |_| "None".into(),
    yes_no: ["False", "True"],
    text: |text| quoted(text, four_digits),
    name: |of, name| format!("{of}.{}", upper(name)),
    // A tuple of one needs its comma.
    list: |_, items, _, columns| Piece::group("(", if items.len() == 1 { ",)" } else { ")" }, items, columns),
    record: (|name| format!("{name}("), ")"),
    field: |name| format!("{}=", names::field(name)),
    data: |output| PYTHON.constants(output),
};

pub(super) const JSON: Literals = Literals {
    kind: json_type,
    null: |_| "null".into(),
    yes_no: ["false", "true"],
    text: |text| quoted(text, four_digits),
    name: |_, name| quoted(name, four_digits),
    list: |_, items, _, columns| Piece::group("[", "]", items, columns),
    record: (|_| "{".into(), "}"),
    field: |name| format!("{}: ", quoted(name, four_digits)),
    data: |output| JSON.constants(output),
};

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

/// What a JSON Schema says of a type.
fn json_type(kind: &FieldType) -> String {
    match kind {
        FieldType::Text => r#""type": "string""#.into(),
        FieldType::Integer => r#""type": "integer""#.into(),
        FieldType::YesNo => r#""type": "boolean""#.into(),
        FieldType::Name(of) => format!("\"$ref\": \"#/$defs/{}\"", of.name),
        FieldType::Record(of) => format!("\"$ref\": \"#/$defs/{}\"", of.name),
        FieldType::List(item) => format!(r#""type": "array", "items": {{{}}}"#, json_type(item)),
        FieldType::Maybe(some) => format!(r#""anyOf": [{{{}}}, {{"type": "null"}}]"#, json_type(some)),
        FieldType::Hidden => String::new(),
    }
}

impl Literals {
    /// Each field of the output with its type and value.
    fn constants(&self, output: &Output<'_>) -> minijinja::Value {
        let constant = |(f, value): (&'static Field, &Value)| {
            let literal = self.piece(value, &f.kind, &mut Arrays::default()).text();
            context! { name => f.name, says => f.says, type => (self.kind)(&f.kind), literal }
        };
        output.fields().map(constant).collect()
    }

    /// A value of a type. Arrays that it points to, in C, are added to `arrays`.
    pub(super) fn piece(&self, value: &Value, kind: &FieldType, arrays: &mut Arrays) -> Piece {
        Piece::Atom(match (value, kind) {
            (Value::Null, kind) => (self.null)(kind),
            (value, FieldType::Maybe(some)) => return self.piece(value, some, arrays),
            (Value::YesNo(yes), _) => self.yes_no[usize::from(*yes)].into(),
            (Value::Integer(number), _) => number.to_string(),
            (Value::Text(words), _) => (self.text)(words),
            (Value::Name(name), FieldType::Name(of)) => (self.name)(of.name, name),
            (Value::Name(name), _) => (self.name)(DTYPE, name),
            (Value::List(items, columns), kind) => {
                let item = if let FieldType::List(item) = kind { item } else { kind };
                let items = items.iter().map(|value| self.piece(value, item, arrays)).collect();
                return (self.list)(arrays, items, item, *columns);
            }
            (Value::Record(record, values), _) => {
                let fields = record.fields().zip(values).map(|(field, value)| {
                    self.piece(value, &field.kind, arrays).after(&(self.field)(field.name))
                });
                let items = fields.collect();
                return Piece::group(&(self.record.0)(record.name), self.record.1, items, None);
            }
        })
    }
}
