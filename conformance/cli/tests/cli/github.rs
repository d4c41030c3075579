//! What a GitHub runner is told: annotations, and the summary of the step.

use crate::cli::support::{Done, Place};

/// A backend that rejects everything with a text of its own.
const REJECTS: &str = r#"{"id":1,"ok":[{"rejected":{"status":7,"message":"a\n::error::b\n##[error]c"}}]}"#;

/// Annotations: the lines that a runner follows.
pub(crate) fn followed(text: &str) -> Vec<&str> {
    let mut lines = text.lines();
    let mut followed = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(token) = line.trim_start().strip_prefix("::stop-commands::") {
            let end = format!("::{token}::");
            assert!(lines.any(|line| line == end), "commands are followed again: {text}");
        } else if line.trim_start().starts_with("::") || line.contains("##[") {
            followed.push(line);
        }
    }
    followed
}

#[test]
fn a_runner_is_told_what_failed() {
    let place = Place::new();
    let backend = place.parrot(REJECTS);
    let summary = place.at("summary.md").display().to_string();
    let run = |runner: &str, more: &str| -> Done {
        place.write("summary.md", "before\n");
        let variables = [("GITHUB_ACTIONS", runner), ("GITHUB_STEP_SUMMARY", &summary)];
        let given = format!("run -b '{backend}' --filter 'aclnn.tensor-tensor/lhs=f16,rhs=*' {more}");
        place.ascertain_with(&variables, &given).ends(1)
    };
    let said = || place.read("summary.md");
    let plain = run("true", "");
    let told = followed(&plain.out);
    assert!(told.iter().all(|line| line.starts_with("::error title=ascertain")), "{told:?}");
    assert!(["aclnn.tensor-tensor/", "%0Aagain: ascertain run"].iter().all(|part| told[0].contains(part)));
    let pages = said();
    let (before, page) = pages.split_once('\n').expect("lines");
    assert_eq!((before, page.matches("### ascertain: not obeyed").count()), ("before", 1), "{page}");
    // A report on standard output stays whole.
    let aside = run("true", "--report json=-");
    assert_eq!(aside.json()["exit_code"], 1);
    assert_eq!(followed(&aside.err), told);
    assert!(said().contains("### ascertain"));
    // The same page is not written twice.
    run("true", &format!("--report markdown={summary}"));
    assert_eq!(said().matches("### ascertain").count(), 1);
    for (runner, more) in [("", ""), ("false", ""), ("true", "--no-github")] {
        let done = run(runner, more);
        assert!(!done.out.contains("::stop-commands") && !done.out.contains("::error title"), "{done}");
        assert_eq!(said(), "before\n");
    }
    let nowhere = [("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", "/no/such/folder/summary")];
    place
        .ascertain_with(&nowhere, "run --filter reinterpret --fuzz 0")
        .ends(0)
        .warns("/no/such/folder/summary");
}
