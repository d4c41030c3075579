//! What was asked, and what came of it.
//!
//! [`RunRequest`] says what was asked, and the judge's `Run` what came of it; [`Report`] stores both. [`journal`], [`merge`],
//! [`compare`] and [`known_file`] read what is stored. [`summary`] counts and groups it.

pub mod common_properties;
pub mod compare;
mod error;
pub mod files;
pub mod groups;
pub mod journal;
pub mod known_file;
mod limits;
pub mod merge;
pub(crate) use ascertain_judge::ordered;
pub mod report;
mod request;
pub mod site;
pub mod summary;

pub use self::error::ReadError;
pub use self::limits::Limits;
pub use self::report::Report;
pub(crate) use self::request::is_default;
pub use self::request::{OwnCases, RunRequest, Selection, edition_arguments, quoted};
