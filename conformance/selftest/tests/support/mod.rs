//! Backends whose verdict is known beforehand: honest ones, which are right by construction but evaluate in their own
//! ways, and closures. Faulty ones are in the crate `ascertain-selftest`.
#![allow(dead_code, reason = "each test and example uses a part")]

pub(crate) mod closure;
pub(crate) mod ending;
pub(crate) mod evaluate;
pub(crate) mod honest;
pub(crate) mod scans;
pub(crate) mod wide;

use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::suite;

/// The fixed cases but for those of many elements, for tests that ask all of them many times.
pub(crate) fn cases_without_long_answers(editions: &Editions) -> Vec<Case> {
    let mut cases =
        suite::of_areas(editions, &suite::is_sample).expect("the committed vectors are well-formed");
    cases.retain(|case| case.call.longest_answer() < 1 << 19);
    cases
}
