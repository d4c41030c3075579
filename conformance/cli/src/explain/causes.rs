//! The mistakes that a run can name as the cause of failures.

use ascertain::contract::OPERATORS;
use ascertain_conformance::report::page::{Block, Page};
use ascertain_selftest::diagnosis::mistakes;
use ascertain_selftest::faults;

/// The word that asks for them.
pub(super) const NAME: &str = "causes";

/// The page about them, if `word` is their name.
pub(super) fn page(word: &str) -> Option<Page> {
    if word != NAME {
        return None;
    }
    let mut page = Page::new("The mistakes that a run looks for");
    let how = format!(
        "A mistake is named as the cause of failures if it gives the backend's own wrong results, and fails no case that passed. \
         N is a number and T a dtype that fits them. In which calls it is made, the run finds out. {} narrower mistakes, those \
         of the self-test, are looked for too.",
        faults::all().count()
    );
    page.section("", [Block::Text(how)]);
    let mistakes = mistakes();
    for operator in OPERATORS {
        let of_it = mistakes.iter().filter(|(name, _)| name == operator.name);
        page.items(operator.name, of_it.map(|(_, what)| what.clone()));
    }
    Some(page)
}
