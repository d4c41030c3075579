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
    let mut grouping = Grouping { table, left: (0..table.cells.len()).collect(), lines: Vec::new() };
    for (alike, row) in [(true, true), (true, false), (false, true), (false, false)] {
        grouping.take_runs(row, alike, LEAST_RUN);
    }
    grouping.pairs();
    grouping.take_runs(true, true, 2);
    for index in grouping.left.clone() {
        grouping.take(table.cells[index].says(), [index].into());
    }
    grouping.lines.sort_by_key(|line| line.cells.iter().min().copied());
    grouping.lines
}

struct Grouping<'a> {
    table: &'a TableDifference,
    /// Cells that are not in a group yet.
    left: BTreeSet<usize>,
    lines: Vec<CellGroup>,
}

impl<'a> Grouping<'a> {
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

    /// Takes every run along rows (or columns) with at least `least` cells: cells of one row with the same new result. If
    /// `alike`, they must also have had the same old result.
    fn take_runs(&mut self, row: bool, alike: bool, least: usize) {
        let table = self.table;
        let what = |index: usize| {
            let cell = &table.cells[index];
            (if row { &cell.row } else { &cell.column }, &cell.after, alike.then_some(&cell.before))
        };
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for &index in &self.left {
            match runs.iter_mut().find(|cells| what(cells[0]) == what(index)) {
                Some(cells) => cells.push(index),
                None => runs.push(vec![index]),
            }
        }
        for mut cells in runs {
            let (key, after, _) = what(cells[0]);
            cells.retain(|index| self.left.contains(index));
            if cells.len() >= least {
                self.take_run(row, key, after, cells);
            }
        }
    }

    fn take_run(&mut self, row: bool, key: &str, after: &Answer, cells: Vec<usize>) {
        let mirrored: Option<Vec<usize>> = cells.iter().map(|&index| self.mirrored(index)).collect();
        let axis = match (&mirrored, row) {
            (Some(_), _) => "row and column",
            (None, true) => "row",
            (None, false) => "column",
        };
        let other = |&index: &usize| -> &str {
            let cell = self.cell(index);
            if row { &cell.column } else { &cell.row }
        };
        let others: Vec<&str> = cells.iter().map(other).collect();
        let others = runs(&others, if row { &self.table.columns } else { &self.table.rows });
        let says = format!("{axis} {key}: {others} now {after}, was {}", self.was(&cells));
        self.take(says, cells.into_iter().chain(mirrored.into_iter().flatten()).collect());
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
