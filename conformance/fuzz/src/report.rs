//! JSON reports, read again.

use ascertain::document::Editions;
use ascertain_conformance::results::known_file;
use ascertain_conformance::results::{Report, report};
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Registry;
use ascertain_judge::suite;
use ascertain_judge::verdict::Run;
use std::sync::LazyLock;

/// The cases of the default editions.
pub(crate) static CASES: LazyLock<Vec<Case>> =
    LazyLock::new(|| suite::build(&Editions::default()).unwrap_or_else(|error| panic!("{error}")));

/// A report. What is read as a run is written as the same report.
pub(crate) fn report(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let report = match Report::read(text) {
        Ok(report) => report,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let _ = known_file::of_report(&report);
    let Ok(editions) = report.editions() else { return };
    let asked = report.request();
    if editions.profile_name() != Editions::default().profile_name() {
        return;
    }
    let case_index = CaseIndex::new(&editions, Registry::default(), &CASES);
    let Ok(run) = report.restore(&case_index) else { return };
    let text = |run: &Run| {
        let mut written = Vec::new();
        report::write(&mut written, run, &asked).expect("a vector takes all");
        String::from_utf8(written).expect("JSON is UTF-8")
    };
    let written = text(&run);
    let again = Report::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    let again = again.restore(&case_index).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(text(&again), written);
}
