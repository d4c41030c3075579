//! Random cases are drawn from what a backend offers.

use crate::support::closure::{Closure, everything};
use ascertain::backend::{Backend, Description, Rejection, Reply};
use ascertain::call::Call;
use ascertain::reference::Reference;
use ascertain::{DType, DTypeSet};
use ascertain_judge::case::Question;
use ascertain_judge::options::{RunOptions, Shard};
use ascertain_judge::run::run;
use ascertain_judge::verdict::{Run, Telling, Verdict};

const OPERATORS: [&str; 4] = ["add", "cumprod", "cumsum", "exp"];

/// Four operators, of dense tensors of f32 alone.
fn few() -> Description {
    let mut description = everything();
    description.operators.retain(|operator| OPERATORS.contains(&operator.name.as_str()));
    for operator in &mut description.operators {
        (operator.dtypes, operator.strided) = (DTypeSet::of(&[DType::F32]), false);
    }
    description
}

/// A run of random cases alone, and what was asked, in order of its words.
fn asked(description: Description, options: &RunOptions) -> (Run, Vec<String>) {
    let (mut reference, mut calls) = (Reference::default(), Vec::new());
    let mut backend = Closure::new(description, |call: &Call| {
        calls.push(Question(call).to_string());
        reference.ask(call)
    });
    let run = run(&[], &mut backend, &RunOptions { once: true, ..options.clone() }, &mut |_| ());
    calls.sort_unstable();
    (run, calls)
}

#[test]
fn nearly_all_that_is_drawn_is_offered() {
    let (run, calls) = asked(few(), &RunOptions { fuzz: 2_000, ..RunOptions::default() });
    let counts = run.counts();
    // Of add few calls are of f32 alone, and not all of them are looked for.
    assert!((600..2_000).contains(&counts.total()), "{}", counts.total());
    assert_eq!(run.random.map(|random| (random.fuzz, random.out_of_time)), Some((2_000, false)));
    // That it refuses what it does not offer is asked too.
    let unsupported = counts.of(Verdict::Unsupported);
    assert!((1..100).contains(&unsupported), "{unsupported} unsupported");
    assert_eq!(calls.len() as u64, counts.total() - unsupported);
    for operator in OPERATORS {
        let own = calls.iter().filter(|call| call.starts_with(&format!("{operator}("))).count();
        assert!(own > 20, "{operator}: {own}");
    }
}

#[test]
fn as_many_are_asked_as_of_the_operators_that_are_offered() {
    let usual = RunOptions { fuzz: 1_000, fuzz_each: Some(50), ..RunOptions::default() };
    let named = |operators| RunOptions { operators, ..usual.clone() };
    let many = |description, options| asked(description, &options).0.random.map(|random| random.fuzz);
    assert_eq!(many(few(), usual.clone()), Some(200));
    assert_eq!(many(few(), named(vec!["cumsum", "exp"])), Some(100));
    // Nobody is asked what he does not offer.
    assert_eq!(many(few(), named(vec!["cumsum", "cos"])), Some(50));
    assert_eq!(many(everything(), usual.clone()), Some(1_000));
}

#[test]
fn cases_tell_that_are_valid_and_have_an_answer() {
    let options = RunOptions { fuzz: 300, operators: vec!["cumsum"], ..RunOptions::default() };
    let telling = &asked(everything(), &options).0.telling["cumsum"];
    assert!((150..300).contains(&telling.cases), "{telling:?}");
    assert_eq!(telling.requirements["cumsum.value"], telling.cases);
    assert!((1..telling.cases).contains(&telling.requirements["cumsum.nan.integer"]), "{telling:?}");
    let mut refuses = Closure::new(everything(), |_: &Call| Reply::Rejected(Rejection::default()));
    assert_eq!(run(&[], &mut refuses, &options, &mut |_| ()).telling["cumsum"], Telling::default());
}

#[test]
fn parts_together_ask_what_one_run_does() {
    let whole = RunOptions { fuzz: 600, ..RunOptions::default() };
    let part = |part| asked(few(), &RunOptions { shard: Some(Shard { part, of: 3 }), ..whole.clone() }).1;
    let mut parts: Vec<String> = (1..=3).flat_map(part).collect();
    parts.sort_unstable();
    assert!(asked(few(), &whole).1 == parts);
}

#[test]
fn cases_of_a_requirement_test_it() {
    let options = RunOptions { fuzz: 50, requirements: vec!["cumsum.value"], ..RunOptions::default() };
    let (run, calls) = asked(everything(), &options);
    assert_eq!((run.counts().total(), calls.len()), (50, 50));
    assert!(calls.iter().all(|call| call.starts_with("cumsum(")));
}

#[test]
fn whoever_offers_no_operator_is_asked_no_random_case() {
    let tables = Description { operators: Vec::new(), ..everything() };
    let (run, calls) = asked(tables, &RunOptions { fuzz: 500, ..RunOptions::default() });
    assert_eq!((run.counts().total(), calls.len()), (0, 0));
}
