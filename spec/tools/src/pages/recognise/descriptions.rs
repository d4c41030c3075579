//! Finds the descriptions of a function's parameters in its section.

use super::names::{Names, prose};
use super::parameters::{self, Column, ParameterDescription, Piece};
use super::prototype::Prototype;
use super::remarks::Remarks;
use super::text::hull;
use crate::pages::Block;

/// The descriptions of a function's parameters. Items below one belong to it; all other texts are remarks.
pub(super) fn descriptions(
    blocks: &[&Block],
    prototype: &Prototype,
    names: &Names<'_>,
    remarks: &mut Remarks,
) -> Vec<ParameterDescription> {
    let declares = |name: &str| prototype.parameters.iter().any(|(_, declared)| declared == name);
    let mut found: Vec<ParameterDescription> = Vec::new();
    // Depth of the item that describes the last parameter; texts below belong to it.
    let mut depth = None;
    for block in blocks {
        match block {
            Block::Table(grid) if parameters::is_table(grid) => {
                remarks.leave();
                depth = None;
                let mut others = Vec::new();
                found.extend(parameters::table(grid, names, &declares, &mut others));
                others.into_iter().for_each(|text| remarks.text(text));
            }
            Block::Table(grid) => grid.rows.iter().flatten().for_each(|text| remarks.text(text)),
            Block::Item(level, text) => match parameters::item(text) {
                Some(described) if depth.is_none_or(|depth| *level <= depth) => {
                    depth = Some(*level);
                    found.push(described);
                }
                _ if depth.is_some_and(|depth| *level > depth) => continue_with(&mut found, block),
                _ => {
                    depth = None;
                    remarks.item(*level, text);
                }
            },
            Block::Paragraph(text) => match parameters::item(text) {
                Some(described) => {
                    depth = Some(0);
                    found.push(described);
                }
                None if depth.is_some() => continue_with(&mut found, block),
                None => remarks.text(text),
            },
            Block::Code(text) => remarks.text(text),
            Block::Heading(..) => {}
        }
    }
    for (index, described) in found.iter().enumerate() {
        if found[..index].iter().any(|other| other.name == described.name) {
            let says = format!("parameter `{}` of `{}` is described twice", described.name, prototype.name);
            names.refuse(described.place, says);
        }
    }
    found
}

fn continue_with(found: &mut [ParameterDescription], block: &Block) {
    if let (Some(described), Some(text)) = (found.last_mut(), prose(block)) {
        let says = text.plain();
        described.pieces.push(Piece { column: Column::Says, says, place: text.place });
        described.place = hull(described.place, text.place);
    }
}
