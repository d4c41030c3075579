//! What the arguments of all findings of a group have in common, and those of passing cases do not.

use super::ordered::gathered;
use ascertain::DType;
use ascertain_judge::verdict::CaseResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// At most this many values are named as alternatives.
const ALTERNATIVES: usize = 4;

/// What all findings of a group have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonProperties {
    /// In words: `dim < 0 and rank ≥ 2`, `lhs or rhs is u16, u32 or u64`.
    pub words: String,
    /// Passing cases that have it too.
    pub passing: usize,
}

impl CommonProperties {
    /// What `findings` have in common and at least half of the passing cases do not. At most two properties: a second
    /// one only if it leaves out most of the passing cases that have the first.
    #[must_use]
    pub fn of(findings: &[&CaseResult], passing: &[&CaseResult]) -> Option<Self> {
        if findings.len() < 2 || passing.is_empty() {
            return None;
        }
        let candidates: Vec<(Property<'_>, Vec<bool>)> = common(findings, passing)
            .into_iter()
            .map(|property| (passing.iter().map(|case| property.holds(case)).collect(), property))
            .map(|(holds, property)| (property, holds))
            .collect();
        let count = |holds: &[bool]| holds.iter().filter(|holds| **holds).count();
        let (first, holds) = candidates.iter().min_by_key(|(_, holds)| count(holds))?;
        let one = Self { words: first.words(), passing: count(holds) };
        let pairs =
            candidates.iter().enumerate().flat_map(|(at, a)| candidates[..at].iter().map(move |b| (b, a)));
        let both = |(a, b): &(&(_, Vec<bool>), &(_, Vec<bool>))| {
            a.1.iter().zip(&b.1).filter(|(a, b)| **a && **b).count()
        };
        let two = pairs.map(|pair| (both(&pair), pair)).min_by_key(|(count, _)| *count);
        let best = match two {
            Some((passing, (a, b))) if passing * 2 < one.passing => {
                Self { words: format!("{} and {}", a.0.words(), b.0.words()), passing }
            }
            _ => one,
        };
        (best.passing * 2 <= passing.len()).then_some(best)
    }
}

/// A property of a call's arguments.
#[derive(Clone, Debug)]
enum Property<'a> {
    Word(&'a str),
    /// Words with a blank, and the values of which one fills it.
    Values(&'a str, Vec<&'a str>),
    /// Of at least this rank.
    Rank(usize),
    /// Lines of at least `least` elements, longer than any shorter ones that pass.
    Length {
        least: usize,
        longer_than: usize,
    },
}

impl Property<'_> {
    fn holds(&self, case: &CaseResult) -> bool {
        let properties = &case.properties;
        match self {
            Self::Word(word) => properties.words.contains(word),
            Self::Values(words, values) => properties.values_of(words).any(|own| values.contains(&own)),
            Self::Rank(least) => properties.rank.is_some_and(|rank| rank >= *least),
            Self::Length { least, .. } => properties.length.is_some_and(|length| length >= *least),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Word(word) => (*word).to_owned(),
            Self::Values(words, values) => words.replace("{}", &alternatives(values)),
            Self::Rank(least) => format!("rank ≥ {least}"),
            Self::Length { longer_than, .. } => format!("lines longer than {longer_than}"),
        }
    }
}

/// `u16, u32 or u64`.
pub(super) fn alternatives(values: &[&str]) -> String {
    match values {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => values.concat(),
    }
}

/// The fewest dtypes, more or less, of which every finding has one as a value of `words`. Each must be that of two findings,
/// or it could be chance. Those that few passing cases have come first.
fn values<'a>(words: &'a str, findings: &[&'a CaseResult], passing: &[&CaseResult]) -> Option<Property<'a>> {
    let has = |case: &CaseResult, value| case.properties.values_of(words).any(|own| own == value);
    let mut open = findings.to_vec();
    let mut chosen: Vec<&str> = Vec::new();
    while !open.is_empty() && chosen.len() < ALTERNATIVES {
        let candidates: BTreeSet<&str> =
            gathered(open.iter().flat_map(|case| case.properties.values_of(words)));
        let best = candidates.into_iter().filter_map(|value| {
            let found = open.iter().filter(|case| has(case, value)).count();
            let passing = passing.iter().filter(|case| has(case, value)).count();
            let is_all = found == findings.len();
            (is_all || (found > 1 && DType::from_name(value).is_some()))
                .then_some((passing as f64 / found as f64, value))
        });
        let (_, value) = best.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
        open.retain(|case| !has(case, value));
        chosen.push(value);
    }
    chosen.sort_unstable_by_key(|value| (value.len(), *value));
    open.is_empty().then_some(Property::Values(words, chosen))
}

/// The properties that all findings have, simple ones first.
fn common<'a>(findings: &[&'a CaseResult], passing: &[&CaseResult]) -> Vec<Property<'a>> {
    let (Some(first), rest) = (findings.first(), &findings[1..]) else { return Vec::new() };
    let words: BTreeSet<&str> = gathered(first.properties.words.iter().copied());
    let words = words.into_iter().filter(|word| rest.iter().all(|case| case.properties.words.contains(word)));
    let mut common: Vec<Property<'a>> = words.map(Property::Word).collect();
    // A case without one has none in common with the others.
    let least = |of: fn(&CaseResult) -> Option<usize>| {
        findings.iter().map(|case| of(case)).min().flatten().filter(|least| *least > 1)
    };
    if let Some(least) = least(|case| case.properties.length) {
        let shorter =
            passing.iter().filter_map(|case| case.properties.length).filter(|length| *length < least);
        common.push(Property::Length { least, longer_than: shorter.max().unwrap_or(least - 1) });
    }
    common.extend(least(|case| case.properties.rank).map(Property::Rank));
    let blanks: BTreeSet<&str> = gathered(first.properties.values.iter().map(|(words, _)| *words));
    let values = blanks.into_iter().filter_map(|words| values(words, findings, passing));
    let (one, several): (Vec<_>, Vec<_>) =
        values.partition(|property| matches!(property, Property::Values(_, values) if values.len() == 1));
    one.into_iter().chain(common).chain(several).collect()
}
