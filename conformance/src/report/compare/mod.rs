//! Writes comparisons of reports.

mod json;
mod pages;
pub(crate) mod terminal;

pub use self::json::SCHEMA;
