//! Operators that are loaded from the checkout's TOML are those that the program was built with.

use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::contract::{OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain_conformance::backends::FnBackend;
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::{Declared, Operator, Registry, is_declared};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::{run, suite};
use ascertain_keeper::loaded;
use std::path::Path;

/// The cases of an operator alone, in the edition of a contract.
fn cases(registry: Registry) -> Vec<Case> {
    suite::of_operators(&Editions::default(), registry, &[]).expect("there are no vectors")
}

/// What is asked of an operator, which requirements each call breaks, and what a reference answers.
fn answers(registry: Registry, reference: &mut dyn Backend) -> Vec<(String, Vec<&'static str>, String)> {
    let answer = |case: Case| {
        let Call::Operate(call) = &case.call else { panic!("{} is of an operator", case.id) };
        let contract = call.operator.contract(&Editions::default());
        let broken = contract.broken_by(call.args()).map(|requirement| requirement.id).collect();
        let reply = format!("{:?}", reference.ask(&case.call));
        (case.id.to_string(), broken, reply)
    };
    cases(registry).into_iter().map(answer).collect()
}

#[test]
fn an_operator_from_toml_asks_and_answers_as_the_one_that_was_compiled() {
    let spec = ascertain_spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec"))
        .unwrap_or_else(|problems| panic!("{problems}"));
    let declared = |operator: &&'static OperatorSpec| is_declared(operator) && operator.contracts.len() == 1;
    let mut asked = 0;
    for compiled in OPERATORS.iter().copied().filter(declared) {
        let from_toml = loaded::operator(&spec, compiled.name, None).expect("the checkout has it");
        let (registry, mut reference) = loaded::registry(&[from_toml]);
        let own: &'static [&'static dyn Operator] =
            vec![&*Box::leak(Box::new(Declared::new(compiled))) as _].leak();
        let (_, mut known) = loaded::registry(&[compiled]);
        let before = answers(Registry::new(own), &mut known);
        let after = answers(registry, &mut reference);
        assert!(before.len() == after.len() && !before.is_empty(), "{}", compiled.name);
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{}", compiled.name);
        }
        asked += before.len();
    }
    assert!(asked > 20_000, "{asked} cases");
}

#[test]
fn what_is_not_there_is_named() {
    let spec = ascertain_spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec"))
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert!(loaded::operator(&spec, "ads", None).is_err_and(|message| message.contains("add")));
    assert!(loaded::operator(&spec, "add", Some("2019")).is_err_and(|message| message.contains("2019")));
}

#[test]
fn a_draft_has_its_random_cases_where_a_backend_offers_some_calls() {
    let mut spec = ascertain_spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec"))
        .unwrap_or_else(|problems| panic!("{problems}"));
    let operator = spec.operators.iter_mut().find(|operator| operator.name == "exp").expect("it is there");
    operator.area = "exp (draft)".to_owned();
    let exp = loaded::operator(&spec, "exp", None).expect("it is there");
    let (registry, mut reference) = loaded::registry(&[exp]);
    let mut operators = reference.describe().expect("it has a description").operators;
    operators.iter_mut().for_each(|own| own.max_rank = Some(4));
    let offers = Description { operators, ..Description::default() };
    let mut some = FnBackend::new("some", offers, |_: &Call| Reply::Unsupported("not asked here".into()));
    let options = RunOptions { registry, fuzz: 40, ..RunOptions::default() };
    let asked = run::run(&[], &mut some, &options, &mut |_| ()).random.map(|random| random.asked);
    assert!(asked.is_some_and(|asked| asked >= 20), "{asked:?}");
}
