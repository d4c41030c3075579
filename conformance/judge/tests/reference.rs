//! The reference implementation obeys every edition of every document.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ascertain::call::{Arg, Call, Invocation};
use ascertain::document::{Editions, PROFILES};
use ascertain::reference::Reference;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::verdict::Verdict;

#[test]
fn the_reference_obeys_every_profile() {
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).unwrap();
        let cases = suite::build(&editions).unwrap();
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

/// The mix that rates of judging are stated for: README.md, "How fast".
#[test]
fn random_cases_are_large_enough_and_often_long() {
    let editions = Editions::default();
    let fuzzer = Fuzzer::new(1, &editions, Registry::default());
    let (mut elements, mut long) = (0, 0);
    let cases = 50_000;
    for index in 0..cases {
        let Call::Operate(call) = fuzzer.generate(index).call else { continue };
        let Some(input) = call.args().tensor(0) else { continue };
        elements += input.layout().count() as u64;
        long += u64::from(line(&call, input.shape()) >= 257);
    }
    let (mean, percent) = (elements as f64 / cases as f64, 100.0 * long as f64 / cases as f64);
    println!("{mean:.1} elements of input a case, {percent:.1} % of cases with lines of 257 or more");
    assert!(mean >= 64.0, "{mean}");
    assert!(percent >= 5.0, "{percent}");
}

/// Length of the lines that a call works along: those of dim, or of the last dimension.
fn line(call: &Invocation, shape: &[usize]) -> usize {
    let dim = match call.get("dim") {
        Arg::Int(dim) if *dim < 0 => usize::try_from(dim + shape.len() as i64).ok(),
        Arg::Int(dim) => usize::try_from(*dim).ok(),
        _ => shape.len().checked_sub(1),
    };
    dim.and_then(|dim| shape.get(dim)).copied().unwrap_or_default()
}
