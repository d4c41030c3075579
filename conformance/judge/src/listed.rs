//! Reads the TOML files in which this crate lists calls. Readers that serde derives would be a tenth of this crate's code.

macro_rules! table {
    ($($(#[$doc:meta])* struct $name:ident { $($field:ident: $ty:ty,)+ })+) => {$(
        $(#[$doc])*
        struct $name {
            $($field: $ty,)+
        }

        impl $crate::listed::Read for $name {
            fn read(value: toml::Value) -> Result<Self, String> {
                let mut keys = $crate::listed::Keys::of(value)?;
                let table = Self { $($field: keys.get(&stringify!($field).replace('_', "-"))?,)+ };
                keys.end().map(|()| table)
            }
        }
    )+};
}

/// Defines types of tables, each with all keys that it can have. What is absent is empty, zero or false.
pub(crate) use table;

use toml::{Table, Value};

/// What the whole of a file is.
pub(crate) fn file<T: Read>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|error: toml::de::Error| error.to_string())
        .and_then(|table| T::read(Value::Table(table)))
}

/// What a value of such a file can be.
pub(crate) trait Read: Sized {
    /// The value, or why it is not one.
    fn read(value: Value) -> Result<Self, String>;
}

/// The keys of a table that nobody has asked for yet.
pub(crate) struct Keys(Table);

impl Keys {
    pub(crate) fn of(value: Value) -> Result<Self, String> {
        if let Value::Table(table) = value { Ok(Self(table)) } else { Err(format!("{value} is not a table")) }
    }

    /// What a key has, or what its type has for nothing.
    pub(crate) fn get<T: Read + Default>(&mut self, key: &str) -> Result<T, String> {
        self.0.remove(key).map_or(Ok(T::default()), T::read).map_err(|why| format!("{key}: {why}"))
    }

    /// Checks that there is no other key.
    pub(crate) fn end(self) -> Result<(), String> {
        self.0.keys().next().map_or(Ok(()), |key| Err(format!("nothing reads {key}")))
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value) -> Result<Self, String> {
        let Value::Array(items) = value else { return Err(format!("{value} is not a list")) };
        items.into_iter().map(T::read).collect()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Value) -> Result<Self, String> {
        T::read(value).map(Some)
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    fn read(value: Value) -> Result<Self, String> {
        Vec::read(value)?.try_into().map_err(|all: Vec<T>| format!("{} items where {N} belong", all.len()))
    }
}

macro_rules! read {
    ($($ty:ty, $what:literal: $value:ident => $read:expr;)+) => {$(
        impl Read for $ty {
            fn read($value: Value) -> Result<Self, String> {
                $read.ok_or_else(|| format!("{} is not {}", $value, $what))
            }
        }
    )+};
}

read! {
    usize, "a number of things": value => value.as_integer().and_then(|number| number.try_into().ok());
    isize, "an integer": value => value.as_integer().and_then(|number| number.try_into().ok());
    i64, "an integer": value => value.as_integer();
    f64, "a number": value => value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
    bool, "true or false": value => value.as_bool();
    String, "a text": value => value.as_str().map(str::to_owned);
}
