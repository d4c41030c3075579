//! The program on the command line: exit codes, filters, reports, explanations, messages.

#[cfg(unix)]
mod again;
mod bench;
mod check;
mod compare;
#[cfg(target_os = "linux")]
mod daemons;
mod doctor;
mod errors;
mod explain;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod github;
mod init;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(unix)]
mod journal;
#[cfg(unix)]
mod known;
#[cfg(unix)]
mod list;
mod long_runs;
#[cfg(unix)]
mod loops;
#[cfg(target_os = "linux")]
mod memory;
mod merge;
mod observe;
#[cfg(unix)]
mod places;
mod program;
#[cfg(unix)]
mod python;
mod run;
mod settings;
mod support;
#[cfg(target_os = "linux")]
mod unwritten;
#[cfg(unix)]
mod vectors;
mod width;
