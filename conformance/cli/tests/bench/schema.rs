//! The JSON report. scripts/formats.sh compares it with its schema.

use crate::bench::support::{Fake, Fault, everything, measured};
use ascertain::DType;
use ascertain_cli::bench::against::compare;
use ascertain_cli::bench::report::BenchReport;
use serde_json::{Value, json};

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
fn reports_are_read_again() {
    let silent = measured(&mut [Fake::new("none", Fault::Silent, &[[1, 1]])], &["8:0"], &[DType::F32], 1);
    let incomplete = BenchReport { incomplete: Some("interrupted".to_owned()), ..everything() };
    let mut quick = everything();
    quick.settings.quick = true;
    for report in [everything(), compared(), silent, incomplete, quick] {
        let value = written(&report);
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
