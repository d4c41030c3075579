//! The suite in a crate's own `cargo test`: one trial for each group of cases, with a stable name.
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
//! The arguments are libtest's: `cargo test --test conformance -- cumprod/grid` runs the trials with that in their
//! names. A trial is a group of cases, `cumprod/grid/f32`, so that `cargo nextest`, which starts a process for each,
//! starts about a hundred and not thousands. A filter that matches no group selects single cases by the ids that
//! failures print. What the backend does not support is shown as ignored, not as passed. The last line says how many
//! random cases were asked, and how to repeat them.

mod asked;
mod config;
mod trials;

pub use ascertain_judge::verdict::ExpectedFailure;
pub use config::Config;

use self::asked::AskedCases;
use self::trials::trials;
use ascertain::backend::Backend;
use libtest_mimic::Arguments;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs the suite on backends made by `make`, with the arguments of this process.
pub fn main(make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static) -> ExitCode {
    main_with(Config::default(), make)
}

/// Like [`main`], with other editions, random cases or known failures.
pub fn main_with(config: Config, make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static) -> ExitCode {
    let arguments = Arguments::from_args();
    let asked = Arc::new(AskedCases::default());
    let seed = config.seed;
    match trials(config, arguments.filter.as_deref(), &asked, make) {
        Ok(trials) => {
            let conclusion = libtest_mimic::run(&arguments, trials);
            if let Some(words) = asked.words(seed) {
                println!("{words}");
            }
            conclusion.exit_code()
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}
