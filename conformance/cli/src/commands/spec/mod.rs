//! `ascertain spec`: work on the specification itself.

mod check;
mod diff;
mod emit;
mod import;
mod lint;
mod load;
mod page;

use super::error::Problem;
use clap::{Args, Subcommand};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Load a specification and say everything that is wrong with it, as a build would; compare it with its pages.
    Check(check::Arguments),
    /// Compare two editions, folders or pages: what changes, and which cases with it.
    Diff(diff::Arguments),
    /// Write tables, contracts and vectors for other languages, or check that they are up to date.
    Emit(emit::Arguments),
    /// Read vendors' pages, and write down what they say as an edition.
    Import(import::Arguments),
    /// Find what the documents get wrong: what no erratum explains is new, and fails.
    Lint(lint::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Emit(arguments) => emit::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Lint(arguments) => lint::run(arguments),
    }
}
