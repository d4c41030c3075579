//! Benchmarks of products whose results are checked.
//!
//! [`run`] asks each backend for each product of a [`plan`] and judges the answer. If it is right, the backend times
//! the call itself, in rounds: in each round every backend takes one sample, and one sample of a memcpy of the same
//! bytes in the same process. Its clock is checked against the harness's. After the last round the result is judged
//! again.
//!
//! [`report`] is the result; [`terminal`] and [`pages`] show it, [`against`] compares it with an earlier
//! one, and [`stats`] computes its numbers.

pub mod against;
mod clock;
mod copy;
pub mod environment;
pub mod pages;
pub mod plan;
mod plot;
pub mod report;
pub mod stats;
mod tables;
pub mod terminal;

use self::clock::Exchange;
use self::copy::ThreadedCopy;
use self::plan::Shape;
use self::report::{BackendEntry, BackendRatio, BenchReport, Format, MeasuredCase, Outcome, Settings, Times};
use self::stats::{Estimate, Spread};
use ascertain::DType;
use ascertain::backend::{BackendFault, Description, Reply};
use ascertain::document::Editions;
use ascertain::tensor::TensorError;
use ascertain_conformance::backends::timing::{Bench, TimedBackend, Timing};
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::Stop;
use ascertain_conformance::report::template::Written;
use ascertain_conformance::session::Judge;
use ascertain_conformance::session::offers;
use ascertain_conformance::suite;
use ascertain_conformance::text;
use ascertain_conformance::verdict::{FailKind, Judgement, Verdict};
use std::time::Duration;

/// Every format of `--report`. A new one is a module with its [`Format`] and one line here.
pub const FORMATS: &[&Format] = &[&pages::HTML, &pages::MARKDOWN, &report::FORMAT];

/// How to measure.
#[derive(Clone, Debug)]
pub struct Options {
    /// The editions by which answers are judged.
    pub editions: Editions,
    /// Rounds, each with one sample of every backend.
    pub rounds: usize,
    /// Minimum duration of a sample.
    pub min_sample: Duration,
    /// Largest number of threads a backend may use.
    pub threads: usize,
    /// Whether the plan is for a quick look. The report says so.
    pub quick: bool,
    /// Ends the measurement when it is set. The report then lacks products, and says so.
    pub stop: Stop,
}

/// Default number of rounds: enough for quartiles, and for an interval with 98.8 % confidence.
pub const ROUNDS: usize = 11;

/// Number of rounds of a quick look: the fewest that give an interval.
pub const QUICK_ROUNDS: usize = 6;

/// What to measure.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Shapes.
    pub shapes: Vec<Shape>,
    /// Dtypes to measure in each shape.
    pub dtypes: Vec<DType>,
}

/// A backend to measure.
pub struct Contestant<'a> {
    /// Its name on the command line.
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
) -> Result<BenchReport, TensorError> {
    let mut active: Vec<ActiveBackend<'_>> = Vec::new();
    let mut backend_entries = Vec::new();
    for (at, contestant) in contestants.iter_mut().enumerate() {
        let described = contestant.backend.describe();
        let described = described.map(text::description).map_err(|why| text::sanitize(&why));
        backend_entries.push(backend_entry(contestant.asked, described.as_ref()));
        if let Ok(description) = described {
            active.push(ActiveBackend {
                at,
                backend: contestant.backend,
                description: held_to_order(description),
            });
        }
    }
    label(&mut backend_entries);
    let mut cases = Vec::new();
    let all = plan.shapes.len() * plan.dtypes.len();
    for shape in &plan.shapes {
        for dtype in &plan.dtypes {
            if options.stop.is_set() {
                break;
            }
            let case = shape.case(*dtype, &options.editions)?;
            let measured = measure(&mut active, &case, options);
            // What was interrupted is not known in full.
            let Some((outcomes, copies)) = measured.filter(|_| !options.stop.is_set()) else { break };
            cases.push(MeasuredCase {
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
    let incomplete = options.stop.why().filter(|_| cases.len() < all).map(str::to_owned);
    Ok(BenchReport {
        version: report::VERSION,
        suite: suite::VERSION.to_owned(),
        profile: options.editions.profile_name().to_owned(),
        editions: options.editions.iter().map(|(d, e)| (d.id.to_owned(), e.name.to_owned())).collect(),
        measured: Some(Written::now().at),
        settings: Settings {
            rounds: options.rounds,
            least_ns: u64::try_from(options.min_sample.as_nanos()).unwrap_or(u64::MAX),
            threads: options.threads,
            quick: options.quick,
        },
        environment: environment::detect(),
        backends: backend_entries,
        cases,
        incomplete,
        against: None,
    })
}

/// A backend that has started.
struct ActiveBackend<'a> {
    /// Its index among all backends.
    at: usize,
    backend: &'a mut dyn TimedBackend,
    description: Description,
}

/// The state of a backend during the rounds of one product.
enum State {
    /// Right so far.
    Timed {
        /// By round, the nanoseconds of a call and of a memcpy.
        samples: Vec<[f64; 2]>,
        /// By round, if it is in another process.
        exchanges: Vec<Exchange>,
        last: Box<Timing>,
    },
    /// Not timed, or not any more, and why.
    Out(Box<Judgement>),
}

impl State {
    /// Of a backend whose first answer is right.
    fn timed(first: Timing) -> Self {
        Self::Timed { samples: Vec::new(), exchanges: Vec::new(), last: Box::new(first) }
    }
}

/// Requires the exact bits from every backend. All products here are exact in any order, so this is stricter than what
/// products that round would allow.
fn held_to_order(mut description: Description) -> Description {
    for operator in &mut description.operators {
        operator.declared.insert(0, ("order".to_owned(), "sequential".to_owned()));
    }
    description
}

/// Measures one product on each backend. Also returns the nanoseconds of a memcpy on several threads, by round. None if
/// it was interrupted.
fn measure(
    active: &mut [ActiveBackend<'_>],
    case: &Case,
    options: &Options,
) -> Option<(Vec<Outcome>, Vec<f64>)> {
    let bench = |again, samples, result| Bench {
        call: &case.call,
        again,
        samples,
        min_sample: options.min_sample,
        threads: options.threads,
        result,
    };
    let judge = |active_backend: &ActiveBackend<'_>, timed| {
        judged(case, timed, &Judge::new(&options.editions, Registry::default(), &active_backend.description))
    };
    // The first call is judged and warms up; it is not timed.
    let mut states: Vec<State> = Vec::with_capacity(active.len());
    for active_backend in &mut *active {
        if options.stop.is_set() {
            return None;
        }
        let timed = offers(&active_backend.description, case, &options.editions, Registry::default())
            .and_then(|()| {
                let timed = active_backend.backend.bench(&bench(false, 1, true)).map_err(text::reply);
                judge(active_backend, timed)
            });
        states.push(timed.map_or_else(State::Out, State::timed));
    }
    let question = bench(false, 1, false);
    let mut threaded = ThreadedCopy::new(question.bytes(), options.threads);
    let mut copies = Vec::new();
    for round in 1..=options.rounds {
        if options.stop.is_set() {
            return None;
        }
        copies.extend(threaded.as_mut().map(|copy| copy.time(options.min_sample)));
        for (active_backend, state) in active.iter_mut().zip(&mut states) {
            let State::Timed { samples, exchanges, last } = state else { continue };
            let is_last = round == options.rounds;
            let timed = active_backend.backend.bench(&bench(true, 1, is_last)).map_err(text::reply);
            let timed = match timed {
                Ok(timing) if !is_last => Ok(timing),
                timed => judge(active_backend, timed).map_err(|mut judgement| {
                    let what = judgement.detail.take().unwrap_or_default();
                    judgement.detail = Some(format!("right at first, wrong when repeated: {what}"));
                    judgement
                }),
            };
            let exchange = timed.as_ref().ok().and_then(Exchange::of);
            let timed = match exchange.as_ref().map(clock::check_above) {
                Some(Err(why)) => judge(active_backend, Err(Reply::Lost(BackendFault::Protocol, why))),
                _ => timed,
            };
            match timed {
                Ok(timing) => {
                    samples.push(each(&timing));
                    exchanges.extend(exchange);
                    **last = timing;
                }
                Err(judgement) => *state = State::Out(judgement),
            }
        }
    }
    for (active_backend, state) in active.iter_mut().zip(&mut states) {
        let State::Timed { exchanges, .. } = state else { continue };
        let mut again = |samples| active_backend.backend.bench(&bench(true, samples, false));
        if let Err(reply) = check_clock(exchanges, options.min_sample, &mut again)
            && let Err(judgement) = judge(active_backend, Err(text::reply(reply)))
        {
            *state = State::Out(judgement);
        }
    }
    // As many bytes are written as are read.
    let moved = 2 * question.bytes().len();
    let outcomes = active.iter().zip(states);
    let outcomes = outcomes.map(|(active_backend, state)| outcome(active_backend.at, state, moved)).collect();
    Some((outcomes, copies))
}

/// Checks the clock of an adapter after its exchanges with one sample, by exchanges with more, for which `again` asks.
///
/// # Errors
/// The reply to judge instead of its timings.
fn check_clock(
    exchanges: &[Exchange],
    min_sample: Duration,
    again: &mut dyn FnMut(usize) -> Result<Timing, Reply>,
) -> Result<(), Reply> {
    let Some(usual) = Exchange::usual(exchanges) else { return Ok(()) };
    let refused = |why| Reply::Lost(BackendFault::Protocol, why);
    let mut checked = Ok(());
    for _ in 0..clock::TRIES {
        let many = again(clock::more(&usual))?;
        Exchange::of(&many).as_ref().map_or(Ok(()), clock::check_above).map_err(refused)?;
        checked = clock::check_below(&usual, &many, min_sample);
        if checked.is_ok() {
            break;
        }
    }
    checked.map_err(refused)
}

/// The timing if the answer is right, otherwise the judgement.
fn judged(case: &Case, timed: Result<Timing, Reply>, judge: &Judge<'_>) -> Result<Timing, Box<Judgement>> {
    let (timing, reply) = match timed {
        Ok(mut timing) => match timing.result.take() {
            Some(answer) => (Some(timing), Reply::Answer(answer)),
            None => (None, Reply::Failed("timed without returning the requested result".to_owned())),
        },
        Err(reply) => (None, reply),
    };
    let mut judgement = judge.judge(case, &reply, None);
    if judgement.kind == Some(FailKind::Declaration) {
        let detail = judgement.detail.take().unwrap_or_default();
        judgement.detail = Some(format!("every product here is exact in any order: {detail}"));
    }
    timing.filter(|_| judgement.verdict == Verdict::Pass).ok_or_else(|| Box::new(judgement))
}

/// Nanoseconds of one call and of one memcpy.
fn each(timing: &Timing) -> [f64; 2] {
    let of = |ns: &[u64], count: u64| {
        ns.iter().sum::<u64>() as f64 / (ns.len().max(1) as u64 * count.max(1)) as f64
    };
    // Never 0, so that ratios are finite.
    [of(&timing.ns, timing.calls).max(1e-3), of(&timing.copy_ns, timing.copies).max(1e-3)]
}

fn outcome(backend: usize, state: State, moved: usize) -> Outcome {
    let (samples, last) = match state {
        State::Timed { samples, last, .. } => (samples, last),
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

/// The ratio of the times of every two backends, estimated from the ratios within each round.
fn pairs(outcomes: &[Outcome]) -> Vec<BackendRatio> {
    let timed: Vec<(usize, &[[f64; 2]])> =
        outcomes.iter().filter_map(|o| Some((o.backend, o.timing.as_ref()?.rounds.as_slice()))).collect();
    let mut pairs = Vec::new();
    for &(backend, rounds) in &timed {
        for &(to, others) in timed.iter().filter(|(to, _)| *to != backend) {
            let ratios: Vec<f64> = rounds.iter().zip(others).map(|(a, b)| a[0] / b[0]).collect();
            pairs.extend(Estimate::of(&ratios).map(|ratio| BackendRatio { backend, to, ratio }));
        }
    }
    pairs
}

fn backend_entry(asked: &str, described: Result<&Description, &String>) -> BackendEntry {
    let (name, version, not_started) = match described {
        Ok(description) => (description.name.clone(), description.version.clone(), None),
        Err(why) => (asked.to_owned(), String::new(), Some(why.clone())),
    };
    BackendEntry { asked: asked.to_owned(), label: name.clone(), name, version, not_started }
}

/// Gives backends with the same name different labels, by their command line or a number.
fn label(backend_entries: &mut [BackendEntry]) {
    let names: Vec<String> = backend_entries.iter().map(|e| e.name.clone()).collect();
    for at in 0..backend_entries.len() {
        if names.iter().filter(|name| **name == names[at]).count() > 1 {
            backend_entries[at].label = format!("{} ({})", names[at], backend_entries[at].asked);
        }
        let (before, rest) = backend_entries.split_at_mut(at);
        let alike = before.iter().filter(|e| e.name == rest[0].name && e.asked == rest[0].asked).count();
        if alike > 0 {
            rest[0].label = format!("{} {}", rest[0].label, alike + 1);
        }
    }
}
