//! Explanations as the templates show them: with anchors, and with links on the names in them.

use super::guides::anchor;
use super::names::{Names, Piece};
use ascertain_conformance::report::page::{Block, Page, Section};
use serde_json::{Value, json};
use std::collections::HashSet;

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

    pub(super) fn page(self, page: &Page) -> Value {
        let mut used: HashSet<String> = self.anchors.iter().map(|(anchor, _)| (*anchor).to_owned()).collect();
        let mut free = self.anchors.to_vec();
        let mut section = |section: &Section| {
            let mut own = anchor(&section.heading);
            while !section.heading.is_empty() && !used.insert(own.clone()) {
                own.push_str("-2");
            }
            json!({
                "heading": section.heading,
                "words": self.text(&section.heading),
                "anchor": own,
                "blocks": section.blocks.iter().map(|block| self.block(block, &mut free)).collect::<Vec<_>>(),
            })
        };
        let sections: Vec<Value> = page.sections.iter().map(&mut section).collect();
        json!({"title": page.title, "sections": sections})
    }

    fn block(self, block: &Block, free: &mut Vec<(&str, Option<&str>)>) -> Value {
        match block {
            Block::Text(text) => json!({"text": self.text(text)}),
            Block::Command(command) => json!({"command": command}),
            Block::Items(items) => {
                json!({"items": items.iter().map(|item| self.name_or_text(item)).collect::<Vec<_>>()})
            }
            Block::Facts(facts) => {
                let fact = |(name, value): &(String, String)| (name.clone(), self.name_or_text(value));
                json!({"facts": facts.iter().map(fact).collect::<Vec<_>>()})
            }
            Block::Table { head, rows } => {
                let rows: Vec<Value> = rows.iter().map(|row| self.row(row, free)).collect();
                json!({"table": {"head": head, "rows": rows}})
            }
        }
    }

    /// A row of a table. One about an edition has its name as an anchor.
    fn row(self, row: &[String], free: &mut Vec<(&str, Option<&str>)>) -> Value {
        let first = row.first().map_or("", String::as_str);
        let word = first.split(' ').next().unwrap_or(first);
        let found = free.iter().position(|(anchor, _)| *anchor == word).map(|at| free.swap_remove(at));
        // Later cells of a grid would all be links: their names are ordinary words there.
        let later = row.iter().skip(1).map(|text| self.text(text));
        let first = match found {
            Some((_, Some(page))) => Piece::start_away(first, word, page),
            _ => self.name_or_text(first),
        };
        let cells: Vec<Vec<Piece>> = std::iter::once(first).chain(later).collect();
        json!({"anchor": found.map(|(anchor, _)| anchor), "cells": cells})
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
