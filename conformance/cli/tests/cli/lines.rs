//! `--report jsonl=PATH`, which grows with the run.

use crate::cli::support::{HELLO, Place};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn lines_go_to_files_and_standard_output() {
    let place = Place::new();
    place.write("a.jsonl", "older");
    let given = "run --filter reinterpret --fuzz 300 --report jsonl=- --report jsonl=a.jsonl";
    // Text for people goes aside.
    let done = place.ascertain(given).ends(0).warns("obeyed");
    let out = lines(&done.out);
    assert_eq!(out, lines(&place.read("a.jsonl")));
    assert_eq!((&out[0]["start"]["asked"], &out[0]["start"]["random"]), (&"reference".into(), &300.into()));
    assert_eq!(out[out.len() - 1]["end"]["exit_code"], 0);
}

#[test]
fn what_is_found_before_a_run_is_killed_can_be_read() {
    let place = Place::new();
    // A backend that needs long for the second message of cases.
    let answer = r#"{"id":1,"ok":{"dtype":"f32"}}"#;
    let text = format!("read -r line\necho '{HELLO}'\nread -r line\necho '{answer}'\nexec sleep 600\n");
    let backend = place.script("slow", &text);
    let given = ["run", "--backend", &backend, "--report", "jsonl=a.jsonl", "--fuzz", "0"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
    command.args(given).current_dir(place.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let begun = Instant::now();
    let read = || fs::read_to_string(place.at("a.jsonl")).unwrap_or_default();
    while !read().contains("\"backend\"") && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let lines = lines(&read());
    assert_eq!(lines[1]["backend"]["name"], "parrot");
    assert!(lines.iter().all(|line| line.get("end").is_none()));
}
