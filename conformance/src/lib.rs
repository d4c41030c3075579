//! Who obeys: cases, oracle, judge, runner, adapters and reports for implementations of what
//! [`ascertain`] describes.

pub mod adapter;
pub mod doctor;
#[cfg(feature = "libtest")]
pub mod harness;
pub mod offline;
pub mod report;
pub mod timing;

pub use ascertain_judge::{
    case, fuzz, observe, operator, options, oracle, pattern, random, run, session, shrink, suite, verdict,
};
