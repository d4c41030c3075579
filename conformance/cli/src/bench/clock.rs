//! Checks an adapter's clock against the harness's own.
//!
//! An adapter times its calls itself, so that pipes and protocol do not count. The harness knows how long the exchange
//! took, from the request to the answer. Figures outside these bounds are refused:
//!
//! - **From above.** Samples are taken one after the other within the exchange, so together they take no longer. This
//!   always holds; [`TOLERANCE`] and [`RESOLUTION`] allow for clocks of different rate and resolution. It is checked in
//!   every exchange.
//! - **From below.** An exchange is longer than its samples: messages travel, and the adapter finds the number of calls
//!   in a sample. How much longer depends on the adapter, but not on the number of samples. So an exchange with
//!   [`more`] samples is asked for. It may exceed the exchange with one sample by what the added samples take, and by
//!   [`BESIDE`] times as much. A clock that runs at less than a third of the right rate is refused, and so is an adapter
//!   that mostly does other work between its samples, since nobody can tell the two apart.
//! - **By the request.** Samples take at least the time that was asked for. Noise may make some shorter, but not a
//!   quarter of that on average, unless the number of calls has reached its limit.
//!
//! The machine may be busy while the exchange runs, so it is repeated up to [`TRIES`] times before its figures are
//! refused by one of the last two bounds.
//!
//! An adapter that makes fewer calls than it says is not found: the harness cannot count them.

use super::tables::duration;
use ascertain_conformance::timing::{MAX_CALLS, Timing};
use std::time::Duration;

/// How much faster another clock may run, as a fraction. Systems adjust theirs by at most a twentieth of this.
const TOLERANCE: f64 = 0.01;

/// Nanoseconds that a coarse clock may add.
const RESOLUTION: f64 = 1e6;

/// Largest time beside the added samples, in multiples of what they take.
const BESIDE: f64 = 2.0;

/// Nanoseconds that the added samples should take together: many times what a busy system takes away at once.
const ENOUGH: f64 = 30e6;

/// Nanoseconds of added samples below which the system's scheduling hides their time.
const LEAST: f64 = 10e6;

/// Most samples to add.
const MOST: usize = 30;

/// How often to ask before figures are refused.
pub(super) const TRIES: usize = 3;

/// Nanoseconds of all samples, by the adapter's clock. As floats, whose sums do not overflow.
fn said(timing: &Timing) -> f64 {
    timing.ns.iter().chain(&timing.copy_ns).map(|&ns| ns as f64).sum()
}

fn nanoseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e9
}

/// Checks the bound from above.
///
/// # Errors
/// Why the figures are refused.
pub(super) fn check_above(timing: &Timing) -> Result<(), String> {
    let Some(exchange) = timing.exchange.map(nanoseconds) else { return Ok(()) };
    let said = said(timing);
    if said <= exchange * (1.0 + TOLERANCE) + RESOLUTION {
        return Ok(());
    }
    Err(format!(
        "the adapter's clock is wrong: it says that the samples took {}, but the whole exchange took {}",
        duration(said),
        duration(exchange),
    ))
}

/// How many samples an exchange must have to be compared with this one, which has one. None if the backend is in this
/// process, whose clock is the harness's.
pub(super) fn more(one: &Timing) -> Option<usize> {
    one.exchange?;
    Some(1 + (ENOUGH / said(one).max(1.0)).ceil().clamp(1.0, MOST as f64) as usize)
}

/// Checks the other bounds: `one` is the timing of an exchange with one sample, `many` of one with several.
///
/// # Errors
/// Why the figures are refused.
pub(super) fn check_below(one: &Timing, many: &Timing, min_sample: Duration) -> Result<(), String> {
    let least = nanoseconds(min_sample);
    for (what, ns, count) in [("calls", &many.ns, many.calls), ("memcpy", &many.copy_ns, many.copies)] {
        let mean = ns.iter().map(|&ns| ns as f64).sum::<f64>() / ns.len().max(1) as f64;
        if mean == 0.0 || (mean < least / 4.0 && count < MAX_CALLS) {
            return Err(format!(
                "the adapter's clock is wrong, or its samples too short: a sample of {what} should take at least {}, \
                 and it says {}",
                duration(least),
                duration(mean),
            ));
        }
    }
    let (Some(short), Some(long)) = (one.exchange.map(nanoseconds), many.exchange.map(nanoseconds)) else {
        return Ok(());
    };
    let (added, longer) = (said(many) - said(one), long - short);
    if added < LEAST || longer - added <= BESIDE * added {
        return Ok(());
    }
    Err(format!(
        "the adapter's clock is slow, or it does other work between samples: it says that {} more samples took {}, but \
         they made the exchange {} longer",
        many.ns.len() - one.ns.len(),
        duration(added),
        duration(longer),
    ))
}

#[cfg(test)]
mod tests {
    use super::{check_above, check_below, more};
    use ascertain_conformance::timing::{MAX_CALLS, Timing};
    use std::time::Duration;

    const MS: u64 = 1_000_000;

    /// The timing of `samples` samples of 5 ms and of as much memcpy, which the adapter's clock shows `factor` times as
    /// long. Besides them the exchange takes 20 ms.
    fn timing(samples: usize, factor: f64) -> Timing {
        let said = (5.0 * factor * MS as f64) as u64;
        Timing {
            calls: 10,
            ns: vec![said; samples],
            copies: 10,
            copy_ns: vec![said; samples],
            exchange: Some(Duration::from_millis(20 + 10 * samples as u64)),
            ..Timing::default()
        }
    }

    const MIN_SAMPLE: Duration = Duration::from_millis(5);

    #[test]
    fn right_clocks_pass() {
        for factor in [0.5, 0.99, 1.0, 1.01, 2.0] {
            let one = timing(1, factor);
            let many = timing(more(&one).expect("another process"), factor);
            let checks = [check_above(&one), check_below(&one, &many, MIN_SAMPLE)];
            assert_eq!(checks, [Ok(()), Ok(())], "{factor}");
        }
    }

    #[test]
    fn wrong_clocks_are_refused() {
        for factor in [0.0, 1e-3, 0.1, 0.2, 10.0, 1e9] {
            let one = timing(1, factor);
            let many = timing(more(&one).expect("another process"), factor);
            let refused = check_above(&many).and_then(|()| check_below(&one, &many, MIN_SAMPLE));
            assert!(refused.is_err_and(|why| why.contains("clock")), "{factor}");
        }
        let most = Timing { ns: vec![u64::MAX; 40], ..timing(40, 1.0) };
        assert!(check_above(&most).is_err());
    }

    /// Samples that are long enough by the adapter's clock, which shows a tenth.
    #[test]
    fn slow_clocks_are_refused_by_the_difference_of_two_exchanges() {
        let slow = |samples: usize| Timing {
            exchange: Some(Duration::from_millis(200 + 100 * samples as u64)),
            ..timing(samples, 1.0)
        };
        let (one, many) = (slow(1), slow(4));
        assert_eq!((check_above(&one), check_above(&many)), (Ok(()), Ok(())));
        assert!(check_below(&one, &many, MIN_SAMPLE).is_err_and(|why| why.contains("longer")));
        // However long the exchange takes beside its samples, if that is the same for all.
        let compiles = |samples: usize| Timing {
            exchange: Some(Duration::from_millis(3000 + 10 * samples as u64)),
            ..timing(samples, 1.0)
        };
        assert_eq!(check_below(&compiles(1), &compiles(4), MIN_SAMPLE), Ok(()));
    }

    #[test]
    fn copies_of_few_bytes_may_be_short() {
        let short = |copies| Timing { copies, copy_ns: vec![1; 4], ..timing(4, 1.0) };
        assert_eq!(check_below(&timing(1, 1.0), &short(MAX_CALLS), MIN_SAMPLE), Ok(()));
        assert!(check_below(&timing(1, 1.0), &short(10), MIN_SAMPLE).is_err());
    }

    #[test]
    fn the_harness_has_one_clock_of_its_own() {
        let own = Timing { exchange: None, ..timing(1, 1e9) };
        assert_eq!((check_above(&own), more(&own)), (Ok(()), None));
    }
}
