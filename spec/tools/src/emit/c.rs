//! Writes a C99 header with types, constants and look-ups, which several translation units and C++ can include.

use super::c_family::{Arrays, Dialect};
use super::names::{DTYPE, c_quoted, sentence, snake, upper};
use super::output::Output;
use super::template::tables;
use ascertain_spec::describe::{Enumeration, FieldType, Value};

/// The header.
pub(super) fn header(output: &Output<'_>) -> String {
    tables(output, include_str!("templates/c.j2"), element, data(output).into())
}

fn data(output: &Output<'_>) -> String {
    let mut arrays = Arrays::new(&C, "ascertain_data_");
    for (field, value) in output.fields() {
        let says = sentence(field.says);
        match (value, &field.kind) {
            (Value::List(items, _), FieldType::List(kind)) => {
                let name = format!("ascertain_{}", field.name);
                arrays.define(&name, items, kind, &format!("/* {says} */\n"));
                arrays.say(&format!("#define ASCERTAIN_{}_COUNT {}\n\n", upper(field.name), items.len()));
            }
            (Value::Text(text), _) => {
                let name = upper(field.name);
                arrays.say(&format!("/* {says} */\n#define ASCERTAIN_{name} {}\n\n", c_quoted(text)));
            }
            _ => {}
        }
    }
    arrays.text()
}

/// The type of a constant array's items, without the `const` of the array.
fn element(kind: &FieldType) -> String {
    match kind {
        FieldType::Text | FieldType::Maybe(FieldType::Text) => "char *const".into(),
        FieldType::Integer | FieldType::Maybe(FieldType::Integer | FieldType::YesNo) => "int".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => format!("ascertain_{}", snake(of.name)),
        FieldType::Record(of) => format!("ascertain_{}", snake(of.name)),
        // Records have no lists of lists, and only names can be absent in lists.
        FieldType::List(kind) | FieldType::Maybe(kind) => element(kind),
        FieldType::Hidden => String::new(),
    }
}

struct C;

impl Dialect for C {
    fn name(&self, enumeration: &Enumeration, name: &str) -> String {
        if enumeration.name == DTYPE {
            format!("ASCERTAIN_{}", upper(name))
        } else {
            format!("ASCERTAIN_{}_{}", snake(enumeration.name).to_uppercase(), upper(name))
        }
    }

    fn null(&self, kind: &FieldType) -> String {
        match kind {
            FieldType::Maybe(FieldType::Integer | FieldType::YesNo) => "-1".into(),
            FieldType::Maybe(FieldType::Name(of)) if of.name == DTYPE => "ASCERTAIN_NONE".into(),
            FieldType::Maybe(FieldType::Name(of)) => format!("(ascertain_{})-1", snake(of.name)),
            _ => "NULL".into(),
        }
    }

    fn array(&self, item: &FieldType, name: &str, length: usize) -> (String, &'static str) {
        (format!("ASCERTAIN_UNUSED static const {} {name}[{length}] = {{", element(item)), "};")
    }

    fn list(&self, array: Option<(&str, usize)>) -> String {
        array.map_or("NULL, 0".into(), |(name, length)| format!("{name}, {length}"))
    }
}
