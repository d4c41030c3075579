//! `merge`: parts of a run on the command line.

use crate::support::{Done, ascertain, folder};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn run(folder: &Path, name: &str, more: &[&str]) -> String {
    let path = folder.join(name);
    let target = format!("json={}", path.display());
    let given =
        ["run", "--filter", "aclnn.*", "--filter", "reinterpret", "--fuzz", "90", "--report", &target];
    let done = ascertain(&[&given, more].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn without_time(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).expect("JSON");
    report["seconds"] = json!(0);
    report
}

fn merge(parts: &[&str], more: &[&str]) -> Done {
    ascertain(&[&["merge"], parts, more].concat())
}

#[test]
fn parts_become_the_whole() {
    let folder = folder();
    let whole = run(folder.path(), "whole.json", &[]);
    let parts =
        ["1/3", "2/3", "3/3"].map(|shard| run(folder.path(), &shard.replace('/', "-"), &["--shard", shard]));
    let [one, two, three] = parts.each_ref().map(String::as_str);
    let done = merge(&[three, one, two], &["--report", "json=-"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let whole = fs::read_to_string(whole).expect("a report");
    assert_eq!(without_time(&done.out), without_time(&whole));
    assert!(done.err.contains("on reference") && !done.err.contains("shard     "), "{}", done.err);
    let done = merge(&[three, one, two], &["--report", "html=-"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.starts_with("<!DOCTYPE html>") && done.out.contains("Obeyed"), "{}", done.out);
    // The report may replace one of the parts.
    let done = merge(&[two, three], &["--report", &format!("json={two}")]);
    assert_eq!(done.code, 3, "{}", done.err);
    let report: Value = serde_json::from_str(&fs::read_to_string(two).expect("a report")).expect("JSON");
    assert_eq!(report["incomplete"], "part 1 of 3 is missing");
    assert!(done.out.contains("part 1 of 3 is missing"), "{}", done.out);
}

#[test]
fn what_cannot_be_joined_is_a_usage_error() {
    let folder = folder();
    let one = run(folder.path(), "1", &["--shard", "1/2"]);
    let other = run(folder.path(), "2", &["--shard", "2/2", "--seed", "5"]);
    let whole = run(folder.path(), "whole", &[]);
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "{\"version\": 1,\n \"suite\": 7}").expect("a file");
    let broken = broken.to_str().expect("a path in UTF-8");
    for (parts, says) in [
        (&[][..], "REPORT"),
        (&[&*one, &other], "its seed is 5"),
        (&[&*one, &one], "part 1 of 2, and so is"),
        (&[&*whole], "not the report of a part"),
        (&[&*one, broken], "broken.json: not a JSON report: invalid type: integer `7`, expected"),
        (&[&*one, "no-such.json"], "no-such.json: "),
    ] {
        let done = merge(parts, &[]);
        assert!(done.code == 2 && done.err.contains(says), "{parts:?}: {} {}", done.code, done.err);
    }
}
