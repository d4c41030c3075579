//! Runs the program and builds libraries.

pub(crate) use crate::adapters::{adapter as file, in_parallel};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A compiler and what it is told: every warning is an error.
pub(crate) const C: [&str; 2] = ["cc", "-std=c11"];
pub(crate) const CXX: [&str; 2] = ["c++", "-std=c++17"];

/// Whether there is such a program; says so where there is none.
pub(crate) fn has(program: &str, arguments: &[&str]) -> bool {
    let found = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: {program} {} does not run", arguments.join(" "));
    }
    found
}

/// Ends a test that needs a compiler where there is none.
macro_rules! skip_without {
    ($compiler:expr) => {
        if !$crate::backends::support::has($compiler[0], &["--version"]) {
            return;
        }
    };
}
pub(crate) use skip_without;

/// Compiles `source` as a shared library called `name`, with more `flags`.
pub(crate) fn library(compiler: [&str; 2], source: &str, name: &str, flags: &[&str]) -> PathBuf {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().expect("a temporary folder"));
    let path = folder.path().join(format!("lib{name}.so"));
    let mut command = Command::new(compiler[0]);
    command.args([compiler[1], "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-I"]);
    command.arg(file("adapters/c")).args(flags).arg("-o").arg(&path).arg(file(source));
    let done = command.output().expect("the compiler was found");
    assert!(done.status.success(), "{source}: {}", String::from_utf8_lossy(&done.stderr));
    path
}

/// Runs the program; paths are relative to `folder`. Its exit code, and what it printed, errors included.
pub(crate) fn ascertain(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
    for variable in
        ["ASCEND_HOME_PATH", "LD_LIBRARY_PATH", "ASCERTAIN_ACLNN_EDITION", "ASCERTAIN_ACLNN_PROFILE"]
    {
        command.env_remove(variable);
    }
    command.current_dir(folder).args(arguments).envs(variables.iter().copied());
    let output = command.output().expect("the program was built with this test");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code().unwrap_or(-1), text.concat())
}

/// A report in JSON.
pub(crate) fn report(path: &Path) -> Value {
    let text = std::fs::read(path).expect("a report was written");
    serde_json::from_slice(&text).expect("a report is JSON")
}
