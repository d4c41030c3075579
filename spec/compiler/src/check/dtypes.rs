//! Checks dtypes and naming schemes, and finds the dtype that a name stands for.

use std::collections::BTreeMap;

use crate::check::documents::Docs;
use crate::model::{Class, DTypeId, DTypeInfo, Key, SchemeInfo, SchemeName};
use crate::read::raw::{self, Text};
use crate::report::Report;
use crate::source::{At, Located};

/// The scheme of the project's own names, which are the keys of `dtypes.toml`.
pub(crate) const SHORT: &str = "short";
/// The scheme of numbers, which are not names.
const NUMBER: &str = "number";

/// All dtypes and naming schemes.
pub(crate) struct Names<'a> {
    report: &'a Report,
    pub(crate) dtypes: Vec<DTypeInfo>,
    pub(crate) schemes: Vec<SchemeInfo>,
}

impl<'a> Names<'a> {
    /// Checks `dtypes.toml`.
    pub(crate) fn new(raw: &raw::DTypes, docs: &Docs<'a>) -> Self {
        let report = docs.report;
        let schemes: Vec<_> = raw
            .schemes
            .iter()
            .map(|(name, scheme)| SchemeInfo {
                name: name.value.clone(),
                says: scheme.says.clone(),
                cite: docs.cite(&scheme.cite),
                at: name.at,
            })
            .collect();
        let mut numbers = report.unique("dtypes");
        let mut names: BTreeMap<(&str, &str), At> = BTreeMap::new();
        for (dtype, raw) in raw.dtypes.iter() {
            check_shape(dtype, raw, report);
            numbers.number(&raw.number);
            for (scheme, name) in raw.names.iter() {
                let valid = |name: &&str| *name != SHORT && *name != NUMBER;
                let known = schemes.iter().map(|scheme| scheme.name.as_str()).filter(valid);
                if !known.clone().any(|known| known == scheme.value) {
                    let message = format!("naming scheme `{scheme}` takes no names here");
                    report.unknown(scheme, message, "expected a scheme declared in this file", known);
                } else if let Some(other) = names.insert((&scheme.value, &name.value), name.at) {
                    let message = format!("two dtypes have the name `{name}` in scheme `{scheme}`");
                    report.twice(name.at, message, other);
                }
            }
        }
        if let Some((name, _)) = raw.dtypes.iter().nth(usize::from(u8::MAX)) {
            report.error(name.at, "more than 255 dtypes").label("an id of a dtype is one byte");
        }
        let named =
            |scheme: &str, name: &Text| SchemeName { scheme: scheme.to_owned(), name: name.value.clone() };
        let dtype = |(index, (name, raw)): (usize, (&Text, &raw::DType))| DTypeInfo {
            dtype: DTypeId(index as u8),
            name: name.value.clone(),
            class: raw.class,
            bits: raw.bits.value,
            precision: raw.precision.as_ref().map(|bits| bits.value),
            exponent_bits: raw.exponent_bits.as_ref().map(|bits| bits.value),
            number: raw.number.value,
            names: std::iter::once(named(SHORT, name))
                .chain(raw.names.iter().map(|(scheme, name)| named(&scheme.value, name)))
                .collect(),
            at: name.at,
        };
        Self { report, dtypes: raw.dtypes.iter().enumerate().map(dtype).collect(), schemes }
    }

    /// The name of a dtype in `scheme`; its short name if the scheme has none.
    pub(crate) fn name(&self, scheme: &str, dtype: DTypeId) -> &str {
        let dtype = &self.dtypes[usize::from(dtype.0)];
        dtype.name_in(scheme).unwrap_or(&dtype.name)
    }

    pub(crate) fn names_in(&self, scheme: &str) -> impl Iterator<Item = &str> {
        self.dtypes.iter().filter_map(move |dtype| dtype.name_in(scheme))
    }

    /// The dtype called `name` in `scheme`.
    pub(crate) fn lookup(&self, scheme: &str, name: &str) -> Option<DTypeId> {
        let position = self.dtypes.iter().position(|dtype| dtype.name_in(scheme) == Some(name));
        position.map(|index| DTypeId(index as u8))
    }

    /// The dtype called `name` in `scheme`. If there is none, reports a problem labelled `place`. `mark` is a word that is
    /// allowed there besides dtypes.
    pub(crate) fn find(&self, scheme: &str, name: &Text, place: &str, mark: Option<&str>) -> Option<DTypeId> {
        let found = self.lookup(scheme, &name.value);
        if found.is_none() {
            let words = self.names_in(scheme).chain(mark);
            self.report.unknown(name, format!("`{name}` is not a dtype"), place, words);
        }
        found
    }

    /// The name of a key in `scheme`.
    pub(crate) fn key_in(&self, scheme: &str, key: Key) -> &str {
        match key {
            Key::DType(dtype) => self.name(scheme, dtype),
            Key::Number(number) => number.name(),
        }
    }

    /// The project's own name of a key.
    pub(crate) fn key(&self, key: Key) -> &str {
        self.key_in(SHORT, key)
    }

    /// The short name of a dtype.
    pub(crate) fn short(&self, dtype: DTypeId) -> &str {
        &self.dtypes[usize::from(dtype.0)].name
    }

    /// Whether `name` is a scheme whose names tables and parameters can use. If not, reports a problem.
    pub(crate) fn check_scheme(&self, name: &Text) -> bool {
        let known = self.schemes.iter().map(|scheme| scheme.name.as_str()).filter(|name| *name != NUMBER);
        let found = known.clone().any(|known| known == name.value);
        if !found {
            let message = format!("naming scheme `{name}` is not declared");
            self.report.unknown(name, message, "expected a scheme of dtypes.toml", known);
        }
        found
    }
}

/// Checks that class, width, precision and exponent fit together.
fn check_shape(name: &Text, raw: &raw::DType, report: &Report) {
    let bits = raw.bits.value;
    let floating = |parts: u32, report: &Report| match (&raw.precision, &raw.exponent_bits) {
        (Some(precision), Some(exponent)) => {
            // The sign is stored and the implicit bit is not: a part takes exponent + precision bits.
            let part = u64::from(precision.value) + u64::from(exponent.value);
            if part * u64::from(parts) != u64::from(bits) {
                report
                    .error(raw.bits.at, format!("dtype `{name}` is not as wide as its parts"))
                    .label(format!("expected {}", part * u64::from(parts)))
                    .note(precision.at, "precision, with the implicit bit")
                    .note(exponent.at, "exponent");
            }
        }
        _ => {
            report
                .error(name.at, format!("dtype `{name}` has floating parts of unknown precision"))
                .label("expected `precision` and `exponent_bits`");
        }
    };
    match raw.class {
        Class::Float => floating(1, report),
        Class::Complex => floating(2, report),
        Class::Signed | Class::Unsigned | Class::Bool => {
            let extra: Option<&Located<u32>> = raw.precision.as_ref().or(raw.exponent_bits.as_ref());
            if let Some(extra) = extra {
                report
                    .error(extra.at, format!("dtype `{name}` has no significand and no exponent"))
                    .label("only floats and complex numbers have");
            }
            let valid: &[u32] = if raw.class == Class::Bool { &[8] } else { &[8, 16, 32, 64] };
            if !valid.contains(&bits) {
                let widths: Vec<String> = valid.iter().map(u32::to_string).collect();
                report
                    .error(raw.bits.at, format!("dtype `{name}` cannot be {bits} bits wide"))
                    .label(format!("expected {}", widths.join(", ")));
            }
        }
    }
}
