//! The result of every pair of a promotion table, from printed cells and rules in prose.

use super::{CellFact, RuleFact, TableFacts};
use ascertain_spec::model::Span;
use std::collections::BTreeMap;

impl TableFacts {
    /// The printed cell of a row and a column, by index.
    pub fn cell(&self, row: usize, column: usize) -> Option<&CellFact> {
        if column < self.columns.len() { self.cells.get(row * self.columns.len() + column) } else { None }
    }

    /// The place of the row of a key, if it is printed.
    pub(crate) fn row_place(&self, key: &str) -> Span {
        let row = self.rows.iter().position(|row| row == key);
        row.and_then(|row| self.row_places.get(row)).copied().unwrap_or_default()
    }

    /// The mark for "no promotion": one, whatever sign a page prints for a cross.
    pub(crate) fn mark(&self) -> &str {
        if matches!(self.undefined.as_str(), "x" | "X") { "×" } else { &self.undefined }
    }

    /// Keys of the rows and columns of the whole table: the printed ones in the page's order, and then, if there are rules,
    /// all others that occur.
    pub fn axes(&self) -> (Vec<&str>, Vec<&str>) {
        let mut rows: Vec<&str> = self.rows.iter().map(String::as_str).collect();
        let mut columns: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        if !self.rules.is_empty() {
            let named = self.rules.iter().flat_map(|rule| rule.partners.iter().chain([&rule.operand]));
            let named: Vec<&str> = named.map(String::as_str).collect();
            let occurring: Vec<&str> = rows.iter().chain(&columns).chain(&named).copied().collect();
            for key in occurring {
                for axis in [&mut rows, &mut columns] {
                    if !axis.contains(&key) {
                        axis.push(key);
                    }
                }
            }
        }
        (rows, columns)
    }

    /// The result of every pair that the table decides, by the keys of row and column: that of the printed cell, or of the
    /// last rule about the pair.
    pub fn answers(&self) -> BTreeMap<(&str, &str), CellFact> {
        let (rows, columns) = self.axes();
        let mut answers = BTreeMap::new();
        for rule in &self.rules {
            let operand = rule.operand.as_str();
            for &partner in rows.iter().filter(|partner| rule.speaks_of(partner)) {
                let result = rule.gives.of(operand, partner).map(str::to_owned);
                for pair in [(operand, partner), (partner, operand)] {
                    answers.insert(pair, CellFact { result: result.clone(), place: rule.place });
                }
            }
        }
        for (row, key) in self.rows.iter().enumerate() {
            for (column, other) in self.columns.iter().enumerate() {
                if let Some(cell) = self.cell(row, column) {
                    answers.insert((key, other), cell.clone());
                }
            }
        }
        debug_assert!(answers.keys().all(|(row, column)| rows.contains(row) && columns.contains(column)));
        answers
    }
}

impl RuleFact {
    /// Whether the rule decides its operand with `partner`.
    pub fn speaks_of(&self, partner: &str) -> bool {
        self.partners.iter().any(|listed| listed == partner) == self.only
    }
}
