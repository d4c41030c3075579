//! Reads RST's grid tables: boxes drawn with `+`, `-`, `=` and `|`, whose cells may span rows and columns.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::blocks::Text;
use super::super::builder::PageBuilder;
use super::super::table::{Cell, Draft, Row};
use super::display_columns;
use crate::vocabulary::pattern;

static BORDER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\+[-+=]*[-=][-+=]*\+$"));

/// Whether a line is a whole border: `+---+====+`.
pub(super) fn is_border(trimmed: &str) -> bool {
    BORDER.is_match(trimmed)
}

/// Whether a line has the shape of a row: `|` at both ends, and a space after the first.
pub(super) fn is_row(trimmed: &str) -> bool {
    trimmed.len() > 2 && trimmed.starts_with("| ") && trimmed.ends_with('|')
}

/// The line after the table, which must be blank.
pub(super) fn end(out: &PageBuilder, at: usize) -> usize {
    let lines = out.source.lines();
    (at..lines.len()).find(|line| lines[*line].is_blank()).unwrap_or(lines.len())
}

/// Reads the table whose upper border is line `at`, and returns the line after it.
pub(super) fn read(out: &mut PageBuilder, at: usize, caption: Option<Text>) -> usize {
    let end = end(out, at).max(at + 1);
    match parse(out, at, end) {
        Ok(table) => out.table(Draft { caption, ..table }),
        Err((line, says)) => out.refuse_lines(line, line, says),
    }
    end
}

type Damage = (usize, &'static str);

/// The table as characters: a row for each line, an entry for each display column.
struct CharGrid<'a> {
    rows: Vec<Vec<&'a str>>,
    /// Lines that are borders at least in part, and columns where walls may be: those of each `+` next to a dash.
    ys: Vec<usize>,
    xs: Vec<usize>,
}

/// A cell: its elementary rows and columns.
struct Region {
    rows: Range<usize>,
    columns: Range<usize>,
}

impl<'a> CharGrid<'a> {
    fn new(rows: Vec<Vec<&'a str>>) -> Self {
        let dash = |c: Option<&&str>| matches!(c, Some(&("-" | "=")));
        let (mut xs, mut ys) = (BTreeSet::new(), BTreeSet::new());
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.iter().enumerate() {
                if *c == "+" && (dash(row.get(x + 1)) || (x > 0 && dash(row.get(x - 1)))) {
                    xs.insert(x);
                    ys.insert(y);
                }
            }
        }
        CharGrid { rows, ys: ys.into_iter().collect(), xs: xs.into_iter().collect() }
    }

    fn at(&self, y: usize, x: usize) -> &'a str {
        self.rows[y][x]
    }

    /// Whether all of these places have a wall (`true`) or none; an error is the first gap if only some have one.
    fn wall(places: Range<usize>, is_gap: impl Fn(&usize) -> bool) -> Result<bool, usize> {
        match places.clone().find(&is_gap) {
            Some(gap) if !places.clone().all(|place| is_gap(&place)) => Err(gap),
            gap => Ok(gap.is_none() && !places.is_empty()),
        }
    }

    /// Whether there is a wall to the right of elementary cell (`r`, `c`); or the line of a gap in it.
    fn right(&self, r: usize, c: usize) -> Result<bool, usize> {
        let x = self.xs[c + 1];
        Self::wall(self.ys[r] + 1..self.ys[r + 1], |y| !matches!(self.at(*y, x), "|" | "+"))
    }

    /// Whether there is a wall below elementary cell (`r`, `c`); or its line if it has a gap.
    fn below(&self, r: usize, c: usize) -> Result<bool, usize> {
        let y = self.ys[r + 1];
        let is_gap = |x: &usize| !matches!(self.at(y, *x), "-" | "=" | "+");
        Self::wall(self.xs[c] + 1..self.xs[c + 1], is_gap).map_err(|_| y)
    }

    /// The table's cells, each from a corner of walls to the next wall; or the line of a broken border.
    fn regions(&self) -> Result<Vec<Region>, usize> {
        let (height, width) = (self.ys.len() - 1, self.xs.len() - 1);
        let mut regions = Vec::new();
        for r in 0..height {
            for c in 0..width {
                if (c > 0 && !self.right(r, c - 1)?) || (r > 0 && !self.below(r - 1, c)?) {
                    continue;
                }
                let mut region = Region { rows: r..r + 1, columns: c..c + 1 };
                while !self.right(r, region.columns.end - 1)? {
                    region.columns.end += 1;
                    if region.columns.end > width {
                        return Err(self.ys[r] + 1);
                    }
                }
                while !self.below(region.rows.end - 1, c)? {
                    region.rows.end += 1;
                    if region.rows.end > height {
                        return Err(self.ys[height]);
                    }
                }
                self.check(&region)?;
                regions.push(region);
            }
        }
        Ok(regions)
    }

    /// Checks that a cell has walls around it and none inside; an error is the line of the mistake.
    fn check(&self, Region { rows, columns }: &Region) -> Result<(), usize> {
        for r in rows.clone() {
            for c in columns.clone() {
                if self.right(r, c)? != (c + 1 == columns.end) {
                    return Err(self.ys[r] + 1);
                }
                if self.below(r, c)? != (r + 1 == rows.end) {
                    return Err(self.ys[r + 1]);
                }
            }
        }
        Ok(())
    }
}

fn parse(out: &PageBuilder, first: usize, end: usize) -> Result<Draft, Damage> {
    let lines = out.source.lines();
    let indent = lines[first].indent();
    for (at, line) in lines.iter().enumerate().take(end).skip(first) {
        if line.indent() != indent || !line.text.trim_start().starts_with(['+', '|']) {
            let says =
                "a broken grid table: this line lacks the wall at its start, or a blank line before it";
            return Err((at, says));
        }
    }
    if !is_border(lines[first].text.trim()) {
        return Err((first, "a broken grid table: its upper border is damaged"));
    }
    if end - first < 3 || !is_border(lines[end - 1].text.trim()) {
        return Err((
            end - 1,
            "a broken grid table: it ends without a lower border; the page was cut, or lost it",
        ));
    }
    let rows: Vec<Vec<&str>> = (first..end).map(|at| display_columns(lines[at].text.trim())).collect();
    let width = rows[0].len();
    if let Some(at) = rows.iter().position(|row| row.len() != width) {
        return Err((first + at, "a broken grid table: this line is not as wide as the upper border"));
    }
    let picture = CharGrid::new(rows);
    let line_of = |y: usize| first + y;
    let regions =
        picture.regions().map_err(|y| (line_of(y), "a broken grid table: a border has a gap here"))?;
    let header =
        header(&picture).map_err(|y| (line_of(y), "a second border of `=`: a table has only one"))?;
    let place = |from: usize, to: usize| out.source.place_of_lines(line_of(from), line_of(to));
    let row = |borders: &[usize]| Row { cells: Vec::new(), place: place(borders[0], borders[1]) };
    let mut rows: Vec<Row> = picture.ys.windows(2).map(row).collect();
    for Region { rows: across, columns } in regions {
        let (top, bottom) = (picture.ys[across.start] + 1, picture.ys[across.end]);
        let (left, right) = (picture.xs[columns.start] + 1, picture.xs[columns.end]);
        let line = |y: usize| (left..right).map(|x| picture.at(y, x)).collect::<String>();
        let raw: Vec<String> = (top..bottom).map(|y| line(y).trim().to_owned()).collect();
        let text = out.text(&raw.join("\n"), line_of(top)..line_of(bottom));
        rows[across.start].cells.push(Cell { text, rows: across.len(), columns: columns.len() });
    }
    let header_rows = header.map_or(0, |y| picture.ys.iter().position(|line| *line == y).unwrap_or(0));
    Ok(Draft { caption: None, header_rows, rows, place: place(0, end - 1 - first) })
}

/// The border of `=` under the headings; or the line of a second one.
fn header(picture: &CharGrid) -> Result<Option<usize>, usize> {
    let mut borders = picture.ys.iter().copied().filter(|y| picture.at(*y, 1) == "=");
    let first = borders.next();
    borders.next().map_or(Ok(first), Err)
}
