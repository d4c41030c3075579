//! Accounts for the prose of a page with promotion tables or lists of types: rules, explanations of axes, marks and
//! abbreviations, and descriptions of types. Every sentence is understood, holds no requirement, or is listed as unread.

use super::account::{heading, rows_of, sentences_of};
use super::harmless::{self, Expected};
use super::names::{Names, bare};
use super::promotion::Section;
use super::rules;
use super::text::{clauses, is_identifier, list, plain, sentences, squeezed};
use super::types;
use crate::facts::{RuleFact, TableFacts, UnreadFact};
use crate::page::{Block, Page, Text};
use crate::vocabulary::forms;
use ascertain_spec::model::Span;

/// The sentences that are not understood, each with its document. `lists` is the document of the page's lists of types.
pub(super) fn unread(
    page: &Page,
    sections: &[Section<'_>],
    tables: &[(String, TableFacts)],
    lists: Option<&str>,
    names: &Names<'_>,
) -> Vec<(String, UnreadFact)> {
    let mut found = Vec::new();
    let mut next = 0;
    for (index, block) in page.blocks.iter().enumerate() {
        // Text above a table's section, up to the table before it, belongs to that table.
        let start = |section: &Section<'_>| section.scope.first().copied().unwrap_or(section.at);
        while sections.get(next + 1).is_some_and(|section| start(section) <= index) {
            next += 1;
        }
        // Of a table that nobody asked for, the section belongs to no document.
        let of_section = |section: &Section<'_>| {
            let place = page.blocks[section.at].place();
            tables.iter().find(|(_, table)| table.place == place)
        };
        let (document, rules) = match (sections.get(next), lists) {
            (Some(section), _) => match of_section(section) {
                Some((document, table)) => (document.as_str(), table.rules.as_slice()),
                None => continue,
            },
            (None, Some(document)) => (document, &[][..]),
            (None, None) => continue,
        };
        // Readers keep a caption that stands above its table as a paragraph too.
        let above = index.checked_sub(1).map(|above| page.blocks[above].place());
        let is_promotion = sections.iter().any(|section| section.at == index);
        let unread = of_block(block, is_promotion, rules, above, names);
        found.extend(unread.into_iter().map(|unread| (document.to_owned(), unread)));
    }
    found
}

/// The sentences of one block that are not understood. `rules` are those of its table, and `above` is the place of the block
/// before it.
fn of_block(
    block: &Block,
    is_promotion: bool,
    rules: &[RuleFact],
    above: Option<Span>,
    names: &Names<'_>,
) -> Vec<UnreadFact> {
    let mut unread = Vec::new();
    match block {
        Block::Heading(_, text) => unread.extend(heading(text, names)),
        Block::Paragraph(text) | Block::Item(_, text) => {
            let has_rules = rules.iter().any(|rule| rule.place == text.place);
            for said in sentences(&text.text) {
                let read = has_rules && rules::is_rule(&plain(said));
                if read {
                    names.claim(said, text.place);
                } else if !explains(&plain(said), names) {
                    unread.push(UnreadFact::new("explanation", said, text.place));
                }
            }
        }
        // Code shows how to import a module or to call a function.
        Block::Code(_) => {}
        Block::Table(grid) if types::is_list(grid) => {
            for row in grid.body() {
                list_row(row, names, &mut unread);
            }
        }
        Block::Table(grid) if is_promotion => {
            let corner = grid.rows.first().and_then(|row| row.first());
            let corner = corner.filter(|text| !forms("corner").is_match(&squeezed(&text.plain())));
            unread.extend(corner.map(|text| UnreadFact::new("corner", &text.text, text.place)));
            let caption = grid.caption.iter().filter(|caption| Some(caption.place) != above);
            unread.extend(caption.flat_map(|text| sentences_of(text, "caption", Expected::Phrases, names)));
        }
        Block::Table(grid) => unread.extend(rows_of(grid, "table")),
    }
    unread
}

/// Accounts for the description of a type in a row of a list.
fn list_row(row: &[Text], names: &Names<'_>, unread: &mut Vec<UnreadFact>) {
    let name = row.first().map(|text| text.plain()).unwrap_or_default();
    let place = row.first().map(|text| text.place).unwrap_or_default();
    match list(&name).into_iter().all(|name| is_identifier(bare(name))) {
        true => names.claim(&name, place),
        false => unread.push(UnreadFact::new("type", &name, place)),
    }
    for text in row.iter().skip(1) {
        for said in sentences(&text.text) {
            let read = forms("described_type").is_match(&squeezed(&plain(said)));
            if read {
                names.claim(said, text.place);
            } else if !harmless::holds_nothing(said, Expected::Phrases, names) {
                unread.push(UnreadFact::new(&format!("type {name}"), said, text.place));
            }
        }
    }
}

/// Whether a sentence only explains how to read a table, or holds nothing.
fn explains(said: &str, names: &Names<'_>) -> bool {
    if harmless::holds_nothing(said, Expected::References, names) {
        return true;
    }
    if let Some((before, pairs)) = said.rsplit_once(':')
        && forms("abbreviations").is_match(&squeezed(pairs))
    {
        return !harmless::is_condition(before);
    }
    clauses(said).into_iter().all(|clause| forms("explanation").is_match(&squeezed(clause)))
}
