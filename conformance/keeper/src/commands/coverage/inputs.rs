//! `ascertain-spec coverage --inputs`.

use super::{Arguments, GAPS};
use crate::input_coverage::{Cell, table};
use ascertain::document::Editions;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{OutputFormat, print};
use ascertain_conformance::case::Case;
use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::text::{
    BAD, DIM, HEAD, PLAIN, labelled, plural, terminal_width, thousands,
};
use ascertain_conformance::suite;
use serde::Serialize;
use std::io::{self, Write};

/// What `--format json` prints, version 1.
#[derive(Serialize)]
struct Inputs {
    version: u32,
    suite: &'static str,
    profile: &'static str,
    seed: u64,
    /// Number of random cases.
    fuzz: u64,
    /// Number of cells that no case is in, without a reason.
    gaps: usize,
    cells: Vec<Cell>,
}

pub(super) fn run(cases: &[Case], editions: &Editions, arguments: &Arguments) -> Result<u8, Problem> {
    let cells = table(cases, editions, arguments.seed, arguments.fuzz);
    let inputs = Inputs {
        version: 1,
        suite: suite::VERSION,
        profile: editions.profile_name(),
        seed: arguments.seed,
        fuzz: arguments.fuzz,
        gaps: cells.iter().filter(|cell| cell.is_gap()).count(),
        cells,
    };
    print(|out| match arguments.format {
        OutputFormat::Text => inputs.text(out, cases.len()),
        OutputFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &inputs)?;
            writeln!(out)
        }
    })?;
    Ok(if inputs.gaps == 0 { 0 } else { GAPS })
}

impl Inputs {
    fn text(&self, out: &mut dyn Write, fixed: usize) -> io::Result<()> {
        let random = plural(self.fuzz, "random case", "random cases");
        let fixed = thousands(fixed as u64);
        let line = format!("Inputs of {fixed} fixed cases and of {random} of seed {}", self.seed);
        labelled(out, (0, "", 0), &line, HEAD, terminal_width())?;
        for section in self.cells.chunk_by(|a, b| a.section == b.section) {
            let mut grid = Grid::default();
            grid.row(vec![
                Field::left(section[0].section, HEAD),
                Field::right("fixed", DIM),
                Field::right("random", DIM),
                Field::left("", DIM),
            ]);
            for cell in section {
                let count = |n| if cell.is_gap() { Field::right("0", BAD) } else { Field::count(n, PLAIN) };
                let why = if cell.is_gap() { "no case has it" } else { cell.why.unwrap_or("") };
                grid.row(vec![
                    Field::left(cell.cell.clone(), PLAIN),
                    count(cell.fixed),
                    count(cell.random),
                    Field::left(why, if cell.is_gap() { BAD } else { DIM }),
                ]);
            }
            writeln!(out)?;
            grid.write(out, 2, terminal_width())?;
        }
        let all = plural(self.cells.len() as u64, "cell", "cells");
        match self.gaps {
            0 => writeln!(out, "\n{all}, none empty without a reason"),
            gaps => writeln!(out, "\n{all}, {BAD}{gaps} empty without a reason{BAD:#}"),
        }
    }
}
