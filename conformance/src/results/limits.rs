//! Limits of a backend's processes.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits that were given on the command line; none for the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time for one case.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seconds")]
    pub timeout: Option<Duration>,
    /// Time to start.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seconds")]
    pub start_timeout: Option<Duration>,
    /// Address space, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// A time in seconds.
mod seconds {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(from)?;
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(D::Error::custom)
    }
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
