//! The promotion tables of the crate `ascertain` are those of the documents. The suite's table cases compare answers with
//! these tables, so the suite cannot find a mistake in them. Every cell of every edition is compared here with a second
//! reading, which a person who had not seen the TOML made from the pages (`second_reading/`), so that a change of any single
//! cell fails. Editions that somebody imports later are compared once they have a reading.

use ascertain::DType;
use ascertain::document::Editions;
use ascertain::promote::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

/// Results by row and column; `-` where the pair has no promotion.
type Cells = BTreeMap<(String, String), String>;

/// The second reading of a table in one edition.
struct Reading {
    file: String,
    table: &'static Table,
    edition: String,
    cells: Cells,
}

/// Every file of the second reading.
fn readings() -> Vec<Reading> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/second_reading"));
    let files = fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    files.map(|file| read(&file.unwrap_or_else(|e| panic!("{e}")).path())).collect()
}

/// A file: comments, the first of which names table and edition, and a grid.
fn read(path: &Path) -> Reading {
    let file = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let title = text.lines().next().and_then(|line| line.strip_prefix("# table ")?.split_once(", edition "));
    let (table, rest) = title.unwrap_or_else(|| panic!("{file}: starts with no `# table ID, edition NAME`"));
    let table = Table::named(table).unwrap_or_else(|| panic!("{file}: no table is called {table}"));
    let edition = rest.split_whitespace().next().unwrap_or_default().trim_end_matches(',').to_owned();
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(str::split_whitespace);
    let columns: Vec<&str> = lines.next().into_iter().flatten().skip(1).collect();
    let mut cells = BTreeMap::new();
    for line in lines {
        let [row, results @ ..] = &line.collect::<Vec<_>>()[..] else { panic!("{file}: an empty line") };
        assert_eq!(results.len(), columns.len(), "{file}: the cells and columns of row {row}");
        for (column, result) in columns.iter().zip(results) {
            let twice = cells.insert(((*row).to_owned(), (*column).to_owned()), (*result).to_owned());
            assert_eq!(twice, None, "{file}: row {row}, column {column} twice");
        }
    }
    Reading { file, table, edition, cells }
}

#[test]
fn every_cell_reads_as_the_second_reading_does() {
    let mut found = Vec::new();
    for Reading { table, edition, cells: second, .. } in readings() {
        let editions = Editions::default().with(table.document, &edition).unwrap_or_else(|e| panic!("{e}"));
        let first: BTreeMap<_, _> = table
            .cells(&editions)
            .map(|(row, column, cell)| ((row.name().to_owned(), column.name().to_owned()), cell))
            .collect();
        for key @ (row, column) in first.keys().chain(second.keys()).collect::<BTreeSet<_>>() {
            let cell = first.get(key);
            let toml = cell.map(|cell| cell.result.map_or("-", DType::name));
            let again = second.get(key).map(String::as_str);
            if toml != again {
                found.push(format!(
                    "table {}, edition {edition}, row {row}, column {column}: the TOML says {}, \
                     the second reading says {}{}",
                    table.id,
                    toml.unwrap_or("nothing"),
                    again.unwrap_or("nothing"),
                    cell.map(|cell| format!(" ({})", cell.cite)).unwrap_or_default(),
                ));
            }
        }
    }
    let advice = "read these cells in the document, and correct the reading that is wrong";
    assert!(found.is_empty(), "cells that differ: {}\n{}\n{advice}", found.len(), found.join("\n"));
}

#[test]
fn every_file_of_the_second_reading_is_named_after_its_edition() {
    let readings = readings();
    assert!(readings.len() >= 9, "a file of the second reading is gone");
    for Reading { file, table, edition, .. } in readings {
        let first = table.editions[0].edition == edition;
        let name = if first { format!("{}.txt", table.id) } else { format!("{}@{edition}.txt", table.id) };
        assert_eq!(file, name, "its first line names table {}, edition {edition}", table.id);
    }
}
