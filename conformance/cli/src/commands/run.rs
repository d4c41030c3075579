//! `ascertain run`.

mod arguments;
mod listener;
mod plan;

pub(super) use arguments::{Arguments, OutcomeArguments, SuiteArguments};
pub(super) use plan::RunPlan;

use super::backend;
use super::error::Problem;
use super::interrupt;
use super::select::{part_of, selected};
use arguments::Jobs;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_conformance::backends;
use ascertain_conformance::case::Case;
use ascertain_conformance::fuzz;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::{Large, RANDOM_CASES, RANDOM_TIME, RunOptions};
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::run::Backends;
use ascertain_conformance::suite::large;
use std::time::{Duration, Instant};

pub(super) fn run(arguments: &SuiteArguments) -> Result<u8, Problem> {
    let SuiteArguments { run: arguments, vectors } = arguments;
    let editions = arguments.editions.resolve()?;
    let chosen = &arguments.cases;
    let all =
        [&chosen.filters, &chosen.skips, &chosen.requirements].iter().all(|patterns| patterns.is_empty());
    let usual = if all { (RANDOM_CASES, Some(RANDOM_TIME)) } else { (0, None) };
    let (cases, own) = vectors.with_suite(&editions)?;
    run_cases(arguments, &editions, cases, RunRequest { own, ..RunRequest::default() }, usual)
}

/// The editions that the arguments choose.
pub(super) fn editions(arguments: &Arguments) -> Result<Editions, Problem> {
    arguments.editions.resolve()
}

/// Runs those of `cases` that the arguments select, and random ones: `usual` many, in that time, unless the arguments
/// say how many or how long. `asked` says where cases come from that the suite does not have.
pub(super) fn run_cases(
    arguments: &Arguments,
    editions: &Editions,
    cases: Vec<Case>,
    asked: RunRequest,
    usual: (u64, Option<Duration>),
) -> Result<u8, Problem> {
    let asked = RunRequest {
        own: asked.own,
        files: asked.files,
        limits: arguments.timeouts.limits(),
        ..arguments.cases.request()
    };
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
    let (mut cases, mut large) = selected(&asked, cases, large, editions, others)?;
    if let Some(shard) = arguments.shard {
        // Without fixed cases there are others.
        cases = if cases.is_empty() { cases } else { part_of(shard, cases)? };
        large = shard.take(large);
    }
    let of_kind = || arguments.backends.iter().find_map(|spec| backends::kind(spec)?.shapes);
    let shapes = arguments.shapes.or_else(of_kind);
    let options = RunOptions {
        editions: editions.clone(),
        seed: shapes.map_or(arguments.seed, |shapes| fuzz::with_shapes(arguments.seed, shapes)),
        fuzz,
        time,
        shard: arguments.shard,
        large: Large { cases: large, ..Large::default() },
        fail_fast: arguments.fail_fast,
        ..RunOptions::default()
    };
    let make = |spec: &String| {
        let (spec, options) = (spec.clone(), arguments.timeouts.options());
        move || -> Result<Box<dyn Backend>, String> {
            Ok(backends::open(&spec, editions, &options).map_err(|error| error.to_string())?)
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
    let Arguments { outcome, journal, .. } = arguments;
    RunPlan { cases: &cases, asked, options, outcome, journal }.run(backends)
}
