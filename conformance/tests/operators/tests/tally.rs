//! An operator that the harness has never heard of goes through all of it: rules, grid, vectors, random cases,
//! shrinking, replay, the process protocol and the reports.

use ascertain::backend::Backend;
use ascertain::contract::{Level, OPERATORS};
use ascertain::document::Editions;
use ascertain::reference::{Kernel, Reference};
use ascertain_conformance::backends::{Options, ProcessBackend};
use ascertain_conformance::case::Case;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::results::{RunRequest, report};
use ascertain_conformance::run;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::{CaseResult, FailKind, Run, Verdict};
use ascertain_test_operators::{KERNEL, REGISTRY, TALLY, VECTORS, forgetful};

fn cases() -> Vec<Case> {
    suite::of_operators(&Editions::default(), REGISTRY, VECTORS).expect("the vectors are well formed")
}

fn run(backend: &mut dyn Backend, cases: &[Case], fuzz: u64) -> Run {
    let options = RunOptions { registry: REGISTRY, fuzz, ..RunOptions::default() };
    run::run(cases, backend, &options, &mut |_| ())
}

fn process(arguments: &[&str]) -> ProcessBackend {
    let program = env!("CARGO_BIN_EXE_serve_tally");
    let command = [program].iter().chain(arguments).map(ToString::to_string).collect();
    ProcessBackend::new(command, "documented", Options { registry: REGISTRY, ..Options::default() })
}

#[test]
fn the_harness_serves_an_operator_that_it_does_not_know() {
    assert!(OPERATORS.iter().all(|operator| operator.name != TALLY.name));
    let cases = cases();
    for requirement in TALLY.contracts[0].requirements {
        let of_it = |side: &str| {
            cases.iter().any(|c| c.requirements.contains(&requirement.id) && c.id.contains(side))
        };
        assert!(of_it(""), "no case tests {}", requirement.id);
        if requirement.require.is_some() {
            assert!(of_it("/breaks/") && of_it("/meets/"), "{} has a case on one side alone", requirement.id);
        }
    }
    let mut here = Reference::default().with_operator(&TALLY, KERNEL);
    let (here, there) = (run(&mut here, &cases, 3000), run(&mut process(&[]), &cases, 1000));
    for run in [&here, &there] {
        let findings: Vec<_> = run.results.iter().filter(|r| r.judgement.verdict.is_finding()).collect();
        assert!(findings.is_empty(), "{findings:#?}");
        assert_eq!((run.exit_code(), run.not_started.as_deref()), (0, None));
        let open = TALLY.contracts[0].requirements.iter().filter(|r| r.level == Level::Unspecified);
        for requirement in open {
            let observed =
                |r: &&CaseResult| r.judgement.observations.iter().any(|(id, _)| *id == requirement.id);
            assert!(run.results.iter().any(|r| observed(&r)), "nothing was observed of {}", requirement.id);
        }
    }
    assert!(here.counts().of(Verdict::Pass) > 3000 && there.counts().of(Verdict::Pass) > 1000);
}

#[test]
fn a_fault_of_it_is_found_shrunk_replayed_and_reported() {
    let mut faulty = Reference::default().with_operator(&TALLY, Kernel { run: forgetful, ..KERNEL });
    let cases = cases();
    for backend in [&mut faulty as &mut dyn Backend, &mut process(&["forgetful"])] {
        let found = run(backend, &cases, 300);
        let failure = found.results.iter().find(|r| r.judgement.verdict == Verdict::Fail).expect("found");
        assert_eq!(failure.judgement.kind, Some(FailKind::Value));
        assert_eq!(failure.judgement.requirement, Some("tally.value"));
        let small = failure.shrunk.as_deref().expect("random failures are made small");
        // The vector needs nothing but itself, and fails the faulty one alone.
        let vectors = suite::vectors::read_with(REGISTRY, "found.toml", &small.vector).expect("well formed");
        let again = suite::vectors::replayed(&vectors, &Editions::default());
        assert_eq!(run(backend, &again, 0).exit_code(), 1);
        assert!(matches!(vectors[0].call.args().count(0), Some(101..=113)), "{}", small.question);
        let mut right = Reference::default().with_operator(&TALLY, KERNEL);
        assert_eq!(run(&mut right, &again, 0).exit_code(), 0);
        let (mut text, mut data) = (Vec::new(), Vec::new());
        let asked = RunRequest { backend: "forgetful".into(), ..RunRequest::default() };
        terminal::write(
            &mut text,
            &found,
            &asked,
            View { width: 100, findings: 3, verbose: false, refusals: true },
        )
        .expect("a vector takes all");
        report::write(&mut data, &found, &asked).expect("a vector takes all");
        for report in [text, data] {
            let report = String::from_utf8(report).expect("reports are text");
            assert!(report.contains("tally") && report.contains("test.tally 1, formula"), "{report}");
        }
    }
}
