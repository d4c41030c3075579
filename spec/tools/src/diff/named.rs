//! Compares lists of things with names: what was kept, renamed, removed or added.

use super::change::{Change, Differences};
use super::kind::{ChangeType, FactKind};
use ascertain_spec::model::Span;
use std::cmp::Reverse;

/// A thing with a name, as one version lists it.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// Two versions with the same key are about the same thing.
    pub(super) key: String,
    pub(super) name: String,
    /// What changes of it are about.
    pub(super) subject: String,
    /// What a version says by listing it.
    pub(super) says: String,
    /// How people call it: `product Board`.
    pub(super) shown: String,
    /// What they add when it has come or gone: ` (supported)`.
    pub(super) more: String,
    /// What it shares with itself under another key.
    pub(super) content: String,
    pub(super) place: Span,
}

impl Named {
    /// A thing of this sort that nothing else could be under another name.
    pub(super) fn new(sort: &str, name: &str, place: Span) -> Self {
        let shown = format!("{sort} {name}").trim_start().to_owned();
        let name = || name.to_owned();
        Self {
            key: name(),
            name: name(),
            subject: name(),
            says: name(),
            shown,
            more: String::new(),
            content: name(),
            place,
        }
    }
}

/// How alike the names of a renamed thing must be, in 256ths: half of their letters.
pub(super) const SIMILAR: usize = 128;
/// Its content says enough.
pub(super) const ANY: usize = 0;

/// Compares two lists of things, those of the earlier version in its order and then what was added. `named` gives a thing its
/// names, from its index and itself. Paths are `path` and the earlier name. `details` compares what is in both, at such a path.
pub(super) fn compare<T>(
    kind: FactKind,
    [before, after]: [&[T]; 2],
    named: impl Fn(usize, &T) -> Named,
    (path, alike): (&[&str], usize),
    found: &mut Differences,
    mut details: impl FnMut([&T; 2], &[&str], &mut Differences),
) {
    let things = |all: &[T]| all.iter().enumerate().map(|(at, one)| named(at, one)).collect::<Vec<_>>();
    let (old, new) = (things(before), things(after));
    for (was, is) in fates(&old, &new, alike) {
        let change = change(kind, was.map(|at| &old[at]), is.map(|at| &new[at]));
        let name = was.map(|at| old[at].name.as_str());
        let path = [path, name.as_slice()].concat();
        found.changes.extend(change.map(|change| change.under(&path)));
        if let (Some(was), Some(is)) = (was, is) {
            found.place(&old[was].shown, (old[was].place, new[is].place), &path);
            details([&before[was], &after[is]], &path, found);
        }
    }
}

/// That a thing has come, gone or another name.
fn change(kind: FactKind, old: Option<&Named>, new: Option<&Named>) -> Option<Change> {
    let place = |thing: Option<&Named>| thing.map(|thing| thing.place).unwrap_or_default();
    let change = match (old, new) {
        (Some(old), Some(new)) if old.name == new.name => return None,
        (Some(old), Some(new)) => Change::new(kind, &*old.subject, (Some(&old.name), Some(&new.name)))
            .how(ChangeType::Renamed)
            .saying(format!("{} is called {} now", old.shown, new.name)),
        (Some(old), None) => Change::new(kind, &*old.subject, (Some(&old.says), None))
            .saying(format!("{}{} removed", old.shown, old.more)),
        (None, new) => {
            let new = new?;
            Change::new(kind, &*new.subject, (None, Some(&new.says)))
                .saying(format!("{}{} added", new.shown, new.more))
        }
    };
    Some(change.at(place(old), place(new)))
}

/// What became of each thing: its indices in both versions. A renamed one has the same content; if there are several, the
/// names that are most similar belong together.
fn fates(before: &[Named], after: &[Named], alike: usize) -> Vec<(Option<usize>, Option<usize>)> {
    let find = |all: &[Named], wanted: &Named| all.iter().position(|other| other.key == wanted.key);
    let mut candidates: Vec<(Reverse<usize>, usize, usize)> = Vec::new();
    for (i, old) in before.iter().enumerate().filter(|(_, old)| find(after, old).is_none()) {
        for (j, new) in after.iter().enumerate().filter(|(_, new)| find(before, new).is_none()) {
            let likeness = likeness(&old.key, &new.key);
            if likeness >= alike && old.content == new.content {
                candidates.push((Reverse(likeness), i, j));
            }
        }
    }
    candidates.sort_unstable();
    let mut renamed: Vec<(usize, usize)> = Vec::new();
    for (_, i, j) in candidates {
        if !renamed.iter().any(|&(k, l)| k == i || l == j) {
            renamed.push((i, j));
        }
    }
    let now = |i: usize| renamed.iter().find(|pair| pair.0 == i).map(|pair| pair.1);
    let of_old = before.iter().enumerate().map(|(i, old)| (Some(i), find(after, old).or_else(|| now(i))));
    let has_come = |j: &usize| find(before, &after[*j]).is_none() && !renamed.iter().any(|pair| pair.1 == *j);
    of_old.chain((0..after.len()).filter(has_come).map(|j| (None, Some(j)))).collect()
}

/// How many of the pairs of neighbouring letters and digits two names share, in 256ths (Dice's coefficient).
fn likeness(one: &str, other: &str) -> usize {
    let pairs = |text: &str| -> Vec<(char, char)> {
        let letters: Vec<char> =
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        // A name of one letter is a pair with itself.
        let single = letters.first().filter(|_| letters.len() == 1).map(|&c| (c, c));
        letters.windows(2).map(|pair| (pair[0], pair[1])).chain(single).collect()
    };
    let (mut one, other) = (pairs(one), pairs(other));
    let total = one.len() + other.len();
    if total == 0 {
        return 0;
    }
    let shared = other.iter().filter(|pair| {
        let found = one.iter().position(|known| known == *pair);
        found.map(|at| one.swap_remove(at)).is_some()
    });
    2 * shared.count() * 256 / total
}

#[cfg(test)]
mod tests {
    use super::{Named, SIMILAR, fates};

    #[test]
    fn names_alike_with_the_same_content_are_pairs() {
        let things = |all: &[(&str, u8)]| -> Vec<Named> {
            let thing = |(name, content): &(&str, u8)| Named {
                content: content.to_string(),
                ..Named::new("", name, Default::default())
            };
            all.iter().map(thing).collect()
        };
        let pairs = |gone: &[(&str, u8)], new: &[(&str, u8)]| -> Vec<(usize, usize)> {
            let fates = fates(&things(gone), &things(new), SIMILAR).into_iter();
            fates.filter_map(|(old, new)| old.zip(new)).collect()
        };
        assert_eq!(pairs(&[("bool_", 1)], &[("bool", 1)]), [(0, 0)]);
        assert_eq!(pairs(&[("bool_", 1)], &[("bool", 2)]), []);
        assert_eq!(pairs(&[("Tensor", 1)], &[("tensor", 1)]), [(0, 0)]);
        assert_eq!(pairs(&[("uint", 1)], &[("number", 1)]), []);
        // The most similar first, each name once.
        assert_eq!(
            pairs(&[("Atlas A2", 1), ("Atlas A3", 1)], &[("Atlas A3 系列", 1), ("Atlas A2 系列", 1)]),
            [(0, 1), (1, 0)]
        );
        assert_eq!(pairs(&[("x", 1), ("_", 1)], &[("X", 1), ("", 1)]), [(0, 0)]);
    }
}
