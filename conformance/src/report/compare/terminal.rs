//! Comparisons in a terminal.

use super::{GroupPart, counted, facts, letters, outcome, parts};
use crate::report::facts::Look;
use crate::report::grid::{Field, Grid};
use crate::report::text::{
    BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, columns, concluded, cut, labelled, plural, thousands,
};
use crate::results::compare::{Change, Difference, Matrix, MatrixRow, Side};
use anstyle::Style;
use std::io::{self, Write};

/// Columns of the letters of reports.
const LABELS: usize = 10;

fn head(out: &mut dyn Write, label: &str, side: &Side, width: usize) -> io::Result<()> {
    labelled(
        out,
        (0, label, LABELS),
        &format!("{}: {}, {}", side.file, side.backend(), side.how()),
        PLAIN,
        width,
    )
}

/// Groups of one kind of change that are shown.
const GROUPS: usize = 12;

impl Difference<'_> {
    /// Writes it for people.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_text(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let labels = if self.two_backends().is_some() { ["one", "other"] } else { ["before", "now"] };
        head(out, labels[0], self.old, width)?;
        head(out, labels[1], self.new, width)?;
        for note in &self.notes {
            labelled(out, (0, "differs", LABELS), note, WARN, width)?;
        }
        let parts = parts(self);
        for part in parts.iter().filter(|part| !part.groups.is_empty()) {
            let style = match part.class {
                "bad" => BAD,
                "good" => GOOD,
                "open" => WARN,
                _ => PLAIN,
            };
            let count = plural(part.count, "case", "cases");
            writeln!(out, "\n{HEAD}{}: {count}{HEAD:#}", part.title)?;
            for group in part.groups.iter().take(GROUPS) {
                self.write_group(out, part.change, style, group, width)?;
            }
            if let Some(more) = part.groups.len().checked_sub(GROUPS).filter(|more| *more > 0) {
                let more = plural(more as u64, "more group", "more groups");
                let words = format!("and {more}; --format json lists all");
                labelled(out, (9, "", 0), &words, DIM, width)?;
            }
        }
        writeln!(out)?;
        let (is_bad, words) = outcome(self);
        let line = format!("{words}: {}", counted(self, &parts));
        concluded(out, words, &line, if is_bad { BAD } else { GOOD.bold() }, width)
    }

    fn write_group(
        &self,
        out: &mut dyn Write,
        change: Change,
        style: Style,
        part: &GroupPart<'_>,
        width: usize,
    ) -> io::Result<()> {
        let (group, first) = (part.group, part.group.first());
        let requirement = part.requirement.map_or(String::new(), |id| format!(", {id}"));
        let words = format!("{}, {}{requirement}", part.words(), group.area());
        let count = format!("{:>7}", thousands(group.entries.len() as u64));
        labelled(out, (0, &count, 9), &words, style, width)?;
        if change != Change::Broken {
            let label = if group.entries.len() > 1 { "for example" } else { "case" };
            labelled(out, (9, label, 13), first.id(), NAME, width)?;
            return match &first.known {
                Some(known) => labelled(out, (9, "known", 13), known, PLAIN, width),
                None => Ok(()),
            };
        }
        labelled(out, (9, "case", LABELS), first.id(), NAME, width)?;
        for fact in facts(first) {
            let style = match fact.look {
                Look::Right => GOOD,
                Look::Got => BAD,
                _ => PLAIN,
            };
            labelled(out, (9, fact.label, LABELS), &fact.text, style, width)?;
        }
        // Not wrapped, so that it can be copied.
        let again = self.new.repro_command(first.id());
        writeln!(out, "{:9}{DIM}{:10}{DIM:#}{NAME}{again}{NAME:#}", "", "again")
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
            "cases without a failure, out of those that the backend supports",
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
            grid.head([what], part.iter().map(|at| letters(*at)));
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
