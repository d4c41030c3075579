//! The report in the Common Test Report Format, a JSON format that many frameworks write.
//!
//! A case that is known to fail is `other`, one that is unsupported or was not asked is `skipped`; `rawStatus` has the
//! verdict. The format wants a start and an end: the end is when the report is written, the start as long before as the
//! run took. Times of single cases are not measured.

use super::Format;
use super::as_tests::{Status, Test, suites};
use super::outcome::Outcome;
use crate::results::RunRequest;
use crate::results::ordered::gathered;
use ascertain::contract::Basis;
use ascertain_judge::suite;
use ascertain_judge::verdict::{Run, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Common Test Report Format.
pub(super) const FORMAT: Format = Format { name: "ctrf", write };

/// The version of the format.
const VERSION: &str = "0.0.0";

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let suites = suites(run, asked);
    let tests = suites.iter().flat_map(|suite| suite.tests.iter().map(|test| entry(suite.name, test)));
    let tests: Vec<Value> = tests.collect();
    let of = |status: &str| tests.iter().filter(|test| test["status"] == status).count();
    let stop = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let took = Duration::try_from_secs_f64(run.seconds).unwrap_or_default();
    let counts = run.counts();
    let verdicts: BTreeMap<&str, u64> =
        gathered(Verdict::ALL.into_iter().map(|verdict| (verdict.name(), counts.of(verdict))));
    let report = json!({
        "reportFormat": "CTRF",
        "specVersion": VERSION,
        "generatedBy": format!("ascertain {}", suite::VERSION),
        "results": {
            "tool": {"name": "ascertain", "version": suite::VERSION},
            "summary": {
                "tests": tests.len(),
                "passed": of("passed"),
                "failed": of("failed"),
                "skipped": of("skipped"),
                "pending": 0,
                "other": of("other"),
                "suites": suites.len(),
                "start": milliseconds(stop.saturating_sub(took)),
                "stop": milliseconds(stop),
                "duration": milliseconds(took),
                // Random cases that are only counted are one test for each verdict.
                "extra": {"cases": verdicts},
            },
            "environment": {
                "appName": run.backend,
                "appVersion": run.version,
                "testEnvironment": run.profile,
                "extra": {
                    "asked": asked.backend,
                    "editions": run.editions,
                    "seed": run.seed.to_string(),
                    "outcome": Outcome::of(run).words,
                    "exitCode": run.exit_code(),
                    "incomplete": run.incomplete,
                    "notStarted": run.not_started,
                },
            },
            "tests": tests,
        },
    });
    serde_json::to_writer(&mut *out, &without_nulls(report))?;
    writeln!(out)
}

fn entry(suite: &str, test: &Test<'_>) -> Value {
    let status = match test.status {
        Status::Passed => "passed",
        Status::Failed | Status::Errored => "failed",
        Status::Skipped => "skipped",
        Status::Known => "other",
    };
    let judgement = test.case.filter(|_| test.text.is_some()).map(|case| &case.judgement);
    let labels = judgement.map(
        |judgement| json!({"requirement": judgement.requirement, "basis": judgement.basis.map(Basis::name)}),
    );
    json!({
        "name": test.name,
        "status": status,
        "duration": 0,
        "suite": [suite],
        "rawStatus": test.verdict,
        "message": test.message,
        "trace": test.text,
        "labels": labels.map(without_nulls).filter(|labels| *labels != json!({})),
    })
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Absent values are left out.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(gathered(
            map.into_iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| (k, without_nulls(v))),
        )),
        Value::Array(list) => list.into_iter().map(without_nulls).collect(),
        other => other,
    }
}
