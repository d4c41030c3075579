//! Finds the parts of a page about an operator, by headings or by paragraphs that contain only a heading's words.

use super::text::plain;
use crate::pages::Block;

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

const WORDS: [(Part, &[&str]); 8] = [
    (Part::Support, &["产品支持情况", "product support", "product support status", "supported product list"]),
    (
        Part::Supported,
        &["支持的型号", "支持的产品", "supported models", "supported products", "availability"],
    ),
    (
        Part::Description,
        &["功能说明", "功能描述", "function", "function description", "description", "functionality"],
    ),
    (Part::Prototype, &["函数原型", "prototype", "function prototype", "function prototypes"]),
    (Part::Parameters, &["参数说明", "parameters", "parameter description", "parameter"]),
    (Part::Returns, &["返回值", "返回值说明", "returns", "return value", "return values"]),
    (
        Part::Constraints,
        &["约束说明", "约束", "注意事项", "constraints", "restrictions", "precautions", "notes"],
    ),
    (
        Part::Example,
        &["调用示例", "示例", "examples", "example", "example call", "call example", "sample code"],
    ),
];

/// The part that a block opens.
pub(super) fn part(block: &Block) -> Option<Part> {
    let (text, marked) = match block {
        Block::Heading(_, text) => (text, true),
        Block::Paragraph(text) | Block::Item(_, text) => (text, false),
        Block::Table(_) | Block::Code(_) => return None,
    };
    let said = plain(&text.text).to_lowercase();
    let said = said.trim_end_matches([':', '.', '。']).trim_start_matches(['•', '-', '*', ' ']).trim();
    let part = WORDS.iter().find(|(_, words)| words.contains(&said)).map(|(part, _)| *part);
    part.or_else(|| marked.then_some(Part::Other))
}

/// The identifier in a block that contains nothing else.
pub(super) fn lone_identifier(block: &Block) -> Option<String> {
    let (Block::Heading(_, text) | Block::Paragraph(text)) = block else { return None };
    let said = plain(&text.text);
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!said.is_empty() && said.chars().all(word)).then_some(said)
}
