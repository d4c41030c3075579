//! Every change of a predicate is found or explained, and a suite without the cases of a requirement leaves survivors.

use ascertain::backend::Answer;
use ascertain::call::Call;
use ascertain::contract::{Level, OPERATORS, Requirement};
use ascertain::document::Editions;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::suite;
use ascertain_selftest::boundaries::EQUIVALENT;
use ascertain_selftest::score::{Mutant, Outcome, Part, Score};
use ascertain_selftest::{Options, SelfTestError, count, run};

fn is_of(operator: &str, requirement: &str) -> bool {
    requirement.split_once('.').is_some_and(|(of, _)| of == operator)
}

const BOUNDARIES: &[Part] = &[Part::Boundaries];

fn score(options: &Options<'_>) -> Score {
    run(options, &mut |_, _| ()).expect("the reference passes the suite")
}

fn survivors(score: &Score) -> Vec<String> {
    score.survivors().map(|mutant| format!("{}: {:?}", mutant.id, mutant.outcome)).collect()
}

/// Of some operators: `ascertain-spec selftest --only boundaries` has all, and `.ci/run` runs it.
#[test]
fn every_change_of_a_predicate_is_found_or_explained() {
    for operator in suite::SAMPLE {
        let filter = format!("{operator}.*");
        let suite = |editions: &Editions| suite::of_areas(editions, &|area| area == operator);
        let options = Options { parts: BOUNDARIES, filter: Some(&filter), suite: &suite };
        let mut told = 0;
        let score = run(&options, &mut |mutants, _| told += mutants).expect("the reference passes the suite");
        assert_eq!(survivors(&score), [""; 0]);
        let tally = score.tally(Part::Boundaries);
        assert_eq!((tally.mutants, told), (count(&options).expect("editions that exist"), tally.mutants));
        // Each breakable requirement, in each edition, without its check and always refusing.
        for id in ["true", "false"].map(|text| format!("require: {text}")) {
            let whole = score.mutants.iter().filter(|mutant| mutant.id.ends_with(&id)).count();
            let breakable = breakable().filter(|requirement| is_of(operator, requirement.id)).count();
            assert_eq!(whole, breakable, "{operator}");
        }
        // What is listed is a mutant, in every edition that has it.
        for entry in EQUIVALENT.iter().filter(|entry| is_of(operator, &entry.requirement)) {
            for instead in &entry.instead {
                let change = format!("/{}: {instead}", entry.predicate);
                let about =
                    |m: &&Mutant| m.requirement == Some(&*entry.requirement) && m.id.ends_with(&change);
                assert!(
                    score.mutants.iter().any(|m| about(&m)),
                    "{}{change} is not a mutant",
                    entry.requirement
                );
            }
        }
    }
}

/// The requirements of all editions that have a predicate.
fn breakable() -> impl Iterator<Item = &'static Requirement> {
    let contracts = OPERATORS.iter().flat_map(|operator| operator.contracts);
    contracts.flat_map(|contract| contract.requirements).filter(|requirement| requirement.require.is_some())
}

/// What is said to make no difference makes none on random calls either.
#[test]
fn random_cases_do_not_tell_what_is_listed_as_equivalent() {
    let random = |editions: &Editions| {
        let fuzzer = Fuzzer::new(3, editions, Registry::default());
        Ok((0..2_000).map(|index| fuzzer.generate(index)).collect::<Vec<Case>>())
    };
    let score = score(&Options { parts: BOUNDARIES, suite: &random, ..Options::default() });
    let listed =
        |mutant: &&Mutant| matches!(&mutant.outcome, Outcome::Survived(why) if why.contains("listed"));
    let told: Vec<&Mutant> = score.mutants.iter().filter(listed).collect();
    assert!(told.is_empty(), "{told:#?}");
    // They tell many others.
    assert!(score.tally(Part::Boundaries).killed > 400);
}

#[test]
fn without_the_cases_that_break_a_requirement_its_check_can_be_missing() {
    let editions = Editions::default();
    let cases = suite::of_areas(&editions, &suite::is_sample).expect("the suite builds");
    let mut tested = 0;
    for operator in OPERATORS.iter().filter(|operator| suite::is_sample(operator.name)) {
        let contract = operator.contract(&editions);
        let closed = |r: &&Requirement| matches!(r.level, Level::Must | Level::Should);
        let breakable =
            contract.requirements.iter().filter(|r| r.require.is_some() && r.unbreakable.is_none());
        for requirement in breakable.filter(closed) {
            let breaks = |case: &&Case| {
                matches!(&case.call, Call::Operate(call)
                    if call.operator.name == operator.name && requirement.is_broken_by(call.args()))
            };
            // One that no call breaks alone makes no difference.
            let alone = |case: &Case| matches!(&case.call, Call::Operate(call) if contract.broken_by(call.args()).count() == 1);
            if !cases.iter().filter(breaks).any(alone) {
                continue;
            }
            let of_rules = cases.iter().filter(|case| case.id.contains("/rule/"));
            let kept: Vec<Case> = of_rules.filter(|case| !breaks(case)).cloned().collect();
            let filter = format!("{}/{}/require: *", requirement.id, contract.edition);
            let weakened = |_: &Editions| Ok(kept.clone());
            let options = Options { parts: BOUNDARIES, filter: Some(&filter), suite: &weakened };
            let survivors = survivors(&score(&options));
            assert!(
                survivors.iter().any(|id| id.contains("/require: true:")),
                "{}: {survivors:?}",
                requirement.id
            );
            tested += 1;
        }
    }
    assert!(tested >= 15, "{tested} requirements");
}

#[test]
fn a_suite_that_the_reference_does_not_pass_tests_nothing() {
    let wrong = |editions: &Editions| {
        let mut cases = suite::of_areas(editions, &suite::is_sample)?;
        let stored = cases
            .iter_mut()
            .find(|case| *case.id == *"cumprod/vector/example-123")
            .map(|case| &mut case.expect);
        let Some(Expect::Vector(stored)) = stored else { return Ok(cases) };
        if let Some(Answer::Tensor(answer)) = stored.answers.first_mut() {
            answer.storage_mut().iter_mut().for_each(|byte| *byte ^= 1);
        }
        Ok(cases)
    };
    let filter = Some("cumprod.dim.range/cann-8.3.rc1/require: true");
    let done = run(&Options { parts: BOUNDARIES, filter, suite: &wrong }, &mut |_, _| ());
    let case = match done {
        Err(SelfTestError::Reference { case, .. }) => case,
        other => panic!("{other:?}"),
    };
    assert_eq!(&*case, "cumprod/vector/example-123");
}
