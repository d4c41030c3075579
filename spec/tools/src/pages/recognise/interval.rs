//! Reads intervals such as `[-rank(input), rank(input))` and writes them in the predicate language.

use super::text::is_identifier;

/// `[-rank(input), rank(input))`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    low: Bound,
    low_included: bool,
    high: Bound,
    high_included: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Bound {
    Int(i64),
    /// `rank(name)`, or its negative.
    Rank(String, bool),
}

/// The interval that a text is, with its brackets.
pub(super) fn read(said: &str) -> Option<Range> {
    let inside = said.strip_prefix(['[', '('])?.strip_suffix([']', ')'])?;
    let (low, high) = inside.split_once(',')?;
    let (low, one_less_than_low) = bound(low)?;
    if one_less_than_low {
        return None;
    }
    let (high, one_less) = bound(high)?;
    let low_included = said.starts_with('[');
    // Arguments with ranks for bounds are integers: up to `rank(x) - 1` is below `rank(x)`.
    let high_included = match (said.ends_with(']'), one_less) {
        (included, false) => included,
        (true, true) => false,
        (false, true) => return None,
    };
    Some(Range { low, low_included, high, high_included })
}

/// A bound, and whether one is subtracted from a rank.
fn bound(said: &str) -> Option<(Bound, bool)> {
    let said: String = said.split_whitespace().collect();
    if let Ok(number) = said.parse() {
        return Some((Bound::Int(number), false));
    }
    let (said, one_less) = said.strip_suffix("-1").map_or((said.as_str(), false), |rest| (rest, true));
    let (negative, said) = said.strip_prefix('-').map_or((false, said), |rest| (true, rest));
    let called = ["rank(", "dim("].iter().find_map(|call| said.strip_prefix(call)?.strip_suffix(')'));
    let name = called.or_else(|| said.strip_suffix(".dim()"))?;
    is_identifier(name).then(|| (Bound::Rank(name.to_owned(), negative), one_less))
}

impl Range {
    /// The names of tensors in it.
    pub(super) fn tensors(&self) -> impl Iterator<Item = &str> {
        [&self.low, &self.high].into_iter().filter_map(|bound| match bound {
            Bound::Rank(name, _) => Some(name.as_str()),
            Bound::Int(_) => None,
        })
    }

    /// The range in the predicate language, about `parameter`, with tensors renamed by `rename`.
    pub(super) fn predicate(&self, parameter: &str, rename: &dyn Fn(&str) -> String) -> String {
        let text = |bound: &Bound| match bound {
            Bound::Int(number) => number.to_string(),
            Bound::Rank(name, negative) => {
                format!("{}rank({})", if *negative { "-" } else { "" }, rename(name))
            }
        };
        let sign = |included: bool| if included { "<=" } else { "<" };
        let (low, high) = (text(&self.low), text(&self.high));
        format!(
            "{low} {} {parameter} && {parameter} {} {high}",
            sign(self.low_included),
            sign(self.high_included)
        )
    }
}
