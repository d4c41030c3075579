//! Divides a page about an operator into its parts, and into the sections of its functions.

use super::names::prose;
use super::outline::{Opening, Part, lone_identifier, opening};
use super::parameters;
use super::prototype::{Prototype, is_function};
use super::text::hull;
use crate::pages::{Block, Page};
use ascertain_spec::model::Span;

/// Blocks of a page, each with its part and the function whose section it is in.
pub(super) struct Outline<'a> {
    pub(super) blocks: Vec<(&'a Block, Part, Option<usize>)>,
    /// Places of the headings of parts.
    headings: Vec<(Part, Span)>,
}

pub(super) fn outline<'a>(page: &'a Page, prototypes: &[Prototype]) -> Outline<'a> {
    let mut outline = Outline { blocks: Vec::new(), headings: Vec::new() };
    let (mut current, mut function) = (Part::Other, None);
    let mut under_heading = false;
    let of_name = |name: String| prototypes.iter().position(|prototype| prototype.name == name);
    // A page about one function, or with one first phase, may have parts of it without the function's name above them.
    let only = match prototypes {
        [_] => Some(0),
        _ => only_first_phase(prototypes),
    };
    let owner = |part, function: Option<usize>| match part {
        Part::Parameters if prototypes.len() == 1 => Some(0),
        Part::Returns => function.or(only),
        _ => function,
    };
    for block in &page.blocks {
        if let Some(index) = lone_identifier(block).and_then(of_name) {
            (current, function) = (Part::Other, Some(index));
            continue;
        }
        // An example in a list is about what the list is about.
        let is_item = matches!(block, Block::Item(..)) && under_heading;
        let opening = opening(block).filter(|opening| !(is_item && opening.part == Part::Example));
        let Some(Opening { part, name, goes_on }) = opening else {
            if let Block::Table(grid) = block
                && current == Part::Other
                && function.is_some()
                && parameters::is_table(grid)
            {
                current = Part::Parameters;
            }
            outline.blocks.push((block, current, owner(current, function)));
            continue;
        };
        // Parameters and results belong to the function above them; other parts are about all functions.
        if !matches!(part, Part::Parameters | Part::Returns) && (part != Part::Other || is_heading(block)) {
            function = None;
        }
        if let Some(name) = name.filter(|name| is_function(name)) {
            function = of_name(name);
        }
        under_heading |= is_heading(block);
        current = part;
        if let Some(text) = prose(block) {
            outline.headings.push((part, text.place));
        }
        if goes_on {
            outline.blocks.push((block, current, owner(current, function)));
        }
    }
    outline
}

/// The function of the first of two phases, if there is one such function.
fn only_first_phase(prototypes: &[Prototype]) -> Option<usize> {
    let mut found =
        (0..prototypes.len()).filter(|index| prototypes[*index].name.ends_with("GetWorkspaceSize"));
    found.next().filter(|_| found.next().is_none())
}

fn is_heading(block: &Block) -> bool {
    matches!(block, Block::Heading(..))
}

impl<'a> Outline<'a> {
    pub(super) fn of(&self, part: Part) -> Vec<&'a Block> {
        self.blocks.iter().filter(|(_, of, _)| *of == part).map(|(block, ..)| *block).collect()
    }

    pub(super) fn has(&self, part: Part) -> bool {
        self.headings.iter().any(|(of, _)| *of == part)
    }

    pub(super) fn heading(&self, part: Part) -> Span {
        self.headings.iter().find(|(of, _)| *of == part).map(|(_, place)| *place).unwrap_or_default()
    }

    pub(super) fn place(&self, part: Part, blocks: &[&Block]) -> Span {
        blocks.iter().map(|block| block.place()).fold(self.heading(part), hull)
    }
}
