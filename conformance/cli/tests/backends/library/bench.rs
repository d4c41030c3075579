//! Timing libraries in the process that loads them, with memory that is lent once. Writes outside it are still found.

use super::{PATIENCE, backend, faulty};
use crate::backends::support::{C, library, skip_without};
use ascertain::DType;
use ascertain::document::Editions;
use ascertain_cli::bench::plan::plan;
use ascertain_cli::bench::report::BenchReport;
use ascertain_cli::bench::{self, Contestant, Options};
use ascertain_conformance::backends::timing::TimedBackend;
use ascertain_conformance::options::Stop;
use std::time::Duration;

fn measured(mut backend: Box<dyn TimedBackend>) -> BenchReport {
    let mut contestants = [Contestant { asked: "lib", backend: backend.as_mut() }];
    let plan = plan(&Editions::default(), &["cumprod".to_owned()], &[DType::F64, DType::S64], 30);
    let min_sample = Duration::from_nanos(1);
    let options = Options {
        editions: Editions::default(),
        rounds: 2,
        min_sample,
        threads: 1,
        quick: false,
        stop: Stop::default(),
    };
    bench::run(&mut contestants, &plan, &options, &mut || ())
}

#[test]
fn what_is_lent_once_is_written_each_time() {
    skip_without!(C);
    let report = measured(backend(&library(C, "adapters/c/example.c", "timed", &[])));
    assert_eq!(report.timed(), report.outcomes().filter(|(_, outcome)| outcome.verdict == "pass").count());
    assert!(report.timed() > 0, "{report:?}");
    for (_, outcome) in report.outcomes() {
        assert!(outcome.timing.as_ref().is_none_or(|timing| timing.preallocated), "{outcome:?}");
    }
}

#[test]
fn damage_makes_times_worthless() {
    skip_without!(C);
    for fault in ["WRITES_PAST", "WRITES_BEFORE", "CHANGES_INPUT"] {
        let report = measured(faulty(fault, PATIENCE));
        let [of_f64, of_s64] = report.cases.as_slice() else { panic!("two calls") };
        let struck = &of_f64.results[0];
        let found = (struck.verdict.as_str(), struck.kind.as_deref(), struck.timing.is_none());
        assert_eq!(found, ("fail", Some("wrote-outside"), true), "{fault}");
        assert!(of_s64.results[0].timing.is_some(), "{fault}: it is spared");
    }
}
