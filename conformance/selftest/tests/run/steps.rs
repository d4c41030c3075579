//! A run is the sum of its steps: whoever performed them, and in however many attempts.

use crate::support::closure::{Closure, everything};
use crate::support::ending::Ending;
use ascertain::backend::{Answer, Backend, BackendFault, Rejection, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::Case;
use ascertain_judge::options::{RunOptions, Stop};
use ascertain_judge::run::{Backends, Listener, Started, Step, run, run_all};
use ascertain_judge::suite;
use ascertain_judge::verdict::{Evidence, FailKind, Run, Verdict};
use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};

fn cases() -> Vec<Case> {
    let wanted = |area: &str| ["cumprod", "reinterpret", "mul", "cummax"].contains(&area);
    let cases = suite::of_areas(&Editions::default(), &wanted).expect("the suite is sound");
    // A fifth of them shows the same in less time.
    cases.into_iter().step_by(5).collect()
}

fn options() -> RunOptions {
    RunOptions { seed: 1, fuzz: 1500, ..RunOptions::default() }
}

/// All that a run says, but for its time.
fn all_of(run: Run) -> String {
    // Replies are not in the steps of an earlier run.
    format!("{:#?}", Run { seconds: 0.0, evidence: Evidence::default(), ..run })
}

/// Remembers the steps of a run.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Listener for Steps {
    fn step(&mut self, step: &Step) {
        self.0.push(step.clone());
    }
}

/// The reference, but for one bit of each f32 answer.
fn wrong() -> impl Backend {
    let mut reference = Reference::default();
    Closure::new(everything(), move |call| match reference.ask(call) {
        Reply::Answer(Answer::Tensor(tensor)) if tensor.dtype() == DType::F32 => flipped(tensor),
        reply => reply,
    })
}

/// The tensor, but for one bit.
fn flipped(mut tensor: Tensor) -> Reply {
    let mut elements = tensor.elements().into_owned();
    elements.iter_mut().take(1).for_each(|byte| *byte ^= 1);
    tensor.set_elements(&elements);
    Reply::Answer(Answer::Tensor(tensor))
}

/// Backends with nothing, something and everything to find.
const BACKENDS: [fn() -> Box<dyn Backend>; 3] = [
    || Box::new(Reference::default()),
    || Box::new(wrong()),
    || Box::new(Closure::new(everything(), |_| Reply::Rejected(Default::default()))),
];

#[test]
fn several_jobs_find_the_same_as_one() {
    let (cases, options) = (cases(), options());
    for make in BACKENDS {
        let alone = all_of(run(&cases, make().as_mut(), &options, &mut |_| ()));
        for jobs in [2, 5] {
            let many = Backends::Many(jobs, &|| Ok(make()));
            let together = run_all(&cases, many, &options, Vec::new(), &mut Steps::default());
            assert!(all_of(together) == alone, "{jobs} jobs");
        }
    }
}

/// As one that was killed after any step, and started again.
#[test]
fn a_run_goes_on_after_any_step_of_an_earlier_one() {
    let (cases, options) = (cases(), options());
    for make in BACKENDS {
        let mut steps = Steps::default();
        let whole = run_all(&cases, Backends::One(make().as_mut()), &options, Vec::new(), &mut steps);
        let whole = all_of(whole);
        let Steps(steps) = steps;
        assert!(steps.len() > 10, "{}", steps.len());
        for done in (0..=steps.len()).step_by(5).chain([steps.len()]) {
            let mut more = Steps::default();
            let earlier = steps[..done].to_vec();
            let again = run_all(&cases, Backends::One(make().as_mut()), &options, earlier, &mut more);
            assert_eq!(more.0.len(), steps.len() - done, "after {done} steps");
            assert!(all_of(again) == whole, "after {done} steps");
        }
    }
}

#[test]
fn all_jobs_must_start() {
    let made = std::sync::atomic::AtomicUsize::new(0);
    let make = || match made.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
        1 => Err("no memory".to_owned()),
        _ => Ok(Box::new(Reference::default()) as Box<dyn Backend>),
    };
    let many = Backends::Many(3, &make);
    let run = run_all(&cases(), many, &options(), Vec::new(), &mut Steps::default());
    assert_eq!((run.not_started.as_deref(), run.results.len()), (Some("no memory"), 0));
}

#[test]
fn a_listener_can_refuse_a_backend() {
    struct Refuses;
    impl Listener for Refuses {
        fn started(&mut self, started: &Started) -> Result<(), String> {
            Err(format!("{} is another one", started.name))
        }
        fn step(&mut self, _: &Step) {
            unreachable!("nothing is asked");
        }
    }
    let mut backend = Reference::default();
    let run = run_all(&cases(), Backends::One(&mut backend), &options(), Vec::new(), &mut Refuses);
    assert_eq!(run.not_started.as_deref(), Some("reference is another one"));
}

#[test]
fn a_run_can_end_at_the_first_failure() {
    let cases = cases();
    let options = RunOptions { fail_fast: true, ..options() };
    let mut backend = wrong();
    let failed = run(&cases, &mut backend, &options, &mut |_| ());
    assert_eq!(failed.incomplete.as_deref(), Some("stopped at the first failure"));
    assert_eq!((failed.exit_code(), failed.results.len()), (1, cases.len()));
    let first = failed.results.iter().position(|result| result.judgement.verdict == Verdict::Fail);
    let skipped = failed.results.iter().position(|result| result.judgement.verdict == Verdict::Skipped);
    assert!(first.is_some() && first < skipped, "{first:?} {skipped:?}");
    let passed = run(&cases, &mut Reference::default(), &options, &mut |_| ());
    assert_eq!((passed.exit_code(), passed.incomplete), (0, None));
}

/// The reference, which waits for the end of the run instead of answering call `hangs`, as an adapter in a process does.
fn hanging(hangs: usize, stop: &Stop) -> impl Backend {
    let (mut reference, mut asked, stop) = (Reference::default(), 0, stop.clone());
    Closure::new(everything(), move |call| {
        asked += 1;
        while asked == hangs && !stop.is_set() {
            thread::sleep(Duration::from_millis(5));
        }
        if stop.is_set() { Reply::NotAsked("the time is up".into()) } else { reference.ask(call) }
    })
}

#[test]
fn the_time_for_random_cases_holds_when_a_case_hangs() {
    let options = RunOptions { time: Some(Duration::from_millis(500)), once: true, ..RunOptions::default() };
    let start = Instant::now();
    let run = run(&[], &mut hanging(100, &options.stop), &options, &mut |_| ());
    // Far below the time that an adapter has for a case.
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    let random = run.random.expect("random cases were wanted");
    assert!(random.out_of_time && (50..100).contains(&random.asked), "{random:?}");
    assert_eq!((run.counts().total(), run.incomplete), (random.asked, None));
}

#[test]
fn the_time_for_a_run_holds_when_a_case_hangs() {
    let (cases, options) = (cases(), options());
    options.stop.end_at(Instant::now() + Duration::from_millis(800));
    let run = run(&cases, &mut hanging(300, &options.stop), &options, &mut |_| ());
    assert_eq!(run.incomplete.as_deref(), Some("the time for the run was up"));
    let skipped = run.counts().of(Verdict::Skipped);
    assert_eq!((run.results.len(), run.exit_code()), (cases.len(), 3));
    assert!((1..cases.len() as u64).contains(&skipped), "{skipped}");
}

/// The reference, which changes one bit of the answers to some calls, counted from 1.
fn flipping(wrong: impl Fn(u64) -> bool) -> Closure<impl FnMut(&Call) -> Reply> {
    let (mut reference, asked) = (Reference::default(), Cell::new(0));
    Closure::new(everything(), move |call| {
        asked.set(asked.get() + 1);
        let reply = reference.ask(call);
        match reply {
            Reply::Answer(Answer::Tensor(tensor)) if wrong(asked.get()) => flipped(tensor),
            reply => reply,
        }
    })
}

#[test]
fn a_wrong_answer_in_ten_thousand_is_called_nondeterministic() {
    let options = RunOptions { seed: 2, fuzz: 4000, ..RunOptions::default() };
    let run = run(&cases(), &mut flipping(|call| call % 997 == 0), &options, &mut |_| ());
    let fails = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail);
    let kinds: Vec<_> = fails.clone().map(|result| (&result.id, result.judgement.kind)).collect();
    assert!(kinds.len() > 2, "{kinds:?}");
    assert!(kinds.iter().all(|(_, kind)| *kind == Some(FailKind::Nondeterministic)), "{kinds:?}");
    // What was expected stays, and which rule was broken.
    for result in fails {
        assert!(result.judgement.expected.is_some() && result.judgement.detail.is_some(), "{result:?}");
        assert!(result.shrunk.is_none(), "{}", result.id);
    }
}

#[test]
fn a_wrong_answer_every_time_is_not_called_nondeterministic() {
    let mut backend = wrong();
    let run = run(&cases(), &mut backend, &options(), &mut |_| ());
    let mut fails = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail).peekable();
    assert!(fails.peek().is_some());
    for result in fails {
        assert_ne!(result.judgement.kind, Some(FailKind::Nondeterministic), "{}", result.id);
    }
}

/// The words of a refusal count its calls.
#[test]
fn refusals_that_differ_in_words_alone_are_the_same() {
    let (mut reference, asked) = (Reference::default(), Cell::new(0));
    let mut backend = Closure::new(everything(), move |call| {
        asked.set(asked.get() + 1);
        match reference.ask(call) {
            Reply::Answer(Answer::Tensor(_)) => Reply::Rejected(Rejection {
                status: None,
                message: format!("operation {} is not supported", asked.get()),
            }),
            reply => reply,
        }
    });
    let run = run(&cases(), &mut backend, &options(), &mut |_| ());
    let fails: Vec<_> =
        run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail).collect();
    assert!(fails.len() > 10, "{}", fails.len());
    for result in fails {
        assert_eq!(result.judgement.kind, Some(FailKind::RejectedValid), "{}", result.id);
    }
}

/// One that goes wrong after a while: the cases that it answered rightly are asked again.
#[test]
fn cases_that_passed_are_asked_again() {
    let (cases, options) = (cases(), options());
    let calls = Cell::new(0_u64);
    let mut reference = Reference::default();
    let mut counting = Closure::new(everything(), |call| {
        calls.set(calls.get() + 1);
        reference.ask(call)
    });
    let once = RunOptions { once: true, ..options.clone() };
    run(&cases, &mut counting, &once, &mut |_| ());
    let all = calls.get();
    let run = run(&cases, &mut flipping(|call| call > all), &options, &mut |_| ());
    let turned: Vec<_> =
        run.results.iter().filter(|r| r.judgement.kind == Some(FailKind::Nondeterministic)).collect();
    let random = turned.iter().filter(|result| result.random_index().is_some()).count();
    assert!(random > 5 && turned.len() - random > 5, "{} of them random: {random}", turned.len());
    // Each case still counts once.
    assert_eq!(run.counts().total(), (cases.len() + 1500) as u64);
    let found = run.results.iter().filter_map(|result| result.random_index()).collect::<Vec<_>>();
    assert!(found.is_sorted(), "{found:?}");
}

/// What a run says about a backend that ends badly does not depend on the number of jobs.
#[test]
fn the_first_fault_at_the_end_of_several_jobs_is_told() {
    let make = || Ok(Box::new(Ending(Reference::default(), BackendFault::Crash)) as Box<dyn Backend>);
    let (cases, options) = (cases(), RunOptions::default());
    let alone = run(&cases, make().expect("it is made").as_mut(), &options, &mut |_| ());
    let together = run_all(&cases, Backends::Many(3, &make), &options, Vec::new(), &mut Steps::default());
    assert_eq!(all_of(together), all_of(alone));
}
