//! The command line: what can be asked for, and what goes where.
//!
//! Each command is a module with its arguments and one function that does it and says the exit code. What it has
//! to say goes to standard output, what went wrong to standard error with what to do about it.

mod backend;
mod bench;
mod coverage;
mod doctor;
mod error;
mod explain;
mod host;
mod judge;
mod list;
mod observe;
mod output;
mod print;
mod progress;
mod questions;
mod replay;
mod run;
mod select;
mod spec;

use clap::{Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::process::ExitCode;

/// Finds out for certain whether an implementation obeys the documented dtype and operator contracts of aclnn, TIK
/// and MindSpore.
#[derive(Debug, Parser)]
#[command(name = "ascertain", version, max_term_width = 110, after_help = AFTER)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
}

const AFTER: &str = "\
Exit codes:
  0  at least one case passed and none failed
  1  a fail, crash, timeout or protocol verdict
  2  the command line, the specification or a report's path is wrong
  3  nothing could be judged: all unsupported or in error, or the backend did not start";

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask backends the suite's cases and judge what they answer.
    Run(run::Arguments),
    /// List cases, areas and requirements.
    List(list::Arguments),
    /// Explain a pair of dtypes, a requirement, an operator, a dtype, a case, an erratum or a document.
    Explain(explain::Arguments),
    /// Try out a backend step by step, and say what to mend.
    Doctor(doctor::Arguments),
    /// Show by which cases each requirement is tested.
    Coverage(coverage::Arguments),
    /// Time backends on work that is judged in the same run, and compare them.
    Bench(bench::Arguments),
    /// Find out what a backend does where the documents leave it open.
    Observe(observe::Arguments),
    /// Ask the vectors of some files, such as failures that `run --repro` has written.
    Replay(replay::ReplayArguments),
    /// Add vectors to the golden set of this source tree.
    Adopt(replay::AdoptArguments),
    /// Check the specification itself.
    Spec(spec::Arguments),
    /// Write questions as files, to be answered where nothing else can be reached.
    Questions(questions::Arguments),
    /// Judge the answers to questions that were written as files.
    Judge(judge::Arguments),
    /// Answer the process protocol for a backend in this process.
    #[command(hide = true)]
    Host(host::Arguments),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    /// Where a terminal shows them and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Runs the program on its own arguments and standard streams.
#[must_use]
pub fn main() -> ExitCode {
    run_with(std::env::args_os())
}

fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no error; clap knows which is which.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { error::USAGE } else { 0 });
        }
    };
    match cli.color {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::Always.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    let done = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Observe(arguments) => observe::run(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Adopt(arguments) => replay::adopt(&arguments),
        Command::Spec(arguments) => spec::run(&arguments),
        Command::Questions(arguments) => questions::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Host(arguments) => host::run(&arguments),
    };
    ExitCode::from(done.unwrap_or_else(|problem| {
        problem.print();
        problem.exit_code()
    }))
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
