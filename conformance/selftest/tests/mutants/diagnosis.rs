//! A run names the mistake behind its failures, or none.

use crate::mutants::short_of_seeded;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::verdict::{Run, Verdict};
use ascertain_selftest::diagnosis::{Found, diagnose, expanded, suspects};
use ascertain_selftest::faults::lines::{changed_lines, times};
use ascertain_selftest::faults::{self, State};
use std::collections::BTreeSet;

fn cases(options: &RunOptions) -> Vec<Case> {
    short_of_seeded(&options.editions)
}

fn run_of(backend: &mut dyn Backend, options: &RunOptions, cases: &[Case]) -> Run {
    run(cases, backend, options, &mut |_| {})
}

/// Faults of many kinds, which are not looked for themselves: others, and broader mistakes, answer as they do.
#[test]
fn a_diagnosis_answers_as_the_backend_does() {
    for id in [
        "dimensions/last-dimension",
        "integers/saturating",
        "integers/s64-in-s32",
        "carries/first-tile-1024",
        "reinterpretation/converted",
        "floats/logarithms",
    ] {
        let Some(fault) = faults::named(id) else { panic!("no fault {id}") };
        let options = RunOptions { editions: fault.editions(), ..RunOptions::default() };
        let cases = cases(&options);
        let run = run_of(fault.backend().as_mut(), &options, &cases);
        let index = CaseIndex::new(&options.editions, Registry::default(), &cases);
        let found = suspects(&run, &index, &|other| other != id);
        let Some(Found { suspect, .. }) = found.first() else { panic!("{id}: no diagnosis") };
        let (mut same, mut all) = (0, 0);
        for case in &cases {
            let (one, other) = suspect.beside(fault, case, &options.editions);
            if one.is_some() || other.is_some() {
                all += 1;
                same += usize::from(one == other);
            }
        }
        assert!(same * 10 >= all * 9, "{id}: {} ({same} of {all})", suspect.fault.what);
    }
}

/// A backend whose answers are changed by a function of the right ones.
struct Changed<F>(Reference, F);

impl<F: FnMut(&Call, Reply) -> Reply> Backend for Changed<F> {
    fn describe(&mut self) -> Result<Description, String> {
        self.0.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let right = self.0.ask(call);
        (self.1)(call, right)
    }
}

#[test]
fn what_no_mistake_explains_has_no_diagnosis() {
    let options = RunOptions::default();
    let cases = cases(&options);
    let mut state = 1_u8;
    let mut backend = Changed(Reference::new(options.editions.clone()), |_: &Call, mut reply| {
        if let Reply::Answer(Answer::Tensor(tensor)) = &mut reply {
            let mut elements = tensor.elements().into_owned();
            for byte in &mut elements {
                state = state.wrapping_mul(77).wrapping_add(101);
                *byte ^= state;
            }
            tensor.set_elements(&elements);
        }
        reply
    });
    let mut run = run_of(&mut backend, &options, &cases);
    diagnose(&mut run, &CaseIndex::new(&options.editions, Registry::default(), &cases), &mut |_| Vec::new());
    assert!(run.has_failures());
    assert!(run.diagnoses.is_empty(), "{:?}", run.diagnoses);
}

/// A wrong kernel could obey a hint that it declare something. Here it would be right.
#[test]
fn a_declaration_is_suggested_if_it_would_excuse_every_failure() {
    let options = RunOptions { fuzz: 500, ..RunOptions::default() };
    let cases = cases(&options);
    let mut backend = Changed(Reference::new(options.editions.clone()), |call: &Call, right| {
        let mut reference = Reference::new(Editions::default());
        let even_first = |dtype, factors: &[u64], products: &mut [u64]| {
            for (k, product) in products.iter_mut().enumerate() {
                let order = (0..=k).step_by(2).chain((1..=k).step_by(2));
                let all = order.map(|at| factors[at]).reduce(|a, b| times(dtype, a, b));
                *product = all.unwrap_or(*product);
            }
        };
        if call.longest_answer() > 1 << 12 { right } else { changed_lines(&mut reference, call, even_first) }
    });
    let mut run = run_of(&mut backend, &options, &cases);
    diagnose(&mut run, &CaseIndex::new(&options.editions, Registry::default(), &cases), &mut |_| Vec::new());
    let says: Vec<&str> = run.diagnoses.iter().map(|diagnosis| diagnosis.says.as_str()).collect();
    assert!(matches!(says[..], [one] if one.contains("declare order")), "{says:?}");
    for finding in run.results.iter().filter(|result| result.judgement.verdict.is_finding()) {
        assert!(finding.cause.is_some(), "{}", finding.id);
    }
}

/// Each failing case of two mistakes has the one that is behind it as its cause.
#[test]
fn two_mistakes_are_told_apart() {
    let options = RunOptions::default();
    let cases = cases(&options);
    let faults = ["integers/saturating", "floats/logarithms"].map(|id| faults::named(id).expect("a fault"));
    let mut state = State::new(options.editions.clone());
    let mut backend = Changed(Reference::new(options.editions.clone()), |call: &Call, right| {
        let wrong = faults.iter().find_map(|fault| fault.answer(call, &right, &mut state));
        wrong.unwrap_or(right)
    });
    let mut run = run_of(&mut backend, &options, &cases);
    diagnose(&mut run, &CaseIndex::new(&options.editions, Registry::default(), &cases), &mut |_| Vec::new());
    assert_eq!(run.diagnoses.len(), 2, "{:?}", run.diagnoses);
    let failures = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail);
    for result in failures {
        let floats = result.properties.words.contains(&"computed in floats");
        let logarithms = result.cause.as_ref().map(|cause| cause.contains("logarithms"));
        assert!(
            logarithms.is_none_or(|logarithms| logarithms == floats),
            "{}: {:?}",
            result.id,
            result.cause
        );
    }
}

/// Adapters often validate nothing, and then most failures are calls that should have been refused.
#[test]
fn calls_that_are_not_refused_hide_no_cause() {
    let options = RunOptions::default();
    let cases = cases(&options);
    let fault = faults::named("carries/first-tile-1024").expect("a fault");
    let mut state = State::new(options.editions.clone());
    let mut backend = Changed(Reference::new(options.editions.clone()), |call: &Call, right| {
        let input = match call {
            Call::Operate(call) => call.args().tensor(0).cloned(),
            Call::Promote(_) => None,
        };
        match (&right, input) {
            (Reply::Rejected(_), Some(input)) => Reply::Answer(Answer::Tensor(input)),
            _ => fault.answer(call, &right, &mut state).unwrap_or(right),
        }
    });
    let mut run = run_of(&mut backend, &options, &cases);
    diagnose(&mut run, &CaseIndex::new(&options.editions, Registry::default(), &cases), &mut |_| Vec::new());
    let is_named = |says: &str| says.contains("1024");
    assert!(run.diagnoses.iter().any(|diagnosis| is_named(&diagnosis.says)), "{:?}", run.diagnoses);
}

/// A run asks them all kinds of calls.
#[test]
fn every_hypothesis_can_be_made_and_asked() {
    let all = expanded(&BTreeSet::from([7, 64, 1000])).expect("hypotheses");
    assert!(all.len() > 200 && all.iter().all(|fault| !fault.what.contains("{}")), "{}", all.len());
    let editions = Editions::default();
    let fuzzer = Fuzzer::new(1, &editions, Registry::default());
    let fixed = suite::build(&editions).expect("the committed vectors are well-formed");
    let random = (0..600).map(|index| fuzzer.generate(index));
    let mut state = State::new(editions.clone());
    for case in fixed.into_iter().step_by(29).chain(random) {
        if case.call.longest_answer() < 1 << 14 {
            let right = state.reference.ask(&case.call);
            let every = all.iter().copied().chain(faults::all().copied());
            every.for_each(|fault| _ = fault.answer(&case.call, &right, &mut state));
        }
    }
}
