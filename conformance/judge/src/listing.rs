//! Which random cases a run lists, and which it only counts.

use crate::operator::declarations::is_about_products;
use crate::stored::Name;
use crate::verdict::{FailKind, Judgement, Verdict};
use std::collections::{HashMap, HashSet};

/// How many random cases of one kind are listed. A backend that refuses every call with a long message would make a
/// report of gigabytes.
const LISTED: usize = 1000;

/// Results that are alike: of one area, with the same verdict, kind of failure and requirement.
pub(crate) type Kind = (Name, Verdict, Option<FailKind>, Option<Name>);

pub(crate) const fn kind(area: Name, judgement: &Judgement) -> Kind {
    let (verdict, kind, requirement) = judgement.alike();
    (area, verdict, kind, requirement)
}

/// Which random cases are listed: those that do not pass, of each kind so many; and of observations, and of products whose rules
/// a passing case obeys, those that show something new. The others are counted.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// How many of each kind there were.
    kinds: HashMap<Kind, usize>,
    /// The observations that were shown.
    observed: HashSet<Name>,
    /// The products whose rules were obeyed where those of others were not.
    products: HashSet<(Name, String)>,
}

impl Listing {
    /// The requirements of which observations were shown.
    pub(crate) const fn observed(&self) -> &HashSet<Name> {
        &self.observed
    }

    /// Whether the next random case is listed.
    pub fn lists(&mut self, area: Name, judgement: &Judgement) -> bool {
        match judgement.verdict {
            verdict @ (Verdict::Pass | Verdict::Observed) => {
                let mut is_new = |one: &(Name, String)| match is_about_products(one.0) {
                    true => self.products.insert(one.clone()),
                    false => verdict == Verdict::Observed && self.observed.insert(one.0),
                };
                judgement.observations.iter().filter(|one| is_new(one)).count() > 0
            }
            _ => {
                let alike = self.kinds.entry(kind(area, judgement)).or_default();
                *alike += 1;
                *alike <= LISTED
            }
        }
    }
}
