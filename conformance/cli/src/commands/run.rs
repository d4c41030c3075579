//! `ascertain run`.

use super::backend;
use super::backend::TimeoutArguments;
use super::error::Problem;
use super::interrupt;
use super::journal::{self, JournalArguments, OpenJournal};
use super::memory;
use super::output::{Reports, Target};
use super::progress::Progress;
use super::select::{CaseArguments, EditionArguments, Shard, all_cases};
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_conformance::adapter;
use ascertain_conformance::case::Case;
use ascertain_conformance::html::site::Site;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::operator::cumprod::declared;
use ascertain_conformance::options::{Large, RANDOM_CASES, RANDOM_TIME, RunOptions};
use ascertain_conformance::report::terminal::View;
use ascertain_conformance::report::text::{plural, terminal_width};
use ascertain_conformance::report::{RunRequest, compare, edition_arguments, terminal};
use ascertain_conformance::run::{Backends, Listener, Started, Step};
use ascertain_conformance::suite::large;
use ascertain_conformance::verdict::KnownFailure;
use ascertain_conformance::verdict::Run;
use ascertain_conformance::{known, known_file, run};
use clap::{Args, ValueEnum};
use std::mem;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The implementation to test. `reference` is this project's own. `process:COMMAND` starts a program that speaks
    /// the protocol. `lib:PATH` loads a shared library. `numpy`, `torch`, `jax`, `mindspore` and `tensorflow` test a
    /// Python framework, with options as in "numpy:--op mul". Repeat to test several; the worst exit code counts,
    /// 1 before 3 before 0.
    #[arg(long = "backend", value_name = "BACKEND", default_value = "reference", help_heading = "Backends")]
    backends: Vec<String>,

    #[command(flatten)]
    timeouts: TimeoutArguments,

    #[command(flatten)]
    editions: EditionArguments,

    #[command(flatten)]
    cases: CaseArguments,

    /// Ask this many processes of the backend at the same time, or `auto` for one on each processor. The results are the
    /// same.
    #[arg(long, value_name = "NUMBER", default_value = "1", help_heading = "Backends")]
    jobs: Jobs,

    /// End the run after this time: `90s`, `5m`, `2h`. What was not asked by then is skipped, and the report says so.
    #[arg(long, value_name = "DURATION", value_parser = duration, help_heading = "Cases")]
    max_time: Option<Duration>,

    /// End the run after the first failure.
    #[arg(long, help_heading = "Cases")]
    fail_fast: bool,

    /// Also run cases with more than 2^31 elements of 8 bits, where indices of 32 bits overflow. They take minutes. A
    /// case needs 7 to 13 GB of memory with the reference, and 22 to 43 GB with an implementation in another process.
    /// If less is available, it is skipped, and the report says so.
    #[arg(long, help_heading = "Cases")]
    large: bool,

    /// Run only part K of N of the cases, counted from 1.
    #[arg(long, value_name = "K/N", help_heading = "Cases")]
    shard: Option<Shard>,

    /// Also run this many random cases, 0 for none [default: 5000 or as many as fit into 30 s; none if the cases are
    /// chosen, by --filter, --skip, --requirement or files]
    #[arg(long, value_name = "NUMBER", help_heading = "Random cases")]
    fuzz: Option<u64>,

    /// Also run random cases for this long: `90s`, `5m`, `2h`. With --fuzz, stop at whichever comes first.
    #[arg(long, value_name = "DURATION", value_parser = duration, help_heading = "Random cases")]
    time: Option<Duration>,

    /// Seed of the random cases. The same seed makes the same cases.
    #[arg(long, value_name = "NUMBER", default_value = "0", help_heading = "Random cases")]
    seed: u64,

    #[command(flatten)]
    outcome: OutcomeArguments,

    #[command(flatten)]
    journal: JournalArguments,
}

/// What the answers must satisfy, and where the results go.
#[derive(Args, Debug)]
pub(super) struct OutcomeArguments {
    /// Require a kind of arithmetic, as if the backend had declared it: order=sequential, accumulator.f16=f32,
    /// subnormals=keep, conversion.bf16=direct. Without an order, factors must stay in index order, grouped in any way;
    /// order=permuted lets them change places. `ascertain observe` shows what a backend does. Repeatable.
    #[arg(long = "expect", value_name = "KEY=VALUE", help_heading = "Backends")]
    demands: Vec<Demand>,

    /// What to do with requirements that are this project's own reading of a document. `judge`: as with all others.
    /// `observe`: record what the backend does, and fail nobody.
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        default_value_t,
        help_heading = "Editions",
        hide_possible_values = true
    )]
    readings: Readings,

    /// Also write a report: FORMAT is html, json, junit, markdown, ctrf, sarif or badge; PATH may be `-` for standard
    /// output. With several backends, put {backend} into PATH; it becomes the backend's name. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH", help_heading = "Reports")]
    reports: Vec<Target>,

    /// Where `ascertain spec site` wrote its site: an address or a folder. Requirements and cells in HTML and Markdown reports
    /// lead there.
    #[arg(long, value_name = "ADDRESS", help_heading = "Reports")]
    site: Option<Site>,

    /// Write each failing random case, minimized, as a vector file to this folder.
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    repro: Option<PathBuf>,

    /// A list of known failures (TOML). They do not fail the run. An entry fails it if its cases pass, if there are no
    /// such cases, or if its last day is over. `ascertain known write` makes one from a report.
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    known: Option<PathBuf>,

    /// Number of findings to show in full, or `all`.
    #[arg(long, value_name = "NUMBER", default_value = "10", help_heading = "Reports")]
    findings: Limit,
}

/// How many processes of a backend are asked.
#[derive(Clone, Copy, Debug)]
struct Jobs(usize);

impl FromStr for Jobs {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self(thread::available_parallelism().map_or(1, NonZero::get))),
            number => {
                let number = number.parse().ok().filter(|number| (1..=MAX_JOBS).contains(number));
                number.map(Self).ok_or("write a number from 1 to 1024, or `auto`")
            }
        }
    }
}

/// More processes than this are a mistake.
const MAX_JOBS: usize = 1024;

/// What to do with this project's own readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Readings {
    /// Judge them like every other requirement.
    #[default]
    Judge,
    /// Record what the backend does.
    Observe,
}

/// One `--expect KEY=VALUE`.
#[derive(Clone, Debug)]
struct Demand {
    key: String,
    value: String,
}

impl FromStr for Demand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("write KEY=VALUE, for example order=sequential")?;
        declared::check(key, value)?;
        Ok(Self { key: key.to_owned(), value: value.to_owned() })
    }
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

/// How many findings to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit(pub(super) usize);

impl FromStr for Limit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self(usize::MAX)),
            number => number.parse().map(Self).map_err(|_| "write a number, or `all`"),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let chosen = &arguments.cases;
    let all =
        [&chosen.filters, &chosen.skips, &chosen.requirements].iter().all(|patterns| patterns.is_empty());
    let usual = if all { (RANDOM_CASES, Some(RANDOM_TIME)) } else { (0, None) };
    run_cases(arguments, &editions, all_cases(&editions)?, usual)
}

/// The editions that the arguments choose.
pub(super) fn editions(arguments: &Arguments) -> Result<Editions, Problem> {
    arguments.editions.resolve()
}

/// Runs those of `cases` that the arguments select, and random ones: `usual` many, in that time, unless the arguments
/// say how many or how long.
pub(super) fn run_cases(
    arguments: &Arguments,
    editions: &Editions,
    cases: Vec<Case>,
    usual: (u64, Option<Duration>),
) -> Result<u8, Problem> {
    let open = |spec: &str| backend::open(spec, editions, &arguments.timeouts);
    let mut opened = arguments.backends.iter().map(|spec| open(spec)).collect::<Result<Vec<_>, _>>()?;
    let (fuzz, time) = match (arguments.fuzz, arguments.time) {
        (None, None) => usual,
        // Without a number, time alone would count.
        (Some(0), _) => (0, None),
        (fuzz, time) => (fuzz.unwrap_or(0), time),
    };
    let large = if arguments.large { large::cases(Registry::default()) } else { Vec::new() };
    let others = fuzz > 0 || time.is_some();
    let (mut cases, mut large) = arguments.cases.select_all(cases, large, editions, others)?;
    if let Some(shard) = arguments.shard {
        // Without fixed cases there are others.
        cases = if cases.is_empty() { cases } else { part(shard, cases)? };
        large = shard.take(large);
    }
    let options = RunOptions {
        editions: editions.clone(),
        seed: arguments.seed,
        fuzz,
        time,
        shard: arguments.shard.map(|s| [s.part, s.of]),
        large: Large { cases: large, ..Large::default() },
        fail_fast: arguments.fail_fast,
        ..RunOptions::default()
    };
    let make = |spec: &String| {
        let (spec, options) = (spec.clone(), arguments.timeouts.options());
        move || -> Result<Box<dyn Backend>, String> {
            Ok(adapter::open(&spec, editions, &options).map_err(|error| error.to_string())?)
        }
    };
    let makes: Vec<_> = arguments.backends.iter().map(make).collect();
    let backends = makes.iter().zip(&mut opened).map(|(make, opened)| match arguments.jobs {
        Jobs(1) => Backends::One(opened.as_mut()),
        Jobs(jobs) => Backends::Many(jobs, make),
    });
    let backends = arguments.backends.iter().cloned().zip(backends).collect();
    if let Some(time) = arguments.max_time {
        interrupt::stop().end_at(Instant::now() + time);
    }
    ask_all(&cases, options, &arguments.cases, &arguments.outcome, &arguments.journal, backends)
}

/// Runs the cases on each backend and reports the results. Backends have the names that people write; `selection` says how
/// the cases were chosen.
pub(super) fn ask_all(
    cases: &[Case],
    mut options: RunOptions,
    selection: &CaseArguments,
    outcome: &OutcomeArguments,
    journal: &JournalArguments,
    backends: Vec<(String, Backends<'_>)>,
) -> Result<u8, Problem> {
    let known = outcome.known.as_deref().map(known_failures).transpose()?.unwrap_or_default();
    // Open all reports first: a run may take long.
    let specs: Vec<String> = backends.iter().map(|(spec, _)| spec.clone()).collect();
    let mut reports = Reports::open(&outcome.reports, outcome.repro.as_deref(), &specs)?;
    reports.link_to(outcome.site.as_ref());
    options.stop = interrupt::stop();
    options.observe_readings = outcome.readings == Readings::Observe;
    options.expect = outcome.demands.iter().map(|d| (d.key.clone(), d.value.clone())).collect();
    let view = View { width: terminal_width(), findings: outcome.findings.0 };
    let asked = specs.iter().map(|spec| asked(spec, &options, selection)).collect::<Vec<_>>();
    let journals = journal::open(journal, cases, &options, &asked)?;
    let mut runs: Vec<(Run, RunRequest)> = Vec::new();
    for (at, (((spec, backends), asked), journal)) in
        backends.into_iter().zip(asked).zip(journals).enumerate()
    {
        let own = spec == "reference";
        options.large.copies = if own { COPIES } else { COPIES_ELSEWHERE };
        options.large.available = memory::available();
        let mut run = ask(&spec, backends, cases, &options, journal)?;
        known::apply(&mut run, &known, asked.is_whole());
        // Reports first: the terminal may be gone.
        reports.write(at, &run, &asked);
        reports.say(|out| {
            if at > 0 {
                writeln!(out)?;
            }
            terminal::write(out, &run, &asked, view)
        });
        runs.push((run, asked));
    }
    if runs.len() > 1 {
        reports.say(|out| compare::write(out, &runs, view.width));
    }
    let badness = |code: &u8| [0, 3, 1].iter().position(|c| c == code);
    Ok(runs.iter().map(|(run, _)| run.exit_code()).max_by_key(badness).unwrap_or(3))
}

fn known_failures(path: &Path) -> Result<Vec<KnownFailure>, Problem> {
    known_file::read(path).map_err(|error| {
        let help = "`ascertain known write REPORT.json` shows what such a list looks like";
        Problem::usage(format!("{}: {error}", path.display()), help)
    })
}

/// Copies of a large tensor in memory at once: input, `out` and the answer.
const COPIES: u64 = 3;

/// The same for a backend in another process: messages on both sides, and memory of the device. Five copies were measured
/// with NumPy, nine with the aclnn interface.
const COPIES_ELSEWHERE: u64 = 10;

/// One part of the cases.
pub(super) fn part(shard: Shard, cases: Vec<Case>) -> Result<Vec<Case>, Problem> {
    let all = cases.len();
    let part = shard.take(cases);
    if part.is_empty() {
        let what = format!("part {} of {} of {all} cases is empty", shard.part, shard.of);
        return Err(Problem::usage(what, "use fewer parts"));
    }
    Ok(part)
}

/// Asks a backend the cases and judges the answers, but for those in the journal.
fn ask(
    spec: &str,
    backends: Backends<'_>,
    cases: &[Case],
    options: &RunOptions,
    mut journal: Option<OpenJournal>,
) -> Result<Run, Problem> {
    let parts = options.shard.map_or(1, |[_, of]| u64::from(of));
    let random = usize::try_from(options.fuzz.div_ceil(parts)).unwrap_or(usize::MAX);
    let fixed = cases.len() + options.large.cases.len();
    let progress = Progress::new(fixed.saturating_add(random), spec);
    let earlier = journal.as_mut().map(|journal| mem::take(&mut journal.earlier)).unwrap_or_default();
    let mut told = Told { progress, findings: 0, journal };
    earlier.iter().for_each(|step| told.show(step));
    let run = run::run_all(cases, backends, options, earlier, &mut told);
    told.journal.map_or(Ok(()), OpenJournal::close)?;
    Ok(run)
}

/// Shows how a run goes, and writes its journal.
struct Told {
    progress: Progress,
    findings: u64,
    journal: Option<OpenJournal>,
}

impl Listener for Told {
    fn started(&mut self, started: &Started) -> Result<(), String> {
        self.journal.as_mut().map_or(Ok(()), |open| open.journal.started(started))
    }

    fn step(&mut self, step: &Step) {
        if let Some(open) = &mut self.journal {
            open.journal.step(step);
        }
        self.show(step);
    }
}

impl Told {
    fn show(&mut self, step: &Step) {
        self.findings += step.results().filter(|result| result.judgement.verdict.is_finding()).count() as u64;
        let words = (self.findings > 0).then(|| plural(self.findings, "finding", "findings"));
        self.progress.advance(step.cases(), words);
    }
}

fn asked(spec: &str, options: &RunOptions, selection: &CaseArguments) -> RunRequest {
    RunRequest {
        backend: spec.to_owned(),
        editions: edition_arguments(&options.editions),
        filters: selection.filters.clone(),
        skips: selection.skips.clone(),
        requirements: selection.requirements.clone(),
        demands: options.expect.iter().map(|(key, value)| format!("{key}={value}")).collect(),
        shard: options.shard.map(|[part, of]| (part, of)),
        large: !options.large.cases.is_empty(),
        observe_readings: options.observe_readings,
        ..RunRequest::default()
    }
}
