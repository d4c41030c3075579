//! Types and values of a C99 header.

use super::arrays::{Arrays, array, element};
use super::literals::Literals;
use super::names::{DTYPE, c_quoted, sentence, snake, upper};
use super::output::Output;
use ascertain_spec::describe::{FieldType, Value};

pub(super) const C: Literals = Literals {
    kind: element,
    null,
    yes_no: ["false", "true"],
    text: c_quoted,
    name: |of, name| match of {
        DTYPE => format!("ASCERTAIN_{}", upper(name)),
        of => format!("ASCERTAIN_{}_{}", snake(of).to_uppercase(), upper(name)),
    },
    list: Arrays::list,
    record: (|_| "{".into(), "}"),
    field: |_| String::new(),
    data: |output| definitions(output).into(),
};

/// Definitions of the output's fields.
fn definitions(output: &Output<'_>) -> String {
    let mut arrays = Arrays::default();
    for (field, value) in output.fields() {
        let (says, name) = (sentence(field.says), upper(field.name));
        match (value, &field.kind) {
            (Value::List(items, _), FieldType::List(kind)) => {
                let pieces = items.iter().map(|item| C.piece(item, kind, &mut arrays)).collect();
                let group = array(kind, &format!("ascertain_{}", field.name), pieces, None);
                arrays.out += &format!("/* {says} */\n{}\n", group.text());
                arrays.out += &format!("#define ASCERTAIN_{name}_COUNT {}\n\n", items.len());
            }
            (Value::Text(text), _) => {
                arrays.out += &format!("/* {says} */\n#define ASCERTAIN_{name} {}\n\n", c_quoted(text));
            }
            _ => {}
        }
    }
    arrays.out
}

/// The value for an absent field of this type.
fn null(kind: &FieldType) -> String {
    match kind {
        FieldType::Maybe(FieldType::Integer | FieldType::YesNo) => "-1".into(),
        FieldType::Maybe(FieldType::Name(of)) if of.name == DTYPE => "ASCERTAIN_NONE".into(),
        FieldType::Maybe(FieldType::Name(of)) => format!("(ascertain_{})-1", snake(of.name)),
        _ => "NULL".into(),
    }
}
