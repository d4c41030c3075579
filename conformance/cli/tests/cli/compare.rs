//! `compare`, and reports in every format.

use crate::support::{ascertain, folder};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn run(folder: &Path, reports: &[(&str, &str)]) -> Vec<String> {
    let paths = reports.iter().map(|(_, name)| folder.join(name).to_str().expect("UTF-8").to_owned());
    let paths: Vec<String> = paths.collect();
    let targets = reports
        .iter()
        .zip(&paths)
        .flat_map(|((format, _), path)| ["--report".to_owned(), format!("{format}={path}")]);
    let targets: Vec<String> = targets.collect();
    let mut arguments = vec!["run", "--filter", "aclnn.*", "--fuzz", "0"];
    arguments.extend(targets.iter().map(String::as_str));
    let done = ascertain(&arguments);
    assert_eq!(done.code, 0, "{}", done.err);
    paths
}

fn changed(folder: &Path, report: &str, name: &str, from: &str, to: &str) -> String {
    let path = folder.join(name);
    let text = fs::read_to_string(report).expect("a report");
    assert!(text.contains(from), "{from}");
    fs::write(&path, text.replacen(from, to, 1)).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn what_broke_ends_with_exit_code_1() {
    let folder = folder();
    let old = run(folder.path(), &[("json", "old.json")]).remove(0);
    let new = changed(folder.path(), &old, "new.json", "\"verdict\":\"pass\"", "\"verdict\":\"fail\"");
    let major = changed(folder.path(), &old, "major.json", "\"suite\": \"", "\"suite\": \"9");
    let broken = changed(folder.path(), &old, "broken.json", "\"version\": 1", "\"version\": 2");
    for (reports, code, says) in [
        (&[&*old, &new][..], 1, "Broken: 1 case"),
        (&[&*new, &old], 0, "Fixed: 1 case"),
        (&[&*old, &old], 0, "nothing broke"),
        (&[&*old, &new, &old], 0, "aclnn.tensor-tensor"),
        (&[&*old, &major], 2, "of the suite"),
        (&[&*old, &broken], 2, "version 2"),
        (&[&*old, "no-such.json"], 2, "no-such.json"),
        (&[&*old], 2, "REPORT"),
    ] {
        let done = ascertain(&[&["compare"], reports].concat());
        assert_eq!(done.code, code, "{reports:?}: {}{}", done.out, done.err);
        assert!(done.out.contains(says) || done.err.contains(says), "{says}: {}{}", done.out, done.err);
    }
    let done = ascertain(&["compare", &old, &new]);
    assert!(done.out.contains("ascertain run --backend reference --filter aclnn."), "{}", done.out);
    let json: Value = ascertain(&["compare", &old, &new, "--format", "json"]).json();
    assert_eq!(json["counts"]["broken"], 1);
    let page = ascertain(&["compare", &old, &new, "--format", "markdown"]);
    assert!(page.code == 1 && page.out.starts_with("### ascertain: 1 case broke"), "{}", page.out);
    let files = [("html", "<!DOCTYPE html>"), ("markdown", "### ascertain")];
    let path = |name| folder.path().join(name).display().to_string();
    let targets = files.map(|(format, _)| format!("--report={format}={}", path(format)));
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    let done = ascertain(&[&["compare", &old, &new, "--report", "json=-"], &targets[..]].concat());
    assert_eq!((done.code, &done.json()["counts"]["broken"]), (1, &1.into()));
    assert!(done.err.contains("Broken: 1 case"), "people read it beside: {}", done.err);
    for (format, says) in files {
        let text = fs::read_to_string(path(format)).expect("a report");
        assert!(text.contains(says) && !text.contains('\u{1b}'), "{format}: {text}");
    }
}

#[test]
fn a_run_and_a_merge_write_every_format() {
    let folder = folder();
    let formats = [
        ("json", "r.json", "\"version\""),
        ("junit", "r.xml", "<testsuites "),
        ("markdown", "r.md", "### ascertain: obeyed"),
        ("ctrf", "ctrf.json", "\"CTRF\""),
        ("sarif", "r.sarif", "\"2.1.0\""),
        ("badge", "r.svg", "obeyed"),
    ];
    let reports: Vec<(&str, &str)> = formats.iter().map(|(format, name, _)| (*format, *name)).collect();
    let paths = run(folder.path(), &reports);
    for (path, (_, _, says)) in paths.iter().zip(formats) {
        let text = fs::read_to_string(path).expect("a report");
        assert!(text.contains(says), "{path}: {text}");
    }
    let part = folder.path().join("part.json");
    let target = format!("json={}", part.display());
    let shard = ["run", "--filter", "aclnn.*", "--shard", "1/1", "--fuzz", "0", "--report", &target];
    assert_eq!(ascertain(&shard).code, 0);
    let part = part.to_str().expect("UTF-8");
    let merged = ascertain(&["merge", part, "--report", "junit=-"]);
    assert!(merged.code == 0 && merged.out.contains("<testsuite "), "{}{}", merged.out, merged.err);
    let unknown = ascertain(&["run", "--report", "pdf=x"]);
    assert!(unknown.code == 2 && unknown.err.contains("junit=PATH"), "{}", unknown.err);
}
