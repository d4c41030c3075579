//! `ascertain observe`.

use super::backend::{TimeoutArguments, kinds};
use super::error::Problem;
use super::examples::examples;
use super::interrupt;
use super::print::{OutputFormat, print_aside, print_json, say};
use super::progress::Progress;
use super::proposed::{self, Proposed};
use super::select::{CaseArguments, EditionArguments, cases_of};
use ascertain_conformance::backends;
use ascertain_conformance::observe::observe;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::report::{observed, terminal};
use clap::Args;

const EXAMPLES: &[(&str, &str)] = &[
    ("Show what NumPy does where the pages are silent:", "ascertain observe -b numpy"),
    ("The same for programs:", "ascertain observe -b numpy --format json"),
    ("Show how exact two functions are:", "ascertain observe -b numpy --operators exp,log --fuzz 65536"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The backend to observe.
    #[arg(short, long, value_name = "BACKEND", value_parser = Proposed(proposed::backends), hide_possible_values = true, long_help = kinds("The backend to observe."))]
    backend: String,

    /// For each of so many, a function is asked 16 numbers of f32, up to 2^20 in all. Of f16 and bf16 it is asked every number.
    #[arg(long, value_name = "NUMBER", default_value = "20000")]
    fuzz: u64,

    /// Output format.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,

    #[command(flatten)]
    cases: CaseArguments,

    #[command(flatten)]
    timeouts: TimeoutArguments,

    #[command(flatten)]
    editions: EditionArguments,
}

/// Exit code when the backend does not start.
const NOT_STARTED: u8 = 3;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let mut backend = backends::open(&arguments.backend, &editions, &arguments.timeouts.options())?;
    let selection = arguments.cases.selection();
    let cases = arguments.cases.select(cases_of(&selection, &editions)?, &editions, false)?;
    let (fuzz, operators) = (arguments.fuzz, selection.operators());
    let options = RunOptions { editions, fuzz, operators, ..RunOptions::default() };
    let progress = Progress::new(cases.len(), &arguments.backend);
    let observed = observe(&cases, backend.as_mut(), &options, &mut |_| progress.step());
    drop(progress);
    interrupt::check()?;
    match observed {
        Err(why) => {
            print_aside(|out| terminal::write_not_started(out, &why, terminal_width()))?;
            Ok(NOT_STARTED)
        }
        Ok(observed) => {
            match arguments.format {
                OutputFormat::Text => say(false, |out| observed::write(out, &observed, terminal_width())),
                OutputFormat::Json => print_json(&observed),
            }?;
            Ok(0)
        }
    }
}
