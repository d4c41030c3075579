//! Where facts stand: an edition that was read from a page says where the page states each of them.
//!
//! Places agree if one contains the other: a person may cite a section, and the import a line. A fact that an edition
//! inherits has no place in its page, and is not compared. What differs otherwise is left to `diff`.

use crate::diff::{Change, FactKind, diff};
use crate::facts::{Facts, OperatorFacts, TableFacts};
use crate::place::contains;
use ascertain_spec::model::Span;
use std::collections::HashMap;
use toml_edit::{Document, Item};

/// All differences from an edition to a page of the same document: those of [`diff`], and then facts that the edition has
/// from this page, but from another place of it.
///
/// Titles, digests and extents are not compared, as they name the source.
pub fn disagreements(page: &Facts, edition: &Facts) -> Vec<Change> {
    let mut found = diff(edition, page).in_full();
    let mut known: HashMap<String, Vec<Span>> = HashMap::new();
    for fact in placed(edition) {
        known.entry(fact.key).or_default().push(fact.place);
    }
    for Placed { key, what, place, path } in placed(page) {
        let Some(places) = known
            .get(&key)
            .filter(|places| !places.iter().any(|other| contains(place, *other) || contains(*other, place)))
        else {
            continue;
        };
        let (was, is) = (places[0].to_string(), place.to_string());
        let says = format!("{what}: {is}, but the edition cites {was}");
        let change = Change::new(FactKind::Place, what, (Some(&was), Some(&is))).saying(says);
        found.push(Change { path, ..change.at(places[0], place) });
    }
    found
}

/// A fact with a place that is known.
struct Placed {
    /// The same fact of two versions has the same key.
    key: String,
    what: String,
    place: Span,
    /// The path of keys to it in an edition's file.
    path: Vec<String>,
}

/// Everything that has a place, in the order of the fields of [`Facts`].
fn placed(facts: &Facts) -> Vec<Placed> {
    let mut all = List::default();
    facts.tables.iter().for_each(|table| all.table(table));
    for ty in &facts.types {
        all.add(format!("type {}", ty.name), ty.place, &["type", &ty.name, "cite"]);
    }
    all.named("type", &facts.others, &["other"]);
    facts.operator.iter().for_each(|operator| all.operator(operator));
    for (fact, _) in facts.sentences().unwrap_or_default() {
        all.keyed(&fact.digest, format!("sentence about {}", fact.about), fact.place, &["sentences"]);
    }
    all.0
}

#[derive(Default)]
struct List(Vec<Placed>);

impl List {
    fn add(&mut self, what: String, place: Span, path: &[&str]) {
        self.keyed(&what.clone(), what, place, path);
    }

    fn keyed(&mut self, key: &str, what: String, place: Span, path: &[&str]) {
        if place != Span::None {
            let path = path.iter().map(|&key| key.to_owned()).collect();
            self.0.push(Placed { key: key.to_owned(), what, place, path });
        }
    }

    fn named(&mut self, what: &str, names: &[(String, Span)], path: &[&str]) {
        for (name, place) in names {
            self.add(format!("{what} {name}"), *place, &[path, &[name]].concat());
        }
    }

    fn table(&mut self, table: &TableFacts) {
        let id = table.id.as_str();
        self.add(id.to_owned(), table.place, &["table", id, "cite"]);
        for (index, row) in table.rows.iter().enumerate() {
            let path = ["table", id, "row", row];
            let place = table.row_places.get(index).copied().unwrap_or_default();
            self.add(format!("{id}, row {row}"), place, &path);
            for (at, column) in table.columns.iter().enumerate() {
                let Some(cell) = table.cell(index, at) else { continue };
                let what = format!("{id}, row {row}, column {column}");
                // A cell with another result is another fact.
                self.keyed(&format!("{what}: {:?}", cell.result), what, cell.place, &path);
            }
        }
        for (index, rule) in table.rules.iter().enumerate() {
            let what = format!("rule `{}`", rule.in_words());
            self.keyed(
                &format!("{id}, {what}"),
                what,
                rule.place,
                &["table", id, "rule", &index.to_string()],
            );
        }
    }

    fn operator(&mut self, operator: &OperatorFacts) {
        self.add("operator".to_owned(), operator.place, &["operator", "cite"]);
        let limits = [
            ("most dimensions", "max_rank", operator.max_rank.map(|(_, place)| place)),
            ("deterministic", "deterministic", operator.deterministic.map(|(_, place)| place)),
        ];
        for (what, key, place) in limits {
            self.add(what.to_owned(), place.unwrap_or_default(), &["operator", key]);
        }
        for (name, _, place) in &operator.products {
            self.add(format!("product {name}"), *place, &["operator", "product", name]);
        }
        for function in &operator.functions {
            let path = ["operator", "function", function.name.as_str()];
            self.add(function.name.clone(), function.place, &path);
            let nulls = format!("{}, null", function.name);
            self.named(&nulls, &function.nulls, &[&path[..], &["nulls"]].concat());
            for parameter in &function.parameters {
                let what = format!("{}, {}", function.name, parameter.name);
                self.add(what, parameter.place, &[&path[..], &["parameter", &parameter.name]].concat());
            }
        }
    }
}

/// The line, from 1, of the value at the path of keys, or at the longest part of it that exists. A number selects a table
/// of an array, from 0.
pub fn line_of(toml: &str, path: &[String]) -> usize {
    let Ok(document) = Document::parse(toml) else { return 1 };
    let mut at = 0;
    let mut item: &Item = document.as_item();
    for name in path {
        if let Item::ArrayOfTables(tables) = item {
            let table = name.parse().ok().and_then(|number| tables.get(number));
            at = table.and_then(|table| table.span()).map_or(at, |span| span.start);
            break;
        }
        let Some((key, value)) = item.as_table_like().and_then(|table| table.get_key_value(name)) else {
            break;
        };
        // A table's own header comes first, as its key may also be in the header of a table above it.
        let place =
            value.span().filter(|_| value.is_table() || value.is_array_of_tables()).or_else(|| key.span());
        at = place.or_else(|| value.span()).map_or(at, |span| span.start);
        item = value;
    }
    1 + toml.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn keys_lead_to_lines() {
        let toml = "version = 1\n\n[table.\"a.b\"]\nsays = \"x\"\n\n[table.\"a.b\".row]\nf32 = { cells = [] }\nf16 = { cells = [] }\n";
        let line = |path: &[&str]| line_of(toml, &path.iter().map(|&key| key.to_owned()).collect::<Vec<_>>());
        assert_eq!(line(&["table", "a.b", "says"]), 4);
        assert_eq!(line(&["table", "a.b", "row", "f16"]), 8);
        assert_eq!(line(&["table", "a.b", "row", "f64"]), 6);
        assert_eq!(line(&["nothing"]), 1);
        let rules = "[[rule]]\nid = 1\n\n[[rule]]\nid = 2\n";
        assert_eq!(line_of(rules, &["rule".to_owned(), "1".to_owned()]), 4);
    }
}
