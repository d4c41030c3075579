//! The suite within a crate's own `cargo test`: a trial for every group of cases, with a stable name.
//!
//! In `Cargo.toml`, with this crate's feature `libtest`:
//!
//! ```toml
//! [[test]]
//! name = "conformance"
//! harness = false
//! ```
//!
//! and in `tests/conformance.rs`, for an implementation of [`Backend`]:
//!
//! ```no_run
//! use ascertain::reference::Reference as Mine;
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     ascertain_conformance::harness::main(|| Box::new(Mine::default()))
//! }
//! ```
//!
//! The arguments are libtest's: `cargo test --test conformance -- cumprod/grid` runs what has that in its name. Names are
//! those of groups, `cumprod/grid/f32`, so that `cargo nextest`, which starts a process for each, starts some hundred and
//! not thousands. A filter that no group's name contains picks single cases by their ids, as reports of failures
//! print them. What the backend does not offer is shown as ignored: it is no pass.

mod trials;

use self::trials::trials;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use libtest_mimic::Arguments;
use std::process::ExitCode;

/// How many random cases are asked, unless otherwise said.
const FUZZ: u64 = 1000;

/// Makes a backend: one for each trial, since trials run at the same time.
pub(crate) type Make = dyn Fn() -> Box<dyn Backend> + Send + Sync;

/// What to ask.
#[derive(Clone, Debug)]
pub struct Config {
    /// The editions that decide.
    pub editions: Editions,
    /// How many random cases.
    pub fuzz: u64,
    /// Their seed.
    pub seed: u64,
    /// Failures that are known, and do not fail a trial.
    pub known: Vec<Known>,
}

/// Cases that are known to fail.
#[derive(Clone, Debug)]
pub struct Known {
    /// Their ids, as `--filter` takes them: `*` stands for any characters.
    pub cases: String,
    /// Why they fail. A trial that asks some of them, of which none fails any more, fails: lists must not rot.
    pub reason: String,
}

impl Known {
    /// Cases that are known to fail for a reason.
    #[must_use]
    pub fn new(cases: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { cases: cases.into(), reason: reason.into() }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self { editions: Editions::default(), fuzz: FUZZ, seed: 0, known: Vec::new() }
    }
}

/// Runs the suite on backends that `make` makes, as the arguments of this process say.
pub fn main(make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static) -> ExitCode {
    main_with(Config::default(), make)
}

/// The same with other editions or random cases.
pub fn main_with(config: Config, make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static) -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(config, arguments.filter.as_deref(), make) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}
