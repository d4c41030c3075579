//! Comparison with an earlier report.

use crate::bench::support::{Fake, Fault, measured};
use ascertain::DType;
use ascertain_cli::bench::against::compare;
use ascertain_cli::bench::report::BenchReport;

/// A report of one backend whose calls take this long, beside copies of 100 ns.
fn of(times: &[u64], fault: Fault) -> BenchReport {
    let times: Vec<[u64; 2]> = times.iter().map(|ns| [*ns, 100]).collect();
    measured(&mut [Fake::new("one", fault, &times)], &["300:0"], &[DType::F32], 7)
}

const BEFORE: [u64; 7] = [1000, 1010, 990, 1005, 995, 1020, 980];

#[test]
fn slower_is_what_lies_above_the_noise() {
    let before = of(&BEFORE, Fault::None);
    for (now, slower, faster) in [
        (BEFORE, 0, 0),
        // All of it above, but by too little.
        (BEFORE.map(|ns| ns * 104 / 100), 0, 0),
        (BEFORE.map(|ns| ns * 115 / 100), 1, 0),
        (BEFORE.map(|ns| ns * 85 / 100), 0, 1),
        // Much more in the middle, but with an interval that reaches down to before.
        ([1500, 1500, 1500, 1500, 1500, 1010, 1500], 0, 0),
    ] {
        let comparison = compare(&before, &of(&now, Fault::None));
        assert_eq!((comparison.slower.len(), comparison.faster.len()), (slower, faster), "{now:?}");
        assert_eq!((comparison.compared, comparison.is_regression()), (1, slower > 0), "{now:?}");
        assert!(comparison.notes.is_empty(), "{:?}", comparison.notes);
    }
}

/// A machine that does everything at half the speed has not made anything slower.
#[test]
fn the_copy_is_the_measure() {
    let before = of(&BEFORE, Fault::None);
    let times: Vec<[u64; 2]> = BEFORE.map(|ns| [ns * 2, 200]).to_vec();
    let half = measured(&mut [Fake::new("one", Fault::None, &times)], &["300:0"], &[DType::F32], 7);
    let comparison = compare(&before, &half);
    assert_eq!((comparison.compared, comparison.slower.len(), comparison.faster.len()), (1, 0, 0));
}

#[test]
fn what_is_no_longer_right_is_worse_too() {
    let before = of(&BEFORE, Fault::None);
    let comparison = compare(&before, &of(&BEFORE, Fault::Wrong));
    assert_eq!((comparison.lost.len(), comparison.is_regression()), (1, true));
    assert_eq!(comparison.lost[0].verdict, "fail");
    // What was never timed is nobody's loss.
    let comparison = compare(&of(&BEFORE, Fault::Wrong), &of(&BEFORE, Fault::Wrong));
    assert_eq!((comparison.compared, comparison.is_regression()), (0, false));
}

#[test]
fn what_makes_reports_hard_to_compare_is_said() {
    let mut before = of(&BEFORE, Fault::None);
    before.environment.cpu = "another".to_owned();
    before.backends[0].version = "1.1".to_owned();
    let notes = compare(&before, &of(&BEFORE, Fault::None)).notes.join("; ");
    for part in ["processor: another before", "version of one: 1.1 before, 1.2 now"] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
    let stranger = measured(&mut [Fake::new("else", Fault::None, &[[1, 1]])], &["300:0"], &[DType::F32], 1);
    let comparison = compare(&before, &stranger);
    assert_eq!((comparison.compared, comparison.notes.len() > 1), (0, true));
}
