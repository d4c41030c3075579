//! Compiles libraries and runs part of the suite on them.

use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_conformance::backends::timing::TimedBackend;
use ascertain_conformance::backends::{Options, open};
use ascertain_conformance::case::Case;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::Run;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// A compiler and what it is told: every warning is an error.
pub(crate) const C: [&str; 2] = ["cc", "-std=c11"];
pub(crate) const CXX: [&str; 2] = ["c++", "-std=c++17"];

/// A file below `conformance`.
pub(crate) fn file(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}

/// Whether there is such a compiler; says so where there is none.
pub(crate) fn has(compiler: [&str; 2]) -> bool {
    let found =
        Command::new(compiler[0]).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: {} is not on PATH", compiler[0]);
    }
    found
}

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

/// `faulty.c` with a fault, as it is named there.
pub(crate) fn faulty(fault: &str) -> PathBuf {
    library(C, "tests/fixtures/c/faulty.c", &fault.to_lowercase(), &[&format!("-DFAULT={fault}")])
}

/// The library as a backend, given so much time for a call.
pub(crate) fn backend(library: &Path, limit: Duration) -> Box<dyn TimedBackend> {
    let options = Options { limit, give_up_after: usize::MAX, ..host() };
    open(&format!("lib:{}", library.display()), &Editions::default(), &options).expect("a kind that there is")
}

/// Options with the program that hosts libraries.
pub(crate) fn host() -> Options {
    Options { host: PathBuf::from(env!("CARGO_BIN_EXE_ascertain")), ..Options::default() }
}

/// Every case of the suite whose id `keep` keeps.
pub(crate) fn cases(keep: impl Fn(&str) -> bool) -> Vec<Case> {
    let cases = suite::build(&Editions::default()).expect("the suite is sound");
    cases.into_iter().filter(|case| keep(&case.id)).collect()
}

/// What comes of asking them.
pub(crate) fn judged(backend: &mut dyn Backend, cases: &[Case], fuzz: u64) -> Run {
    let run = run(cases, backend, &RunOptions { fuzz, ..RunOptions::default() }, &mut |_| {});
    assert_eq!(run.not_started, None);
    run
}

/// Long enough on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
