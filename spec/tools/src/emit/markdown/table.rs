//! Writes promotion tables as Markdown.

use super::{MarkdownTable, Pages, REQUIREMENT, code, escaped, place, requirement};
use ascertain_spec::model::{Citation, Origin, Span, Table, TableEdition};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The sign for "no promotion".
const NONE: &str = "–";

impl Pages<'_> {
    /// A table in the edition shown: cells, rules, places, changes in other editions, and requirements.
    pub(super) fn table(&self, out: &mut String, table: &Table) {
        let shown = &table.default_edition;
        let _ = writeln!(out, "## `{}`\n\nA cell holds: {}.\n", table.id, escaped(&table.says));
        let Some(edition) = table.editions.iter().find(|e| e.edition == *shown) else { return };
        let _ = writeln!(
            out,
            "Rows: {}; columns: {}. {NONE} means no promotion; results of rules in prose are in italics.\n",
            table.rows.role, table.columns.role
        );
        let _ = writeln!(out, "{}", self.cells(table, edition));
        if !edition.rules.is_empty() {
            let mut rules = MarkdownTable::new(&["rule", "says", "place"]);
            for rule in &edition.rules {
                rules.row([code(&rule.id), escaped(&rule.says), place(&rule.cite)]);
            }
            let _ = writeln!(out, "{rules}");
        }
        let _ = writeln!(out, "### Places\n\n{}", self.places(table, edition));
        for other in table.editions.iter().filter(|e| e.edition != *shown) {
            let _ = writeln!(out, "### In edition `{}`\n", other.edition);
            self.cell_changes(out, table, edition, other);
        }
        let mut grid = MarkdownTable::new(&REQUIREMENT);
        table.requirements.iter().for_each(|r| grid.row(requirement(r)));
        if !table.requirements.is_empty() {
            let _ = writeln!(out, "### Requirements\n\n{grid}");
        }
    }

    fn cells(&self, table: &Table, edition: &TableEdition) -> MarkdownTable {
        let width = table.columns.keys.len();
        let corner = format!("{} \\ {}", table.rows.role, table.columns.role);
        let columns = table.columns.keys.iter().map(|key| key.name(self.spec));
        let head: Vec<&str> = std::iter::once(corner.as_str()).chain(columns).collect();
        let mut grid = MarkdownTable::new(&head);
        for (key, cells) in table.rows.keys.iter().zip(edition.cells.chunks(width.max(1))) {
            let cells = cells.iter().map(|cell| {
                let result = self.result(cell.result);
                if cell.origin == Origin::Stated { result.to_owned() } else { format!("*{result}*") }
            });
            grid.row(std::iter::once(format!("**{}**", key.name(self.spec))).chain(cells));
        }
        grid
    }

    fn result(&self, dtype: Option<ascertain_spec::model::DTypeId>) -> &str {
        dtype.map_or(NONE, |dtype| &self.spec.dtype_of(dtype).name)
    }

    /// The place of each row's printed cells.
    fn places(&self, table: &Table, edition: &TableEdition) -> MarkdownTable {
        let mut grid = MarkdownTable::new(&["row", "printed in"]);
        let width = table.columns.keys.len().max(1);
        for (key, cells) in table.rows.keys.iter().zip(edition.cells.chunks(width)) {
            let printed = cells.iter().filter(|cell| cell.origin == Origin::Stated).map(|cell| &cell.cite);
            let places: BTreeSet<String> = gathered(printed).iter().map(place).collect();
            let places: Vec<String> = places.into_iter().collect();
            if !places.is_empty() {
                grid.row([code(key.name(self.spec)), places.join("; ")]);
            }
        }
        grid
    }

    fn cell_changes(&self, out: &mut String, table: &Table, shown: &TableEdition, other: &TableEdition) {
        let width = table.columns.keys.len().max(1);
        let mut grid =
            MarkdownTable::new(&[&table.rows.role, &table.columns.role, "is", &shown.edition, "place"]);
        let mut count = 0;
        for (i, (there, here)) in other.cells.iter().zip(&shown.cells).enumerate() {
            if there.result != here.result {
                count += 1;
                let key = |keys: &[ascertain_spec::model::AxisKey], at: usize| {
                    keys.get(at).map_or(String::new(), |key| code(key.name(self.spec)))
                };
                grid.row([
                    key(&table.rows.keys, i / width),
                    key(&table.columns.keys, i % width),
                    self.result(there.result).to_owned(),
                    self.result(here.result).to_owned(),
                    place(&there.cite),
                ]);
            }
        }
        if count == 0 {
            out.push_str("No cell is different.\n\n");
        } else {
            let cells = if count == 1 { "cell is" } else { "cells are" };
            let _ = writeln!(out, "{count} {cells} different.\n\n{grid}");
        }
    }
}

/// Joins places that follow each other.
fn gathered<'c>(cites: impl Iterator<Item = &'c Citation>) -> Vec<Citation> {
    let mut all: Vec<Citation> = Vec::new();
    for cite in cites {
        let same = all.iter_mut().find_map(|c| {
            let same = (&c.document, &c.edition) == (&cite.document, &cite.edition);
            joined(c.span, cite.span).filter(|_| same).map(|span| (c, span))
        });
        match same {
            Some((found, span)) => {
                found.span = span;
                found.place = shared(&found.place, &cite.place);
            }
            None => all.push(cite.clone()),
        }
    }
    all
}

fn joined(a: Span, b: Span) -> Option<Span> {
    match (a, b) {
        (Span::Lines(a, b), Span::Lines(c, d)) => Some(Span::Lines(a.min(c), b.max(d))),
        (Span::Bytes(a, b), Span::Bytes(c, d)) => Some(Span::Bytes(a.min(c), b.max(d))),
        _ => None,
    }
}

/// The parts between commas that both places start with.
fn shared(a: &str, b: &str) -> String {
    let parts = a.split(", ").zip(b.split(", "));
    parts.take_while(|(a, b)| a == b).map(|(a, _)| a).collect::<Vec<_>>().join(", ")
}
