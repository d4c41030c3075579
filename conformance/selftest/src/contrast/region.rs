//! The simplest condition that holds for all wrong elements and for none that is right.

use super::asked::Asked;
use super::features::{Feature, Seen};
use std::collections::BTreeSet;

/// An element of a result.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) asked: &'a Asked,
    pub(super) at: usize,
}

/// From so many cases on, a region may have one condition, two, or three.
const FEW: [usize; 3] = [2, 6, 12];

/// At most so many names in one.
const NAMES: usize = 4;

/// A limit is told only if it alone leaves out right elements of so many cases.
const BEYOND: usize = 2;

/// Of so many right elements, one may be in a region that only says where no wrong one is.
const FEW_INSIDE: usize = 5;

/// What a feature has to be.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    Truth(bool),
    In(BTreeSet<&'static str>),
    NotIn(BTreeSet<&'static str>),
    Is(f64),
    AtLeast(f64),
    AtMost(f64),
}

/// A condition on a feature, by its place in the list of all.
#[derive(Clone, Debug)]
struct Condition {
    feature: usize,
    test: Test,
    /// What the nearest right element beyond a limit has.
    beyond: Option<f64>,
}

/// Where elements are wrong: where all conditions hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    conditions: Vec<Condition>,
}

/// Marks of right elements.
type Marks = Vec<u64>;

impl Test {
    fn holds(&self, seen: Option<Seen>) -> bool {
        match (self, seen) {
            (Self::Truth(wanted), Some(Seen::Truth(is))) => *wanted == is,
            (Self::In(names), Some(Seen::Name(name))) => names.contains(name),
            (Self::NotIn(names), Some(Seen::Name(name))) => !names.contains(name),
            (Self::Is(wanted), Some(Seen::Count(is) | Seen::Number(is))) => *wanted == is,
            (Self::AtLeast(limit), Some(Seen::Count(is) | Seen::Number(is))) => is >= *limit,
            (Self::AtMost(limit), Some(Seen::Count(is) | Seen::Number(is))) => is <= *limit,
            _ => false,
        }
    }

    fn cost(&self) -> usize {
        match self {
            Self::Truth(_) => 2,
            Self::In(names) => 1 + names.len(),
            Self::NotIn(names) => 2 + names.len(),
            Self::Is(_) | Self::AtLeast(_) | Self::AtMost(_) => 3,
        }
    }

    /// Those that hold for all that is seen of wrong elements, where something else is seen of right ones.
    fn fitting(wrong: &[Seen], right: &[Option<Seen>]) -> Vec<Self> {
        match wrong[0] {
            Seen::Truth(first) => {
                if wrong.iter().all(|seen| *seen == Seen::Truth(first)) {
                    vec![Self::Truth(first)]
                } else {
                    Vec::new()
                }
            }
            Seen::Name(_) => {
                let name = |seen: &Seen| if let Seen::Name(name) = seen { Some(*name) } else { None };
                let inside: BTreeSet<&str> = wrong.iter().filter_map(name).collect();
                let all: BTreeSet<&str> = right.iter().flatten().filter_map(name).collect();
                let outside: BTreeSet<&str> = all.difference(&inside).copied().collect();
                let mut tests = Vec::new();
                if inside.len() <= NAMES {
                    tests.push(Self::In(inside));
                }
                if !outside.is_empty() && outside.len() <= NAMES / 2 {
                    tests.push(Self::NotIn(outside));
                }
                tests
            }
            Seen::Count(_) | Seen::Number(_) => {
                let number = |seen: &Seen| match seen {
                    Seen::Count(number) | Seen::Number(number) => *number,
                    _ => f64::NAN,
                };
                let low = wrong.iter().map(number).fold(f64::INFINITY, f64::min);
                let high = wrong.iter().map(number).fold(f64::NEG_INFINITY, f64::max);
                let mut tests = vec![Self::AtLeast(low), Self::AtMost(high)];
                if low == high {
                    tests.push(Self::Is(low));
                }
                tests
            }
        }
    }
}

/// The features that fit wrong elements, with what these have.
pub(super) struct Fitting<'a> {
    features: &'a [Feature],
    fitting: Vec<(usize, Vec<Seen>)>,
    conditions: usize,
}

impl<'a> Fitting<'a> {
    /// Those of elements of so many cases.
    pub(super) fn of(features: &'a [Feature], wrong: &[Place<'_>], cases: usize) -> Self {
        let mut fitting = Vec::new();
        for (feature, of) in features.iter().enumerate() {
            let mut all = Vec::with_capacity(wrong.len());
            for place in wrong {
                let Some(seen) = (of.of)(place.asked, place.at) else { break };
                // Most truths do not hold for all.
                if matches!(seen, Seen::Truth(_)) && all.first().is_some_and(|first| *first != seen) {
                    break;
                }
                all.push(seen);
            }
            if all.len() == wrong.len() {
                fitting.push((feature, all));
            }
        }
        // Few cases have many things in common by chance.
        let conditions = FEW.iter().filter(|few| cases >= **few).count();
        Self { features, fitting, conditions }
    }

    /// The cheapest region around the wrong elements that has none of the right ones, if it costs at most so much.
    pub(super) fn around(&self, right: &[Place<'_>], most: usize) -> Option<Region> {
        if right.is_empty() {
            return Some(Region::default());
        }
        // No condition costs less.
        if most < 2 {
            return None;
        }
        let candidates = self.candidates(right);
        let chosen = cheapest(&candidates, right.len(), most, self.conditions);
        let chosen = chosen?;
        let mut conditions: Vec<Condition> = Vec::new();
        for at in &chosen {
            let (condition, _) = &candidates[*at];
            // What this one alone tells from wrong elements.
            let others: Vec<&Marks> =
                chosen.iter().filter(|other| *other != at).map(|other| &candidates[*other].1).collect();
            let alone: Vec<&Place<'_>> = (0..right.len())
                .filter(|place| !others.iter().any(|marks| is_marked(marks, *place)))
                .map(|place| &right[place])
                .collect();
            let number =
                |place: &&Place<'_>| match (self.features[condition.feature].of)(place.asked, place.at)? {
                    Seen::Count(number) | Seen::Number(number) => Some(number),
                    _ => None,
                };
            let beyond: Vec<f64> = alone.iter().filter_map(number).collect();
            let nearest = match condition.test {
                Test::AtLeast(_) => beyond.iter().copied().reduce(f64::max),
                Test::AtMost(_) => beyond.iter().copied().reduce(f64::min),
                _ => None,
            };
            let cases: BTreeSet<usize> = alone.iter().map(|place| place.asked.at).collect();
            let is_number = matches!(condition.test, Test::AtLeast(_) | Test::AtMost(_) | Test::Is(_));
            if is_number && cases.len() < BEYOND {
                return None;
            }
            conditions.push(Condition { beyond: nearest, ..condition.clone() });
        }
        Some(Region { conditions })
    }

    /// A region around the wrong elements that few of the right ones are in, and how many are.
    pub(super) fn nearly(&self, right: &[Place<'_>]) -> Option<(Region, usize)> {
        if self.conditions < 2 {
            return None;
        }
        let candidates = self.candidates(right);
        let count = |marks: &Marks| marks.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let is_plain = |(condition, _): &&(Condition, Marks)| {
            matches!(condition.test, Test::Truth(_) | Test::In(_) | Test::NotIn(_))
        };
        let best = candidates.iter().filter(is_plain).max_by_key(|(condition, marks)| {
            (count(marks), usize::MAX - condition.test.cost(), usize::MAX - condition.feature)
        });
        let (condition, marks) = best?;
        let inside = right.len() - count(marks);
        (inside * FEW_INSIDE <= right.len()).then(|| (Region { conditions: vec![condition.clone()] }, inside))
    }

    /// The conditions that hold for all wrong elements, with marks of the right ones that they leave out.
    fn candidates(&self, right: &[Place<'_>]) -> Vec<(Condition, Marks)> {
        let mut candidates: Vec<(Condition, Marks)> = Vec::new();
        for (feature, all) in &self.fitting {
            let of = &self.features[*feature].of;
            let others: Vec<Option<Seen>> = right.iter().map(|place| of(place.asked, place.at)).collect();
            for test in Test::fitting(all, &others) {
                let mut marks = vec![0; right.len().div_ceil(64)];
                for (place, _) in others.iter().enumerate().filter(|(_, seen)| !test.holds(**seen)) {
                    marks[place / 64] |= 1_u64 << (place % 64);
                }
                let is_new =
                    |(known, other): &(Condition, Marks)| *other != marks || known.test.cost() > test.cost();
                if marks.iter().any(|word| *word != 0) && candidates.iter().all(is_new) {
                    candidates.push((Condition { feature: *feature, test, beyond: None }, marks));
                }
            }
        }
        candidates
    }
}

impl Region {
    pub(super) fn cost(&self) -> usize {
        self.conditions.iter().map(|condition| condition.test.cost()).sum()
    }

    /// The places of its features in the list of all.
    pub(super) fn features(&self) -> Vec<usize> {
        self.conditions.iter().map(|condition| condition.feature).collect()
    }

    pub(super) fn holds(&self, features: &[Feature], Place { asked, at }: Place<'_>) -> bool {
        self.conditions.iter().all(|own| own.test.holds((features[own.feature].of)(asked, at)))
    }

    /// In words.
    pub(super) fn says(&self, features: &[Feature]) -> String {
        let says = self.conditions.iter().map(|own| own.says(&features[own.feature]));
        says.collect::<Vec<_>>().join(" and ")
    }
}

fn is_marked(marks: &Marks, place: usize) -> bool {
    marks[place / 64] >> (place % 64) & 1 == 1
}

/// Of some candidates, those that together leave out all of `count` right elements, at the least cost.
fn cheapest(
    candidates: &[(Condition, Marks)],
    count: usize,
    most: usize,
    conditions: usize,
) -> Option<Vec<usize>> {
    let left_out = |marks: &[&Marks]| -> usize {
        (0..count.div_ceil(64))
            .map(|word| marks.iter().fold(0, |all, own| all | own[word]).count_ones() as usize)
            .sum()
    };
    let cost = |chosen: &[usize]| chosen.iter().map(|at| candidates[*at].0.test.cost()).sum::<usize>();
    let mut best: Option<Vec<usize>> = None;
    let mut offer = |chosen: Vec<usize>| {
        if cost(&chosen) <= most && best.as_ref().is_none_or(|best| cost(&chosen) < cost(best)) {
            best = Some(chosen);
        }
    };
    for first in 0..candidates.len() {
        let mut chosen = vec![first];
        while chosen.len() <= conditions {
            let marks: Vec<&Marks> = chosen.iter().map(|at| &candidates[*at].1).collect();
            if left_out(&marks) == count {
                offer(chosen);
                break;
            }
            if cost(&chosen) >= most || chosen.len() == conditions {
                break;
            }
            // The one that leaves out most of the rest.
            let more = |at: &usize| left_out(&[&*marks, &[&candidates[*at].1]].concat());
            let next = (0..candidates.len()).filter(|at| !chosen.contains(at));
            let Some(next) =
                next.max_by_key(|at| (more(at), usize::MAX - candidates[*at].0.test.cost(), usize::MAX - at))
            else {
                break;
            };
            chosen.push(next);
        }
    }
    best
}

impl Condition {
    fn says(&self, feature: &Feature) -> String {
        let name = &feature.name;
        let listed = |names: &BTreeSet<&str>| {
            let names: Vec<&str> = names.iter().copied().collect();
            match names.split_last() {
                Some((last, [])) => (*last).to_owned(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            }
        };
        match &self.test {
            Test::Truth(true) => name.clone(),
            Test::Truth(false) => negated(name),
            Test::In(names) => format!("{name} is {}", listed(names)),
            Test::NotIn(names) => format!("{name} is not {}", listed(names)),
            Test::Is(number) => format!("{name} is {number}"),
            Test::AtLeast(limit) => self.limit(name, *limit, ">="),
            Test::AtMost(limit) => self.limit(name, *limit, "<="),
        }
    }

    /// A limit, with the nearest number of right elements beyond it, unless that is the next.
    fn limit(&self, name: &str, limit: f64, sign: &str) -> String {
        match self.beyond {
            Some(beyond) if (limit - beyond).abs() > 1.0 || limit.fract() != 0.0 => {
                format!("{name} {sign} {} (right at {})", shown(limit), shown(beyond))
            }
            _ => format!("{name} {sign} {}", shown(limit)),
        }
    }
}

/// A truth that does not hold, in words.
fn negated(name: &str) -> String {
    const VERBS: [(&str, &str); 5] = [
        (" is ", " is not "),
        (" are ", " are not "),
        (" has a ", " has no "),
        (" has an ", " has no "),
        (" has ", " has no "),
    ];
    if let Some((one, other)) = name.split_once(" or ").filter(|(one, _)| !one.contains(' ')) {
        return format!("neither {one} nor {other}");
    }
    let verb = VERBS.iter().find(|(verb, _)| name.contains(verb));
    verb.map_or_else(|| format!("not: {name}"), |(verb, negated)| name.replacen(verb, negated, 1))
}

/// A number as a person reads it.
pub(super) fn shown(number: f64) -> String {
    let power = number.abs().log2();
    if power.fract() == 0.0 && power.abs() >= 10.0 {
        return format!("{}2^{power}", if number < 0.0 { "-" } else { "" });
    }
    match number.abs() {
        0.001..1e7 => format!("{}", (number * 1e6).round() / 1e6),
        0.0 => "0".to_owned(),
        _ => format!("{number:e}"),
    }
}
