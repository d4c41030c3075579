//! What a GitHub runner is told: annotations, and the summary of the step.

use crate::support::{Done, ascertain_with, folder, parrot};
use std::fs;

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
    let folder = folder();
    let backend = parrot(folder.path(), REJECTS);
    let summary = folder.path().join("summary.md");
    let path = summary.to_str().expect("a path in UTF-8");
    let own = format!("markdown={path}");
    let run = |runner: &str, more: &[&str]| -> Done {
        fs::write(&summary, "before\n").expect("a file");
        let given = ["run", "--backend", &backend, "--filter", "aclnn.tensor-tensor/lhs=f16,rhs=*"];
        ascertain_with(&[("GITHUB_ACTIONS", runner), ("GITHUB_STEP_SUMMARY", path)], &[&given, more].concat())
    };
    let said = || fs::read_to_string(&summary).expect("a summary");
    let plain = run("true", &[]);
    let told = followed(&plain.out);
    assert!(
        !told.is_empty() && told.iter().all(|line| line.starts_with("::error title=ascertain")),
        "{told:?}"
    );
    assert!(
        told[0].contains("aclnn.tensor-tensor/") && told[0].contains("%0Aagain: ascertain run"),
        "{told:?}"
    );
    let pages = said();
    let (before, page) = pages.split_once('\n').expect("lines");
    assert_eq!((before, page.matches("### ascertain: not obeyed").count()), ("before", 1), "{page}");
    // A report on standard output stays whole.
    let aside = run("true", &["--report", "json=-"]);
    assert_eq!(aside.json()["exit_code"], 1);
    assert_eq!(followed(&aside.err), told);
    assert!(said().contains("### ascertain"));
    // The same page is not written twice.
    let other = run("true", &["--report", &own]);
    assert_eq!(other.code, 1);
    assert_eq!(said().matches("### ascertain").count(), 1);
    for (runner, more) in [("", &[][..]), ("false", &[]), ("true", &["--no-github"])] {
        let done = run(runner, more);
        assert!(!done.out.contains("::stop-commands") && !done.out.contains("::error title"), "{}", done.out);
        assert_eq!((said().as_str(), done.code), ("before\n", 1));
    }
    let nowhere = [("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", "/no/such/folder/summary")];
    let done = ascertain_with(&nowhere, &["run", "--filter", "reinterpret"]);
    assert!(done.code == 0 && done.err.contains("/no/such/folder/summary"), "{}", done.err);
}
