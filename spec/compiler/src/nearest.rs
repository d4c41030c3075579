//! "Did you mean": the valid word nearest to a mistaken one.

/// The candidate nearest to `word`, if one is near enough to be what was meant. Of equals, one with the same letters
/// wins (`int46` is `int64`, not `int16`), then the first.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(word, &candidates.into_iter().collect::<Vec<_>>())
}

fn nearest_of<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let mut best: Option<((usize, bool), &str)> = None;
    for &candidate in candidates {
        let other = candidate.to_lowercase();
        let distance = (strsim::damerau_levenshtein(&lower, &other), letters(&lower) != letters(&other));
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    // A third of the longer word may be wrong, and always one letter of a word of two or more.
    best.filter(|&((distance, _), candidate)| {
        let length = word.chars().count().max(candidate.chars().count());
        candidate != word && length > 1 && distance <= (length / 3).max(1)
    })
    .map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// The help line for a mistaken word: the nearest candidate, or all of them where they are few.
pub(crate) fn help<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    help_among(word, &candidates.into_iter().collect::<Vec<_>>())
}

fn help_among(word: &str, candidates: &[&str]) -> Option<String> {
    match nearest_of(word, candidates) {
        Some(candidate) => Some(format!("did you mean `{candidate}`?")),
        None if candidates.is_empty() => None,
        None => Some(format!("one of {}", list(candidates.iter().copied()))),
    }
}

/// `a`, `b` and 3 more.
pub(crate) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 16;
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.len() {
        0..=SHOWN => words.join(", "),
        more => format!("{} and {} more", words[..SHOWN].join(", "), more - SHOWN),
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let dtypes = ["f32", "f16", "f64", "bf16", "s8", "u8", "bool"];
        for (word, meant) in [
            ("f23", Some("f32")),
            ("bf61", Some("bf16")),
            ("f46", Some("f64")),
            ("F32", Some("f32")),
            ("boll", Some("bool")),
            ("f8", Some("s8")),
            ("quaternion", None),
            ("×", None),
            ("f32", None),
        ] {
            assert_eq!(nearest(word, dtypes), meant, "{word}");
        }
    }
}
