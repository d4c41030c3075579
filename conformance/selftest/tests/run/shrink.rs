//! Minimized failures: the same failure as before, never larger, found within the budget, and written as a vector that
//! fails again.

use crate::support::closure::{Closure, everything};
use ascertain::backend::{Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::{Case, Expect, Question};
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::{Cumprod, Operator, Registry};
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::session::Session;
use ascertain_judge::shrink::{Shrunk, shrink};
use ascertain_judge::suite::vectors::{read, replayed};
use ascertain_judge::verdict::{Judgement, MinimizedCase, Verdict};
use ascertain_selftest::faults::{self, Fault};
use std::collections::BTreeSet;

/// Candidates that may be asked for one failure.
const BUDGET: usize = 96;

/// Some faults of each kind that random cases may find.
fn some_faults() -> impl Iterator<Item = &'static Fault> {
    let found = |fault: &&Fault| fault.profile == "documented" && !fault.id.starts_with("tables/");
    faults::all().filter(found).step_by(4)
}

fn case(call: Invocation) -> Case {
    let (id, area) = ("".into(), call.operator.name);
    Case { id, area, requirements: &[], call: Call::Operate(call), expect: Expect::Documents }
}

/// Number of elements, elements of storage and rank of each tensor. Elements that share places count as if they did not:
/// without gaps they take more storage.
fn sizes(call: &Invocation) -> Vec<[usize; 3]> {
    let size = |arg: &Arg| match arg {
        Arg::Tensor(tensor) => {
            let count = tensor.layout().count();
            let stored = tensor.storage().len() / tensor.dtype().size();
            [count, stored.max(count), tensor.layout().rank()]
        }
        _ => [0; 3],
    };
    call.args.iter().map(size).collect()
}

fn given(call: &Invocation) -> usize {
    call.args.iter().filter(|arg| **arg != Arg::Absent).count()
}

/// A failing random case, the failure, and both minimized.
struct Minimized {
    call: Invocation,
    judgement: Judgement,
    small: Shrunk,
    /// What comes of the small call when it is asked once more.
    again: Judgement,
}

/// The first few failures of a fault, minimized.
fn minimized(fault: &Fault) -> Vec<Minimized> {
    let (options, editions) = (RunOptions::default(), Editions::default());
    let fuzzer = Fuzzer::new(1, &editions, Registry::default());
    let mut backend = fault.backend();
    let mut session = Session::start(backend.as_mut(), &options).expect("it starts");
    let mut found = Vec::new();
    for index in 0..3000 {
        let random = fuzzer.generate(index);
        let judgement = session.ask(std::slice::from_ref(&random)).remove(0).judgement;
        let Call::Operate(call) = random.call else { unreachable!("only operators are fuzzed") };
        if judgement.verdict != Verdict::Fail {
            continue;
        }
        let small = shrink(&mut session, call.clone(), judgement.clone());
        let again = session.ask(&[case(small.call.clone())]).remove(0).judgement;
        found.push(Minimized { call, judgement, small, again });
        if found.len() == 4 {
            break;
        }
    }
    found
}

#[test]
fn a_minimized_failure_is_the_same_and_never_larger() {
    let (mut failures, mut smaller) = (0, 0);
    for fault in some_faults() {
        for Minimized { call, judgement, small, again } in minimized(fault) {
            let what = || format!("{}: {}", fault.id, Question(&Call::Operate(small.call.clone())));
            assert_eq!(small.judgement.alike(), judgement.alike(), "{}", what());
            assert_eq!(again, small.judgement, "{}", what());
            let (before, after) = (sizes(&call), sizes(&small.call));
            for (before, after) in before.iter().zip(&after) {
                assert!(
                    after.iter().zip(before).all(|(a, b)| a <= b),
                    "{}: {after:?}, was {before:?}",
                    what()
                );
            }
            assert!(given(&small.call) <= given(&call), "{}", what());
            failures += 1;
            smaller += usize::from(after != before);
        }
    }
    assert!(failures > 30 && smaller * 10 > failures * 8, "{smaller} of {failures} became smaller");
}

#[test]
fn no_more_candidates_are_asked_than_counted_and_allowed() {
    for fault in some_faults() {
        for Minimized { call, judgement, small, .. } in minimized(fault) {
            assert!(small.evaluations <= BUDGET, "{}: {}", fault.id, small.evaluations);
            // The same once more, with a backend that counts.
            let mut faulty = fault.backend();
            let description = faulty.describe().expect("it starts");
            let mut backend = Closure::new(description, |call| faulty.ask(call));
            let options = RunOptions::default();
            let mut session = Session::start(&mut backend, &options).expect("it starts");
            let small = shrink(&mut session, call, judgement);
            assert!(backend.calls <= small.evaluations, "{}: {}", fault.id, backend.calls);
        }
    }
}

/// The vector of each minimized failure, written, read and asked again: the same question, and the same judgement.
#[test]
fn the_vector_of_a_minimized_failure_asks_the_same_question_and_fails_the_same_way() {
    let (mut vectors, mut kinds) = (0, BTreeSet::new());
    for fault in some_faults() {
        let options = RunOptions { seed: 1, fuzz: 2000, ..RunOptions::default() };
        let of_fault = run(&[], fault.backend().as_mut(), &options, &mut |_| ());
        for result in &of_fault.results {
            let Some(MinimizedCase { question, judgement, vector, evaluations, .. }) =
                result.shrunk.as_deref()
            else {
                continue;
            };
            assert!(*evaluations <= BUDGET as u64, "{}: {evaluations}", result.id);
            let read = read("small.toml", vector).unwrap_or_else(|e| panic!("{}: {e}\n{vector}", fault.id));
            let again = replayed(&read, &Editions::default());
            let [case] = again.as_slice() else { panic!("{}: {} cases", fault.id, again.len()) };
            assert_eq!(Question(&case.call).to_string(), *question, "{}: {vector}", fault.id);
            assert_eq!(*case.id, *result.id.replace("/fuzz/", "/found/"), "{}", fault.id);
            let replay = run(&again, fault.backend().as_mut(), &RunOptions::default(), &mut |_| ());
            let [replay] = replay.results.as_slice() else { panic!("{}", fault.id) };
            // Of a minimized failure nothing is counted.
            let again = replay.judgement.clone();
            let again = Judgement { observations: Vec::new(), elements: 0, order_sensitive: 0, ..again };
            assert_eq!(again, *judgement, "{}: {question}", fault.id);
            vectors += 1;
            kinds.extend(judgement.kind);
        }
    }
    assert!(vectors > 30 && kinds.len() >= 5, "{vectors} vectors of {kinds:?}");
}

/// A backend that fails for one call alone: there is nothing smaller to find.
#[test]
fn a_failure_that_no_smaller_call_has_is_returned_as_it_is() {
    let (options, editions) = (RunOptions::default(), Editions::default());
    let fuzzer = Fuzzer::new(2, &editions, Registry::default());
    let mut asked = 0;
    for only in (0..40).map(|index| fuzzer.generate(index)) {
        let Call::Operate(only) = only.call else { unreachable!("only operators are fuzzed") };
        let mut reference = Reference::default();
        let mut backend = Closure::new(everything(), |call| match call {
            Call::Operate(call) if call.args == only.args => Reply::Rejected(Default::default()),
            call => reference.ask(call),
        });
        let mut session = Session::start(&mut backend, &options).expect("it starts");
        let judgement = session.ask(&[case(only.clone())]).remove(0).judgement;
        if judgement.verdict != Verdict::Fail {
            continue;
        }
        asked += 1;
        let small = shrink(&mut session, only.clone(), judgement.clone());
        assert_eq!(small.call.args, only.args);
        assert_eq!(small.judgement, judgement);
        assert!(small.evaluations <= BUDGET);
    }
    assert!(asked > 20, "{asked}");
}

/// What only large calls show is minimized as far as some seconds allow.
#[test]
fn large_calls_that_cannot_be_made_smaller_are_asked_a_few_times() {
    let (options, count) = (RunOptions::default(), 1 << 18);
    let contract = CUMPROD.contract(&options.editions);
    let input = Tensor::zeros(DType::S32, &[2, count / 2]).expect("a small tensor");
    let mut call = Invocation::new(&CUMPROD).with("input", Arg::Tensor(input)).with("dim", Arg::Int(1));
    Cumprod.complete(&mut call, contract);
    let (mut reference, mut asked) = (Reference::default(), 0);
    let mut backend = Closure::new(everything(), |question| {
        let elements = match question {
            Call::Operate(call) => sizes(call)[0][0],
            Call::Promote(_) => 0,
        };
        asked += elements;
        if elements >= count { Reply::Rejected(Default::default()) } else { reference.ask(question) }
    });
    let mut session = Session::start(&mut backend, &options).expect("it starts");
    let judgement = session.ask(&[case(call.clone())]).remove(0).judgement;
    let small = shrink(&mut session, call.clone(), judgement.clone());
    assert_eq!((small.judgement.alike(), sizes(&small.call)), (judgement.alike(), sizes(&call)));
    assert!(asked <= (1 << 23) + 2 * count, "{asked}");
}

#[test]
fn a_call_of_an_unknown_operator_is_returned_as_it_is() {
    static NONE: &[&dyn Operator] = &[];
    let options = RunOptions { registry: Registry::new(NONE), ..RunOptions::default() };
    let call = Invocation::new(&CUMPROD);
    let mut reference = Reference::default();
    let mut session = Session::start(&mut reference, &options).expect("it starts");
    let judgement = Judgement::of(Verdict::Fail);
    let small = shrink(&mut session, call.clone(), judgement.clone());
    assert_eq!((small.call.args, small.judgement, small.evaluations), (call.args, judgement, 0));
}

/// Frameworks refuse a call in place that NumPy's casting rule forbids, and know none without a place to write to.
#[test]
fn a_call_in_place_stays_one_or_gets_an_output() {
    let (options, editions) = (RunOptions::default(), Editions::default());
    let fuzzer = Fuzzer::new(4, &editions, Registry::default());
    let written = |call: &Invocation| {
        let is_output =
            |name: &str| matches!(name, "out" | "valuesOut" | "indicesOut" | "result" | "indices");
        let arguments = call.operator.arguments.iter().zip(&call.args);
        arguments.clone().any(|(argument, arg)| argument.name == "inplace" && *arg == Arg::Flag(true))
            || arguments.clone().any(|(argument, arg)| is_output(argument.name) && *arg != Arg::Absent)
    };
    let mut backend = Closure::new(everything(), |_| Reply::Rejected(Default::default()));
    let mut session = Session::start(&mut backend, &options).expect("it starts");
    let mut in_place = 0;
    for random in (0..400).map(|index| fuzzer.generate(index)) {
        let judgement = session.ask(std::slice::from_ref(&random)).remove(0).judgement;
        let Call::Operate(call) = random.call else { unreachable!("only operators are fuzzed") };
        // Without an output, cumprod makes one.
        if judgement.verdict != Verdict::Fail || !written(&call) || call.operator.name == "cumprod" {
            continue;
        }
        in_place +=
            usize::from(call.operator.argument("inplace").is_some_and(|at| call.args[at] != Arg::Absent));
        let small = shrink(&mut session, call, judgement).call;
        assert!(written(&small), "{}", Question(&Call::Operate(small)));
    }
    assert!(in_place > 5, "{in_place}");
}
