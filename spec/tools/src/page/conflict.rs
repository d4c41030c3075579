//! Refuses pages with the marks of an unfinished merge.

use super::builder::PageBuilder;
use crate::vocabulary::pattern;
use regex::Regex;
use std::sync::LazyLock;

static OPENS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^<{7}(?:[^<]|$)"));
static CLOSES: LazyLock<Regex> = LazyLock::new(|| pattern(r"^>{7}(?:[^>]|$)"));
static BETWEEN: LazyLock<Regex> = LazyLock::new(|| pattern(r"^={7}(?:[^=]|$)|^\|{7}(?:[^|]|$)"));
/// The marker above the older of three texts, which is not a row of empty cells.
static BASE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\|{7} [^|]*$"));

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
        let (opens, closes) = (OPENS.is_match(line.text), CLOSES.is_match(line.text));
        // Elsewhere a line of `=` underlines a heading, and one of `|` is a row without text.
        let between = open && BETWEEN.is_match(line.text);
        open = opens || (open && !closes);
        // Below an empty line or a row of a table it underlines nothing.
        let above = at.checked_sub(1).map_or("", |above| lines[above].text.trim());
        let stray = alone && is_rule(line.text) && (above.is_empty() || above.starts_with('|'));
        if opens || closes || between || stray || BASE.is_match(line.text) {
            places.push(out.source.place_of_lines(at, at));
        }
    }
    for place in places {
        out.refuse(place, "a conflict marker: the merge of two versions was not finished; resolve it first");
    }
}
