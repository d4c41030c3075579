//! The report as JUnit XML, which most CI servers show.
//!
//! One `testsuite` for each area. What is known to fail, unsupported or not asked is `skipped`, with the reason. Times of
//! single cases are not measured: many are asked at once. Jenkins checks reports against a schema in which only a `testsuite`
//! counts what is skipped.

use super::Format;
use super::as_tests::{Status, Suite, Test, suites};
use super::facts::for_xml;
use super::markup::{Html, add, html};
use crate::results::RunRequest;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use std::io::{self, Write};

/// JUnit XML.
pub(super) const FORMAT: Format = Format { name: "junit", write };

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let suites = suites(run, asked);
    let count =
        |is: fn(&Test) -> bool| suites.iter().flat_map(|suite| &suite.tests).filter(|test| is(test)).count();
    let mut written = html!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ascertain\" tests=\"{}\" failures=\"{}\" errors=\"{}\" \
         time=\"{}\">\n",
        count(|_| true),
        count(|test| test.status == Status::Failed),
        count(|test| test.status == Status::Errored),
        format!("{:.3}", run.seconds),
    );
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
    let mut shown = Html::default();
    for (name, value) in properties.into_iter().filter(|(_, value)| !value.is_empty()) {
        let value = for_xml(value).replace('\n', " ");
        add!(shown, "            <property name=\"{}\" value=\"{}\"/>\n", name, value);
    }
    suites.iter().for_each(|suite| add!(written, "{}", of_suite(suite, &shown)));
    add!(written, "</testsuites>");
    out.write_all(written.as_bytes())
}

/// The element that says of a test that it did not pass.
const fn element(status: Status) -> Option<&'static str> {
    match status {
        Status::Passed => None,
        Status::Failed => Some("failure"),
        Status::Errored => Some("error"),
        Status::Skipped => Some("skipped"),
    }
}

fn of_suite(suite: &Suite, properties: &Html) -> Html {
    let count = |name| suite.tests.iter().filter(|test| element(test.status) == Some(name)).count();
    let mut written = html!(
        r#"    <testsuite name="{}" tests="{}" skipped="{}" errors="{}" failures="{}">
        <properties>
{}        </properties>
"#,
        suite.name,
        suite.tests.len(),
        count("skipped"),
        count("error"),
        count("failure"),
        properties,
    );
    for test in &suite.tests {
        let text = for_xml(test.text.as_deref().unwrap_or_default());
        let message = test.message.as_deref().filter(|message| !message.is_empty()).map(for_xml);
        add!(written, "        <testcase name=\"{}\" classname=\"{}\">\n", for_xml(&test.name), suite.name);
        match (element(test.status), message) {
            (Some(element), message) => {
                let message = message.map_or(Html::default(), |message| html!(" message=\"{}\"", message));
                add!(
                    written,
                    "            <{} type=\"{}\"{}>{}</{}>\n",
                    element,
                    test.verdict,
                    message,
                    text,
                    element
                );
            }
            (None, Some(message)) => add!(
                written,
                "            <system-out>{}: {}\n{}</system-out>\n",
                test.verdict,
                message,
                text
            ),
            (None, None) => {}
        }
        add!(written, "        </testcase>\n");
    }
    add!(written, "    </testsuite>\n");
    written
}
