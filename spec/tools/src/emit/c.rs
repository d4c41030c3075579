//! Writes a C99 header with types, constants and look-ups, which several translation units and C++ can include.

use super::c_family::{Arrays, Dialect};
use super::names::{DTYPE, c_quoted, field, names_of, sentence, snake, upper};
use super::output::Output;
use super::pretty::wrapped;
use ascertain_spec::describe::{Enumeration, FieldType, Record, Value};
use ascertain_spec::model::Spec;
use std::fmt::Write;

const LOOKUPS: &str = include_str!("lookups/c.h");

/// The start of the header, before the types.
const START: &str = "\
#ifndef ASCERTAIN_TABLES_H
#define ASCERTAIN_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Every translation unit has data and functions of its own, and need not use them. */
#if defined(__GNUC__) || defined(__clang__)
#define ASCERTAIN_UNUSED __attribute__((unused))
#else
#define ASCERTAIN_UNUSED
#endif

/* Lists are a pointer and a count; an empty one has NULL. Where a number or an answer is not stated it is -1, a text
   NULL, a dtype ASCERTAIN_NONE; another name -1. */
";

/// The header.
pub(super) fn header(output: &Output<'_>) -> String {
    let spec = output.spec;
    let mut out =
        String::from("/* Tables and contracts of documented aclnn, TIK and MindSpore semantics.\n\n");
    output.stamp.lines().iter().for_each(|line| {
        let _ = writeln!(out, "{}", wrapped(line, "   "));
    });
    let _ = write!(out, "*/\n{START}");
    output.enumerations.iter().for_each(|e| enumeration(&mut out, e, spec));
    let statuses: Vec<_> = spec.statuses.iter().map(|s| (s.name.as_str(), s.number)).collect();
    numbers(&mut out, "status", "Status codes.", &statuses);
    let formats: Vec<_> = spec.formats.iter().map(|f| (f.name.as_str(), f.number)).collect();
    numbers(&mut out, "format", "Tensor formats, aclFormat.", &formats);
    let tables: Vec<_> = spec.tables.iter().zip(0..).map(|(t, i)| (t.id.as_str(), i)).collect();
    numbers(&mut out, "table_index", "Indices into ascertain_tables.", &tables);
    output.records.iter().for_each(|r| record(&mut out, r));
    out.push('\n');
    out.push_str(&data(output));
    out.push_str(LOOKUPS);
    out.push_str("\n#endif\n");
    out
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

fn enumeration(out: &mut String, enumeration: &Enumeration, spec: &Spec) {
    let name = snake(enumeration.name);
    let _ = write!(out, "\n{}\ntypedef enum ascertain_{name} {{\n", comment(&sentence(enumeration.says)));
    if enumeration.name == DTYPE {
        out.push_str("    ASCERTAIN_NONE = -1,\n");
    }
    let names = names_of(enumeration, spec);
    for (i, name) in names.iter().enumerate() {
        let comma = if i + 1 == names.len() { "" } else { "," };
        let _ = writeln!(out, "    {} = {i}{comma}", C.name(enumeration, name));
    }
    let _ = writeln!(out, "}} ascertain_{name};");
    if enumeration.name == DTYPE {
        // A dtype has a name in each scheme, so there is a look-up instead.
        return;
    }
    let _ = write!(
        out,
        "\n/* Its name; empty for what is none. */\n\
         ASCERTAIN_UNUSED static inline const char *ascertain_{name}_name(ascertain_{name} of) {{\n    switch (of) {{\n"
    );
    for name in &names {
        let _ = writeln!(out, "    case {}: return {};", C.name(enumeration, name), c_quoted(name));
    }
    out.push_str("    }\n    return \"\";\n}\n");
}

fn numbers(out: &mut String, name: &str, says: &str, values: &[(&str, i64)]) {
    let prefix = name.strip_suffix("_index").unwrap_or(name).to_uppercase();
    let _ = write!(out, "\n/* {says} */\ntypedef enum ascertain_{name} {{\n");
    for (i, (name, number)) in values.iter().enumerate() {
        let comma = if i + 1 == values.len() { "" } else { "," };
        let _ = writeln!(out, "    ASCERTAIN_{prefix}_{} = {number}{comma}", upper(name));
    }
    let _ = writeln!(out, "}} ascertain_{name};");
}

fn record(out: &mut String, record: &Record) {
    let name = snake(record.name);
    let _ = write!(out, "\n{}\ntypedef struct ascertain_{name} {{\n", comment(&sentence(record.says)));
    for f in record.fields() {
        let says = wrapped(&format!("/* {} */", sentence(f.says)), "    ");
        let name = field(f.name);
        let _ = match &f.kind {
            FieldType::List(item) => {
                let item = element(item);
                writeln!(out, "{says}\n    const {item} *{name};\n    size_t {}_count;", f.name)
            }
            FieldType::Text | FieldType::Maybe(FieldType::Text) => {
                writeln!(out, "{says}\n    const char *{name};")
            }
            kind => writeln!(out, "{says}\n    {} {name};", element(kind)),
        };
    }
    let _ = writeln!(out, "}} ascertain_{name};");
}

fn comment(says: &str) -> String {
    wrapped(&format!("/* {says} */"), "")
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
