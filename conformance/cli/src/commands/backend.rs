//! Opening backends, with limits from the command line.

use super::progress::replies;
use super::{interrupt, orphans};
use ascertain_conformance::backends::{KINDS, MemoryLimit, Options};
use ascertain_conformance::results::Limits;
use clap::Args;
use std::time::Duration;

/// What `--backend` takes, for a help text that begins with `says`: every kind of backend.
pub(super) fn kinds(says: &str) -> String {
    let mut help = format!("{says}\n\n");
    for kind in KINDS {
        help.push_str(&format!("- {}: {}\n", kind.form, kind.says));
    }
    help.push_str(OFFLINE);
    help
}

/// How to test what none of them reaches.
const OFFLINE: &str = "\nA framework takes options, as in \"numpy:--op mul\". For a machine without this program there \
    are `ascertain questions` and `ascertain judge`.";

/// The usual limits, in seconds.
const TIMEOUT: &str = "10";
const START_TIMEOUT: &str = "60";

/// Limits for backends outside this process.
#[derive(Args, Debug)]
#[command(next_help_heading = "Backends")]
pub(super) struct TimeoutArguments {
    /// Time limit for one case, in seconds. After it the backend is stopped and started again.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = TIMEOUT)]
    timeout: Duration,

    /// Time limit for starting a backend, in seconds. Frameworks are slow to import.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = START_TIMEOUT)]
    start_timeout: Duration,

    /// Address space limit for each process of a backend, such as 4G, 500M or 2GiB; only on Linux. PyTorch, JAX and
    /// others use far more addresses than memory: tens of GB.
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemoryLimit>,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|&s: &f64| s > 0.0 && s <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or("write a number of seconds above 0, at most 86400 (a day)")
}

impl TimeoutArguments {
    /// Those that are not the usual ones.
    pub(super) fn limits(&self) -> Limits {
        let other = |time: Duration, usual: &str| Some(time).filter(|time| seconds(usual) != Ok(*time));
        Limits {
            timeout: other(self.timeout, TIMEOUT),
            start_timeout: other(self.start_timeout, START_TIMEOUT),
            memory: self.memory.map(MemoryLimit::bytes),
        }
    }

    pub(super) fn options(&self) -> Options {
        orphans::adopt();
        Options {
            limit: self.timeout,
            start_limit: self.start_timeout,
            memory: self.memory,
            replies: replies().clone(),
            stop: interrupt::stop(),
            ..Options::default()
        }
    }
}
