//! Timing a call inside the backend's process, together with a memcpy of the same bytes for comparison.
//!
//! All backends written in Rust use [`sample`]; adapters in other languages have the same loop.

use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::Direction;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Largest number of calls in a sample, however short they are.
pub const MAX_CALLS: u64 = 1 << 20;

/// A backend whose calls can be timed.
pub trait TimedBackend: Backend {
    /// Times a call. Override this if [`Backend::ask`] does more than compute, for example allocates the result or asks
    /// another process.
    ///
    /// # Errors
    /// The reply to the call if it is not an answer, or why it cannot be timed.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        time_whole_call(bench, |call| self.ask(call))
    }

    /// Names in the backend's description that this version does not know, once it was asked for that.
    fn unknown(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A call to be timed.
#[derive(Clone, Copy, Debug)]
pub struct Bench<'a> {
    /// The call.
    pub call: &'a Call,
    /// Whether this backend's last bench was of the same call, so that its preparations can be reused.
    pub again: bool,
    /// Number of samples to take.
    pub samples: usize,
    /// Minimum duration of a sample. A short call is repeated until it is reached.
    pub min_sample: Duration,
    /// Largest number of threads to use.
    pub threads: usize,
    /// Whether to return the result of the last call.
    pub result: bool,
}

impl Bench<'_> {
    /// The elements of the first tensor that the call reads. A memcpy of these bytes is timed for comparison.
    #[must_use]
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        let Call::Operate(call) = self.call else { return Cow::default() };
        let mut read =
            call.operator.arguments.iter().zip(&call.args).filter_map(|(argument, arg)| match arg {
                Arg::Tensor(tensor) if argument.direction != Direction::Out => Some(tensor),
                _ => None,
            });
        read.next().map_or_else(Cow::default, Tensor::elements)
    }
}

/// The result of timing a call. Its answer is sent beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// Number of calls in each sample.
    pub calls: u64,
    /// Duration of each sample, in nanoseconds.
    pub ns: Vec<u64>,
    /// Number of copies in each sample of memcpy.
    pub copies: u64,
    /// Duration of each sample of memcpy, in nanoseconds; one after each sample of calls.
    pub copy_ns: Vec<u64>,
    /// Number of threads used, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Processor time of all threads during all samples of calls, in nanoseconds, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ns: Option<u64>,
    /// Whether the result was written to memory allocated before the call.
    #[serde(default)]
    pub preallocated: bool,
    /// What was timed, as a line of code or in words.
    #[serde(default)]
    pub timed: String,
    /// The result of the last call, if requested.
    #[serde(skip)]
    pub result: Option<Answer>,
    /// How long the whole exchange took by the harness's own clock, from the request to the answer. None if the backend
    /// is in this process: then both clocks are the same.
    #[serde(skip)]
    pub exchange: Option<Duration>,
}

/// Takes samples of calls and of memcpy in turn.
///
/// `call` makes one call. `now` returns the time in nanoseconds. First the number of calls per sample is found by
/// trying, which also warms up. Fields that are not measured here (`threads`, `timed`, the result) keep their defaults.
///
/// # Errors
/// The first error of `call`.
pub fn sample<E>(
    bench: &Bench<'_>,
    now: &mut dyn FnMut() -> u64,
    mut call: impl FnMut() -> Result<(), E>,
) -> Result<Timing, E> {
    let min_sample = u64::try_from(bench.min_sample.as_nanos()).unwrap_or(u64::MAX);
    let bytes = bench.bytes();
    // Already written to, since the first write to new memory is slow.
    let mut room = bytes.to_vec();
    let mut copy = || {
        black_box(&mut room[..]).copy_from_slice(black_box(&bytes));
        Ok(())
    };
    let calls = calls_per_sample(min_sample, now, &mut call)?;
    let copies = calls_per_sample(min_sample, now, &mut copy)?;
    let mut timing = Timing { calls, copies, ..Timing::default() };
    for _ in 0..bench.samples {
        timing.ns.push(timed(calls, now, &mut call)?);
        timing.copy_ns.push(timed(copies, now, &mut copy)?);
    }
    Ok(timing)
}

/// A clock in nanoseconds, for [`sample`].
pub fn clock() -> impl FnMut() -> u64 {
    let start = Instant::now();
    move || u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The default of [`TimedBackend::bench`]: times everything that `ask` does.
///
/// # Errors
/// The first reply that is not an answer.
pub fn time_whole_call(bench: &Bench<'_>, mut ask: impl FnMut(&Call) -> Reply) -> Result<Timing, Reply> {
    let mut last = None;
    let timing = sample(bench, &mut clock(), || match ask(bench.call) {
        Reply::Answer(answer) => {
            last = Some(answer);
            Ok(())
        }
        other => Err(other),
    })?;
    let timed = "the whole call, with its checks and the allocation of its result".to_owned();
    Ok(Timing { timed, result: last.filter(|_| bench.result), ..timing })
}

/// How many times to call `act` so that it takes `min_sample` nanoseconds, found by trying.
fn calls_per_sample<E>(
    min_sample: u64,
    now: &mut dyn FnMut() -> u64,
    act: &mut impl FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    /// Largest factor from one trial to the next: a short trial says little about a long one.
    const STEP: u64 = 32;
    let mut count = 1;
    loop {
        let ns = timed(count, now, act)?.max(1);
        if ns >= min_sample / 2 || count == MAX_CALLS {
            let scaled = u128::from(count) * u128::from(min_sample);
            return Ok(u64::try_from(scaled.div_ceil(u128::from(ns)))
                .unwrap_or(MAX_CALLS)
                .clamp(1, MAX_CALLS));
        }
        count = (count * (min_sample / ns).clamp(2, STEP)).min(MAX_CALLS);
    }
}

fn timed<E>(
    count: u64,
    now: &mut dyn FnMut() -> u64,
    act: &mut impl FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    let start = now();
    for _ in 0..count {
        act()?;
    }
    Ok(now().saturating_sub(start))
}

#[cfg(test)]
mod tests {
    use super::{Bench, Timing, sample};
    use ascertain::call::{Arg, Call, Invocation};
    use ascertain::contract::CUMPROD;
    use ascertain::{DType, Tensor};
    use std::cell::Cell;
    use std::time::Duration;

    fn call() -> Call {
        let input = Tensor::new(DType::U8, &[4], vec![1, 2, 3, 4]).expect("as many bytes as elements");
        Call::Operate(Invocation::new(&CUMPROD).with("input", Arg::Tensor(input)))
    }

    /// Samples of calls that take `each` nanoseconds by a clock on which nothing else takes time.
    fn timing(each: u64, min_sample: u64) -> (Timing, u64) {
        let (time, made) = (Cell::new(0), Cell::new(0));
        let call = call();
        let min_sample = Duration::from_nanos(min_sample);
        let bench = Bench { call: &call, again: false, samples: 3, min_sample, threads: 1, result: false };
        assert_eq!(*bench.bytes(), [1, 2, 3, 4]);
        // Copies take no time on it, so each look at the clock takes some.
        let mut now = || {
            time.set(time.get() + 1);
            time.get()
        };
        let done = sample(&bench, &mut now, || {
            time.set(time.get() + each);
            made.set(made.get() + 1);
            Ok::<_, ()>(())
        });
        (done.expect("calls do not fail"), made.get())
    }

    #[test]
    fn a_sample_takes_as_long_as_it_should() {
        for (each, min_sample) in
            [(1, 1000), (7, 1000), (999, 1000), (1001, 1000), (1_000_000, 1000), (40, 5_000_000)]
        {
            let (timing, made) = timing(each, min_sample);
            assert_eq!((timing.ns.len(), timing.copy_ns.len()), (3, 3), "{each}");
            for ns in &timing.ns {
                assert_eq!(
                    *ns,
                    timing.calls * each + 1,
                    "{each}: what passes between two looks at the clock"
                );
                assert!(*ns >= min_sample - min_sample / 100, "{each}: {ns} is too short");
                assert!(*ns <= min_sample.max(each) * 2 + each, "{each}: {ns} is too long");
            }
            assert!(made > 3 * timing.calls, "{each}: it is warmed up");
        }
    }

    #[test]
    fn an_error_ends_it() {
        let call = call();
        let min_sample = Duration::from_nanos(10);
        let bench = Bench { call: &call, again: false, samples: 3, min_sample, threads: 1, result: false };
        let (mut made, mut time) = (0, 0);
        let mut now = || {
            time += 100;
            time
        };
        let done = sample(&bench, &mut now, || {
            made += 1;
            if made < 3 { Ok(()) } else { Err("refused") }
        });
        assert_eq!((done, made), (Err("refused"), 3));
    }
}
