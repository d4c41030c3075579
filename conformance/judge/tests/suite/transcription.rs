//! The promotion tables of the crate `ascertain` are those of the documents. The suite's table cases compare answers with
//! these tables, so the suite cannot find a mistake in them. Every cell of every edition is compared here with a second
//! reading, which a person who had not seen the TOML made from the pages (`second_reading/`), and every table with a
//! committed fingerprint. A change of any single cell fails.

use ascertain::DType;
use ascertain::document::{DOCUMENTS, Editions};
use ascertain::promote::{Cell, Key, TABLES, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The second reading, by file name: the table's id, and the edition after `@` where it is not the first.
const SECOND_READING: [(&str, &str); 9] = [
    ("aclnn.tensor-tensor.txt", include_str!("../../second_reading/aclnn.tensor-tensor.txt")),
    ("aclnn.tensor-tensor@2025-09.txt", include_str!("../../second_reading/aclnn.tensor-tensor@2025-09.txt")),
    (
        "aclnn.tensor-tensor@code-8.1.txt",
        include_str!("../../second_reading/aclnn.tensor-tensor@code-8.1.txt"),
    ),
    ("aclnn.tensor-scalar.txt", include_str!("../../second_reading/aclnn.tensor-scalar.txt")),
    (
        "aclnn.tensor-scalar@code-950.txt",
        include_str!("../../second_reading/aclnn.tensor-scalar@code-950.txt"),
    ),
    (
        "aclnn.tensor-scalar@code-adds-a2.txt",
        include_str!("../../second_reading/aclnn.tensor-scalar@code-adds-a2.txt"),
    ),
    (
        "aclnn.tensor-scalar@code-muls-a2.txt",
        include_str!("../../second_reading/aclnn.tensor-scalar@code-muls-a2.txt"),
    ),
    ("mindspore.tensor-tensor.txt", include_str!("../../second_reading/mindspore.tensor-tensor.txt")),
    ("mindspore.number-tensor.txt", include_str!("../../second_reading/mindspore.number-tensor.txt")),
];

const FINGERPRINTS: &str = "fingerprints.txt";
const COMMITTED: &str = include_str!("../data/fingerprints.txt");
const ABOUT_FINGERPRINTS: &str = "\
A fingerprint of every table in every edition: table, edition, cells, FNV-1a (64 bits) over a line `row column result`
for each cell, sorted. tests/suite/transcription.rs writes it with ASCERTAIN_UPDATE=1.";

/// A table in one edition, as names.
struct Grid {
    table: String,
    edition: String,
    /// By row and column; `-` where the pair has no promotion.
    cells: BTreeMap<(String, String), String>,
}

/// The generated tables, every edition of each.
fn generated() -> Vec<Grid> {
    let of_table = |table: &'static Table| table.editions.iter().map(move |e| grid(table, e.edition));
    TABLES.iter().copied().flat_map(of_table).collect()
}

fn grid(table: &'static Table, edition: &str) -> Grid {
    let editions = choose(table, edition);
    let name = |cell: &Cell| cell.result.map_or("-", DType::name).to_owned();
    let cells =
        table.cells(&editions).map(|(r, c, cell)| ((r.name().to_owned(), c.name().to_owned()), name(cell)));
    Grid { table: table.id.to_owned(), edition: edition.to_owned(), cells: cells.collect() }
}

/// Whether a table's fingerprint in this edition is committed. Editions that somebody has imported since are not read a
/// second time here until their fingerprints are.
fn is_committed(table: &str, edition: &str) -> bool {
    COMMITTED.lines().any(|line| line.starts_with(&format!("{table} {edition} ")))
}

fn choose(table: &Table, edition: &str) -> Editions {
    Editions::default().with(table.document, edition).unwrap_or_else(|e| panic!("{e}"))
}

/// A file of the second reading: comments, the first of which names table and edition, and a grid.
fn parse(file: &str, text: &str) -> Result<Grid, String> {
    let title = text.lines().next().unwrap_or_default();
    let title = title.strip_prefix("# table ").and_then(|t| t.split_once(", edition "));
    let (table, rest) = title.ok_or_else(|| format!("{file}: starts with no `# table ID, edition NAME`"))?;
    let edition = rest.split_whitespace().next().unwrap_or_default().trim_end_matches(',');
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(str::split_whitespace);
    let columns: Vec<&str> = lines.next().into_iter().flatten().skip(1).collect();
    let mut cells = BTreeMap::new();
    for mut line in lines {
        let row = line.next().ok_or_else(|| format!("{file}: an empty line"))?;
        let results: Vec<&str> = line.collect();
        if results.len() != columns.len() {
            return Err(format!("{file}: row {row} has {} cells, {} columns", results.len(), columns.len()));
        }
        for (column, result) in columns.iter().zip(results) {
            if cells.insert((row.to_owned(), (*column).to_owned()), result.to_owned()).is_some() {
                return Err(format!("{file}: row {row}, column {column} twice"));
            }
        }
    }
    Ok(Grid { table: table.to_owned(), edition: edition.to_owned(), cells })
}

fn second_reading() -> Vec<Grid> {
    SECOND_READING.iter().map(|(file, text)| parse(file, text).unwrap_or_else(|e| panic!("{e}"))).collect()
}

fn fingerprint(grid: &Grid) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for ((row, column), result) in &grid.cells {
        for part in [row, " ", column, " ", result, "\n"] {
            for byte in part.bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    format!("{} {} {} {hash:016x}", grid.table, grid.edition, grid.cells.len())
}

#[test]
fn every_cell_reads_as_the_second_reading_does() {
    let readings = second_reading();
    let mut found = Vec::new();
    for toml in generated().into_iter().filter(|grid| is_committed(&grid.table, &grid.edition)) {
        let Some(second) = readings.iter().find(|r| (&r.table, &r.edition) == (&toml.table, &toml.edition))
        else {
            // The one edition that needs no reading of its own says what the one before it says.
            let table = Table::named(&toml.table).unwrap_or_else(|| panic!("{}", toml.table));
            let editions = DOCUMENTS.iter().filter(|d| d.id == table.document).flat_map(|d| d.editions);
            let parent = editions.filter(|e| e.name == toml.edition).find_map(|e| e.inherits);
            let same = parent.is_some_and(|parent| grid(table, parent).cells == toml.cells);
            assert!(
                same,
                "table {}, edition {}: no file of second_reading/ holds it",
                toml.table, toml.edition
            );
            continue;
        };
        let table = Table::named(&toml.table).unwrap_or_else(|| panic!("{}", toml.table));
        let editions = choose(table, &toml.edition);
        let key = |keys: &[Key], name: &str| keys.iter().copied().find(|key| key.name() == name);
        for (row, column) in toml.cells.keys().chain(second.cells.keys()).collect::<BTreeSet<_>>() {
            let read = |grid: &Grid| {
                let cell = grid.cells.get(&(row.clone(), column.clone()));
                cell.cloned().unwrap_or_else(|| "nothing".to_owned())
            };
            let (first, again) = (read(&toml), read(second));
            if first != again {
                let keys = key(table.rows.keys, row).zip(key(table.columns.keys, column));
                let cell = keys.and_then(|(row, column)| table.cell(&editions, row, column));
                let cite = cell.map(|cell| format!(" ({})", cell.cite)).unwrap_or_default();
                let Grid { table, edition, .. } = &toml;
                found.push(format!(
                    "table {table}, edition {edition}, row {row}, column {column}: the TOML says {first}, \
                     the second reading says {again}{cite}"
                ));
            }
        }
    }
    let advice = "read these cells in the document, and correct the reading that is wrong";
    assert!(found.is_empty(), "cells that differ: {}\n{}\n{advice}", found.len(), found.join("\n"));
}

#[test]
fn every_file_of_the_second_reading_is_used() {
    let tables: BTreeSet<_> = generated().into_iter().map(|grid| (grid.table, grid.edition)).collect();
    let mut seen = BTreeSet::new();
    for ((file, _), reading) in SECOND_READING.iter().zip(second_reading()) {
        let Grid { table, edition, .. } = reading;
        let first = TABLES.iter().any(|t| t.id == table && t.editions[0].edition == edition);
        let name = if first { format!("{table}.txt") } else { format!("{table}@{edition}.txt") };
        assert_eq!(*file, name, "its first line names table {table}, edition {edition}");
        assert!(tables.contains(&(table.clone(), edition.clone())), "{file}: no such table or edition");
        assert!(seen.insert((table, edition)), "{file}: a second file of that edition");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/second_reading");
    let files = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {folder}: {e}"));
    assert_eq!(files.count(), SECOND_READING.len(), "every file of {folder} is one of SECOND_READING");
}

#[test]
fn every_table_has_its_committed_fingerprint() {
    let fingerprints: BTreeSet<String> = generated().iter().map(fingerprint).collect();
    let mut found = crate::ledger::differences(FINGERPRINTS, ABOUT_FINGERPRINTS, &fingerprints);
    found.retain(|line| {
        let mut words = line.trim_start_matches("+ ").split(' ');
        let (table, edition) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        line.starts_with('-') || is_committed(table, edition)
    });
    let advice = "\
        a table changed. Where the document says so and the second reading agrees, commit what this writes:\n\
        ASCERTAIN_UPDATE=1 cargo test -p ascertain-judge --test suite transcription";
    assert!(found.is_empty(), "{}\n{advice}", found.join("\n"));
}
