//! Seeded faults: backends that are wrong in one known way.

use ascertain::backend::Backend;

/// One seeded fault.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its id, which never changes.
    pub id: &'static str,
    /// What it does wrong.
    pub what: &'static str,
    /// What kind of fault it is.
    pub class: Class,
    /// A finding must name at least one of these.
    pub requirements: &'static [&'static str],
    /// Makes the backend.
    pub make: fn() -> Box<dyn Backend>,
}

/// What kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {}

impl Class {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {}
    }
}

/// Every fault.
#[must_use]
pub const fn all() -> &'static [Fault] {
    &[]
}

pub(crate) fn run(
    _chosen: &crate::Chosen<'_>,
    _take: &mut dyn FnMut(Vec<crate::score::Mutant>),
) -> Result<(), crate::SelfTestError> {
    Ok(())
}
