//! This project's library obeys every edition, by value and by status.

use crate::support::{ours, run};
use ascertain::contract::CUMPROD;
use ascertain::document::{Editions, PROFILES};

/// Work waits for the stream and a workspace is needed, so that the driver's handling of both is used.
const HARD: [(&str, &str); 3] = [
    ("ASCERTAIN_ACLNN_WORKSPACE", "1000"),
    ("ASCERTAIN_ACLNN_STRICT_STREAM", "1"),
    ("ASCERTAIN_ACLNN_LEAKS", "fail"),
];

#[test]
fn every_case_of_every_profile_passes_or_is_open() {
    for profile in PROFILES {
        let filter = ["--filter", "cumprod", "--profile", profile.name, "--fuzz", "200"];
        let done = run(&ours(), &HARD, &filter);
        println!("{}: {} passed, {} observed", profile.name, done.count("pass"), done.count("observed"));
        assert_eq!(done.code, 0, "{}: {}", profile.name, done.said);
        for verdict in ["fail", "crash", "timeout", "protocol", "error", "unsupported", "skipped", "warning"]
        {
            assert_eq!(done.count(verdict), 0, "{}: {verdict}: {}", profile.name, done.said);
        }
        assert!(done.count("pass") > 2_000, "{}", done.said);
        assert!(!done.said.contains("not given back"), "the driver leaks: {}", done.said);
        // What this interface alone can be asked is asked of it, and answered by the code that the rule names.
        let editions = Editions::profile(profile.name).expect("a profile");
        let contract = CUMPROD.contract(&editions);
        for requirement in contract.requirements.iter().filter(|r| r.via.is_some()) {
            let right = if requirement.id == "cumprod.out.null" { "observed" } else { "pass" };
            let others: Vec<String> =
                done.verdicts(requirement.id).into_iter().filter(|v| v != "pass").collect();
            let wanted: Vec<&str> = if right == "pass" { vec![] } else { vec![right] };
            assert_eq!(others, wanted, "{}: {}", profile.name, requirement.id);
            assert!(done.about(requirement.id).count() >= 2, "{}: {}", profile.name, requirement.id);
        }
    }
}

#[test]
fn a_library_that_is_not_there_is_told_with_what_to_do() {
    let nowhere = run("/nowhere/libmine.so", &[], &["--filter", "cumprod/rule"]);
    assert_eq!(nowhere.code, 3, "{}", nowhere.said);
    assert!(words(&nowhere.said).contains("cannot load /nowhere/libmine.so"), "{}", nowhere.said);
    let cann = run("", &[("ASCEND_HOME_PATH", "/nowhere/toolkit")], &["--filter", "cumprod/rule"]);
    assert_eq!(cann.code, 3, "{}", cann.said);
    for part in ["tried /nowhere/toolkit/lib64/libascendcl.so", "ASCEND_HOME_PATH", "LD_LIBRARY_PATH"] {
        assert!(words(&cann.said).contains(part), "{part}: {}", cann.said);
    }
    let other = run("libc.so.6", &[], &["--filter", "cumprod/rule"]);
    assert_eq!(other.code, 3, "{}", other.said);
    assert!(words(&other.said).contains("no function aclInit in libc.so.6"), "{}", other.said);
}

/// The text without its line breaks, which depend on the width.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
