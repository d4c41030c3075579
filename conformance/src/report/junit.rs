//! The report as JUnit XML, which most CI servers show.
//!
//! One `testsuite` for each area. What is known to fail, unsupported or not asked is `skipped`, with the reason. Times of
//! single cases are not measured: many are asked at once.

use super::as_tests::{Status, Suite, Test, suites};
use super::facts::for_xml;
use super::{Format, RunRequest};
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io::{self, Write};
use std::time::Duration;

/// JUnit XML.
pub(super) const FORMAT: Format = Format { name: "junit", write };

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let mut report = Report::new("ascertain");
    report.set_time(Duration::try_from_secs_f64(run.seconds).unwrap_or_default());
    for suite in suites(run, asked) {
        report.add_test_suite(test_suite(suite, run, asked));
    }
    let text = report.to_string().map_err(io::Error::other)?;
    // Jenkins checks reports against a schema in which only a `testsuite` counts what is skipped. The first such attribute
    // is that of the root.
    let count = format!(" skipped=\"{}\"", report.skipped);
    out.write_all(text.replacen(&count, "", 1).as_bytes())
}

fn test_suite(suite: Suite<'_>, run: &Run, asked: &RunRequest) -> TestSuite {
    let mut written = TestSuite::new(suite.name);
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
    for (name, value) in properties.into_iter().filter(|(_, value)| !value.is_empty()) {
        written.add_property((name, for_xml(value).replace('\n', " ").as_str()));
    }
    for test in suite.tests {
        written.add_test_case(test_case(suite.name, test));
    }
    written
}

fn test_case(area: &str, test: Test<'_>) -> TestCase {
    let mut status = match test.status {
        Status::Passed => TestCaseStatus::success(),
        Status::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Status::Errored => TestCaseStatus::non_success(NonSuccessKind::Error),
        Status::Skipped | Status::Known => TestCaseStatus::skipped(),
    };
    let passed = test.status == Status::Passed;
    if !passed {
        status.set_type(&test.verdict);
    }
    let message = test.message.as_deref().map(for_xml);
    if let Some(message) = &message {
        status.set_message(message);
    }
    if let Some(text) = &test.text {
        status.set_description(for_xml(text));
    }
    let mut written = TestCase::new(for_xml(&test.name), status);
    written.set_classname(area);
    // A passed test has no message.
    if let Some(message) = message.filter(|_| passed) {
        let text = test.text.map(|text| format!("\n{}", for_xml(&text))).unwrap_or_default();
        written.set_system_out(format!("{}: {message}{text}", test.verdict));
    }
    written
}
