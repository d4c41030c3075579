//! Tables and inline text of undamaged pages, against a library that reads Markdown, and random spans.
//!
//! The readers are this project's own, because a library repairs what must be refused here. Where nothing is damaged, both
//! must find the same cells and words.

use std::path::{Path, PathBuf};

use ascertain_spec::files_below;
use ascertain_spec::model::Span;
use ascertain_spec_tools::page::{Block, read};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::pages::common::{outline, tables, texts};

type Table = Vec<Vec<String>>;

/// What a library finds in Markdown: pipe tables, and all text but that of tables.
fn markdown(text: &str) -> (Vec<Table>, String) {
    let mut found: Vec<Table> = Vec::new();
    let mut words = String::new();
    let mut in_table = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        let cell = found.last_mut().and_then(|table| table.last_mut()?.last_mut());
        let out = cell.filter(|_| in_table).unwrap_or(&mut words);
        match event {
            Event::Start(Tag::Table(_)) => {
                found.push(Vec::new());
                in_table = true;
            }
            Event::End(TagEnd::Table) => in_table = false,
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                found.last_mut().into_iter().for_each(|table| table.push(Vec::new()));
            }
            Event::Start(Tag::TableCell) => {
                let row = found.last_mut().and_then(|table| table.last_mut());
                row.into_iter().for_each(|row| row.push(String::new()));
            }
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            // What the readers show in place of a raised number.
            Event::InlineHtml(tag) if &*tag == "<sup>" => out.push('^'),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::End(_) => out.push('\n'),
            _ => {}
        }
    }
    for cell in found.iter_mut().flatten().flatten() {
        cell.truncate(cell.trim_end().len());
    }
    (found, words)
}

/// Letters, digits and signs in one form: without white space, stops between sentences, and marks that HTML does not read.
fn squash(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    let kept = |c: &char| {
        !c.is_whitespace()
            && !matches!(c, ';' | '。' | '*' | '_' | '`' | '\\' | '\u{200b}'..='\u{200f}' | '\u{feff}')
    };
    text.chars().map(narrow).filter(kept).collect()
}

fn squashed(table: &Table) -> Table {
    table.iter().map(|row| row.iter().map(|cell| squash(cell)).collect()).collect()
}

/// Inline Markdown that is not damaged.
fn inline() -> impl Strategy<Value = String> {
    let word = || "[a-z0-9.:()、×]{1,6}";
    let plain = || prop_oneof![4 => word().prop_map(|w| w), 1 => Just("f32".to_owned()), 1 => Just("2 < 3".to_owned())];
    let piece = prop_oneof![
        6 => plain(),
        1 => "[a-z]{1,5}".prop_map(|w| format!("**{w}**")),
        1 => "[a-z]{1,5}".prop_map(|w| format!("*{w}*")),
        1 => "[a-z*\\[<]{1,5}".prop_map(|w| format!("`{w}`")),
        1 => "[a-z]{1,5}".prop_map(|w| format!("`` a`{w} ``")),
        1 => ("[a-z]{1,5}", "[a-z/.]{1,5}").prop_map(|(w, t)| format!("[{w}]({t})")),
        1 => ("[a-z]{1,5}", "[a-z]{1,5}").prop_map(|(w, t)| format!("[{w} *b*](x({t})(y) \"c)d\")")),
        1 => "[a-z]{1,5}".prop_map(|w| format!("![{w}](<a b>)")),
        1 => "[a-z]{1,5}".prop_map(|w| format!("x<sup>{w}</sup>")),
        1 => "[a-z]{1,5}".prop_map(|w| format!("<!-- {w} -->&amp;&times;&#124;")),
        1 => proptest::sample::select(vec!["\\*", "\\[", "\\`", "\\\\", "\\<", "\\&amp;", "]", "(", "~", "a_b"])
            .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 1..5).prop_map(|pieces| pieces.join(" "))
}

/// A table of HTML with random spans that fit, and the cells that a browser shows.
fn spanned() -> impl Strategy<Value = (String, Table)> {
    let cell = (1..4_usize, 1..4_usize, "[a-z]{1,4}");
    (2..6_usize, 2..6_usize, proptest::collection::vec(cell, 36)).prop_map(|(rows, columns, cells)| {
        let mut shown: Table = vec![vec!["k".to_owned(); columns]];
        shown.resize(rows + 1, vec![String::new(); columns]);
        let mut cells = cells.into_iter();
        let mut out = format!("<table>\n<tr>{}</tr>\n", "<th>k</th>".repeat(columns));
        for row in 1..=rows {
            out += "<tr>";
            for column in 0..columns {
                let free = shown[row][column..].iter().take_while(|cell| cell.is_empty()).count();
                if free == 0 {
                    continue;
                }
                let (down, across, text) = cells.next().expect("a cell for each place");
                let (down, across) = (down.min(rows + 1 - row), across.min(free));
                for line in &mut shown[row..row + down] {
                    line[column..column + across].fill(text.clone());
                }
                out += &format!("<td rowspan=\"{down}\" colspan={across}>{text}</td>");
            }
            out += "</tr>\n";
        }
        (out + "</table>\n", shown)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// A paragraph, and cells of a pipe table, show the words that the library finds there.
    #[test]
    fn inline_text_agrees(cells in proptest::collection::vec(inline(), 7..13), columns in 2..4_usize) {
        let rows: Vec<&[String]> = cells[1..].chunks_exact(columns).collect();
        let line = |row: &&[String]| format!("| {} |\n", row.join(" | "));
        let dashes = "|-".repeat(columns) + "|\n";
        let body: String = rows[1..].iter().map(line).collect();
        let text = format!("# T\n\nx {} y\n\n{}{dashes}{body}", cells[0], line(&rows[0]));
        let page = read("a.md", text.as_bytes());
        prop_assert!(!page.is_refused(), "{text}{}", outline(&page));
        let shown: Vec<&str> = page.blocks.iter().filter_map(|block| match block {
            Block::Paragraph(text) => Some(text.text.as_str()),
            _ => None,
        }).collect();
        let (expected, words) = markdown(&text);
        let words = words.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(shown.join(" "), words, "{}", text);
        let cells = |row: &Vec<String>| row.iter().map(|cell| words_of(cell)).collect::<Vec<_>>();
        let expected: Vec<Table> = expected.iter().map(|table| table.iter().map(cells).collect()).collect();
        let found: Vec<Table> = tables(&page).into_iter().map(texts).collect();
        prop_assert_eq!(found, expected, "{}", text);
    }

    /// Cells that span several places are repeated where a browser shows them.
    #[test]
    fn spans_agree((table, shown) in spanned()) {
        for (name, text) in [("a.md", format!("# T\n\n{table}")), ("a.html", format!("<!doctype html>\n{table}"))] {
            let page = read(name, text.as_bytes());
            prop_assert!(!page.is_refused(), "{text}{}", outline(&page));
            prop_assert_eq!(tables(&page).into_iter().map(texts).collect::<Vec<_>>(), vec![shown.clone()], "{}", text);
        }
    }
}

/// Words with one space between them.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whole pages in Markdown show the cells and words that the library finds: those of this folder, and those below the folder that
/// `ASCERTAIN_PAGES` names, if any.
#[test]
fn whole_pages_agree() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let folders = [own].into_iter().chain(std::env::var_os("ASCERTAIN_PAGES").map(PathBuf::from));
    let paths = folders.flat_map(|folder| files_below(&folder).expect("a folder can be listed"));
    for path in paths.filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let text = std::fs::read_to_string(&path).expect("a page can be read");
        let page = read(&path.to_string_lossy(), text.as_bytes());
        if page.is_refused() {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        let (pipes, words) = markdown(&text);
        let (mut pipes, words) = (pipes.iter().map(squashed), squash(&words));
        for block in &page.blocks {
            match block {
                Block::Table(grid) => {
                    let Span::Lines(first, last) = grid.place else { continue };
                    if !lines[first as usize - 1..last as usize].iter().any(|line| line.contains("<table")) {
                        let expected = pipes.next().unwrap_or_default();
                        assert_eq!(squashed(&texts(grid)), expected, "{}:{first}", path.display());
                    }
                }
                Block::Paragraph(text) | Block::Item(_, text) | Block::Heading(_, text) => {
                    let found = text.place == Span::None || words.contains(&squash(&text.text));
                    assert!(found, "{}: {text:?}", path.display());
                }
                Block::Code(_) => {}
            }
        }
    }
}
