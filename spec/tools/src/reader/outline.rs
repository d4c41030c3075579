//! Divides a page about an operator into its parts, by headings or by paragraphs that contain only a heading's words, and
//! into the sections of its functions, whose prototypes it finds.

use super::names::Names;
use super::parameters;
use super::prototype::{self, Prototype, is_function};
use super::text::identifiers;
use crate::page::{Block, Page, Text};
use crate::place::hull;
use crate::vocabulary::is_word;
use ascertain_spec::model::Span;

/// A part of a page about an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Hardware products, each with a mark of support.
    Support,
    /// Hardware products, all supported.
    Supported,
    /// What the operator does.
    Description,
    /// Declarations of its functions.
    Prototype,
    /// Parameters of one function, or of the only one.
    Parameters,
    /// What it returns.
    Returns,
    /// Restrictions.
    Constraints,
    /// Examples.
    Example,
    /// Anything else with a heading.
    Other,
}

/// The parts with headings of their own, and where `sentences.toml` lists the words of these.
const PARTS: [(Part, &str); 8] = [
    (Part::Support, "support"),
    (Part::Supported, "supported"),
    (Part::Description, "description"),
    (Part::Prototype, "prototype"),
    (Part::Parameters, "parameters"),
    (Part::Returns, "returns"),
    (Part::Constraints, "constraints"),
    (Part::Example, "example"),
];

/// What a block opens.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Opening {
    part: Part,
    /// The name before the part's words, `NAME 参数说明`.
    name: Option<String>,
    /// Whether the block goes on after the part's words, `返回值: …`.
    goes_on: bool,
}

/// What a block opens, if it is a heading, or contains only a heading's words, or starts with those of parameters or results.
fn opening(block: &Block) -> Option<Opening> {
    let (text, marked) = match block {
        Block::Heading(_, text) => (text, true),
        Block::Paragraph(text) | Block::Item(_, text) => (text, false),
        Block::Table(_) | Block::Code(_) => return None,
    };
    let said = text.plain();
    let said = said.trim_start_matches(['•', '-', '*', ' ']);
    let said = if marked { unnumbered(said) } else { said };
    let lower = said.trim_end_matches([':', '.', '。', ' ']).to_lowercase();
    let named = |said: &str| PARTS.iter().find(|(_, words)| is_word(words, said)).map(|(part, _)| *part);
    let open = |part| Opening { part, name: None, goes_on: false };
    if let Some(part) = named(&lower) {
        return Some(open(part));
    }
    if !marked {
        // A Chinese word may also end with its line; an English one would start a sentence.
        let ends = [lower.split_once(':'), lower.split_once(' ').filter(|(word, _)| !word.is_ascii())];
        let parts = ends.into_iter().flatten().filter_map(|(word, _)| named(word.trim()));
        let part = parts.into_iter().find(|part| matches!(part, Part::Parameters | Part::Returns))?;
        return Some(Opening { goes_on: true, ..open(part) });
    }
    let after_name = identifiers(said).first().filter(|(at, _)| *at == 0).and_then(|(_, name)| {
        let rest = said[name.len()..].trim().trim_end_matches([':', '.', '。']).to_lowercase();
        Some(Opening { name: Some((*name).to_owned()), ..open(named(&rest)?) })
    });
    Some(after_name.unwrap_or_else(|| open(Part::Other)))
}

/// A heading without its number: `2.1 Parameters`.
fn unnumbered(heading: &str) -> &str {
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '、'));
    let number = &heading[..heading.len() - rest.len()];
    if number.starts_with(|c: char| c.is_ascii_digit()) && number.len() <= 6 {
        rest.trim_start()
    } else {
        heading
    }
}

/// The identifier in a block that contains nothing else.
fn lone_identifier(block: &Block) -> Option<String> {
    let (Block::Heading(_, text) | Block::Paragraph(text)) = block else { return None };
    let said = text.plain();
    let said = if matches!(block, Block::Heading(..)) { unnumbered(&said) } else { &said };
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!said.is_empty() && said.chars().all(word)).then(|| said.to_owned())
}

/// Prototypes and blocks of a page, each block with its part and the function whose section it is in.
pub(super) struct Outline<'a> {
    /// The prototypes that the page declares, each once.
    pub(super) prototypes: Vec<Prototype>,
    pub(super) blocks: Vec<(&'a Block, Part, Option<usize>)>,
    /// Places of the headings of parts.
    headings: Vec<(Part, Span)>,
    /// Headings that open no part of their own.
    pub(super) other_headings: Vec<&'a Text>,
}

pub(super) fn outline<'a>(page: &'a Page, names: &Names<'_>) -> Outline<'a> {
    let openings: Vec<Option<Opening>> = page.blocks.iter().map(opening).collect();
    let prototypes = prototypes(page, &openings, names);
    let (mut blocks, mut headings, mut other_headings) = (Vec::new(), Vec::new(), Vec::new());
    let (mut current, mut function) = (Part::Other, None);
    let mut under_heading = false;
    let of_name = |name: &str| prototypes.iter().position(|prototype| prototype.name == name);
    // A page about one function, or with one first phase, may have parts of it without the function's name above them.
    let only = match prototypes.as_slice() {
        [_] => Some(0),
        several => only_first_phase(several),
    };
    let owner = |part, function: Option<usize>| match part {
        Part::Parameters if prototypes.len() == 1 => Some(0),
        Part::Returns => function.or(only),
        _ => function,
    };
    for (block, opening) in page.blocks.iter().zip(&openings) {
        if let (Block::Heading(_, text), Some(Opening { part: Part::Other, .. })) = (block, opening) {
            other_headings.push(text);
        }
        if let Some(index) = lone_identifier(block).and_then(|name| of_name(&name)) {
            (current, function) = (Part::Other, Some(index));
            continue;
        }
        // An example in a list is about what the list is about.
        let is_item = matches!(block, Block::Item(..)) && under_heading;
        let opening = opening.as_ref().filter(|opening| !(is_item && opening.part == Part::Example));
        let Some(&Opening { part, ref name, goes_on }) = opening else {
            if let Block::Table(grid) = block
                && current == Part::Other
                && function.is_some()
                && parameters::is_table(grid)
            {
                current = Part::Parameters;
            }
            blocks.push((block, current, owner(current, function)));
            continue;
        };
        // Parameters and results belong to the function above them; other parts are about all functions.
        if !matches!(part, Part::Parameters | Part::Returns) && (part != Part::Other || is_heading(block)) {
            function = None;
        }
        if let Some(name) = name.as_ref().filter(|name| is_function(name)) {
            function = of_name(name);
        }
        under_heading |= is_heading(block);
        current = part;
        if let Some(text) = block.prose() {
            headings.push((part, text.place));
        }
        if goes_on {
            blocks.push((block, current, owner(current, function)));
        }
    }
    Outline { prototypes, blocks, headings, other_headings }
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

/// The prototypes that a page declares, each once.
fn prototypes(page: &Page, openings: &[Option<Opening>], names: &Names<'_>) -> Vec<Prototype> {
    let mut found: Vec<Prototype> = Vec::new();
    let mut current = None;
    for (block, opening) in page.blocks.iter().zip(openings) {
        if let Some(opening) = opening {
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
