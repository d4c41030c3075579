//! Runs the two programs.

pub(crate) use crate::keeper::program::{Done, folder, run_by};
use std::path::Path;
use std::process::Command;

/// The committed specification.
pub(crate) const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec");

/// A path as an argument.
pub(crate) fn utf8(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Runs `ascertain-spec` with these arguments.
pub(crate) fn keeper(arguments: &[&str]) -> Done {
    keeper_with(&[], arguments)
}

/// The same with these variables too.
pub(crate) fn keeper_with(variables: &[(&str, &str)], arguments: &[&str]) -> Done {
    run_by(Command::new(env!("CARGO_BIN_EXE_ascertain-spec")).args(arguments).envs(variables.iter().copied()))
}
