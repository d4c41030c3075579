//! Values that completions propose for options that take any text.

use ascertain::contract::OPERATORS;
use ascertain::promote::TABLES;
use ascertain_conformance::backends::KINDS;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::ffi::OsStr;

/// Takes any text. Completions propose these values.
#[derive(Clone, Copy)]
pub(super) struct Proposed(pub(super) fn() -> Vec<&'static str>);

impl TypedValueParser for Proposed {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The kinds of backends: `numpy`, `lib:`.
pub(super) fn backends() -> Vec<&'static str> {
    KINDS.iter().filter_map(|kind| kind.form.split_inclusive(':').next()).collect()
}

/// The names of operators, in order.
pub(super) fn operators() -> Vec<&'static str> {
    let mut names: Vec<_> = OPERATORS.iter().map(|operator| operator.name).collect();
    names.sort_unstable();
    names
}

/// The areas of cases: tables and operators.
pub(super) fn areas() -> Vec<&'static str> {
    let tables = TABLES.iter().map(|table| table.id);
    let mut areas: Vec<_> = tables.chain(OPERATORS.iter().map(|operator| operator.name)).collect();
    areas.sort_unstable();
    areas.dedup();
    areas
}
