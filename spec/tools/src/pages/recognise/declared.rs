//! Finds the prototypes that a page declares.

use super::outline::{Part, opening};
use super::prototype::{self, Prototype};
use crate::pages::{Block, Complaint, Page};

/// The prototypes that a page declares, each once.
pub(super) fn prototypes(page: &Page, complaints: &mut Vec<Complaint>) -> Vec<Prototype> {
    let mut found: Vec<Prototype> = Vec::new();
    let mut current = None;
    for block in &page.blocks {
        if let Some(opening) = opening(block) {
            current = Some(opening.part);
            continue;
        }
        let (Block::Code(text) | Block::Paragraph(text) | Block::Item(_, text)) = block else { continue };
        if current != Some(Part::Prototype) {
            continue;
        }
        let declared = match prototype::read(&text.text, text.place) {
            Ok(declared) => declared,
            Err(says) => {
                complaints.push(Complaint { place: text.place, says, fatal: true });
                continue;
            }
        };
        if matches!(block, Block::Code(_)) {
            let unread = |name: &String| !declared.iter().any(|prototype| prototype.name == *name);
            for name in prototype::called(&text.text).into_iter().filter(unread) {
                let says = format!("the prototype of `{name}` is not understood");
                complaints.push(Complaint { place: text.place, says, fatal: true });
            }
        }
        for prototype in declared {
            if found.iter().any(|known| known.name == prototype.name) {
                let says = format!("`{}` is declared twice", prototype.name);
                complaints.push(Complaint { place: text.place, says, fatal: true });
            } else {
                found.push(prototype);
            }
        }
    }
    found
}
