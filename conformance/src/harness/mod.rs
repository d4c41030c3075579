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

mod config;
mod trials;

pub use config::{Config, KnownFailure};

use self::trials::trials;
use ascertain::backend::Backend;
use libtest_mimic::Arguments;
use std::process::ExitCode;

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
