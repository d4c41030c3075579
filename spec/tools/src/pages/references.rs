//! Markdown's reference links: `[text][label]`, with `[label]: target` on a line of its own.

use std::collections::HashSet;

use super::inline::Brackets;
use super::source::Source;

/// The labels that a page defines, in lower case.
#[derive(Debug, Default)]
pub(super) struct References {
    labels: HashSet<String>,
}

impl References {
    /// The labels of a page.
    pub(super) fn of(source: &Source) -> Self {
        let labels = source.lines().iter().filter_map(|line| definition(line.text));
        References { labels: labels.map(normal).collect() }
    }

    /// Inline markup in which these links have a target of their own.
    pub(super) fn resolve(&self, raw: &str) -> String {
        if self.labels.is_empty() {
            return raw.to_owned();
        }
        let brackets = Brackets::of(raw);
        let mut out = String::with_capacity(raw.len());
        let mut at = 0;
        while let Some(open) = raw[at..].find('[').map(|offset| at + offset) {
            let after = brackets.closing(open).map_or(open + 1, |close| close + 1);
            let second = brackets.closing(after).filter(|_| raw[after..].starts_with('['));
            let label = match second {
                Some(close) if close > after + 1 => &raw[after + 1..close],
                _ => raw[open + 1..after].trim_end_matches(']'),
            };
            let linked =
                after > open + 1 && !raw[after..].starts_with('(') && self.labels.contains(&normal(label));
            out.push_str(&raw[at..after]);
            at = after;
            if linked {
                out.push_str("()");
                at = second.map_or(after, |close| close + 1);
            }
        }
        out.push_str(&raw[at..]);
        out
    }
}

/// The label that a line defines. The target must look like one: a note in brackets is text.
pub(super) fn definition(line: &str) -> Option<&str> {
    let (label, target) = line.trim().strip_prefix('[')?.split_once("]:")?;
    let target = target.trim().split(" \"").next().unwrap_or_default();
    let is_target =
        target.contains(['/', '.', '#']) && target.is_ascii() && !target.contains(char::is_whitespace);
    (is_target && !label.trim().is_empty() && !label.contains(['[', ']'])).then_some(label)
}

fn normal(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
