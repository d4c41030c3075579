//! Tests whether implementations follow what [`ascertain`] describes: [`backends`] reach them, the judge asks them and judges
//! their answers, [`results`] stores what came of it, and [`report`] tells it. [`case_files`] reads the cases of other people.
//!
//! A test of the workspace holds that these modules depend only on those before them: [`results`], [`case_files`], [`report`], [`backends`].

pub mod backends;
pub mod case_files;
pub mod report;
pub mod results;

pub use ascertain_judge::{
    bounds, case, case_index, check, error_statistics, fuzz, known, missing, observe, operator, options,
    oracle, pattern, properties, random, run, session, shrink, standard, suite, text, verdict,
};
