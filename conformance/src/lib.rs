//! Who obeys: cases, oracle, judge, runner, adapters and reports for implementations of what
//! [`ascertain`] describes.

pub mod adapter;
pub mod doctor;
#[cfg(feature = "libtest")]
pub mod harness;
pub mod offline;
pub mod protocol;
pub mod report;
pub mod timing;

pub use ascertain_judge::{
    case, fuzz, judge, model, observe, oracle, pattern, runner, shrink, suite, verdict,
};
