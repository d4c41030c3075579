//! Writes comparisons of reports.

mod html;
mod json;
mod markdown;
pub(crate) mod terminal;

pub use self::json::SCHEMA;
