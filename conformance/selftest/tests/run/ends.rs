//! How runs end: early, or with a fault that belongs to no case.

use crate::support::closure::{Closure, everything};
use crate::support::ending::Ending;
use ascertain::backend::{Backend, BackendFault, Description, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::Case;
use ascertain_judge::operator::{Cumprod, LargeCall, Operator};
use ascertain_judge::options::{Large, RunOptions, Stop};
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict::{END, RandomCases, Run, Verdict};
use std::sync::atomic::Ordering;

/// Promotions, each of which is one call that the reference answers rightly.
fn cases() -> Vec<Case> {
    let cases = suite::of_areas(&Editions::default(), &suite::is_sample).expect("the suite is sound");
    cases
        .into_iter()
        .filter(|case| ["aclnn.tensor-tensor", "aclnn.tensor-scalar"].contains(&case.area))
        .collect()
}

/// A run that is stopped by the answer to call `last`, counted from 1. Later calls are not asked.
fn stopped_after(last: usize, cases: &[Case], fuzz: u64) -> Run {
    let options = RunOptions { fuzz, stop: Stop::default(), ..RunOptions::default() };
    let (mut reference, mut asked) = (Reference::default(), 0);
    let mut backend = Closure::new(everything(), |call: &Call| {
        if options.stop.is_set() {
            return Reply::NotAsked("stopped".into());
        }
        asked += 1;
        options.stop.flag().store(asked == last, Ordering::SeqCst);
        reference.ask(call)
    });
    run(cases, &mut backend, &options, &mut |_| {})
}

#[test]
fn a_run_that_is_stopped_keeps_its_results_and_skips_the_rest() {
    let cases = cases();
    // Within the first window of calls, and within the second.
    for last in [10, 1030] {
        let run = stopped_after(last, &[&cases[..], &cases[..], &cases[..]].concat(), 100);
        assert_eq!(run.results.len(), 3 * cases.len());
        let (asked, others) = run.results.split_at(last);
        assert!(asked.iter().all(|r| matches!(r.judgement.verdict, Verdict::Pass | Verdict::Observed)));
        for result in others {
            assert_eq!(result.judgement.verdict, Verdict::Skipped, "{}", result.id);
            assert!(result.judgement.detail.is_some(), "{}", result.id);
        }
        assert_eq!((run.incomplete.as_deref(), run.exit_code()), (Some("interrupted"), 3));
        assert_eq!(run.random, Some(RandomCases { asked: 0, fuzz: 0, out_of_time: false, digest: 0 }));
    }
}

#[test]
fn random_cases_that_were_not_asked_are_not_listed() {
    let run = stopped_after(300, &[], 5000);
    let random = run.random.expect("random cases were wanted");
    // A case may be asked by two calls.
    assert!((150..=300).contains(&random.asked), "{random:?}");
    assert_eq!((random.fuzz, random.out_of_time), (random.asked, false));
    assert_eq!((run.counts().total(), run.counts().of(Verdict::Skipped)), (random.asked, 0));
    assert!(run.incomplete.is_some());
}

/// Told as a result, it would count as asked for the run that goes on with this one.
#[test]
fn a_large_case_in_flight_is_no_result_of_a_stopped_run() {
    const CALL: LargeCall =
        LargeCall { name: "small", bytes: 1, make: |contract| Cumprod.samples(contract).pop() };
    let large = Large { cases: vec![LargeCase::of(&Cumprod, &CALL)], ..Large::default() };
    let options = RunOptions { large, ..RunOptions::default() };
    let mut backend = Closure::new(everything(), |_: &Call| {
        options.stop.flag().store(true, Ordering::SeqCst);
        Reply::NotAsked("stopped".into())
    });
    let mut told = Vec::new();
    let run = run(&[], &mut backend, &options, &mut |result| told.push(result.id.clone()));
    assert!(told.is_empty(), "{told:?}");
    let verdicts: Vec<Verdict> = run.results.iter().map(|result| result.judgement.verdict).collect();
    assert_eq!((verdicts, run.incomplete.as_deref()), (vec![Verdict::Skipped], Some("interrupted")));
}

#[test]
fn a_run_that_is_stopped_before_the_start_skips_everything() {
    struct Unasked;
    impl Backend for Unasked {
        fn describe(&mut self) -> Result<Description, String> {
            Err("stopped".into())
        }

        fn ask(&mut self, _: &Call) -> Reply {
            unreachable!("it did not start")
        }
    }
    let options = RunOptions::default();
    options.stop.flag().store(true, Ordering::SeqCst);
    let run = run(&cases(), &mut Unasked, &options, &mut |_| {});
    assert_eq!((run.not_started, run.incomplete.as_deref()), (None, Some("interrupted")));
    assert!(run.results.iter().all(|result| result.judgement.verdict == Verdict::Skipped));
    assert_eq!(run.results.len(), cases().len());
}

#[test]
fn a_fault_after_the_last_case_is_a_finding() {
    for (loss, verdict) in
        [(BackendFault::Crash, Verdict::Crash), (BackendFault::Protocol, Verdict::Protocol)]
    {
        let mut backend = Ending(Reference::default(), loss);
        let mut told = Vec::new();
        let run = run(&cases()[..20], &mut backend, &RunOptions::default(), &mut |result| {
            told.push(result.id.clone());
        });
        let last = run.results.last().expect("results");
        assert_eq!((&*last.id, last.judgement.verdict), (END, verdict));
        assert_eq!(last.judgement.detail.as_deref(), Some("at the end"));
        assert_eq!((told.len(), told.last().map(|id| &**id)), (21, Some(END)));
        assert_eq!((run.exit_code(), run.counts().of(Verdict::Pass)), (1, 20));
    }
}
