//! The registry of report formats for programs.

use super::Format;
use crate::results::report;

/// Every format of `--report`. A new one is a module with its [`Format`] and one line here.
pub const FORMATS: &[&Format] =
    &[&JSON, &super::html::FORMAT, &super::junit::FORMAT, &super::markdown::FORMAT];

const JSON: Format = Format { name: "json", write: report::write };

/// The format called `name`.
#[must_use]
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.name == name)
}

/// How to write each of them: `json=PATH`.
#[must_use]
pub fn forms() -> String {
    FORMATS.iter().map(|format| format!("{}=PATH", format.name)).collect::<Vec<_>>().join(" or ")
}
