//! The program on the command line: exit codes, filters, reports, explanations, messages.

#[cfg(unix)]
mod again;
mod bench;
#[path = "../../../../spec/compiler/tests/committed/mod.rs"]
mod committed_files;
mod compare;
mod coverage;
#[cfg(target_os = "linux")]
mod daemons;
mod diff;
mod doctor;
mod emit;
mod errors;
mod explain;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod github;
#[cfg(unix)]
mod implementations;
mod import;
mod init;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(unix)]
mod journal;
#[cfg(unix)]
mod known;
#[cfg(unix)]
mod lines;
mod lint;
mod list;
mod long_runs;
#[cfg(unix)]
mod loops;
#[cfg(target_os = "linux")]
mod memory;
mod merge;
mod observe;
mod outside;
#[cfg(unix)]
mod places;
#[cfg(unix)]
mod python;
mod run;
mod selftest;
mod settings;
mod site;
mod statements;
mod support;
mod survey;
#[cfg(target_os = "linux")]
mod unwritten;
#[cfg(unix)]
mod vectors;
mod width;
