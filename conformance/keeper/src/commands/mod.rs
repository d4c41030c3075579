//! The command line of `ascertain-spec`.
//!
//! Each command is a module with its arguments and one function, which runs it and returns the exit code, as in
//! [`ascertain_cli::commands`].

mod attempt;
mod check;
mod diff;
mod emit;
mod headers;
mod import;
mod lint;
mod load;
mod manual;
mod page;
mod selftest;
mod site;
mod standards;
mod statements;

use ascertain_cli::commands::CommonArguments;
use ascertain_cli::commands::error::{Problem, USAGE};
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::interrupt;
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Keep the specification of `ascertain`: read vendors' pages, compare editions, emit tables for other languages, and prove
/// that the suite finds wrong implementations.
#[derive(Debug, Parser)]
#[command(name = "ascertain-spec", version, max_term_width = 110, after_help = examples(EXAMPLES))]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: CommonArguments,
}

const EXAMPLES: &[(&str, &str)] = &[
    ("What has changed since the first edition?", "ascertain-spec diff aclnn.cumprod aclnn.cumprod@2026-03"),
    ("Tables for C and C++:", "ascertain-spec emit --lang c --out tables"),
    ("Does the suite find wrong implementations?", "ascertain-spec selftest"),
];

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge a backend by operators of a specification in a folder, without a build.
    #[command(name = "try")]
    Try(Box<attempt::Arguments>),
    /// Check a specification for mistakes, compare it with the vendors' pages, or list what it keeps of them.
    Check(check::Arguments),
    /// Compare two editions, folders or pages, and list the cases that change.
    Diff(diff::Arguments),
    /// Generate tables, contracts and vectors for other languages.
    Emit(emit::Arguments),
    /// Read vendors' pages and write them as an edition of the specification.
    Import(Box<import::Arguments>),
    /// Find mistakes in the documents. Fails if there is one that no erratum explains.
    Lint(lint::Arguments),
    /// Write the specification as pages of Markdown, for mdBook.
    Site(site::Arguments),
    /// Prove that the suite finds wrong implementations: changed cells, seeded faults, shifted boundaries.
    Selftest(selftest::Arguments),
    /// Measure precision standards: which faults each finds, and which right results it fails.
    Standards(standards::Arguments),
    /// Write manual pages and completions for shells of both programs, to be packaged with them.
    Manual(manual::Arguments),
}

/// The command line, for manual pages and completions.
fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program on its own arguments and standard streams.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are not errors; clap knows which is which.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    cli.common.apply();
    let code = run(&cli.command).unwrap_or_else(|problem| {
        problem.print();
        problem.exit_code()
    });
    interrupt::end();
    ExitCode::from(code)
}

fn run(command: &Command) -> Result<u8, Problem> {
    match command {
        Command::Try(arguments) => attempt::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Emit(arguments) => emit::run(arguments),
        Command::Import(arguments) => import::run(arguments, &arguments.source()),
        Command::Lint(arguments) => lint::run(arguments),
        Command::Site(arguments) => site::run(arguments),
        Command::Selftest(arguments) => selftest::run(arguments),
        Command::Standards(arguments) => standards::run(arguments),
        Command::Manual(arguments) => manual::run(arguments),
    }
}
