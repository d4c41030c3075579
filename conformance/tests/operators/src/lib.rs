//! Operators that only tests know. They show what a new operator takes: its TOML (`spec/`), a kernel for the
//! reference and an oracle, in a crate of its own. No line of the suite, judge, runner, protocol or reports names it.

mod kernel;
mod operator;

use ascertain_conformance::operator::Registry;

include!(concat!(env!("OUT_DIR"), "/contract.rs"));

/// Ids of the requirements that their TOML lists.
pub mod requirement {
    include!(concat!(env!("OUT_DIR"), "/requirement.rs"));
}

pub use kernel::{KERNEL, forgetful};
pub use operator::Tally;

/// `tally`, for everything that takes a registry.
pub const REGISTRY: Registry = Registry::new(&[&Tally]);

/// Its vector files: names and texts.
pub const VECTORS: &[(&str, &str)] = &[("tally.toml", include_str!("../vectors/tally.toml"))];
