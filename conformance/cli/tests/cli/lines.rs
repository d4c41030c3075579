//! `--report jsonl=PATH`, which grows with the run.

use crate::support::{ascertain, folder};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn lines_go_to_files_and_standard_output() {
    let folder = folder();
    let path = folder.path().join("a.jsonl");
    fs::write(&path, "older").expect("a file");
    let target = format!("jsonl={}", path.display());
    let given =
        ["run", "--filter", "reinterpret", "--fuzz", "300", "--report", "jsonl=-", "--report", &target];
    let done = ascertain(&given);
    assert_eq!(done.code, 0, "{}", done.err);
    let (out, file) = (lines(&done.out), lines(&fs::read_to_string(&path).expect("a report")));
    assert_eq!(out, file);
    assert_eq!((&out[0]["start"]["asked"], &out[0]["start"]["random"]), (&"reference".into(), &300.into()));
    assert_eq!(out[out.len() - 1]["end"]["exit_code"], 0);
    assert!(done.err.contains("obeyed"), "text for people goes aside: {}", done.err);
}

/// A backend that needs long for the second message of cases.
fn slow(folder: &Path) -> String {
    let script = r#"read -r line
echo '{"id":0,"ok":{"protocol":1,"name":"slow","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}'
read -r line
echo '{"id":1,"ok":{"dtype":"f32"}}'
exec sleep 600
"#;
    let path = folder.join("slow.sh");
    fs::write(&path, script).expect("a file can be written");
    format!("process:sh {}", path.display())
}

#[test]
fn what_is_found_before_a_run_is_killed_can_be_read() {
    let folder = folder();
    let path = folder.path().join("a.jsonl");
    let (backend, target) = (slow(folder.path()), format!("jsonl={}", path.display()));
    let given = ["run", "--backend", &backend, "--report", &target, "--fuzz", "0"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
    let mut child =
        command.args(given).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begun = Instant::now();
    let read = || fs::read_to_string(&path).unwrap_or_default();
    while !read().contains("\"backend\"") && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let lines = lines(&read());
    assert_eq!(lines[1]["backend"]["name"], "slow");
    assert!(lines.iter().all(|line| line.get("end").is_none()));
}
