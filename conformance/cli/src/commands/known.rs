//! `ascertain known`.

use super::error::Problem;
use super::examples::examples;
use super::print::print;
use ascertain_conformance::results::Report;
use ascertain_conformance::results::known_file;
use clap::{Args, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] =
    &[("Make a list of what fails now:", "ascertain known write report.json > known.toml")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a list of known failures from a JSON report, grouped by cause. It goes to standard output.
    #[command(after_help = examples(EXAMPLES))]
    Write {
        /// The report, as written by `run --report json=PATH`.
        #[arg(value_name = "REPORT")]
        report: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let Command::Write { report } = &arguments.command;
    let list = known_file::of_report(&Report::open(report)?);
    print(|out| write!(out, "{list}"))?;
    Ok(0)
}
