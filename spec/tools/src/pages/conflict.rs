//! Refuses pages with the marks of an unfinished merge.

use super::builder::PageBuilder;

/// Refuses a page that has two texts in one place because a merge was not finished. Nothing tells which of the two holds, in
/// code as little as in prose.
pub(super) fn refuse(out: &mut PageBuilder) {
    let mut open = false;
    let mut places = Vec::new();
    for (at, line) in out.source.lines().iter().enumerate() {
        let (opens, closes) = (has_mark(line.text, '<'), has_mark(line.text, '>'));
        // Elsewhere a line of `=` underlines a heading, and one of `|` is a row without text.
        let between = open && (starts_with_mark(line.text, '=') || starts_with_mark(line.text, '|'));
        open = opens || (open && !closes);
        if opens || closes || between {
            places.push(out.source.place_of_lines(at, at));
        }
    }
    for place in places {
        out.refuse(place, "a conflict marker: the merge of two versions was not finished; resolve it first");
    }
}

/// Whether a line starts with a marker, or has one as a word, as in a page whose line ends were lost.
fn has_mark(line: &str, mark: char) -> bool {
    starts_with_mark(line, mark)
        || line.split_whitespace().any(|word| word.len() == LENGTH && starts_with_mark(word, mark))
}

/// How many characters a marker has.
const LENGTH: usize = 7;

fn starts_with_mark(line: &str, mark: char) -> bool {
    line.len() - line.trim_start_matches(mark).len() == LENGTH
}
