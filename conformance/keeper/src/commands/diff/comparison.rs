//! Two versions of one document, compared.

use super::cases::Changed;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::diff::{Bump, ChangeType, Differences, FactKind};
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

    /// Adds the cases of the operator, in versions of the specification. Where a version is a page, facts that only
    /// requirements can follow are open.
    pub(super) fn with_cases(mut self, versions: Result<[(&Spec, &str); 2], String>, of_page: bool) -> Self {
        let states = self.differences.changes.iter().any(|change| change.kind != FactKind::Prose);
        if !states {
            return self;
        }
        let document = self.differences.document.clone();
        let counted = versions.and_then(|[before, after]| self.cases.add_operators(&document, before, after));
        let found = counted.is_ok() && !self.cases.cases.is_empty();
        for change in &mut self.differences.changes {
            let decided = change.kind.decides_cases() && (found || change.kind != FactKind::DTypes);
            let harmless = change.bump == Bump::Patch || change.how == ChangeType::Renamed;
            if change.kind != FactKind::Prose && !harmless && (counted.is_err() || (of_page && !decided)) {
                *change = change.clone().opened();
            }
        }
        if let Err(why) = counted {
            self.differences.notes.push(format!("cases of the operator are not counted: {why}"));
        }
        self
    }

    /// The number of changes of which it is not known which cases they change.
    pub(super) fn open(&self) -> usize {
        self.differences.changes.iter().filter(|change| change.open).count() + self.cases.unknown_cells
    }
}

pub(super) fn differ(comparisons: &[Comparison]) -> bool {
    comparisons.iter().any(|comparison| !comparison.differences.is_empty())
}

/// The version that comes next, for all of it.
pub(super) fn bump(comparisons: &[Comparison]) -> Option<Bump> {
    comparisons.iter().filter_map(|comparison| comparison.differences.bump()).max()
}
