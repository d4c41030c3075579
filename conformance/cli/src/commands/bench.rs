//! `ascertain bench`.

use super::backend::{TimeoutArguments, kinds};
use super::error::Problem;
use super::examples::examples;
use super::interrupt;
use super::pending::{PendingFile, Written, check_apart, named};
use super::print::{print_aside, say};
use super::progress::Progress;
use super::proposed::{self, Proposed};
use super::select::EditionArguments;
use super::targets::{self, Target};
use crate::bench::plan::plan;
use crate::bench::report::{BenchReport, VERSION};
use crate::bench::{self, Contestant};
use ascertain::DType;
use ascertain_conformance::backends::{self, Options};
use ascertain_conformance::report::text::{plural, terminal_width};
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SEVERAL: &str = "The implementation to time. Repeat to compare several; they take turns in each round.";

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Time NumPy and PyTorch against each other:",
        "ascertain bench -b numpy -b torch --report json=bench.json",
    ),
    ("Has anything become slower?", "ascertain bench -b lib:./mine.so --against earlier.json"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES) + EXIT_CODES)]
pub(super) struct Arguments {
    /// The implementation to time. Repeat to compare several; they take turns in each round.
    #[arg(short, long = "backend", value_parser = Proposed(proposed::backends), hide_possible_values = true, long_help = kinds(SEVERAL), value_name = "BACKEND", default_value = "reference", help_heading = "Backends")]
    backends: Vec<String>,

    /// Operators, separated by commas. Default: all.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = PossibleValuesParser::new(proposed::operators()), hide_possible_values = true, help_heading = "Calls")]
    operators: Vec<String>,

    /// Short names of dtypes, separated by commas.
    #[arg(
        long,
        value_name = "DTYPES",
        value_delimiter = ',',
        default_value = "f32,f16,s32,bool",
        help_heading = "Calls"
    )]
    dtypes: Vec<String>,

    /// Number of elements of the largest tensor, about. Default: 1000000, or 10000 with --quick.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1 << 30), help_heading = "Calls")]
    elements: Option<u32>,

    /// Take a quick look: small tensors, 3 rounds, samples of 1 ms, unless these are given. Enough to see which results are
    /// right, too little to compare times.
    #[arg(long, help_heading = "Measuring")]
    quick: bool,

    /// Number of rounds. In each round every backend gives one sample of calls and one of memcpy. Default: 11.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1000), help_heading = "Measuring")]
    rounds: Option<u16>,

    /// Largest number of threads a backend may use.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=4096), help_heading = "Measuring")]
    threads: u16,

    /// Minimum duration of a sample, in milliseconds. Short calls are repeated until it is reached. Default: 5.
    #[arg(long, value_name = "MILLISECONDS", value_parser = least, help_heading = "Measuring")]
    sample: Option<Duration>,

    /// Also write a report: json=PATH, with `-` for standard output. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = target, help_heading = "Reports")]
    reports: Vec<Target<()>>,

    /// Compare with an earlier report. The exit code is 1 if all rounds of a call took longer than before, relative to memcpy.
    #[arg(long, value_name = "PATH", help_heading = "Reports")]
    against: Option<PathBuf>,

    #[command(flatten)]
    timeouts: TimeoutArguments,

    #[command(flatten)]
    editions: EditionArguments,
}

fn least(text: &str) -> Result<Duration, &'static str> {
    let milliseconds = text.parse().ok().filter(|&ms: &f64| ms > 0.0 && ms <= 60_000.0);
    milliseconds
        .map(|ms| Duration::from_secs_f64(ms / 1000.0))
        .ok_or("write a number of milliseconds above 0, at most 60000 (a minute)")
}

fn target(text: &str) -> Result<Target<()>, String> {
    Target::read(text, &[("json", ())])
}

/// Exit code when a backend could not be timed, or not all.
const NOTHING: u8 = 3;

const EXIT_CODES: &str = "

Exit codes:
  0  results are right, and were timed
  1  a result is wrong, or --against finds a call that became slower
  2  wrong command line, or a file that cannot be read or written
  3  nothing is wrong, but a backend timed no call or its adapter failed, or
     the benchmark was interrupted";

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let files = targets::open(arguments.reports.iter().map(|target| ((), target.path.clone().into())))?;
    check_apart(&files.iter().map(|(_, file)| named(file.path())).collect::<Vec<_>>(), &[])?;
    let earlier = arguments.against.as_deref().map(earlier).transpose()?;
    let known = |name: &String| {
        let names = || DType::ALL.into_iter().map(DType::name);
        DType::from_name(name).ok_or_else(|| Problem::unknown("dtype", name, names()))
    };
    let dtypes: Vec<DType> = arguments.dtypes.iter().map(known).collect::<Result<_, _>>()?;
    let (quick, threads) = (arguments.quick, usize::from(arguments.threads));
    let elements = arguments.elements.unwrap_or(if quick { 10_000 } else { 1_000_000 });
    let plan = plan(&editions, &arguments.operators, &dtypes, elements as usize);
    let options = Options { threads: Some(threads), ..arguments.timeouts.options() };
    let opened = arguments.backends.iter().map(|spec| backends::open(spec, &editions, &options));
    let mut backends = opened.collect::<Result<Vec<_>, _>>()?;
    let mut contestants: Vec<Contestant<'_>> = arguments
        .backends
        .iter()
        .zip(&mut backends)
        .map(|(asked, backend)| Contestant { asked, backend: backend.as_mut() })
        .collect();
    let options = bench::Options {
        editions,
        rounds: arguments.rounds.map_or(if quick { 3 } else { 11 }, usize::from),
        min_sample: arguments.sample.unwrap_or(Duration::from_millis(if quick { 1 } else { 5 })),
        threads,
        quick,
        stop: interrupt::stop(),
    };
    let count = plural(plan.len() as u64, "call", "calls");
    print_aside(|out| writeln!(out, "{count} to time"))?;
    let progress = Progress::of("calls", plan.len(), "bench", "judged and timed");
    let report = bench::run(&mut contestants, &plan, &options, &mut || progress.step());
    drop(progress);
    let slower = earlier.map(|earlier| report.slower_than(&earlier)).unwrap_or_default();
    Ok(tell(files, &report, &slower))
}

/// Reads an earlier report.
fn earlier(path: &Path) -> Result<BenchReport, Problem> {
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let shown = path.display();
    let bytes = files::read(path, files::limit()).map_err(|error| {
        Problem::usage(format!("cannot read {shown}: {error}"), "create one with --report json=PATH first")
    })?;
    let none = |why: &str| {
        let why = text::sanitize(why);
        let help = "choose a file written by `ascertain bench --report json=PATH`";
        Problem::usage(format!("{shown} is not a benchmark report: {why}"), help)
    };
    let head: Head = serde_json::from_slice(&bytes).map_err(|error| none(&error.to_string()))?;
    if head.version != VERSION {
        return Err(none(&format!("its version is {}, this program reads version {VERSION}", head.version)));
    }
    serde_json::from_slice(&bytes).map_err(|error| none(&error.to_string()))
}

/// Writes the report to files and to standard output. Returns the exit code.
fn tell(files: Vec<((), PendingFile)>, report: &BenchReport, slower: &[String]) -> u8 {
    let width = terminal_width();
    let aside = files.iter().any(|(_, file)| file.is_standard_output());
    let written = Written::default();
    for ((), file) in files {
        written.note(file.write(|out| report.write(out)));
    }
    written.note(say(aside, |out| {
        report.write_text(out, width)?;
        slower.iter().try_for_each(|line| writeln!(out, "slower: {line}"))
    }));
    let wrong = report.outcomes().any(|(_, outcome)| outcome.is_failure());
    written.exit_code(match report.is_whole() {
        _ if wrong || !slower.is_empty() => 1,
        true => 0,
        false => NOTHING,
    })
}
