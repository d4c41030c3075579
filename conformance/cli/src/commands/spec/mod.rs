//! `ascertain spec`: work on the specification itself.

mod check;
mod diff;
mod emit;
mod import;
mod lint;
mod load;
mod page;
mod site;
mod statements;
mod survey;

pub(super) use page::below;

use super::error::Problem;
use super::examples::examples;
use clap::{Args, Subcommand};

const EXAMPLES: &[(&str, &str)] = &[
    ("What has changed since the first edition?", "ascertain spec diff aclnn.cumprod aclnn.cumprod@2026-03"),
    ("Tables for C++:", "ascertain spec emit --lang cpp --out tables"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check a specification for mistakes, and compare it with the vendors' pages.
    Check(check::Arguments),
    /// Compare two editions, folders or pages, and list the cases that change.
    Diff(diff::Arguments),
    /// Generate tables, contracts and vectors for other languages, or check that they are up to date.
    Emit(emit::Arguments),
    /// Read vendors' pages and write them as an edition of the specification.
    Import(import::Arguments),
    /// Find mistakes in the documents. Fails if there is one that no erratum explains.
    Lint(lint::Arguments),
    /// Write the specification and the guides as a static site, which needs neither a server nor a network.
    Site(site::Arguments),
    /// List everything that is kept of the pages, with its cases, as Markdown.
    Statements(statements::Arguments),
    /// Read all pages of a folder and report what was understood.
    Survey(survey::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Emit(arguments) => emit::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Lint(arguments) => lint::run(arguments),
        Command::Site(arguments) => site::run(arguments),
        Command::Statements(arguments) => statements::run(arguments),
        Command::Survey(arguments) => survey::run(arguments),
    }
}
