//! Writes a Rust module with types, constants and look-ups, which needs only `core`.

use super::names::{DTYPE, in_braces, names_of, pascal, quoted, sentence, upper};
use super::output::Output;
use super::pretty::{LastComma, Piece, wrapped};
use ascertain_spec::describe::{Enumeration, FieldType, Record, Value};
use ascertain_spec::model::Spec;
use std::fmt::Write;

const LOOKUPS: &str = include_str!("lookups/rust.rs");

/// The module.
pub(super) fn module(output: &Output<'_>) -> String {
    let spec = output.spec;
    // No `//!`, so that the file also works with `include!`.
    let mut out =
        String::from("// Tables and contracts of documented aclnn, TIK and MindSpore semantics.\n//\n");
    output.stamp.lines().iter().for_each(|line| {
        let _ = writeln!(out, "{}", wrapped(line, "// "));
    });
    output.enumerations.iter().for_each(|e| enumeration(&mut out, e, spec));
    output.records.iter().for_each(|r| record(&mut out, r));
    for (field, value) in output.fields() {
        // The literals have this project's width; rustfmt would only make them longer.
        let _ = write!(
            out,
            "\n/// {}\n#[rustfmt::skip]\npub const {}: {} = ",
            sentence(field.says),
            upper(field.name),
            kind(&field.kind)
        );
        piece(value, &field.kind).write(&mut out, 0, LastComma::Yes);
        out.push_str(";\n");
    }
    for (i, table) in spec.tables.iter().enumerate() {
        let _ = writeln!(
            out,
            "\n/// {}\npub const {}: &Table = &TABLES[{i}];",
            sentence(&table.says),
            upper(&table.id)
        );
    }
    let statuses: Vec<_> =
        spec.statuses.iter().map(|s| (s.name.as_str(), s.number, s.says.as_str())).collect();
    numbers(&mut out, "status", "Status codes.", &statuses);
    let formats: Vec<_> = spec.formats.iter().map(|f| (f.name.as_str(), f.number, f.name.as_str())).collect();
    numbers(&mut out, "format", "Tensor formats, aclFormat.", &formats);
    out.push('\n');
    out.push_str(LOOKUPS);
    out
}

fn enumeration(out: &mut String, enumeration: &Enumeration, spec: &Spec) {
    let _ = writeln!(out, "\n{}", wrapped(&sentence(enumeration.says), "/// "));
    out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n");
    let _ = writeln!(out, "pub enum {} {{", enumeration.name);
    for name in names_of(enumeration, spec) {
        let _ = writeln!(out, "    /// `{name}`.\n    {},", pascal(name));
    }
    out.push_str("}\n");
    let _ = write!(
        out,
        "\nimpl {} {{\n    /// Its name.\n    #[must_use]\n    pub const fn name(self) -> &'static str {{\n        match self {{\n",
        enumeration.name
    );
    for name in names_of(enumeration, spec) {
        let _ = writeln!(out, "            Self::{} => {},", pascal(name), text(name));
    }
    out.push_str("        }\n    }\n}\n");
}

fn record(out: &mut String, record: &Record) {
    let _ = writeln!(out, "\n{}", wrapped(&sentence(record.says), "/// "));
    let _ = writeln!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct {} {{", record.name);
    for field in record.fields() {
        let _ = writeln!(out, "{}", wrapped(&sentence(field.says), "    /// "));
        let _ = writeln!(out, "    pub {}: {},", field.name, kind(&field.kind));
    }
    out.push_str("}\n");
}

fn numbers(out: &mut String, module: &str, says: &str, values: &[(&str, i64, &str)]) {
    let _ = write!(out, "\n/// {says}\npub mod {module} {{\n");
    for (i, (name, number, says)) in values.iter().enumerate() {
        let gap = if i == 0 { "" } else { "\n" };
        let _ =
            writeln!(out, "{gap}    /// {}\n    pub const {}: i32 = {number};", sentence(says), upper(name));
    }
    out.push_str("}\n");
}

fn kind(kind: &FieldType) -> String {
    match kind {
        FieldType::Text => "&'static str".into(),
        FieldType::Integer => "i32".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => of.name.into(),
        FieldType::Record(of) => of.name.into(),
        FieldType::List(item) => format!("&'static [{}]", self::kind(item)),
        FieldType::Maybe(some) => format!("Option<{}>", self::kind(some)),
        FieldType::Hidden => String::new(),
    }
}

fn text(text: &str) -> String {
    quoted(text, in_braces)
}

fn piece(value: &Value, kind: &FieldType) -> Piece {
    match (value, kind) {
        (Value::Null, _) => Piece::Atom("None".into()),
        (value, FieldType::Maybe(some)) => match piece(value, some) {
            Piece::Atom(atom) => Piece::Atom(format!("Some({atom})")),
            group @ Piece::Group { .. } => group,
        },
        (Value::YesNo(yes), _) => Piece::Atom(yes.to_string()),
        (Value::Integer(number), _) => Piece::Atom(number.to_string()),
        (Value::Text(words), _) => Piece::Atom(text(words)),
        (Value::Name(name), FieldType::Name(of)) => Piece::Atom(format!("{}::{}", of.name, pascal(name))),
        (Value::Name(name), _) => Piece::Atom(format!("{DTYPE}::{}", pascal(name))),
        (Value::List(items, columns), kind) => {
            let item_kind = if let FieldType::List(item) = kind { item } else { kind };
            let items = items.iter().map(|item| piece(item, item_kind)).collect();
            Piece::Group { open: "&[".into(), items, close: "]", columns: *columns }
        }
        (Value::Record(record, values), _) => {
            let fields = record.fields();
            let items = fields
                .zip(values)
                .map(|(field, value)| piece(value, &field.kind).after(&format!("{}: ", field.name)));
            Piece::Group {
                open: format!("{} {{ ", record.name),
                items: items.collect(),
                close: " }",
                columns: None,
            }
        }
    }
}
