//! `ascertain bench`.

use super::backend::{TimeoutArguments, kinds};
use super::pending::{Named, PendingFile, Written, check_apart, named};
use super::print::print_aside;
use super::progress::Progress;
use super::proposed::{self, Proposed};
use super::select::EditionArguments;
use super::targets::{self, Target};
use super::{Problem, examples, interrupt, say};
use crate::bench::against::compare;
use crate::bench::plan::{self, Shape};
use crate::bench::report::{BenchReport, Comparison, Format, VERSION};
use crate::bench::{self, Contestant, Plan, QUICK_ROUNDS, ROUNDS, terminal};
use ascertain::DType;
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain_conformance::backends::{self, Options};
use ascertain_conformance::report::text::{plural, terminal_width};
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use clap::Args;
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SEVERAL: &str = "The implementation to time. Repeat to compare several; they take turns in each round.";

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Time NumPy and PyTorch against each other:",
        "ascertain bench -b numpy -b torch --report html=bench.html",
    ),
    ("Compare with an earlier report:", "ascertain bench -b lib:./mine.so --against earlier.json"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The implementation to time. Repeat to compare several; they take turns in each round.
    #[arg(short, long = "backend", value_parser = Proposed(proposed::backends), hide_possible_values = true, long_help = kinds(SEVERAL), value_name = "BACKEND", default_value = "reference", help_heading = "Backends")]
    backends: Vec<String>,

    /// Shapes with the dim to multiply along, LENGTHxLENGTH:DIM, separated by commas. Default:
    /// 4096x4096:-1,4096x4096:0,64x512x512:1,10000000:0,8x8:-1, or smaller ones with --quick.
    #[arg(long, value_name = "SHAPES", value_delimiter = ',', help_heading = "Products")]
    shapes: Vec<Shape>,

    /// Short names of dtypes, separated by commas. Default: all that have products.
    #[arg(long, value_name = "DTYPES", value_delimiter = ',', help_heading = "Products")]
    dtypes: Vec<String>,

    /// Take a quick look: small shapes, 6 rounds, samples of 1 ms, unless these are given. Enough to see which results are
    /// right, too little to compare times.
    #[arg(long, help_heading = "Measuring")]
    quick: bool,

    /// Number of rounds. In each round every backend gives one sample of calls and one of memcpy. Default: 11.
    #[arg(long, value_name = "NUMBER", value_parser = rounds, help_heading = "Measuring")]
    rounds: Option<usize>,

    /// Largest number of threads a backend may use.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = threads, help_heading = "Measuring")]
    threads: usize,

    /// Minimum duration of a sample, in milliseconds. Short calls are repeated until it is reached. Default: 5.
    #[arg(long, value_name = "MILLISECONDS", value_parser = least, help_heading = "Measuring")]
    sample: Option<Duration>,

    /// Also write a report: html=PATH, markdown=PATH or json=PATH, with `-` for standard output. In an existing Markdown
    /// file only the text between `<!-- ascertain bench -->` and `<!-- /ascertain bench -->` is replaced. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = target, help_heading = "Reports")]
    reports: Vec<Target<&'static Format>>,

    /// Compare with an earlier JSON report. The exit code is 1 if a time relative to memcpy grew by more than the noise.
    #[arg(long, value_name = "PATH", help_heading = "Reports")]
    against: Option<PathBuf>,

    /// Measure nothing; show an earlier JSON report.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["backends", "shapes", "dtypes", "quick", "against"], help_heading = "Reports")]
    show: Option<PathBuf>,

    #[command(flatten)]
    timeouts: TimeoutArguments,

    #[command(flatten)]
    editions: EditionArguments,
}

/// Largest number of rounds. Beyond it, probabilities underflow.
const MOST_ROUNDS: usize = 1000;

fn rounds(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=MOST_ROUNDS).contains(n));
    number.ok_or_else(|| format!("write a number from 1 to {MOST_ROUNDS}; 6 or more give an interval"))
}

fn threads(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|n| (1..=4096).contains(n)).ok_or("write a number from 1 to 4096")
}

fn least(text: &str) -> Result<Duration, &'static str> {
    let milliseconds = text.parse().ok().filter(|&ms: &f64| ms > 0.0 && ms <= 60_000.0);
    milliseconds
        .map(|ms| Duration::from_secs_f64(ms / 1000.0))
        .ok_or("write a number of milliseconds above 0, at most 60000 (a minute)")
}

fn target(text: &str) -> Result<Target<&'static Format>, String> {
    let formats: Vec<_> = bench::FORMATS.iter().map(|format| (format.name, *format)).collect();
    Target::read(text, &formats)
}

/// Exit code when nothing could be timed, or not all.
const NOTHING: u8 = 3;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let files =
        targets::open(arguments.reports.iter().map(|target| (target.format, target.path.clone().into())))?;
    let written = |which: fn(&Format) -> bool| -> Vec<Named> {
        files.iter().filter(|(format, _)| which(format)).map(|(_, file)| named(file.path())).collect()
    };
    check_apart(&written(|_| true), &[])?;
    // A report of the same format may take the place of the one that it was compared with.
    let read = [&arguments.against, &arguments.show].into_iter().flatten();
    check_apart(&written(|format| format.name != "json"), &read.map(|path| named(path)).collect::<Vec<_>>())?;
    if let Some(path) = &arguments.show {
        return Ok(tell(files, &earlier(path)?));
    }
    let plan = plan(arguments, &editions)?;
    let earlier = arguments.against.as_deref().map(|path| comparable(path, arguments.threads)).transpose()?;
    let options = Options { threads: Some(arguments.threads), ..arguments.timeouts.options() };
    let opened = arguments.backends.iter().map(|spec| backends::open(spec, &editions, &options));
    let mut backends = opened.collect::<Result<Vec<_>, _>>()?;
    let mut contestants: Vec<Contestant<'_>> = arguments
        .backends
        .iter()
        .zip(&mut backends)
        .map(|(asked, backend)| Contestant { asked, backend: backend.as_mut() })
        .collect();
    let quick = arguments.quick;
    let options = bench::Options {
        editions,
        rounds: arguments.rounds.unwrap_or(if quick { QUICK_ROUNDS } else { ROUNDS }),
        min_sample: arguments.sample.unwrap_or(Duration::from_millis(if quick { 1 } else { 5 })),
        threads: arguments.threads,
        quick,
        stop: interrupt::stop(),
    };
    let products = plan.shapes.len() * plan.dtypes.len();
    let expected = in_words(expected_seconds(&plan, &options, contestants.len()));
    let count = plural(products as u64, "product", "products");
    print_aside(|out| writeln!(out, "{count} to time: about {expected}, longer if a backend is slow"))?;
    let progress = Progress::of("products", products, "bench", "judged and timed");
    let mut report = bench::run(&mut contestants, &plan, &options, &mut || progress.step())
        .map_err(|error| Problem::usage(error.to_string(), "choose smaller shapes with --shapes"))?;
    drop(progress);
    report.against = earlier.map(|earlier| compare(&earlier, &report));
    Ok(tell(files, &report))
}

/// Seconds that a measurement roughly takes.
fn expected_seconds(plan: &Plan, options: &bench::Options, backends: usize) -> f64 {
    let of_shape = |shape: &Shape| shape.expected_seconds(options.rounds, options.min_sample);
    let of_all: f64 = plan.shapes.iter().map(of_shape).sum();
    of_all * (plan.dtypes.len() * backends) as f64
}

/// `40 seconds`, `3 minutes`.
fn in_words(seconds: f64) -> String {
    if seconds < 90.0 {
        plural(seconds.max(1.0).round() as u64, "second", "seconds")
    } else {
        plural((seconds / 60.0).round() as u64, "minute", "minutes")
    }
}

fn plan(arguments: &Arguments, editions: &Editions) -> Result<Plan, Problem> {
    let known = plan::dtypes(CUMPROD.contract(editions));
    let names: Vec<&str> = known.iter().map(DType::name).collect();
    let dtype = |name: &String| match DType::from_name(name) {
        Some(dtype) if known.contains(dtype) => Ok(dtype),
        Some(dtype) => {
            let help = format!("choose from {}", names.join(", "));
            Err(Problem::usage(format!("there is no product of {dtype} to time"), help))
        }
        None => Err(Problem::unknown("dtype", name, names.iter().copied())),
    };
    let mut dtypes: Vec<DType> = match arguments.dtypes.as_slice() {
        [] => known.iter().collect(),
        given => given.iter().map(dtype).collect::<Result<_, _>>()?,
    };
    let mut shapes = match arguments.shapes.as_slice() {
        [] if arguments.quick => Shape::quick(),
        [] => Shape::usual(),
        given => given.to_vec(),
    };
    only_once(&mut dtypes);
    only_once(&mut shapes);
    Ok(Plan { shapes, dtypes })
}

/// Removes repeated items.
fn only_once<T: PartialEq + Clone>(list: &mut Vec<T>) {
    let all = list.clone();
    let mut at = 0..;
    list.retain(|item| at.next().is_some_and(|at| !all[..at].contains(item)));
}

/// An earlier report, if it was made with the same number of threads.
fn comparable(path: &Path, threads: usize) -> Result<BenchReport, Problem> {
    let report = earlier(path)?;
    let before = report.settings.threads;
    if before != threads {
        let what = format!("{} was made with {before} threads, this run uses {threads}", path.display());
        return Err(Problem::usage(what, format!("add --threads {before}, or choose another report")));
    }
    Ok(report)
}

/// Reads an earlier report.
fn earlier(path: &Path) -> Result<BenchReport, Problem> {
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let shown = path.display();
    let text = files::read(path, files::limit()).map_err(|error| {
        Problem::usage(format!("cannot read {shown}: {error}"), "create one with --report json=PATH first")
    })?;
    let none = |why: String| {
        let help = "choose a file written by `ascertain bench --report json=PATH`";
        Problem::usage(format!("{shown} is not a benchmark report: {why}"), help)
    };
    let mut report: Value = serde_json::from_slice(&text).map_err(|error| none(error.to_string()))?;
    make_visible(&mut report);
    let head = Head::deserialize(&report).map_err(|error| none(error.to_string()))?;
    if head.version != VERSION {
        return Err(none(format!("its version is {}, this program reads version {VERSION}", head.version)));
    }
    let report: BenchReport = serde_json::from_value(report).map_err(|error| none(error.to_string()))?;
    if report.outcomes().any(|(_, outcome)| outcome.backend >= report.backends.len()) {
        return Err(none("it has results for a backend that it does not list".to_owned()));
    }
    Ok(report)
}

/// Names of backends and reasons in somebody's report, as if the backends had just given them.
fn make_visible(value: &mut Value) {
    match value {
        Value::String(words) => *words = text::sanitize(words),
        Value::Array(values) => values.iter_mut().for_each(make_visible),
        Value::Object(members) => members.values_mut().for_each(make_visible),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Writes the report to files and to standard output. Returns the exit code.
fn tell(files: Vec<(&Format, PendingFile)>, report: &BenchReport) -> u8 {
    let width = terminal_width();
    let aside = files.iter().any(|(_, file)| file.is_standard_output());
    let written = Written::default();
    for (format, file) in files {
        let existing = files::read_text(file.path()).ok();
        let text = (format.text)(report, existing.as_deref());
        // Of a document, one part is the report.
        let is_part = format.name == "markdown" && existing.is_some();
        let write = |out: &mut dyn io::Write| out.write_all(text?.as_bytes());
        written.note(if is_part { file.update(write) } else { file.write(write) });
    }
    written.note(say(aside, |out| terminal::write(out, report, width)));
    written.exit_code(exit_code(report))
}

fn exit_code(report: &BenchReport) -> u8 {
    let wrong = report.outcomes().any(|(_, outcome)| outcome.is_failure());
    let regressed = report.against.as_ref().is_some_and(Comparison::is_regression);
    match report.timed() {
        _ if wrong || regressed => 1,
        1.. if report.incomplete.is_none() => 0,
        _ => NOTHING,
    }
}
