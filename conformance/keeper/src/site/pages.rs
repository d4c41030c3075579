//! Explanations as the templates show them: with anchors, and with links on the names in them.

use super::guides::anchor;
use super::names::{Names, Piece};
use ascertain_conformance::report::page::{Block, Page, Section};
use serde::Serialize;
use std::collections::HashSet;

/// A page, or a part of one.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    pub(super) title: String,
    pub(super) sections: Vec<ShownSection>,
}

#[derive(Debug, Serialize)]
pub(super) struct ShownSection {
    /// Empty for the first part.
    heading: String,
    words: Vec<Piece>,
    anchor: String,
    blocks: Vec<ShownBlock>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum ShownBlock {
    Text(Vec<Piece>),
    Facts(Vec<(String, Vec<Piece>)>),
    Items(Vec<Vec<Piece>>),
    Table { head: Vec<String>, rows: Vec<Row> },
    Command(String),
}

/// A row of a table. One about an edition has its name as an anchor.
#[derive(Debug, Serialize)]
struct Row {
    anchor: Option<String>,
    cells: Vec<Vec<Piece>>,
}

/// What makes pages shown.
#[derive(Clone, Copy)]
pub(super) struct Renderer<'a> {
    pub(super) names: &'a Names,
    /// The way from the page to the root of the site.
    pub(super) root: &'static str,
    /// The page itself, which leads nowhere.
    pub(super) own: &'a str,
    /// What rows may be anchors, by their first word, and the vendors' pages of these.
    pub(super) anchors: &'a [(&'a str, Option<&'a str>)],
}

impl Renderer<'_> {
    fn text(self, text: &str) -> Vec<Piece> {
        self.elsewhere(self.names.text(text, self.root))
    }

    fn name_or_text(self, text: &str) -> Vec<Piece> {
        self.elsewhere(self.names.name_or_text(text, self.root))
    }

    fn elsewhere(self, mut pieces: Vec<Piece>) -> Vec<Piece> {
        for piece in &mut pieces {
            piece.to.take_if(|to| to.strip_prefix(self.root) == Some(self.own));
        }
        pieces
    }

    pub(super) fn page(self, page: &Page) -> Shown {
        let mut used: HashSet<String> = self.anchors.iter().map(|(anchor, _)| (*anchor).to_owned()).collect();
        let mut free = self.anchors.to_vec();
        let mut section = |section: &Section| {
            let mut own = anchor(&section.heading);
            while !section.heading.is_empty() && !used.insert(own.clone()) {
                own.push_str("-2");
            }
            ShownSection {
                heading: section.heading.clone(),
                words: self.text(&section.heading),
                anchor: own,
                blocks: section.blocks.iter().map(|block| self.block(block, &mut free)).collect(),
            }
        };
        Shown { title: page.title.clone(), sections: page.sections.iter().map(&mut section).collect() }
    }

    fn block(self, block: &Block, free: &mut Vec<(&str, Option<&str>)>) -> ShownBlock {
        match block {
            Block::Text(text) => ShownBlock::Text(self.text(text)),
            Block::Command(command) => ShownBlock::Command(command.clone()),
            Block::Items(items) => {
                ShownBlock::Items(items.iter().map(|item| self.name_or_text(item)).collect())
            }
            Block::Facts(facts) => {
                let fact = |(name, value): &(String, String)| (name.clone(), self.name_or_text(value));
                ShownBlock::Facts(facts.iter().map(fact).collect())
            }
            Block::Table { head, rows } => {
                let mut row = |row: &Vec<String>| {
                    let first = row.first().map_or("", String::as_str);
                    let word = first.split(' ').next().unwrap_or(first);
                    let found =
                        free.iter().position(|(anchor, _)| *anchor == word).map(|at| free.swap_remove(at));
                    // Later cells of a grid would all be links: their names are ordinary words there.
                    let later = row.iter().skip(1).map(|text| self.text(text));
                    let first = match found {
                        Some((_, Some(page))) => Piece::start_away(first, word, page),
                        _ => self.name_or_text(first),
                    };
                    Row {
                        anchor: found.map(|(anchor, _)| anchor.to_owned()),
                        cells: std::iter::once(first).chain(later).collect(),
                    }
                };
                ShownBlock::Table { head: head.clone(), rows: rows.iter().map(&mut row).collect() }
            }
        }
    }
}

/// The words of a page for searches. Tables are left out: what they list has pages of its own.
pub(super) fn words(page: &Page) -> String {
    let mut words = String::new();
    let mut add = |text: &str| words.extend([text, " "]);
    for block in page.sections.iter().flat_map(|section| &section.blocks) {
        match block {
            Block::Text(text) => add(text),
            Block::Items(items) => items.iter().for_each(|item| add(item)),
            Block::Facts(facts) => facts.iter().for_each(|(_, value)| add(value)),
            Block::Table { .. } | Block::Command(_) => {}
        }
    }
    words
}
