//! The calls that a mistake is made in: what the failing ones have in common, and none of those against it.

use ascertain::DType;
use ascertain::backend::{Answer, Reply};
use ascertain_judge::properties::Properties;
use ascertain_judge::verdict::CaseResult;
use core::fmt;
use std::collections::BTreeSet;

/// What a call is like.
pub(super) struct Traits {
    properties: &'static Properties,
    /// The dtype of the right result.
    dtype: Option<DType>,
    /// The length of its lines.
    pub(super) length: Option<usize>,
}

impl Traits {
    pub(super) fn of(result: &CaseResult, right: &Reply) -> Self {
        let dtype = match right {
            Reply::Answer(Answer::Tensor(tensor)) => Some(tensor.dtype()),
            _ => None,
        };
        Self { properties: result.properties, dtype, length: result.properties.length }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// The call is to be answered.
    Valid,
    /// The result has one of these dtypes.
    DTypes(BTreeSet<DType>),
    /// These words are true of the call.
    Words(String),
    /// These are not.
    Without(String),
    /// Lines have at least so many elements.
    Longer(usize),
    /// Lines have at most so many elements.
    Shorter(usize),
    /// Lines have so many elements.
    Length(usize),
    /// Tensors have at least this rank.
    Rank(usize),
}

impl Condition {
    fn holds(&self, traits: &Traits) -> bool {
        match self {
            Self::Valid => traits.dtype.is_some(),
            Self::DTypes(dtypes) => traits.dtype.is_some_and(|dtype| dtypes.contains(&dtype)),
            Self::Words(words) => traits.properties.hold(words),
            Self::Without(words) => !traits.properties.hold(words),
            Self::Longer(least) => traits.length.is_some_and(|length| length >= *least),
            Self::Shorter(most) => traits.length.is_some_and(|length| length <= *most),
            Self::Length(length) => traits.length == Some(*length),
            Self::Rank(least) => traits.properties.rank.is_some_and(|rank| rank >= *least),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid => f.write_str("in calls that are to be answered"),
            Self::DTypes(dtypes) => {
                let names: Vec<&str> = dtypes.iter().map(|dtype| dtype.name()).collect();
                match names.split_last() {
                    Some((last, rest)) if !rest.is_empty() => write!(f, "in {} and {last}", rest.join(", ")),
                    _ => write!(f, "in {}", names.concat()),
                }
            }
            Self::Words(words) => match words.strip_prefix("converted from ") {
                Some(dtypes) => write!(f, "where {}", dtypes.replace(" to ", " is converted to ")),
                None if words == "in place" => f.write_str(words),
                None if words == "converted" => f.write_str("where input is converted"),
                None if words.contains(['<', '>', '='])
                    || words.contains(" is ")
                    || words.contains("computed") =>
                {
                    write!(f, "where {words}")
                }
                None => write!(f, "with {}", words.strip_suffix(" given").unwrap_or(words)),
            },
            Self::Without(words) if words == "in place" => f.write_str("not in place"),
            Self::Without(words) if words == "converted" => f.write_str("without conversion"),
            Self::Without(words) if words.contains('<') => write!(f, "where {}", words.replace('<', "≥")),
            Self::Without(words) => write!(f, "without {}", words.strip_suffix(" given").unwrap_or(words)),
            Self::Longer(least) => write!(f, "in lines of {least} elements and more"),
            Self::Shorter(0) => f.write_str("in lines without elements"),
            Self::Shorter(1) => f.write_str("in lines of one element"),
            Self::Shorter(most) => write!(f, "in lines of at most {most} elements"),
            Self::Length(length) => write!(f, "in lines of {length} elements"),
            Self::Rank(least) => write!(f, "from rank {least} on"),
        }
    }
}

/// The calls that a mistake is made in: all of its conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region(Vec<Condition>);

impl Region {
    /// The simplest region, of two conditions at most, that has all of `inside` and none of `outside`.
    pub(super) fn around(inside: &[&Traits], outside: &[&Traits]) -> Option<Self> {
        // Of a few calls, too much is true by chance.
        if inside.len() < 3 {
            return None;
        }
        let first = inside.first()?;
        let mut conditions = Vec::new();
        if inside.iter().all(|traits| traits.dtype.is_some()) {
            conditions.push(Condition::Valid);
            conditions.push(Condition::DTypes(inside.iter().filter_map(|traits| traits.dtype).collect()));
        }
        let Properties { words, values, .. } = first.properties;
        let filled = values.iter().map(|(words, value)| words.replace("{}", value));
        let common = words
            .iter()
            .map(|words| (*words).to_owned())
            .chain(filled.filter(|words| !words.contains(" of rank ")));
        conditions.extend(
            common
                .filter(|words| inside.iter().all(|other| other.properties.hold(words)))
                .map(Condition::Words),
        );
        let lengths = || inside.iter().map(|traits| traits.length);
        let (shortest, longest) = (lengths().min().flatten(), lengths().max().flatten());
        conditions.extend(shortest.map(Condition::Longer));
        conditions
            .extend(inside.iter().map(|traits| traits.properties.rank).min().flatten().map(Condition::Rank));
        conditions.extend(longest.map(Condition::Shorter));
        conditions.extend(longest.filter(|_| shortest == longest).map(Condition::Length));
        let others: BTreeSet<&str> =
            outside.iter().flat_map(|traits| traits.properties.words.iter().copied()).collect();
        let others = others.into_iter().filter(|words| !words.contains("converted from "));
        conditions.extend(
            others
                .filter(|words| !inside.iter().any(|other| other.properties.hold(words)))
                .map(|words| Condition::Without(words.to_owned())),
        );
        let excludes = |all: &[&Condition]| {
            !outside.iter().any(|traits| all.iter().all(|condition| condition.holds(traits)))
        };
        if let Some(one) = conditions.iter().find(|one| excludes(&[one])) {
            return Some(Self(vec![one.clone()]));
        }
        let pairs = conditions.iter().enumerate();
        let mut pairs = pairs.flat_map(|(at, a)| conditions[at + 1..].iter().map(move |b| (a, b)));
        let (a, b) = pairs.find(|(a, b)| excludes(&[a, b]))?;
        Some(Self(vec![a.clone(), b.clone()]))
    }

    /// How many conditions it has.
    pub(super) fn conditions(&self) -> usize {
        self.0.len()
    }

    /// Whether the mistake is made in a call like this.
    pub(super) fn holds(&self, traits: &Traits) -> bool {
        self.0.iter().all(|condition| condition.holds(traits))
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("only ")?;
        for (at, condition) in self.0.iter().enumerate() {
            let between = if at == 0 { "" } else { ", " };
            write!(f, "{between}{condition}")?;
        }
        Ok(())
    }
}
