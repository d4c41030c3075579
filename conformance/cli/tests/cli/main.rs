//! The program on the command line: exit codes, filters, reports, explanations, messages.

mod bench;
mod coverage;
mod diff;
mod doctor;
mod emit;
mod errors;
mod explain;
mod import;
mod lint;
mod list;
mod observe;
mod run;
mod statements;
mod support;
mod survey;
