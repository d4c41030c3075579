//! What two versions say of one aspect of something: how it changed, and whether more is taken now, or less.

use super::change::{Change, Differences};
use super::kind::{ChangeType, FactKind};
use crate::facts::Ranks;
use ascertain_spec::model::Span;

/// An aspect of a thing: the kind of fact, its key in an edition's file, what people call it where the kind does not say it, and
/// what a version says.
pub(crate) type Aspect<T> = (FactKind, &'static str, &'static str, fn(&T) -> Said);

/// What a version says of an aspect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// In words.
    Words(Option<String>),
    /// What is taken, in any order.
    List(Vec<String>),
    /// Whether it is taken.
    Taken(Option<bool>),
    /// The most of it.
    Most(Option<u32>),
    /// How many dimensions.
    Ranks(Option<Ranks>),
}

impl Said {
    pub(crate) fn words(&self) -> Option<String> {
        match self {
            Self::Words(words) => words.clone(),
            Self::List(list) => (!list.is_empty()).then(|| list.join(", ")),
            Self::Taken(taken) => taken.map(|taken| if taken { "taken" } else { "refused" }.to_owned()),
            Self::Most(most) => most.map(|most| most.to_string()),
            Self::Ranks(ranks) => ranks.and_then(Ranks::in_words),
        }
    }

    /// Whether all that the other version takes is taken here. Of words nobody can say.
    pub(crate) fn takes_all_of(&self, other: &Self) -> bool {
        let bounds = |ranks: &Option<Ranks>| {
            let Ranks { least, most } = ranks.unwrap_or_default();
            (least.unwrap_or(0), most.unwrap_or(u32::MAX))
        };
        match (self, other) {
            (Self::List(here), Self::List(there)) => there.iter().all(|one| here.contains(one)),
            (Self::Taken(here), Self::Taken(there)) => here >= there,
            (Self::Most(here), Self::Most(there)) => here >= there,
            (Self::Ranks(here), Self::Ranks(there)) => {
                let (here, there) = (bounds(here), bounds(there));
                here.0 <= there.0 && there.1 <= here.1
            }
            _ => self == other,
        }
    }
}

/// `a, b added, c removed`, of keys with what became of them.
pub(super) fn in_parts<const N: usize>(parts: [(Vec<&str>, &str); N]) -> String {
    let parts = parts.into_iter().filter(|(keys, _)| !keys.is_empty());
    parts.map(|(keys, verb)| format!("{} {verb}", keys.join(", "))).collect::<Vec<_>>().join(", ")
}

/// What is in `of` and not in `from`.
pub(super) fn missing<'a, T: AsRef<str>>(from: &[T], of: &'a [T]) -> Vec<&'a str> {
    let has = |key: &str| from.iter().any(|other| other.as_ref() == key);
    of.iter().map(AsRef::as_ref).filter(|key| !has(key)).collect()
}

impl Differences {
    /// Compares two versions of a thing, aspect by aspect.
    pub(super) fn aspects<T>(
        &mut self,
        aspects: &[Aspect<T>],
        subject: &str,
        [old, new]: [&T; 2],
        (path, places): (&[&str], (Span, Span)),
    ) {
        for (kind, key, what, of) in aspects {
            self.aspect((*kind, what), subject, (&of(old), &of(new)), (&[path, &[key]].concat(), places));
        }
    }

    /// How an aspect changed, if it did.
    pub(super) fn aspect(
        &mut self,
        (kind, what): (FactKind, &str),
        subject: &str,
        (was, is): (&Said, &Said),
        (path, (before, after)): (&[&str], (Span, Span)),
    ) {
        let (more, less) = (is.takes_all_of(was), was.takes_all_of(is));
        if more && less {
            return;
        }
        let head = if what.is_empty() { subject.to_owned() } else { format!("{what} of {subject}") };
        let change = Change::new(kind, &*head, (was.words().as_deref(), is.words().as_deref()));
        let change = match (change.how, more, less) {
            (ChangeType::Changed, true, _) => change.how(ChangeType::Widened),
            (ChangeType::Changed, _, true) => change.how(ChangeType::Narrowed),
            _ => change,
        };
        let change = match (was, is) {
            (Said::List(was), Said::List(is)) => {
                let parts = in_parts([(missing(was, is), "added"), (missing(is, was), "removed")]);
                change.saying(format!("{head}: {parts}"))
            }
            (Said::Taken(_), Said::Taken(_)) => change.saying(match (was.words(), is.words()) {
                (Some(was), Some(is)) => format!("{head} are {is} now, and were {was} before"),
                (None, Some(is)) => format!("{head} are {is}, which was not said before"),
                (was, _) => format!("that {head} are {} is no longer said", was.unwrap_or_default()),
            }),
            _ => change,
        };
        let change = Change { subject: subject.to_owned(), ..change };
        self.changes.push(change.at(before, after).under(path));
    }
}
