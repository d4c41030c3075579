//! Limits of a backend's processes.

use std::time::Duration;

/// The limits that were given on the command line; none for the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for one case.
    pub timeout: Option<Duration>,
    /// Time to start.
    pub start_timeout: Option<Duration>,
    /// Address space, in bytes.
    pub memory: Option<u64>,
}

/// Units of `--memory`. Larger ones first.
const UNITS: [(&str, u64); 4] = [("GiB", 1 << 30), ("G", 1_000_000_000), ("MiB", 1 << 20), ("M", 1_000_000)];

impl Limits {
    /// The options that set them, each after a blank.
    pub(super) fn options(&self) -> String {
        let times = [("--timeout", self.timeout), ("--start-timeout", self.start_timeout)];
        let times =
            times.into_iter().filter_map(|(name, time)| Some((name, time?.as_secs_f64().to_string())));
        let memory = self.memory.map(|bytes| ("--memory", size(bytes)));
        times.chain(memory).map(|(name, value)| format!(" {name} {value}")).collect()
    }
}

fn size(bytes: u64) -> String {
    let unit = UNITS.iter().find(|(_, unit)| bytes.is_multiple_of(*unit));
    unit.map_or_else(|| bytes.to_string(), |(name, unit)| format!("{}{name}", bytes / unit))
}
