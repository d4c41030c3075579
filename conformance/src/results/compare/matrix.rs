//! Many backends side by side, by area and by requirement.

use super::Side;
use crate::results::ordered::sort_by_key;
use ascertain_judge::verdict::{FailKind, Verdict};
use serde::Serialize;

/// Cases of one backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatrixCell {
    /// Those whose answer obeys, or where the documents leave it open.
    pub holds: u64,
    /// Those that were asked and supported.
    pub asked: u64,
    /// Valid calls that were refused, and calls that a page refuses and that were accepted.
    pub refusals: u64,
    /// Those that the backend does not offer.
    pub unsupported: u64,
}

impl MatrixCell {
    fn add(&mut self, verdict: Verdict, kind: Option<FailKind>, count: u64) {
        let is_refusal = matches!(kind, Some(FailKind::RejectedValid | FailKind::AcceptedInvalid));
        self.holds += if verdict.holds() { count } else { 0 };
        self.asked += if verdict.is_about_backend() { count } else { 0 };
        self.refusals += if !verdict.holds() && is_refusal { count } else { 0 };
        self.unsupported += if verdict == Verdict::Unsupported { count } else { 0 };
    }

    /// Wrong results, and calls that end badly.
    #[must_use]
    pub const fn wrong(self) -> u64 {
        self.asked - self.holds - self.refusals
    }

    /// `2/14` for 2 of the 14 cases that were asked; `○` where the backend offers none, and `–` where none was asked.
    #[must_use]
    pub fn words(self, count: u64) -> String {
        match (self.asked, self.unsupported) {
            (0, 0) => "–".to_owned(),
            (0, _) => "○".to_owned(),
            (asked, _) => format!("{count}/{asked}"),
        }
    }
}

/// What the signs of a cell mean.
pub const SIGNS: &str = "of the cases that a backend supports; ○ it offers none, – none was asked";

/// One table of backends: what it counts, and its rows.
pub struct MatrixTable<'a> {
    /// What is counted.
    pub title: &'static str,
    /// What its rows are: areas or requirements.
    pub what: &'static str,
    /// All of them.
    pub rows: &'a [MatrixRow],
    /// What is counted in a cell.
    pub count: fn(MatrixCell) -> u64,
}

impl<'a> MatrixTable<'a> {
    /// The rows in which something is counted, and how many others there are.
    #[must_use]
    pub fn told(&self) -> (Vec<&'a MatrixRow>, usize) {
        let is_told = |row: &&MatrixRow| row.cells.iter().any(|cell| (self.count)(*cell) > 0);
        let told: Vec<&MatrixRow> = self.rows.iter().filter(is_told).collect();
        (told.clone(), self.rows.len() - told.len())
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
    pub sides: Vec<&'a Side>,
    /// By area, random cases included.
    pub areas: Vec<MatrixRow>,
    /// By requirement, without random cases. One that failed counts where it decided, others where they are tested.
    pub requirements: Vec<MatrixRow>,
}

impl<'a> Matrix<'a> {
    /// Counts the cases of reports.
    #[must_use]
    pub fn of(sides: impl IntoIterator<Item = &'a Side>) -> Self {
        let sides: Vec<&Side> = sides.into_iter().collect();
        let mut matrix = Self { sides: sides.clone(), areas: Vec::new(), requirements: Vec::new() };
        for (at, side) in sides.iter().enumerate() {
            for case in &side.report.cases {
                let (verdict, kind) = (case.judgement.verdict, case.judgement.kind);
                cell(&mut matrix.areas, case.area, at, sides.len()).add(verdict, kind, 1);
                if case.id.contains("/fuzz/") {
                    continue;
                }
                let decided = case.judgement.requirement.as_ref();
                let decided = decided.filter(|_| verdict.is_failure() || verdict == Verdict::Known);
                for requirement in decided.map_or(case.requirements, std::slice::from_ref) {
                    cell(&mut matrix.requirements, requirement, at, sides.len()).add(verdict, kind, 1);
                }
            }
            for (area, counts) in &side.report.unlisted {
                for verdict in Verdict::ALL {
                    let count = counts.tally.counts.of(verdict);
                    cell(&mut matrix.areas, area, at, sides.len()).add(verdict, None, count);
                }
            }
        }
        sort_by_key(&mut matrix.requirements, |row| row.name.clone());
        matrix
    }

    /// The tables to show: what costs most first.
    #[must_use]
    pub fn tables(&self) -> [MatrixTable<'_>; 3] {
        [
            MatrixTable {
                title: "wrong results and crashes",
                what: "area",
                rows: &self.areas,
                count: MatrixCell::wrong,
            },
            MatrixTable {
                title: "valid calls refused, and invalid ones accepted",
                what: "area",
                rows: &self.areas,
                count: |cell| cell.refusals,
            },
            MatrixTable {
                title: "fixed cases that fail, by requirement",
                what: "requirement",
                rows: &self.requirements,
                count: |cell| cell.asked - cell.holds,
            },
        ]
    }

    /// A name for each report: that of its backend, with the version or else the file where another has the same.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let short = |side: &Side| side.report.backend.name.to_string();
        let ways: [&dyn Fn(&Side) -> String; 3] = [&short, &Side::backend, &|side| side.file.clone()];
        let is_own = |way: &dyn Fn(&Side) -> String, side: &Side| {
            self.sides.iter().filter(|other| way(other) == way(side)).count() == 1
        };
        let name = |side: &Side| {
            let own = ways.iter().find(|way| is_own(way, side) && !way(side).is_empty());
            own.map_or_else(|| side.file.clone(), |way| way(side))
        };
        self.sides.iter().copied().map(name).collect()
    }
}

fn cell<'r>(rows: &'r mut Vec<MatrixRow>, name: &str, at: usize, width: usize) -> &'r mut MatrixCell {
    let row = rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
        rows.push(MatrixRow { name: name.to_owned(), cells: vec![MatrixCell::default(); width] });
        rows.len() - 1
    });
    &mut rows[row].cells[at]
}
