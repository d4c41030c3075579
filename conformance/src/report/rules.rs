//! Requirements and errata as HTML pages explain them.

use super::markup::{Html, add, cite};
use ascertain::contract::{OPERATORS, Requirement};
use ascertain::document::{ERRATA, Editions, Erratum};
use ascertain::promote::TABLES;
use ascertain_judge::case::Cited;

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

/// A place in a document, as a link to its page if it has one.
pub(super) fn cited(place: &Cited) -> Html {
    cite(&place.words, place.address.as_deref())
}

/// Who states a requirement, and where.
pub(super) fn cites(requirement: &Requirement) -> Html {
    let mut places = Html::default();
    for (at, place) in std::iter::once(&requirement.cite).chain(requirement.also).enumerate() {
        add!(places, "{}{}", if at == 0 { "" } else { "; " }, cited(&Cited::from(*place)));
    }
    places
}

/// The places where documents disagree, as far as they are about something.
pub(super) fn errata(is_about: impl Fn(&Erratum) -> bool) -> Html {
    let mut told = Html::default();
    for erratum in ERRATA.iter().filter(|erratum| is_about(erratum)) {
        add!(told, "<p><strong>Erratum <code>{}</code>:</strong> {}</p>\n<ul>\n", erratum.id, erratum.says);
        for reading in erratum.readings {
            add!(told, "<li>{} ({})</li>\n", reading.says, cited(&Cited::from(reading.cite)));
        }
        add!(told, "</ul>\n");
    }
    told
}
