//! Fixtures, and pages as text for comparison.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ascertain_spec::model::{Span, Spec};
use ascertain_spec_tools::page::{Block, Page, PageTable, Text};

/// Fixtures with the table [`TABLE`], one in each format.
pub(crate) const WITH_TABLE: [&str; 7] =
    ["pipe.md", "page.html", "embedded.md", "list.rst", "grid.rst", "simple.rst", "flat.txt"];

/// The table that these fixtures show.
pub(crate) const TABLE: [[&str; 5]; 5] = [
    ["Type", "f32", "f16", "s8", "bool"],
    ["f32", "f32", "f32", "f32", "f32"],
    ["f16", "f32", "f16", "f16", "f16"],
    ["s8", "f32", "f16", "s8", "×"],
    ["bool", "f32", "f16", "×", "bool"],
];

/// The specification of this source tree.
pub(crate) fn spec() -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above");
    ascertain_spec::load(folder).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The folder of fixtures.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pages")
}

/// A fixture's text.
pub(crate) fn fixture(name: &str) -> String {
    let path = folder().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tables of a page.
pub(crate) fn tables(page: &Page) -> Vec<&PageTable> {
    page.blocks
        .iter()
        .filter_map(|block| if let Block::Table(grid) = block { Some(grid) } else { None })
        .collect()
}

/// A table's cells as text.
pub(crate) fn texts(grid: &PageTable) -> Vec<Vec<String>> {
    grid.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect()
}

/// The table of a fixture that shows [`TABLE`]: its last of this width.
pub(crate) fn table(page: &Page) -> Option<Vec<Vec<String>>> {
    tables(page).into_iter().map(texts).rfind(|rows| rows[0].len() == TABLE[0].len())
}

/// A place: `7`, `7-9`, or `b7-9` of bytes.
pub(crate) fn place(place: Span) -> String {
    match place {
        Span::None => "?".to_owned(),
        Span::Lines(first, last) if first == last => first.to_string(),
        Span::Lines(first, last) => format!("{first}-{last}"),
        Span::Bytes(first, end) => format!("b{first}-{end}"),
    }
}

/// A page, a line a block; of a table a line a row, with the place of each cell where they differ.
pub(crate) fn outline(page: &Page) -> String {
    let mut out = String::new();
    let mut line = |kind: &str, text: &Text| {
        let shown = text.text.replace('\n', "\\n");
        writeln!(out, "{kind} {}: {shown}", place(text.place)).expect("a string takes all");
    };
    for block in &page.blocks {
        match block {
            Block::Heading(level, text) => line(&format!("h{level}"), text),
            Block::Paragraph(text) => line("p", text),
            Block::Item(depth, text) => line(&format!("item{depth}"), text),
            Block::Code(text) => line("code", text),
            Block::Table(grid) => {
                let caption = grid.caption.clone().unwrap_or_default();
                line(&format!("table {} header {}, caption", place(grid.place), grid.header_rows), &caption);
                for row in &grid.rows {
                    let same = row.iter().all(|cell| cell.place == row[0].place);
                    let cells: Vec<String> = row
                        .iter()
                        .map(|cell| match same {
                            true => cell.text.clone(),
                            false => format!("{}@{}", cell.text, place(cell.place)),
                        })
                        .collect();
                    let text =
                        Text { text: cells.join(" | "), place: if same { row[0].place } else { Span::None } };
                    line("  row", &text);
                }
            }
        }
    }
    for complaint in &page.complaints {
        let kind = if complaint.fatal { "fatal" } else { "note" };
        line(kind, &Text { text: complaint.says.clone(), place: complaint.place });
    }
    out
}
