//! Finds the parts of a page about an operator, by headings or by paragraphs that contain only a heading's words.

use super::text::identifiers;
use crate::pages::Block;
use crate::pages::vocabulary::is_word;

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
pub(super) struct Opening {
    pub(super) part: Part,
    /// The name before the part's words, `NAME 参数说明`.
    pub(super) name: Option<String>,
    /// Whether the block goes on after the part's words, `返回值: …`.
    pub(super) goes_on: bool,
}

/// What a block opens, if it is a heading, or contains only a heading's words, or starts with those of parameters or results.
pub(super) fn opening(block: &Block) -> Option<Opening> {
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
pub(super) fn lone_identifier(block: &Block) -> Option<String> {
    let (Block::Heading(_, text) | Block::Paragraph(text)) = block else { return None };
    let said = text.plain();
    let said = if matches!(block, Block::Heading(..)) { unnumbered(&said) } else { &said };
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!said.is_empty() && said.chars().all(word)).then(|| said.to_owned())
}
