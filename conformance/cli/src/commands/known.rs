//! `ascertain known`.

use super::error::Problem;
use super::print::print;
use ascertain_conformance::{files, known_file};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a list of known failures from a JSON report, grouped by cause. It goes to standard output.
    Write {
        /// The report, as written by `run --report json=PATH`.
        #[arg(value_name = "REPORT")]
        report: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let Command::Write { report } = &arguments.command;
    let text = files::read_text(report).map_err(|error| {
        let help = "`ascertain run --report json=PATH` writes a report";
        Problem::usage(format!("{}: {error}", report.display()), help)
    })?;
    let list = known_file::of_report(&text)
        .map_err(|error| Problem::usage(format!("{}: {error}", report.display()), error.help))?;
    print(|out| write!(out, "{list}"))?;
    Ok(0)
}
