//! Tests whether an implementation obeys what [`ascertain`] describes: fixed and random cases, the oracle, the judge, and
//! the runner.
//!
//! An implementation is any [`Backend`](ascertain::backend::Backend). `ascertain-conformance` reaches those in other
//! processes and languages, writes reports, and re-exports all of this crate.
//!
//! Each module imports only those listed before it.

pub mod float_mode;

pub mod text;

pub mod stored;

pub use ascertain_oracle as oracle;

pub mod error_statistics;

pub mod pattern;

pub mod properties;

pub mod case;
pub mod verdict;

pub mod known;

pub mod random;

mod from_toml;

pub mod ordered;

pub mod operator;

mod case_result;

mod listing;

pub mod standard;

mod mutate;

pub mod suite;

pub mod options;

pub mod fuzz;

pub mod case_index;

pub mod session;

mod check;
pub use check::{bounds, check, missing};

pub mod shrink;

pub mod run;

pub mod observe;
