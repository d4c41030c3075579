//! Writes a C99 header with types, constants and look-ups, which several translation units and C++ can include. Lists are
//! separate arrays, defined before the records that point to them.

use super::names::{DTYPE, c_quoted, sentence, snake, upper};
use super::output::Output;
use super::pretty::{LastComma, Piece};
use super::template::tables;
use ascertain_spec::describe::{Enumeration, FieldType, Value};
use std::collections::BTreeMap;

/// The header.
pub(super) fn header(output: &Output<'_>) -> String {
    tables(output, include_str!("templates/c.j2"), element, data(output).into())
}

fn data(output: &Output<'_>) -> String {
    let mut arrays = Arrays::default();
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

/// A constant of an enumeration.
fn constant(enumeration: &Enumeration, name: &str) -> String {
    if enumeration.name == DTYPE {
        format!("ASCERTAIN_{}", upper(name))
    } else {
        format!("ASCERTAIN_{}_{}", snake(enumeration.name).to_uppercase(), upper(name))
    }
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

/// The start of an array's definition up to its first item, and what ends it.
fn array(item: &FieldType, name: &str, length: usize) -> (String, &'static str) {
    (format!("ASCERTAIN_UNUSED static const {} {name}[{length}] = {{", element(item)), "};")
}

/// A list in a record: a pointer to an array and its length; an empty list if there is no array.
fn list(array: Option<(&str, usize)>) -> String {
    array.map_or("NULL, 0".into(), |(name, length)| format!("{name}, {length}"))
}

/// Arrays written so far.
#[derive(Default)]
struct Arrays {
    out: String,
    /// Names of arrays by their text: editions have many equal lists, and each is written once.
    known: BTreeMap<String, String>,
}

impl Arrays {
    /// Their definitions: each array comes before those that use it.
    fn text(self) -> String {
        self.out
    }

    /// Adds text between definitions.
    fn say(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Defines a list with a name and a comment, after the arrays that it uses.
    fn define(&mut self, name: &str, items: &[Value], kind: &FieldType, comment: &str) {
        let pieces = self.items(items, kind);
        self.say(comment);
        self.write(name, items.len(), kind, pieces, None);
    }

    fn items(&mut self, items: &[Value], kind: &FieldType) -> Vec<Piece> {
        items.iter().map(|item| self.piece(item, kind)).collect()
    }

    fn write(
        &mut self,
        name: &str,
        length: usize,
        kind: &FieldType,
        items: Vec<Piece>,
        columns: Option<usize>,
    ) {
        let (open, close) = array(kind, name, length);
        Piece::Group { open, items, close, columns }.write(&mut self.out, 0, LastComma::Yes);
        self.out.push('\n');
    }

    fn piece(&mut self, value: &Value, kind: &FieldType) -> Piece {
        match (value, kind) {
            (Value::Null, kind) => Piece::Atom(null(kind)),
            (value, FieldType::Maybe(some)) => self.piece(value, some),
            (Value::YesNo(yes), _) => Piece::Atom(yes.to_string()),
            (Value::Integer(number), _) => Piece::Atom(number.to_string()),
            (Value::Text(text), _) => Piece::Atom(c_quoted(text)),
            (Value::Name(name), FieldType::Name(enumeration)) => Piece::Atom(constant(enumeration, name)),
            (Value::Name(name), _) => Piece::Atom(c_quoted(name)),
            (Value::List(items, columns), FieldType::List(item)) => self.list(items, item, *columns),
            (Value::List(items, _), kind) => self.list(items, kind, None),
            (Value::Record(record, values), _) => {
                let fields = record.fields();
                let items = fields.zip(values).map(|(field, value)| self.piece(value, &field.kind)).collect();
                Piece::Group { open: "{".into(), items, close: "}", columns: None }
            }
        }
    }

    fn list(&mut self, items: &[Value], kind: &FieldType, columns: Option<usize>) -> Piece {
        if items.is_empty() {
            return Piece::Atom(list(None));
        }
        let length = items.len();
        let items = self.items(items, kind);
        // The text without the name shows whether there is such an array already.
        let mut text = String::new();
        let (open, close) = array(kind, "", length);
        let group = Piece::Group { open, items, close, columns };
        group.write(&mut text, 0, LastComma::Yes);
        let name = if let Some(name) = self.known.get(&text) {
            name.clone()
        } else {
            let name = format!("ascertain_data_{}", self.known.len());
            self.known.insert(text, name.clone());
            if let Piece::Group { items, .. } = group {
                self.write(&name, length, kind, items, columns);
            }
            name
        };
        Piece::Atom(list(Some((&name, length))))
    }
}
