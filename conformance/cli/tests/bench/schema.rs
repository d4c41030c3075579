//! The JSON report and its schema.

use crate::support::{Fake, Fault, everything, measured};
use ascertain::DType;
use ascertain_cli::bench::against::compare;
use ascertain_cli::bench::report::{BenchReport, SCHEMA};
use serde_json::{Value, json};

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    assert!(jsonschema::meta::is_valid(&schema), "it is a JSON Schema of its draft");
    jsonschema::validator_for(&schema).expect("its references resolve")
}

fn written(report: &BenchReport) -> Value {
    let mut bytes = Vec::new();
    report.write(&mut bytes).expect("a vector takes everything");
    serde_json::from_slice(&bytes).expect("the report is JSON")
}

/// A report with everything in it, changes since an earlier one included.
fn compared() -> BenchReport {
    let mut now = everything();
    let mut before = now.clone();
    before.environment.cpu = "another".to_owned();
    for (at, outcome) in before.cases.iter_mut().flat_map(|case| &mut case.results).enumerate() {
        if let Some(timing) = &mut outcome.timing {
            let factor = if at % 2 == 0 { 0.5 } else { 2.0 };
            let ratio = &mut timing.ratio;
            (ratio.median, ratio.low, ratio.high) =
                (ratio.median * factor, ratio.low * factor, ratio.high * factor);
        }
    }
    let lost = now.cases[0].results[0].clone();
    now.cases[0].results[0] =
        ascertain_cli::bench::report::Outcome { verdict: "fail".to_owned(), timing: None, ..lost };
    let comparison = compare(&before, &now);
    assert!(!comparison.slower.is_empty() && !comparison.faster.is_empty() && !comparison.lost.is_empty());
    BenchReport { against: Some(comparison), ..now }
}

#[test]
fn reports_fit_the_schema_and_are_read_again() {
    let schema = schema();
    let silent = measured(&mut [Fake::new("none", Fault::Silent, &[[1, 1]])], &["8:0"], &[DType::F32], 1);
    let incomplete = BenchReport { incomplete: Some("interrupted".to_owned()), ..everything() };
    let mut quick = everything();
    quick.settings.quick = true;
    for report in [everything(), compared(), silent, incomplete, quick] {
        let value = written(&report);
        if let Some(error) = schema.iter_errors(&value).next() {
            panic!("{error} at {}", error.instance_path());
        }
        let again: BenchReport = serde_json::from_value(value).expect("what was written");
        assert_eq!(again, report);
    }
}

#[test]
fn readers_ignore_what_later_versions_add() {
    let mut value = written(&everything());
    value["later"] = json!({"key": 1});
    value["cases"][0]["later"] = json!(1);
    assert!(serde_json::from_value::<BenchReport>(value).is_ok());
}

/// A schema that takes everything proves nothing.
#[test]
fn the_schema_refuses_what_is_wrong() {
    let (schema, report) = (schema(), written(&compared()));
    for (pointer, wrong) in [
        ("/version", json!(2)),
        ("/editions", json!({})),
        ("/measured", json!("today")),
        ("/settings/rounds", json!(0)),
        ("/environment/logical_cpus", json!("two")),
        ("/backends", json!([])),
        ("/cases/0/dtype", json!("F32!")),
        ("/cases/0/shape", json!([])),
        ("/cases/0/class", json!("large")),
        ("/cases/1/results/0/verdict", json!("passed")),
        // What failed has no time.
        ("/cases/1/results/0/verdict", json!("fail")),
        ("/cases/1/results/0/timing/ratio/median", json!(0)),
        ("/cases/1/results/0/timing/ratio/confidence", json!(1)),
        ("/cases/1/results/0/timing/rounds/0", json!([1.0])),
        ("/against/slower/0/now", json!(2.0)),
    ] {
        let mut report = report.clone();
        *report.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} exists")) = wrong.clone();
        assert!(!schema.is_valid(&report), "{pointer} = {wrong}");
    }
    for place in
        ["", "/settings", "/environment", "/backends/0", "/cases/0", "/cases/1/results/0/timing", "/against"]
    {
        let mut report = report.clone();
        let object = report.pointer_mut(place).and_then(Value::as_object_mut);
        object.unwrap_or_else(|| panic!("{place} is an object")).insert("surprise".to_owned(), json!(1));
        assert!(!schema.is_valid(&report), "an unknown key in {place:?}");
    }
}
