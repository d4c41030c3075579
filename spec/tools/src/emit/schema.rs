//! Writes the JSON Schema of the JSON output.

use super::Stamp;
use super::json::{key, object, text};
use super::names::{names_of, sentence};
use super::pretty::Piece;
use super::types::{ENUMERATIONS, Field, FieldType, RECORDS, ROOT};
use ascertain_spec::model::Spec;

/// The schema. Its dtypes are those of the specification.
pub(super) fn document(spec: &Spec, stamp: &Stamp) -> String {
    let enumerations = ENUMERATIONS.iter().map(|e| {
        let names = names_of(e, spec).into_iter().map(|name| Piece::Atom(text(name)));
        let fields = vec![string("description", e.says), group("enum", "[", names.collect(), "]")];
        braces(e.name, fields)
    });
    let records = RECORDS.iter().map(|r| {
        let mut items = vec![string("description", r.says)];
        items.extend(members(r.fields));
        braces(r.name, items)
    });
    let mut items = vec![
        string("$schema", "https://json-schema.org/draft/2020-12/schema"),
        string("$comment", &stamp.lines().join(" ")),
        string("title", "Tables and contracts of documented aclnn, TIK and MindSpore semantics"),
    ];
    items.extend(members(ROOT));
    items.push(braces("$defs", enumerations.chain(records).collect()));
    object(items)
}

/// The schema of an object with exactly these fields.
fn members(fields: &[Field]) -> Vec<Piece> {
    let properties = fields.iter().map(|field| {
        let mut items = vec![string("description", &sentence(field.says))];
        items.extend(kind(&field.kind));
        braces(field.name, items)
    });
    let required = fields.iter().map(|field| Piece::Atom(text(field.name)));
    vec![
        string("type", "object"),
        braces("properties", properties.collect()),
        group("required", "[", required.collect(), "]"),
        Piece::Atom("\"additionalProperties\": false".into()),
    ]
}

fn kind(kind: &FieldType) -> Vec<Piece> {
    match kind {
        FieldType::Text => vec![string("type", "string")],
        FieldType::Integer => vec![string("type", "integer")],
        FieldType::YesNo => vec![string("type", "boolean")],
        FieldType::Name(name) | FieldType::Record(name) => vec![string("$ref", &format!("#/$defs/{name}"))],
        FieldType::List(item) => vec![string("type", "array"), braces("items", self::kind(item))],
        FieldType::Maybe(some) => {
            let null = unnamed(vec![string("type", "null")]);
            vec![group("anyOf", "[", vec![unnamed(self::kind(some)), null], "]")]
        }
    }
}

fn string(name: &str, value: &str) -> Piece {
    Piece::Atom(format!("{}{}", key(name), text(value)))
}

fn braces(name: &str, items: Vec<Piece>) -> Piece {
    group(name, "{", items, "}")
}

fn unnamed(items: Vec<Piece>) -> Piece {
    Piece::Group { open: "{".into(), items, close: "}", columns: None }
}

fn group(name: &str, open: &str, items: Vec<Piece>, close: &'static str) -> Piece {
    Piece::Group { open: format!("{}{open}", key(name)), items, close, columns: None }
}
