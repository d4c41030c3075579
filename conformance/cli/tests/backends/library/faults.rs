//! A library's fault costs exactly the cases that it affects, with the right verdict.

use super::{PATIENCE, backend, cases, faulty, faulty_with, host, judged};
use crate::backends::support::{C, CXX, file, in_parallel, library, skip_without};
use ascertain::document::Editions;
use ascertain_conformance::backends::{Options, open};
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::verdict::{END, FailKind, Judgement, Run, Verdict};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Small products of f64, which are struck, and of s64, which are not.
fn some(id: &str) -> bool {
    let of = |dtype: &str| id.strip_prefix("cumprod/grid/").and_then(|rest| rest.strip_prefix(dtype));
    of("f64/").or(of("s64/")).is_some_and(|rest| rest.starts_with("5/") || rest.starts_with("2x3/"))
}

/// What comes of asking the library with this fault.
fn run_of(fault: &str) -> Run {
    judged(faulty(fault, PATIENCE).as_mut(), &cases(some), 0)
}

/// The judgements of struck cases; asserts that there are some, and that the others pass.
fn struck(run: &Run) -> Vec<&Judgement> {
    let asked = run.results.iter().filter(|result| result.judgement.verdict != Verdict::Unsupported);
    let (struck, spared): (Vec<_>, Vec<_>) =
        asked.partition(|result| result.id.starts_with("cumprod/grid/f64/"));
    assert!(struck.len() > 3 && spared.len() > 3, "{} struck, {} spared", struck.len(), spared.len());
    for result in spared {
        assert!(!result.judgement.verdict.is_finding(), "{}: {:?}", result.id, result.judgement);
    }
    struck.into_iter().map(|result| &result.judgement).collect()
}

/// The report as people read it.
fn report(run: &Run) -> String {
    let mut text = Vec::new();
    let view = View { width: 400, findings: usize::MAX, verbose: true, refusals: true };
    terminal::write(&mut text, run, &RunRequest::default(), view).expect("a vector takes everything");
    String::from_utf8_lossy(&text).into_owned()
}

/// A fault, the verdict on each product that it strikes, and what the report says of it.
const FAULTS: [(&str, Verdict, &str); 14] = [
    ("WRITES_PAST", Verdict::Fail, "wrote outside `out`: bytes 1 to 8 after its end"),
    ("WRITES_BEFORE", Verdict::Fail, "wrote outside `out`: from byte 1 before its start"),
    ("CHANGES_INPUT", Verdict::Fail, "changed `input`, which is only for reading"),
    ("CHANGES_SHAPE", Verdict::Fail, "changed the shape or the strides of `out`"),
    ("CHANGES_STRIDES", Verdict::Fail, "changed the shape or the strides of `out`"),
    ("CHANGES_TENSOR", Verdict::Fail, "changed the call or the description of a tensor"),
    ("CHANGES_CALL", Verdict::Fail, "changed the call or the description of a tensor"),
    // The harness leaves memory without access on both sides of each tensor. Alignment leaves room for less than 64 bytes
    // between a tensor and what lies after it.
    ("WRITES_FAR_PAST", Verdict::Crash, "outside a tensor"),
    ("WRITES_FAR_BEFORE", Verdict::Crash, "outside a tensor"),
    ("READS_PAST", Verdict::Crash, "outside a tensor"),
    ("READS_FAR_BEFORE", Verdict::Crash, "outside a tensor"),
    ("CRASHES", Verdict::Crash, "SIGSEGV"),
    ("NO_ANSWER", Verdict::Protocol, "the call returned 7, which ascertain.h does not define"),
    ("PRINTS", Verdict::Pass, ""),
];

#[test]
fn a_fault_costs_the_cases_that_it_strikes_and_is_named() {
    skip_without!(C);
    in_parallel(&FAULTS, |&(fault, verdict, words)| {
        let run = run_of(fault);
        let struck = struck(&run);
        let kind = (verdict == Verdict::Fail).then_some(FailKind::WroteOutside);
        let right = |judgement: &&&Judgement| {
            judgement.verdict == verdict && (kind.is_none() || judgement.kind == kind)
        };
        // In place there is no input beside the output.
        let all = if fault == "CHANGES_INPUT" { struck.len() / 2 } else { struck.len() };
        assert_eq!(struck.iter().filter(right).count(), all, "{fault}: {struck:?}");
        let report = report(&run);
        assert!(report.contains(words), "{fault}: `{words}` is not in {report}");
    });
}

/// Its memory is not given to another call. Which call it was can only be told in time.
#[test]
fn writing_after_the_return_is_found_and_harms_no_other_call() {
    skip_without!(C);
    let run = run_of("WRITES_LATE");
    // A write after the last call is reported when the library ends, as `adapter/end`, not as a result of a case.
    let (_, cases): (Vec<_>, _) = run.results.iter().cloned().partition(|result| *result.id == *END);
    struck(&Run { results: cases, ..run.clone() });
    assert_eq!(run.exit_code(), 1, "{}", report(&run));
    assert!(report(&run).contains("after the call had returned"), "{}", report(&run));
}

#[test]
fn a_crash_in_stop_is_found() {
    skip_without!(C);
    let run = run_of("CRASHES_AT_END");
    let (last, others) = run.results.split_last().expect("results");
    assert_eq!((&*last.id, last.judgement.verdict), (END, Verdict::Crash));
    assert!(others.iter().all(|result| !result.judgement.verdict.is_finding()));
    assert!(report(&run).contains("SIGABRT"), "{}", report(&run));
}

/// A leak fails calls that come late; a call that needs too much fails in a new process too.
#[cfg(target_os = "linux")]
#[test]
fn a_leak_costs_no_case() {
    skip_without!(C);
    // Long lines take the memory of the process that hosts the library, whose own end is a crash.
    let of = |id: &str| id.starts_with("cumprod/grid/f64/") || id.starts_with("cumprod/grid/s64/");
    let all = cases(|id| of(id) && !id.contains("/lines/"));
    let run = |fault| {
        let memory = Some("1G".parse().expect("a size"));
        judged(faulty_with(fault, Options { limit: PATIENCE, memory, ..host() }).as_mut(), &all, 0)
    };
    let leaky = run("LEAKS");
    let asked = &leaky.results;
    let leaks = asked.iter().filter(|result| result.id.starts_with("cumprod/grid/f64/")).count();
    assert!(leaks > 40, "{leaks} calls leak too little for two starts");
    assert!(asked.iter().all(|result| !result.judgement.verdict.is_finding()), "{}", report(&leaky));
    let greedy = run("NEEDS_MUCH");
    assert!(
        struck(&greedy).iter().all(|judgement| judgement.verdict == Verdict::Error),
        "{}",
        report(&greedy)
    );
}

#[test]
fn what_never_returns_costs_its_cases_and_is_named() {
    skip_without!(C);
    let few = cases(|id| some(id) && id.contains("/5/"));
    let run = judged(faulty("HANGS", Duration::from_secs(2)).as_mut(), &few, 0);
    assert!(struck(&run).iter().all(|judgement| judgement.verdict == Verdict::Timeout));
    assert!(report(&run).contains("no reply within the time limit"), "{}", report(&run));
}

#[test]
fn what_is_no_such_library_is_told_in_a_sentence() {
    skip_without!(C);
    let text = file("adapters/c/ascertain.h");
    let other = library(C, "tests/fixtures/c/other.c", "other", &[]);
    let future = library(C, "tests/fixtures/c/other.c", "future", &["-DFUTURE"]);
    let many = library(C, "tests/fixtures/c/other.c", "many", &["-DMANY"]);
    let incomplete = library(C, "tests/fixtures/c/other.c", "incomplete", &["-DINCOMPLETE"]);
    let missing = PathBuf::from("/no/such/folder/libmine.so");
    let dependent = dependent();
    // With the loader's message, which both interfaces show.
    let mut refused = vec![
        (incomplete, &["undefined symbol: function_of_another_library", "link the object or library"][..]),
        (dependent.clone(), &["libhelps.so", "No such file", "LD_LIBRARY_PATH", "ldd "]),
    ];
    if cfg!(target_os = "linux") {
        refused.push((text, &["it is not a shared library", "cc -shared -fPIC"]));
        refused.push((foreign(&dependent), &["it is built for ", "but this machine is"]));
    }
    let mut backends: Vec<(String, &[&str])> = Vec::new();
    for (path, parts) in refused {
        backends.extend(["lib", "aclnn"].map(|kind| (format!("{kind}:{}", path.display()), parts)));
    }
    for (path, parts) in [
        (other, &["it does not export `ascertain_backend_v1`", "ascertain.h"]),
        (future, &["it was built with version 9 of ascertain.h", "needs version 1"]),
        (many, &["`operator_count` is 1152921504606846976", "must be below 65536"]),
        (missing, &["cannot find the library", "No such file"]),
    ] {
        backends.push((format!("lib:{}", path.display()), parts));
    }
    for (spec, parts) in backends {
        let mut backend = open(&spec, &Editions::default(), &host()).expect("a kind that there is");
        let why = backend.describe().expect_err("no backend");
        assert!(why.starts_with(&format!("`{spec}`: ")), "{why}");
        parts.iter().for_each(|part| assert!(why.contains(part), "`{part}` is not in {why}"));
    }
}

/// A library that needs another one, which is not there any more.
fn dependent() -> PathBuf {
    let folder = library(C, "tests/fixtures/c/other.c", "helps", &[]);
    let (helps, folder) =
        (folder.clone(), folder.parent().expect("a file in a folder").display().to_string());
    let flags = ["-Wl,--no-as-needed", "-L", &folder, "-lhelps"];
    let path = library(C, "tests/fixtures/c/other.c", "needs", &flags);
    std::fs::remove_file(helps).expect("it was just built");
    path
}

/// A copy for another processor: the number in its header is another.
fn foreign(library: &Path) -> PathBuf {
    let mut bytes = std::fs::read(library).expect("it was just built");
    bytes[18] = if cfg!(target_arch = "aarch64") { 62 } else { 183 };
    let path = library.with_file_name("libforeign.so");
    std::fs::write(&path, bytes).expect("beside the other");
    path
}

#[test]
fn an_exception_that_leaves_a_function_is_told() {
    skip_without!(CXX);
    let path = library(CXX, "tests/fixtures/c/throws.cpp", "throws", &[]);
    let few = cases(|id| id.starts_with("cumprod/grid/f64/5/"));
    let run = judged(backend(&path).as_mut(), &few, 0);
    assert!(run.results.iter().all(|result| result.judgement.verdict == Verdict::Crash), "{}", report(&run));
    assert!(report(&run).contains("a C++ exception left a function of the library"), "{}", report(&run));
}
