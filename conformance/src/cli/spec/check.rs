//! `ascertain spec check`: is the specification sound, and is it what the pages say?

use super::load;
use crate::cli::error::Problem;
use crate::cli::print;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder of the specification.
    #[arg(default_value = "spec", value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let folder = &arguments.folder;
    let spec = load(folder)?;
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
