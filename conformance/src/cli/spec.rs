//! `ascertain spec`: work on the specification itself.

use super::error::Problem;
use super::print;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Load a specification and say everything that is wrong with it, as a build would.
    Check {
        /// The folder of the specification.
        #[arg(default_value = "spec", value_name = "DIR")]
        folder: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let Command::Check { folder } = &arguments.command;
    let spec = ascertain_spec::load(folder).map_err(|problems| {
        let help = "the format is described in spec/README.md";
        Problem::usage(format!("{} is no sound specification\n\n{problems}", folder.display()), help)
    })?;
    let editions: usize = spec.documents.iter().map(|d| d.editions.len()).sum();
    let cells: usize = spec.tables.iter().flat_map(|t| t.editions.first()).map(|e| e.cells.len()).sum();
    let requirements = spec.operators.iter().flat_map(|o| o.contracts.first()).flat_map(|c| &c.requirements);
    print(|out| {
        writeln!(
            out,
            "{}: {} documents in {editions} editions, {} dtypes, {cells} cells and {} requirements in the first editions, \
             {} errata: sound",
            folder.display(),
            spec.documents.len(),
            spec.dtypes.len(),
            requirements.count() + spec.table_requirements.len(),
            spec.errata.len(),
        )
    })?;
    Ok(0)
}
