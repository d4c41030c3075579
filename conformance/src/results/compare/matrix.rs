//! Many backends side by side, by area and by requirement.

use super::Side;
use crate::results::ordered::sort_by_key;
use ascertain_judge::verdict::Verdict;
use serde::Serialize;

/// Cases of one backend that were asked, and those that do not fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatrixCell {
    /// Those whose answer obeys, or where the documents leave it open.
    pub holds: u64,
    /// Those that were asked and supported.
    pub asked: u64,
}

impl MatrixCell {
    fn add(&mut self, verdict: Verdict, count: u64) {
        self.holds += if verdict.holds() { count } else { 0 };
        self.asked += if verdict.is_about_backend() { count } else { 0 };
    }

    /// `12/14`, or a dash where nothing was asked.
    #[must_use]
    pub fn words(self) -> String {
        if self.asked == 0 { "–".to_owned() } else { format!("{}/{}", self.holds, self.asked) }
    }
}

/// An area or a requirement, with a cell for each backend.
#[derive(Clone, Debug, Serialize)]
pub struct MatrixRow {
    /// Its name.
    pub name: String,
    /// In the order of the reports.
    pub cells: Vec<MatrixCell>,
}

/// Backends side by side.
#[derive(Debug)]
pub struct Matrix<'a> {
    /// The reports.
    pub sides: &'a [Side],
    /// By area, random cases included.
    pub areas: Vec<MatrixRow>,
    /// By requirement, without random cases. One that failed counts where it decided, others where they are tested.
    pub requirements: Vec<MatrixRow>,
}

impl<'a> Matrix<'a> {
    /// Counts the cases of reports.
    #[must_use]
    pub fn of(sides: &'a [Side]) -> Self {
        let mut matrix = Self { sides, areas: Vec::new(), requirements: Vec::new() };
        for (at, side) in sides.iter().enumerate() {
            for case in &side.report.cases {
                let verdict = case.judgement.verdict;
                cell(&mut matrix.areas, case.area, at, sides.len()).add(verdict, 1);
                if case.id.contains("/fuzz/") {
                    continue;
                }
                let decided = case.judgement.requirement.as_ref();
                let decided = decided.filter(|_| verdict.is_failure() || verdict == Verdict::Known);
                for requirement in decided.map_or(case.requirements, std::slice::from_ref) {
                    cell(&mut matrix.requirements, requirement, at, sides.len()).add(verdict, 1);
                }
            }
            for (area, counts) in &side.report.unlisted {
                for verdict in Verdict::ALL {
                    let count = counts.tally.counts.of(verdict);
                    cell(&mut matrix.areas, area, at, sides.len()).add(verdict, count);
                }
            }
        }
        sort_by_key(&mut matrix.requirements, |row| row.name.clone());
        matrix
    }
}

fn cell<'r>(rows: &'r mut Vec<MatrixRow>, name: &str, at: usize, width: usize) -> &'r mut MatrixCell {
    let row = rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
        rows.push(MatrixRow { name: name.to_owned(), cells: vec![MatrixCell::default(); width] });
        rows.len() - 1
    });
    &mut rows[row].cells[at]
}
