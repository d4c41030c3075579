//! Questions in files, and judging their answers.

mod files;
mod numpy;
mod same_verdicts;
mod support;
