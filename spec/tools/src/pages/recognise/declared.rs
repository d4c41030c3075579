//! Finds the prototypes that a page declares.

use super::names::Names;
use super::outline::{Part, opening};
use super::prototype::{self, Prototype};
use crate::pages::{Block, Page};

/// The prototypes that a page declares, each once.
pub(super) fn prototypes(page: &Page, names: &Names<'_>) -> Vec<Prototype> {
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
                names.refuse(text.place, says);
                continue;
            }
        };
        if matches!(block, Block::Code(_)) {
            let unread = |name: &String| !declared.iter().any(|prototype| prototype.name == *name);
            for name in prototype::called(&text.text).into_iter().filter(unread) {
                names.refuse(text.place, format!("the prototype of `{name}` is not understood"));
            }
        }
        for prototype in declared {
            if found.iter().any(|known| known.name == prototype.name) {
                names.refuse(text.place, format!("`{}` is declared twice", prototype.name));
            } else {
                found.push(prototype);
            }
        }
    }
    found
}
