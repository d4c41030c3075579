//! The C interface of operators through the adapter: this project's library, libraries with the vendor's defects,
//! and a library with other faults. Without a C compiler the test that needs one says so and checks nothing.
#![cfg(target_os = "linux")]

mod defects;
mod out_of_bounds;
mod suite;
mod support;

use crate::support::{ascertain, report};
use serde_json::Value;

/// What a run came to.
#[derive(Debug)]
struct Run {
    code: i32,
    /// Standard output and standard error, without line breaks, which depend on the width.
    said: String,
    report: Value,
}

/// Runs `ascertain run` on `aclnn:LIBRARIES` with these variables and arguments.
fn run(libraries: &str, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let backend = format!("aclnn:{libraries}");
    let command = [&["run", "--backend", &backend, "--report", "json=report.json"], arguments].concat();
    let (code, said) = ascertain(folder.path(), variables, &command);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let written = folder.path().join("report.json");
    Run { code, said, report: if written.exists() { report(&written) } else { Value::Null } }
}

impl Run {
    /// Number of cases of cumprod with this verdict.
    fn count(&self, verdict: &str) -> u64 {
        self.report["areas"]["cumprod"]["verdicts"][verdict].as_u64().unwrap_or(0)
    }

    /// The cases that test a requirement.
    fn about<'a>(&'a self, requirement: &'a str) -> impl Iterator<Item = &'a Value> {
        let cases = self.report["cases"].as_array().expect("a list of cases").iter();
        cases.filter(move |case| {
            case["requirements"].as_array().is_some_and(|ids| ids.iter().any(|id| id == requirement))
        })
    }

    /// Verdicts, with the kind where it is a failure, of the cases of a requirement, each once.
    fn verdicts(&self, requirement: &str) -> Vec<String> {
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
