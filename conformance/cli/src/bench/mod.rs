//! Which implementation is fast, of those that are right: benchmarks of work that is judged in the same run.
//!
//! [`run`] asks each backend each product of a [`plan`], judges the answer, and only if it is right times it, by the
//! backend itself, in rounds: one sample of each backend in turn, and beside each sample one of a copy of the same
//! bytes in the same process. After the last round the result is judged again. [`report`] is what comes of it;
//! [`terminal`], [`markdown`] and [`html`] show it, [`against`] compares it with an earlier one, [`stats`] says what
//! the numbers are.

pub mod against;
mod copy;
pub mod environment;
pub mod html;
pub mod markdown;
pub mod plan;
mod plot;
pub mod report;
pub mod stats;
mod tables;
pub mod terminal;

use self::copy::ThreadedCopy;
use self::plan::Shape;
use self::report::{Entrant, Measured, Outcome, Pair, Report, Settings, Times};
use self::stats::{Estimate, Spread};
use ascertain::DType;
use ascertain::backend::{Description, Reply};
use ascertain::document::Editions;
use ascertain::tensor::TensorError;
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::session::Judge;
use ascertain_conformance::session::offers;
use ascertain_conformance::suite;
use ascertain_conformance::timing::{Bench, TimedBackend, Timing};
use ascertain_conformance::verdict::{FailKind, Judgement, Verdict};
use std::time::Duration;

/// How to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The editions by which answers are judged.
    pub editions: Editions,
    /// Rounds, each with one sample of every backend.
    pub rounds: usize,
    /// What a sample takes at least.
    pub least: Duration,
    /// The most threads that backends compute with.
    pub threads: usize,
}

/// Rounds unless others are asked for: enough for quartiles, and for an interval that is 98.8 % sure.
pub const ROUNDS: usize = 11;

/// What is measured.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Shapes.
    pub shapes: Vec<Shape>,
    /// Dtypes, of each shape.
    pub dtypes: Vec<DType>,
}

/// A backend, and how it was asked for.
pub struct Contestant<'a> {
    /// As it was named.
    pub asked: &'a str,
    /// The backend.
    pub backend: &'a mut dyn TimedBackend,
}

/// Measures every product of a plan on every backend, and calls `on_product` after each.
///
/// # Errors
/// When a tensor of the plan does not fit into memory.
pub fn run(
    contestants: &mut [Contestant<'_>],
    plan: &Plan,
    options: &Options,
    on_product: &mut dyn FnMut(),
) -> Result<Report, TensorError> {
    let mut lanes: Vec<Lane<'_>> = Vec::new();
    let mut entrants = Vec::new();
    for (at, contestant) in contestants.iter_mut().enumerate() {
        let described = contestant.backend.describe();
        entrants.push(entrant(contestant.asked, described.as_ref()));
        if let Ok(description) = described {
            lanes.push(Lane { at, backend: contestant.backend, description: held_to_order(description) });
        }
    }
    label(&mut entrants);
    let mut cases = Vec::new();
    for shape in &plan.shapes {
        for dtype in &plan.dtypes {
            let case = shape.case(*dtype, &options.editions)?;
            let (outcomes, copies) = measure(&mut lanes, &case, options);
            cases.push(Measured {
                dtype: dtype.name().to_owned(),
                shape: shape.shape.clone(),
                dim: shape.dim,
                class: shape.class().to_owned(),
                bytes: (shape.count() * dtype.size()) as u64,
                threaded_copy_ns: Spread::of(&copies),
                ratios: pairs(&outcomes),
                results: outcomes,
            });
            on_product();
        }
    }
    Ok(Report {
        version: report::VERSION,
        suite: suite::VERSION.to_owned(),
        profile: options.editions.profile_name().to_owned(),
        editions: options.editions.iter().map(|(d, e)| (d.id.to_owned(), e.name.to_owned())).collect(),
        settings: Settings {
            rounds: options.rounds,
            least_ns: u64::try_from(options.least.as_nanos()).unwrap_or(u64::MAX),
            threads: options.threads,
        },
        environment: environment::here(),
        backends: entrants,
        cases,
        against: None,
    })
}

/// A backend that has introduced itself.
struct Lane<'a> {
    /// Its place among all.
    at: usize,
    backend: &'a mut dyn TimedBackend,
    description: Description,
}

/// How far a backend has come with a product.
enum State {
    /// Right so far; its samples, and what it said last.
    Timed(Vec<[f64; 2]>, Box<Timing>),
    /// Not, or no longer, to be timed.
    Out(Box<Judgement>),
}

/// Every product is exact, whatever the order. So each backend is held to the bits of one order, which is sharper than
/// what could be asked of products that round.
fn held_to_order(mut description: Description) -> Description {
    for operator in &mut description.operators {
        operator.declared.insert(0, ("order".to_owned(), "sequential".to_owned()));
    }
    description
}

/// What came of a product on each backend; and, round by round, nanoseconds of a copy on as many threads.
fn measure(lanes: &mut [Lane<'_>], case: &Case, options: &Options) -> (Vec<Outcome>, Vec<f64>) {
    let once = |again, result| Bench {
        call: &case.call,
        again,
        samples: 1,
        least: options.least,
        threads: options.threads,
        result,
    };
    let judge = |lane: &Lane<'_>, timed| {
        judged(case, timed, &Judge::new(&options.editions, Registry::default(), &lane.description))
    };
    // The first round only judges, and warms up.
    let mut states: Vec<State> = Vec::with_capacity(lanes.len());
    for lane in &mut *lanes {
        let timed = offers(&lane.description, case, &options.editions).and_then(|()| {
            let timed = lane.backend.bench(&once(false, true));
            judge(lane, timed)
        });
        states.push(timed.map_or_else(State::Out, |timing| State::Timed(Vec::new(), Box::new(timing))));
    }
    let question = once(false, false);
    let mut threaded = ThreadedCopy::new(question.bytes(), options.threads);
    let mut copies = Vec::new();
    for round in 1..=options.rounds {
        copies.extend(threaded.as_mut().map(|copy| copy.time(options.least)));
        for (lane, state) in lanes.iter_mut().zip(&mut states) {
            let State::Timed(samples, last) = state else { continue };
            let is_last = round == options.rounds;
            let timed = lane.backend.bench(&once(true, is_last));
            let timed = match timed {
                Ok(timing) if !is_last => Ok(timing),
                timed => judge(lane, timed),
            };
            match timed {
                Ok(timing) => {
                    samples.push(each(&timing));
                    **last = timing;
                }
                Err(mut judgement) => {
                    let what = judgement.detail.take().unwrap_or_default();
                    judgement.detail = Some(format!("right at first, but not when asked again: {what}"));
                    *state = State::Out(judgement);
                }
            }
        }
    }
    // As many bytes are written as are read.
    let moved = 2 * question.bytes().len();
    (lanes.iter().zip(states).map(|(lane, state)| outcome(lane.at, state, moved)).collect(), copies)
}

/// The timing of an answer that is right; else the judgement of it.
fn judged(case: &Case, timed: Result<Timing, Reply>, judge: &Judge<'_>) -> Result<Timing, Box<Judgement>> {
    let (timing, reply) = match timed {
        Ok(mut timing) => match timing.result.take() {
            Some(answer) => (Some(timing), Reply::Answer(answer)),
            None => (None, Reply::Failed("timed, without the result that was asked for".to_owned())),
        },
        Err(reply) => (None, reply),
    };
    let mut judgement = judge.judge(case, &reply, None);
    if judgement.kind == Some(FailKind::Declaration) {
        let detail = judgement.detail.take().unwrap_or_default();
        judgement.detail =
            Some(format!("every product here is exact, so that no order explains this: {detail}"));
    }
    timing.filter(|_| judgement.verdict == Verdict::Pass).ok_or_else(|| Box::new(judgement))
}

/// Nanoseconds of one call and of one copy. Of a request for one sample there is one.
fn each(timing: &Timing) -> [f64; 2] {
    let of = |ns: &[u64], count: u64| {
        ns.iter().sum::<u64>() as f64 / (ns.len().max(1) as u64 * count.max(1)) as f64
    };
    // A clock that stands still would make ratios that are no numbers.
    [of(&timing.ns, timing.calls).max(1e-3), of(&timing.copy_ns, timing.copies).max(1e-3)]
}

fn outcome(backend: usize, state: State, moved: usize) -> Outcome {
    let (samples, last) = match state {
        State::Timed(samples, last) => (samples, last),
        State::Out(judgement) => {
            let Judgement { verdict, kind, expected, got, detail, .. } = *judgement;
            let values = expected.zip(got).map(|(right, got)| format!("{got} where {right} is right"));
            let detail: Vec<String> = values.into_iter().chain(detail.filter(|d| !d.is_empty())).collect();
            let detail = (!detail.is_empty()).then(|| detail.join("; "));
            let kind = kind.map(|kind| kind.name().to_owned());
            return Outcome { backend, verdict: verdict.name().to_owned(), kind, detail, timing: None };
        }
    };
    let column = |k: usize| samples.iter().map(|sample| sample[k]).collect::<Vec<f64>>();
    let ratios: Vec<f64> = samples.iter().map(|[call, copy]| call / copy).collect();
    let numbers = (Spread::of(&column(0)), Spread::of(&column(1)), Estimate::of(&ratios));
    let timing = match numbers {
        (Some(ns), Some(copy_ns), Some(ratio)) => Some(Times {
            ns,
            copy_ns,
            ratio,
            bytes_per_second: moved as f64 / ns.median * 1e9,
            threads: last.threads,
            busy: last.cpu_ns.map(|cpu| cpu as f64 / (last.ns.iter().sum::<u64>() as f64).max(1.0)),
            preallocated: last.preallocated,
            timed: last.timed,
            rounds: samples,
        }),
        _ => None,
    };
    Outcome { backend, verdict: Verdict::Pass.name().to_owned(), kind: None, detail: None, timing }
}

/// Every two that were timed, beside each other, round by round.
fn pairs(outcomes: &[Outcome]) -> Vec<Pair> {
    let timed: Vec<(usize, &[[f64; 2]])> =
        outcomes.iter().filter_map(|o| Some((o.backend, o.timing.as_ref()?.rounds.as_slice()))).collect();
    let mut pairs = Vec::new();
    for &(backend, rounds) in &timed {
        for &(to, others) in timed.iter().filter(|(to, _)| *to != backend) {
            let ratios: Vec<f64> = rounds.iter().zip(others).map(|(a, b)| a[0] / b[0]).collect();
            pairs.extend(Estimate::of(&ratios).map(|ratio| Pair { backend, to, ratio }));
        }
    }
    pairs
}

fn entrant(asked: &str, described: Result<&Description, &String>) -> Entrant {
    let (name, version, not_started) = match described {
        Ok(description) => (description.name.clone(), description.version.clone(), None),
        Err(why) => (asked.to_owned(), String::new(), Some(why.clone())),
    };
    Entrant { asked: asked.to_owned(), label: name.clone(), name, version, not_started }
}

/// Gives backends of one name labels that differ: how they were asked for, or a number.
fn label(entrants: &mut [Entrant]) {
    let names: Vec<String> = entrants.iter().map(|e| e.name.clone()).collect();
    for at in 0..entrants.len() {
        if names.iter().filter(|name| **name == names[at]).count() > 1 {
            entrants[at].label = format!("{} ({})", names[at], entrants[at].asked);
        }
        let (before, rest) = entrants.split_at_mut(at);
        let alike = before.iter().filter(|e| e.name == rest[0].name && e.asked == rest[0].asked).count();
        if alike > 0 {
            rest[0].label = format!("{} {}", rest[0].label, alike + 1);
        }
    }
}
