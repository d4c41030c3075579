//! Benchmarks of calls whose results are checked.
//!
//! [`run`] asks each backend for each call of a [`plan`] and judges the answer. If it is right, the backend times the call
//! itself, in rounds: in each round every backend takes one sample, and one sample of a memcpy of the same bytes in the same
//! process. After the last round the result is judged again. [`report`] is the result.

pub mod plan;
pub mod report;

use self::plan::Planned;
use self::report::{BackendEntry, BenchReport, MeasuredCase, Outcome, Range, Settings, Times};
use ascertain::backend::{BackendFault, Description, Reply};
use ascertain::document::Editions;
use ascertain_conformance::backends::timing::{Bench, MAX_CALLS, TimedBackend, Timing};
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::Stop;
use ascertain_conformance::report::machine;
use ascertain_conformance::session::{Judge, offers};
use ascertain_conformance::suite;
use ascertain_conformance::text;
use ascertain_conformance::verdict::{Judgement, Verdict};
use std::time::Duration;

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
    /// Ends the measurement when it is set. The report then lacks calls, and says so.
    pub stop: Stop,
}

/// A backend to measure.
pub struct Contestant<'a> {
    /// Its name on the command line.
    pub asked: &'a str,
    /// The backend.
    pub backend: &'a mut dyn TimedBackend,
}

/// A backend that has started.
struct Active<'a> {
    /// Its index among all backends.
    at: usize,
    backend: &'a mut dyn TimedBackend,
    description: Description,
}

/// Measures every call of a plan on every backend, and calls `on_case` after each.
pub fn run(
    contestants: &mut [Contestant<'_>],
    plan: &[Planned],
    options: &Options,
    on_case: &mut dyn FnMut(),
) -> BenchReport {
    let (mut active, mut backends) = (Vec::new(), Vec::new());
    for (at, contestant) in contestants.iter_mut().enumerate() {
        let asked = contestant.asked.to_owned();
        match contestant.backend.describe().map(text::description) {
            Ok(description) => {
                let (name, version) = (description.name.clone(), description.version.clone());
                backends.push(BackendEntry { asked, name, version, not_started: None });
                active.push(Active { at, backend: contestant.backend, description });
            }
            Err(why) => {
                let not_started = Some(text::sanitize(&why));
                backends.push(BackendEntry {
                    name: asked.clone(),
                    asked,
                    version: String::new(),
                    not_started,
                });
            }
        }
    }
    let mut cases = Vec::new();
    for planned in plan {
        let Some((case, shape)) = planned.case(&options.editions) else { continue };
        // What was interrupted is not known in full.
        let Some(results) = measure(&mut active, &case, options) else { break };
        let count: usize = shape.iter().product();
        cases.push(MeasuredCase {
            operator: case.area.to_owned(),
            dtype: planned.dtype.name().to_owned(),
            shape,
            bytes: (count * planned.dtype.size()) as u64,
            results,
        });
        on_case();
    }
    BenchReport {
        version: report::VERSION,
        suite: suite::VERSION.to_owned(),
        profile: options.editions.profile_name().to_owned(),
        editions: options.editions.iter().map(|(d, e)| (d.id.to_owned(), e.name.to_owned())).collect(),
        settings: Settings {
            rounds: options.rounds,
            least_ns: u64::try_from(options.min_sample.as_nanos()).unwrap_or(u64::MAX),
            threads: options.threads,
            quick: options.quick,
        },
        machine: machine::words(),
        incomplete: options.stop.why().filter(|_| cases.len() < plan.len()).map(str::to_owned),
        backends,
        cases,
    }
}

/// What is known of a backend that was right so far.
struct Timed {
    /// By round, the nanoseconds of a call and of a memcpy.
    samples: Vec<[f64; 2]>,
    /// Whether the samples of a round were as long as was asked for, or nearly.
    is_long: bool,
    /// What the last round said.
    last: Timing,
}

/// The same, or why it was not timed.
type State = Result<Timed, Box<Judgement>>;

/// Measures one call on each backend. None if it was interrupted.
fn measure(active: &mut [Active<'_>], case: &Case, options: &Options) -> Option<Vec<Outcome>> {
    let bench = |again, result| Bench {
        call: &case.call,
        again,
        samples: 1,
        min_sample: options.min_sample,
        threads: options.threads,
        result,
    };
    let judge = |description: &Description, timed| {
        judged(case, timed, &Judge::new(&options.editions, Registry::default(), description))
    };
    let mut states: Vec<State> = Vec::with_capacity(active.len());
    // The first call is judged and warms up; it is not timed.
    for one in &mut *active {
        if options.stop.is_set() {
            return None;
        }
        let offered = offers(&one.description, case, &options.editions, Registry::default());
        states.push(offered.and_then(|()| {
            let timed = one.backend.bench(&bench(false, true)).map_err(text::reply);
            Ok(Timed { samples: Vec::new(), is_long: false, last: judge(&one.description, timed)? })
        }));
    }
    for round in 1..=options.rounds {
        for (one, state) in active.iter_mut().zip(&mut states) {
            if options.stop.is_set() {
                return None;
            }
            let Ok(so_far) = state else { continue };
            let is_last = round == options.rounds;
            let timed = one.backend.bench(&bench(true, is_last)).map_err(text::reply).and_then(not_too_long);
            so_far.is_long |= timed.as_ref().is_ok_and(|timing| is_long(timing, options.min_sample));
            let timed = if is_last && !so_far.is_long { timed.and_then(|_| Err(too_short())) } else { timed };
            let timed = match timed {
                Ok(timing) if !is_last => Ok(timing),
                timed => judge(&one.description, timed).map_err(|mut judgement| {
                    let what = judgement.detail.take().unwrap_or_default();
                    judgement.detail = Some(format!("right at first, wrong when repeated: {what}"));
                    judgement
                }),
            };
            match timed {
                Ok(timing) => {
                    so_far
                        .samples
                        .push([each(&timing.ns, timing.calls), each(&timing.copy_ns, timing.copies)]);
                    so_far.last = timing;
                }
                Err(judgement) => *state = Err(judgement),
            }
        }
    }
    Some(active.iter().zip(states).map(|(one, state)| outcome(one.at, state)).collect())
}

/// An adapter times its calls itself. All samples of an exchange together take no longer than the exchange, which the harness
/// times, but for clocks of different rate and resolution.
fn not_too_long(timing: Timing) -> Result<Timing, Reply> {
    const TOLERANCE: f64 = 1.01;
    const RESOLUTION: f64 = 1e6;
    let samples: f64 = timing.ns.iter().chain(&timing.copy_ns).map(|ns| *ns as f64).sum();
    let whole = timing.exchange.map_or(f64::INFINITY, |exchange| exchange.as_secs_f64() * 1e9);
    if samples > 0.0 && samples <= whole * TOLERANCE + RESOLUTION {
        return Ok(timing);
    }
    let why = format!(
        "the adapter's clock is wrong: it says that samples took {samples} ns of an exchange of {whole} ns"
    );
    Err(Reply::Lost(BackendFault::Protocol, why))
}

/// Whether samples took an eighth of the time that was asked for, or have as many calls as they may. On a busy machine not all
/// rounds do.
fn is_long(timing: &Timing, min_sample: Duration) -> bool {
    let least = min_sample.as_secs_f64() * 1e9 / 8.0;
    let enough = |ns: &[u64], count| count >= MAX_CALLS || ns.iter().all(|ns| *ns as f64 >= least);
    // In this process the clock is the harness's own.
    timing.exchange.is_none() || enough(&timing.ns, timing.calls) && enough(&timing.copy_ns, timing.copies)
}

fn too_short() -> Reply {
    let why =
        "the adapter's clock is wrong, or its samples are too short: none took as long as was asked for";
    Reply::Lost(BackendFault::Protocol, why.to_owned())
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
    let judgement = judge.judge(case, &reply, None);
    let timing =
        timing.filter(|_| matches!(judgement.verdict, Verdict::Pass | Verdict::Observed | Verdict::Warning));
    timing.ok_or_else(|| Box::new(judgement))
}

/// Nanoseconds of one call or copy. Never 0, so that ratios are finite.
fn each(ns: &[u64], count: u64) -> f64 {
    let all = ns.iter().sum::<u64>() as f64;
    (all / (ns.len().max(1) as u64 * count.max(1)) as f64).max(1e-3)
}

fn outcome(backend: usize, state: State) -> Outcome {
    let timing = match state {
        Ok(Timed { samples, last, .. }) => {
            let ns = Range::of(&samples.iter().map(|[call, _]| *call).collect::<Vec<_>>());
            let ratio = Range::of(&samples.iter().map(|[call, copy]| call / copy).collect::<Vec<_>>());
            ns.zip(ratio).map(|(ns, ratio)| Times {
                ns,
                ratio,
                threads: last.threads,
                preallocated: last.preallocated,
                timed: text::sanitize(&last.timed),
            })
        }
        Err(judgement) => {
            let Judgement { verdict, kind, expected, got, detail, .. } = *judgement;
            let values = expected.zip(got).map(|(right, got)| format!("{got} where {right} is right"));
            let detail: Vec<String> = values.into_iter().chain(detail.filter(|d| !d.is_empty())).collect();
            let detail = (!detail.is_empty()).then(|| detail.join("; "));
            let kind = kind.map(|kind| kind.name().to_owned());
            return Outcome { backend, verdict: verdict.name().to_owned(), kind, detail, timing: None };
        }
    };
    Outcome { backend, verdict: Verdict::Pass.name().to_owned(), kind: None, detail: None, timing }
}
