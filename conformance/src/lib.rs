//! Who obeys: cases, oracle, judge, runner, adapters and reports for implementations of what
//! [`ascertain`] describes.

pub mod adapter;
pub mod case;
pub mod doctor;
pub mod fuzz;
#[cfg(feature = "libtest")]
pub mod harness;
pub mod judge;
pub mod model;
pub mod observe;
pub mod offline;
pub mod oracle;
pub mod pattern;
pub mod report;
pub mod runner;
pub mod shrink;
pub mod suite;
pub mod verdict;
