//! Comparisons in a terminal.

use super::{GroupPart, counted, facts, outcome, parts, side_by_side, words};
use crate::report::facts::Look;
use crate::report::grid::{Field, Grid};
use crate::report::html::capitalized;
use crate::report::text::{
    BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, columns, concluded, cut, labelled, plural, thousands,
};
use crate::results::compare::{Change, Difference, Matrix, MatrixCell, MatrixTable, SIGNS, Side};
use anstyle::Style;
use std::io::{self, Write};

/// Columns of labels.
const LABELS: usize = 10;

fn head(out: &mut dyn Write, label: &str, side: &Side, width: usize) -> io::Result<()> {
    labelled(out, (0, label, LABELS), &words(side), PLAIN, width)
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
        if let Some(matrix) = side_by_side(self) {
            matrix.write_tables(out, width)?;
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
        let names: Vec<String> = self.names().iter().map(|name| cut(name, width / 4)).collect();
        for (name, side) in names.iter().zip(&self.sides) {
            labelled(out, (0, name, width / 4 + 2), &words(side), PLAIN, width)?;
            if let Some(reason) = side.reason() {
                labelled(out, (width / 4 + 2, "", 0), &reason, WARN, width)?;
            }
        }
        self.write_tables(out, width)
    }

    fn write_tables(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let names: Vec<String> = self.names().iter().map(|name| cut(name, width / 4)).collect();
        self.tables().iter().try_for_each(|table| write_table(out, table, &names, width))
    }
}

fn write_table(out: &mut dyn Write, of: &MatrixTable<'_>, names: &[String], width: usize) -> io::Result<()> {
    let (told, others) = of.told();
    let none = format!("{}: none", of.title);
    let title = if told.is_empty() { none } else { format!("{}, {SIGNS}", of.title) };
    writeln!(out)?;
    labelled(out, (0, "", 0), &capitalized(&title), HEAD, width)?;
    let count = |cell: &MatrixCell| cell.words((of.count)(*cell));
    let rows = told.iter().map(|row| columns(&row.name)).max().unwrap_or(0).clamp(of.what.len(), width / 2);
    let cells = told.iter().flat_map(|row| &row.cells).map(|cell| columns(&count(cell)));
    let cell = cells.chain(names.iter().map(|name| columns(name))).max().unwrap_or(0);
    let fit = (width.saturating_sub(2 + rows) / (cell + 2)).max(1);
    let all: Vec<usize> = (0..names.len()).collect();
    for part in all.chunks(fit).filter(|_| !told.is_empty()) {
        let mut grid = Grid::default();
        grid.head([of.what], part.iter().map(|at| names[*at].clone()));
        for row in &told {
            let fields = part.iter().map(|at| {
                let cell = &row.cells[*at];
                let style = match (cell.asked, (of.count)(*cell)) {
                    (0, _) => DIM,
                    (_, 0) => GOOD,
                    _ => BAD,
                };
                Field::right(count(cell), style)
            });
            grid.row(std::iter::once(Field::left(cut(&row.name, rows), NAME)).chain(fields).collect());
        }
        grid.write(out, 2, width)?;
    }
    if others > 0 && !told.is_empty() {
        let others =
            plural(others as u64, &format!("other {} has", of.what), &format!("other {}s have", of.what));
        labelled(out, (2, "", 0), &format!("{others} none"), DIM, width)?;
    }
    Ok(())
}
