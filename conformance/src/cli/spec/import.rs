//! `ascertain spec import`: what a page says, as an edition of the specification.

use super::load;
use crate::cli::error::Problem;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The pages, as they are published.
    #[arg(required = true, value_name = "PAGE")]
    pages: Vec<PathBuf>,

    /// The folder of the specification.
    #[arg(long, default_value = "spec", value_name = "DIR")]
    spec: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let _spec = load(&arguments.spec)?;
    let pages: Vec<String> = arguments.pages.iter().map(|p| p.display().to_string()).collect();
    Err(Problem::usage(format!("{} cannot be read yet", pages.join(", ")), "transcribe it by hand"))
}
