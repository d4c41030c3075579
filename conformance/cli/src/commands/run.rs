//! `ascertain run`.

mod arguments;
mod plan;

pub(super) use arguments::{Arguments, DemandArguments, SuiteArguments};
pub use arguments::{OutcomeArguments, standard};
pub use plan::RunPlan;

use super::error::Problem;
use super::interrupt;
use super::select::{part_of, selected};
use ascertain::backend::Backend;
use ascertain::contract::OPERATORS;
use ascertain::document::Editions;
use ascertain_conformance::backends;
use ascertain_conformance::backends::timing::TimedBackend;
use ascertain_conformance::case::Case;
use ascertain_conformance::fuzz;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::{Large, RANDOM_CASES, RANDOM_CASES_EACH, RANDOM_TIME, RunOptions};
use ascertain_conformance::pattern::Pattern;
use ascertain_conformance::results::Selection;
use ascertain_conformance::run::Backends;
use ascertain_conformance::suite::large::{self, LargeCase};
use std::time::{Duration, Instant};

pub(super) fn run(arguments: &SuiteArguments) -> Result<u8, Problem> {
    let SuiteArguments { run: arguments, vectors } = arguments;
    let editions = arguments.editions.resolve()?;
    let selection = arguments.cases.selection();
    // Cases take a second to make, and a mistake in a backend's name is told at once.
    let opened = opened(arguments, &editions)?;
    let (cases, large, own) = vectors.with_suite(&selection, &editions, arguments.seed)?;
    let selection = Selection { own, ..selection };
    let Selection { filters, skips, .. } = &selection;
    let wanted = requirements(&selection, &editions);
    // Other filters choose fixed cases.
    let of_operators = skips.is_empty() && !selection.operators().is_empty();
    let of_requirements = skips.is_empty() && filters.is_empty() && !wanted.is_empty();
    let usual = if selection.is_whole() || of_operators && selection.requirements.is_empty() {
        (RANDOM_CASES, Some(RANDOM_TIME))
    } else if of_requirements || of_operators && !wanted.is_empty() {
        // Few random cases test one requirement, so many are looked at for each.
        (RANDOM_CASES / 16, Some(RANDOM_TIME))
    } else {
        (0, None)
    };
    run_cases(arguments, &editions, opened, (cases, large), selection, usual)
}

/// How the backends are opened.
fn options(arguments: &Arguments) -> backends::Options {
    backends::Options { product: arguments.outcome.product(), ..arguments.timeouts.options() }
}

/// The backends of the arguments.
pub(super) fn opened(
    arguments: &Arguments,
    editions: &Editions,
) -> Result<Vec<Box<dyn TimedBackend>>, Problem> {
    let options = options(arguments);
    let open = |spec: &String| backends::open(spec, editions, &options);
    Ok(arguments.backends.iter().map(open).collect::<Result<Vec<_>, _>>()?)
}

/// Runs on [`opened`] backends those cases that the arguments select, of which some are made when they are asked, and random ones: `usual` many, in that time, unless the
/// arguments say how many or how long.
pub(super) fn run_cases(
    arguments: &Arguments,
    editions: &Editions,
    mut opened: Vec<Box<dyn TimedBackend>>,
    (cases, own): (Vec<Case>, Vec<LargeCase>),
    selection: Selection,
    usual: (u64, Option<Duration>),
) -> Result<u8, Problem> {
    let options = options(arguments);
    let open = |spec: &String| backends::open(spec, editions, &options);
    let (fuzz, time) = match (arguments.fuzz, arguments.time) {
        (None, None) => usual,
        // Without a number, time alone would count.
        (Some(0), _) => (0, None),
        (fuzz, time) => (fuzz.unwrap_or(0), time),
    };
    let is_usual = arguments.fuzz.is_none() && arguments.time.is_none();
    let mut large = if arguments.large { large::cases(Registry::default()) } else { Vec::new() };
    large.extend(own);
    let others = arguments.fuzz.is_some_and(|fuzz| fuzz > 0) || arguments.time.is_some();
    let (mut cases, mut large) = selected(&selection, cases, large, editions, others)?;
    if let Some(shard) = arguments.shard {
        large = shard.take(large);
        // Where there are no fixed cases, or none in this part, there are others.
        cases =
            if large.is_empty() && !cases.is_empty() { part_of(shard, cases)? } else { shard.take(cases) };
    }
    let of_kind = || arguments.backends.iter().find_map(|spec| backends::kind(spec)?.shapes);
    let shapes = arguments.shapes.or_else(of_kind);
    let run_options = RunOptions {
        editions: editions.clone(),
        seed: shapes.map_or(arguments.seed, |shapes| fuzz::with_shapes(arguments.seed, shapes)),
        fuzz,
        fuzz_each: is_usual.then_some(RANDOM_CASES_EACH),
        operators: selection.operators(),
        requirements: requirements(&selection, editions),
        time,
        shard: arguments.shard,
        large: Large { cases: large, ..Large::default() },
        fail_fast: arguments.fail_fast,
        ..RunOptions::default()
    };
    let make = |spec| {
        move || -> Result<Box<dyn Backend>, String> { Ok(open(spec).map_err(|error| error.to_string())?) }
    };
    let makes: Vec<_> = arguments.backends.iter().map(make).collect();
    let backends = makes.iter().zip(&mut opened).map(|(make, opened)| match arguments.jobs {
        1 => Backends::One(opened.as_mut()),
        jobs => Backends::Many(jobs, make),
    });
    let backends = arguments.backends.iter().cloned().zip(backends).collect();
    if let Some(time) = arguments.max_time {
        interrupt::stop().end_at(Instant::now() + time);
    }
    let Arguments { outcome, journal, .. } = arguments;
    let limits = arguments.timeouts.limits();
    let options = run_options;
    RunPlan { cases: &cases, selection, limits, options, outcome, journal, again: None }.run(backends)
}

/// The requirements of operators that were asked for.
fn requirements(selection: &Selection, editions: &Editions) -> Vec<&'static str> {
    let operators = OPERATORS.iter().flat_map(|operator| operator.contract(editions).requirements);
    let ids: Vec<&str> = operators.map(|requirement| requirement.id).collect();
    let selected = |pattern: &String| Pattern::new(pattern).select(&ids);
    let each: Vec<Vec<bool>> = selection.requirements.iter().map(selected).collect();
    (0..ids.len()).filter(|at| each.iter().any(|all| all[*at])).map(|at| ids[at]).collect()
}
