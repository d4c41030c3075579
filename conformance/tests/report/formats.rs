//! The formats that others define: JUnit and Markdown.

use crate::report::hostile::of_markdown;
use crate::report::support::{asked, everything, result, run, shown, written};
use ascertain_conformance::report::terminal::View;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::verdict::{
    ExpectationStatus, ExpectedFailure, FailKind, Judgement, KnownEntry, Run, Verdict,
};
use std::collections::BTreeSet;

/// Runs of every end, each with what a report must say of it.
fn runs() -> Vec<(Run, RunRequest, &'static str)> {
    let plain = RunRequest { backend: "reference".to_owned(), ..RunRequest::default() };
    let pass = || vec![result("cumprod/a", "cumprod", Judgement::of(Verdict::Pass))];
    let stale = |standing| KnownEntry {
        entry: ExpectedFailure::new("cumprod/b", "it rounds"),
        standing,
        findings: 0,
    };
    let known = |standing| Run { known: vec![stale(standing)], ..run(pass()) };
    let judged = |(at, verdict)| result(&format!("cumprod/{at}"), "cumprod", Judgement::of(verdict));
    let some = [Verdict::Pass, Verdict::Observed, Verdict::Unsupported]
        .into_iter()
        .enumerate()
        .map(judged)
        .collect();
    vec![
        (everything(), asked(), "rounds twice"),
        (run(pass()), plain.clone(), ""),
        (run(Vec::new()), plain.clone(), "nothing could be judged"),
        (
            Run { not_started: Some("no such file".to_owned()), ..run(Vec::new()) },
            plain.clone(),
            "no such file",
        ),
        (Run { incomplete: Some("out of time".to_owned()), ..run(pass()) }, plain.clone(), "out of time"),
        (Run { fail_under: Some(99.5), ..run(some) }, plain.clone(), "66.6% of the cases were judged"),
        (known(ExpectationStatus::Fixed), plain.clone(), "it rounds"),
        (known(ExpectationStatus::Expired), plain.clone(), "it rounds"),
        (known(ExpectationStatus::NotJudged), plain, "it rounds"),
    ]
}

#[test]
fn the_command_of_a_run_ends_with_its_exit_code() {
    let run = Run { fail_under: Some(60.5), ..run(Vec::new()) };
    let asked = RunRequest { known: Some("my list.toml".to_owned()), ..asked() };
    let command = asked.repeat(&run);
    assert!(command.ends_with(" --known 'my list.toml' --fail-under 60.5"), "{command}");
    let markdown = written("markdown", &run, &asked);
    assert!(markdown.contains(&command), "{markdown}");
}

/// What stands below all else in a terminal of 24 lines.
#[test]
fn the_end_names_entries_out_of_date_and_the_exit_code() {
    let mut known: Vec<KnownEntry> = Vec::new();
    for (at, standing) in [ExpectationStatus::Known; 90].into_iter().enumerate() {
        let entry = ExpectedFailure::new(format!("cumprod/{at}"), format!("reason {at}"));
        known.push(KnownEntry { entry, standing, findings: 1 });
    }
    known[3].standing = ExpectationStatus::Expired;
    (4..8).for_each(|at| known[at].standing = ExpectationStatus::Fixed);
    let failed = Judgement::fail("cumprod.value", FailKind::Value, "6", "5");
    for (verdict, exit) in [(Judgement::of(Verdict::Pass), "(exit code 1: of"), (failed, "protocol; of")] {
        let run = Run { known: known.clone(), ..run(vec![result("cumprod/a", "cumprod", verdict)]) };
        let text = shown(&run, &asked(), View { width: 80, findings: 0, verbose: false, refusals: false });
        let lines: Vec<&str> = text.lines().collect();
        let end = lines[lines.len() - 6..].join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(end.contains("1 entry has expired, 4 are fixed: cumprod/3, cumprod/4, cumprod/5"), "{text}");
        assert!(
            end.contains(exit) && end.contains("known failures, 1 entry has expired, 4 are fixed"),
            "{end}"
        );
    }
    let run = Run { incomplete: Some("the time for the run was up".to_owned()), ..run(Vec::new()) };
    let text = shown(&run, &asked(), View { width: 200, findings: 0, verbose: false, refusals: false });
    assert!(text.ends_with("(exit code 3: the time for the run was up)\n"), "{text}");
}

#[test]
fn an_error_of_the_adapter_is_about_no_requirement() {
    let error = Judgement::of(Verdict::Error).with_detail("KeyError");
    let run = run(vec![result("cumprod/a", "cumprod", error)]);
    let text = shown(&run, &asked(), View { width: 80, findings: 9, verbose: false, refusals: false });
    assert!(text.contains("KeyError") && !text.contains("requires"), "{text}");
}

#[test]
fn every_report_words_the_outcome_alike() {
    for (run, asked, _) in runs() {
        let markdown = written("markdown", &run, &asked);
        let words = markdown.strip_prefix("### ascertain: ").and_then(|rest| rest.lines().next());
        let words = words.expect("an outcome");
        let text = shown(&run, &asked, View { width: 1000, findings: 0, verbose: true, refusals: true });
        let last = text.lines().last().expect("a line");
        assert!(last.starts_with(&format!("{words}: ")), "{words}: {last}");
        let html = written("html", &run, &asked).to_lowercase();
        assert!(html.contains(&format!("<strong>{words}:</strong>")), "{words}");
    }
}

/// What readers of JUnit rely on beyond `schemas/junit-10.xsd`, with which scripts/formats.sh compares
/// reports.
#[test]
fn junit_is_well_formed_and_fails_as_the_run_does() {
    for (run, asked, says) in runs() {
        let text = written("junit", &run, &asked);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{says}: {error}"));
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "testsuites");
        let attributes: Vec<&str> = root.attributes().map(|attribute| attribute.name()).collect();
        assert_eq!(attributes, ["name", "tests", "failures", "errors", "time"], "what Jenkins takes");
        let mut names = BTreeSet::new();
        for suite in root.children().filter(roxmltree::Node::is_element) {
            assert!(names.insert(suite.attribute("name").expect("a name")), "two suites of one name");
            let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
            assert_eq!(suite.attribute("tests"), Some(&*cases.len().to_string()));
            for (attribute, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
            {
                let has =
                    |case: &&roxmltree::Node<'_, '_>| case.children().any(|node| node.has_tag_name(element));
                let count = cases.iter().filter(has).count();
                assert_eq!(suite.attribute(attribute), Some(&*count.to_string()), "{attribute}");
            }
            let unlike = suite.children().filter(roxmltree::Node::is_element);
            let unlike = unlike.filter(|node| !["testcase", "properties"].contains(&node.tag_name().name()));
            assert_eq!(unlike.count(), 0, "only test cases and properties");
            for case in cases {
                assert!(case.attribute("name").is_some_and(|name| !name.is_empty()));
                assert_eq!(case.attribute("classname"), suite.attribute("name"));
                let inside: Vec<_> = case.children().filter(roxmltree::Node::is_element).collect();
                assert!(inside.len() < 2, "one status, or the words of a test that passed");
                let allowed = ["failure", "error", "skipped", "system-out"];
                assert!(inside.iter().all(|node| allowed.contains(&node.tag_name().name())));
            }
        }
        let failed = ["failures", "errors"].iter().any(|count| root.attribute(*count) != Some("0"));
        assert_eq!(failed, run.exit_code() != 0, "{says}: {text}");
        assert!(text.contains(says), "{says}: {text}");
    }
}

/// Cases that a backend does not pass keep their reasons, and random ones are counted.
#[test]
fn junit_tells_why_a_test_did_not_pass() {
    let text = written("junit", &everything(), &asked());
    let document = roxmltree::Document::parse(&text).expect("XML");
    let case = |name: &str| {
        let found = document.descendants().find(|node| node.attribute("name") == Some(name));
        let status = found.and_then(|node| node.first_element_child()).expect("a status");
        let message = status.attribute("message").unwrap_or_default();
        (status.tag_name().name(), message, status.text().unwrap_or_default())
    };
    assert_eq!(case("cumprod/unsupported").0, "skipped");
    assert!(case("cumprod/unsupported").1.contains("reason"));
    let (status, message, text) = case("cumprod/known");
    assert!(status == "skipped" && message.contains("rounds twice") && text.contains("again "), "{message}");
    assert_eq!(case("cumprod/crash").0, "error");
    let (status, message, text) = case("reinterpret/value");
    assert!(status == "failure" && message.contains("0x3c00") && text.contains("--filter reinterpret/value"));
    assert!(case("cumprod/fuzz: pass").2.contains("5 random cases"));
    assert_eq!(case("cumprod/warning").0, "system-out");
}

#[test]
fn markdown_has_examples_and_the_command() {
    for (run, asked, says) in runs() {
        let text = written("markdown", &run, &asked);
        assert!(text.contains(says), "{says}: {text}");
        assert!(text.contains("ascertain run --backend"), "the command to repeat: {text}");
        for result in run.results.iter().filter(|result| result.judgement.verdict.is_failure()).take(1) {
            assert!(text.contains(&*result.id), "an example: {text}");
        }
    }
}

#[test]
fn markdown_fits_into_a_comment_whatever_the_run() {
    let long = "`@octocat ".repeat(2000);
    let (mut run, mut asked) = (everything(), asked());
    for at in 0..400 {
        let judgement =
            Judgement::fail("cumprod.value", FailKind::Value, long.clone(), format!("{at} {long}"));
        let mut case = result(&format!("cumprod/{at}"), "cumprod", judgement.with_detail(long.clone()));
        case.judgement.requirement = Some(["cumprod.value", "cumprod.shape", "cumprod.dim.range"][at % 3]);
        case.inputs = vec![("input", long.clone()); 3];
        run.results.push(case);
        let entry = ExpectedFailure::new(format!("cumprod/{at}{long}"), format!("{at} {long}"));
        run.known.push(KnownEntry { entry, standing: ExpectationStatus::Fixed, findings: 1 });
    }
    asked.selection.filters = vec![long.clone(); 50];
    (run.backend, run.incomplete) = (long.clone(), Some(long));
    let text = written("markdown", &run, &asked);
    assert!(text.len() < 60_000 && text.len() > 5_000, "{}", text.len());
    // It panics at a mention.
    of_markdown(&text);
    assert!(text.contains("more entries") && text.contains("416 findings"), "what is left out is counted");
}
