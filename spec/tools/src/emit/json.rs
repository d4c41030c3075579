//! Writes the output as JSON, and its JSON Schema.

use super::literals::JSON;
use super::names::{four_digits, names_of, quoted, sentence};
use super::output::Output;
use super::pretty::{LastComma, Piece};
use ascertain_spec::describe::{Field, FieldType};

/// The output as one object with a key for each of its fields.
pub(super) fn document(output: &Output<'_>) -> String {
    object(
        output
            .fields()
            .map(|(field, value)| JSON.piece(value, &field.kind).after(&key(field.name)))
            .collect(),
    )
}

/// The schema. Its dtypes are those of the specification.
pub(super) fn schema(output: &Output<'_>) -> String {
    let enumerations = output.enumerations.iter().map(|e| {
        let names = names_of(e, output.spec).into_iter().map(|name| Piece::Atom(text(name)));
        let fields = vec![string("description", &sentence(e.says)), group("enum", "[", names.collect(), "]")];
        group(e.name, "{", fields, "}")
    });
    let records = output.records.iter().map(|r| {
        let mut items = vec![string("description", &sentence(r.says))];
        items.extend(members(r.fields()));
        group(r.name, "{", items, "}")
    });
    let mut items = vec![
        string("$schema", "https://json-schema.org/draft/2020-12/schema"),
        string("$comment", &output.stamp.lines().join(" ")),
        string("title", "Tables and contracts of documented aclnn, TIK and MindSpore semantics"),
    ];
    items.extend(members(output.fields().map(|(field, _)| field)));
    items.push(group("$defs", "{", enumerations.chain(records).collect(), "}"));
    object(items)
}

/// The schema of an object with exactly these fields.
fn members(fields: impl Iterator<Item = &'static Field>) -> Vec<Piece> {
    let fields: Vec<_> = fields.collect();
    let properties = fields.iter().map(|field| {
        let mut items = vec![string("description", &sentence(field.says))];
        items.extend(kind(&field.kind));
        group(field.name, "{", items, "}")
    });
    let required = fields.iter().map(|field| Piece::Atom(text(field.name)));
    vec![
        string("type", "object"),
        group("properties", "{", properties.collect(), "}"),
        group("required", "[", required.collect(), "]"),
        Piece::Atom("\"additionalProperties\": false".into()),
    ]
}

fn kind(kind: &FieldType) -> Vec<Piece> {
    let reference = |name| vec![string("$ref", &format!("#/$defs/{name}"))];
    match kind {
        FieldType::Text => vec![string("type", "string")],
        FieldType::Integer => vec![string("type", "integer")],
        FieldType::YesNo => vec![string("type", "boolean")],
        FieldType::Name(of) => reference(of.name),
        FieldType::Record(of) => reference(of.name),
        FieldType::List(item) => vec![string("type", "array"), group("items", "{", self::kind(item), "}")],
        FieldType::Maybe(some) => {
            let braces = |items| Piece::Group { open: "{".into(), items, close: "}", columns: None };
            let null = braces(vec![string("type", "null")]);
            vec![group("anyOf", "[", vec![braces(self::kind(some)), null], "]")]
        }
        FieldType::Hidden => Vec::new(),
    }
}

/// An object as the text of a file.
fn object(items: Vec<Piece>) -> String {
    let mut out = String::new();
    Piece::Group { open: "{".into(), items, close: "}", columns: None }.write(&mut out, 0, LastComma::No);
    out + "\n"
}

/// `"name": `.
fn key(name: &str) -> String {
    format!("{}: ", text(name))
}

/// A string.
fn text(text: &str) -> String {
    quoted(text, four_digits)
}

fn string(name: &str, value: &str) -> Piece {
    Piece::Atom(format!("{}{}", key(name), text(value)))
}

fn group(name: &str, open: &str, items: Vec<Piece>, close: &'static str) -> Piece {
    Piece::Group { open: format!("{}{open}", key(name)), items, close, columns: None }
}
