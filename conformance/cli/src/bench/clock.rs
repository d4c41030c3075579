//! Checks an adapter's clock against the harness's own.
//!
//! An adapter times its calls itself, so that pipes and protocol do not count. The harness knows how long the exchange
//! took, from the request to the answer. Figures outside these bounds are refused:
//!
//! - **From above.** Samples are taken one after the other within the exchange, so together they take no longer. This
//!   always holds; [`TOLERANCE`] and [`RESOLUTION`] allow for clocks of different rate and resolution. It is checked in
//!   every exchange.
//! - **From below.** An exchange is longer than its samples: messages travel, and the adapter finds the number of calls
//!   in a sample. How much longer depends on the adapter, but not on the number of samples. So after the last round an
//!   exchange with [`more`] samples is asked for. It may exceed the exchanges with one sample by what the added samples
//!   take, and by [`BESIDE`] times as much. A clock that runs at less than a third of the right rate is refused, and so is an adapter
//!   that mostly does other work between its samples, since nobody can tell the two apart.
//! - **By the request.** Samples take at least the time that was asked for. On a busy machine the number of calls comes
//!   out too small, and all samples of an exchange are shorter. On average they take at least the fraction [`SHORTEST`],
//!   unless the number of calls has reached its limit.
//!
//! The machine may be busy while the exchange runs, so it is repeated up to [`TRIES`] times before its figures are
//! refused by one of the last two bounds.
//!
//! An adapter that makes fewer calls than it says is not found: the harness cannot count them.

use super::stats::Spread;
use super::tables::duration;
use ascertain_conformance::backends::timing::{MAX_CALLS, Timing};
use std::time::Duration;

/// How much faster another clock may run, as a fraction. Systems adjust theirs by at most a twentieth of this.
const TOLERANCE: f64 = 0.01;

/// Nanoseconds that a coarse clock may add.
const RESOLUTION: f64 = 1e6;

/// Largest time beside the added samples, in multiples of what they take.
const BESIDE: f64 = 2.0;

/// Smallest part of the time asked for that a sample may take on average.
const SHORTEST: f64 = 1.0 / 8.0;

/// Nanoseconds that the added samples should take together: many times what a busy system takes away at once.
const ENOUGH: f64 = 30e6;

/// Nanoseconds of added samples below which the system's scheduling hides their time.
const LEAST: f64 = 10e6;

/// Most samples to add.
const MOST: usize = 30;

/// How often to ask before figures are refused.
pub(super) const TRIES: usize = 5;

/// The two parts of an exchange, in nanoseconds. As floats, whose sums do not overflow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    /// All samples, by the adapter's clock.
    samples: f64,
    /// The rest of the time that passed by the harness's clock.
    rest: f64,
}

impl Exchange {
    /// None if the backend is in this process: then both clocks are the same.
    pub(super) fn of(timing: &Timing) -> Option<Self> {
        let samples = timing.ns.iter().chain(&timing.copy_ns).map(|&ns| ns as f64).sum();
        Some(Self { samples, rest: timing.exchange.map(nanoseconds)? - samples })
    }

    /// What is usual among exchanges with one sample; `None` if there are none. Of the samples the shortest, since a
    /// busy machine only makes them longer.
    pub(super) fn usual(all: &[Self]) -> Option<Self> {
        let rest: Vec<f64> = all.iter().map(|exchange| exchange.rest).collect();
        let samples = all.iter().map(|exchange| exchange.samples).reduce(f64::min)?;
        Some(Self { samples, rest: Spread::of(&rest)?.median })
    }

    /// By the harness's clock.
    fn whole(&self) -> f64 {
        self.samples + self.rest
    }
}

fn nanoseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e9
}

/// Checks the bound from above.
///
/// # Errors
/// Why the figures are refused.
pub(super) fn check_above(exchange: &Exchange) -> Result<(), String> {
    let (samples, whole) = (exchange.samples, exchange.whole());
    if samples <= whole * (1.0 + TOLERANCE) + RESOLUTION {
        return Ok(());
    }
    Err(format!(
        "the adapter's clock is wrong: it says that the samples took {}, but the whole exchange took {}",
        duration(samples),
        duration(whole),
    ))
}

/// How many samples an exchange must have to be compared with those that have one.
pub(super) fn more(usual: &Exchange) -> usize {
    1 + (ENOUGH / usual.samples.max(1.0)).ceil().clamp(1.0, MOST as f64) as usize
}

/// Checks the other bounds on the timing of an exchange with several samples. `usual` is an exchange with one.
///
/// # Errors
/// Why the figures are refused.
pub(super) fn check_below(usual: &Exchange, timing: &Timing, min_sample: Duration) -> Result<(), String> {
    let least = nanoseconds(min_sample);
    for (what, ns, count) in [("calls", &timing.ns, timing.calls), ("memcpy", &timing.copy_ns, timing.copies)]
    {
        let mean = ns.iter().map(|&ns| ns as f64).sum::<f64>() / ns.len().max(1) as f64;
        if mean == 0.0 || (mean < least * SHORTEST && count < MAX_CALLS) {
            return Err(format!(
                "the adapter's clock is wrong, or its samples too short: a sample of {what} should take at least {}, \
                 and it says {}",
                duration(least),
                duration(mean),
            ));
        }
    }
    let Some(exchange) = Exchange::of(timing) else { return Ok(()) };
    let (added, longer) = (exchange.samples - usual.samples, exchange.whole() - usual.whole());
    if added < LEAST || longer - added <= BESIDE * added {
        return Ok(());
    }
    Err(format!(
        "the adapter's clock is slow, or it does other work between samples: it says that {} more samples took {}, but \
         they made the exchange {} longer",
        timing.ns.len() - 1,
        duration(added),
        duration(longer),
    ))
}

#[cfg(test)]
mod tests {
    use super::{Exchange, check_above, check_below, more};
    use ascertain_conformance::backends::timing::{MAX_CALLS, Timing};
    use std::time::Duration;

    const MS: u64 = 1_000_000;

    /// The timing of `samples` samples of 5 ms and of as much memcpy, which the adapter's clock shows `factor` times as
    /// long. Besides them the exchange takes 20 ms.
    fn timing(samples: usize, factor: f64) -> Timing {
        let ns = (5.0 * factor * MS as f64) as u64;
        Timing {
            calls: 10,
            ns: vec![ns; samples],
            copies: 10,
            copy_ns: vec![ns; samples],
            exchange: Some(Duration::from_millis(20 + 10 * samples as u64)),
            ..Timing::default()
        }
    }

    fn exchange(timing: &Timing) -> Exchange {
        Exchange::of(timing).expect("in another process")
    }

    const MIN_SAMPLE: Duration = Duration::from_millis(5);

    /// All checks of a clock that shows so many times what has passed.
    fn check(factor: f64) -> Result<(), String> {
        let one = exchange(&timing(1, factor));
        let many = timing(more(&one), factor);
        check_above(&one)?;
        check_above(&exchange(&many))?;
        check_below(&one, &many, MIN_SAMPLE)
    }

    #[test]
    fn right_clocks_pass() {
        for factor in [0.5, 0.99, 1.0, 1.01, 1.2] {
            assert_eq!(check(factor), Ok(()), "{factor}");
        }
    }

    #[test]
    fn wrong_clocks_are_refused() {
        for factor in [0.0, 1e-3, 0.1, 0.2, 10.0, 1e9, 1e30] {
            assert!(check(factor).is_err_and(|why| why.contains("clock")), "{factor}");
        }
    }

    /// Samples that are long enough by the adapter's clock, which shows a tenth.
    #[test]
    fn slow_clocks_are_refused_by_the_difference_of_two_exchanges() {
        let slow = |samples: usize| Timing {
            exchange: Some(Duration::from_millis(200 + 100 * samples as u64)),
            ..timing(samples, 1.0)
        };
        let (one, many) = (exchange(&slow(1)), slow(4));
        assert_eq!((check_above(&one), check_above(&exchange(&many))), (Ok(()), Ok(())));
        assert!(check_below(&one, &many, MIN_SAMPLE).is_err_and(|why| why.contains("longer")));
        // However long the exchange takes beside its samples, if that is the same for all.
        let compiles = |samples: usize| Timing {
            exchange: Some(Duration::from_millis(3000 + 10 * samples as u64)),
            ..timing(samples, 1.0)
        };
        assert_eq!(check_below(&exchange(&compiles(1)), &compiles(4), MIN_SAMPLE), Ok(()));
    }

    #[test]
    fn copies_of_few_bytes_may_be_short() {
        let short = |copies| Timing { copies, copy_ns: vec![1; 4], ..timing(4, 1.0) };
        let one = exchange(&timing(1, 1.0));
        assert_eq!(check_below(&one, &short(MAX_CALLS), MIN_SAMPLE), Ok(()));
        assert!(check_below(&one, &short(10), MIN_SAMPLE).is_err());
    }

    #[test]
    fn one_exchange_that_was_disturbed_does_not_count() {
        let calm = exchange(&timing(1, 1.0));
        let disturbed = Exchange { samples: 1e12, rest: 1e13 };
        let usual = Exchange::usual(&[calm, disturbed, calm]).expect("three of them");
        assert_eq!((usual.samples, usual.rest), (calm.samples, calm.rest));
    }

    #[test]
    fn the_harness_has_one_clock_of_its_own() {
        assert!(Exchange::of(&Timing { exchange: None, ..timing(1, 1.0) }).is_none());
        assert!(Exchange::usual(&[]).is_none());
    }
}
