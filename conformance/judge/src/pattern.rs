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
