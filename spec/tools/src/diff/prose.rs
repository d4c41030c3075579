//! Compares the sentences that state no fact: which have come, gone or changed, and which stand in another order.

use super::change::{Change, Differences};
use super::kind::{Bump, ChangeType, FactKind};
use crate::facts::{Facts, UnreadFact};
use ascertain_spec::model::Span;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Of fewer sentences, nobody can say that they are those of another text.
const MANY: usize = 10;

pub(super) fn diff(before: &Facts, after: &Facts, differences: &mut Differences) {
    let (old, new) = match (before.sentences(), after.sentences()) {
        (Some(old), Some(new)) => (old, new),
        (None, None) => return,
        (old, _) => {
            let silent = if old.is_none() { before } else { after };
            let name = silent.edition.as_deref().unwrap_or("one of the two");
            differences.notes.push(format!(
                "{name} does not record the sentences of its page, so they cannot be compared"
            ));
            return;
        }
    };
    let old: Vec<&UnreadFact> = old.into_iter().map(|(fact, _)| fact).collect();
    let new: Vec<&UnreadFact> = new.into_iter().map(|(fact, _)| fact).collect();
    let known: HashMap<&str, Span> = old.iter().map(|fact| (fact.digest.as_str(), fact.place)).collect();
    for fact in &new {
        // A sentence that stands several times stands somewhere.
        let same = || old.iter().filter(|one| one.digest == fact.digest).map(|one| one.place);
        if let Some(first) = known.get(fact.digest.as_str()) {
            let near = same().find(|place| place.contains(fact.place) || fact.place.contains(*place));
            let what = format!("sentence about {}", fact.about);
            differences.place(&what, (near.unwrap_or(*first), fact.place), &["sentences"]);
        }
    }
    let (in_new, in_old) = (shared(&old, &new), shared(&new, &old));
    let both = in_new.iter().filter(|shared| **shared).count();
    let fewest = old.len().min(new.len());
    if fewest >= MANY && MANY * both < fewest {
        let says = format!(
            "the text is another one, or in another language: {both} of its {} sentences are in both",
            new.len()
        );
        let change = Change::new(FactKind::Prose, "text", (None, None)).saying(says);
        differences.changes.push(change.opened().under(&["sentences"]));
        return;
    }
    let unread = |fact: &UnreadFact| after.unread.iter().any(|one| std::ptr::eq(one, fact));
    let known = new.iter().zip(&in_old).filter(|(fact, shared)| **shared && unread(fact));
    differences.accounted = Some(known.count());
    // What has come in the place of what has gone is a change of it.
    let mut come: HashMap<(&str, Option<&str>), VecDeque<&UnreadFact>> = HashMap::new();
    for (place, fact) in others(&new, &in_old) {
        come.entry((&fact.about, place)).or_default().push_back(fact);
    }
    let first = differences.changes.len();
    let mut changed: Vec<&UnreadFact> = Vec::new();
    for (place, gone) in others(&old, &in_new) {
        let now = come.get_mut(&(gone.about.as_str(), place)).and_then(VecDeque::pop_front);
        changed.extend(now);
        differences.changes.push(change(Some(gone), now, now.is_some_and(unread)));
    }
    let come = others(&new, &in_old).into_iter().map(|(_, fact)| fact);
    let come = come.filter(|fact| !changed.iter().any(|known| std::ptr::eq(*known, *fact)));
    differences.changes.extend(come.map(|fact| change(None, Some(fact), unread(fact))));
    // What a page says now needs a reader more than what it no longer says.
    differences.changes[first..].sort_by_key(|change| change.after.is_none());
    differences.changes.extend(moved((&old, &in_new), (&new, &in_old)));
}

/// Whether each sentence of `all` is one of `others`. A sentence that is there twice needs two others.
fn shared(all: &[&UnreadFact], others: &[&UnreadFact]) -> Vec<bool> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    others.iter().for_each(|fact| *left.entry(&fact.digest).or_default() += 1);
    let take = |fact: &&UnreadFact| {
        left.get_mut(fact.digest.as_str()).filter(|left| **left > 0).map(|left| *left -= 1).is_some()
    };
    all.iter().map(take).collect()
}

/// The sentences that are not shared, each with the shared one before it.
fn others<'a>(all: &[&'a UnreadFact], shared: &[bool]) -> Vec<(Option<&'a str>, &'a UnreadFact)> {
    let mut before = None;
    let mut found = Vec::new();
    for (fact, shared) in all.iter().zip(shared) {
        match shared {
            true => before = Some(fact.digest.as_str()),
            false => found.push((before, *fact)),
        }
    }
    found
}

/// A sentence that has gone, come, or changed, and whether what has come is not understood. What it changes is known only of
/// sentences that say nothing.
fn change(gone: Option<&UnreadFact>, come: Option<&UnreadFact>, unread: bool) -> Change {
    let about = gone.or(come).map_or("", |fact| &fact.about);
    // An edition keeps no words.
    let shown = |fact: &UnreadFact| {
        // Code is kept as it is, whatever it holds.
        let one_line = |text: &String| {
            let words = text.split(|c: char| c.is_whitespace() || c.is_control());
            words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        fact.text.as_ref().map_or_else(|| lines(fact.place), |text| format!("`{}`", one_line(text)))
    };
    let understood = if unread { ", not understood" } else { "" };
    let says = match (gone, come) {
        (Some(gone), Some(come)) => {
            format!("changed sentence{understood}: {} now, was {}", shown(come), shown(gone))
        }
        (Some(gone), None) => format!("removed sentence: {}", shown(gone)),
        (None, come) => format!("new sentence{understood}: {}", come.map(shown).unwrap_or_default()),
    };
    let said =
        |fact: Option<&UnreadFact>| fact.map(|fact| fact.text.as_ref().unwrap_or(&fact.digest).clone());
    let place = |fact: Option<&UnreadFact>| fact.map(|fact| fact.place).unwrap_or_default();
    let (before, after) = (said(gone), said(come));
    let change = Change::new(FactKind::Prose, about, (before.as_deref(), after.as_deref()))
        .saying(format!("{about}: {says}"))
        .with(Bump::Minor)
        .under(&["sentences"])
        .at(place(gone), place(come));
    if gone.into_iter().chain(come).all(|fact| fact.silent) { change } else { change.opened() }
}

/// A change for each thing whose shared sentences stand in another order.
fn moved((old, in_new): (&[&UnreadFact], &[bool]), (new, in_old): (&[&UnreadFact], &[bool])) -> Vec<Change> {
    let mut about: BTreeMap<&str, [Vec<&UnreadFact>; 2]> = BTreeMap::new();
    for (side, (all, shared)) in [(old, in_new), (new, in_old)].into_iter().enumerate() {
        for (fact, _) in all.iter().zip(shared).filter(|(_, shared)| **shared) {
            about.entry(&fact.about).or_default()[side].push(fact);
        }
    }
    let first = |(about, [old, new]): (&str, [Vec<&UnreadFact>; 2])| {
        let (before, after) = old.iter().zip(&new).find(|(old, new)| old.digest != new.digest)?;
        let says = format!("{about}: the same sentences in another order, from {} on", lines(before.place));
        let change = Change::new(FactKind::Prose, about, (None, None)).how(ChangeType::Reordered);
        Some(change.saying(says).under(&["sentences"]).at(before.place, after.place))
    };
    about.into_iter().filter_map(first).collect()
}

/// Where the earlier page has a sentence.
fn lines(place: Span) -> String {
    match place {
        Span::None => "words that are not kept".to_owned(),
        place => format!("{place} of the earlier page"),
    }
}
