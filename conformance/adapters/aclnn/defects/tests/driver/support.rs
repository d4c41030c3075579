//! Runs the program, and the libraries that it loads.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The program, built with these tests, under the name by which it finds itself again.
pub(crate) fn program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ascertain");
        // Of an earlier run, if there was one.
        let _ = fs::remove_file(&path);
        fs::hard_link(env!("CARGO_BIN_EXE_ascertain-of-tests"), &path).expect("a folder for tests");
        path
    });
    &PROGRAM
}

/// Runs the program; paths are relative to `folder`. Its exit code, and what it printed, errors included.
pub(crate) fn ascertain(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(program());
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

/// Checks all items at once: most of the time is spent waiting for other processes.
pub(crate) fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for item in items {
            scope.spawn(|| check(item));
        }
    });
}

/// A library that Cargo builds with these tests, and puts beside them.
pub(crate) fn library(name: &str) -> String {
    let tests = std::env::current_exe().expect("a path of this program");
    let path = tests.with_file_name(format!("lib{name}.so"));
    assert!(path.exists(), "{} was not built with the tests", path.display());
    path.display().to_string()
}

/// This project's library.
pub(crate) fn ours() -> String {
    library("ascertain_aclnn")
}

/// The same with faults.
pub(crate) fn faulty() -> String {
    library("ascertain_aclnn_defects")
}
