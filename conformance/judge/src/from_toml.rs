//! Reads TOML into types of this crate, and says where a mistake stands. Readers that serde derives were a sixth of this
//! crate's code.

macro_rules! table {
    ($($(#[$doc:meta])* $visible:vis struct $name:ident { $($field:ident: $ty:ty,)+ })+) => {$(
        $(#[$doc])*
        $visible struct $name {
            $($field: $ty,)+
        }

        impl $crate::from_toml::Read for $name {
            fn read(given: &$crate::from_toml::Given<'_>) -> Result<Self, $crate::from_toml::Wrong> {
                let mut keys = $crate::from_toml::Keys::of(given)?;
                let table = Self { $($field: keys.any(&stringify!($field).replace('_', "-"))?,)+ };
                keys.end().map(|()| table)
            }
        }
    )+};
}

/// Defines types of tables, each with all keys that it can have. What is absent is empty, zero or false.
pub(crate) use table;

macro_rules! words {
    ($name:ty { $($word:literal => $means:ident),+ }) => {
        impl $crate::from_toml::Read for $name {
            fn read(given: &$crate::from_toml::Given<'_>) -> Result<Self, $crate::from_toml::Wrong> {
                $crate::from_toml::word(given, &[$(($word, Self::$means)),+])
            }
        }
    };
}

/// Defines the words that stand for the values of a type.
pub(crate) use words;

use ascertain_language::nearest;
use core::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value, and where it stands.
pub(crate) type Given<'t> = Spanned<DeValue<'t>>;

/// What is wrong with a text, and where.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) at: Range<usize>,
    pub(crate) what: String,
}

impl Wrong {
    /// A value that cannot be read.
    pub(crate) fn at(given: &Given<'_>, what: impl Into<String>) -> Self {
        Self { at: given.span(), what: what.into() }
    }
}

impl From<Wrong> for Vec<Wrong> {
    fn from(wrong: Wrong) -> Self {
        vec![wrong]
    }
}

/// What the whole of a text is.
pub(crate) fn file<T: Read>(text: &str) -> Result<T, String> {
    let table = match DeTable::parse(text) {
        Ok(table) => T::read(&Spanned::new(table.span(), DeValue::Table(table.into_inner()))),
        Err(error) => Err(Wrong { at: error.span().unwrap_or_default(), what: error.message().to_owned() }),
    };
    table.map_err(|Wrong { at, what }| {
        let before = text.bytes().take(at.start);
        format!("line {}: {what}", 1 + before.filter(|byte| *byte == b'\n').count())
    })
}

/// What can be read from a value.
pub(crate) trait Read: Sized {
    /// The value, or why it is not one.
    fn read(given: &Given<'_>) -> Result<Self, Wrong>;
}

/// A table, and what has been asked of it.
pub(crate) struct Keys<'g, 't> {
    given: &'g Given<'t>,
    table: &'g DeTable<'t>,
    asked: Vec<String>,
}

impl<'g, 't> Keys<'g, 't> {
    pub(crate) fn of(given: &'g Given<'t>) -> Result<Self, Wrong> {
        let table = given.get_ref().as_table().ok_or_else(|| unlike(given, "a table"))?;
        Ok(Self { given, table, asked: Vec::new() })
    }

    /// The value of a key, if it is there.
    pub(crate) fn value(&mut self, key: &str) -> Option<&'g Given<'t>> {
        self.asked.push(key.to_owned());
        self.table.get(key)
    }

    /// What a key has that may be absent.
    pub(crate) fn some<T: Read>(&mut self, key: &str) -> Result<Option<T>, Wrong> {
        self.value(key).map(T::read).transpose()
    }

    /// What a key has, or what its type has for nothing.
    pub(crate) fn any<T: Read + Default>(&mut self, key: &str) -> Result<T, Wrong> {
        self.some(key).map(Option::unwrap_or_default)
    }

    /// What a key has that must be there.
    pub(crate) fn needed<T: Read>(&mut self, key: &'static str) -> Result<T, Wrong> {
        self.some(key)?.ok_or_else(|| {
            let is_meant = |own: &str| nearest::nearest(own, [key]).is_some();
            match self.table.keys().find(|own| is_meant(own.get_ref())) {
                Some(own) => unknown("key", own.get_ref(), own.span(), [key]),
                None => Wrong::at(self.given, format!("`{key}` is missing")),
            }
        })
    }

    /// Checks that there is no other key.
    pub(crate) fn end(self) -> Result<(), Wrong> {
        let asked = || self.asked.iter().map(String::as_str);
        let other = self.table.keys().find(|key| asked().all(|asked| asked != key.get_ref()));
        other.map_or(Ok(()), |key| Err(unknown("key", key.get_ref(), key.span(), asked())))
    }
}

/// One of some words, each with what it means.
pub(crate) fn word<T: Copy>(given: &Given<'_>, words: &[(&str, T)]) -> Result<T, Wrong> {
    let text = String::read(given)?;
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, means)| *means);
    found.ok_or_else(|| unknown("word", &text, given.span(), words.iter().map(|(word, _)| *word)))
}

fn unknown<'a>(what: &str, name: &str, at: Range<usize>, known: impl IntoIterator<Item = &'a str>) -> Wrong {
    let help = nearest::help(name, known).map_or(String::new(), |help| format!("; {help}"));
    Wrong { at, what: format!("unknown {what} `{name}`{help}") }
}

fn unlike(given: &Given<'_>, what: &str) -> Wrong {
    let found = match given.get_ref() {
        DeValue::String(text) => format!("`{text}`"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    };
    Wrong::at(given, format!("{found} is not {what}"))
}

/// The items of a list.
pub(crate) fn items<'g, 't>(given: &'g Given<'t>) -> Result<&'g [Given<'t>], Wrong> {
    given.get_ref().as_array().map(|items| &**items).ok_or_else(|| unlike(given, "a list"))
}

impl<T: Read> Read for Vec<T> {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        items(given)?.iter().map(T::read).collect()
    }
}

impl<T: Read> Read for Spanned<T> {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        T::read(given).map(|value| Self::new(given.span(), value))
    }
}

impl<T: Read> Read for Option<T> {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        T::read(given).map(Some)
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let wrong = |all: Vec<T>| Wrong::at(given, format!("{} items where {N} belong", all.len()));
        Vec::read(given)?.try_into().map_err(wrong)
    }
}

fn whole_number(given: &Given<'_>) -> Option<i64> {
    let number = given.get_ref().as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

macro_rules! read {
    ($($ty:ty, $what:literal: $value:ident => $read:expr;)+) => {$(
        impl Read for $ty {
            fn read($value: &Given<'_>) -> Result<Self, Wrong> {
                $read.ok_or_else(|| unlike($value, $what))
            }
        }
    )+};
}

read! {
    u32, "a whole number": given => whole_number(given).and_then(|number| number.try_into().ok());
    usize, "a number of things": given => whole_number(given).and_then(|number| number.try_into().ok());
    isize, "an integer": given => whole_number(given).and_then(|number| number.try_into().ok());
    i64, "an integer": given => whole_number(given);
    f64, "a number": given => match given.get_ref() {
        DeValue::Float(number) => {
            let text = number.as_str();
            text.parse().ok().filter(|number: &f64| !number.is_infinite() || text.contains("inf"))
        }
        _ => whole_number(given).map(|number| number as f64),
    };
    bool, "true or false": given => given.get_ref().as_bool();
    String, "a text": given => given.get_ref().as_str().map(str::to_owned);
}
