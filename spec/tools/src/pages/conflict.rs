//! Refuses pages with the marks of an unfinished merge.

use super::builder::PageBuilder;

/// Refuses a page that has two texts in one place because a merge was not finished. Nothing tells which of the two holds, in
/// code as little as in prose.
pub(super) fn refuse(out: &mut PageBuilder) {
    let mut open = false;
    let mut places = Vec::new();
    let lines = out.source.lines();
    let is_rule = |text: &str| text.trim_end() == "=======";
    // A title or a table has two such lines.
    let alone = lines.iter().filter(|line| is_rule(line.text)).take(2).count() == 1;
    for (at, line) in lines.iter().enumerate() {
        let (opens, closes) = (has_mark(line.text, '<'), has_mark(line.text, '>'));
        // Elsewhere a line of `=` underlines a heading, and one of `|` is a row without text.
        let between = open && (starts_with_mark(line.text, '=') || starts_with_mark(line.text, '|'));
        open = opens || (open && !closes);
        // Below an empty line or a row of a table it underlines nothing.
        let above = at.checked_sub(1).map_or("", |above| lines[above].text.trim());
        let stray = alone && is_rule(line.text) && (above.is_empty() || above.starts_with('|'));
        if opens || closes || between || stray || is_base(line.text) {
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

/// Whether a line is the marker above the older of three texts, which is not a row of empty cells.
fn is_base(line: &str) -> bool {
    let name = line.trim_start_matches('|');
    starts_with_mark(line, '|') && name.starts_with(' ') && !name.contains('|')
}

/// How many characters a marker has.
const LENGTH: usize = 7;

fn starts_with_mark(line: &str, mark: char) -> bool {
    line.len() - line.trim_start_matches(mark).len() == LENGTH
}
