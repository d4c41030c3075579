//! Runs a program and reads what it prints.

use std::process::{Command, Output};

/// What the program did.
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a command that ends in a program, in an environment that says nothing about colours and runners.
pub(crate) fn run_by(command: &mut Command) -> Done {
    for variable in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"]
    {
        if command.get_envs().all(|(name, _)| name != variable) {
            command.env_remove(variable);
        }
    }
    let Output { status, stdout, stderr } = command.output().expect("the program was built");
    Done {
        code: status.code().unwrap_or(-1),
        out: String::from_utf8(stdout).expect("UTF-8 on stdout"),
        err: String::from_utf8(stderr).expect("UTF-8 on stderr"),
    }
}

impl Done {
    /// Standard output, read as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in {}\n{}", self.out, self.err))
    }
}

/// A folder that is removed when this goes.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}
