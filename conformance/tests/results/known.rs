//! Lists of known failures that are made from reports.

use crate::results::backends::{Faulty, changed, faulty, hash};
use crate::results::support::{Asked, ask, cases, json};
use ascertain::DType;
use ascertain::backend::{Answer, BackendFault, Reply};
use ascertain::call::{Arg, Call};
use ascertain::document::Editions;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::results::{Report, known_file};
use ascertain_conformance::verdict::{ExpectationStatus, ExpectedFailure, Run};
use std::collections::BTreeSet;
use std::fs;

/// A cumulative product of this dtype.
fn is_of(call: &Call, dtype: DType) -> bool {
    matches!(call, Call::Operate(call) if call.operator.name == "cumprod" && call.args.first().is_some_and(|arg| {
        matches!(arg, Arg::Tensor(input) if input.dtype() == dtype)
    }))
}

fn wrong(reply: Reply) -> Reply {
    changed(reply, |tensor| tensor.storage_mut()[0] ^= 0x41)
}

/// The reference with a fault of f16.
fn first_fault() -> Faulty {
    faulty("f16", |call, reply| if is_of(call, DType::F16) { wrong(reply) } else { reply })
}

/// Asks fixed and random cases.
fn asked(backend: Faulty, known: Vec<ExpectedFailure>) -> (Run, String) {
    let options = RunOptions { fuzz: 300, seed: 3, ..RunOptions::default() };
    let ran = ask(backend, &cases(&Editions::default(), 50), &Asked { options, known, ..Asked::default() });
    let report = json(&ran);
    (ran.0, report)
}

/// The entries of a list.
fn list(text: &str) -> Vec<ExpectedFailure> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), text).expect("a file of this test");
    known_file::read(file.path()).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn standings(run: &Run) -> BTreeSet<&'static str> {
    run.known.iter().map(|known| known.standing.name()).collect()
}

#[test]
fn a_list_explains_the_fault_it_was_made_from_and_no_other() {
    let (_, report) = asked(first_fault(), Vec::new());
    let text = known_file::of_report(&Report::read(&report).expect("a report"));
    assert!(!text.contains('*') && text.contains("cumprod/fuzz/3/"), "{text}");
    for key in ["verdict = \"fail\"", "kind = \"value\"", "requirement = \"cumprod.value\"", "in_common = "] {
        assert!(text.contains(key), "{key}:\n{text}");
    }
    let known = list(&text);
    assert!(known.len() > 20, "{text}");
    let f32_too = |call: &Call, reply| {
        let is_second = is_of(call, DType::F32) && hash(call).is_multiple_of(9);
        if is_of(call, DType::F16) || is_second { wrong(reply) } else { reply }
    };
    let crashes = |call: &Call, reply| match reply {
        Reply::Answer(Answer::Tensor(tensor)) if is_of(call, DType::F16) && !tensor.storage().is_empty() => {
            Reply::Lost(BackendFault::Crash, "the process ended".to_owned())
        }
        reply => reply,
    };
    for (backend, code, expected) in [
        (first_fault(), 0, "known"),
        (faulty("f16 and f32", f32_too), 1, "known"),
        (faulty("a crash instead", crashes), 1, "changed"),
        // The random cases too: the same seed asks them again.
        (faulty("mended", |_, reply| reply), 1, "fixed"),
    ] {
        let name = backend.name;
        let (run, _) = asked(backend, known.clone());
        assert_eq!((run.exit_code(), standings(&run)), (code, BTreeSet::from([expected])), "{name}");
    }
}

#[test]
fn a_pattern_over_random_cases_explains_what_is_like_it() {
    let known = |more: &str| {
        let entry = "version = 1\n[[known]]\ncases = \"cumprod/*\"\nreason = \"r\"\n".to_owned() + more;
        [list(&entry), list(&entry.replace("/*", "/fuzz/*"))].concat()
    };
    for (more, code) in [
        ("", 0),
        ("verdict = \"fail\"\nin_common = \"f16 input and lines longer than 0\"", 0),
        ("requirement = \"cumprod.rank.max\"", 1),
        ("verdict = \"warning\"", 1),
        ("kind = \"status\"", 1),
        ("in_common = \"f32 input\"", 1),
        ("in_common = \"f16 input and rank >= 9\"", 1),
        ("in_common = \"f16 input and lines longer than 999999999\"", 1),
    ] {
        let (run, _) = asked(first_fault(), known(more));
        let open = run.results.iter().find(|result| result.judgement.verdict.is_failure());
        assert_eq!(run.exit_code(), code, "{more}: {open:?}");
    }
    let (run, _) = asked(faulty("mended", |_, reply| reply), known(""));
    let standings: Vec<ExpectationStatus> = run.known.iter().map(|known| known.standing).collect();
    assert_eq!(standings, [ExpectationStatus::Fixed, ExpectationStatus::Passed]);
}
