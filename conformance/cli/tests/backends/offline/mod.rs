//! Questions in files, and judging their answers.

mod files;
mod same_verdicts;

use crate::backends::support::{ascertain, report};
use serde_json::Value;
use std::path::Path;

/// Runs the program, and asserts how it ends. What it printed, errors included.
fn ends(folder: &Path, arguments: &[&str], code: i32) -> String {
    let (ended, said) = ascertain(folder, &[], arguments);
    assert_eq!(ended, code, "{arguments:?}: {said}");
    said
}

/// A report without what differs between two ways to ask: how it was asked, and how long it took.
fn essence(path: &Path) -> Value {
    let mut report = report(path);
    report["seconds"] = Value::Null;
    report["backend"]["asked"] = Value::Null;
    report
}

/// The lines of a file, which `change` changes.
fn edit(path: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let text = std::fs::read_to_string(path).expect("a file of lines");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    std::fs::write(path, lines.join("\n") + "\n").expect("the folder can be written");
}
