//! Predicates as the self-test reads them.

use ascertain::call::Call;
use ascertain::contract::OPERATORS;
use ascertain::document::Editions;
use ascertain_judge::suite;
use ascertain_selftest::boundaries::Language;

/// The core crate compiles what is evaluated here. On every call of the suite both give the same.
#[test]
fn predicates_are_read_as_they_are_compiled() {
    let mut compared = 0;
    for operator in OPERATORS.iter().copied() {
        for contract in operator.contracts {
            let editions = Editions::default().with(operator.document, contract.edition).expect("an edition");
            let wanted = |area: &str| area == operator.name;
            let cases = suite::of_areas(&editions, &wanted).expect("the suite builds");
            let language = Language::of(operator, contract);
            let of_requirements = contract.requirements.iter().flat_map(|r| [r.when, r.require]).flatten();
            let of_variants = contract.variants.iter().map(|variant| variant.when);
            for predicate in of_requirements.chain(of_variants) {
                let expr = language.parse(predicate.text);
                for case in cases.iter().filter(|case| case.area == operator.name) {
                    let Call::Operate(call) = &case.call else { continue };
                    let own = language.holds(&expr, None, call.args());
                    assert_eq!(own, predicate.holds(call.args()), "{} of {}", predicate.text, case.id);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared} evaluations");
}

#[test]
fn an_expression_is_written_as_it_is_read() {
    for operator in OPERATORS.iter().copied() {
        for contract in operator.contracts {
            let language = Language::of(operator, contract);
            let all = contract.requirements.iter().flat_map(|r| [r.when, r.require]).flatten();
            for predicate in all {
                let expr = language.parse(predicate.text);
                assert_eq!(language.parse(&language.text(&expr)), expr, "{}", predicate.text);
            }
            for derived in contract.derived {
                let expr = language.parse(derived.is.text);
                assert_eq!(language.parse(&language.text(&expr)), expr, "{}", derived.is.text);
            }
        }
    }
}
