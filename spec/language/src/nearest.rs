//! "Did you mean": finds the valid word nearest to a wrong one.

/// The candidates that `word` may stand for, the nearest first. Among equally near ones, one with the same letters comes
/// first: for `int46` that is `int64`, not `int16`.
pub fn nearest_names<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // Nobody mistypes such a name, and finding how near one is takes time that grows with its square.
    const LONGEST: usize = 256;
    if word.len() > LONGEST {
        return Vec::new();
    }
    let lower = word.to_lowercase();
    let own = lower.chars().count();
    let mut found: Vec<((usize, bool), &str)> = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST) {
        let other = candidate.to_lowercase();
        let length = own.max(other.chars().count());
        // A third of the longer word may be wrong, and always one letter of a word of two or more.
        let most = (length / 3).max(1);
        // The distance is at least the difference of the lengths.
        if length < 2 || length - own.min(other.chars().count()) > most {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &other);
        let near = distance <= most && candidate != word;
        if near && found.iter().all(|(_, known)| *known != candidate) {
            found.push(((distance, letters(&lower) != letters(&other)), candidate));
        }
    }
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The candidate nearest to `word`, if one is near enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_names(word, candidates).first().copied()
}

fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// The help line for a wrong word: the nearest candidate, or all candidates if they are few.
pub fn help<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    match nearest(word, candidates.iter().copied()) {
        Some(candidate) => Some(format!("did you mean `{candidate}`?")),
        None if candidates.is_empty() => None,
        None => Some(format!("one of {}", list(candidates.iter().copied()))),
    }
}

/// `a`, `b` and 3 more.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 16;
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.len() {
        0..=SHOWN => words.join(", "),
        more => format!("{} and {} more", words[..SHOWN].join(", "), more - SHOWN),
    }
}
