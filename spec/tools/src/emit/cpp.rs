//! Writes a C++17 header with types, constants and look-ups that work in constant expressions.

use super::c_family::{Arrays, Dialect};
use super::literals::Types;
use super::names::{c_quoted, pascal, sentence};
use super::output::Output;
use super::template::tables;
use ascertain_spec::describe::{Enumeration, FieldType, Value};

/// The header.
pub(super) fn header(output: &Output<'_>) -> String {
    let mut arrays = Arrays::new(&Cpp, "data::d");
    for (field, value) in output.fields() {
        let comment = format!("/// {}\n", sentence(field.says));
        match (value, &field.kind) {
            (Value::List(items, _), FieldType::List(kind)) => {
                arrays.define(field.name, items, kind, &comment);
                arrays.say("\n");
            }
            (Value::Text(text), _) => {
                let (name, text) = (field.name, c_quoted(text));
                arrays.say(&format!("{comment}inline constexpr std::string_view {name} = {text};\n\n"));
            }
            _ => {}
        }
    }
    tables(output, include_str!("templates/cpp.j2"), |kind| TYPES.of(kind), arrays.text().into())
}

const TYPES: Types = Types {
    text: "std::string_view",
    integer: "int",
    yes_no: "bool",
    list: ["List<", ">"],
    maybe: ["std::optional<", ">"],
};

struct Cpp;

impl Dialect for Cpp {
    fn name(&self, enumeration: &Enumeration, name: &str) -> String {
        format!("{}::{}", enumeration.name, pascal(name))
    }

    fn null(&self, _: &FieldType) -> String {
        "std::nullopt".into()
    }

    fn array(&self, item: &FieldType, name: &str, length: usize) -> (String, &'static str) {
        let array = format!("inline constexpr std::array<{}, {length}>", TYPES.of(item));
        match name.strip_prefix("data::") {
            Some(name) => (format!("namespace data {{ {array} {name}{{{{"), "}}; }"),
            None => (format!("{array} {name}{{{{"), "}};"),
        }
    }

    fn list(&self, array: Option<(&str, usize)>) -> String {
        array.map_or("{}".into(), |(name, _)| name.into())
    }
}
