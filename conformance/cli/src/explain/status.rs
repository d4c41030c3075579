//! A status code.

use super::requirement::sentence;
use super::sources::Sources;
use ascertain::contract::OPERATORS;
use ascertain::document::Status;
use ascertain_conformance::report::page::{Block, Page};

/// The page of the status code with the name or number `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let by_number = word.parse().ok().and_then(Status::from_number);
    let status = by_number.or_else(|| Status::from_name(&word.to_uppercase()))?;
    let mut page = Page::new(format!("{} ({})", status.name, status.number));
    let also = Some(status.also.join(", ")).filter(|also| !also.is_empty());
    page.section("", [Block::Text(sentence(status.says)), Block::facts([("also spelt", also)])]);
    let requirements = OPERATORS.iter().flat_map(|o| o.contract(sources.editions).requirements);
    let naming = requirements.filter(|r| r.status == Some(status.name));
    let lines = naming.map(|r| format!("{}: {}", r.id, r.says));
    page.items("Returned when one of these is violated", lines);
    Some(page)
}
