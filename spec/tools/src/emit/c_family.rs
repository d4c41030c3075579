//! What the C and C++ outputs share: lists are separate arrays, defined before the records that point to them.

use super::names::c_quoted;
use super::pretty::{LastComma, Piece};
use ascertain_spec::describe::{Enumeration, FieldType, Value};
use std::collections::BTreeMap;

/// The syntax of one of the languages.
pub(super) trait Dialect {
    /// A constant of an enumeration.
    fn name(&self, enumeration: &Enumeration, name: &str) -> String;

    /// The value for an absent field of this type.
    fn null(&self, kind: &FieldType) -> String;

    /// The start of an array's definition up to its first item, and what ends it.
    fn array(&self, item: &FieldType, name: &str, length: usize) -> (String, &'static str);

    /// A list in a record: a pointer to an array and its length; an empty list if there is no array.
    fn list(&self, array: Option<(&str, usize)>) -> String;
}

/// Arrays written so far.
pub(super) struct Arrays<'a, D: Dialect> {
    dialect: &'a D,
    out: String,
    /// Names of arrays by their text: editions have many equal lists, and each is written once.
    known: BTreeMap<String, String>,
    /// The prefix of their names.
    prefix: &'a str,
}

impl<'a, D: Dialect> Arrays<'a, D> {
    pub(super) fn new(dialect: &'a D, prefix: &'a str) -> Self {
        Self { dialect, out: String::new(), known: BTreeMap::new(), prefix }
    }

    /// Their definitions: each array comes before those that use it.
    pub(super) fn text(self) -> String {
        self.out
    }

    /// Adds text between definitions.
    pub(super) fn say(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Defines a list with a name and a comment, after the arrays that it uses.
    pub(super) fn define(&mut self, name: &str, items: &[Value], kind: &FieldType, comment: &str) {
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
        let (open, close) = self.dialect.array(kind, name, length);
        Piece::Group { open, items, close, columns }.write(&mut self.out, 0, LastComma::Yes);
        self.out.push('\n');
    }

    fn piece(&mut self, value: &Value, kind: &FieldType) -> Piece {
        match (value, kind) {
            (Value::Null, kind) => Piece::Atom(self.dialect.null(kind)),
            (value, FieldType::Maybe(some)) => self.piece(value, some),
            (Value::YesNo(yes), _) => Piece::Atom(yes.to_string()),
            (Value::Integer(number), _) => Piece::Atom(number.to_string()),
            (Value::Text(text), _) => Piece::Atom(c_quoted(text)),
            (Value::Name(name), FieldType::Name(enumeration)) => {
                Piece::Atom(self.dialect.name(enumeration, name))
            }
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
            return Piece::Atom(self.dialect.list(None));
        }
        let length = items.len();
        let items = self.items(items, kind);
        // The text without the name shows whether there is such an array already.
        let mut text = String::new();
        let (open, close) = self.dialect.array(kind, "", length);
        let group = Piece::Group { open, items, close, columns };
        group.write(&mut text, 0, LastComma::Yes);
        let name = if let Some(name) = self.known.get(&text) {
            name.clone()
        } else {
            let name = format!("{}{}", self.prefix, self.known.len());
            self.known.insert(text, name.clone());
            if let Piece::Group { items, .. } = group {
                self.write(&name, length, kind, items, columns);
            }
            name
        };
        Piece::Atom(self.dialect.list(Some((&name, length))))
    }
}
