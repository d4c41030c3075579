//! Lists of known failures: `run --known` and `known write`.

use crate::support::{Done, always_f32, ascertain, folder};
use std::fs;
use std::path::{Path, PathBuf};

fn run(backend: &str, list: &Path, more: &[&str]) -> Done {
    let list = list.to_str().expect("a path in UTF-8");
    let given = ["run", "--backend", backend, "--known", list, "--report", "json=-", "--fuzz", "0"];
    ascertain(&[&given, more].concat())
}

/// The standings of the list's entries.
fn standings(done: &Done) -> Vec<String> {
    let report = done.json();
    let known = report["known"].as_array().cloned().unwrap_or_default();
    known.iter().map(|entry| entry["standing"].as_str().expect("a standing").to_owned()).collect()
}

fn write(folder: &Path, list: &str) -> PathBuf {
    let path = folder.join("known.toml");
    fs::write(&path, list).expect("a file can be written");
    path
}

#[test]
fn a_list_made_from_a_report_explains_its_findings() {
    let folder = folder();
    let backend = always_f32(folder.path());
    let report = folder.path().join("report.json");
    let target = format!("json={}", report.display());
    let first = ascertain(&["run", "--backend", &backend, "--report", &target, "--fuzz", "0"]);
    assert_eq!(first.code, 1, "{}", first.err);
    let made = ascertain(&["known", "write", report.to_str().expect("a path in UTF-8")]);
    assert_eq!(made.code, 0, "{}", made.err);
    let list = write(folder.path(), &made.out);
    let again = run(&backend, &list, &[]);
    assert_eq!(again.code, 0, "{}", again.err);
    let report = again.json();
    assert_eq!(report["summary"]["fail"], 0);
    assert!(report["summary"]["known"].as_u64().is_some_and(|known| known > 100));
    assert!(standings(&again).iter().all(|standing| standing == "known"));
    let case = report["cases"].as_array().expect("cases").iter().find(|case| case["verdict"] == "known");
    assert_eq!(case.expect("a known case")["known"]["verdict"], "fail");
    assert!(again.err.contains("Known failures"), "{}", again.err);
}

#[test]
fn a_list_out_of_date_fails_the_run() {
    let folder = folder();
    let backend = always_f32(folder.path());
    let everything = "[[known]]\ncases = \"aclnn.tensor-tensor\"\nreason = \"always f32\"\n";
    for (entry, more, standing, code) in [
        ("", &[][..], "", 0),
        ("[[known]]\ncases = \"aclnn.tensor-tensor/lhs=f32,rhs=f32*\"\nreason = \"r\"\n", &[], "fixed", 1),
        ("[[known]]\ncases = \"cumprod/no/such/case\"\nreason = \"r\"\n", &[], "no-case", 1),
        (
            "[[known]]\ncases = \"cumprod/no/such/case\"\nreason = \"r\"\n",
            &["--filter", "aclnn.*"],
            "not-judged",
            0,
        ),
        ("[[known]]\nrequirement = \"cumprod.vlaue\"\nreason = \"r\"\n", &[], "no-case", 1),
        ("[[known]]\ncases = \"cumprod/grid\"\nreason = \"r\"\n", &[], "not-judged", 0),
        ("[[known]]\ncases = \"cumprod/fuzz/*\"\nreason = \"r\"\n", &[], "not-judged", 0),
        (
            "[[known]]\ncases = \"aclnn.tensor-tensor\"\nreason = \"r\"\nuntil = 2020-01-01\n",
            &[],
            "expired",
            1,
        ),
    ] {
        let list = write(folder.path(), &format!("version = 1\n{everything}{entry}"));
        let done = run(&backend, &list, more);
        let found = standings(&done);
        assert_eq!(found.get(1).map_or("", String::as_str), standing, "{entry}{}", done.err);
        assert_eq!(done.code, code, "{entry}{}", done.err);
    }
}

#[test]
fn what_no_entry_explains_still_fails() {
    let folder = folder();
    let backend = always_f32(folder.path());
    let list = write(
        folder.path(),
        "version = 1\n[[known]]\ncases = \"aclnn.tensor-tensor/lhs=f16*\"\nreason = \"always f32\"\n",
    );
    let done = run(&backend, &list, &[]);
    let summary = &done.json()["summary"];
    assert!(summary["fail"].as_u64() > Some(0) && summary["known"].as_u64() > Some(0), "{summary}");
    assert_eq!(done.code, 1);
    let broken = write(folder.path(), "version = 1\n[[known]]\ncase = \"a\"\nreason = \"r\"\n");
    let done = run(&backend, &broken, &[]);
    assert!(done.code == 2 && done.err.contains("known.toml: line 3: unknown field `case`"), "{}", done.err);
}
