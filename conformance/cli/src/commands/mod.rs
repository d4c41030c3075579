//! The command line.
//!
//! Each command is a module with its arguments and one function, which runs it and returns the exit code. Results go
//! to standard output. Errors go to standard error, with a hint how to fix them.

mod adopt;
mod backend;
mod bench;
mod check;
mod compare;
mod doctor;
pub mod error;
pub mod examples;
mod explain;
mod host;
mod init;
pub mod interrupt;
pub mod journal;
mod judge;
mod known;
pub mod list;
mod merge;
mod observe;
mod orphans;
mod output;
pub mod pending;
pub mod print;
pub mod progress;
mod proposed;
mod questions;
mod replay;
mod run;
pub mod select;
mod settings;
mod targets;
mod vectors;

pub use self::run::{OutcomeArguments, RunPlan, standard};

use self::error::Problem;
use self::examples::examples;
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use bytesize::ByteSize;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::process::ExitCode;

/// Test whether an implementation follows the documented dtype and operator rules of aclnn, TIK and MindSpore.
#[derive(Debug, Parser)]
#[command(name = "ascertain", version, max_term_width = 110, after_help = format!("{AFTER}\n\n{}", examples(EXAMPLES)))]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: CommonArguments,
}

/// The options of every command, of this program and of `ascertain-spec`.
#[derive(Args, Debug)]
pub struct CommonArguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,

    /// Largest file to read: a report, vectors, answers. Reading one needs several times its size in memory
    #[arg(long, global = true, value_name = "SIZE", default_value = "64MiB")]
    max_file: ByteSize,
}

impl CommonArguments {
    /// Makes them hold for the whole program.
    pub fn apply(&self) {
        match self.color {
            Colour::Auto => {}
            Colour::Always => anstream::ColorChoice::Always.write_global(),
            Colour::Never => anstream::ColorChoice::Never.write_global(),
        }
        files::set_limit(self.max_file.as_u64());
    }
}

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Is your adapter well-formed? This says how to fix what is not:",
        "ascertain doctor -b 'process:python3 adapter.py'",
    ),
    (
        "Run the suite on it, and write a report to look at:",
        "ascertain run -b 'process:python3 adapter.py' --report html=report.html",
    ),
    ("Why is that the right answer?", "ascertain explain promote aclnn f16 bf16"),
];

const AFTER: &str = "\
Exit codes:
  0  at least one case passed, and none failed
  1  a case failed, crashed, timed out or broke the protocol, or a list of
     known failures is out of date
  2  wrong command line, invalid specification, or a file that cannot be read
     or written
  3  none failed, but not all was judged: the backend did not start or supports
     nothing, the adapter itself failed, the run ended early, or less than
     --fail-under was judged
Ctrl-C ends a run early: its reports have what was judged until then. A second
Ctrl-C ends it at once, without reports.

A file `ascertain.toml` in this folder can hold options: `backend = \"…\"` for
every command, `fuzz = 20000` below `[run]` for one.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a small implementation with an adapter and one fault, to start from.
    Init(init::Arguments),
    /// Run the suite on a backend and report which cases pass.
    Run(run::SuiteArguments),
    /// Judge one result that you have, without a backend: is `out=y.npy` right for `self=x.npy`?
    Check(check::Arguments),
    /// List cases, areas and requirements.
    List(list::Arguments),
    /// Explain a promotion, requirement, operator, dtype, case, erratum or document.
    Explain(explain::Arguments),
    /// Check a new backend step by step and say how to fix it.
    Doctor(doctor::Arguments),
    /// Benchmark backends on products whose results are checked.
    Bench(bench::Arguments),
    /// Record what a backend does where the documents are silent.
    Observe(observe::Arguments),
    /// Run vectors from files, for example failures written by `run --repro`.
    Replay(replay::ReplayArguments),
    /// Keep failing cases: add them to your own vector file, for `run --vectors` to ask in every run.
    Adopt(adopt::Arguments),
    /// Write questions to files, to be answered on a machine without this program.
    Questions(questions::Arguments),
    /// Judge the answers to questions written by `questions`.
    Judge(judge::Arguments),
    /// Join the reports of the parts of one run (`run --shard K/N`) into the report of all of it.
    Merge(merge::Arguments),
    /// Compare reports: what broke and what was fixed between two, or many backends side by side.
    Compare(compare::Arguments),
    /// Make a list of known failures.
    Known(known::Arguments),
    /// Serve a backend in this process over the process protocol.
    #[command(hide = true, name = host::NAME)]
    Host(host::Arguments),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    /// If the output is a terminal and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The command line, for manual pages and completions.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program on its own arguments and standard streams.
#[must_use]
pub fn main() -> ExitCode {
    // Otherwise glibc keeps freed blocks for others of up to 32 MiB, and clears them for zeros that nobody reads: a tenth of a run's memory.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: they set numbers, before another thread starts.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
        // More than a few cases take, so that their pages are not handed back and asked for again.
        libc::mallopt(libc::M_TRIM_THRESHOLD, 4 << 20);
    }
    let code = run_with(std::env::args_os());
    orphans::end();
    interrupt::end();
    code
}

fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match settings::with_file(&Cli::command(), arguments.into_iter().collect()) {
        Ok((arguments, None)) => arguments,
        Ok((arguments, Some(said))) => {
            // Whoever wrote the file may be somebody else. The terminal may be gone.
            let _ = print::print_aside(|out| writeln!(out, "{}", text::name(&said)));
            arguments
        }
        Err(problem) => {
            problem.print();
            return ExitCode::from(problem.exit_code());
        }
    };
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(problem) = Problem::mistyped(&error, &Cli::command(), &arguments) {
                problem.print();
                return ExitCode::from(problem.exit_code());
            }
            // Help and version go to standard output and are not errors; clap knows which is which.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { error::USAGE } else { 0 });
        }
    };
    cli.common.apply();
    if matches!(
        cli.command,
        Command::Run(_) | Command::Doctor(_) | Command::Bench(_) | Command::Observe(_) | Command::Replay(_)
    ) {
        // From the start: making the cases takes a while.
        interrupt::stop();
    }
    let done = match cli.command {
        Command::Init(arguments) => init::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Observe(arguments) => observe::run(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Adopt(arguments) => adopt::run(&arguments),
        Command::Questions(arguments) => questions::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Known(arguments) => known::run(&arguments),
        Command::Host(arguments) => host::run(&arguments),
    };
    ExitCode::from(done.unwrap_or_else(|problem| {
        problem.print();
        problem.exit_code()
    }))
}

#[cfg(test)]
mod tests {
    use super::{Cli, CommandFactory};

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
