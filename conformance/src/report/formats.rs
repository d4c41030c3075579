//! The registry of report formats for programs.

use super::{Format, json};

/// Every format of `--report`. A new one is a module with its [`Format`] and one line here.
pub const FORMATS: [&Format; 1] = [&json::FORMAT];

/// The format called `name`.
#[must_use]
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| format.name == name)
}

/// How to write each of them: `json=PATH`.
#[must_use]
pub fn forms() -> String {
    FORMATS.map(|format| format!("{}=PATH", format.name)).join(" or ")
}
