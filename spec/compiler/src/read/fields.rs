//! Reads TOML values into typed sections, each value with its place, and reports every mistake.
//!
//! It works on `toml`'s tree with spans, not with serde: serde stops at the first mistake of a file, so an unknown key
//! would hide every wrong cell below it.

use std::borrow::Cow;
use std::ops::Deref;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::report::Report;
use crate::source::{At, FileId, Located};
use ascertain_language::nearest;

/// A value to be read: its place, and the report of its mistakes.
#[derive(Clone, Copy)]
pub(crate) struct Given<'g> {
    pub(crate) value: &'g DeValue<'g>,
    pub(crate) at: At,
    report: &'g Report,
}

impl<'g> Given<'g> {
    /// The value of a whole file.
    pub(crate) fn file(file: FileId, value: &'g DeValue<'g>, report: &'g Report) -> Self {
        Self { value, at: At::whole(file), report }
    }

    /// A value inside this one.
    fn inner(self, item: &'g Spanned<DeValue<'g>>) -> Self {
        Self { value: item.get_ref(), at: At::new(self.at.file, item.span()), ..self }
    }

    /// Reports a value of the wrong type, and marks the file as damaged.
    pub(crate) fn refuse(self, message: String, label: &str, help: Option<String>) {
        self.refuse_at(self.at, message, label, help);
    }

    fn refuse_at(self, at: At, message: String, label: &str, help: Option<String>) {
        self.report.error(at, message).label(label).help(help);
        self.report.damage(at.file);
    }

    fn unlike(self, expected: &str) {
        let message = format!("expected {expected}, found {}", kind(self.value));
        self.refuse(message, &format!("expected {expected}"), None);
    }

    /// Keys and values of a table, in the order of the file.
    fn entries(self, table: &'g DeTable<'g>) -> Vec<(Located<&'g str>, Self)> {
        let key = |key: &'g Spanned<Cow<'g, str>>| Located {
            value: key.get_ref().as_ref(),
            at: At::new(self.at.file, key.span()),
        };
        let mut entries: Vec<_> = table.iter().map(|(of, value)| (key(of), self.inner(value))).collect();
        entries.sort_by_key(|(key, _)| key.at);
        entries
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

/// A type that can be read from a TOML value. `None` means that a problem has been reported.
pub(crate) trait Read: Sized {
    /// Whether an array of these can be checked without an item that could not be read. Cells cannot: those after a missing
    /// one would be in the wrong columns.
    const APART: bool = false;

    fn read(given: Given<'_>) -> Option<Self>;
}

impl<T: Read> Read for Located<T> {
    fn read(given: Given<'_>) -> Option<Self> {
        T::read(given).map(|value| Located { value, at: given.at })
    }
}

impl Read for String {
    fn read(given: Given<'_>) -> Option<Self> {
        match given.value {
            DeValue::String(text) if text.trim().is_empty() => {
                given.refuse("the string is empty".to_owned(), "expected text", None);
                None
            }
            DeValue::String(text) => Some(text.to_string()),
            _ => {
                given.unlike("a string");
                None
            }
        }
    }
}

impl Read for bool {
    fn read(given: Given<'_>) -> Option<Self> {
        let DeValue::Boolean(value) = given.value else {
            given.unlike("`true` or `false`");
            return None;
        };
        Some(*value)
    }
}

/// Reads an integer of 32 bits.
macro_rules! small_integer {
    ($type:ty) => {
        impl Read for $type {
            fn read(given: Given<'_>) -> Option<Self> {
                let DeValue::Integer(digits) = given.value else {
                    given.unlike("an integer");
                    return None;
                };
                let small = Self::from_str_radix(digits.as_str(), digits.radix()).ok();
                if small.is_none() {
                    let expected = format!("expected {} to {}", Self::MIN, Self::MAX);
                    given.refuse(format!("{digits} is out of range"), &expected, None);
                }
                small
            }
        }
    };
}

small_integer!(u32);
small_integer!(i32);

/// `[first, last]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair(pub(crate) u32, pub(crate) u32);

impl Read for Pair {
    fn read(given: Given<'_>) -> Option<Self> {
        let numbers = Vec::<u32>::read(given)?;
        if let [first, last] = numbers[..] {
            return Some(Self(first, last));
        }
        given.refuse(
            format!("a place has two numbers, not {}", numbers.len()),
            "expected `[first, last]`",
            None,
        );
        None
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(given: Given<'_>) -> Option<Self> {
        let DeValue::Array(items) = given.value else {
            given.unlike("an array");
            return None;
        };
        // Every item is read, so that every mistake is found.
        let read: Vec<T> = items.iter().filter_map(|item| T::read(given.inner(item))).collect();
        (T::APART || read.len() == items.len()).then_some(read)
    }
}

/// Sections that may differ by edition. A table with `in` stands for as many sections as `in` has tables: each says what
/// holds in its `editions`, beside what stands above them all.
#[derive(Clone)]
pub(crate) struct ByEdition<T>(Vec<T>);

impl<T> Default for ByEdition<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for ByEdition<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Read> Read for ByEdition<T> {
    fn read(given: Given<'_>) -> Option<Self> {
        let DeValue::Array(items) = given.value else { return Vec::read(given).map(Self) };
        let mut read = Vec::new();
        for item in items.iter().map(|item| given.inner(item)) {
            let parts = match item.value {
                DeValue::Table(common) => common.get("in").map(|parts| (common, parts.get_ref())),
                _ => None,
            };
            let Some((common, DeValue::Array(parts))) = parts else {
                read.extend(T::read(item));
                continue;
            };
            for part in parts.iter().map(|part| given.inner(part)) {
                let DeValue::Table(own) = part.value else {
                    part.unlike("a table");
                    continue;
                };
                let mut whole = common.clone();
                whole.remove("in");
                for (key, value) in own {
                    if whole.insert(key.clone(), value.clone()).is_some() {
                        let message = format!("`{}` stands above, for all editions", key.get_ref());
                        let at = At::new(part.at.file, key.span());
                        part.refuse_at(at, message, "leave it out here or there", None);
                    }
                }
                read.extend(T::read(Given { value: &DeValue::Table(whole), ..part }));
            }
        }
        Some(Self(read))
    }
}

/// A table whose keys are names, in the order of the file.
#[derive(Clone)]
pub(crate) struct Map<T>(pub(crate) Vec<(Located<String>, T)>);

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Map<T> {
    /// Names and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Located<String>, &T)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.value.as_str())
    }
}

impl<T: Read> Read for Map<T> {
    fn read(given: Given<'_>) -> Option<Self> {
        let DeValue::Table(table) = given.value else {
            given.unlike("a table");
            return None;
        };
        // What cannot be read is left out and the file counts as damaged; the other entries are checked.
        let entry = |(key, value): (Located<&str>, Given<'_>)| {
            Some((Located { value: key.value.to_owned(), at: key.at }, T::read(value)?))
        };
        Some(Self(given.entries(table).into_iter().filter_map(entry).collect()))
    }
}

/// A table with a fixed set of keys, being read.
pub(crate) struct Fields<'g> {
    pub(crate) given: Given<'g>,
    table: &'g DeTable<'g>,
    what: &'static str,
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
    /// Whether a value (not a table) was refused. The section is then not used, as nobody wrote what is left of it.
    void: bool,
}

impl<'g> Fields<'g> {
    /// Starts reading a value as `what`, which includes its article.
    pub(crate) fn open(given: Given<'g>, what: &'static str) -> Option<Self> {
        let DeValue::Table(table) = given.value else {
            given.unlike(&format!("{what} (a table)"));
            return None;
        };
        Some(Self { given, table, what, known: Vec::new(), missing: Vec::new(), void: false })
    }

    /// Whether a key is present.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Reads a key that may be absent.
    pub(crate) fn optional<T: Read>(&mut self, key: &'static str) -> Option<T> {
        self.known.push(key);
        let given = self.given.inner(self.table.get(key)?);
        let read = T::read(given);
        self.void |= read.is_none() && !matches!(given.value, DeValue::Table(_));
        read
    }

    /// Reads a key that must be present.
    pub(crate) fn required<T: Read>(&mut self, key: &'static str) -> Option<T> {
        if !self.has(key) {
            self.missing.push(key);
        }
        self.optional(key)
    }

    /// Reports unknown and missing keys. If an unknown key may stand for a missing one, only the unknown one is reported.
    /// `None` if the section cannot be used.
    pub(crate) fn close(self) -> Option<()> {
        let Self { given, table, what, known, mut missing, void } = self;
        let absent: Vec<_> = known.iter().copied().filter(|key| !table.contains_key(*key)).collect();
        for (key, _) in given.entries(table) {
            if known.contains(&key.value) {
                continue;
            }
            let meant = nearest::nearest(key.value, absent.iter().copied());
            missing.retain(|&missing| Some(missing) != meant);
            let help = match meant {
                Some(meant) => Some(format!("did you mean `{meant}`?")),
                None => nearest::help(key.value, known.iter().copied()),
            };
            let message = format!("unknown key `{}` in {what}", key.value);
            given.refuse_at(key.at, message, "not a key of this table", help);
        }
        if !missing.is_empty() {
            let keys = nearest::list(missing);
            given.refuse(format!("{what} lacks {keys}"), &format!("add {keys}"), None);
        }
        (!void).then_some(())
    }
}

/// Defines a struct and how it is read: each line says whether the key is `required`, `optional` or has a `default`. What is
/// `inside` has keys of its own in the same table.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($kind:ident $field:ident: $type:ty $(= $key:literal)?,)* }) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name {
            /// Its place: its header, or its braces.
            #[allow(dead_code, reason = "every section has its place, and few use it")]
            pub(crate) at: $crate::source::At,
            $(pub(crate) $field: section!(@type $kind $type),)*
        }

        impl $crate::read::fields::Read for $name {
            const APART: bool = true;

            fn read(given: $crate::read::fields::Given<'_>) -> Option<Self> {
                let mut fields = $crate::read::fields::Fields::open(given, $what)?;
                $(let $field = section!(@read $kind fields $type $(, $key)?);)*
                fields.close()?;
                Some(Self { at: given.at, $($field: section!(@take $kind $field),)* })
            }
        }
    };
    (@type required $type:ty) => { $type };
    (@type optional $type:ty) => { Option<$type> };
    (@type default $type:ty) => { $type };
    (@type inside $type:ty) => { $type };
    (@read required $fields:ident $type:ty, $key:literal) => { $fields.required($key) };
    (@read optional $fields:ident $type:ty, $key:literal) => { $fields.optional($key) };
    (@read default $fields:ident $type:ty, $key:literal) => { $fields.optional($key) };
    (@read inside $fields:ident $type:ty) => { <$type>::inside(&mut $fields) };
    (@take required $field:ident) => { $field? };
    (@take optional $field:ident) => { $field };
    (@take inside $field:ident) => { $field };
    (@take default $field:ident) => { $field.unwrap_or_default() };
}

/// Defines how a fixed set of words is read: the names of an enumeration of the model, or the words given.
macro_rules! words {
    ($type:ty, $what:literal) => {
        impl $crate::read::fields::Read for $type {
            fn read(given: $crate::read::fields::Given<'_>) -> Option<Self> {
                let words = Self::ALL.iter().map(|value| (value.name(), *value));
                $crate::read::fields::word(given, $what, words.collect())
            }
        }
    };
    ($type:ty, $what:literal { $($word:literal => $value:expr,)* }) => {
        impl $crate::read::fields::Read for $type {
            fn read(given: $crate::read::fields::Given<'_>) -> Option<Self> {
                $crate::read::fields::word(given, $what, vec![$(($word, $value)),*])
            }
        }
    };
}

/// Defines a key that has one word or is left out.
macro_rules! only {
    ($name:ident, $what:literal, $word:literal) => {
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name;

        words!($name, $what { $word => $name, });
    };
}

/// Reads one of some words.
pub(crate) fn word<T>(given: Given<'_>, what: &str, words: Vec<(&'static str, T)>) -> Option<T> {
    let read = String::read(given)?;
    let Some(found) = words.iter().position(|(word, _)| *word == read) else {
        let help = nearest::help(&read, words.iter().map(|(word, _)| *word));
        given.refuse(format!("`{read}` is not {what}"), &format!("expected {what}"), help);
        return None;
    };
    words.into_iter().nth(found).map(|(_, value)| value)
}

pub(crate) use {only, section, words};
