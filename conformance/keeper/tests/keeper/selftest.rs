//! `ascertain-spec selftest`. `scripts/generated.sh` compares the digest of the page that it writes.

use crate::keeper::support::{folder, keeper};
use serde_json::Value;
use std::fs;

#[test]
fn a_part_of_the_mutants_is_found_and_reported() {
    let folder = folder();
    let path = folder.path().join("score.json");
    let report = format!("json={}", path.display());
    for (only, filter) in [
        ("cells", "mindspore.number-tensor/*"),
        ("boundaries", "reinterpret.strided/*"),
        ("faults", "tables/*"),
    ] {
        let done = keeper(&["selftest", "--only", only, "--filter", filter, "--report", &report]);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
        // Ids stay whole, so that they can be copied.
        let fits = |line: &str| line.chars().count() <= 80 || !line.trim().contains(' ');
        assert!(done.out.lines().all(fits), "{}", done.out);
        let text = fs::read_to_string(&path).expect("a report");
        let score: Value = serde_json::from_str(&text).expect("JSON");
        let parts = score["parts"].as_array().expect("parts");
        for part in parts {
            let made = part["mutants"].as_u64().expect("a number");
            assert_eq!(made > 0, part["part"] == only, "{part}");
            assert_eq!(part["survived"], 0, "{part}");
        }
        for mutant in score["mutants"].as_array().expect("mutants") {
            let id = mutant["id"].as_str().expect("an id");
            assert!(id.starts_with(filter.trim_end_matches('*')), "{id}");
        }
    }
}

#[test]
fn a_report_on_standard_output_is_alone_there() {
    let done =
        keeper(&["selftest", "--only", "cells", "--filter", "mindspore.*/f16,*", "--report", "json=-"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("mutants"), "{}", done.err);
}

#[test]
fn what_cannot_be_tested_is_said_before_anything_is() {
    for (arguments, said) in [
        (&["--filter", "no.such/*"][..], "no mutant fits `no.such/*`"),
        (&["--only", "everything"], "everything"),
        (&["--report", "html=x"], "write json=PATH"),
        (&["--report", "json=/no/such/folder/x.json"], "/no/such/folder/x.json"),
        (&["--coverage", "-", "--report", "json=-"], "path of its own"),
    ] {
        let done = keeper(&[&["selftest"], arguments].concat());
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?}");
        assert!(done.err.contains(said), "{arguments:?}: {}", done.err);
    }
}
