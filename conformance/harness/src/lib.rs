//! The suite in a crate's own `cargo test`: one trial for each group of cases, with a stable name.
//!
//! In `Cargo.toml`, with this crate among the `[dev-dependencies]`:
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
//!     ascertain_harness::main(|| Box::new(Mine::default()))
//! }
//! ```
//!
//! The arguments are libtest's: `cargo test --test conformance -- cumprod/grid` runs the trials with that in their
//! names. A trial is a group of cases, `cumprod/grid/f32`, so that `cargo nextest`, which starts a process for each,
//! starts about a hundred and not thousands. A filter that matches no group selects single cases by the ids that
//! failures print. What the backend does not support is shown as ignored, not as passed. The last line says how many
//! random cases were asked, and how to repeat them.

mod trials;

pub use ascertain_judge::verdict::ExpectedFailure;

use self::trials::trials;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_conformance::report::text::plural;
use ascertain_judge::options::RANDOM_CASES;
use ascertain_judge::verdict::RandomCases;
use libtest_mimic::Arguments;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The editions to judge by.
    pub editions: Editions,
    /// Number of random cases. Without one, [`RANDOM_CASES`], of which each trial asks as many as fit into
    /// [`RANDOM_TIME`](ascertain_judge::options::RANDOM_TIME).
    pub fuzz: Option<u64>,
    /// Their seed.
    pub seed: u64,
    /// Known failures, which do not fail a trial. A trial with some of an entry's cases fails if none of them fails any
    /// more, so that lists stay current. [`known_file::read`](ascertain_conformance::results::known_file::read) reads a list.
    pub known: Vec<ExpectedFailure>,
}

/// The random cases that trials asked. Trials run in parallel.
type Asked = Arc<Mutex<Vec<RandomCases>>>;

/// Runs the suite on backends made by `make`, with the arguments of this process.
pub fn main(make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static) -> ExitCode {
    main_with(Config::default(), make)
}

/// Like [`main`], with other editions, random cases or known failures.
pub fn main_with(config: Config, make: impl Fn() -> Box<dyn Backend> + Send + Sync + 'static) -> ExitCode {
    let arguments = Arguments::from_args();
    let asked = Asked::default();
    let (fuzz, seed) = (config.fuzz.unwrap_or(RANDOM_CASES), config.seed);
    match trials(config, arguments.filter.as_deref(), &asked, make) {
        Ok(trials) => {
            let conclusion = libtest_mimic::run(&arguments, trials);
            let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            if !asked.is_empty() {
                println!("{}", words(&asked, fuzz, seed));
            }
            conclusion.exit_code()
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// How many random cases were asked, and how to repeat exactly these.
fn words(asked: &[RandomCases], fuzz: u64, seed: u64) -> String {
    let cases = plural(asked.iter().map(|random| random.asked).sum(), "random case", "random cases");
    let (when, again) = if asked.iter().any(|random| random.out_of_time) {
        (" until the time was up", "asks these and the rest")
    } else {
        ("", "repeats exactly these")
    };
    format!("{cases} asked{when}; `Config {{ fuzz: Some({fuzz}), seed: {seed}, .. }}` {again}")
}
