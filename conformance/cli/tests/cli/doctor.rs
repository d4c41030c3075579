//! `ascertain doctor`.

use crate::support::{ascertain, folder};

#[test]
fn the_reference_is_well() {
    let done = ascertain(&["doctor", "--backend", "reference"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("Nothing to fix.") && !done.out.contains("problem"), "{}", done.out);
    let json = ascertain(&["doctor", "--backend", "reference", "--format", "json"]).json();
    let steps = json["steps"].as_array().expect("steps");
    assert!(steps.iter().all(|step| step["outcome"] != "problem"), "{json}");
}

#[cfg(unix)]
#[test]
fn what_is_to_be_mended_is_told() {
    let folder = folder();
    let backend = crate::support::parrot(folder.path(), "nonsense");
    for (backend, words) in [(backend.as_str(), "nonsense"), ("process:/nowhere/at/all", "start and hello")] {
        let done = ascertain(&["doctor", "--backend", backend, "--timeout", "2"]);
        assert_eq!(done.code, 1, "{}{}", done.out, done.err);
        for part in [words, "problem", "how to fix", "to fix"] {
            assert!(done.out.contains(part), "{part}\n{}", done.out);
        }
        let json = ascertain(&["doctor", "--backend", backend, "--timeout", "2", "--format", "json"]).json();
        let mended = |step: &serde_json::Value| step["outcome"] == "problem" && step["mend"].is_string();
        assert!(json["steps"].as_array().expect("steps").iter().any(mended), "{json}");
    }
}
