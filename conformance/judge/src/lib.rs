//! What to ask an implementation of what [`ascertain`] describes, and whether its answers obey: cases, random ones too,
//! oracle, judge and runner.
//!
//! An implementation is any [`Backend`](ascertain::backend::Backend). How one of another process or language is asked, and
//! reports for people and programs, are the business of `ascertain-conformance`, which passes on all that stands here.
//! This crate knows no files and no processes.

pub mod case;
pub mod fuzz;
pub mod judge;
pub mod model;
pub mod observe;
pub mod oracle;
pub mod pattern;
pub mod runner;
pub mod shrink;
pub mod suite;
pub mod verdict;
