//! Comparisons in a terminal.

use crate::report::facts::{Fact, answer};
use crate::report::grid::{Field, Grid};
use crate::report::text::{
    BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, columns, concluded, cut, labelled, plural, thousands,
};
use crate::results::compare::{Change, Difference, Group, Matrix, MatrixRow, Side};
use anstyle::Style;
use std::io::{self, Write};

/// Groups of one kind of change that are shown.
const GROUPS: usize = 12;

/// Columns of the labels of an example.
const LABELS: usize = 10;

impl Difference<'_> {
    /// Writes it for people.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_text(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        head(out, "before", self.old, width)?;
        head(out, "now", self.new, width)?;
        for note in &self.notes {
            labelled(out, (0, "differs", LABELS), note, WARN, width)?;
        }
        for change in Change::ALL {
            self.changes(out, change, width)?;
        }
        let counts = Change::ALL.map(|change| format!("{} {}", thousands(self.count(change)), change.name()));
        let (style, words) =
            if self.exit_code() == 0 { (GOOD.bold(), "nothing broke") } else { (BAD, "something broke") };
        let same = thousands(self.same);
        let line = format!("{words}: {}, {same} as before", counts.join(", "));
        writeln!(out)?;
        concluded(out, words, &line, style, width)
    }

    fn changes(&self, out: &mut dyn Write, change: Change, width: usize) -> io::Result<()> {
        let groups: Vec<&Group<'_>> = self.of(change).collect();
        if groups.is_empty() {
            return Ok(());
        }
        let (title, style) = title(change);
        let count = plural(self.count(change), "case", "cases");
        writeln!(out, "\n{HEAD}{title}: {count}{HEAD:#}")?;
        for group in groups.iter().take(GROUPS) {
            let entry = group.first();
            let kind = group.kind().map_or(String::new(), |kind| format!(": {kind}"));
            let requirement =
                group.requirement().map_or(String::new(), |requirement| format!(", {requirement}"));
            let cause = matches!(change, Change::Broken | Change::Fixed);
            let words = if cause {
                format!("{}{kind}, {}{requirement}", entry.verdicts(), group.area())
            } else {
                format!("{}, {}", entry.verdicts(), group.area())
            };
            labelled(
                out,
                (0, &format!("{:>7}", thousands(group.entries.len() as u64)), 9),
                &words,
                style,
                width,
            )?;
            let more = if group.entries.len() > 1 { "for example" } else { "case" };
            if change == Change::Broken {
                self.example(out, group, width)?;
            } else {
                labelled(out, (9, more, 13), entry.id(), NAME, width)?;
                if let Some(reason) = &entry.known {
                    labelled(out, (9, "known", 13), reason, PLAIN, width)?;
                }
            }
        }
        if groups.len() > GROUPS {
            let more = plural((groups.len() - GROUPS) as u64, "more group", "more groups");
            labelled(out, (9, "", 0), &format!("and {more}; --format json lists all"), DIM, width)?;
        }
        Ok(())
    }

    fn example(&self, out: &mut dyn Write, group: &Group<'_>, width: usize) -> io::Result<()> {
        let case = group.first().case;
        labelled(out, (9, "case", LABELS), &case.id, NAME, width)?;
        for Fact { label, text, look } in answer(&case.question, &[], &case.judgement) {
            labelled(out, (9, label, LABELS), &text, look.style(BAD), width)?;
        }
        // Not wrapped, so that it can be copied.
        writeln!(
            out,
            "         {DIM}{:LABELS$}{DIM:#}{NAME}{}{NAME:#}",
            "again",
            self.new.repro_command(&case.id)
        )
    }
}

fn head(out: &mut dyn Write, label: &str, side: &Side, width: usize) -> io::Result<()> {
    labelled(
        out,
        (0, label, LABELS),
        &format!("{}: {}, {}", side.file, side.backend(), side.how()),
        PLAIN,
        width,
    )
}

pub(super) const fn title(change: Change) -> (&'static str, Style) {
    match change {
        Change::Broken => ("Broken", BAD),
        Change::Fixed => ("Fixed", GOOD),
        Change::Changed => ("Changed otherwise", WARN),
        Change::New => ("Only in the new report", PLAIN),
        Change::Gone => ("Only in the old report", PLAIN),
    }
}

impl Matrix<'_> {
    /// Writes it for people. Where not all backends fit side by side, the others follow below.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_text(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        for (at, side) in self.sides.iter().enumerate() {
            head(out, &letters(at), side, width)?;
            if let Some(reason) = side.reason() {
                labelled(out, (LABELS, "", 0), &reason, WARN, width)?;
            }
        }
        self.table(out, "area", &self.areas, width)?;
        self.table(out, "requirement", &self.requirements, width)?;
        writeln!(out)?;
        labelled(
            out,
            (0, "", 0),
            "cases that do not fail, of those that were asked and supported",
            DIM,
            width,
        )
    }

    fn table(&self, out: &mut dyn Write, what: &str, rows: &[MatrixRow], width: usize) -> io::Result<()> {
        let words: Vec<Vec<String>> =
            rows.iter().map(|row| row.cells.iter().map(|cell| cell.words()).collect()).collect();
        let names = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0).clamp(what.len(), width / 2);
        let cell = words.iter().flatten().map(|words| columns(words)).max().unwrap_or(0).max(3);
        let fit = (width.saturating_sub(2 + names) / (cell + 2)).max(1);
        let all: Vec<usize> = (0..self.sides.len()).collect();
        for part in all.chunks(fit) {
            let mut grid = Grid::default();
            let headings = part.iter().map(|at| Field::right(letters(*at), DIM));
            grid.row(std::iter::once(Field::left(what, DIM)).chain(headings).collect());
            for (row, words) in rows.iter().zip(&words) {
                let fields = part.iter().map(|at| {
                    let cell = row.cells[*at];
                    let style = if cell.asked == 0 {
                        DIM
                    } else if cell.holds == cell.asked {
                        GOOD
                    } else {
                        BAD
                    };
                    Field::right(&words[*at], style)
                });
                grid.row(std::iter::once(Field::left(cut(&row.name, names), NAME)).chain(fields).collect());
            }
            writeln!(out)?;
            grid.write(out, 2, width)?;
        }
        Ok(())
    }
}

/// A short name for a report: A, B, …, Z, AA.
pub(super) fn letters(at: usize) -> String {
    let last = char::from(b'A' + (at % 26) as u8);
    if at < 26 { last.to_string() } else { format!("{}{last}", letters(at / 26 - 1)) }
}
