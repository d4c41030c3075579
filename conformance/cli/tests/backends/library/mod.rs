//! Shared libraries as backends: the examples in C and C++, and libraries with a fault.

mod bench;
mod examples;
mod faults;

use crate::backends::support::{C, library};
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_conformance::backends::timing::TimedBackend;
use ascertain_conformance::backends::{Options, open};
use ascertain_conformance::case::Case;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::Run;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

/// Long enough on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Options with the program that hosts libraries.
fn host() -> Options {
    Options { host: PathBuf::from(env!("CARGO_BIN_EXE_ascertain")), ..Options::default() }
}

/// The library as a backend.
fn backend(library: &Path) -> Box<dyn TimedBackend> {
    with_options(library, Options { limit: PATIENCE, ..host() })
}

/// `faulty.c` with a fault, as it is named there, given so much time for a call.
fn faulty(fault: &str, limit: Duration) -> Box<dyn TimedBackend> {
    faulty_with(fault, Options { limit, ..host() })
}

/// The same with these options.
fn faulty_with(fault: &str, options: Options) -> Box<dyn TimedBackend> {
    static FAULTY: LazyLock<PathBuf> =
        LazyLock::new(|| library(C, "tests/fixtures/c/faulty.c", "faulty", &[]));
    let environment = vec![("FAULT", fault.to_owned())];
    with_options(&FAULTY, Options { environment, ..options })
}

fn with_options(library: &Path, options: Options) -> Box<dyn TimedBackend> {
    let options = Options { give_up_after: usize::MAX, ..options };
    open(&format!("lib:{}", library.display()), &Editions::default(), &options).expect("a kind that there is")
}

/// Every case of the suite whose id `keep` keeps.
fn cases(keep: impl Fn(&str) -> bool) -> Vec<Case> {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        suite::of_areas(&Editions::default(), &suite::is_sample).expect("the suite is sound")
    });
    CASES.iter().filter(|case| keep(&case.id)).cloned().collect()
}

/// What comes of asking them.
fn judged(backend: &mut dyn Backend, cases: &[Case], fuzz: u64) -> Run {
    let run = run(cases, backend, &RunOptions { fuzz, ..RunOptions::default() }, &mut |_| {});
    assert_eq!(run.not_started, None);
    run
}
