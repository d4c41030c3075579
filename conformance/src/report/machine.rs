//! When and on which machine a report was made.

use std::{env, fs};
use time::OffsetDateTime;

/// When and on which machine a page is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// Day and time, in UTC: `2026-11-22 19:30 UTC`.
    pub at: String,
    /// The machine, in a few words.
    pub on: String,
}

impl Written {
    /// Now, on this machine.
    #[must_use]
    pub fn now() -> Self {
        let now = OffsetDateTime::now_utc();
        let (day, hour, minute) = (now.date(), now.hour(), now.minute());
        let month = u8::from(day.month());
        let at = format!("{}-{month:02}-{:02} {hour:02}:{minute:02} UTC", day.year(), day.day());
        Self { at, on: words() }
    }
}

/// The machine in a few words: operating system, architecture and processor.
#[must_use]
pub fn words() -> String {
    let processor = cpu().map_or(String::new(), |cpu| format!(", {cpu}"));
    format!("{}, {}{processor}", os(), env::consts::ARCH)
}

/// The processor's model, if the system has it in `/proc`.
#[must_use]
pub fn cpu() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let value = |key: &str| {
        let line = text.lines().find(|line| line.split(':').next().is_some_and(|k| k.trim() == key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let name = value("model name").or_else(|| value("Model"))?;
    // Virtual machines give many processors the same name; family and model distinguish them.
    match (value("cpu family"), value("model")) {
        (Some(family), Some(model)) => Some(format!("{name} (family {family}, model {model})")),
        _ => Some(name),
    }
}

/// The operating system and its version.
#[must_use]
pub fn os() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let pretty = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = pretty.map_or_else(|| env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned());
    match fs::read_to_string("/proc/sys/kernel/osrelease") {
        Ok(kernel) => format!("{name}, kernel {}", kernel.trim()),
        Err(_) => name,
    }
}
