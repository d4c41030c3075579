//! Compares the sentences that the reader of pages does not understand: which have come and which have gone.

use super::change::{Bump, Change, ChangeType};
use super::differences::Differences;
use super::kind::FactKind;
use crate::facts::{Facts, UnreadFact};
use ascertain_spec::model::Span;

pub(super) fn diff(before: &Facts, after: &Facts, differences: &mut Differences) {
    match (before.language, after.language) {
        (Some(one), Some(other)) if one == other => {}
        (None, None) => return,
        (Some(_), Some(_)) => {
            differences.notes.push(
                "the two are in different languages, so their sentences that are not read cannot be compared"
                    .to_owned(),
            );
            return;
        }
        (None, Some(_)) | (Some(_), None) => {
            let silent = if before.language.is_none() { before } else { after };
            let name = silent.edition.as_deref().unwrap_or("one of the two");
            differences.notes.push(format!(
                "{name} does not record the sentences of its page that are not read, so they cannot be compared"
            ));
            return;
        }
    }
    let says = |fact: &UnreadFact, word: &str| {
        let one_line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text =
            fact.text.as_ref().map_or_else(|| lines(fact.place), |text| format!("`{}`", one_line(text)));
        format!("{}: a sentence that is not read has {word}: {text}", fact.about)
    };
    for old in without(&before.unread, &after.unread) {
        let change = Change::new(FactKind::Prose, ChangeType::Removed, &*old.about, Some(shown(old)), None);
        let change = change.saying(says(old, "gone")).with(Bump::Minor).under(&["prose"]);
        differences.changes.push(change.at(old.place, Default::default()));
    }
    for new in without(&after.unread, &before.unread) {
        let change = Change::new(FactKind::Prose, ChangeType::Added, &*new.about, None, Some(shown(new)));
        let change = change.saying(says(new, "come")).with(Bump::Minor).under(&["prose"]);
        differences.changes.push(change.at(Default::default(), new.place));
    }
}

/// Where an edition, which keeps no words, has a sentence.
fn lines(place: Span) -> String {
    match place {
        Span::None => "its words are not kept".to_owned(),
        Span::Lines(first, last) if first == last => format!("line {first} of the edition's page"),
        Span::Lines(first, last) => format!("lines {first} to {last} of the edition's page"),
        Span::Bytes(first, last) => format!("bytes {first} to {last} of the edition's page"),
    }
}

/// The sentence, or its digest.
fn shown(fact: &UnreadFact) -> &str {
    fact.text.as_ref().unwrap_or(&fact.digest)
}

/// The sentences of `all` that `others` does not have. A sentence that is there twice needs two others.
fn without<'a>(all: &'a [UnreadFact], others: &[UnreadFact]) -> Vec<&'a UnreadFact> {
    let mut left: Vec<&str> = others.iter().map(|other| other.digest.as_str()).collect();
    all.iter()
        .filter(|fact| match left.iter().position(|digest| *digest == fact.digest) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        })
        .collect()
}
