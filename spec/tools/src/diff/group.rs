//! Groups changed cells for people: runs along a row or column, and pairs in both orders.

use super::change::{Answer, CellChange, TableDifference};
use std::collections::BTreeSet;

/// A group of changed cells, and the sentence about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGroup {
    /// `row bf16: s8…s64 now bf16, was f32`.
    pub says: String,
    /// Indices of its cells in [`TableDifference::cells`].
    pub cells: Vec<usize>,
}

/// The least cells of a run: fewer are listed one by one.
const LEAST_RUN: usize = 3;

/// Groups the changed cells of a table, each cell in one group, in the order of their first cells. First come runs of
/// three or more cells of a row or column with the same new result (with their mirror image if that changes alike),
/// then pairs in both orders, then two cells of a row, then single cells.
pub fn lines(table: &TableDifference) -> Vec<CellGroup> {
    let mut grouping = Grouping::new(table);
    for (alike, row) in [(true, true), (true, false), (false, true), (false, false)] {
        grouping.take_runs(row, alike, LEAST_RUN);
    }
    grouping.pairs();
    grouping.take_runs(true, true, 2);
    grouping.rest();
    grouping.lines.sort_by_key(|line| line.cells.iter().min().copied());
    grouping.lines
}

struct Grouping<'a> {
    table: &'a TableDifference,
    /// Cells that are not in a group yet.
    left: BTreeSet<usize>,
    lines: Vec<CellGroup>,
}

/// Cells of one row or column with the same new result.
struct Run {
    row: bool,
    key: String,
    /// The old result of all of them; none if it does not matter.
    before: Option<Answer>,
    after: Answer,
}

impl Run {
    fn has(&self, cell: &CellChange) -> bool {
        *self.key_of(cell) == self.key
            && cell.after == self.after
            && self.before.as_ref().is_none_or(|before| *before == cell.before)
    }

    fn key_of<'c>(&self, cell: &'c CellChange) -> &'c String {
        if self.row { &cell.row } else { &cell.column }
    }

    fn other<'c>(&self, cell: &'c CellChange) -> &'c str {
        if self.row { &cell.column } else { &cell.row }
    }
}

impl<'a> Grouping<'a> {
    fn new(table: &'a TableDifference) -> Self {
        Self { table, left: (0..table.cells.len()).collect(), lines: Vec::new() }
    }

    fn cell(&self, index: usize) -> &'a CellChange {
        &self.table.cells[index]
    }

    /// The cell with row and column exchanged, if it changes in the same way.
    fn mirrored(&self, index: usize) -> Option<usize> {
        let cell = self.cell(index);
        let alike = |other: &CellChange| {
            (&other.row, &other.column, &other.before, &other.after)
                == (&cell.column, &cell.row, &cell.before, &cell.after)
        };
        self.left.iter().copied().find(|&other| alike(self.cell(other)))
    }

    /// Takes every run along rows (or columns) with at least `least` cells. If `alike`, they must also have had the same old
    /// result.
    fn take_runs(&mut self, row: bool, alike: bool, least: usize) {
        let mut all: Vec<Run> = Vec::new();
        for &index in &self.left {
            let cell = self.cell(index);
            if !all.iter().any(|run| run.has(cell)) {
                let key = if row { &cell.row } else { &cell.column };
                let before = alike.then(|| cell.before.clone());
                all.push(Run { row, key: key.clone(), before, after: cell.after.clone() });
            }
        }
        for run in all {
            self.take_run(&run, least);
        }
    }

    fn take_run(&mut self, run: &Run, least: usize) {
        let cells: Vec<usize> =
            self.left.iter().copied().filter(|&index| run.has(self.cell(index))).collect();
        if cells.len() < least {
            return;
        }
        let mirrored: Option<Vec<usize>> = cells.iter().map(|&index| self.mirrored(index)).collect();
        let axis = match (&mirrored, run.row) {
            (Some(_), _) => "row and column",
            (None, true) => "row",
            (None, false) => "column",
        };
        let others: Vec<&str> = cells.iter().map(|&index| run.other(self.cell(index))).collect();
        let order = if run.row { &self.table.columns } else { &self.table.rows };
        let says = format!(
            "{axis} {}: {} now {}, was {}",
            run.key,
            runs(&others, order),
            run.after,
            self.was(&cells)
        );
        let all: BTreeSet<usize> = cells.into_iter().chain(mirrored.into_iter().flatten()).collect();
        self.take(says, all);
    }

    /// The old results of some cells: one if they are the same, otherwise each in turn.
    fn was(&self, cells: &[usize]) -> String {
        let mut answers: Vec<String> =
            cells.iter().map(|&index| self.cell(index).before.to_string()).collect();
        if answers.iter().all(|answer| *answer == answers[0]) {
            answers.truncate(1);
        }
        answers.join(", ")
    }

    fn pairs(&mut self) {
        for index in self.left.clone() {
            let other = self.mirrored(index).filter(|&other| other != index);
            let Some(other) = other.filter(|_| self.left.contains(&index)) else { continue };
            let CellChange { row, column, before, after, .. } = self.cell(index);
            let says = format!("({row}, {column}) and ({column}, {row}) now {after}, was {before}");
            self.take(says, [index, other].into());
        }
    }

    fn rest(&mut self) {
        for index in self.left.clone() {
            self.take(self.cell(index).says(), [index].into());
        }
    }

    fn take(&mut self, says: String, cells: BTreeSet<usize>) {
        self.left.retain(|index| !cells.contains(index));
        self.lines.push(CellGroup { says, cells: cells.into_iter().collect() });
    }
}

/// Keys in the order of `order`. Three or more that follow each other are written `first…last`.
fn runs(keys: &[&str], order: &[String]) -> String {
    let place = |key: &str| order.iter().position(|other| other == key).unwrap_or(usize::MAX);
    let mut runs: Vec<Vec<&str>> = Vec::new();
    for &key in keys {
        match runs.last_mut() {
            Some(run) if place(run[run.len() - 1]).checked_add(1) == Some(place(key)) => run.push(key),
            _ => runs.push(vec![key]),
        }
    }
    let word = |run: &Vec<&str>| match run.as_slice() {
        [first, _, .., last] => format!("{first}…{last}"),
        few => few.join(", "),
    };
    runs.iter().map(word).collect::<Vec<_>>().join(", ")
}
