//! Random tables are written in every format and read back, and randomly damaged pages never cause a panic.

use ascertain_spec::model::Span;
use ascertain_spec_tools::page::{Block, read};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use crate::pages::common::{WITH_TABLE, fixture, outline, tables, texts};

type Table = Vec<Vec<String>>;

/// Cells with the words that tables hold, and with characters that some markup gives a meaning.
fn cell() -> impl Strategy<Value = String> {
    let words = "f32 bf16 c128 bool int8 uint64 bfloat16 complex64 × x X NA - √ 布尔型 8位整型数 列表、元组 \
        list_ __all__ void* aclOpExecutor** 2*3*4 [0] [a](b) ` #1 a|b 1. N/A {x} ~ 50% a\\b \\*";
    let phrases = ["a < b", "x & y", "x &amp; y", "[-rank, rank)", "\"Error: it can't.\""];
    let words: Vec<&str> = words.split_whitespace().chain(phrases).collect();
    prop_oneof![
        8 => proptest::sample::select(words).prop_map(str::to_owned),
        1 => "[a-z]{1,6}( [a-z]{1,4}){0,2}",
        1 => Just(String::new()),
    ]
}

/// Tables of at least two columns, with a heading and a row.
fn table() -> impl Strategy<Value = Table> {
    (2_usize..6, 2_usize..6).prop_flat_map(|(rows, columns)| {
        proptest::collection::vec(proptest::collection::vec(cell(), columns), rows)
    })
}

/// A way to write a table down.
struct Format {
    name: &'static str,
    /// What the format can say in a cell: in flattened text a pipe would end it.
    cell: fn(&str) -> String,
    write: fn(&Table) -> String,
}

fn same(cell: &str) -> String {
    cell.to_owned()
}

/// First columns of simple tables are never empty.
fn filled(cell: &str) -> String {
    if cell.is_empty() { "none".to_owned() } else { cell.to_owned() }
}

const FORMATS: [Format; 8] = [
    Format { name: "a.md", cell: same, write: pipe },
    Format { name: "b.md", cell: filled, write: bare_pipe },
    Format { name: "c.html", cell: same, write: html_page },
    Format { name: "d.md", cell: same, write: html_in_markdown },
    Format { name: "e.rst", cell: same, write: list_table },
    Format { name: "f.rst", cell: same, write: grid },
    Format { name: "g.rst", cell: filled, write: simple },
    Format { name: "h.txt", cell: |cell| cell.replace('|', "/").replace("x &amp; y", "x & y"), write: flat },
];

/// Escapes with backslashes.
fn escape(cell: &str, special: &[char]) -> String {
    cell.chars().flat_map(|c| special.contains(&c).then_some('\\').into_iter().chain([c])).collect()
}

fn markdown(cell: &str) -> String {
    escape(cell, &['\\', '`', '*', '[', ']', '<', '&', '|'])
}

fn rst(cell: &str) -> String {
    escape(cell, &['\\', '`', '*'])
}

fn html(cell: &str) -> String {
    // Stray Markdown is stripped from HTML too, so that it is written as references there.
    let references = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;")];
    let cell = escape(cell, &['\\', '`', '*']);
    references.iter().fold(cell, |cell, (c, reference)| cell.replace(*c, reference))
}

fn pipe(table: &Table) -> String {
    let line = |row: &Vec<String>| {
        format!("| {} |\n", row.iter().map(|c| markdown(c)).collect::<Vec<_>>().join(" | "))
    };
    let dashes = "|:-:".repeat(table[0].len()) + "|\n";
    format!(
        "# T\n\ntext\n{}{dashes}{}\n\nend\n",
        line(&table[0]),
        table[1..].iter().map(line).collect::<String>()
    )
}

fn bare_pipe(table: &Table) -> String {
    let line =
        |row: &Vec<String>| format!("{}\n", row.iter().map(|c| markdown(c)).collect::<Vec<_>>().join(" | "));
    let dashes = vec!["---"; table[0].len()].join(" | ");
    format!("# T\n\n{}{dashes}\n{}", line(&table[0]), table[1..].iter().map(line).collect::<String>())
}

fn html_table(table: &Table) -> String {
    let row = |(at, row): (usize, &Vec<String>)| {
        let tag = if at == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", html(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    format!("<table>\n{}</table>\n", table.iter().enumerate().map(row).collect::<String>())
}

fn html_page(table: &Table) -> String {
    format!("<!doctype html>\n<title>T</title>\n<p>text</p>\n{}<p>end</p>\n", html_table(table))
}

fn html_in_markdown(table: &Table) -> String {
    format!("# T\n\ntext\n\n{}\n- end\n", html_table(table))
}

fn list_table(table: &Table) -> String {
    let mut out = "T\n=\n\n.. list-table::\n   :header-rows: 1\n\n".to_owned();
    for row in table {
        for (column, cell) in row.iter().enumerate() {
            let marker = if column == 0 { "* -" } else { "  -" };
            out += &format!("   {marker} {}\n", rst(cell));
        }
    }
    out + "\nend\n"
}

fn widths(table: &[Vec<String>]) -> Vec<usize> {
    (0..table[0].len()).map(|c| table.iter().map(|row| row[c].width()).max().unwrap_or(0).max(2)).collect()
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width - text.width()))
}

fn grid(table: &Table) -> String {
    let cells: Vec<Vec<String>> = table.iter().map(|row| row.iter().map(|c| rst(c)).collect()).collect();
    let widths = widths(&cells);
    let border =
        |mark: &str| widths.iter().map(|w| format!("+{}", mark.repeat(w + 2))).collect::<String>() + "+\n";
    let line = |row: &Vec<String>| {
        row.iter().zip(&widths).map(|(c, w)| format!("| {} ", pad(c, *w))).collect::<String>() + "|\n"
    };
    let mut out = format!("T\n=\n\n{}{}{}", border("-"), line(&cells[0]), border("="));
    for row in &cells[1..] {
        out += &line(row);
        out += &border("-");
    }
    out + "\nend\n"
}

fn simple(table: &Table) -> String {
    let cells: Vec<Vec<String>> = table.iter().map(|row| row.iter().map(|c| rst(c)).collect()).collect();
    let widths = widths(&cells);
    let border = widths.iter().map(|w| "=".repeat(*w)).collect::<Vec<_>>().join("  ") + "\n";
    let line = |row: &Vec<String>| {
        row.iter().zip(&widths).map(|(c, w)| pad(c, *w)).collect::<Vec<_>>().join("  ") + "\n"
    };
    let body: String = cells[1..].iter().map(line).collect();
    format!("T\n=\n\n{border}{}{border}{body}{border}\nend\n", line(&cells[0]))
}

fn flat(table: &Table) -> String {
    let lines = |row: &Vec<String>| {
        row.iter().map(|cell| format!("{} |\n", escape(cell, &['\\', '`', '*']))).collect::<String>()
    };
    let dashes = "---|".repeat(table[0].len()) + "\n";
    format!("T\nRules\n{}{dashes}{}end\n", lines(&table[0]), table[1..].iter().map(lines).collect::<String>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// What any format writes is read back, cell by cell, with one heading row.
    #[test]
    fn tables_survive_every_format(table in table()) {
        for format in &FORMATS {
            let table: Table = table.iter().map(|row| row.iter().map(|c| (format.cell)(c)).collect()).collect();
            let text = (format.write)(&table);
            let page = read(format.name, text.as_bytes());
            prop_assert!(!page.is_refused(), "{}:\n{text}\n{}", format.name, outline(&page));
            let found = tables(&page);
            prop_assert_eq!(found.len(), 1, "{}:\n{}\n{}", format.name, text, outline(&page));
            prop_assert_eq!(&texts(found[0]), &table, "{}:\n{}", format.name, text);
            prop_assert!(found[0].header_rows >= 1, "{}:\n{text}", format.name);
        }
    }

    /// No page, however mutilated, makes the reader panic, give a ragged table or a place off the page.
    #[test]
    fn mutilated_pages_never_panic(
        fixture_at in 0..WITH_TABLE.len() + 1,
        edits in proptest::collection::vec((0..4_u8, 0.0..1.0_f64, 0..40_usize, 0.0..1.0_f64), 1..6),
    ) {
        let name = WITH_TABLE.get(fixture_at).unwrap_or(&"spaced.txt");
        let mut bytes = fixture(name).into_bytes();
        for (kind, at, length, other) in edits {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place inside the page")]
            let place = |part: f64| (part * bytes.len() as f64) as usize;
            let (from, to) = (place(at), place(other));
            let end = (from + length).min(bytes.len());
            let slice = bytes[from..end].to_vec();
            match kind {
                0 => drop(bytes.drain(from..end)),
                1 => drop(bytes.splice(to..to, slice)),
                2 => bytes.truncate(from.max(1)),
                _ => drop(bytes.splice(from..end, *b"\n|<`-")),
            }
        }
        let page = read(name, &bytes);
        let lines = u32::try_from(String::from_utf8_lossy(&bytes).lines().count().max(1)).unwrap_or(u32::MAX);
        let inside = |place: Span| match place {
            Span::Lines(first, last) => 1 <= first && first <= last && last <= lines,
            Span::Bytes(first, end) => first <= end && end as usize <= bytes.len(),
            Span::None => false,
        };
        prop_assert!(!page.blocks.is_empty() || !page.complaints.is_empty());
        prop_assert!(page.complaints.iter().all(|c| inside(c.place)), "{}", outline(&page));
        for block in &page.blocks {
            if let Block::Table(grid) = block {
                prop_assert!(grid.rows.iter().all(|row| row.len() == grid.rows[0].len()), "{}", outline(&page));
                prop_assert!(grid.rows.iter().flatten().all(|cell| inside(cell.place)), "{}", outline(&page));
                prop_assert!(grid.header_rows <= grid.rows.len() && inside(grid.place));
            }
        }
    }
}
