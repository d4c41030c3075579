//! A library in C with one fault at a time: what the driver sees of what no status tells.
//!
//! Without a C compiler the test says so and checks nothing.

use crate::support::{Run, run};
use std::path::Path;
use std::process::Command;

/// A fault, the arguments that bring it out, and what the report then has of it.
const FAULTS: [(&str, &str, &str, &str); 10] = [
    ("", "cumprod/grid/f32/5/dim=0", "pass", ""),
    ("after", "cumprod/grid/f32/5/dim=0", "fail", "wrote outside `out`: byte 1 after its end"),
    ("before", "cumprod/grid/f32/5/dim=-1", "fail", "wrote outside `out`: from byte"),
    ("after", "cumprod/grid/f32/5/dim=0/inplace", "fail", "wrote outside `input`: byte"),
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
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(faulty) = build(folder.path(), "faulty", &[]) else {
        println!("skipped: there is no C compiler, so that no faulty library could be built");
        return;
    };
    for (fault, filter, verdict, says) in FAULTS {
        let done = run(&faulty, &[("FAULT", fault)], &["--filter", filter, "--timeout", "2"]);
        assert_eq!(done.count(verdict), 1, "{fault}: {}", done.said);
        assert!(flat(&done).contains(says), "{fault}: {}", done.said);
    }
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
        flat(&none).contains("aclrtSetDevice returned 507033: no such thing; check the device"),
        "{}",
        none.said
    );
    let part = build(folder.path(), "part", &["-DWITHOUT_INPLACE"]).expect("a compiler");
    let lacking = run(&part, &[], &["--filter", "cumprod/rule"]);
    assert!(flat(&lacking).contains("no function aclnnInplaceCumprod in"), "{}", lacking.said);
    // Two libraries that have the interface between them.
    let both = run(&format!("{part},{faulty}"), &[], &["--filter", "cumprod/grid/f32/5/dim=0/inplace"]);
    assert_eq!(both.count("pass"), 1, "{}", both.said);
}

/// The library built from `out_of_bounds.c`.
fn build(folder: &Path, name: &str, flags: &[&str]) -> Option<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/aclnn/out_of_bounds.c");
    let library = folder.join(format!("lib{name}.so"));
    let mut command = Command::new("cc");
    command.args(["-std=c11", "-shared", "-fPIC", "-o"]).arg(&library).arg(source).args(flags);
    let output = command.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(library.display().to_string())
}

/// What was said, without line breaks, which depend on the width.
fn flat(run: &Run) -> String {
    run.said.split_whitespace().collect::<Vec<_>>().join(" ")
}
