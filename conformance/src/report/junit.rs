//! The report as JUnit XML, which most CI servers show.
//!
//! One `testsuite` for each area. What is known to fail, unsupported or not asked is `skipped`, with the reason. Times of
//! single cases are not measured: many are asked at once. Jenkins checks reports against a schema in which only a `testsuite`
//! counts what is skipped.

use super::Format;
use super::as_tests::{Status, Suite, suites};
use super::template::Templates;
use crate::results::RunRequest;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use serde_json::{Value, json};
use std::io::{self, Write};

/// JUnit XML.
pub(super) const FORMAT: Format = Format { name: "junit", write };

const TEMPLATE: (&str, &str) = ("junit.xml", include_str!("../../templates/junit.xml"));

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let suites = suites(run, asked);
    let tests = || suites.iter().flat_map(|suite| &suite.tests);
    let properties = [
        ("suite", suite::VERSION),
        ("backend", &run.backend),
        ("version", &run.version),
        ("asked", &asked.backend),
        ("profile", &run.profile),
        ("seed", &run.seed.to_string()),
        ("incomplete", run.incomplete.as_deref().unwrap_or_default()),
        ("not started", run.not_started.as_deref().unwrap_or_default()),
    ];
    let shown = json!({
        "tests": tests().count(),
        "failures": tests().filter(|test| test.status == Status::Failed).count(),
        "errors": tests().filter(|test| test.status == Status::Errored).count(),
        "time": format!("{:.3}", run.seconds),
        "properties": properties.into_iter().filter(|(_, value)| !value.is_empty()).collect::<Vec<_>>(),
        "suites": suites.iter().map(of_suite).collect::<Vec<_>>(),
    });
    let templates = Templates::new(&[TEMPLATE], "", "")?;
    out.write_all(templates.render(TEMPLATE.0, &shown)?.as_bytes())
}

fn of_suite(suite: &Suite<'_>) -> Value {
    let tests = suite.tests.iter().map(|test| {
        // What says that it did not pass.
        let element = match test.status {
            Status::Passed => None,
            Status::Failed => Some("failure"),
            Status::Errored => Some("error"),
            Status::Skipped | Status::Known => Some("skipped"),
        };
        json!({
            "name": test.name,
            "element": element,
            "verdict": test.verdict,
            "message": test.message,
            "text": test.text,
        })
    });
    json!({"name": suite.name, "tests": tests.collect::<Vec<_>>()})
}
