//! What is read prints the same report again.

use crate::results::backends::{self, all};
use crate::results::support::{Asked, ask, cases, json, read, terminal, with_large};
use ascertain::document::Editions;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::standard::STANDARDS;
use ascertain_conformance::verdict::ExpectedFailure;

#[test]
fn a_report_that_is_read_prints_the_same_again() {
    let known = |requirement: &str| ExpectedFailure {
        requirement: Some(requirement.to_owned()),
        reason: "\"it\" rounds twice".to_owned(),
        issue: Some("https://example.org/1".to_owned()),
        ..ExpectedFailure::default()
    };
    let lists = [
        Vec::new(),
        vec![known("cumprod.value"), ExpectedFailure { expired: true, ..known("cumprod.dim.range") }],
        vec![ExpectedFailure::new("*", "nothing works"), ExpectedFailure::new("cumprod/no-such", "gone")],
    ];
    let profiles = [("documented", false, 0), ("latest", true, 1), ("code", false, u64::MAX)];
    for ((profile, observe_readings, seed), known) in profiles.into_iter().zip(lists) {
        let editions = Editions::profile(profile).expect("a profile");
        let cases = cases(&editions, 100);
        for backend in all() {
            let editions = editions.clone();
            // Each has other verdicts beside those of the pages, and the exit code is by some.
            let standard = STANDARDS.get(seed as usize % STANDARDS.len());
            let standard = standard.map(|standard| (standard, observe_readings));
            let options =
                RunOptions { editions, seed, fuzz: 300, observe_readings, standard, ..RunOptions::default() };
            let options = with_large(options);
            let name = backend.name;
            let ran = ask(backend, &cases, &Asked { options, known: known.clone(), ..Asked::default() });
            let text = json(&ran);
            let again = read(&text, &cases).unwrap_or_else(|error| panic!("{name}, {profile}: {error}"));
            assert!(json(&again) == text, "{name}, {profile}: other JSON");
            assert!(terminal(&again) == terminal(&ran), "{name}, {profile}: other text");
        }
    }
}

#[test]
fn what_the_suite_would_not_have_said_is_refused() {
    let editions = Editions::default();
    let cases = cases(&editions, 40);
    let options = RunOptions { fuzz: 300, ..RunOptions::default() };
    let asked = Asked { options, ..Asked::default() };
    let text = json(&ask(backends::named("a bit of everything"), &cases, &asked));
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let case = |is: &dyn Fn(&serde_json::Value) -> bool| {
        let at = report["cases"].as_array().expect("cases").iter().position(is).expect("such a case");
        format!("/cases/{at}")
    };
    let passed = case(&|case| case["verdict"] == "pass");
    let failed = case(&|case| case["verdict"] == "fail" && case["requirement"].is_string());
    let id = |place: &str| report.pointer(place).expect("a case")["id"].as_str().expect("an id").to_owned();
    for (place, value, says) in [
        ("/version".to_owned(), serde_json::json!(2), "version 2"),
        ("/suite".to_owned(), serde_json::json!("9.9.9"), "version 9.9.9 of the suite"),
        ("/profile".to_owned(), serde_json::json!("imagined"), "profile `imagined`"),
        ("/editions/aclnn.cumprod".to_owned(), serde_json::json!("imagined"), "edition `imagined`"),
        ("/seed".to_owned(), serde_json::json!("many"), "seed"),
        (format!("{passed}/id"), serde_json::json!("cumprod/no-such"), "cumprod/no-such"),
        (format!("{passed}/requirements"), serde_json::json!(["cumprod.value.no"]), &id(&passed)),
        (format!("{passed}/verdict"), serde_json::json!("passed"), "`passed`"),
        (format!("{failed}/kind"), serde_json::json!("odd"), "`odd`"),
        (format!("{failed}/requirement"), serde_json::json!("no.such"), "`no.such`"),
        (format!("{failed}/question"), serde_json::json!("what?"), &id(&failed)),
        ("/cases".to_owned(), serde_json::json!(null), "not a JSON report"),
    ] {
        let mut changed = report.clone();
        *changed.pointer_mut(&place).unwrap_or_else(|| panic!("{place} exists")) = value;
        let error = read(&changed.to_string(), &cases).map(|_| ()).expect_err(&place);
        assert!(error.contains(says), "{place}: {error}");
    }
    assert!(read(&text[..text.len() / 2], &cases).is_err());
    assert!(read("", &cases).is_err());
}
