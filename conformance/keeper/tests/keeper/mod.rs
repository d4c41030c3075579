//! The program `ascertain-spec` on the command line.

mod attempt;
#[path = "../../../../spec/compiler/tests/committed/mod.rs"]
mod committed_files;
mod diff;
mod emit;
#[cfg(unix)]
mod foreign;
mod headers;
mod help;
mod import;
mod lint;
mod loaded;
#[cfg(unix)]
mod loops;
mod manual;
mod outside;
#[expect(dead_code, reason = "tests of the other program read what it prints as JSON")]
#[path = "../../../cli/tests/cli/program.rs"]
mod program;
mod selftest;
mod site;
mod standards;
mod statements;
mod support;
mod survey;
mod width;
