//! Lists every sentence of a page that neither states facts nor is unread, so that no word of the page can change unnoticed.
//!
//! It starts from all texts of the page and leaves out what the other modules claim: whatever a module forgets is listed here.

use super::harmless::{self, Expected};
use super::names::{Claims, Names};
use super::promotion::Section;
use super::support::mark;
use super::text::{clauses, is_identifier, plain, sentences};
use crate::facts::{UnreadFact, words};
use crate::page::{Block, Page, PageTable, Text};
use crate::place::ends;
use ascertain_spec::model::Span;
use std::collections::HashSet;

/// The sentences of a page that are neither claimed nor among `unread`.
pub(super) fn rest(
    page: &Page,
    unread: &[UnreadFact],
    sections: &[Section<'_>],
    names: &Names<'_>,
) -> Vec<UnreadFact> {
    let mut claims = names.claims.borrow().clone();
    for fact in unread {
        // A row of a table is listed as a whole.
        fact.text.iter().flat_map(|text| text.split(" | ")).for_each(|text| claims.add(text, fact.place));
    }
    let mut rest = Rest { claims, found: Vec::new(), names };
    let mut above = Span::None;
    for (index, block) in page.blocks.iter().enumerate() {
        match block {
            Block::Heading(_, text) => rest.text(text, "heading"),
            Block::Paragraph(text) | Block::Item(_, text) => rest.text(text, "text"),
            Block::Code(text) => rest.code(text),
            Block::Table(grid) => {
                // Readers keep a caption that stands above its table as a paragraph too.
                let caption = grid.caption.iter().filter(|caption| caption.place != above);
                caption.for_each(|caption| rest.text(caption, "caption"));
                rest.table(grid, sections.iter().any(|section| section.at == index));
            }
        }
        above = block.place();
    }
    rest.found
}

struct Rest<'a> {
    claims: Claims,
    found: Vec<UnreadFact>,
    names: &'a Names<'a>,
}

impl Rest<'_> {
    fn text(&mut self, text: &Text, about: &str) {
        for said in sentences(&text.text) {
            let said = plain(said);
            if self.claims.take(&said, text.place) || says_nothing(&said) {
                continue;
            }
            let all = clauses(&said);
            let left: Vec<&str> =
                all.iter().copied().filter(|clause| !self.claims.take(clause, text.place)).collect();
            if !left.is_empty() {
                let left = if left.len() == all.len() { said.clone() } else { left.join(",") };
                let silent = match about {
                    "heading" => harmless::heading_holds_nothing(&left, self.names),
                    _ => harmless::holds_nothing(&left, Expected::Phrases, self.names),
                };
                self.found.push(UnreadFact { silent, ..UnreadFact::new(about, &left, text.place) });
            }
        }
    }

    /// The lines of code, which brackets do not hold together.
    fn code(&mut self, text: &Text) {
        if !sentences(&text.text).all(|said| self.claims.take(said, text.place)) {
            let lines = text.text.lines().filter(|line| !says_nothing(line));
            let of_line =
                |line: &str| UnreadFact { silent: true, ..UnreadFact::new("code", line.trim(), text.place) };
            self.found.extend(lines.map(of_line));
        }
    }

    /// The cells of a table. Those of a promotion table are facts, but for the corner and what heads the columns.
    fn table(&mut self, grid: &PageTable, is_promotion: bool) {
        // A cell that spans several is repeated.
        let mut seen = HashSet::new();
        for (index, row) in grid.rows.iter().enumerate() {
            // The order of rows means nothing.
            let key = row.first().map(|text| text.plain()).filter(|key| is_identifier(key));
            let about = key.map_or("table".to_owned(), |key| format!("table, {key}"));
            let cells = row.iter().filter(|cell| seen.insert((ends(cell.place), &cell.text)));
            let cells = cells.take(if is_promotion { usize::from(index == 0) } else { row.len() });
            for cell in cells {
                // A mark belongs to what is claimed beside it.
                if mark(&cell.text).is_none() || !self.claims.reach(cell.place) {
                    self.text(cell, &about);
                }
            }
        }
    }
}

/// Whether a text is the sign of an empty cell.
fn says_nothing(said: &str) -> bool {
    matches!(words(said).as_str(), "" | "-" | "--" | "/" | "N/A")
}
