//! Who obeys: cases, oracle, judge, runner, adapters and reports for implementations of what
//! [`ascertain`] describes.

pub mod adapter;
pub mod case;
pub mod judge;
pub mod model;
pub mod oracle;
pub mod runner;
pub mod suite;
pub mod verdict;
