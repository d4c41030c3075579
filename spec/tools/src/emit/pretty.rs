//! Lays out literals on lines: short ones on one line, long ones on several.

/// The most characters on a line of a comment.
const WIDTH: usize = 110;

/// The most characters on a line of literals: enough for most citations.
const LITERALS: usize = 160;

/// A literal to lay out.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Text that is not broken.
    Atom(String),
    /// Pieces with commas between brackets.
    Group {
        /// The opening bracket, with the text before it.
        open: String,
        /// The items.
        items: Vec<Piece>,
        /// The closing bracket. A comma at its start stands right behind the last item.
        close: &'static str,
        /// Items on each line of a broken group, padded to align; if none, one item per line.
        columns: Option<usize>,
    },
}

impl Piece {
    pub(super) fn group(open: &str, close: &'static str, items: Vec<Self>, columns: Option<usize>) -> Self {
        Self::Group { open: open.to_owned(), items, close, columns }
    }

    /// Writes it after the text that is on the line already. The line is indented by `indent` spaces.
    fn write(&self, out: &mut String, indent: usize) {
        let Self::Group { open, items, close, columns } = self else {
            let Self::Atom(atom) = self else { return };
            return out.push_str(atom);
        };
        let column = out.rsplit('\n').next().unwrap_or_default().chars().count();
        if columns.is_none_or(|columns| columns >= items.len()) && column + self.width() < LITERALS {
            return out.push_str(&self.on_one_line());
        }
        out.push_str(open);
        // Only items of a grid are on one line.
        let width = columns.and_then(|_| items.iter().map(Self::width).max()).unwrap_or_default();
        let inner = indent + 4;
        for (i, item) in items.iter().enumerate() {
            if i % columns.unwrap_or(1).max(1) == 0 {
                newline(out, inner);
            } else {
                // After the comma of the item before, which is padded only if another follows on the line.
                let before = items[i - 1].width();
                out.extend(std::iter::repeat_n(' ', width - before + 1));
            }
            item.write(out, inner);
            if i + 1 < items.len() || close.starts_with(',') {
                out.push(',');
            }
        }
        newline(out, indent);
        out.push_str(close.trim_start_matches(','));
    }

    /// It as text that starts at the beginning of a line.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn on_one_line(&self) -> String {
        match self {
            Self::Atom(atom) => atom.clone(),
            Self::Group { open, items, close, .. } => {
                let items: Vec<String> = items.iter().map(Self::on_one_line).collect();
                format!("{open}{}{close}", items.join(", "))
            }
        }
    }

    /// Its length on one line, in characters.
    fn width(&self) -> usize {
        self.on_one_line().chars().count()
    }

    /// The literal with text before it, such as a name and a colon.
    pub(super) fn after(self, words: &str) -> Self {
        match self {
            Self::Atom(atom) => Self::Atom(format!("{words}{atom}")),
            Self::Group { open, items, close, columns } => {
                Self::Group { open: format!("{words}{open}"), items, close, columns }
            }
        }
    }
}

fn newline(out: &mut String, indent: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

/// Text broken into lines, each with `prefix` before it.
pub(super) fn wrapped(text: &str, prefix: &str) -> String {
    let mut out = String::new();
    let mut column = WIDTH;
    for word in text.split(' ') {
        let width = word.chars().count() + 1;
        if column + width > WIDTH {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(prefix);
            column = prefix.chars().count();
        } else {
            out.push(' ');
        }
        out.push_str(word);
        column += width;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atoms(items: &[&str], columns: Option<usize>) -> Piece {
        let items = items.iter().map(|item| Piece::Atom((*item).into())).collect();
        Piece::group("[", "]", items, columns)
    }

    #[test]
    fn groups_break_where_they_are_long_and_grids_always() {
        assert_eq!(atoms(&["1", "2"], None).text(), "[1, 2]");
        let long = "x".repeat(90);
        let broken = format!("[\n    {long},\n    {long}\n]");
        assert_eq!(atoms(&[&long, &long], None).text(), broken);
        let grid = atoms(&["1", "22", "333", "4"], Some(2));
        assert_eq!(grid.text(), "[\n    1,   22,\n    333, 4\n]");
        let tuple = Piece::group("(", ",)", vec![Piece::Atom("x".repeat(160))], None);
        assert!(tuple.text().ends_with("x,\n)"));
    }

    #[test]
    fn comments_wrap_between_words() {
        let text = ["word"; 40].join(" ");
        let lines = wrapped(&text, "/// ");
        assert!(lines.lines().all(|line| line.starts_with("/// word") && line.len() <= WIDTH));
        assert_eq!(lines.replace("\n/// ", " "), format!("/// {text}"));
    }
}
