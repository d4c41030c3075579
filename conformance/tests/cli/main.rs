//! The program as people and scripts use it: exit codes, filters, reports, explanations, messages.

mod coverage;
mod doctor;
mod emit;
mod errors;
mod explain;
mod list;
mod run;
mod support;
