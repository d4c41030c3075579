//! Runs the suite on libraries and reads the results.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    /// Standard output and standard error.
    pub(crate) said: String,
    report: Value,
}

/// Runs `ascertain run` on `aclnn:LIBRARIES` with these variables and arguments.
pub(crate) fn run(libraries: &str, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = folder.path().join("report.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
    for variable in
        ["ASCEND_HOME_PATH", "LD_LIBRARY_PATH", "ASCERTAIN_ACLNN_EDITION", "ASCERTAIN_ACLNN_PROFILE"]
    {
        command.env_remove(variable);
    }
    command.args(["run", "--backend", &format!("aclnn:{libraries}"), "--report"]);
    command.arg(format!("json={}", report.display())).args(arguments).envs(variables.iter().copied());
    let output = command.output().expect("the program was built");
    let text = std::fs::read_to_string(&report).unwrap_or_else(|_| "{}".to_owned());
    Run {
        code: output.status.code().unwrap_or(-1),
        said: format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        report: serde_json::from_str(&text).expect("a report in JSON"),
    }
}

impl Run {
    /// Number of cases of cumprod with this verdict.
    pub(crate) fn count(&self, verdict: &str) -> u64 {
        self.report["areas"]["cumprod"]["verdicts"][verdict].as_u64().unwrap_or(0)
    }

    /// The cases that test a requirement.
    pub(crate) fn about<'a>(&'a self, requirement: &'a str) -> impl Iterator<Item = &'a Value> {
        let cases = self.report["cases"].as_array().expect("a list of cases").iter();
        cases.filter(move |case| {
            case["requirements"].as_array().is_some_and(|ids| ids.iter().any(|id| id == requirement))
        })
    }

    /// Verdicts, with the kind where it is a failure, of the cases of a requirement, each once.
    pub(crate) fn verdicts(&self, requirement: &str) -> Vec<String> {
        let word = |case: &Value, key: &str| case[key].as_str().map(str::to_owned);
        let verdict = |case: &Value| {
            let verdict = word(case, "verdict").unwrap_or_default();
            word(case, "kind").map_or(verdict.clone(), |kind| format!("{verdict}: {kind}"))
        };
        let mut verdicts: Vec<String> = self.about(requirement).map(verdict).collect();
        verdicts.sort();
        verdicts.dedup();
        verdicts
    }
}

/// A library that this package's tests depend on; Cargo puts it beside them. None, and said, where this crate was
/// packaged alone.
fn library(name: &str) -> Option<String> {
    let tests = std::env::current_exe().expect("a path of this program");
    let path: PathBuf = tests.with_file_name(format!("lib{name}.so"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../adapters/aclnn/Cargo.toml");
    if !path.exists() && !source.exists() {
        println!("skipped: the library's crate is not beside this one, which was packaged alone");
        return None;
    }
    assert!(path.exists(), "{} was not built with the tests", path.display());
    Some(path.display().to_string())
}

/// This project's library.
pub(crate) fn ours() -> Option<String> {
    library("ascertain_aclnn")
}

/// The same with faults.
pub(crate) fn faulty() -> Option<String> {
    library("ascertain_aclnn_defects")
}
