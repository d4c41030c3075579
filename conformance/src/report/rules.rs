//! Requirements and errata as HTML pages explain them.

use super::words::basis_words;
use ascertain::contract::{OPERATORS, Requirement};
use ascertain::document::{ERRATA, Editions, Erratum};
use ascertain::promote::TABLES;
use ascertain_judge::case::Cited;
use serde_json::{Value, json};

/// The requirement with this id, in the chosen edition or the first one that has it.
#[must_use]
pub fn requirement(id: &str, editions: &Editions) -> Option<&'static Requirement> {
    let chosen = |document: &str| editions.index(document);
    let of_operators = OPERATORS.iter().flat_map(|operator| {
        let own = operator.contracts.get(chosen(operator.document));
        own.into_iter().chain(operator.contracts).map(|contract| contract.requirements)
    });
    let of_tables = TABLES.iter().flat_map(|table| table.requirements_in(editions).chain(table.requirements));
    of_operators.flatten().chain(of_tables).find(|requirement| requirement.id == id)
}

/// What a requirement says, who says so and where, and its errata.
pub(super) fn rule(id: &str, editions: &Editions) -> Option<Value> {
    let found = requirement(id, editions)?;
    let cites = std::iter::once(&found.cite).chain(found.also).map(|cite| Cited::from(*cite));
    let errata = ERRATA.iter().filter(|erratum| erratum.requirements.contains(&id)).map(self::erratum);
    Some(json!({
        "says": found.says,
        "level": found.level.name(),
        "basis": found.basis.map(basis_words),
        "reason": found.reason,
        "cites": cites.collect::<Vec<_>>(),
        "errata": errata.collect::<Vec<_>>(),
    }))
}

/// A place where documents disagree.
pub(super) fn erratum(erratum: &Erratum) -> Value {
    let readings = erratum.readings.iter().map(|reading| (reading.says, Cited::from(reading.cite)));
    json!({"id": erratum.id, "says": erratum.says, "readings": readings.collect::<Vec<_>>()})
}
