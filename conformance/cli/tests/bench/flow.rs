//! The flow of a benchmark: which calls are made, which answers are timed, and the resulting numbers.

use crate::bench::support::{Fake, Fault, measured, of_add, options};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::reference::Reference;
use ascertain_cli::bench::report::{BenchReport, Range};
use ascertain_cli::bench::{self, Contestant};
use ascertain_conformance::backends::FnBackend;

#[test]
fn only_what_is_right_is_timed() {
    for (fault, dtype, verdict, kind, words) in [
        (Fault::Wrong, "f32", "fail", Some("value"), "where"),
        (Fault::WrongLater, "f32", "fail", Some("value"), "right at first, wrong when repeated"),
        (Fault::Crash, "f16", "crash", None, "signal 11"),
        (Fault::Refuses, "s32", "fail", Some("rejected-valid"), "no | s32"),
        (Fault::Lacks, "f16", "unsupported", None, "does not take f16"),
        (Fault::Stingy, "f32", "error", None, "without returning the requested result"),
    ] {
        let mut backends = [Fake::new("good", Fault::None, &[[9, 3]]), Fake::new("bad", fault, &[[1, 3]])];
        let report = measured(&mut backends, &[DType::F32, DType::F16, DType::S32], 4);
        for case in &report.cases {
            let good = &case.results[0];
            assert!(good.timing.is_some(), "{verdict}: the other is not touched by it");
        }
        let case = report.cases.iter().find(|case| case.dtype == dtype).expect("a call");
        let bad = &case.results[1];
        assert_eq!((bad.verdict.as_str(), bad.kind.as_deref()), (verdict, kind));
        assert_eq!(bad.timing, None, "{verdict}");
        assert!(bad.detail.as_deref().unwrap_or_default().contains(words), "{verdict}: {:?}", bad.detail);
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
    let report = measured(&mut backends, &[DType::F32], 1);
    assert_eq!(report.backends[0].name, "process:none");
    assert!(report.backends[0].not_started.as_deref().is_some_and(|why| why.contains("nobody")));
    assert_eq!(report.cases[0].results.iter().map(|o| o.backend).collect::<Vec<_>>(), [1]);
    assert!(backends[0].asked.is_empty());
}

/// Inputs are sent once for each product, results come back with the first and the last sample.
#[test]
fn tensors_travel_only_when_they_must() {
    let mut backends = [Fake::new("one", Fault::None, &[[1, 1]])];
    measured(&mut backends, &[DType::F32, DType::S8], 3);
    let product = [(false, true), (true, false), (true, false), (true, true)];
    assert_eq!(backends[0].asked, [product, product].concat());
}

/// A report of one backend whose calls take this long, beside copies of 100 ns.
fn of(times: &[u64], fault: Fault) -> BenchReport {
    let times: Vec<[u64; 2]> = times.iter().map(|ns| [*ns, 100]).collect();
    measured(&mut [Fake::new("one", fault, &times)], &[DType::F32], 7)
}

#[test]
fn the_numbers_are_those_of_the_rounds() {
    let report = of(&[300, 100, 200, 700, 500, 600, 400], Fault::None);
    let timing = report.cases[0].results[0].timing.as_ref().expect("timed");
    assert_eq!(timing.ns, Range { min: 100.0, median: 400.0, max: 700.0 });
    assert_eq!(timing.ratio, Range { min: 1.0, median: 4.0, max: 7.0 });
    assert_eq!(
        (timing.threads, report.cases[0].bytes),
        (Some(2), report.cases[0].shape.iter().product::<usize>() as u64 * 4)
    );
    assert_eq!(Range::of(&[4.0, 1.0, 2.0, 3.0]), Some(Range { min: 1.0, median: 2.5, max: 4.0 }));
    assert_eq!(Range::of(&[]), None);
}

#[test]
fn slower_is_what_lies_above_every_earlier_round() {
    const BEFORE: [u64; 7] = [1000, 1010, 990, 1005, 995, 1020, 980];
    let before = of(&BEFORE, Fault::None);
    for (now, slower) in
        [(BEFORE, 0), (BEFORE.map(|ns| ns * 102 / 100), 0), (BEFORE.map(|ns| ns * 115 / 100), 1)]
    {
        assert_eq!(of(&now, Fault::None).slower_than(&before).len(), slower, "{now:?}");
    }
    // What is no longer right is worse too; what was never timed is nobody's loss.
    let wrong = of(&BEFORE, Fault::Wrong);
    assert_eq!((wrong.slower_than(&before).len(), wrong.slower_than(&wrong).len()), (1, 0));
}

#[test]
fn both_forms_have_every_call() {
    let mut backends = [
        Fake::new("one", Fault::None, &[[300, 100]]),
        Fake::new("two", Fault::Wrong, &[[80, 100]]),
        Fake::new("three", Fault::Silent, &[[80, 100]]),
    ];
    let mut report = measured(&mut backends, &[DType::F32, DType::S32], 3);
    report.incomplete = Some("interrupted".to_owned());
    let mut json = Vec::new();
    report.write(&mut json).expect("a vector takes everything");
    assert_eq!(serde_json::from_slice::<BenchReport>(&json).expect("what was written"), report);
    let mut text = Vec::new();
    report.write_text(&mut text, 100).expect("a vector takes everything");
    let text = String::from_utf8(text).expect("UTF-8");
    for words in ["s32", "3.00x (3.00 to 3.00)", "fail: value", "nobody", "interrupted"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

/// A message that several calls have in common is told once.
#[test]
fn what_was_not_timed_is_told_with_its_message() {
    let mut backends = [
        Fake::new("one", Fault::None, &[[1, 1]]),
        Fake::new("two", Fault::Stingy, &[[1, 1]]),
        Fake::new("three", Fault::Lacks, &[[1, 1]]),
    ];
    let report = measured(&mut backends, &[DType::F32, DType::F16, DType::S8, DType::S32], 2);
    let mut text = Vec::new();
    report.write_text(&mut text, 160).expect("a vector takes everything");
    let text = String::from_utf8(text).expect("UTF-8");
    let told: Vec<&str> = text.lines().filter_map(|line| line.split("not timed").nth(1)).collect();
    let [two, three] = told[..] else { panic!("two lines, but {told:?}") };
    let of = "two, add of f32, add of f16, add of s8 and 1 more: error: ";
    assert!(two.contains(of) && two.contains("without returning"), "{two}");
    assert!(
        three.contains("three, add of f16: unsupported: ") && three.contains("does not take f16"),
        "{three}"
    );
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
    let plan = of_add(&[DType::F32, DType::S64]);
    let report = bench::run(&mut contestants, &plan, &options(2), &mut || ());
    assert_eq!((report.cases.len(), report.timed()), (2, 4));
}
