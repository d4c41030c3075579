//! Runs the two programs.

use crate::keeper::committed_files::committed;
pub(crate) use crate::keeper::program::{Done, folder, run_by};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The committed specification.
pub(crate) const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec");

/// The documents that tests name: reading all takes most of the time of a command.
pub(crate) fn few() -> &'static str {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("few-documents");
        // What an earlier run of the tests left may have files that there are no longer.
        _ = fs::remove_dir_all(&folder);
        write(&folder, committed(Path::new(SPEC)));
        folder
    });
    utf8(&FOLDER)
}

/// Writes files into a folder: paths and texts.
pub(crate) fn write(folder: &Path, files: Vec<(String, String)>) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder in the temporary folder");
        fs::write(path, text).expect("a file in the temporary folder");
    }
}

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
