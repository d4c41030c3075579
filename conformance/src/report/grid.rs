//! Tables in a terminal: columns of fields, wrapped, left out or continued below where they are too wide.

use super::text::{DIM, NARROW, columns, labelled, thousands, wrap};
use anstyle::Style;
use std::io::{self, Write};

/// One entry of a [`Grid`].
#[derive(Clone, Debug)]
pub struct Field {
    text: String,
    style: Style,
    right: bool,
}

impl Field {
    /// Text aligned to the left.
    pub fn left(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style, right: false }
    }

    /// A number of things. Zeros do not stand out.
    #[must_use]
    pub fn count(count: u64, style: Style) -> Self {
        if count == 0 { Self::right("·", DIM) } else { Self::right(thousands(count), style) }
    }

    /// A number, or other text aligned to the right.
    pub fn right(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style, right: true }
    }
}

/// Rows with aligned columns. The first row has the headings. What does not fit is never cut: a last column of sentences is
/// wrapped, or stands below, and so is a wide first one; optional columns are left out, and the others continue in a second
/// table below.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    rows: Vec<Vec<Field>>,
    optional: Vec<usize>,
    elsewhere: &'static str,
}

impl Grid {
    /// Adds a row.
    pub fn row(&mut self, fields: Vec<Field>) {
        self.rows.push(fields);
    }

    /// Adds the row of headings: those of words, then those of numbers, which stand to the right.
    pub fn head<T: Into<String>, U: Into<String>>(
        &mut self,
        words: impl IntoIterator<Item = T>,
        numbers: impl IntoIterator<Item = U>,
    ) {
        let words = words.into_iter().map(|heading| Field::left(heading, DIM));
        self.row(words.chain(numbers.into_iter().map(|heading| Field::right(heading, DIM))).collect());
    }

    /// Columns that a narrow terminal does not get, the first one to go first, and where a person sees them.
    pub fn optional(&mut self, columns: &[usize], elsewhere: &'static str) {
        columns.clone_into(&mut self.optional);
        self.elsewhere = elsewhere;
    }

    /// The width of each column, without gaps.
    fn widths(&self) -> Vec<usize> {
        let mut widths = Vec::new();
        for row in &self.rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, field) in widths.iter_mut().zip(row) {
                *width = columns(&field.text).max(*width);
            }
        }
        widths
    }

    /// The width of the whole grid.
    #[must_use]
    pub fn width(&self) -> usize {
        total(&self.widths())
    }

    /// Writes the rows, two spaces between fields.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write(&self, out: &mut dyn Write, indent: usize, width: usize) -> io::Result<()> {
        let room = width.saturating_sub(indent);
        let widths = self.widths();
        let mut shown: Vec<usize> = (0..widths.len()).collect();
        let of = |shown: &[usize]| total(&shown.iter().map(|&at| widths[at]).collect::<Vec<_>>());
        let mut left_out = Vec::new();
        for &column in &self.optional {
            if of(&shown) > room {
                shown.retain(|&at| at != column);
                left_out.push(self.rows.first().map_or("", |head| &head[column].text));
            }
        }
        let sentences = shown.last().is_some_and(|&last| widths[last] > NARROW && self.is_left(last));
        // What stands side by side, whatever becomes of sentences.
        let beside = of(&shown[..shown.len() - usize::from(sentences)]);
        let first = shown.first().map_or(0, |&first| widths[first]);
        let left = room.saturating_sub(beside - first.min(beside));
        let narrow = self.with_first(left);
        let fits =
            beside > room && left >= NARROW && narrow.widths().first().is_some_and(|first| *first <= left);
        if fits && shown.first() == Some(&0) {
            narrow.write_rows(out, &shown, indent, width)?;
        } else if of(&shown) <= room || sentences {
            self.write_rows(out, &shown, indent, width)?;
        } else {
            self.write_parts(out, &shown, indent, width)?;
        }
        match left_out[..] {
            [] => Ok(()),
            _ => labelled(
                out,
                (indent, "", 0),
                &format!("not shown: {}; {}", left_out.join(", "), self.elsewhere),
                DIM,
                width,
            ),
        }
    }

    /// The same with the texts of the first column in lines of at most `width`.
    fn with_first(&self, width: usize) -> Self {
        let mut rows = Vec::new();
        for row in &self.rows {
            let Some((first, others)) = row.split_first() else { continue };
            let mut lines = wrap(&first.text, width);
            let last = lines.pop().unwrap_or_default();
            let line = |text| Field { text, ..first.clone() };
            rows.extend(lines.into_iter().map(|text| vec![line(text)]));
            rows.push(std::iter::once(line(last)).chain(others.iter().cloned()).collect());
        }
        Self { rows, ..self.clone() }
    }

    fn is_left(&self, column: usize) -> bool {
        self.rows.iter().all(|row| row.get(column).is_none_or(|field| !field.right))
    }

    /// The columns in several tables, one below the other. Each begins with the first column.
    fn write_parts(
        &self,
        out: &mut dyn Write,
        shown: &[usize],
        indent: usize,
        width: usize,
    ) -> io::Result<()> {
        let widths = self.widths();
        let Some((&first, mut rest)) = shown.split_first() else { return Ok(()) };
        let mut begun = false;
        while !rest.is_empty() {
            let mut used = indent + widths[first];
            let fits = |&&at: &&usize| {
                used += 2 + widths[at];
                used <= width
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (part, more) = rest.split_at(count);
            if begun {
                writeln!(out)?;
            }
            self.write_rows(out, &[&[first], part].concat(), indent, width)?;
            (begun, rest) = (true, more);
        }
        Ok(())
    }

    fn write_rows(
        &self,
        out: &mut dyn Write,
        shown: &[usize],
        indent: usize,
        width: usize,
    ) -> io::Result<()> {
        let widths = self.widths();
        for row in &self.rows {
            let mut line = String::new();
            let mut at = indent;
            let fields: Vec<(&Field, usize)> =
                shown.iter().filter_map(|&k| Some((row.get(k)?, widths[k]))).collect();
            for (k, &(field, wanted)) in fields.iter().enumerate() {
                let style = field.style;
                let gap = wanted - columns(&field.text);
                let between = if k > 0 { "  " } else { "" };
                at += columns(between);
                if k + 1 == fields.len() && !field.right {
                    let longest = field.text.split_whitespace().map(columns).max().unwrap_or(0);
                    let room = width.saturating_sub(at);
                    let below = room < NARROW.min(wanted).max(longest);
                    if below {
                        at = indent + 4;
                        line.truncate(line.trim_end().len());
                        line.push_str(&format!("\n{:at$}", ""));
                    } else if longest > 0 {
                        line.push_str(between);
                    }
                    let lines = wrap(&field.text, width.saturating_sub(at));
                    let lines: Vec<String> =
                        lines.iter().map(|text| format!("{style}{text}{style:#}")).collect();
                    line.push_str(&lines.join(&format!("\n{:at$}", "")));
                    continue;
                }
                let (before, after) = if field.right { (gap, 0) } else { (0, gap) };
                line.push_str(&format!("{between}{:before$}{style}{}{style:#}{:after$}", "", field.text, ""));
                at += wanted;
            }
            writeln!(out, "{:indent$}{line}", "")?;
        }
        Ok(())
    }
}

/// The width of columns of these widths, with gaps.
fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::{Field, Grid};
    use crate::report::text::PLAIN;

    #[test]
    fn aligns_fields() {
        let mut grid = Grid::default();
        grid.row(vec![Field::left("area", PLAIN), Field::right("n", PLAIN)]);
        grid.row(vec![Field::left("推导", PLAIN), Field::right("12", PLAIN)]);
        let mut out = Vec::new();
        grid.write(&mut out, 1, 80).expect("a vector takes everything");
        assert_eq!(String::from_utf8_lossy(&out), " area   n\n 推导  12\n");
    }

    #[test]
    fn what_does_not_fit_is_wrapped_left_out_or_continued() {
        let shown = |rows: &[[&str; 3]], optional: &[usize], width: usize| {
            let mut grid = Grid::default();
            rows.iter().for_each(|row| grid.row(row.map(|text| Field::left(text, PLAIN)).into()));
            grid.optional(optional, "--wide");
            let mut out = Vec::new();
            grid.write(&mut out, 1, width).expect("a vector takes everything");
            let text = anstream::adapter::strip_str(&String::from_utf8_lossy(&out)).to_string();
            text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
        };
        let short = [["name", "first", "second"], ["a", "1", "2"]];
        assert_eq!(shown(&short, &[], 20), [" name  first  second", " a     1      2"]);
        assert_eq!(shown(&short, &[], 19), [" name  first", " a     1", "", " name  second", " a     2"]);
        assert_eq!(shown(&short, &[1], 19), [" name  second", " a     2", " not shown: first;", " --wide"]);
        let wide = [["name", "n", "m"], ["many words that are a name together", "1", "2"]];
        let wrapped = [
            " name                        n  m",
            " many words that are a name",
            " together                    1  2",
        ];
        assert_eq!(shown(&wide, &[], 33), wrapped);
        let long = [["name", "first", "says"], ["a", "1", "some words that are longer than all"]];
        assert_eq!(
            shown(&long, &[], 40)[1..],
            [" a     1      some words that are longer", "              than all"]
        );
        let below = [" a     1", "     some words that are", "     longer than all"];
        assert_eq!(shown(&long, &[], 30)[2..], below);
    }
}
