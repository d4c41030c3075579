//! Reports and journals that cannot be written: no success, and nothing older in their place.

use crate::support::{Done, ascertain, folder, run_by};
use std::fs;
use std::process::Command;

/// Runs the program where no file grows beyond 8 kB, as on a disk that is full then.
fn on_full_disk(arguments: &[&str]) -> Done {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ascertain")]);
    run_by(shell.args(arguments))
}

const RUN: [&str; 5] = ["run", "--filter", "aclnn.*", "--fuzz", "3000"];
const BENCH: [&str; 6] = ["bench", "--quick", "--dtypes", "f32", "--shapes", "2x2:0"];

#[test]
fn what_is_not_written_is_not_a_success() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let whole = at("whole.json");
    assert_eq!(
        ascertain(&[&RUN[..], &["--shard", "1/1", "--report", &format!("json={whole}")]].concat()).code,
        0
    );
    let report = at("report");
    for (command, format) in [
        (&RUN[..], "json"),
        (&RUN, "html"),
        (&RUN, "jsonl"),
        (&["merge", &whole], "json"),
        (&["compare", &whole, &whole], "html"),
        (&BENCH, "html"),
    ] {
        for path in [report.as_str(), "/dev/full"] {
            fs::write(&report, "of an earlier run").expect("a file");
            let target = format!("{format}={path}");
            let done = on_full_disk(&[command, &["--report", &target]].concat());
            let (what, said) = (format!("{command:?} {target}"), format!("{}{}", done.out, done.err));
            assert!(
                done.code == 2 && done.err.contains("exit code is 2") && !done.out.is_empty(),
                "{what}: {said}"
            );
            let left = fs::read_to_string(&report).unwrap_or_default();
            match (path, format) {
                ("/dev/full", _) => assert_eq!(left, "of an earlier run", "{what}"),
                // What was found before the disk was full, without an end.
                (_, "jsonl") => {
                    assert!(left.starts_with("{\"start\"") && !left.contains("{\"end\""), "{what}");
                }
                _ => assert!(!fs::exists(&report).expect("the folder can be read"), "{what}: {left}"),
            }
        }
    }
    let done = on_full_disk(&[&RUN[..], &["--journal", &at("journal")]].concat());
    assert!(done.code == 2 && done.err.contains("cannot write the journal"), "{}{}", done.out, done.err);
    assert!(done.out.contains("obeyed"), "{}", done.out);
}

#[test]
fn a_standard_output_that_takes_nothing_is_not_a_success() {
    let folder = folder();
    let whole = folder.path().join("whole.json").display().to_string();
    assert_eq!(
        ascertain(&[&RUN[..], &["--shard", "1/1", "--report", &format!("json={whole}")]].concat()).code,
        0
    );
    for command in [
        &RUN[..],
        &["run", "--filter", "reinterpret", "--report", "json=-"],
        &["run", "--filter", "reinterpret", "--quiet"],
        &["merge", &whole],
        &["compare", &whole, &whole],
        &["observe", "--backend", "reference", "--fuzz", "10"],
        &BENCH,
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let mut program = Command::new(env!("CARGO_BIN_EXE_ascertain"));
        let done = program.args(command).stdout(full).output().expect("it runs");
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{command:?}: {said}");
    }
}

/// Of a document, the report is only a part.
#[test]
fn a_document_that_holds_a_report_stays_if_it_cannot_be_written() {
    let folder = folder();
    let path = folder.path().join("README.md");
    let document =
        format!("{}<!-- ascertain bench -->\n<!-- /ascertain bench -->\n", "a line\n".repeat(5000));
    fs::write(&path, &document).expect("a file");
    let done = on_full_disk(&[&BENCH[..], &["--report", &format!("markdown={}", path.display())]].concat());
    assert!(done.code == 2 && done.err.contains("cannot write"), "{}{}", done.out, done.err);
    assert_eq!(fs::read_to_string(&path).expect("the document"), document);
}
