//! Patterns of case ids, as in `--filter`.

use wildmatch::WildMatch;

/// A pattern of ids. `*` stands for any characters, `?` for one. A pattern without them is an id, or the beginning of
/// ids: `cumprod` and `aclnn.tensor-tensor/lhs=f16` select everything below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    /// Bytes before the first `*` or `?`.
    literal: usize,
}

impl Pattern {
    /// From its text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), literal: text.find(['*', '?']).unwrap_or(text.len()) }
    }

    /// Whether it may name an id that begins with this.
    #[must_use]
    pub fn may_select(&self, beginning: &str) -> bool {
        let literal = &self.text[..self.literal];
        literal.starts_with(beginning) || beginning.starts_with(literal)
    }

    /// Which of `ids` it names. An id that it names to the letter hides longer ones.
    #[must_use]
    pub fn select(&self, ids: &[&str]) -> Vec<bool> {
        if self.literal < self.text.len() {
            let pattern = WildMatch::new(&self.text);
            return ids.iter().map(|id| pattern.matches(id)).collect();
        }
        if ids.contains(&self.text.as_str()) {
            return ids.iter().map(|id| *id == self.text).collect();
        }
        ids.iter()
            .map(|id| id.strip_prefix(&self.text).is_some_and(|rest| rest.starts_with(['/', '.', ','])))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn selects_ids() {
        let ids = ["cumprod/a", "cumprod/a,b", "cumprod/ab", "cumprodx/a", "a.b/lhs=f16,rhs=f16"];
        for (pattern, expected) in [
            ("cumprod", vec![0, 1, 2]),
            ("cumprod/a", vec![0]),
            ("cumprod/a*", vec![0, 1, 2]),
            ("*a", vec![0, 3]),
            ("cumprod?/*", vec![3]),
            ("a", vec![4]),
            ("a.b/lhs=f16", vec![4]),
            ("*f16*f16", vec![4]),
            ("*f16*f16*f16", vec![]),
            ("", vec![]),
            ("*", vec![0, 1, 2, 3, 4]),
        ] {
            let selected = Pattern::new(pattern).select(&ids);
            let found: Vec<usize> = (0..ids.len()).filter(|&i| selected[i]).collect();
            assert_eq!(found, expected, "{pattern}");
        }
    }
}
