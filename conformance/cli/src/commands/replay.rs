//! `ascertain replay`: vector files, for example of failing random cases.

use super::error::Problem;
use super::examples::examples;
use super::run;
use super::vectors::{text, wrong};
use ascertain_conformance::operator::Registry;
use ascertain_conformance::results::Selection;
use ascertain_conformance::suite::vectors::{read_all, replayed};
use clap::Args;
use std::path::PathBuf;

const REPLAY: &[(&str, &str)] =
    &[("Ask again what failed at random before:", "ascertain replay -b numpy repro/cumprod-fuzz-7-2.toml")];

#[derive(Args, Debug)]
#[command(after_help = examples(REPLAY))]
pub(super) struct ReplayArguments {
    /// Vector files, for example those written by `run --repro`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    run: run::Arguments,
}

pub(super) fn replay(arguments: &ReplayArguments) -> Result<u8, Problem> {
    let editions = arguments.run.editions.resolve()?;
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        let (vectors, more) = read_all(Registry::default(), &file.display().to_string(), &text(file)?);
        all.extend(vectors);
        problems.extend(more);
    }
    if !problems.is_empty() {
        return Err(wrong(&problems));
    }
    let cases = replayed(&all, &editions);
    if cases.is_empty() {
        let what = "none of these vectors applies to the chosen editions";
        return Err(Problem::usage(what, "choose the profile or edition that they were found with"));
    }
    let files = arguments.files.iter().map(|file| file.display().to_string()).collect();
    let selection = Selection { files, ..arguments.run.cases.selection() };
    let opened = run::opened(&arguments.run, &editions)?;
    run::run_cases(&arguments.run, &editions, opened, (cases, Vec::new()), selection, (0, None))
}
