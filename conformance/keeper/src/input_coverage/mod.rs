//! Which shapes, layouts and values cases have: a table of cells, with the fixed and the random cases in each.

mod cells;
mod conversions;
mod measures;
mod view;

use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::fuzz::Fuzzer;
use ascertain_conformance::operator::Registry;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashMap;

/// A section of the table, and a cell of it.
type Place = (&'static str, Cow<'static, str>);

/// A cell of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// What is measured.
    pub section: &'static str,
    /// A range of it, or one of its kinds.
    pub cell: Cow<'static, str>,
    /// Fixed cases in it.
    pub fixed: u64,
    /// Random cases in it.
    pub random: u64,
    /// Why neither can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
}

impl Cell {
    /// Whether cases are missing.
    #[must_use]
    pub const fn is_gap(&self) -> bool {
        self.fixed == 0 && self.random == 0 && self.why.is_none()
    }
}

/// The table of these fixed cases and of the first `random` random cases of a seed.
#[must_use]
pub fn table(fixed: &[Case], editions: &Editions, seed: u64, random: u64) -> Vec<Cell> {
    let mut cells = cells::all(editions);
    let index: HashMap<Place, usize> =
        cells.iter().enumerate().map(|(at, cell)| ((cell.section, cell.cell.clone()), at)).collect();
    let places = |case: &Case| {
        let mut places = measures::places(case, editions);
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|place| index.get(&place).copied())
    };
    for case in fixed {
        places(case).for_each(|at| cells[at].fixed += 1);
    }
    let fuzzer = Fuzzer::new(seed, editions, Registry::default());
    for case in (0..random).map(|index| fuzzer.generate(index)) {
        places(&case).for_each(|at| cells[at].random += 1);
    }
    cells
}
