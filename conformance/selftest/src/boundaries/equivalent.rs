//! Changed predicates that no call tells from the right one, each with the reason.

/// Changed predicates of a requirement that make no difference.
#[derive(Clone, Copy, Debug)]
pub struct Equivalent {
    /// The requirement.
    pub requirement: &'static str,
    /// Which predicate of it: `when` or `require`.
    pub predicate: &'static str,
    /// The predicates instead.
    pub instead: &'static [&'static str],
    /// Why no call tells them apart.
    pub why: &'static str,
}

impl Equivalent {
    /// Whether it speaks of this change.
    #[must_use]
    pub fn is_about(&self, requirement: &str, predicate: &str, instead: &str) -> bool {
        self.requirement == requirement && self.predicate == predicate && self.instead.contains(&instead)
    }
}

/// All of them.
pub const EQUIVALENT: &[Equivalent] = &[];
