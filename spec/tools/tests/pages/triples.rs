//! Promotion tables as triples: made-up pages with the cells of the specification.

use ascertain_spec::model::{Class, DTypeInfo, Key, Span, Spec, Table};
use ascertain_spec_tools::facts::TableFacts;
use ascertain_spec_tools::page::{Complaint, read};
use ascertain_spec_tools::reader;

use crate::pages::common::spec;

/// The document whose pages have listed triples.
const DOCUMENT: &str = "mindspore.dtype";

fn tables(spec: &Spec) -> Vec<&Table> {
    spec.tables.iter().filter(|table| table.document == DOCUMENT).collect()
}

/// A dtype's name on the page.
fn name(dtype: &DTypeInfo, table: &Table) -> String {
    let scheme = &table.editions[0].printed.names;
    let name = dtype.name_in(scheme).expect("a name");
    format!("mindspore.{name}")
}

fn key(spec: &Spec, table: &Table, key: &Key) -> String {
    match key {
        Key::DType(dtype) => name(spec.dtype_of(*dtype), table),
        Key::Number(number) => number.name().to_owned(),
    }
}

/// A description that tells a dtype's class and width.
fn says(dtype: &DTypeInfo) -> String {
    let class = match dtype.class {
        Class::Bool => return "boolean".to_owned(),
        Class::Signed => "integer",
        Class::Unsigned => "unsigned integer",
        Class::Complex => "complex",
        Class::Float if dtype.exponent_bits == Some(8) && dtype.bits == 16 => "brain float",
        Class::Float => "float",
    };
    format!("{}-bit {class}", dtype.bits)
}

/// The rows of a table as triples: every pair that promotes, once, without pairs of one dtype.
fn triples(spec: &Spec, table: &Table) -> Vec<[String; 3]> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    let columns = table.columns.keys.len();
    for (at, cell) in table.editions[0].cells.iter().enumerate() {
        let (row, column) = (&table.rows.keys[at / columns], &table.columns.keys[at % columns]);
        let (a, b) = (key(spec, table, row), key(spec, table, column));
        let known = rows.iter().any(|[x, y, _]| *x == b && *y == a);
        if let Some(result) = cell.result.filter(|_| a != b && !known) {
            rows.push([a, b, name(spec.dtype_of(result), table)]);
        }
    }
    rows
}

fn grid((a, b): (&str, &str), rows: &[[String; 3]]) -> String {
    let rows: String = rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
    format!("| A ({a}) | B ({b}) | Output (Tensor) |\n| - | - | - |\n{rows}")
}

/// A page with a list of types and both tables, after a change to the triples of the first.
fn page(spec: &Spec, change: impl FnOnce(&mut Vec<[String; 3]>)) -> String {
    let all = tables(spec);
    let [first, second] = all.as_slice() else { panic!("{} tables", all.len()) };
    let dtypes = first.rows.keys.iter().filter_map(|key| match key {
        Key::DType(dtype) => Some(spec.dtype_of(*dtype)),
        Key::Number(_) => None,
    });
    let types: String =
        dtypes.map(|dtype| format!("| {} | {} |\n", name(dtype, first), says(dtype))).collect();
    let mut rows = triples(spec, first);
    change(&mut rows);
    format!(
        "# mindspore.dtype\n\n| Definition | Description |\n| - | - |\n{types}\n\
         ## Joining\n\nA and B give Output. The same holds for B and A.\n\n{}\nNumbers: bool, int and float.\n\n{}",
        grid(("Tensor", "Tensor"), &rows),
        grid((&second.rows.role, &second.columns.role), &triples(spec, second)),
    )
}

fn facts(spec: &Spec, text: &str) -> Result<(Vec<TableFacts>, Vec<Complaint>), Vec<Complaint>> {
    let reading = reader::read(&read("a.md", text.as_bytes()), spec, None)?;
    let tables = reading.facts.into_iter().flat_map(|facts| facts.tables).collect();
    Ok((tables, reading.notes))
}

/// The cells are those of the tables with rows and columns. Pairs that are not listed are noted.
#[test]
fn triples_are_read_as_rows_and_columns() {
    let spec = spec();
    let (found, notes) =
        facts(&spec, &page(&spec, |_| {})).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    assert_eq!(found.len(), 2);
    for table in tables(&spec) {
        let read = found.iter().find(|read| read.id == table.id).expect("the table is read");
        let answers = read.answers();
        let columns = table.columns.keys.len();
        let mut open = 0;
        for (at, cell) in table.editions[0].cells.iter().enumerate() {
            let short = |key: &Key| match key {
                Key::DType(dtype) => spec.dtype_of(*dtype).name.clone(),
                Key::Number(number) => number.name().to_owned(),
            };
            let (row, column) =
                (short(&table.rows.keys[at / columns]), short(&table.columns.keys[at % columns]));
            let answer = &answers[&(row.as_str(), column.as_str())];
            let expected = cell.result.map(|dtype| spec.dtype_of(dtype).name.clone());
            assert_eq!(answer.result, expected, "{}: {row}, {column}", table.id);
            open += usize::from(expected.is_none());
        }
        let noted = format!("{open} pairs are not in this table");
        assert!(notes.iter().any(|note| note.says.contains(&noted)), "{notes:?}");
    }
}

/// A cell's place is the line of its triple.
#[test]
fn cells_cite_their_triple() {
    let spec = spec();
    let text = page(&spec, |_| {});
    let (found, _) = facts(&spec, &text).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let lines: Vec<&str> = text.lines().collect();
    let cells = found.iter().flat_map(|table| &table.cells).filter(|cell| cell.result.is_some());
    let single = cells.filter_map(|cell| match cell.place {
        Span::Lines(first, last) if first == last => Some(lines[first as usize - 1]),
        _ => None,
    });
    let cited: Vec<&str> = single.collect();
    assert!(cited.len() > 100 && cited.iter().all(|line| line.matches('|').count() == 4), "{}", cited.len());
}

/// A list that contradicts itself, or leaves the other order open, is refused.
#[test]
fn unclear_triples_are_refused() {
    let spec = spec();
    let refused = |text: &str, words: &str| {
        let complaints = facts(&spec, text).expect_err(words);
        assert!(complaints.iter().any(|c| c.fatal && c.says.contains(words)), "{words}: {complaints:?}");
    };
    refused(&page(&spec, |_| {}).replace("The same holds for B and A.", ""), "other order");
    refused(&page(&spec, |rows| rows.push(rows[0].clone())), "twice");
    refused(
        &page(&spec, |rows| {
            let [a, b, _] = rows[3].clone();
            rows.push([b.clone(), a, b]);
        }),
        "twice",
    );
    refused(&page(&spec, |rows| rows[2][2] = "mindspore.int7".to_owned()), "`mindspore.int7`");
    refused(&page(&spec, |rows| rows[2][1].clear()), "is not a dtype");
}
