//! Patterns of findings' ids: `*` stands for any characters.

/// Whether `pattern` names the whole of `text`.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    // What follows the last star has to be the end; what stands between two, the first place that has it.
    let tail = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, yes, no) in [
            ("a/b", vec!["a/b"], vec!["a/bc", "a/", ""]),
            ("a/*", vec!["a/", "a/b", "a/b/c"], vec!["a", "b/a/"]),
            ("*c32*", vec!["c32", "a,c32,b"], vec!["c3,2"]),
            ("a*b*a", vec!["aba", "axbxa", "abab/a"], vec!["aa", "ab", "ba"]),
            ("a*a", vec!["aa", "axa"], vec!["a"]),
            ("*", vec!["", "x"], vec![]),
        ] {
            for text in yes {
                assert!(matches(pattern, text), "{pattern} should name {text}");
            }
            for text in no {
                assert!(!matches(pattern, text), "{pattern} should not name {text}");
            }
        }
    }
}
