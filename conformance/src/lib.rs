//! Who obeys: cases, oracle, judge, runner, adapters and reports for implementations of what
//! [`ascertain`] describes.

pub mod adapter;
pub mod bench;
pub mod case;
pub mod cli;
pub mod doctor;
pub mod explain;
pub mod fuzz;
#[cfg(feature = "libtest")]
pub mod harness;
pub mod judge;
pub mod model;
pub mod observe;
pub mod offline;
pub mod oracle;
pub mod report;
pub mod runner;
pub mod shrink;
pub mod suite;
pub mod verdict;
