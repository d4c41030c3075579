//! How much memory the machine has left.

/// Bytes of memory that can be used without swapping. `None` where the system does not say.
pub(super) fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes: u64 = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:")?.strip_suffix("kB")?.trim().parse().ok())?;
    Some(kilobytes * 1024)
}
