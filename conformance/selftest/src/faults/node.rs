//! Reads values of TOML. The reader of the toml crate also keeps places and dates, for each type that is read: a quarter of this
//! crate's code.

use serde::de::value::{Error, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use toml::{Table, Value};

/// A value that is read.
pub(crate) struct Node(pub(crate) Value);

type Entries = Vec<(String, Node)>;

fn entries(table: Table) -> MapDeserializer<'static, <Entries as IntoIterator>::IntoIter, Error> {
    MapDeserializer::new(
        table.into_iter().map(|(key, value)| (key, Node(value))).collect::<Entries>().into_iter(),
    )
}

impl<'de> Deserializer<'de> for Node {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            Value::Integer(number) => visitor.visit_i64(number),
            Value::Float(number) => visitor.visit_f64(number),
            Value::Boolean(yes) => visitor.visit_bool(yes),
            Value::Array(items) => {
                let items: Vec<Self> = items.into_iter().map(Self).collect();
                visitor.visit_seq(SeqDeserializer::new(items.into_iter()))
            }
            Value::Table(table) => visitor.visit_map(entries(table)),
            Value::Datetime(date) => Err(Error::custom(format!("{date} is a date"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Table(table) => visitor.visit_enum(MapAccessDeserializer::new(entries(table))),
            Value::String(name) => visitor.visit_enum(name.into_deserializer()),
            other => Err(Error::custom(format!("{other} is neither a name nor a table"))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_> for Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
