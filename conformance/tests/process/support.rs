//! The adapters that the tests run.

use ascertain_conformance::adapter::{Options, ProcessBackend};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Whether there is a Python to run adapters with.
pub(crate) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: python3 is not on PATH");
    }
    found
}

/// A file of this crate.
pub(crate) fn adapter(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// `faulty.py` with a mode.
pub(crate) fn faulty(mode: &str, when: &str) -> Vec<String> {
    let script = adapter("tests/fixtures/adapters/faulty.py").display().to_string();
    vec!["python3".to_owned(), script, mode.to_owned(), "--when".to_owned(), when.to_owned()]
}

/// Short enough for tests with hangs, long enough for a busy machine.
pub(crate) fn options() -> Options {
    Options {
        limit: Duration::from_secs(3),
        start_limit: Duration::from_secs(20),
        bye_limit: Duration::from_millis(200),
        ..Options::default()
    }
}

/// A backend that runs a command.
pub(crate) fn backend(command: Vec<String>) -> ProcessBackend {
    ProcessBackend::new(command, "documented", options())
}

/// `batching.py`, which takes frames and batches.
pub(crate) fn batching() -> Vec<String> {
    vec!["python3".to_owned(), adapter("tests/process/batching.py").display().to_string()]
}
