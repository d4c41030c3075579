//! `merge`: parts of a run on the command line.

#[cfg(unix)]
use crate::support::always_f32;
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

/// Texts in a report of somebody else: they neither move the cursor nor turn what stands beside them.
#[cfg(unix)]
#[test]
fn text_of_crafted_reports_has_no_power() {
    let folder = folder();
    let part = run(folder.path(), "1", &["--shard", "1/1"]);
    let whole = run(folder.path(), "whole", &[]);
    let report = |path: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(path).expect("a report")).expect("JSON")
    };
    let write = |crafted: &Value| {
        let path = folder.path().join("crafted.json");
        fs::write(&path, crafted.to_string()).expect("a file");
        path.to_str().expect("a path in UTF-8").to_owned()
    };
    let hostile = "\u{1b}[2J\u{202e}obeyed";
    for pointer in [
        "/backend/asked",
        "/backend/name",
        "/backend/version",
        "/not_started",
        "/incomplete",
        "/cases/0/detail",
    ] {
        for (path, command) in [(&part, "merge"), (&whole, "implementations")] {
            let mut crafted = report(path);
            let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
            crafted.pointer_mut(parent).expect("an object")[key] = json!(hostile);
            let done = ascertain(&[command, &write(&crafted)]);
            assert_eq!(done.code, 2, "{command} {pointer}: {}", done.out);
            let said = done.out + &done.err;
            assert!(!said.contains(['\u{1b}', '\u{202e}']), "{command} {pointer}: {said}");
        }
    }
    // What was typed can be seen in a report of our own.
    let backend = format!("{} '{hostile}'", always_f32(folder.path()));
    let path = folder.path().join("typed.json");
    let target = format!("json={}", path.display());
    let done =
        ascertain(&["run", "--backend", &backend, "--shard", "1/1", "--fuzz", "0", "--report", &target]);
    assert_eq!(done.code, 1, "{}", done.err);
    let done =
        ascertain(&["merge", path.to_str().expect("a path in UTF-8"), "--report", "markdown=-", "--verbose"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let said = done.out + &done.err;
    assert!(said.contains("not obeyed") && !said.contains(['\u{1b}', '\u{202e}']), "{said}");
}
