//! The examples compile without warnings and pass the suite.

use super::{backend, cases, judged};
use crate::backends::support::{C, CXX, file, library, skip_without};
use ascertain_conformance::verdict::{Run, Verdict};
use std::process::Command;

fn assert_obeys(run: &Run, passes: u64) {
    let findings: Vec<String> = run
        .results
        .iter()
        .filter(|result| result.judgement.verdict.is_finding())
        .map(|result| format!("{} {:?}", result.id, result.judgement))
        .collect();
    assert_eq!(findings, Vec::<String>::new());
    assert!(run.counts().of(Verdict::Pass) >= passes, "{:?}", run.counts());
}

#[test]
fn the_example_in_c_obeys() {
    skip_without!(C);
    let example = library(C, "adapters/c/example.c", "example", &[]);
    let run = judged(backend(&example).as_mut(), &cases(|_| true), 1000);
    assert_eq!((run.backend.as_str(), run.version.as_str()), ("example", "1"));
    assert_obeys(&run, 300);
}

#[test]
fn the_example_with_two_results_obeys() {
    skip_without!(C);
    let example = library(C, "adapters/c/two_results.c", "two_results", &[]);
    assert_obeys(&judged(backend(&example).as_mut(), &cases(|_| true), 1000), 7);
}

#[test]
fn the_example_in_cxx_obeys() {
    skip_without!(CXX);
    let example = library(CXX, "adapters/c/example.cpp", "example_cxx", &[]);
    let few = cases(|id| !id.contains("/f16/") && !id.contains("/bf16/"));
    assert_obeys(&judged(backend(&example).as_mut(), &few, 300), 800);
}

#[test]
fn the_header_is_cxx_too() {
    skip_without!(CXX);
    // As C++, the header and the example in C compile without a warning.
    let mut command = Command::new(CXX[0]);
    command.args([CXX[1], "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-x", "c++", "-I"]);
    let done =
        command.arg(file("adapters/c")).arg(file("adapters/c/example.c")).output().expect("it was found");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
