//! What is written in every language: the model's types, and the values of one specification.

use super::Stamp;
use ascertain_spec::describe::{Described, Enumeration, Field, FieldType, Record, Value};
use ascertain_spec::model::Spec;

/// The types and values of a specification.
pub(super) struct Output<'a> {
    pub(super) spec: &'a Spec,
    pub(super) stamp: &'a Stamp,
    /// Every enumeration.
    pub(super) enumerations: Vec<&'static Enumeration>,
    /// Every record; a record comes after those that it contains.
    pub(super) records: Vec<&'static Record>,
    fields: Vec<(&'static Field, Value)>,
}

/// The fields that every output starts with.
static ORIGIN: [Field; 2] = [
    Field { name: "made_by", kind: FieldType::Text, says: "The command that generates this file." },
    Field {
        name: "specification",
        kind: FieldType::Text,
        says: "Digest of the specification that it was generated from.",
    },
];

impl<'a> Output<'a> {
    /// The output for a specification.
    pub(super) fn new(spec: &'a Spec, stamp: &'a Stamp) -> Self {
        let origin = [&stamp.command, &stamp.specification].map(|text| Value::Text(text.clone()));
        let Value::Record(root, values) = spec.value(spec) else {
            unreachable!("a specification is a record")
        };
        let fields = ORIGIN.iter().zip(origin).chain(root.fields().zip(values)).collect();
        let mut output = Self { spec, stamp, enumerations: Vec::new(), records: Vec::new(), fields };
        root.fields().for_each(|field| output.declare(&field.kind));
        output
    }

    /// The fields of the whole output, an object in JSON and a constant each in other languages, with their values.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&'static Field, &Value)> {
        self.fields.iter().map(|(field, value)| (*field, value))
    }

    fn declare(&mut self, kind: &FieldType) {
        match kind {
            FieldType::Name(of) if self.enumerations.iter().all(|known| known.name != of.name) => {
                self.enumerations.push(of);
            }
            FieldType::Record(of) if self.records.iter().all(|known| known.name != of.name) => {
                of.fields().for_each(|field| self.declare(&field.kind));
                self.records.push(of);
            }
            FieldType::List(of) | FieldType::Maybe(of) => self.declare(of),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Whether a value is of a type, including fields of records.
    fn is(value: &Value, kind: &FieldType) -> bool {
        match (value, kind) {
            (Value::Null, FieldType::Maybe(_))
            | (Value::YesNo(_), FieldType::YesNo)
            | (Value::Integer(_), FieldType::Integer)
            | (Value::Text(_), FieldType::Text) => true,
            (Value::Name(name), FieldType::Name(of)) => {
                of.names.is_empty() || of.names.contains(&name.as_str())
            }
            (value, FieldType::Maybe(kind)) => is(value, kind),
            (Value::List(items, _), FieldType::List(kind)) => items.iter().all(|item| is(item, kind)),
            (Value::Record(record, values), FieldType::Record(expected)) => {
                record.name == expected.name
                    && record.fields().count() == values.len()
                    && record.fields().zip(values).all(|(field, value)| is(value, &field.kind))
            }
            _ => false,
        }
    }

    #[test]
    fn values_are_of_the_types_that_are_declared_for_them() {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
        let spec = ascertain_spec::load(tools.parent().expect("spec/")).expect("a sound specification");
        let stamp = Stamp::new("sha256:0", "json");
        for (field, value) in Output::new(&spec, &stamp).fields() {
            assert!(is(value, &field.kind), "{} is not of its type", field.name);
            assert!(!matches!(value, Value::List(items, _) if items.is_empty()), "{} is empty", field.name);
        }
    }
}
