//! The machine that a report was made on.

use super::report::Environment;
use core::num::NonZero;
use std::{env, fs, thread};

/// This machine.
#[must_use]
pub fn detect() -> Environment {
    Environment {
        cpu: cpu().unwrap_or_else(|| "unknown".to_owned()),
        features: features(),
        logical_cpus: thread::available_parallelism().map_or(1, NonZero::get),
        arch: env::consts::ARCH.to_owned(),
        os: os(),
    }
}

/// The processor's model, if the system has it in `/proc`.
fn cpu() -> Option<String> {
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

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<String> {
    use std::arch::is_x86_feature_detected as has;
    let known = [
        ("avx2", has!("avx2")),
        ("bmi2", has!("bmi2")),
        ("f16c", has!("f16c")),
        ("fma", has!("fma")),
        ("avx512f", has!("avx512f")),
        ("avx512bw", has!("avx512bw")),
        ("avx512dq", has!("avx512dq")),
        ("avx512vl", has!("avx512vl")),
        ("avx512bf16", has!("avx512bf16")),
    ];
    known.into_iter().filter(|(_, there)| *there).map(|(name, _)| name.to_owned()).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<String> {
    Vec::new()
}

/// The operating system and its version.
fn os() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let pretty = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = pretty.map_or_else(|| env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned());
    match fs::read_to_string("/proc/sys/kernel/osrelease") {
        Ok(kernel) => format!("{name}, kernel {}", kernel.trim()),
        Err(_) => name,
    }
}
