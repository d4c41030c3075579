//! `ascertain doctor`.

use super::backend::{TimeoutArguments, kinds};
use super::error::Problem;
use super::examples::examples;
use super::interrupt;
use super::print::say;
use super::progress::Progress;
use super::proposed::{self, Proposed};
use super::select::EditionArguments;
use ascertain_conformance::backends;
use ascertain_conformance::backends::doctor::{Step, StepOutcome, examine};
use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, plural, terminal_width};
use clap::Args;
use std::io::{self, Write};

const EXAMPLES: &[(&str, &str)] = &[
    ("Check an adapter in Python:", "ascertain doctor -b 'process:python3 adapter.py'"),
    ("Check whether PyTorch can be tested here:", "ascertain doctor -b torch"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The backend to check.
    #[arg(short, long, value_name = "BACKEND", value_parser = Proposed(proposed::backends), hide_possible_values = true, long_help = kinds("The backend to check."))]
    backend: String,

    #[command(flatten)]
    timeouts: TimeoutArguments,

    #[command(flatten)]
    editions: EditionArguments,
}

/// Exit code when a problem was found.
const PROBLEMS: u8 = 1;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    // Report a wrong backend name before printing anything.
    backends::open(&arguments.backend, &editions, &arguments.timeouts.options())?;
    say(false, |out| writeln!(out, "{HEAD}Checking{HEAD:#} {NAME}{}{NAME:#}", arguments.backend))?;
    // Print each step when it is done, so that a hanging adapter is visible.
    let mut shown = Ok(());
    let progress = Progress::waiting(&arguments.backend);
    let mut on_step = |step: &Step| {
        if shown.is_ok() && interrupt::check().is_ok() {
            progress.suspend(|| shown = say(false, |out| write_step(out, step, terminal_width())));
        }
    };
    let examined = examine(&arguments.backend, &editions, &arguments.timeouts.options(), &mut on_step);
    drop(progress);
    shown?;
    interrupt::check()?;
    let steps = examined.map_err(|error| Problem::Usage { what: error.to_string(), help: Vec::new() })?;
    let problems = steps.iter().filter(|step| step.outcome.is_problem()).count();
    say(false, |out| conclusion(out, problems, &arguments.backend))?;
    Ok(if problems == 0 { 0 } else { PROBLEMS })
}

/// Columns for the names of steps.
const NAMES: usize = 16;

fn write_step(out: &mut dyn Write, step: &Step, width: usize) -> io::Result<()> {
    let (mark, style, text) = match &step.outcome {
        StepOutcome::Fine(text) => ("ok", GOOD, text),
        StepOutcome::Skipped(text) => ("skipped", DIM, text),
        StepOutcome::Problem { what, .. } => ("problem", BAD, what),
    };
    let row = |mark: &str, style, name: &str, text: &str, text_style| {
        let mark = Field::left(format!("{mark:7}"), style);
        vec![mark, Field::left(format!("{name:NAMES$}"), DIM), Field::left(text, text_style)]
    };
    let mut grid = Grid::default();
    grid.row(row(mark, style, step.name, text, PLAIN));
    if let StepOutcome::Problem { fix, .. } = &step.outcome {
        grid.row(row("", PLAIN, "how to fix", fix, WARN));
    }
    grid.write(out, 2, width)
}

fn conclusion(out: &mut dyn Write, problems: usize, backend: &str) -> io::Result<()> {
    let backend = ascertain_conformance::results::quoted(backend);
    match problems {
        0 => writeln!(
            out,
            "\n{GOOD}Nothing to fix.{GOOD:#} Next: {NAME}ascertain run --backend {backend}{NAME:#}"
        ),
        n => writeln!(out, "\n{BAD}{}{BAD:#} to fix", plural(n as u64, "problem", "problems")),
    }
}
