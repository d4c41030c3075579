//! Two versions of one document, compared.

use super::cases::Changed;
use ascertain::contract::OPERATORS;
use ascertain_spec_tools::diff::{Bump, Differences, FactKind};
use ascertain_spec_tools::facts::UnreadFact;

/// Two versions of one document, what differs between them, and the cases whose answer changes.
pub(super) struct Comparison {
    /// What the earlier version is called, beside its document: an edition's name or a page's path.
    pub(super) before: String,
    pub(super) after: String,
    pub(super) differences: Differences,
    pub(super) cases: Changed,
    /// Sentences of the two versions that were not read.
    pub(super) unread: [Vec<UnreadFact>; 2],
}

impl Comparison {
    /// What differs between two versions, of which nothing is unread.
    pub(super) fn new(labels: [&String; 2], differences: Differences) -> Self {
        let [before, after] = labels.map(Clone::clone);
        let cases = Changed::of_cells(&differences);
        Self { before, after, differences, cases, unread: Default::default() }
    }

    /// Says that cases of operators are not counted, if any could change: a contract is part of the program that is built
    /// with it.
    pub(super) fn without_operators(mut self) -> Self {
        let describes = OPERATORS.iter().any(|operator| operator.document == self.differences.document);
        let states = self.differences.changes.iter().any(|change| change.kind != FactKind::Prose);
        self.cases.operators_left_out = describes && states;
        self
    }
}

pub(super) fn differ(comparisons: &[Comparison]) -> bool {
    comparisons.iter().any(|comparison| !comparison.differences.is_empty())
}

/// The version that comes next, for all of it.
pub(super) fn bump(comparisons: &[Comparison]) -> Option<Bump> {
    comparisons.iter().filter_map(|comparison| comparison.differences.bump()).max()
}
