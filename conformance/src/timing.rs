//! Timing a call where it is computed, so that nothing on the way to it is measured, and beside it a copy of the same
//! bytes in the same process: the yardstick.
//!
//! [`sample`] is the one loop that all backends written in Rust time by; adapters in other languages have its like.

use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::Direction;
use std::borrow::Cow;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A backend whose calls can be timed.
pub trait TimedBackend: Backend {
    /// Times a call. To be overridden where [`Backend::ask`] does more than compute: where it allocates the result, or
    /// lets another process answer.
    ///
    /// # Errors
    /// A reply that is not an answer: one to the call, or why it cannot be timed.
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        time_whole_call(bench, |call| self.ask(call))
    }
}

/// A call to be timed.
#[derive(Clone, Copy, Debug)]
pub struct Bench<'a> {
    /// The call.
    pub call: &'a Call,
    /// Whether it is the same as in this backend's last bench, so that what was prepared for it may serve again.
    pub again: bool,
    /// How many samples to take.
    pub samples: usize,
    /// What a sample takes at least: where one call is shorter, so many are made that they are not.
    pub min_sample: Duration,
    /// The most threads to compute with.
    pub threads: usize,
    /// Whether the result of the last call is wanted.
    pub result: bool,
}

impl Bench<'_> {
    /// The elements of the first tensor that the call reads: the bytes whose copy is the yardstick.
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

/// What timing a call gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Calls in each sample.
    pub calls: u64,
    /// Duration of each sample, in nanoseconds.
    pub ns: Vec<u64>,
    /// Copies in each sample of copies.
    pub copies: u64,
    /// Duration of each sample of copies, in nanoseconds; one after each sample of calls.
    pub copy_ns: Vec<u64>,
    /// Threads that computed, where that is known.
    pub threads: Option<usize>,
    /// Processor time of all threads during the samples of calls together, in nanoseconds, where that is known.
    pub cpu_ns: Option<u64>,
    /// Whether the result went to memory that was there before.
    pub preallocated: bool,
    /// What was timed, as a line of code or in words.
    pub timed: String,
    /// The result of the last call, where it was wanted.
    pub result: Option<Answer>,
}

/// Samples of calls and of copies, in turn.
///
/// `call` makes one call. `now` tells the time in nanoseconds. Before the first sample it is found out how many calls
/// take as long as a sample should, which warms up too; what is not measured here (`threads`, `timed`, the result) is
/// left as it is by default.
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
    // Written to beforehand: the first touch of fresh memory is the system's work.
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

/// Nanoseconds since some moment, for [`sample`].
pub fn clock() -> impl FnMut() -> u64 {
    let start = Instant::now();
    move || u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The default of [`TimedBackend::bench`]: times all that `ask` does.
///
/// # Errors
/// The first reply that is no answer.
pub fn time_whole_call(bench: &Bench<'_>, mut ask: impl FnMut(&Call) -> Reply) -> Result<Timing, Reply> {
    let mut last = None;
    let timing = sample(bench, &mut clock(), || match ask(bench.call) {
        Reply::Answer(answer) => {
            last = Some(answer);
            Ok(())
        }
        other => Err(other),
    })?;
    let timed = "the whole call: its checks, and the making of its result".to_owned();
    Ok(Timing { timed, result: last.filter(|_| bench.result), ..timing })
}

/// How many times to do something so that it takes `min_sample` nanoseconds, by trying.
fn calls_per_sample<E>(
    min_sample: u64,
    now: &mut dyn FnMut() -> u64,
    act: &mut impl FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    /// The most that a trial is longer than the one before: its time told little of the next one's.
    const STEP: u64 = 32;
    /// The most that are made, however short they seem.
    const MOST: u64 = 1 << 20;
    let mut count = 1;
    loop {
        let ns = timed(count, now, act)?.max(1);
        if ns >= min_sample / 2 || count == MOST {
            let scaled = u128::from(count) * u128::from(min_sample);
            return Ok(u64::try_from(scaled.div_ceil(u128::from(ns))).unwrap_or(MOST).clamp(1, MOST));
        }
        count = (count * (min_sample / ns).clamp(2, STEP)).min(MOST);
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
