//! Writes a Python module with types, data and look-ups, for Python 3.9 or later and `mypy --strict`.

use super::names::{self, DTYPE, four_digits, names_of, quoted, sentence, upper};
use super::output::Output;
use super::pretty::{LastComma, Piece, wrapped};
use ascertain_spec::describe::{Enumeration, FieldType, Record, Value};
use ascertain_spec::model::Spec;
use std::fmt::Write;

const LOOKUPS: &str = include_str!("lookups/python.py");

/// The module.
pub(super) fn module(output: &Output<'_>) -> String {
    let spec = output.spec;
    let [made, specification] = output.stamp.lines();
    let mut out = format!(
        "\"\"\"Tables and contracts of documented aclnn, TIK and MindSpore semantics.\n\n{}\n{specification}\n\"\"\"\n\n",
        wrapped(&made, "")
    );
    out.push_str(
        "from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom enum import Enum, IntEnum\n\
         from typing import Final, Optional, Union\n",
    );
    output.enumerations.iter().for_each(|e| enumeration(&mut out, e, spec));
    let statuses: Vec<_> = spec.statuses.iter().map(|s| (s.name.as_str(), s.number)).collect();
    numbers(&mut out, "Status", "A status code.", &statuses);
    let formats: Vec<_> = spec.formats.iter().map(|f| (f.name.as_str(), f.number)).collect();
    numbers(&mut out, "Format", "A tensor format, aclFormat.", &formats);
    output.records.iter().for_each(|r| record(&mut out, r));
    out.push('\n');
    for (field, value) in output.fields() {
        let name = upper(field.name);
        let _ = write!(out, "\n#: {}\n{name}: Final[{}] = ", sentence(field.says), kind(&field.kind));
        piece(value, enumeration_of(&field.kind)).write(&mut out, 0, LastComma::Yes);
        out.push('\n');
    }
    out.push('\n');
    for (i, table) in spec.tables.iter().enumerate() {
        let _ = writeln!(out, "{}: Final[Table] = TABLES[{i}]", upper(&table.id));
    }
    out.push_str("\n\n");
    out.push_str(LOOKUPS);
    out
}

fn enumeration(out: &mut String, enumeration: &Enumeration, spec: &Spec) {
    let _ =
        write!(out, "\n\nclass {}(Enum):\n{}\n\n", enumeration.name, docstring(&sentence(enumeration.says)));
    for name in names_of(enumeration, spec) {
        let _ = writeln!(out, "    {} = {}", upper(name), text(name));
    }
}

fn numbers(out: &mut String, name: &str, says: &str, values: &[(&str, i64)]) {
    let _ = write!(out, "\n\nclass {name}(IntEnum):\n{}\n\n", docstring(says));
    for (name, number) in values {
        let _ = writeln!(out, "    {} = {number}", upper(name));
    }
}

fn record(out: &mut String, record: &Record) {
    let _ = write!(
        out,
        "\n\n@dataclass(frozen=True)\nclass {}:\n{}\n\n",
        record.name,
        docstring(&sentence(record.says))
    );
    for field in record.fields() {
        let _ = writeln!(out, "    #: {}", sentence(field.says));
        let _ = writeln!(out, "    {}: {}", names::field(field.name), kind(&field.kind));
    }
}

fn docstring(says: &str) -> String {
    wrapped(&format!("\"\"\"{says}\"\"\""), "    ")
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
