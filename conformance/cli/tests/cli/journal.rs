//! `run --journal` and `--resume`.

use crate::support::{Done, ascertain, folder};
use serde_json::{Value, json};
use std::fs;

const SELECTION: [&str; 7] = ["run", "--filter", "aclnn.*", "--filter", "reinterpret", "--fuzz", "300"];

fn run(more: &[&str]) -> Done {
    ascertain(&[&SELECTION, more].concat())
}

fn without_time(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).expect("JSON");
    report["seconds"] = json!(0);
    report
}

#[test]
fn a_run_goes_on_where_its_journal_ends() {
    let folder = folder();
    let path = folder.path().join("run.journal");
    let journal = ["--journal", path.to_str().expect("a path in UTF-8")];
    let whole = run(&["--report", "json=-"]);
    let first = run(&[&journal[..], &["--report", "json=-"]].concat());
    assert_eq!((whole.code, first.code), (0, 0), "{}", first.err);
    assert_eq!(without_time(&whole.out), without_time(&first.out));
    let written = fs::read(&path).expect("a journal");
    for end in [written.len(), written.len() * 2 / 3, written.len() / 3, 7, 0] {
        fs::write(&path, &written[..end]).expect("a file");
        let resumed = run(&[&journal[..], &["--resume", "--jobs", "2", "--report", "json=-"]].concat());
        assert_eq!(resumed.code, 0, "{}", resumed.err);
        assert_eq!(without_time(&resumed.out), without_time(&whole.out), "after {end} bytes");
        assert!(fs::read(&path).expect("a journal") == written, "after {end} bytes");
    }
}

#[test]
fn a_journal_that_does_not_fit_is_refused_before_anything_is_asked() {
    let folder = folder();
    let path = folder.path().join("run.journal");
    let path = path.to_str().expect("a path in UTF-8");
    assert_eq!(run(&["--journal", path]).code, 0);
    let written = fs::read(path).expect("a journal");
    let report = folder.path().join("report.json");
    fs::write(&report, "of an earlier run").expect("a file");
    let target = format!("json={}", report.display());
    for (more, says) in [
        (&["--journal", path][..], "there is a journal already"),
        (&["--journal", path, "--resume", "--seed", "3"], "its seed is 0, and that of this run is 3"),
        (&["--journal", path, "--resume", "--backend", "numpy"], "its backend is reference"),
        (&["--resume"], "--journal"),
        (&["--journal", path, "--backend", "reference", "--backend", "numpy"], "put {backend} into the path"),
        (&["--journal", "no/such/folder/journal"], "no/such/folder/journal: "),
    ] {
        let done = run(&[more, &["--report", &target]].concat());
        assert!(done.code == 2 && done.err.contains(says), "{more:?}: {} {}", done.code, done.err);
    }
    assert_eq!(fs::read(path).expect("a journal"), written);
    assert_eq!(fs::read_to_string(&report).expect("a report"), "of an earlier run");
    let each = folder.path().join("{backend}.journal");
    let each = each.to_str().expect("a path in UTF-8");
    assert_eq!(run(&["--journal", each, "--backend", "reference", "--backend", "reference"]).code, 0);
    let is_there = |name: &str| folder.path().join(name).is_file();
    assert!(is_there("reference.journal") && is_there("reference-2.journal"));
}
