//! A C library with one fault at a time, such as writing out of bounds, that no status code reports.

use crate::run;
use crate::support::in_parallel;
use std::path::Path;
use std::process::Command;

/// A fault, the arguments that bring it out, and what the report then has of it.
const FAULTS: [(&str, &str, &str, &str); 10] = [
    ("", "cumprod/grid/f32/5/dim=0", "pass", ""),
    ("after", "cumprod/grid/f32/5/dim=0", "fail", "wrote outside `out`: bytes 1 to 4 after its end"),
    ("before", "cumprod/grid/f32/5/dim=-1", "fail", "wrote outside `out`: from byte"),
    ("after", "cumprod/grid/f32/5/dim=0/inplace", "fail", "wrote outside `input`: bytes 1 to 4"),
    ("workspace", "cumprod/grid/f32/5/dim=0", "fail", "wrote outside the workspace: byte 1 after its end"),
    ("input", "cumprod/grid/f32/5/dim=0", "fail", "changed `input`, which is only for reading"),
    ("crash-one", "cumprod/grid/f32/5/dim=0", "crash", "SIGABRT"),
    ("crash-two", "cumprod/grid/f32/5/dim=0", "crash", "SIGABRT"),
    ("hang", "cumprod/grid/f32/5/dim=0", "timeout", ""),
    (
        "lost-device",
        "cumprod/grid/f32/5/dim=0",
        "crash",
        "aclrtSynchronizeStream returned 507015: no such thing",
    ),
];

#[test]
fn what_no_status_tells_is_seen() {
    if !Command::new("cc").arg("--version").output().is_ok_and(|done| done.status.success()) {
        println!("skipped: cc is not on PATH");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let faulty = build(folder.path(), "faulty", &[]);
    in_parallel(&FAULTS, |(fault, filter, verdict, says)| {
        let done = run(&faulty, &[("FAULT", fault)], &["--filter", filter, "--timeout", "2"]);
        assert_eq!(done.count(verdict), 1, "{fault}: {}", done.said);
        assert!(done.said.contains(says), "{fault}: {}", done.said);
    });
    let status = run(&faulty, &[("FAULT", "wrong-status")], &["--requirement", "cumprod.dim.null"]);
    assert!(status.verdicts("cumprod.dim.null").contains(&"fail: status".to_owned()), "{}", status.said);
    let silent = run(&faulty, &[("FAULT", "silent")], &["--filter", "cumprod/grid/f64/1/dim=0"]);
    assert_eq!(silent.verdicts("cumprod.value"), ["fail: rejected-valid"], "{}", silent.said);
    // Withheld even where phase one asked for none.
    for fault in ["", "no-workspace"] {
        let done = run(&faulty, &[("FAULT", fault)], &["--requirement", "cumprod.workspace.null"]);
        let broken = done
            .about("cumprod.workspace.null")
            .filter(|case| case["id"].as_str().is_some_and(|id| id.contains("input=s64-3")));
        assert!(broken.count() > 0, "{}", done.said);
    }
    let none = run(&faulty, &[("FAULT", "no-device")], &["--filter", "cumprod/rule"]);
    assert_eq!(none.code, 3, "{}", none.said);
    assert!(
        none.said.contains("aclrtSetDevice returned 507033: no such thing; check the device"),
        "{}",
        none.said
    );
    let part = build(folder.path(), "part", &["-DWITHOUT_INPLACE"]);
    let lacking = run(&part, &[], &["--filter", "cumprod/rule"]);
    assert!(lacking.said.contains("does not offer inplace"), "{}", lacking.said);
    // Two libraries that have the interface between them.
    let both = run(&format!("{part},{faulty}"), &[], &["--filter", "cumprod/grid/f32/5/dim=0/inplace"]);
    assert_eq!(both.count("pass"), 1, "{}", both.said);
}

/// The library built from `out_of_bounds.c`.
fn build(folder: &Path, name: &str, flags: &[&str]) -> String {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/driver/out_of_bounds.c");
    let library = folder.join(format!("lib{name}.so"));
    let mut command = Command::new("cc");
    command.args(["-std=c11", "-shared", "-fPIC", "-o"]).arg(&library).arg(source).args(flags);
    let output = command.output().expect("the compiler was found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library.display().to_string()
}
