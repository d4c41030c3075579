//! Refuses a page about an operator that has lost a section, or has a table where nothing reads it.

use super::names::Names;
use super::outline::{Outline, Part};
use super::{codes, parameters};
use crate::facts::OperatorFacts;
use crate::pages::Block;

/// Refuses a page that has lost its section of hardware products, or what was in it.
pub(super) fn check_products(outline: &Outline<'_>, facts: &OperatorFacts, names: &Names<'_>) {
    let part = [Part::Support, Part::Supported].into_iter().find(|part| outline.has(*part));
    let (place, says) = match part {
        None => {
            let first = outline.blocks.first().map(|(block, ..)| block.place()).unwrap_or_default();
            (first, "the page has no section of hardware products such as “产品支持情况”; is it complete?")
        }
        Some(part) if facts.products.is_empty() => {
            (outline.heading(part), "the section of hardware products names none; is the page complete?")
        }
        Some(_) => return,
    };
    // Without any product and with other complaints, that would be one more about the same fault.
    if names.refusals() == 0 {
        names.refuse(place, says);
    }
}

/// Refuses tables of parameters and of status codes that are not in the section of a function: nothing would read them.
pub(super) fn check_tables(outline: &Outline<'_>, names: &Names<'_>) {
    for (block, part, function) in &outline.blocks {
        let Block::Table(grid) = block else { continue };
        let (what, home) = if parameters::is_table(grid) {
            ("parameters", Part::Parameters)
        } else if codes::is_table(grid) {
            ("status codes", Part::Returns)
        } else {
            continue;
        };
        let elsewhere = matches!(part, Part::Parameters | Part::Returns | Part::Other) && *part != home;
        if elsewhere || (*part == home && function.is_none()) {
            let says =
                format!("a table of {what} is not in the section of a function, under a heading for {what}");
            names.refuse(grid.place, says);
        }
    }
}

/// Refuses a page that has neither constraints nor examples, which are at its end.
pub(super) fn check_end(outline: &Outline<'_>, names: &Names<'_>) {
    if ![Part::Constraints, Part::Example].into_iter().any(|part| outline.has(part)) {
        let place = outline.prototypes.first().map(|prototype| prototype.place).unwrap_or_default();
        names.refuse(place, "the page has neither constraints nor examples; is it complete?");
    }
}
