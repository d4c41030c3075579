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

/// Numbers that differ by no more of themselves are nearly one.
const ONE_NUMBER: f64 = 0.02;

/// Many more cases than blocks have lengths.
const MANY: usize = 48;

/// Of so many right elements, one may be in a region that only says where no wrong one is.
const FEW_INSIDE: usize = 3;

/// What a feature has to be.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    Truth(bool),
    In(BTreeSet<&'static str>),
    NotIn(BTreeSet<&'static str>),
    Is(f64),
    AtLeast(f64),
    AtMost(f64),
    /// At most that, or NaN; at least that, or NaN.
    NotAbove(f64),
    NotBelow(f64),
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

/// A bit for each place.
pub(super) type Marks = Vec<u64>;

pub(super) fn marked(count: usize, is: impl Fn(usize) -> bool) -> Marks {
    let mut marks = vec![0; count.div_ceil(64)];
    (0..count).filter(|at| is(*at)).for_each(|at| marks[at / 64] |= 1 << (at % 64));
    marks
}

/// Whether a place is marked. Beyond the marks, none is.
pub(super) fn is_marked(marks: &[u64], place: usize) -> bool {
    marks.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
}

pub(super) fn count(marks: &Marks) -> usize {
    marks.iter().map(|word| word.count_ones() as usize).sum()
}

impl Feature {
    /// What it is of elements. What all elements of a call have is looked up once where these follow each other.
    fn seen<'p>(&self) -> impl FnMut(&Place<'p>) -> Option<Seen> {
        let mut last: Option<(&Asked, Option<Seen>)> = None;
        move |place| match last {
            Some((asked, seen)) if self.is_of_call && std::ptr::eq(asked, place.asked) => seen,
            _ => {
                let seen = (self.of)(place.asked, place.at);
                last = Some((place.asked, seen));
                seen
            }
        }
    }
}

impl Seen {
    const fn number(self) -> Option<f64> {
        match self {
            Self::Count(number) | Self::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl Test {
    fn holds(&self, seen: Option<Seen>) -> bool {
        match (self, seen) {
            (Self::Truth(wanted), Some(Seen::Truth(is))) => *wanted == is,
            (Self::In(names), Some(Seen::Name(name))) => names.contains(name),
            (Self::NotIn(names), Some(Seen::Name(name))) => !names.contains(name),
            (own, Some(Seen::Count(is) | Seen::Number(is))) => match own {
                Self::Is(wanted) => *wanted == is,
                Self::AtLeast(limit) => is >= *limit,
                Self::AtMost(limit) => is <= *limit,
                Self::NotAbove(limit) => is.is_nan() || is <= *limit,
                Self::NotBelow(limit) => is.is_nan() || is >= *limit,
                _ => false,
            },
            _ => false,
        }
    }

    fn cost(&self) -> usize {
        match self {
            Self::Truth(_) => 2,
            Self::In(names) => 1 + names.len(),
            Self::NotIn(names) => 2 + names.len(),
            Self::Is(_) | Self::AtLeast(_) | Self::AtMost(_) => 3,
            Self::NotAbove(_) | Self::NotBelow(_) => 4,
        }
    }

    /// Those that hold for all that is seen of wrong elements, where something else is seen of right ones.
    fn fitting(wrong: &[Seen], right: &[Option<Seen>]) -> Vec<Self> {
        match wrong[0] {
            Seen::Truth(first) if wrong.iter().all(|seen| *seen == Seen::Truth(first)) => {
                vec![Self::Truth(first)]
            }
            Seen::Truth(_) => Vec::new(),
            Seen::Name(_) => {
                let name = |seen: &Seen| if let Seen::Name(name) = seen { Some(*name) } else { None };
                let inside = different(wrong.iter().filter_map(name));
                let all = different(right.iter().flatten().filter_map(name));
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
                let numbers = || wrong.iter().filter_map(|seen| seen.number());
                let (low, high) = (numbers().fold(f64::NAN, f64::min), numbers().fold(f64::NAN, f64::max));
                match numbers().any(f64::is_nan) {
                    _ if low.is_nan() => Vec::new(),
                    true => vec![Self::NotBelow(low), Self::NotAbove(high)],
                    false if low == high => vec![Self::AtLeast(low), Self::AtMost(high), Self::Is(low)],
                    false => vec![Self::AtLeast(low), Self::AtMost(high)],
                }
            }
        }
    }
}

/// The different ones of some names, of which many that are alike follow each other.
fn different<'n>(names: impl Iterator<Item = &'n str>) -> BTreeSet<&'n str> {
    let mut last = None;
    names.filter(|name| last.replace(*name) != Some(*name)).collect()
}

/// Conditions that hold for all wrong elements, beside elements that are right.
pub(super) struct Fitting<'a> {
    features: &'a [Feature],
    right: &'a [Place<'a>],
    /// Each with the right elements that it leaves out.
    candidates: Vec<(Condition, Marks)>,
    /// What any of them leaves out.
    left_out: Marks,
    /// Of how many cases the wrong elements are, and how many conditions these may have in common.
    cases: usize,
    conditions: usize,
}

impl<'a> Fitting<'a> {
    /// Those of elements of so many cases.
    pub(super) fn of(
        features: &'a [Feature],
        wrong: &[Place<'_>],
        cases: usize,
        right: &'a [Place<'a>],
    ) -> Self {
        let mut candidates: Vec<(Condition, Marks)> = Vec::new();
        for (feature, of) in features.iter().enumerate() {
            let mut all = Vec::with_capacity(wrong.len());
            let mut seen = of.seen();
            for place in wrong {
                let Some(seen) = seen(place) else { break };
                // Most truths do not hold for all.
                if matches!(seen, Seen::Truth(_)) && all.first().is_some_and(|first| *first != seen) {
                    break;
                }
                all.push(seen);
            }
            if all.len() < wrong.len() || all.is_empty() {
                continue;
            }
            let others: Vec<Option<Seen>> = right.iter().map(of.seen()).collect();
            for test in Test::fitting(&all, &others) {
                let marks = marked(right.len(), |place| !test.holds(others[place]));
                let is_new =
                    |(known, other): &(Condition, Marks)| *other != marks || known.test.cost() > test.cost();
                if marks.iter().any(|word| *word != 0) && candidates.iter().all(is_new) {
                    candidates.push((Condition { feature, test, beyond: None }, marks));
                }
            }
        }
        // Few cases have many things in common by chance.
        let conditions = FEW.iter().filter(|few| cases >= **few).count();
        let mut left_out = vec![0; right.len().div_ceil(64)];
        for (_, marks) in candidates.iter().filter(|_| conditions > 0) {
            left_out.iter_mut().zip(marks).for_each(|(all, own)| *all |= own);
        }
        Self { features, right, candidates, left_out, cases, conditions }
    }

    /// Whether some condition leaves out a right element.
    pub(super) fn may_leave_out(&self, place: usize) -> bool {
        is_marked(&self.left_out, place)
    }

    /// The cheapest region around the wrong elements that has none of these right ones, if it costs at most so much.
    pub(super) fn around(&self, against: &Marks, most: usize) -> Option<Region> {
        if count(against) == 0 {
            return Some(Region::default());
        }
        let chosen = self.cheapest(against, most)?;
        let mut conditions: Vec<Condition> = Vec::new();
        for at in &chosen {
            let condition = &self.candidates[*at].0;
            // What this one alone tells from wrong elements.
            let others =
                || chosen.iter().filter(|other| *other != at).map(|other| &self.candidates[*other].1);
            let alone: Vec<&Place<'_>> = (0..self.right.len())
                .filter(|place| is_marked(against, *place) && !others().any(|marks| is_marked(marks, *place)))
                .map(|place| &self.right[place])
                .collect();
            let of = &self.features[condition.feature].of;
            let beyond = alone.iter().filter_map(|place| of(place.asked, place.at)?.number());
            let beyond = beyond.filter(|number| !number.is_nan());
            let nearest = match condition.test {
                Test::AtLeast(_) | Test::NotBelow(_) => beyond.reduce(f64::max),
                Test::AtMost(_) | Test::NotAbove(_) => beyond.reduce(f64::min),
                _ => None,
            };
            let cases: BTreeSet<usize> = alone.iter().map(|place| place.asked.at).collect();
            let is_number = !matches!(condition.test, Test::Truth(_) | Test::In(_) | Test::NotIn(_));
            if is_number && cases.len() < BEYOND {
                return None;
            }
            conditions.push(Condition { beyond: nearest, ..condition.clone() });
        }
        Some(Region { conditions })
    }

    /// Candidates that together leave out all of these right elements, at the least cost.
    fn cheapest(&self, against: &Marks, most: usize) -> Option<Vec<usize>> {
        let candidates = &self.candidates;
        let rest = |left: &[u64], at: usize| -> Marks {
            left.iter().zip(&candidates[at].1).map(|(left, out)| left & !out).collect()
        };
        let count_of_rest = |left: &[u64], at: usize| -> usize {
            let words = left.iter().zip(&candidates[at].1);
            words.map(|(left, out)| (left & !out).count_ones() as usize).sum()
        };
        let cost = |chosen: &[usize]| chosen.iter().map(|at| candidates[*at].0.test.cost()).sum::<usize>();
        let mut best: Option<Vec<usize>> = None;
        for first in 0..candidates.len() {
            let (mut chosen, mut left) = (vec![first], rest(against, first));
            while count(&left) > 0 && chosen.len() < self.conditions && cost(&chosen) < most {
                // The one that leaves out most of the rest.
                let key = |at: &usize| (count_of_rest(&left, *at), candidates[*at].0.test.cost(), *at);
                let Some(next) = (0..candidates.len()).filter(|at| !chosen.contains(at)).min_by_key(key)
                else {
                    break;
                };
                left = rest(&left, next);
                chosen.push(next);
            }
            let is_cheaper = best.as_ref().is_none_or(|best| cost(&chosen) < cost(best));
            if count(&left) == 0 && chosen.len() <= self.conditions && cost(&chosen) <= most && is_cheaper {
                best = Some(chosen);
            }
        }
        best
    }

    /// A region around the wrong elements that few of the right ones are in, and how many are.
    pub(super) fn nearly(&self) -> Option<(Region, usize)> {
        if self.conditions < 2 {
            return None;
        }
        let is_plain = |(condition, _): &&(Condition, Marks)| {
            matches!(condition.test, Test::Truth(_) | Test::In(_) | Test::NotIn(_))
                && (!self.features[condition.feature].is_of_block || self.cases >= MANY)
        };
        let best = self.candidates.iter().filter(is_plain).max_by_key(|(condition, marks)| {
            (count(marks), usize::MAX - condition.test.cost(), usize::MAX - condition.feature)
        });
        let (condition, marks) = best?;
        let inside = self.right.len() - count(marks);
        (inside * FEW_INSIDE <= self.right.len())
            .then(|| (Region { conditions: vec![condition.clone()] }, inside))
    }
}

impl Region {
    pub(super) fn cost(&self) -> usize {
        self.conditions.iter().map(|condition| condition.test.cost()).sum()
    }

    /// Whether it holds for nearly one number alone, as it holds for one of these elements.
    pub(super) fn is_of_one_number(&self, features: &[Feature], place: &Place<'_>) -> bool {
        self.conditions.iter().any(|own| {
            let is_number =
                || matches!((features[own.feature].of)(place.asked, place.at), Some(Seen::Number(_)));
            let is_near = |low: f64, high: f64| high - low <= ONE_NUMBER * low.abs().max(high.abs());
            let highest = self.conditions.iter().filter(|other| other.feature == own.feature);
            let highest = highest.filter_map(|other| match other.test {
                Test::AtMost(high) | Test::NotAbove(high) => Some(high),
                _ => None,
            });
            match own.test {
                Test::Is(_) => is_number(),
                Test::AtLeast(low) | Test::NotBelow(low) => {
                    highest.into_iter().any(|high| is_near(low, high)) && is_number()
                }
                _ => false,
            }
        })
    }

    /// The places of its features in the list of all.
    pub(super) fn features(&self) -> Vec<usize> {
        self.conditions.iter().map(|condition| condition.feature).collect()
    }

    pub(super) fn holds(&self, features: &[Feature], asked: &Asked, at: usize) -> bool {
        self.conditions.iter().all(|own| own.test.holds((features[own.feature].of)(asked, at)))
    }

    /// In words.
    pub(super) fn says(&self, features: &[Feature]) -> String {
        let says = self.conditions.iter().map(|own| own.says(&features[own.feature]));
        says.collect::<Vec<_>>().join(" and ")
    }
}

impl Condition {
    fn says(&self, feature: &Feature) -> String {
        let name = &feature.name;
        let listed = |names: &BTreeSet<&str>| listed(&names.iter().copied().collect::<Vec<_>>());
        match &self.test {
            Test::Truth(true) => name.clone(),
            Test::Truth(false) => negated(name),
            Test::In(names) => format!("{name} is {}", listed(names)),
            Test::NotIn(names) => format!("{name} is not {}", listed(names)),
            Test::Is(number) => format!("{name} is {number}"),
            Test::AtLeast(limit) => self.limit(name, *limit, ">="),
            Test::AtMost(limit) => self.limit(name, *limit, "<="),
            Test::NotBelow(limit) => self.limit(&format!("{name} is NaN or"), *limit, ">="),
            Test::NotAbove(limit) => self.limit(&format!("{name} is NaN or"), *limit, "<="),
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

/// `f16`, `f16 or f32`, `f16, bf16 or f32`.
pub(super) fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
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
