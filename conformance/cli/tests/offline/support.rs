//! Runs the program in a folder and reads what it writes.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the program; paths are relative to `folder`.
pub(crate) fn ascertain(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
    command.current_dir(folder).args(arguments).output().expect("the program was built with this test")
}

/// Runs it, and asserts how it ends. What it printed, errors included.
pub(crate) fn ends(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = ascertain(folder, arguments);
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

/// A report without what differs between two ways to ask: how it was asked, and how long it took.
pub(crate) fn report(path: &Path) -> Value {
    let text = std::fs::read(path).expect("a report was written");
    let mut report: Value = serde_json::from_slice(&text).expect("a report is JSON");
    report["seconds"] = Value::Null;
    report["backend"]["asked"] = Value::Null;
    report
}

/// A file below `conformance`.
pub(crate) fn file(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}

/// The lines of a file, which `change` changes.
pub(crate) fn edit(path: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let text = std::fs::read_to_string(path).expect("a file of lines");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    std::fs::write(path, lines.join("\n") + "\n").expect("the folder can be written");
}
