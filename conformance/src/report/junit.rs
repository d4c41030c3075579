//! The report as JUnit XML, which most CI servers show.
//!
//! One `testsuite` for each area. What is known to fail, unsupported or not asked is `skipped`, with the reason. Times of
//! single cases are not measured: many are asked at once. Jenkins checks reports against a schema in which only a `testsuite`
//! counts what is skipped.

use super::Format;
use super::as_tests::{Status, Suite, Test, suites};
use super::facts::for_xml;
use crate::report::template::Templates;
use crate::results::RunRequest;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use serde::Serialize;
use std::io::{self, Write};

/// JUnit XML.
pub(super) const FORMAT: Format = Format { name: "junit", write };

const TEMPLATE: (&str, &str) = ("junit.xml", include_str!("../../templates/junit.xml"));

/// What the template shows.
#[derive(Serialize)]
struct Shown {
    tests: usize,
    failures: usize,
    errors: usize,
    /// Seconds.
    time: String,
    properties: Vec<(&'static str, String)>,
    suites: Vec<ShownSuite>,
}

#[derive(Serialize)]
struct ShownSuite {
    name: &'static str,
    failures: usize,
    errors: usize,
    skipped: usize,
    tests: Vec<ShownTest>,
}

#[derive(Serialize)]
struct ShownTest {
    name: String,
    /// What says that it did not pass: `failure`, `error` or `skipped`.
    element: Option<&'static str>,
    verdict: String,
    message: Option<String>,
    text: String,
}

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let suites: Vec<ShownSuite> = suites(run, asked).into_iter().map(ShownSuite::of).collect();
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
    let properties = properties.into_iter().filter(|(_, value)| !value.is_empty());
    let shown = Shown {
        tests: suites.iter().map(|suite| suite.tests.len()).sum(),
        failures: suites.iter().map(|suite| suite.failures).sum(),
        errors: suites.iter().map(|suite| suite.errors).sum(),
        time: format!("{:.3}", run.seconds),
        properties: properties.map(|(name, value)| (name, for_xml(value).replace('\n', " "))).collect(),
        suites,
    };
    let templates = Templates::new(&[TEMPLATE], "", "")?;
    out.write_all(templates.render(TEMPLATE.0, &shown)?.as_bytes())
}

impl ShownSuite {
    fn of(suite: Suite<'_>) -> Self {
        let tests: Vec<ShownTest> = suite.tests.into_iter().map(ShownTest::of).collect();
        let count = |element| tests.iter().filter(|test| test.element == Some(element)).count();
        let (failures, errors, skipped) = (count("failure"), count("error"), count("skipped"));
        Self { name: suite.name, failures, errors, skipped, tests }
    }
}

impl ShownTest {
    fn of(test: Test<'_>) -> Self {
        let element = match test.status {
            Status::Passed => None,
            Status::Failed => Some("failure"),
            Status::Errored => Some("error"),
            Status::Skipped | Status::Known => Some("skipped"),
        };
        Self {
            name: for_xml(&test.name),
            element,
            verdict: test.verdict,
            message: test.message.as_deref().map(for_xml),
            text: test.text.as_deref().map(for_xml).unwrap_or_default(),
        }
    }
}
