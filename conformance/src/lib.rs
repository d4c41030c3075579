//! Tests whether implementations follow what [`ascertain`] describes: adapters that ask them, the suite that judges
//! them, and reports.
//!
//! Modules depend only on those listed before them: [`files`], [`machine`], [`timing`], [`html`], [`report`],
//! [`known_file`], [`merge`], [`journal`], [`compare`], [`protocol`], [`offline`], [`adapter`],
//! [`doctor`].

pub mod adapter;
pub mod compare;
pub mod doctor;
pub mod files;
#[cfg(feature = "libtest")]
pub mod harness;
pub mod html;
pub mod journal;
pub mod known_file;
pub mod machine;
pub mod merge;
pub mod offline;
pub mod protocol;
pub mod report;
pub mod timing;

pub use ascertain_judge::{
    case, catalog, drift, fuzz, known, observe, operator, options, oracle, pattern, properties, random, run,
    session, shrink, suite, text, verdict,
};
