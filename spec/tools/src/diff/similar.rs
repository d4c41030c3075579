//! Finds renames: removed and added names of things with the same content.

/// Pairs of removed and added names: indices into `gone` and `new`. A pair has the same content, by `same`, and names that
/// share most of their letters; if there are several, the most similar ones.
pub(super) fn renamed<T>(
    gone: &[T],
    new: &[T],
    name: impl Fn(&T) -> &str,
    same: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, usize)> {
    // In 256ths: half of the letters.
    const ENOUGH: usize = 128;
    let mut candidates: Vec<(usize, usize, usize)> = Vec::new();
    for (i, before) in gone.iter().enumerate() {
        for (j, after) in new.iter().enumerate() {
            let alike = likeness(name(before), name(after));
            if alike >= ENOUGH && same(before, after) {
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
    pairs.sort_unstable();
    pairs
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
    use super::renamed;

    #[test]
    fn names_alike_with_the_same_content_are_pairs() {
        let pairs = |gone: &[(&str, u8)], new: &[(&str, u8)]| renamed(gone, new, |t| t.0, |a, b| a.1 == b.1);
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
