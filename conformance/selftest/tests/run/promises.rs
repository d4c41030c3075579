//! What a run promises: every case asked once and its result told in order, random cases counted or listed, a few failures
//! of each kind minimized, and an exit code. The reference obeys every edition of every document.

use crate::support::cases_without_long_answers;
use crate::support::closure::{Closure, everything};
use ascertain::backend::{Answer, Backend, BackendFault, Description, Rejection, Reply};
use ascertain::call::Call;
use ascertain::document::{Editions, PROFILES};
use ascertain::element::converter;
use ascertain::reference::Reference;
use ascertain::requirement;
use ascertain::{DType, Tensor};
use ascertain_judge::case::{Case, Question};
use ascertain_judge::operator::declarations::is_about_products;
use ascertain_judge::operator::{Cumprod, LargeCall, Operator, Registry};
use ascertain_judge::options::{Large, RunOptions, Shard};
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict::{CaseResult, FailKind, RandomCases, Run, Unlisted, Verdict};
use ascertain_selftest::faults::{self, Fault};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

#[test]
fn the_reference_obeys_every_profile() {
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).unwrap();
        let cases = suite::of_areas(&editions, &suite::is_sample).unwrap();
        let options =
            RunOptions { editions: editions.clone(), seed: 7, fuzz: 2_000, ..RunOptions::default() };
        let run = run(&cases, &mut Reference::new(editions), &options, &mut |_| ());
        for result in &run.results {
            let j = &result.judgement;
            assert!(!j.verdict.is_finding(), "{} in profile {}: {j:#?}", result.id, profile.name);
            assert_ne!(j.verdict, Verdict::Unsupported, "{}: {j:?}", result.id);
        }
        assert_eq!(run.exit_code(), 0);
    }
}

fn cases() -> Vec<Case> {
    cases_without_long_answers(&Editions::default())
}

/// One that computes the first tile of every dtype rightly, and not what is behind it.
#[test]
fn fixed_cases_fail_a_backend_that_is_wrong_behind_the_eighth_element_of_one_dtype() {
    let cases = cases();
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_float() || dtype.is_integer()) {
        let part = format!("cumprod/grid/{dtype}/");
        let cases: Vec<Case> = cases.iter().filter(|case| case.id.starts_with(&part)).cloned().collect();
        let mut reference = Reference::default();
        let mut backend = Closure::new(everything(), |call| match reference.ask(call) {
            Reply::Answer(Answer::Tensor(mut tensor)) if tensor.dtype() == dtype => {
                let one = converter(DType::U8, dtype).unwrap();
                let mut elements = tensor.elements().into_owned();
                elements.chunks_exact_mut(dtype.size()).skip(8).for_each(|element| one(&[42], element));
                tensor.set_elements(&elements);
                Reply::Answer(Answer::Tensor(tensor))
            }
            reply => reply,
        });
        let run = run(&cases, &mut backend, &RunOptions::default(), &mut |_| ());
        let failing = run.results.iter().filter(|r| r.judgement.verdict == Verdict::Fail).count();
        assert!(failing >= 20, "{dtype}: {failing} cases fail");
    }
}

/// The random cases alone.
fn random(backend: &mut dyn Backend, options: &RunOptions) -> Run {
    run(&[], backend, options, &mut |_| ())
}

/// The reference, with a record of what it is asked: calls, and how many at once, with the bytes of their longest answers.
#[derive(Default)]
struct Recorder {
    reference: Reference,
    asked: Vec<String>,
    batches: Vec<(usize, usize)>,
}

impl Backend for Recorder {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        self.asked.push(Question(call).to_string());
        self.reference.ask(call)
    }

    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        self.batches.push((calls.len(), calls.iter().map(|call| call.longest_answer()).sum()));
        replies.extend(calls.iter().map(|call| self.ask(call)));
    }
}

#[test]
fn results_come_in_the_order_of_the_cases_and_are_told_as_they_come() {
    let cases = cases();
    let ids: Vec<&str> = cases.iter().map(|case| &*case.id).collect();
    let (mut reference, asked, mut told) = (Reference::default(), Cell::new(0), Vec::new());
    let mut backend = Closure::new(everything(), |call| {
        asked.set(asked.get() + 1);
        reference.ask(call)
    });
    let run = run(&cases, &mut backend, &RunOptions::default(), &mut |result| {
        told.push((result.id.clone(), asked.get()));
    });
    assert!(told[0].1 < asked.get(), "everything was asked before the first result was told");
    assert!(told.iter().map(|(id, _)| &**id).eq(ids.iter().copied()));
    assert!(run.results.iter().map(|result| &*result.id).eq(ids));
    for (result, case) in run.results.iter().zip(&cases) {
        assert_eq!((result.area, &result.requirements), (case.area, &case.requirements), "{}", case.id);
        // Tens of thousands pass, and nobody reads what these were asked.
        let asked = Question(&case.call).to_string();
        let question = if result.judgement.verdict == Verdict::Pass { "" } else { &asked };
        assert_eq!(result.question, question, "{}", case.id);
    }
}

/// What is observed in a case that passes is left out unless the case is shown.
#[test]
fn random_cases_come_to_the_same_whether_they_are_shown_or_not() {
    for fault in [None, Some("floats/second-element-unit"), Some("floats/zero-beats-infinity")] {
        let whole = |listed: BTreeSet<u64>| {
            let options = RunOptions { fuzz: 1_500, listed, ..RunOptions::default() };
            let mut faulty = fault.map(|id| faults::named(id).expect("a fault").backend());
            let mut reference = Reference::default();
            let backend = faulty.as_deref_mut().unwrap_or(&mut reference);
            run(&[], backend, &options, &mut |_| ())
        };
        let (usual, shown) = (whole(BTreeSet::new()), whole((0..1_500).collect()));
        let by_area = |run: &Run| run.by_area().into_iter().collect::<BTreeMap<_, _>>();
        assert_eq!((by_area(&usual), &usual.telling), (by_area(&shown), &shown.telling), "{fault:?}");
        assert!(shown.results.len() >= 1_500 && usual.results.len() > 20, "{fault:?}");
        for result in &usual.results {
            assert!(shown.results.contains(result), "{fault:?}: {result:#?}");
        }
    }
}

/// A backend that is slow to reach gets many calls at once.
#[test]
fn cases_are_asked_once_each_in_order_and_many_at_once() {
    let cases = cases();
    let mut recorder = Recorder::default();
    let options = RunOptions { fuzz: 1000, once: true, ..RunOptions::default() };
    run(&cases, &mut recorder, &options, &mut |_| ());
    let (calls, answers): (Vec<_>, Vec<_>) = recorder.batches.iter().copied().unzip();
    assert_eq!(calls.iter().sum::<usize>(), recorder.asked.len());
    assert!((4..recorder.asked.len() / 100).contains(&calls.len()), "{calls:?}");
    // Nor so many that their answers fill the memory. A case has one call or two.
    assert!(
        calls.iter().zip(answers).all(|(calls, bytes)| *calls <= 2 || bytes <= 8 << 20),
        "{:?}",
        recorder.batches
    );
    let mut asked = recorder.asked.iter();
    // Cases that compare two answers ask a second call in between.
    for case in &cases {
        let question = Question(&case.call).to_string();
        assert!(asked.any(|asked| *asked == question), "{} is not asked in its place", case.id);
    }
}

/// A backend whose random cases are all listed: none of them passes.
fn broken() -> Closure<impl FnMut(&Call) -> Reply> {
    Closure::new(everything(), |_| Reply::Failed("broken".into()))
}

fn ids(run: &Run) -> Vec<String> {
    run.results.iter().map(|result| result.id.to_string()).collect()
}

#[test]
fn every_random_case_falls_into_one_shard() {
    let options = RunOptions { seed: 3, fuzz: 1000, ..RunOptions::default() };
    let whole = ids(&random(&mut broken(), &options));
    assert_eq!(whole.len(), 1000);
    for of in [1, 2, 3, 7] {
        let mut parts = Vec::new();
        for part in 1..=of {
            let options = RunOptions { shard: Some(Shard { part, of }), ..options.clone() };
            let ids = ids(&random(&mut broken(), &options));
            assert!(ids.len().abs_diff(1000 / of as usize) <= 1, "{part} of {of}: {} cases", ids.len());
            parts.extend(ids);
        }
        assert_eq!(parts.len(), whole.len(), "{of} shards");
        assert_eq!(parts.iter().collect::<BTreeSet<_>>(), whole.iter().collect(), "{of} shards");
    }
}

#[test]
fn time_and_number_of_random_cases_limit_each_other() {
    for (fuzz, time, asked) in [
        (0, None, 0),
        (300, None, 300),
        (300, Some(Duration::from_secs(3600)), 300),
        (300, Some(Duration::ZERO), 0),
        (0, Some(Duration::ZERO), 0),
    ] {
        let run = random(&mut broken(), &RunOptions { fuzz, time, ..RunOptions::default() });
        assert_eq!(run.results.len(), asked, "{fuzz} cases, {time:?}");
        let wanted = fuzz > 0 || time.is_some();
        let random = RandomCases {
            asked: asked as u64,
            fuzz: asked as u64,
            out_of_time: time == Some(Duration::ZERO),
            digest: run.random.map_or(0, |random| random.digest),
        };
        assert_eq!(run.random, wanted.then_some(random), "{fuzz} cases, {time:?}");
    }
}

/// Small ones of the same making: those of the suite take gigabytes.
#[test]
fn large_cases_are_made_when_asked_and_skipped_without_memory() {
    const CALLS: [LargeCall; 2] = [
        LargeCall { name: "small", bytes: 1000, make: |contract| Cumprod.samples(contract).pop() },
        LargeCall { name: "nowhere", bytes: 1000, make: |_| None },
    ];
    let cases = || CALLS.iter().map(|call| LargeCase::of(&Cumprod, call)).collect();
    let outcome = |available| {
        let large = Large { cases: cases(), copies: 3, available };
        let run = random(&mut Reference::default(), &RunOptions { large, ..RunOptions::default() });
        assert_eq!(ids(&run), ["cumprod/large/small", "cumprod/large/nowhere"]);
        run.results.into_iter().map(|result| (result.judgement.verdict, result.judgement.detail)).collect()
    };
    let nowhere = (Verdict::Skipped, Some("does not fit the address space".to_owned()));
    for available in [None, Some(3000)] {
        let outcomes: Vec<_> = outcome(available);
        assert_eq!(outcomes, [(Verdict::Pass, None), nowhere.clone()], "{available:?}");
    }
    let scarce: Vec<_> = outcome(Some(2999));
    let why = Some("needs 0.0 GB of memory, and 0.0 GB are available".to_owned());
    assert_eq!(scarce, [(Verdict::Skipped, why.clone()), (Verdict::Skipped, why)]);
}

#[test]
fn large_cases_have_more_than_two_to_the_31_elements_and_names_of_their_own() {
    let large = suite::large::cases(Registry::default());
    assert!(large.iter().all(|case| case.bytes > 1 << 31), "{large:?}");
    let names: BTreeSet<String> = large.iter().map(LargeCase::id).collect();
    assert_eq!(names.len(), large.len(), "{large:?}");
    let suite: BTreeSet<String> = self::cases().into_iter().map(|case| case.id.to_string()).collect();
    assert!(!large.is_empty() && names.is_disjoint(&suite), "{large:?}");
}

/// However many cases fit into the time: the number that the run tells makes the same ones, in each shard.
#[test]
fn a_run_that_ended_in_time_is_repeated_by_its_number() {
    for shard in [None, Some(Shard { part: 1, of: 3 }), Some(Shard { part: 3, of: 3 })] {
        let time = Some(Duration::from_millis(40));
        let options = RunOptions { seed: 9, time, shard, ..RunOptions::default() };
        let timed = random(&mut broken(), &options);
        let told = timed.random.expect("random cases were wanted");
        assert!(told.out_of_time && told.asked > 0, "{told:?}");
        let again = random(&mut broken(), &RunOptions { fuzz: told.fuzz, time: None, ..options });
        assert_eq!(ids(&again), ids(&timed), "{shard:?}");
        assert_eq!(again.random, Some(RandomCases { out_of_time: false, ..told }));
    }
}

#[test]
fn random_cases_that_pass_are_counted_and_observations_are_listed_once() {
    let options = RunOptions { seed: 5, fuzz: 2000, ..RunOptions::default() };
    let run = random(&mut Reference::default(), &options);
    let mut seen = HashSet::new();
    for result in &run.results {
        // Of products, it matters which they are.
        let observed = result.judgement.observations.iter();
        let observed: Vec<(&str, String)> = observed
            .map(|(id, saw)| (*id, if is_about_products(id) { saw.clone() } else { String::new() }))
            .collect();
        // What tells products apart is a pass, and listed once too.
        let is_listed = match result.judgement.verdict {
            Verdict::Pass => observed.iter().any(|(id, _)| is_about_products(id)),
            verdict => verdict == Verdict::Observed,
        };
        assert!(is_listed && !observed.is_empty(), "{}", result.id);
        assert!(observed.iter().any(|one| !seen.contains(one)), "{} only repeats {observed:?}", result.id);
        seen.extend(observed);
    }
    assert!(!seen.is_empty());
    let counted: u64 = run.unlisted.values().map(|unlisted| unlisted.tally.counts.total()).sum();
    assert_eq!(counted + run.results.len() as u64, 2000);
    assert_eq!(run.counts().total(), 2000);
    assert_eq!(run.by_area().iter().map(|(_, tally)| tally.counts.total()).sum::<u64>(), 2000);
    for (area, Unlisted { tally, .. }) in &run.unlisted {
        let known = tally.counts.of(Verdict::Pass) + tally.counts.of(Verdict::Observed);
        assert_eq!(known, tally.counts.total(), "{area}");
        assert!(tally.elements > 0, "{area}");
    }
}

fn fault(id: &str) -> &'static Fault {
    faults::named(id).unwrap_or_else(|| panic!("no fault is called {id}"))
}

#[test]
fn the_first_three_random_failures_of_a_kind_are_minimized() {
    let options = RunOptions { seed: 1, fuzz: 2500, ..RunOptions::default() };
    let mut minimized = 0;
    for name in ["floats/second-element-unit", "arguments/null-status"] {
        let run = random(fault(name).backend().as_mut(), &options);
        let mut kinds: HashMap<_, usize> = HashMap::new();
        for result in &run.results {
            let judgement = &result.judgement;
            let before = kinds.entry((result.area, judgement.kind, judgement.requirement)).or_default();
            let is_minimized = judgement.verdict == Verdict::Fail && *before < 3;
            assert_eq!(result.shrunk.is_some(), is_minimized, "{name}: {} after {before}", result.id);
            *before += usize::from(judgement.verdict == Verdict::Fail);
            minimized += usize::from(is_minimized);
        }
        assert!(kinds.values().any(|failures| *failures > 3), "{name}: {kinds:?}");
    }
    assert!(minimized >= 6, "{minimized}");
}

#[test]
fn fixed_cases_are_not_minimized() {
    let mut backend = fault("floats/second-element-unit").backend();
    let run = run(&cases(), backend.as_mut(), &RunOptions::default(), &mut |_| ());
    let failures: Vec<_> = run.results.iter().filter(|r| r.judgement.kind == Some(FailKind::Value)).collect();
    assert!(!failures.is_empty() && failures.iter().all(|result| result.shrunk.is_none()));
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let run = |seed| {
        let options = RunOptions { seed, fuzz: 500, ..RunOptions::default() };
        let mut backend = fault("floats/second-element-unit").backend();
        let run = random(backend.as_mut(), &options);
        let results = run.results.into_iter();
        let told = results.map(|r| (r.id, r.question, r.judgement, r.shrunk.map(|small| small.vector)));
        (told.collect::<Vec<_>>(), run.unlisted)
    };
    assert_eq!(run(1), run(1));
    let questions = |seed| run(seed).0.into_iter().map(|(_, question, ..)| question).collect::<Vec<_>>();
    assert_ne!(questions(1), questions(2));
}

/// 0 with a pass and no failure, 1 with a failure, 3 where the adapter failed or nothing could be judged.
#[test]
fn exit_codes_follow_from_the_worst_verdict() {
    let mut cases = cases();
    // All that the documents decide: a view with gaps they leave open.
    let decided = |case: &Case| match &case.call {
        Call::Operate(call) => call.operator.contracts[0].broken_by(call.args()).next().is_none(),
        Call::Promote(_) => true,
    };
    cases.retain(|case| case.id.starts_with("cumprod/grid/f32/") && decided(case));
    let lost = |loss| Reply::Lost(loss, "why".into());
    // Every reply, or the last one alone.
    for (reply, all, last) in [
        (None, 0, 0),
        (Some(Reply::Unsupported("why".into())), 3, 0),
        (Some(Reply::Failed("why".into())), 3, 3),
        (Some(Reply::Rejected(Rejection::default())), 1, 1),
        (Some(lost(BackendFault::Crash)), 1, 1),
        (Some(lost(BackendFault::Timeout)), 1, 1),
        (Some(lost(BackendFault::Protocol)), 1, 1),
        (Some(lost(BackendFault::WroteOutside)), 1, 1),
    ] {
        for (from, expected) in [(0, all), (cases.len() - 1, last)] {
            let (mut asked, mut reference) = (0, Reference::default());
            let mut backend = Closure::new(everything(), |call| {
                asked += 1;
                reply.clone().filter(|_| asked > from).unwrap_or_else(|| reference.ask(call))
            });
            let run = run(&cases, &mut backend, &RunOptions::default(), &mut |_| ());
            assert_eq!(run.exit_code(), expected, "{reply:?} from case {from} on");
        }
    }
    assert_eq!(random(&mut Reference::default(), &RunOptions::default()).exit_code(), 3, "nothing was asked");
}

/// A backend that does not start.
struct Dead;

impl Backend for Dead {
    fn describe(&mut self) -> Result<Description, String> {
        Err("no such program".into())
    }

    fn ask(&mut self, _: &Call) -> Reply {
        unreachable!("it did not start")
    }
}

#[test]
fn a_backend_that_does_not_start_is_not_asked() {
    let options = RunOptions { fuzz: 100, ..RunOptions::default() };
    let run = run(&cases(), &mut Dead, &options, &mut |result| panic!("{}", result.id));
    assert_eq!(run.not_started.as_deref(), Some("no such program"));
    assert!(run.results.is_empty() && run.unlisted.is_empty());
    assert_eq!(run.exit_code(), 3);
}

#[test]
fn a_run_names_backend_editions_and_seed() {
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).unwrap();
        let options = RunOptions { editions: editions.clone(), seed: 42, ..RunOptions::default() };
        let run = random(&mut Reference::new(editions.clone()), &options);
        let reference = everything();
        assert_eq!((run.backend, run.version), (reference.name, reference.version));
        assert_eq!((run.profile.as_str(), run.seed), (profile.name, 42));
        assert!(editions.iter().all(|(document, edition)| run.editions[document.id] == edition.name));
    }
}

/// The requirements that a fault's failures break, with their numbers.
fn blamed(name: &str, options: &RunOptions) -> BTreeMap<&'static str, usize> {
    let cases = cases_without_long_answers(&options.editions);
    let mut backend = fault(name).faulty(options.editions.clone());
    let run = run(&cases, &mut backend, options, &mut |_| ());
    let failed = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail);
    let mut blamed = BTreeMap::new();
    for result in failed {
        *blamed.entry(result.judgement.requirement.unwrap_or("none")).or_insert(0) += 1;
    }
    blamed
}

#[test]
fn readings_can_be_observed() {
    let judged = RunOptions::default();
    let observed = RunOptions { observe_readings: true, ..RunOptions::default() };
    assert!(!blamed("integers/saturating", &judged).is_empty());
    assert_eq!(blamed("integers/saturating", &observed), BTreeMap::new());
    // No page says how a conversion rounds.
    assert!(!blamed("integers/fractions-rounded", &judged).is_empty());
    assert_eq!(blamed("integers/fractions-rounded", &observed), BTreeMap::new());
    // What a page states fails all the same.
    let stated = blamed("tables/bf16-as-integer", &observed);
    assert_eq!(stated, blamed("tables/bf16-as-integer", &judged));
    assert!(!stated.is_empty());
    // The run counts them, and says what was seen.
    let cases = cases();
    let fault = fault("integers/saturating");
    let failed = run(&cases, fault.backend().as_mut(), &judged, &mut |_| ());
    assert_eq!(failed.failures_on_readings(), failed.counts().of(Verdict::Fail));
    let seen = run(&cases, fault.backend().as_mut(), &observed, &mut |_| ());
    assert_eq!((seen.failures_on_readings(), seen.exit_code()), (0, 0));
    let about = |r: &&CaseResult| r.judgement.requirement == Some(requirement::cumprod::INTEGER_WRAPS);
    let result = seen.results.iter().find(about).expect("an observation");
    let (_, words) = result.judgement.observations.last().expect("it says what was seen");
    assert!(words.contains("where the reading gives"), "{words}");
}

/// Whoever refuses a tensor without elements, or one of nine dimensions, breaks a reading where a page is silent, and nothing of a page.
#[test]
fn refused_shapes_of_which_a_page_is_silent_break_a_reading() {
    let is_empty: fn(&Tensor) -> bool = |tensor| tensor.layout().count() == 0;
    let is_deep: fn(&Tensor) -> bool = |tensor| tensor.layout().rank() > 8;
    for (operator, is, silent) in
        [("sin", is_empty, true), ("round", is_empty, false), ("any", is_deep, true)]
    {
        let cases = suite::of_areas(&Editions::default(), &|area| area == operator).unwrap();
        let mut reference = Reference::default();
        let mut backend = Closure::new(everything(), |call| match (call, reference.ask(call)) {
            (Call::Operate(call), Reply::Answer(_))
                if (0..call.args.len()).any(|at| call.args().tensor(at).is_some_and(is)) =>
            {
                Reply::Rejected(Rejection::default())
            }
            (_, reply) => reply,
        });
        let run = run(&cases, &mut backend, &RunOptions { fuzz: 0, ..RunOptions::default() }, &mut |_| ());
        let failures = run.counts().of(Verdict::Fail);
        assert!(failures > 0, "{operator}");
        assert_eq!(run.failures_on_readings(), if silent { failures } else { 0 }, "{operator}");
    }
}

/// However many random cases a backend refuses, and however long its reasons are, a run stays small.
#[test]
fn very_many_random_cases_of_one_kind_are_counted() {
    let long = "no ".repeat(1000);
    for (reply, verdict) in [
        (Reply::Unsupported(long.clone()), Verdict::Unsupported),
        (Reply::Failed(long.clone()), Verdict::Error),
        (Reply::Rejected(Rejection { status: None, message: long.clone() }), Verdict::Fail),
    ] {
        let mut backend = Closure::new(everything(), move |_: &Call| reply.clone());
        let options = RunOptions { fuzz: 5_000, ..RunOptions::default() };
        let run = run(&[], &mut backend, &options, &mut |_| ());
        assert_eq!(run.counts().total(), 5_000);
        assert!(run.counts().of(verdict) > 3_000, "{verdict:?}");
        let listed = run.results.iter().filter(|result| result.judgement.verdict == verdict);
        let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
        listed.for_each(|result| {
            *kinds.entry((result.area, result.judgement.alike())).or_default() += 1;
        });
        assert_eq!(kinds.values().max(), Some(&1000), "{verdict:?}: {kinds:?}");
        assert_eq!(run.exit_code(), if verdict == Verdict::Fail { 1 } else { 3 });
    }
}
