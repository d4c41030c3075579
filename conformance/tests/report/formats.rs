//! The formats for programs that others define: CTRF, JUnit, SARIF, Markdown and the badge.

use crate::report::hostile::of_markdown;
use crate::report::support::{asked, everything, result, run, shown, written};
use ascertain_conformance::report::terminal::View;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::verdict::{
    CaseResult, ExpectationStatus, ExpectedFailure, FailKind, Judgement, KnownEntry, Run, Verdict,
};
use serde_json::Value;
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
fn every_report_words_the_outcome_alike() {
    for (run, asked, _) in runs() {
        let ctrf: Value = serde_json::from_str(&written("ctrf", &run, &asked)).expect("JSON");
        let words = ctrf["results"]["environment"]["extra"]["outcome"].as_str().expect("words").to_owned();
        let sarif: Value = serde_json::from_str(&written("sarif", &run, &asked)).expect("JSON");
        assert_eq!(sarif["runs"][0]["invocations"][0]["exitCodeDescription"], words);
        let markdown = written("markdown", &run, &asked);
        assert!(markdown.starts_with(&format!("### ascertain: {words}\n")), "{words}: {markdown}");
        let text = shown(&run, &asked, View { width: 1000, findings: 0, editions: true, refusals: true });
        let last = text.lines().last().expect("a line");
        assert!(last.starts_with(&format!("{words}: ")), "{words}: {last}");
        let html = written("html", &run, &asked).to_lowercase();
        assert!(html.contains(&format!("<strong>{words}:</strong>")), "{words}");
        let badge = written("badge", &run, &asked);
        assert!(badge.contains(&format!(": {words} (")), "{words}: {badge}");
    }
}

#[test]
fn ctrf_fails_as_the_run_does() {
    for (run, asked, says) in runs() {
        let report: Value = serde_json::from_str(&written("ctrf", &run, &asked)).expect("JSON");
        let results = &report["results"];
        let tests = results["tests"].as_array().expect("tests");
        for status in ["passed", "failed", "skipped", "pending", "other"] {
            let count = tests.iter().filter(|test| test["status"] == status).count();
            assert_eq!(results["summary"][status], count, "{status}");
        }
        assert_eq!(results["summary"]["tests"], tests.len());
        let failed = tests.iter().any(|test| test["status"] == "failed");
        assert_eq!(failed, run.exit_code() != 0, "{says}: {results}");
        assert!(report.to_string().contains(says), "{says}");
        let known = run.results.iter().filter(|result| result.known.is_some()).count();
        assert_eq!(
            tests.iter().filter(|test| test["rawStatus"] == "known" && test["status"] == "other").count(),
            known
        );
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

/// scripts/formats.sh compares reports with the schema that OASIS publishes.
#[test]
fn sarif_has_a_rule_for_every_result() {
    for (run, asked, says) in runs() {
        let report: Value = serde_json::from_str(&written("sarif", &run, &asked)).expect("JSON");
        assert_eq!(report["version"], "2.1.0");
        let one = &report["runs"][0];
        let rules = one["tool"]["driver"]["rules"].as_array().expect("rules");
        let ids: BTreeSet<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
        assert_eq!(ids.len(), rules.len(), "one rule for each id");
        assert!(rules.iter().all(|rule| rule["shortDescription"]["text"].is_string()));
        let results = one["results"].as_array().expect("results");
        let found = |r: &&CaseResult| r.judgement.verdict.is_finding() || r.known.is_some();
        assert_eq!(results.len(), run.results.iter().filter(found).count());
        for result in results {
            let at = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
            assert_eq!(rules[at]["id"], result["ruleId"]);
            assert!(["error", "warning"].contains(&result["level"].as_str().expect("a level")));
            assert!(result["message"]["text"].as_str().is_some_and(|text| text.contains("again ")));
            let suppressed = result["properties"]["verdict"] == "known";
            assert_eq!(result["suppressions"].is_array(), suppressed);
        }
        let notified =
            !one["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list").is_empty();
        let stale = run.known.iter().any(|known| known.standing.fails());
        let open = run.not_started.is_some() || run.incomplete.is_some() || run.lacks_coverage();
        assert_eq!(notified, open || stale, "{says}");
        let judged = run.exit_code() < 2;
        assert_eq!(one["invocations"][0]["executionSuccessful"], judged);
    }
    let report: Value = serde_json::from_str(&written("sarif", &everything(), &asked())).expect("JSON");
    let rules = report["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    let rule = rules.iter().find(|rule| rule["id"] == "cumprod.value").expect("a requirement");
    assert!(rule["shortDescription"]["text"].as_str().is_some_and(|says| says.contains(' ')), "{rule}");
    assert!(rule["helpUri"].as_str().is_none_or(|page| page.starts_with("https://")), "{rule}");
}

#[test]
fn markdown_has_examples_and_the_command() {
    for (run, asked, says) in runs() {
        let text = written("markdown", &run, &asked);
        assert!(text.contains(says), "{says}: {text}");
        assert!(text.contains("ascertain run --backend"), "the command to repeat: {text}");
        for result in run.results.iter().filter(|result| result.judgement.verdict.is_failure()).take(1) {
            assert!(text.contains(&result.id), "an example: {text}");
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

#[test]
fn the_badge_is_a_picture_with_words() {
    for (run, asked, _) in runs() {
        let text = written("badge", &run, &asked);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
        let title = root.first_element_child().and_then(|title| title.text()).expect("a title");
        assert_eq!(root.attribute("aria-label"), Some(title));
        let elements: BTreeSet<&str> =
            document.descendants().filter(roxmltree::Node::is_element).map(|n| n.tag_name().name()).collect();
        assert_eq!(elements, BTreeSet::from(["svg", "title", "rect", "path", "g", "text"]));
        let value =
            document.descendants().filter(|node| node.has_tag_name("text")).nth(1).and_then(|n| n.text());
        let value = value.expect("an outcome");
        let expected = match run.exit_code() {
            0 => "obeyed",
            1 if run.has_failures() => "failed",
            1 => "out of date",
            _ if run.not_started.is_some() => "did not start",
            _ if run.incomplete.is_some() => "incomplete",
            _ => "not judged",
        };
        assert!(value.contains(expected), "{value}: {expected}");
    }
}
