//! `ascertain-spec selftest`: proves that the suite finds wrong implementations.

mod page;
mod terminal;

use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::pending::PendingFile;
use ascertain_cli::commands::print::say;
use ascertain_cli::commands::progress::Progress;
use ascertain_conformance::report::text::plural;
use ascertain_selftest::score::{Part, Score};
use ascertain_selftest::{Options, count};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] = &[
    ("Does the suite find every wrong cell of every table?", "ascertain-spec selftest --only cells"),
    ("Look at some faults:", "ascertain-spec selftest --only faults -f '*subnormal*'"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// Only this kind of mutants. Repeatable.
    #[arg(long, value_enum, value_name = "KIND")]
    only: Vec<Kind>,

    /// Only mutants whose id fits the pattern, where `*` stands for any characters.
    #[arg(short, long, value_name = "GLOB", conflicts_with = "coverage")]
    filter: Option<String>,

    /// Also write the page of the requirements, with the cases and mutants of each, as Markdown. A
    /// release publishes it as coverage.md.
    #[arg(long, value_name = "PATH", conflicts_with = "only")]
    coverage: Option<PathBuf>,
}

/// A kind of mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Cells of promotion tables, each changed to every other value.
    Cells,
    /// Implementations with one seeded fault each.
    Faults,
    /// Formulas of operators, computed wrongly.
    Formulas,
    /// Predicates of requirements, made weaker and stronger.
    Boundaries,
}

impl Kind {
    const fn part(self) -> Part {
        match self {
            Self::Cells => Part::Cells,
            Self::Faults => Part::Faults,
            Self::Formulas => Part::Formulas,
            Self::Boundaries => Part::Boundaries,
        }
    }
}

/// Exit code when a mutant survives.
const SURVIVED: u8 = 1;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let parts: Vec<Part> = arguments.only.iter().map(|kind| kind.part()).collect();
    let chosen = if parts.is_empty() { &Part::ALL[..] } else { &parts };
    let options = Options { parts: chosen, filter: arguments.filter.as_deref(), ..Options::default() };
    let cannot = |error: ascertain_selftest::SelfTestError| {
        Problem::usage(
            format!("the self-test cannot be done: {error}"),
            "`ascertain run` shows what is wrong with the suite or the reference",
        )
    };
    let mutants = count(&options).map_err(cannot)?;
    if mutants == 0 {
        let pattern = arguments.filter.as_deref().unwrap_or_default();
        let help = "ids start with a table or requirement, and its edition: cumprod.dim.range/*";
        return Err(Problem::usage(format!("no mutant fits `{pattern}`"), help));
    }
    // First, as what is wrong with the path should not show at the end.
    let coverage = arguments.coverage.as_ref().map(|path| PendingFile::open(path)).transpose()?;
    let aside = coverage.as_ref().is_some_and(PendingFile::is_standard_output);
    let score = ask(&options, mutants).map_err(cannot)?;
    if let Some(file) = coverage {
        let page = page::page(&score)?;
        file.write(|out| out.write_all(page.as_bytes()))?;
    }
    let text = |out: &mut dyn Write| -> io::Result<()> { terminal::write(out, &score, chosen) };
    say(aside, text)?;
    Ok(if score.survivors().next().is_none() { 0 } else { SURVIVED })
}

/// Tests the mutants behind a progress bar.
fn ask(options: &Options<'_>, mutants: usize) -> Result<Score, ascertain_selftest::SelfTestError> {
    let progress = Progress::of("mutants", mutants, "selftest", "none survives yet");
    let mut survivors = 0;
    ascertain_selftest::run(options, &mut |done, survived| {
        survivors += survived;
        let words = (survivors > 0).then(|| plural(survivors as u64, "survivor", "survivors"));
        progress.advance(done as u64, words);
    })
}
