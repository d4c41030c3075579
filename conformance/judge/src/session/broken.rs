//! The requirements that a call breaks, and the status codes that they name.

use ascertain::call::Invocation;
use ascertain::contract::{Contract, Level, Requirement};

/// The requirements that a call breaks, by level.
pub(super) struct Broken {
    pub(super) must: Vec<&'static Requirement>,
    pub(super) should: Vec<&'static Requirement>,
    pub(super) open: Vec<&'static Requirement>,
}

impl Broken {
    pub(super) fn of(contract: &'static Contract, call: &Invocation) -> Self {
        let mut broken = Self { must: Vec::new(), should: Vec::new(), open: Vec::new() };
        for requirement in contract.broken_by(call.args()) {
            match requirement.level {
                Level::Must => broken.must.push(requirement),
                Level::Should => broken.should.push(requirement),
                Level::Unspecified | Level::Contradicted => broken.open.push(requirement),
            }
        }
        broken
    }

    /// Status codes that the broken rules name.
    pub(super) fn statuses(&self) -> Vec<(&'static str, i32)> {
        let all = self.must.iter().chain(&self.should).chain(&self.open);
        let mut statuses: Vec<_> = all.filter_map(|r| r.code()).collect();
        statuses.dedup();
        statuses
    }
}

/// Status codes as a person reads them.
pub(super) fn show_statuses(statuses: &[(&str, i32)]) -> String {
    let names: Vec<_> = statuses.iter().map(|(name, number)| format!("{name} ({number})")).collect();
    if names.is_empty() { "a rejection".into() } else { names.join(" or ") }
}
