//! What `ascertain run` takes, and the values of its options.

use crate::commands::backend::{TimeoutArguments, kinds};
use crate::commands::examples::examples;
use crate::commands::journal::JournalArguments;
use crate::commands::output::OutputArguments;
use crate::commands::proposed::{self, Proposed};
use crate::commands::select::{CaseArguments, EditionArguments};
use crate::commands::vectors::VectorArguments;
use ascertain::product::{self, PRODUCTS};
use ascertain_conformance::operator::declarations;
use ascertain_conformance::options::Shard;
use ascertain_conformance::results::{Selection, files};
use ascertain_conformance::standard::{STANDARDS, Standard};
use ascertain_conformance::text::sanitize;
use clap::{Args, ValueEnum};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(in crate::commands) struct SuiteArguments {
    #[command(flatten)]
    pub(super) run: Arguments,

    #[command(flatten)]
    pub(super) vectors: VectorArguments,
}

/// What a run takes, wherever its cases come from.
#[derive(Args, Debug)]
pub(in crate::commands) struct Arguments {
    /// The implementation to test. Repeat to test several.
    #[arg(short, long = "backend", value_parser = Proposed(proposed::backends), hide_possible_values = true, long_help = kinds(SEVERAL), value_name = "BACKEND", default_value = "reference", help_heading = "Backends")]
    pub(super) backends: Vec<String>,

    #[command(flatten)]
    pub(super) timeouts: TimeoutArguments,

    #[command(flatten)]
    pub(in crate::commands) editions: EditionArguments,

    #[command(flatten)]
    pub(in crate::commands) cases: CaseArguments,

    /// Start this many processes of the backend and ask them in parallel; `auto` starts one for each processor. The results
    /// do not change.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = jobs, help_heading = "Backends")]
    pub(super) jobs: usize,

    /// End the run after this time: `90s`, `5m`, `2h`. What was not asked by then is skipped, and the report says so.
    #[arg(long, value_name = "DURATION", value_parser = duration, help_heading = "Cases")]
    pub(super) max_time: Option<Duration>,

    /// End the run after the first failure.
    #[arg(long, help_heading = "Cases")]
    pub(super) fail_fast: bool,

    /// Also run cases with more than 2^31 elements of 8 bits, where indices of 32 bits overflow. They take minutes. A
    /// case needs 7 to 13 GB of memory with the reference, and 22 to 43 GB with an implementation in another process.
    /// If less is available, it is skipped, and the report says so.
    #[arg(long, help_heading = "Cases")]
    pub(super) large: bool,

    /// Run only part K of N of the cases, counted from 1.
    #[arg(long, value_name = "K/N", help_heading = "Cases")]
    pub(super) shard: Option<Shard>,

    /// Also run this many random cases, 0 for none: of what the backend offers of all operators, or of those that --operators or
    /// --filter names [default: 2000 for each operator, at most 16000, or as many as fit into 30 s; for --requirement 1000; none if
    /// --filter names other cases, and with --skip or files]
    #[arg(long, value_name = "NUMBER", help_heading = "Random cases")]
    pub(super) fuzz: Option<u64>,

    /// Also run random cases for this long: `90s`, `5m`, `2h`. With --fuzz, stop at whichever comes first.
    #[arg(long, value_name = "DURATION", value_parser = duration, help_heading = "Random cases")]
    pub(super) time: Option<Duration>,

    /// Seed of the random cases. The same seed makes the same cases.
    #[arg(long, value_name = "NUMBER", default_value = "0", help_heading = "Random cases")]
    pub(super) seed: u64,

    /// Use only this many different calls as random cases, again and again with new values: for implementations that compile
    /// for each shape. The same number makes the same cases [default: 300 with JAX, otherwise each case has its own shape]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Random cases")]
    pub(super) shapes: Option<u16>,

    #[command(flatten)]
    pub(super) outcome: OutcomeArguments,

    #[command(flatten)]
    pub(super) journal: JournalArguments,
}

const EXAMPLES: &[(&str, &str)] = &[
    ("Test NumPy, and write a report to look at:", "ascertain run -b numpy --report html=numpy.html"),
    (
        "Test your own adapter, on one area, and stop at the first failure:",
        "ascertain run -b 'process:python3 adapter.py' -f cumprod --fail-fast",
    ),
    (
        "In continuous integration: one line, a file for the server, 95% coverage:",
        "ascertain run -b lib:./mine.so -q --report junit=a.xml --fail-under 95",
    ),
    (
        "Ask a million random cases on all processors:",
        "ascertain run -b torch --jobs auto --fuzz 1000000 --seed 7",
    ),
];

const SEVERAL: &str = "The implementation to test. Repeat to test several: the exit code is 1 if one of them fails, else 3 if one cannot be judged.";

/// What the answers must satisfy.
#[derive(Args, Debug)]
pub(in crate::commands) struct DemandArguments {
    /// Require a kind of arithmetic, as if the backend had declared it: order=sequential, accumulator.f16=f32,
    /// subnormals=keep, conversion.bf16=direct. Without an order, factors must stay in index order, grouped in any way;
    /// order=permuted lets them change places. ulp=2 limits how far exp and the like may be off. Repeatable.
    #[arg(long = "expect", value_name = "KEY=VALUE", value_parser = demand, help_heading = "Backends")]
    demands: Vec<String>,

    /// Judge by the rules of this hardware product alone: its name on the pages, or a short one such as A2. Without
    /// it, what is right on any product that a page supports is right, and the report says whose rules the answers obey.
    #[arg(long, value_name = "NAME", value_parser = product, help_heading = "Backends")]
    product: Option<String>,

    /// Some requirements are not on the page, but this project's interpretation of it. `judge`: breaking one is a failure.
    /// `observe`: it is only recorded.
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        default_value_t,
        help_heading = "Editions",
        hide_possible_values = true
    )]
    readings: Readings,

    /// Also judge float results by a precision standard: its name, as `ascertain list --standards` has them, or a
    /// file such as mine.toml. Its verdicts stand beside those of the pages.
    #[arg(long, value_name = "NAME", value_parser = standard, help_heading = "Standards")]
    standard: Option<&'static Standard>,

    /// Let the exit code follow the standard, not the pages.
    #[arg(long, requires = "standard", help_heading = "Standards")]
    by_standard: bool,
}

/// What the answers must satisfy, and where the results go.
#[derive(Args, Debug)]
pub struct OutcomeArguments {
    #[command(flatten)]
    pub(super) demanded: DemandArguments,

    /// Write each failing random case, minimized, as a vector file to this folder. With several backends, put {backend}
    /// into DIR. Other files in it stay as they are.
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    pub(super) repro: Option<String>,

    /// A list of known failures (TOML), which do not fail the run. The run fails if a listed case passes or fails in another
    /// way, if there is no such case, or after the last day of an entry. `ascertain known write` makes a list from a report.
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(super) known: Option<PathBuf>,

    #[command(flatten)]
    pub(super) output: OutputArguments,
}

impl OutcomeArguments {
    /// The product that is demanded.
    #[must_use]
    pub fn product(&self) -> Option<usize> {
        declarations::product(&self.demanded.expected())
    }
}

/// How many processes of a backend are asked. More than a thousand are a mistake.
fn jobs(text: &str) -> Result<usize, &'static str> {
    if text == "auto" {
        return Ok(thread::available_parallelism().map_or(1, NonZero::get));
    }
    let number = text.parse().ok().filter(|number| (1..=1024).contains(number));
    number.ok_or("write a number from 1 to 1024, or `auto`")
}

/// What to do with this project's own readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Readings {
    /// Judge them like every other requirement.
    #[default]
    Judge,
    /// Record what the backend does.
    Observe,
}

/// One `--standard NAME`: a known one, or the one in a file.
///
/// # Errors
/// If there is none, or it cannot be read.
pub fn standard(text: &str) -> Result<&'static Standard, String> {
    if text.ends_with(".toml") {
        let file = files::read_text(Path::new(text)).map_err(|error| error.to_string())?;
        // It lives as long as the program, like the others.
        return Standard::parse(&sanitize(text), &file).map(|own| &*Box::leak(Box::new(own)));
    }
    let known = || STANDARDS.iter().map(|standard| standard.name.as_str()).collect::<Vec<_>>().join(", ");
    Standard::named(text).ok_or_else(|| format!("no standard is called `{text}`; there are: {}", known()))
}

/// One `--product NAME`, as a demand.
fn product(text: &str) -> Result<String, String> {
    declarations::check(declarations::PRODUCT, text)?;
    let name = product::find(text).map_or(text, |at| PRODUCTS[at].name);
    Ok(format!("{}={name}", declarations::PRODUCT))
}

impl DemandArguments {
    /// What is demanded, each `KEY=VALUE`.
    pub(super) fn words(&self) -> Vec<String> {
        self.product.iter().chain(&self.demands).cloned().collect()
    }

    /// What is demanded, as keys and values.
    pub(in crate::commands) fn expected(&self) -> Vec<(String, String)> {
        Selection { demands: self.words(), ..Selection::default() }.expected()
    }

    /// The standard that judges too, and whether the exit code is by it.
    pub(in crate::commands) fn standard(&self) -> Option<(&'static Standard, bool)> {
        self.standard.map(|standard| (standard, self.by_standard))
    }

    /// Whether what breaks this project's own readings is only recorded.
    pub(in crate::commands) fn observes_readings(&self) -> bool {
        self.readings == Readings::Observe
    }
}

/// One `--expect KEY=VALUE`.
fn demand(text: &str) -> Result<String, String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE, for example order=sequential")?;
    declarations::check(key, value)?;
    Ok(text.to_owned())
}

/// `90s`, `5m` or `2h`. Without a unit, seconds.
fn duration(text: &str) -> Result<Duration, &'static str> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let scale = match unit {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a number with s, m or h, for example 90s"),
    };
    let seconds = number.parse().ok().map(|n: f64| n * scale).filter(|s| *s > 0.0 && *s <= 1e9);
    seconds.map(Duration::from_secs_f64).ok_or("write a number above 0 with s, m or h, for example 90s")
}
