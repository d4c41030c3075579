//! Writes a C++17 header with types, constants and look-ups that work in constant expressions.

use super::c_family::{Arrays, Dialect};
use super::names::{c_quoted, field, names_of, pascal, sentence, upper};
use super::output::Output;
use super::pretty::wrapped;
use ascertain_spec::describe::{Enumeration, FieldType, Record, Value};
use ascertain_spec::model::Spec;
use std::fmt::Write;

const START: &str = include_str!("lookups/start.hpp");
const LOOKUPS: &str = include_str!("lookups/cpp.hpp");

/// The header.
pub(super) fn header(output: &Output<'_>) -> String {
    let spec = output.spec;
    let mut out =
        String::from("// Tables and contracts of documented aclnn, TIK and MindSpore semantics.\n//\n");
    output.stamp.lines().iter().for_each(|line| {
        let _ = writeln!(out, "{}", wrapped(line, "// "));
    });
    out.push_str(START);
    output.enumerations.iter().for_each(|e| enumeration(&mut out, e, spec));
    let statuses: Vec<_> = spec.statuses.iter().map(|s| (s.name.as_str(), s.number)).collect();
    numbers(&mut out, "Status", "A status code.", &statuses);
    let formats: Vec<_> = spec.formats.iter().map(|f| (f.name.as_str(), f.number)).collect();
    numbers(&mut out, "Format", "A tensor format, aclFormat.", &formats);
    output.records.iter().for_each(|r| record(&mut out, r));
    out.push('\n');
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
    out.push_str(&arrays.text());
    for (i, table) in spec.tables.iter().enumerate() {
        let name = upper(&table.id).to_lowercase();
        let _ = writeln!(
            out,
            "/// {}\ninline constexpr const Table& {name} = tables[{i}];\n",
            sentence(&table.says)
        );
    }
    out.push_str(LOOKUPS);
    out
}

fn enumeration(out: &mut String, enumeration: &Enumeration, spec: &Spec) {
    let names = names_of(enumeration, spec);
    let _ = write!(
        out,
        "\n{}\nenum class {} {{\n",
        wrapped(&sentence(enumeration.says), "/// "),
        enumeration.name
    );
    for name in &names {
        let _ = writeln!(out, "    {},  ///< `{name}`", pascal(name));
    }
    out.push_str("};\n");
    let quoted: Vec<String> = names.iter().map(|name| c_quoted(name)).collect();
    let _ = write!(
        out,
        "\n/// Its name.\nconstexpr std::string_view name({0} of) {{\n    constexpr std::string_view names[] = {{\n{1}\n    }};\n    \
         return names[static_cast<std::size_t>(of)];\n}}\n",
        enumeration.name,
        wrapped(&quoted.join(", "), "        "),
    );
}

fn numbers(out: &mut String, name: &str, says: &str, values: &[(&str, i64)]) {
    let _ = write!(out, "\n/// {says}\nenum class {name} : int {{\n");
    for (name, number) in values {
        let _ = writeln!(out, "    {} = {number},", upper(name));
    }
    out.push_str("};\n");
}

fn record(out: &mut String, record: &Record) {
    let _ = write!(out, "\n{}\nstruct {} {{\n", wrapped(&sentence(record.says), "/// "), record.name);
    for f in record.fields() {
        let says = wrapped(&sentence(f.says), "    /// ");
        let _ = writeln!(out, "{says}\n    {} {};", kind(&f.kind), field(f.name));
    }
    out.push_str("};\n");
}

fn kind(kind: &FieldType) -> String {
    match kind {
        FieldType::Text => "std::string_view".into(),
        FieldType::Integer => "int".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => of.name.into(),
        FieldType::Record(of) => of.name.into(),
        FieldType::List(item) => format!("List<{}>", self::kind(item)),
        FieldType::Maybe(some) => format!("std::optional<{}>", self::kind(some)),
        FieldType::Hidden => String::new(),
    }
}

struct Cpp;

impl Dialect for Cpp {
    fn name(&self, enumeration: &Enumeration, name: &str) -> String {
        format!("{}::{}", enumeration.name, pascal(name))
    }

    fn null(&self, _: &FieldType) -> String {
        "std::nullopt".into()
    }

    fn array(&self, item: &FieldType, name: &str, length: usize) -> (String, &'static str) {
        let array = format!("inline constexpr std::array<{}, {length}>", kind(item));
        match name.strip_prefix("data::") {
            Some(name) => (format!("namespace data {{ {array} {name}{{{{"), "}}; }"),
            None => (format!("{array} {name}{{{{"), "}};"),
        }
    }

    fn list(&self, array: Option<(&str, usize)>) -> String {
        array.map_or("{}".into(), |(name, _)| name.into())
    }
}
