//! The adapters used by the tests.

use ascertain_conformance::backends::{Options, ProcessBackend};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The Python to run adapters with, if there is one: the interpreter itself, not a launcher in front of it.
fn python() -> Option<&'static str> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        let asked =
            Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
        let path = String::from_utf8(asked.stdout).ok()?;
        asked.status.success().then(|| path.trim().to_owned())
    };
    PYTHON.get_or_init(find).as_deref()
}

/// Whether there is a Python to run adapters with.
pub(crate) fn has_python() -> bool {
    if python().is_none() {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: python3 is not on PATH");
    }
    python().is_some()
}

/// A command that runs a script below `conformance`.
pub(crate) fn script(path: &str, args: &[&str]) -> Vec<String> {
    let script = adapter(path).display().to_string();
    let words = [python().unwrap_or("python3"), &script].into_iter().chain(args.iter().copied());
    words.map(str::to_owned).collect()
}

/// A file below `conformance`.
pub(crate) fn adapter(path: &str) -> PathBuf {
    Path::new(crate::CONFORMANCE).join(path)
}

/// `faulty.py` with a mode.
pub(crate) fn faulty(mode: &str, when: &str) -> Vec<String> {
    script("tests/fixtures/adapters/faulty.py", &[mode, "--when", when])
}

/// `batching.py`, which takes frames and batches.
pub(crate) fn batching() -> Vec<String> {
    script("tests/process/batching.py", &[])
}

/// Limits that a busy machine keeps.
pub(crate) fn options() -> Options {
    Options {
        limit: Duration::from_secs(60),
        start_limit: Duration::from_secs(60),
        bye_limit: Duration::from_millis(500),
        ..Options::default()
    }
}

/// The same for adapters that hang, which take all of a limit.
pub(crate) fn impatient() -> Options {
    Options { limit: Duration::from_secs(3), ..options() }
}

/// A backend that runs a command.
pub(crate) fn backend(command: Vec<String>, options: Options) -> ProcessBackend {
    ProcessBackend::new(command, "documented", options)
}

/// Runs `check` for each item, eight at a time: most of them wait.
pub(crate) fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(item);
        }
    };
    thread::scope(|scope| (0..items.len().min(8)).for_each(|_| _ = scope.spawn(work)));
}
