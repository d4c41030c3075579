//! Long pages of every shape are read in time and memory that grow as their length does.

use ascertain_spec_tools::page::{Block, MOST_BYTES, Page, read};
use ascertain_spec_tools::reader;

use crate::pages::common::spec;

/// A shape of a page: a name for the file, and its parts. The middle is repeated.
type Shape = (String, String, String, String);

#[derive(serde::Deserialize)]
struct Shapes {
    shapes: Vec<Shape>,
}

/// A page of about `length` bytes.
fn page((name, start, part, end): &Shape, length: usize) -> Page {
    let repeated = part.repeat(length / part.len());
    read(name, format!("{start}{repeated}{end}").as_bytes())
}

/// How many bytes of text a page holds.
fn weight(page: &Page) -> usize {
    let cells = |block: &Block| match block {
        Block::Table(grid) => grid.rows.iter().flatten().map(|cell| cell.text.len() + 1).sum(),
        block => block.text().map_or(0, |text| text.text.len()),
    };
    page.blocks.iter().map(cells).sum()
}

/// A reader that looks through the rest of the page again and again would take minutes for the longest of these.
#[test]
fn long_pages_are_read_in_linear_time_and_memory() {
    let listed: Shapes = toml::from_str(include_str!("../fixtures/shapes.toml")).expect("a list of shapes");
    for shape in &listed.shapes {
        for length in [1 << 12, 1 << 14, 1 << 16] {
            let page = page(shape, length);
            let weight = weight(&page);
            assert!(!page.blocks.is_empty() || !page.complaints.is_empty(), "{shape:?}");
            assert!(weight <= 20 * length + (1 << 17), "{shape:?}: {weight} bytes of {length}");
            assert!(page.complaints.len() <= length, "{shape:?}: {} complaints", page.complaints.len());
        }
    }
}

/// Facts are looked for in time that grows as the page does. None of these pages has any.
#[test]
fn facts_of_long_pages_are_looked_for_in_linear_time() {
    let spec = spec();
    let names = |at: usize| format!("ACL_FLOAT(a{at}), ACL_INT8(b{at}), ACL_BOOL(c{at})\n\n");
    let types = |at: usize| format!("| t{at} | 8-bit integer |\n");
    let table =
        |row: &str| format!("# T\n\nTensor\n\n| T |{row}\n| - |{}\n| f32 |{row}\n", " - |".repeat(1 << 11));
    let pages = [
        (0..1 << 10).map(names).collect::<String>(),
        format!("| Type | Description |\n| - | - |\n{}", (0..1 << 11).map(types).collect::<String>()),
        table(&" f32 |".repeat(1 << 11)),
        format!(
            "| {} | f32 | f16 |\n| - | - | - |\n| f32 | f32 | f32 |\n| f16 | f32 | f16 |\n",
            "tensor ".repeat(1 << 13)
        ),
        "Tensor\n\n| T | f32 | f16 |\n| - | - | - |\n| f32 | f32 | f32 |\n| f16 | f32 | f16 |\n\n"
            .repeat(1 << 8),
    ];
    for text in pages {
        let page = read("a.md", format!("# T\n\n{text}").as_bytes());
        let start: String = text.chars().take(80).collect();
        assert!(reader::read(&page, &spec, None).is_err(), "{start}");
    }
}

/// A table with as many columns as the page has words.
#[test]
fn wide_borders() {
    let border = "= ".repeat(1 << 16);
    let cells = "a ".repeat(1 << 16);
    let page = read("a.rst", format!("T\n=\n\n{border}\n{cells}\n{border}\n{cells}\n{border}\n").as_bytes());
    assert!(!page.is_refused(), "{:?}", page.complaints);
}

/// Cells that span much are repeated only within reason.
#[test]
fn spans_cannot_fill_the_memory() {
    let long = "a".repeat(1 << 16);
    let html = format!(
        "<!doctype html>\n<table><tr><th>{long}</th></tr>\n<tr><td rowspan=\"0\" colspan=\"1000\">{long}</td></tr>{}</table>",
        "<tr></tr>".repeat(1 << 12)
    );
    let columns = 1 << 13;
    let (borders, wide) = ("+-".repeat(columns), "a".repeat(2 * columns - 1));
    let grid = format!("T\n=\n\n{borders}+\n|{wide}|\n{}+\n|{wide}|\n{borders}+\n", "+=".repeat(columns));
    for (name, text) in [("a.html", html), ("a.rst", grid)] {
        let page = read(name, text.as_bytes());
        let refused = page.complaints.iter().any(|c| c.fatal && c.says.contains("is the span right?"));
        assert!(refused, "{name}: {:?}", page.complaints);
        assert!(weight(&page) <= 20 * text.len(), "{name}");
    }
}

/// Nothing of a page beyond the limit is read.
#[test]
fn a_page_beyond_the_limit_is_refused() {
    for (bytes, words) in [(MOST_BYTES, "is not UTF-8"), (MOST_BYTES + 1, "more than 16 MB")] {
        let page = read("a.md", &vec![0xff; bytes]);
        assert!(page.blocks.is_empty());
        assert!(page.complaints.iter().any(|c| c.fatal && c.says.contains(words)), "{:?}", page.complaints);
    }
}
