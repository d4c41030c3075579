//! Compares the places of facts: an edition that was read from a page says where the page states each of them.
//!
//! Places agree if one contains the other: a person may cite a section, and the import a line. A fact that an edition
//! inherits has no place in its page, and is not compared. What differs otherwise is left to `diff`.

use super::Disagreement;
use crate::facts::{Facts, OperatorFacts, TableFacts};
use ascertain_spec::model::Span;
use std::collections::HashMap;

/// Facts that both have, from different places.
pub(super) fn misplaced(page: &Facts, edition: &Facts) -> Vec<Disagreement> {
    let mut places = Places::default();
    for a in &page.tables {
        if let Some(b) = edition.tables.iter().find(|b| b.id == a.id) {
            places.table(a, b);
        }
    }
    for a in &page.types {
        if let Some(b) = edition.types.iter().find(|b| b.name == a.name) {
            places.compare(&format!("type {}", a.name), a.place, b.place, &["type", &a.name, "cite"]);
        }
    }
    let others = (page.others.as_slice(), edition.others.as_slice());
    places.named("type", others, |other| (&other.0, other.1), &["other"]);
    if let (Some(a), Some(b)) = (&page.operator, &edition.operator) {
        places.operator(a, b);
    }
    let mut recorded: HashMap<&str, Vec<Span>> = HashMap::new();
    for (fact, _) in edition.sentences().unwrap_or_default() {
        recorded.entry(&fact.digest).or_default().push(fact.place);
    }
    for (fact, _) in page.sentences().unwrap_or_default() {
        if let Some(known) = recorded.get(fact.digest.as_str())
            && !known.iter().any(|place| agree(fact.place, *place))
        {
            places.compare(&format!("sentence about {}", fact.about), fact.place, known[0], &["sentences"]);
        }
    }
    places.0
}

#[derive(Default)]
struct Places(Vec<Disagreement>);

impl Places {
    fn compare(&mut self, what: &str, page: Span, edition: Span, path: &[&str]) {
        if page == Span::None || edition == Span::None || agree(page, edition) {
            return;
        }
        self.0.push(Disagreement {
            what: format!("place of {what}"),
            says: format!("{what}: {page}, but the edition cites {edition}"),
            page: Some(page.to_string()),
            page_place: page,
            edition: Some(edition.to_string()),
            path: path.iter().map(|&key| key.to_owned()).collect(),
            only_place: true,
        });
    }

    /// Compares the items of two lists that have the same name.
    fn named<T>(
        &mut self,
        what: &str,
        (page, edition): (&[T], &[T]),
        item: impl Fn(&T) -> (&String, Span),
        path: &[&str],
    ) {
        for (name, place) in page.iter().map(&item) {
            if let Some((_, other)) = edition.iter().map(&item).find(|(other, _)| *other == name) {
                let path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
                self.compare(&format!("{what} {name}"), place, other, &path);
            }
        }
    }

    fn table(&mut self, page: &TableFacts, edition: &TableFacts) {
        let id = page.id.as_str();
        self.compare(id, page.place, edition.place, &["table", id, "cite"]);
        if (&page.rows, &page.columns) != (&edition.rows, &edition.columns) {
            return;
        }
        for (index, row) in page.rows.iter().enumerate() {
            let path = ["table", id, "row", row];
            let place = |table: &TableFacts| table.row_places.get(index).copied().unwrap_or_default();
            self.compare(&format!("{id}, row {row}"), place(page), place(edition), &path);
            for (at, column) in page.columns.iter().enumerate() {
                if let (Some(a), Some(b)) = (page.cell(index, at), edition.cell(index, at))
                    && a.result == b.result
                {
                    self.compare(&format!("{id}, row {row}, column {column}"), a.place, b.place, &path);
                }
            }
        }
        for (index, a) in page.rules.iter().enumerate() {
            if let Some(b) = edition.rules.iter().find(|b| b.in_words() == a.in_words()) {
                let path = ["table", id, "rule", &index.to_string()];
                self.compare(&format!("rule `{}`", a.in_words()), a.place, b.place, &path);
            }
        }
    }

    fn operator(&mut self, page: &OperatorFacts, edition: &OperatorFacts) {
        self.compare("operator", page.place, edition.place, &["operator", "cite"]);
        if let (Some((_, a)), Some((_, b))) = (page.max_rank, edition.max_rank) {
            self.compare("most dimensions", a, b, &["operator", "max_rank"]);
        }
        if let (Some((_, a)), Some((_, b))) = (page.deterministic, edition.deterministic) {
            self.compare("deterministic", a, b, &["operator", "deterministic"]);
        }
        let products = (page.products.as_slice(), edition.products.as_slice());
        self.named("product", products, |product| (&product.0, product.2), &["operator", "product"]);
        let messages = (page.messages.as_slice(), edition.messages.as_slice());
        self.named("message", messages, |message| (&message.0, message.1), &["operator", "message"]);
        for a in &page.functions {
            let Some(b) = edition.functions.iter().find(|b| b.name == a.name) else { continue };
            let path = ["operator", "function", a.name.as_str()];
            self.compare(&a.name, a.place, b.place, &path);
            let under = |key| path.into_iter().chain([key]).collect::<Vec<&str>>();
            let nulls = (a.nulls.as_slice(), b.nulls.as_slice());
            self.named(&format!("{}, null", a.name), nulls, |null| (&null.0, null.1), &under("nulls"));
            let parameters = (a.parameters.as_slice(), b.parameters.as_slice());
            let what = format!("{},", a.name);
            self.named(
                &what,
                parameters,
                |parameter| (&parameter.name, parameter.place),
                &under("parameter"),
            );
        }
    }
}

/// Whether one place contains the other.
fn agree(a: Span, b: Span) -> bool {
    let (a, b) = match (a, b) {
        (Span::Lines(a, b), Span::Lines(c, d)) | (Span::Bytes(a, b), Span::Bytes(c, d)) => ((a, b), (c, d)),
        _ => return false,
    };
    let within = |inner: (u32, u32), outer: (u32, u32)| outer.0 <= inner.0 && inner.1 <= outer.1;
    within(a, b) || within(b, a)
}
