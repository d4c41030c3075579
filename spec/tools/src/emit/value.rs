//! Values of the output, before they are written in a language.

#[cfg(test)]
use super::types::{FieldType, RECORDS};

/// A value of one of the [types](FieldType).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// An absent value.
    Null,
    /// Yes or no.
    YesNo(bool),
    /// A number.
    Integer(i64),
    /// Text.
    Text(String),
    /// A name of an enumeration.
    Name(String),
    /// Values of one type. If a length of row is given, they are a grid, row by row.
    List(Vec<Value>, Option<usize>),
    /// A record: its name, and its fields in order.
    Record(&'static str, Vec<Value>),
}

impl Value {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(super) fn name(name: &str) -> Self {
        Self::Name(name.to_owned())
    }

    pub(super) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self::List(items.into_iter().collect(), None)
    }

    pub(super) fn texts<'a>(items: impl IntoIterator<Item = &'a String>) -> Self {
        Self::list(items.into_iter().map(|item| Self::text(item)))
    }

    pub(super) fn maybe_text(text: Option<&String>) -> Self {
        text.map_or(Self::Null, |text| Self::text(text))
    }

    #[cfg(test)]
    /// Whether it is of that type, including fields of records.
    pub(super) fn is(&self, kind: &FieldType) -> bool {
        match (self, kind) {
            (Self::Null, FieldType::Maybe(_))
            | (Self::YesNo(_), FieldType::YesNo)
            | (Self::Integer(_), FieldType::Integer)
            | (Self::Text(_), FieldType::Text)
            | (Self::Name(_), FieldType::Name(_)) => true,
            (value, FieldType::Maybe(kind)) => value.is(kind),
            (Self::List(items, _), FieldType::List(kind)) => items.iter().all(|item| item.is(kind)),
            (Self::Record(name, fields), FieldType::Record(expected)) => {
                let record = RECORDS.iter().find(|r| r.name == *name);
                name == expected
                    && record.is_some_and(|record| {
                        record.fields.len() == fields.len()
                            && fields.iter().zip(record.fields).all(|(value, field)| value.is(&field.kind))
                    })
            }
            _ => false,
        }
    }
}
