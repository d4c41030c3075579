//! Precision standards on seeded faults and on honest implementations.

use ascertain::DType;
use ascertain_judge::operator::OPERATORS;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::standard::Standard;
use ascertain_selftest::faults;
use ascertain_selftest::standards::{Counted, measure};

#[test]
fn the_pages_find_more_than_a_standard_and_fail_no_honest_result() {
    let opbase = Standard::named("opbase-2026-07").expect("a standard");
    let numpy = Standard::named("numpy-assert-allclose").expect("a standard");
    for (name, dtype, inputs) in [
        ("cumprod", DType::F16, None),
        ("cumprod", DType::F32, Some(opbase)),
        ("cumsum", DType::Bf16, Some(opbase)),
        ("exp", DType::F32, None),
        ("mean", DType::F64, None),
    ] {
        let operator = OPERATORS.iter().copied().find(|operator| operator.spec().name == name).expect("one");
        let measured = measure(operator, dtype, inputs, &[opbase, numpy], 12).expect("cases");
        assert!(measured.cases == 12 && measured.faults >= 8, "{name}, {dtype}: {measured:?}");
        let [Some(pages), own, Some(other)] = &measured.by[..] else {
            panic!("{name}, {dtype}: {measured:?}")
        };
        assert!(pages.failed.iter().all(|failed| *failed == 0), "{name}, {dtype}: {measured:?}");
        assert!(
            pages.failed.len() > 1 && pages.found * 10 >= measured.faults * 8,
            "{name}, {dtype}: {measured:?}"
        );
        assert_eq!(own.is_some(), dtype != DType::F64, "it has no rule for f64");
        let blamed = |of: &Counted| of.failed.iter().any(|failed| *failed > 0);
        // Its tolerance is less than a unit in the last place of f32.
        assert_eq!(blamed(other), dtype != DType::F64, "{name}, {dtype}: {measured:?}");
        if name == "cumprod" {
            assert!(own.as_ref().is_some_and(|own| own.found < pages.found), "{name}, {dtype}: {measured:?}");
        }
    }
}

#[test]
fn a_fault_that_a_standard_lets_through_has_an_example() {
    let standard = Standard::named("array-api-tests").expect("a standard");
    // What is computed in f32 in f64 is far nearer than a quarter.
    let fault = faults::named("floats/f64-in-f32").expect("a fault");
    let options = RunOptions {
        editions: fault.editions(),
        fuzz: 2000,
        operators: vec!["cumprod"],
        standard: Some((standard, false)),
        ..RunOptions::default()
    };
    let found = run(&[], &mut *fault.backend(), &options, &mut |_| {});
    let [both_pass, _, _, let_through] =
        found.beside.as_ref().map(|beside| &beside.classes).expect("verdicts");
    assert!(both_pass.cases > 0 && let_through.cases > 0, "{}: {:?}", fault.id, found.beside);
    let example = let_through.example.as_ref().expect("an example");
    assert!(
        found
            .results
            .iter()
            .any(|result| *result.id == *example.case && result.judgement.verdict.is_failure())
    );
    assert_eq!(found.exit_code(), 1, "by the pages");
    let by_standard = RunOptions { standard: Some((standard, true)), ..options };
    let other = run(&[], &mut *fault.backend(), &by_standard, &mut |_| {}).exit_code();
    let [_, both_fail, blamed, _] = found.beside.as_ref().map(|beside| &beside.classes).expect("verdicts");
    assert_eq!(other == 0, both_fail.cases + blamed.cases == 0, "by the standard");
}
