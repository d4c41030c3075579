//! `ascertain bench`.

use super::backend::{TimeoutArguments, kinds};
use super::error::Problem;
use super::examples::examples;
use super::interrupt;
use super::pending::PendingFile;
use super::print::{print, print_aside};
use super::progress::Progress;
use super::select::EditionArguments;
use crate::bench::against::compare;
use crate::bench::plan::{self, Shape};
use crate::bench::report::{Comparison, Format, Report, VERSION};
use crate::bench::{self, Contestant, Plan, ROUNDS, terminal};
use ascertain::DType;
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain_conformance::adapter::{self, Options};
use ascertain_conformance::files;
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::text;
use clap::Args;
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
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
    #[arg(short, long = "backend", long_help = kinds(SEVERAL), value_name = "BACKEND", default_value = "reference", help_heading = "Backends")]
    backends: Vec<String>,

    /// Shapes with the dim to multiply along, LENGTHxLENGTH:DIM, separated by commas. Default:
    /// 4096x4096:-1,4096x4096:0,64x512x512:1,10000000:0,8x8:-1.
    #[arg(long, value_name = "SHAPES", value_delimiter = ',', help_heading = "Products")]
    shapes: Vec<Shape>,

    /// Short names of dtypes, separated by commas. Default: all that have products.
    #[arg(long, value_name = "DTYPES", value_delimiter = ',', help_heading = "Products")]
    dtypes: Vec<String>,

    /// Number of rounds. In each round every backend gives one sample of calls and one of memcpy.
    #[arg(long, value_name = "NUMBER", default_value_t = ROUNDS, value_parser = rounds, help_heading = "Measuring")]
    rounds: usize,

    /// Largest number of threads a backend may use.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = threads, help_heading = "Measuring")]
    threads: usize,

    /// Minimum duration of a sample, in milliseconds. Short calls are repeated until it is reached.
    #[arg(long, value_name = "MILLISECONDS", default_value = "5", value_parser = least, help_heading = "Measuring")]
    sample: Duration,

    /// Also write a report: html=PATH, md=PATH or json=PATH, with `-` for standard output. In an existing Markdown
    /// file only the text between `<!-- ascertain bench -->` and `<!-- /ascertain bench -->` is replaced. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH", help_heading = "Reports")]
    reports: Vec<Target>,

    /// Compare with an earlier JSON report. The exit code is 1 if a time relative to memcpy grew by more than the noise.
    #[arg(long, value_name = "PATH", help_heading = "Reports")]
    against: Option<PathBuf>,

    /// Measure nothing; show an earlier JSON report.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["backends", "shapes", "dtypes", "against"], help_heading = "Reports")]
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

/// A report to write.
#[derive(Clone, Debug)]
struct Target {
    format: &'static Format,
    path: PathBuf,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let forms = format!(
            "write {}",
            bench::FORMATS
                .iter()
                .map(|format| format!("{}=PATH", format.name))
                .collect::<Vec<_>>()
                .join(" or ")
        );
        let (name, path) = text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or(forms.clone())?;
        let format = bench::FORMATS.iter().copied().find(|format| format.name == name);
        let format = format.ok_or(format!("unknown report format `{name}`; {forms}"))?;
        Ok(Self { format, path: path.into() })
    }
}

/// Exit code when nothing could be timed, or not all.
const NOTHING: u8 = 3;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let files = open(&arguments.reports)?;
    if let Some(path) = &arguments.show {
        return Ok(tell(files, &earlier(path)?));
    }
    let plan = plan(arguments, &editions)?;
    let earlier = arguments.against.as_deref().map(|path| comparable(path, arguments.threads)).transpose()?;
    let options = Options { threads: Some(arguments.threads), ..arguments.timeouts.options() };
    let opened = arguments.backends.iter().map(|spec| adapter::open(spec, &editions, &options));
    let mut backends = opened.collect::<Result<Vec<_>, _>>()?;
    let mut contestants: Vec<Contestant<'_>> = arguments
        .backends
        .iter()
        .zip(&mut backends)
        .map(|(asked, backend)| Contestant { asked, backend: backend.as_mut() })
        .collect();
    let options = bench::Options {
        editions,
        rounds: arguments.rounds,
        min_sample: arguments.sample,
        threads: arguments.threads,
        stop: interrupt::stop(),
    };
    let progress = Progress::new(plan.shapes.len() * plan.dtypes.len(), "bench").saying("judged and timed");
    let mut report = bench::run(&mut contestants, &plan, &options, &mut || progress.step())
        .map_err(|error| Problem::usage(error.to_string(), "choose smaller shapes with --shapes"))?;
    drop(progress);
    report.against = earlier.map(|earlier| compare(&earlier, &report));
    Ok(tell(files, &report))
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
    let mut shapes = if arguments.shapes.is_empty() { Shape::usual() } else { arguments.shapes.clone() };
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
fn comparable(path: &Path, threads: usize) -> Result<Report, Problem> {
    let report = earlier(path)?;
    let before = report.settings.threads;
    if before != threads {
        let what = format!("{} was made with {before} threads, this run uses {threads}", path.display());
        return Err(Problem::usage(what, format!("add --threads {before}, or choose another report")));
    }
    Ok(report)
}

/// Reads an earlier report.
fn earlier(path: &Path) -> Result<Report, Problem> {
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let shown = path.display();
    let text = files::read(path, files::TEXT_LIMIT).map_err(|error| {
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
    let report: Report = serde_json::from_value(report).map_err(|error| none(error.to_string()))?;
    if report.outcomes().any(|(_, outcome)| outcome.backend >= report.backends.len()) {
        return Err(none("it has results for a backend that it does not list".to_owned()));
    }
    Ok(report)
}

/// Names of backends and reasons in somebody's report, as if the backends had just given them.
fn make_visible(value: &mut Value) {
    match value {
        Value::String(words) => *words = text::visible(words),
        Value::Array(values) => values.iter_mut().for_each(make_visible),
        Value::Object(members) => members.values_mut().for_each(make_visible),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Opens the reports, before the long measurement.
fn open(targets: &[Target]) -> Result<Vec<(&Target, PendingFile)>, Problem> {
    let mut files: Vec<(&Target, PendingFile)> = Vec::new();
    for target in targets {
        let file = PendingFile::open(&target.path)?;
        if files.iter().any(|(_, other)| other.is_same(&file)) {
            let place = match file.is_standard_output() {
                true => "mix on standard output".to_owned(),
                false => format!("be written to {}", target.path.display()),
            };
            return Err(Problem::usage(format!("two reports would {place}"), "give each a file of its own"));
        }
        files.push((target, file));
    }
    Ok(files)
}

/// Writes the report to files and to standard output. A file that cannot be written is told on standard error; the exit
/// code is that of the report.
fn tell(files: Vec<(&Target, PendingFile)>, report: &Report) -> u8 {
    let width = terminal_width();
    let aside = files.iter().any(|(_, file)| file.is_standard_output());
    for (target, file) in files {
        let existing = files::read_text(&target.path).ok();
        let text = (target.format.text)(report, existing.as_deref());
        if let Err(problem) = file.write(|out| out.write_all(text?.as_bytes())) {
            problem.print();
        }
    }
    let say = |out: &mut dyn io::Write| terminal::write(out, report, width);
    if let Err(problem) = if aside { print_aside(say) } else { print(say) } {
        problem.print();
    }
    exit_code(report)
}

fn exit_code(report: &Report) -> u8 {
    let wrong = report.outcomes().any(|(_, outcome)| outcome.is_failure());
    let regressed = report.against.as_ref().is_some_and(Comparison::is_regression);
    match report.timed() {
        _ if wrong || regressed => 1,
        1.. if report.incomplete.is_none() => 0,
        _ => NOTHING,
    }
}
