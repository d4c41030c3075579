//! What the fuzz targets check.
//!
//! Each target is a function of bytes that panics on a fault. `libfuzzer/` hands it to the fuzzer, `tests/findings.rs`
//! replays the inputs that were findings, and `src/bin/seeds.rs` writes inputs to begin with.

mod call;
mod files;
mod offline;
mod oracle;
mod page;
mod predicate;
mod protocol;
mod report;
mod seeds;
mod spec;

use ascertain::contract::{CUMPROD, REINTERPRET};

/// A target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also of its folders.
    pub name: &'static str,
    /// Panics on a fault.
    pub check: fn(&[u8]),
    /// Inputs to begin with. Panics if a file of this source tree cannot be read.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "protocol_line", check: protocol::line, seeds: seeds::answers },
    Target { name: "hello", check: protocol::hello, seeds: seeds::hellos },
    Target { name: "toml", check: files::toml, seeds: seeds::tomls },
    Target { name: "page", check: page::page, seeds: seeds::pages },
    Target { name: "predicate", check: predicate::predicate, seeds: seeds::predicates },
    Target { name: "offline_index", check: offline::offline_index, seeds: seeds::folders },
    Target { name: "cumprod", check: call::cumprod, seeds: || seeds::calls(&CUMPROD) },
    Target { name: "reinterpret", check: call::reinterpret, seeds: || seeds::calls(&REINTERPRET) },
    Target { name: "oracle", check: oracle::oracle, seeds: seeds::lines },
    Target { name: "report", check: report::report, seeds: seeds::reports },
];

/// Checks one input of a target.
///
/// # Panics
/// On a fault, or if there is no such target.
pub fn check(target: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|known| known.name == target);
    let target = found.unwrap_or_else(|| panic!("no target is called {target}"));
    (target.check)(data);
}

/// The first byte, which chooses a variant, and the text after it. `None` if there is none, or it is not UTF-8.
fn head_and_text(data: &[u8]) -> Option<(usize, &str)> {
    let (&head, rest) = data.split_first()?;
    Some((usize::from(head), std::str::from_utf8(rest).ok()?))
}
