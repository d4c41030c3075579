//! `ascertain doctor`.

use crate::support::ascertain;

#[test]
fn the_reference_is_well() {
    let done = ascertain("doctor --backend reference").ends(0).prints("Nothing to fix.");
    assert!(!done.out.contains("problem"), "{done}");
    let json = ascertain("doctor --backend reference --format json").json();
    let steps = json["steps"].as_array().expect("steps");
    assert!(steps.iter().all(|step| step["outcome"] != "problem"), "{json}");
}

#[cfg(unix)]
#[test]
fn what_is_to_be_mended_is_told() {
    let place = crate::support::Place::new();
    let parrot = place.parrot("nonsense");
    for (backend, words) in [(parrot.as_str(), "nonsense"), ("process:/nowhere/at/all", "start and hello")] {
        let doctor = |more: &str| place.ascertain(&format!("doctor -b '{backend}' --timeout 2 {more}"));
        doctor("").ends(1).prints(words).prints("problem").prints("how to fix").prints("to fix");
        let json = doctor("--format json").json();
        let mended = |step: &serde_json::Value| step["outcome"] == "problem" && step["mend"].is_string();
        assert!(json["steps"].as_array().expect("steps").iter().any(mended), "{json}");
    }
}
