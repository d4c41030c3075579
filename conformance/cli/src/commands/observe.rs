//! `ascertain observe`.

use super::backend::{TimeoutArguments, kinds};
use super::print::{OutputFormat, print_aside, print_json};
use super::progress::Progress;
use super::proposed::{self, Proposed};
use super::select::{CaseArguments, EditionArguments, cases_of};
use super::{Problem, examples, interrupt, say};
use ascertain_conformance::backends;
use ascertain_conformance::observe::{FINGERPRINTS, observe};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::report::{observed, terminal};
use clap::Args;

const EXAMPLES: &[(&str, &str)] = &[
    ("Show how NumPy multiplies and converts:", "ascertain observe -b numpy"),
    ("The same for programs:", "ascertain observe -b numpy --format json"),
    ("Show how exact two functions are:", "ascertain observe -b numpy --operators exp,log --fuzz 65536"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The backend to observe.
    #[arg(short, long, value_name = "BACKEND", value_parser = Proposed(proposed::backends), hide_possible_values = true, long_help = kinds("The backend to observe."))]
    backend: String,

    /// Number of random cases per operator that the fingerprint is checked on.
    #[arg(long, value_name = "NUMBER", default_value = "20000", help_heading = "Random cases")]
    fuzz: u64,

    /// Seed of the random cases. The same seed makes the same cases.
    #[arg(long, value_name = "NUMBER", default_value = "0", help_heading = "Random cases")]
    seed: u64,

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
    let Arguments { fuzz, seed, .. } = *arguments;
    let operators = selection.operators();
    let options = RunOptions { editions, seed, fuzz, operators, ..RunOptions::default() };
    let progress = Progress::new(cases.len(), &arguments.backend);
    let observed = observe(&cases, backend.as_mut(), &options, FINGERPRINTS, &mut |_| progress.step());
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
