//! The machine that a report was made on.

use super::report::Environment;
use ascertain_conformance::report::machine;
use core::num::NonZero;
use std::{env, thread};

/// This machine.
#[must_use]
pub fn detect() -> Environment {
    Environment {
        cpu: machine::cpu().unwrap_or_else(|| "unknown".to_owned()),
        features: features(),
        logical_cpus: thread::available_parallelism().map_or(1, NonZero::get),
        arch: env::consts::ARCH.to_owned(),
        os: machine::os(),
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
