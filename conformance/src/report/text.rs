//! Text for terminals: styles, widths, wrapping and aligned columns.
//!
//! All functions write ANSI codes. The output stream removes them if colours are off.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};
use std::mem;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Names of things: cases, documents, commands.
pub const NAME: Style = AnsiColor::Cyan.on_default();
/// Headings.
pub const HEAD: Style = Style::new().bold();
/// What is right.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What a person should look at.
pub const WARN: Style = AnsiColor::Yellow.on_default();
/// Less important text.
pub const DIM: Style = Style::new().dimmed();
/// Everything else.
pub const PLAIN: Style = Style::new();

/// Width of a stream that is not a terminal.
const UNBOUNDED_WIDTH: usize = 110;

/// Width of the terminal on standard output, limited to what is readable. The environment variable `COLUMNS` overrides it.
#[must_use]
pub fn terminal_width() -> usize {
    let chosen = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    chosen.or_else(found).map_or(UNBOUNDED_WIDTH, |columns| columns.clamp(60, 160))
}

/// Width of `text`, which has no ANSI codes.
#[must_use]
pub fn columns(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Breaks `text` into lines of at most `width` columns: between words, and where a text in Chinese allows it. Longer words
/// stay whole: they may be ids to copy.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in text.split_whitespace() {
        for (at, part) in parts(word).enumerate() {
            let gap = usize::from(at == 0 && used > 0);
            if used > 0 && used + gap + columns(part) > width {
                lines.push(mem::replace(&mut line, part.to_owned()));
                used = columns(part);
            } else {
                line.push_str(&" "[..gap]);
                line.push_str(part);
                used += gap + columns(part);
            }
        }
    }
    lines.push(line);
    lines
}

/// The parts of a word that may stand in different lines: those that begin or end with a wide character.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let is_wide = |c: Option<char>| c.is_some_and(|c| c.width() == Some(2));
    let ends = unicode_linebreak::linebreaks(word).map(|(at, _)| at).filter(move |&at| {
        at == word.len() || is_wide(word[..at].chars().next_back()) || is_wide(word[at..].chars().next())
    });
    let mut start = 0;
    ends.map(move |end| &word[std::mem::replace(&mut start, end)..end])
}

/// Joins `items` with ` · ` into lines of at most `width` columns, breaking only between items.
#[must_use]
pub fn flow(items: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if columns(line) + 3 + columns(item) <= width => {
                line.push_str(" · ");
                line.push_str(item);
            }
            _ => lines.push(item.clone()),
        }
    }
    lines
}

/// As many of `items`, joined with ` · `, as fit into `width` columns, and the number of the rest. The first one is
/// always there, and a rest of one is not counted but shown.
#[must_use]
pub fn fit(items: &[String], width: usize) -> String {
    /// Columns of ` · 1234 more`.
    const MORE: usize = 12;
    let whole = items.join(" · ");
    if columns(&whole) <= width {
        return whole;
    }
    let room = width.saturating_sub(MORE);
    let mut line = String::new();
    for (n, item) in items.iter().enumerate() {
        if n == 0 {
            line.push_str(item);
        } else if columns(&line) + 3 + columns(item) <= room || n + 1 == items.len() {
            line.push_str(" · ");
            line.push_str(item);
        } else {
            line.push_str(&format!(" · {} more", items.len() - n));
            break;
        }
    }
    line
}

/// The start of `text`, at most `width` columns of it.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    // Counted character by character: of the whole start for each of them, a long text would take minutes.
    let mut taken = 0;
    let mut fits = |c: char| {
        let fits = taken + 2 < width;
        taken += c.width().unwrap_or(0);
        fits
    };
    text.chars().take_while(|c| fits(*c)).collect::<String>() + "…"
}

/// Writes wrapped text after a label, in two columns: `label   text…`, indented by `indent`. If the second column were very
/// narrow, the text stands below the label.
///
/// # Errors
/// When the stream refuses.
pub fn labelled(
    out: &mut dyn Write,
    (indent, label, label_width): (usize, &str, usize),
    text: &str,
    style: Style,
    width: usize,
) -> io::Result<()> {
    let start = indent + label_width;
    if width < start + NARROW && !label.is_empty() {
        writeln!(out, "{:indent$}{DIM}{label}{DIM:#}", "")?;
        return labelled(out, (indent + 2, "", 0), text, style, width);
    }
    let mut label = Some(label);
    for paragraph in text.lines() {
        for line in wrap(paragraph, width.saturating_sub(start)) {
            let label = label.take().unwrap_or("");
            let gap = label_width.saturating_sub(columns(label));
            writeln!(out, "{:indent$}{DIM}{label}{DIM:#}{:gap$}{style}{line}{style:#}", "", "")?;
        }
    }
    Ok(())
}

/// Writes the last line of a report, which begins with `words`, and goes on below where it is too long.
///
/// # Errors
/// When the stream refuses.
pub(crate) fn concluded(
    out: &mut dyn Write,
    words: &str,
    line: &str,
    style: Style,
    width: usize,
) -> io::Result<()> {
    for (at, line) in wrap(line, width.saturating_sub(2)).into_iter().enumerate() {
        match line.strip_prefix(words).filter(|_| at == 0) {
            Some(rest) => writeln!(out, "{style}{words}{style:#}{rest}")?,
            None => writeln!(out, "  {line}")?,
        }
    }
    Ok(())
}

/// Text with less room than this stands below what it belongs to.
pub(super) const NARROW: usize = 24;

/// `1 case`, `2 cases`.
#[must_use]
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count), if count == 1 { one } else { many })
}

/// `12,345`.
#[must_use]
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{PLAIN, columns, cut, fit, flow, labelled, thousands, wrap};

    #[test]
    fn wraps_by_columns_and_keeps_long_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        // Each of these characters takes two columns.
        assert_eq!(wrap("推导 规则 表", 9), ["推导 规则", "表"]);
        // No line begins with a full stop, and what is not Chinese stays whole.
        assert_eq!(wrap("参数dim的取值。范围", 9), ["参数dim的", "取值。范", "围"]);
        assert_eq!(wrap("推导aclnn.tensor-tensor/a规则", 8), ["推导", "aclnn.tensor-tensor/a", "规则"]);
        assert_eq!(wrap("取值。范围", 4), ["取", "值。", "范围"]);
        assert_eq!(wrap("a cumprod/vector/example b", 5), ["a", "cumprod/vector/example", "b"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(columns("推导"), 4);
    }

    #[test]
    fn joins_items_that_fit() {
        let items = ["aaaa", "bbbb", "cccc"].map(str::to_owned);
        assert_eq!(flow(&items, 11), ["aaaa · bbbb", "cccc"]);
        assert_eq!(fit(&items, 18), "aaaa · bbbb · cccc");
        assert_eq!(fit(&items, 17), "aaaa · 2 more");
        assert_eq!(fit(&["aaaaaaaaaa", "b"].map(str::to_owned), 6), "aaaaaaaaaa · b");
        assert_eq!(cut("推导规则", 7), "推导规…");
        assert_eq!(fit(&[], 6), "");
    }

    #[test]
    fn hangs_labels() {
        let mut out = Vec::new();
        let words = "aaaaaaaaaa bbbbbbbbbb cccccccccc";
        labelled(&mut out, (2, "got", 5), words, PLAIN, 31).expect("a vector takes everything");
        assert_eq!(
            anstream::adapter::strip_str(&String::from_utf8_lossy(&out)).to_string(),
            "  got  aaaaaaaaaa bbbbbbbbbb\n       cccccccccc\n"
        );
    }

    #[test]
    fn separates_thousands() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(count), text);
        }
    }
}
