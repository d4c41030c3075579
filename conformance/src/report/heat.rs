//! Promotion tables whose cells open, as JSON for templates: what the report of a run and the site have in common.

use ascertain::document::{DOCUMENTS, ERRATA, Editions, Erratum};
use ascertain::promote::{Cell, Key, Table, TableEdition};
use ascertain_judge::case::{Cited, promotion};
use serde::Serialize;
use serde_json::{Value, json};

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The class of its style.
    pub class: &'static str,
    /// A sign, for those who do not see colours.
    pub sign: &'static str,
    /// What it means.
    pub words: &'static str,
}

/// One cell of a table.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    table: &'static Table,
    /// Index of the row.
    pub row: usize,
    /// Index of the column.
    pub column: usize,
}

impl Place {
    /// The keys of its row and its column.
    #[must_use]
    pub fn keys(&self) -> (Key, Key) {
        (self.table.rows.keys[self.row], self.table.columns.keys[self.column])
    }

    /// The cell in an edition of the table; none if that edition does not print the table.
    #[must_use]
    pub fn in_edition(&self, edition: usize) -> Option<&'static Cell> {
        self.table.editions[edition].cells.get(self.row * self.table.columns.keys.len() + self.column)
    }

    /// The errata about it, of whatever edition.
    pub fn errata(self) -> impl Iterator<Item = &'static Erratum> {
        let (row, column) = self.keys();
        ERRATA.iter().filter(move |erratum| erratum.is_about(self.table.id, row, column))
    }

    /// What other editions than `chosen` say.
    fn elsewhere(&self, chosen: &str, documented: &Cell) -> Vec<Value> {
        let others = self.table.editions.iter().enumerate().filter(|(_, other)| other.edition != chosen);
        let other = |(index, edition): (usize, &TableEdition)| {
            let other = self.in_edition(index)?;
            Some(json!({
                "index": index,
                "name": edition.edition,
                "result": promotion(other.result),
                "differs": other.result != documented.result,
                "cite": Cited::from(other.cite),
            }))
        };
        others.filter_map(other).collect()
    }
}

/// A table as the chosen editions have it. `cell` says how a cell looks, one of `states`, and what is shown of it beside its
/// result and what other editions say.
pub fn table(
    table: &'static Table,
    editions: &Editions,
    states: &[State],
    mut cell: impl FnMut(Place, &'static Cell) -> (State, Value),
) -> Value {
    let name = editions.name(table.document);
    let chosen = table.editions.iter().position(|edition| edition.edition == name);
    let mut differs = vec![0; table.editions.len()];
    let mut counts = vec![0; states.len()];
    let mut rows = Vec::new();
    for (row, key) in table.rows.keys.iter().enumerate() {
        let mut cells = Vec::new();
        for (column, column_key) in table.columns.keys.iter().enumerate() {
            let place = Place { table, row, column };
            let Some(documented) = chosen.and_then(|chosen| place.in_edition(chosen)) else { continue };
            let (state, mut shown) = cell(place, documented);
            let elsewhere = place.elsewhere(name, documented);
            for other in elsewhere.iter().filter(|other| other["differs"] == true) {
                other["index"].as_u64().into_iter().for_each(|index| differs[index as usize] += 1);
            }
            counts.iter_mut().zip(states).for_each(|(count, other)| *count += usize::from(*other == state));
            shown["row"] = json!(key.name());
            shown["column"] = json!(column_key.name());
            shown["result"] = json!(promotion(documented.result));
            shown["state"] = json!(state);
            shown["editions"] = json!(elsewhere);
            cells.push(shown);
        }
        rows.push(json!({"key": key.name(), "cells": cells}));
    }
    let of_editions = table.editions.iter().enumerate().map(|(index, edition)| {
        json!({
            "index": index, "name": edition.edition, "is_own": edition.edition == name, "differs": differs[index],
        })
    });
    let document = DOCUMENTS.iter().find(|document| document.id == table.document);
    let edition = document.and_then(|document| document.editions.iter().find(|edition| edition.name == name));
    let legend = states.iter().zip(counts).filter(|(_, count)| *count > 0);
    json!({
        "id": table.id,
        "says": table.says,
        "document": table.document,
        "edition": {
            "cite": name,
            "address": edition.and_then(|edition| edition.address),
        },
        "rows_role": table.rows.role,
        "columns_role": table.columns.role,
        "columns": table.columns.keys.iter().map(|key| key.name()).collect::<Vec<_>>(),
        "rows": rows,
        "editions": of_editions.collect::<Vec<_>>(),
        "legend": legend.collect::<Vec<_>>(),
    })
}
