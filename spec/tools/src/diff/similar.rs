//! Finds out what became of things with names: kept, renamed, removed or added.

/// What became of a thing from one version to the next.
pub(super) enum Fate<'a, T> {
    /// Both have it.
    Kept(&'a T, &'a T),
    /// Both have it, under names that share most of their letters.
    Renamed(&'a T, &'a T),
    /// Only the earlier one has it.
    Removed(&'a T),
    /// Only the later one has it.
    Added(&'a T),
}

impl<'a, T> Fate<'a, T> {
    /// The thing in the earlier version.
    pub(super) fn before(&self) -> Option<&'a T> {
        match self {
            Self::Kept(old, _) | Self::Renamed(old, _) | Self::Removed(old) => Some(old),
            Self::Added(_) => None,
        }
    }
}

/// What became of each thing: those of the earlier version in its order, then what was added. A renamed one has the same
/// content, by `same`; if there are several, the names that are most similar belong together.
pub(super) fn fates<'a, T>(
    before: &'a [T],
    after: &'a [T],
    name: impl Fn(&T) -> &str,
    same: impl Fn(&T, &T) -> bool,
) -> Vec<Fate<'a, T>> {
    // In 256ths: half of the letters.
    const ENOUGH: usize = 128;
    let find = |all: &'a [T], wanted: &T| all.iter().find(|other| name(other) == name(wanted));
    let mut candidates: Vec<(usize, usize, usize)> = Vec::new();
    for (i, old) in before.iter().enumerate().filter(|(_, old)| find(after, old).is_none()) {
        for (j, new) in after.iter().enumerate().filter(|(_, new)| find(before, new).is_none()) {
            let alike = likeness(name(old), name(new));
            if alike >= ENOUGH && same(old, new) {
                candidates.push((alike, i, j));
            }
        }
    }
    candidates.sort_by_key(|&(alike, i, j)| (core::cmp::Reverse(alike), i, j));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, i, j) in candidates {
        if !pairs.iter().any(|&(k, l)| k == i || l == j) {
            pairs.push((i, j));
        }
    }
    let of_old = before.iter().enumerate().map(|(i, old)| {
        let renamed = pairs.iter().find(|pair| pair.0 == i).map(|pair| Fate::Renamed(old, &after[pair.1]));
        find(after, old).map(|new| Fate::Kept(old, new)).or(renamed).unwrap_or(Fate::Removed(old))
    });
    let come = after
        .iter()
        .enumerate()
        .filter(|(j, new)| find(before, new).is_none() && !pairs.iter().any(|pair| pair.1 == *j));
    of_old.chain(come.map(|(_, new)| Fate::Added(new))).collect()
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
    use super::{Fate, fates};

    #[test]
    fn names_alike_with_the_same_content_are_pairs() {
        let pairs = |gone: &[(&str, u8)], new: &[(&str, u8)]| -> Vec<(usize, usize)> {
            let place = |all: &[(&str, u8)], one: &(&str, u8)| all.iter().position(|other| other == one);
            let fates = fates(gone, new, |t| t.0, |a, b| a.1 == b.1);
            let renamed = fates.into_iter().filter_map(|fate| match fate {
                Fate::Renamed(a, b) => place(gone, a).zip(place(new, b)),
                _ => None,
            });
            renamed.collect()
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
