//! The flow of a benchmark: which calls are made, which answers are timed, and the resulting numbers.

use crate::bench::support::{Fake, Fault, measured};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_cli::bench::{self, Contestant, Options, Plan};
use ascertain_conformance::backends::FnBackend;
use ascertain_conformance::options::Stop;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[test]
fn only_what_is_right_is_timed() {
    for (fault, dtype, verdict, kind, words) in [
        (Fault::Wrong, "f32", "fail", Some("value"), "element [2, 3]"),
        (Fault::WrongLater, "f32", "fail", Some("value"), "right at first, wrong when repeated"),
        (Fault::Crash, "f16", "crash", None, "signal 11"),
        (Fault::Refuses, "s32", "fail", Some("rejected-valid"), "no | s32"),
        (Fault::Lacks, "f16", "unsupported", None, "does not take f16"),
        (Fault::Stingy, "f32", "error", None, "without returning the requested result"),
    ] {
        let mut backends = [Fake::new("good", Fault::None, &[[9, 3]]), Fake::new("bad", fault, &[[1, 3]])];
        let report = measured(&mut backends, &["3x4:1"], &[DType::F32, DType::F16, DType::S32], 4);
        for case in &report.cases {
            let good = case.outcome(0).expect("an outcome");
            assert!(good.timing.is_some(), "{verdict}: the other is not touched by it");
        }
        let case = report.cases.iter().find(|case| case.dtype == dtype).expect("a product");
        let bad = case.outcome(1).expect("an outcome");
        assert_eq!((bad.verdict.as_str(), bad.kind.as_deref()), (verdict, kind));
        assert_eq!(bad.timing, None, "{verdict}");
        assert!(bad.detail.as_deref().unwrap_or_default().contains(words), "{verdict}: {:?}", bad.detail);
        assert!(case.ratios.is_empty(), "{verdict}: there is nothing to set beside the other");
        assert_eq!(bad.is_failure(), !["unsupported", "error"].contains(&verdict));
        if [Fault::Wrong, Fault::WrongLater, Fault::Lacks, Fault::Refuses].contains(&fault) {
            assert_eq!(report.timed(), 5, "{verdict}: its right products are timed");
        }
    }
}

#[test]
fn a_backend_that_does_not_start_is_told_of() {
    let mut backends =
        [Fake::new("none", Fault::Silent, &[[1, 1]]), Fake::new("one", Fault::None, &[[1, 1]])];
    let report = measured(&mut backends, &["8:0"], &[DType::F32], 1);
    assert_eq!(report.backends[0].label, "process:none");
    assert!(report.backends[0].not_started.as_deref().is_some_and(|why| why.contains("nobody")));
    assert_eq!(report.cases[0].results.iter().map(|o| o.backend).collect::<Vec<_>>(), [1]);
    assert!(backends[0].asked.is_empty());
}

/// Inputs are sent once for each product, results come back with the first and the last sample.
#[test]
fn tensors_travel_only_when_they_must() {
    let mut backends = [Fake::new("one", Fault::None, &[[1, 1]])];
    measured(&mut backends, &["8:0"], &[DType::F32, DType::S8], 3);
    let product = [(false, true), (true, false), (true, false), (true, true)];
    assert_eq!(backends[0].asked, [product, product].concat());
}

#[test]
fn the_numbers_are_those_of_the_rounds() {
    let slow: Vec<[u64; 2]> = [100, 200, 300, 400, 500, 600, 700].map(|ns| [ns, 100]).to_vec();
    let fast: Vec<[u64; 2]> = [50, 50, 60, 80, 50, 60, 50].map(|ns| [ns, 50]).to_vec();
    let mut backends = [Fake::new("slow", Fault::None, &slow), Fake::new("fast", Fault::None, &fast)];
    let report = measured(&mut backends, &["5x4:0"], &[DType::F64], 7);
    let [case] = report.cases.as_slice() else { panic!("one product") };
    let timing = case.outcome(0).and_then(|outcome| outcome.timing.as_ref()).expect("timed");
    assert_eq!((timing.ns.q1, timing.ns.median, timing.ns.q3), (250.0, 400.0, 550.0));
    assert_eq!(timing.copy_ns.median, 100.0);
    // Of seven values, the first and the last hold the median with a chance of 1 - 2/128.
    let ratio = timing.ratio;
    assert_eq!((ratio.low, ratio.median, ratio.high, ratio.confidence), (1.0, 4.0, 7.0, 1.0 - 2.0 / 128.0));
    assert_eq!(case.bytes, 160);
    assert_eq!(timing.bytes_per_second, 320.0 / 400e-9);
    assert_eq!((timing.threads, timing.busy), (Some(2), Some(1.0)));
    assert_eq!(timing.rounds.first(), Some(&[100.0, 100.0]));
    // Round by round: 2, 4, 5, 5, 10, 10, 14. Medians divided would be 8.
    let beside = case.ratio(0, 1).expect("both were timed");
    assert_eq!((beside.low, beside.median, beside.high), (2.0, 5.0, 14.0));
    let other = case.ratio(1, 0).expect("the other way round too");
    assert_eq!((other.median, case.ratios.len()), (0.2, 2));
}

#[test]
fn backends_of_one_name_are_told_apart() {
    let mut backends = [
        Fake::new("same", Fault::None, &[[1, 1]]),
        Fake::new("same", Fault::None, &[[1, 1]]),
        Fake::new("other", Fault::None, &[[1, 1]]),
    ];
    let report = measured(&mut backends, &["8:0"], &[DType::F32], 1);
    let labels: Vec<&str> = report.backends.iter().map(|backend| backend.label.as_str()).collect();
    assert_eq!(labels, ["same (process:same)", "same (process:same) 2", "other"]);
}

/// Of a measurement that is interrupted, the products are kept that were measured in full.
#[test]
fn what_was_measured_before_an_interruption_is_kept() {
    for (dtype, products) in [(DType::F32, 0), (DType::S8, 1), (DType::U8, 2)] {
        let stop = Stop::default();
        let mut reference = Reference::default();
        let description = reference.describe().expect("the reference is there");
        let (mut asked, mut after) = (0, 0);
        let mut interrupted = FnBackend::new("interrupted", description, |call: &Call| {
            let Call::Operate(operation) = call else { panic!("operators alone are timed") };
            asked += u32::from(operation.args().dtype_of(0) == Some(dtype));
            after += u32::from(stop.is_set());
            // In the midst of the rounds.
            stop.flag().store(asked > 3, Ordering::SeqCst);
            reference.ask(call)
        });
        let mut contestants = [Contestant { asked: "interrupted", backend: &mut interrupted }];
        let plan = Plan {
            shapes: ["4:0", "5:0"].map(|word| word.parse().expect("a shape")).to_vec(),
            dtypes: vec![DType::F32, DType::S8, DType::U8],
        };
        let options = Options {
            editions: Editions::default(),
            rounds: 5,
            min_sample: Duration::from_nanos(1),
            threads: 1,
            quick: false,
            stop: stop.clone(),
        };
        let report = bench::run(&mut contestants, &plan, &options, &mut || ()).expect("small tensors");
        assert_eq!((report.cases.len(), report.timed()), (products, products), "{dtype}");
        assert!(report.incomplete.is_some(), "{dtype}");
        assert_eq!(after, 0, "{dtype}: asked after the interruption");
    }
}

/// Backends in this process need nothing of their own to be timed: not the reference, not closures.
#[test]
fn closures_and_the_reference_are_timed() {
    let mut reference = Reference::default();
    let description = reference.describe().expect("the reference is there");
    let tables = Description { name: String::new(), ..description };
    let mut judged = Reference::default();
    let mut closure = FnBackend::new("closure", tables, |call: &Call| match judged.ask(call) {
        Reply::Answer(Answer::Tensor(tensor)) => Reply::Answer(Answer::Tensor(tensor)),
        other => other,
    });
    let mut contestants = [
        Contestant { asked: "reference", backend: &mut reference },
        Contestant { asked: "closure", backend: &mut closure },
    ];
    let shapes = ["9x5:0", "9x5:-1"].map(|word| word.parse().expect("a shape")).to_vec();
    let dtypes = DType::ALL.into_iter().filter(|d| d.is_float() || d.is_integer()).collect();
    let min_sample = Duration::from_nanos(1);
    let options = Options {
        editions: Editions::default(),
        rounds: 2,
        min_sample,
        threads: 1,
        quick: false,
        stop: Stop::default(),
    };
    let report = bench::run(&mut contestants, &Plan { shapes, dtypes }, &options, &mut || ()).expect("small");
    assert_eq!((report.cases.len(), report.timed()), (24, 48));
    let given = |backend| {
        let mut of = report.outcomes().filter(move |(_, outcome)| outcome.backend == backend);
        of.all(|(_, outcome)| outcome.timing.as_ref().is_some_and(|timing| timing.preallocated))
    };
    assert_eq!((given(0), given(1)), (true, false));
}
