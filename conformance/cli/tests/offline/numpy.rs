//! The script that answers questions in files with NumPy.

use crate::support::{ends, file, report};
use std::io::Write;
use std::process::Command;

#[test]
fn the_script_answers_every_question() {
    let script = file("adapters/python/offline_numpy.py");
    let lines = std::fs::read_to_string(&script).expect("a file of this crate").lines().count();
    assert!(lines <= 40, "{lines} lines are no short script any more");
    let there =
        Command::new("python3").args(["-c", "import numpy"]).output().is_ok_and(|done| done.status.success());
    if !there {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: python3 with NumPy is not on PATH");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--fuzz", "500"], 0);
    let done = Command::new("python3").arg(script).arg(at.join("asked")).output().expect("python3 is there");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // NumPy is no implementation of these documents, but none of the failures is the script's.
    let said = ends(at, &["judge", "asked", "--report", "json=report.json"], 1);
    let report = report(&at.join("report.json"));
    let count = |verdict: &str| report["summary"][verdict].as_u64();
    assert_eq!([count("protocol"), count("crash"), count("timeout"), count("error")], [Some(0); 4], "{said}");
    assert!(count("pass") > Some(500) && count("fail") > Some(0), "{said}");
}
