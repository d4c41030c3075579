//! Many backends side by side in a terminal.

use crate::report::grid::{Field, Grid};
use crate::report::text::{BAD, DIM, GOOD, NAME, PLAIN, WARN, columns, cut, labelled};
use crate::results::compare::{Matrix, MatrixRow, Side};
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

/// A short name for a report: A, B, …, Z, AA.
pub(super) fn letters(at: usize) -> String {
    let last = char::from(b'A' + (at % 26) as u8);
    if at < 26 { last.to_string() } else { format!("{}{last}", letters(at / 26 - 1)) }
}
