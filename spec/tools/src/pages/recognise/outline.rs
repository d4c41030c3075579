//! Finds the parts of a page about an operator, by headings or by paragraphs that contain only a heading's words.

use super::text::{identifiers, plain};
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
    (
        Part::Support,
        &["产品支持情况", "支持产品", "product support", "product support status", "supported product list"],
    ),
    (
        Part::Supported,
        &[
            "支持的型号",
            "支持的产品",
            "支持的产品型号",
            "supported models",
            "supported products",
            "availability",
        ],
    ),
    (
        Part::Description,
        &["功能说明", "功能描述", "功能", "function", "function description", "description", "functionality"],
    ),
    (
        Part::Prototype,
        &[
            "函数原型",
            "接口原型",
            "算子原型",
            "接口",
            "prototype",
            "function prototype",
            "function prototypes",
            "api",
        ],
    ),
    (Part::Parameters, &["参数说明", "参数描述", "参数", "parameters", "parameter description", "parameter"]),
    (
        Part::Returns,
        &[
            "返回值",
            "返回值说明",
            "返回码",
            "错误码",
            "returns",
            "return value",
            "return values",
            "error codes",
        ],
    ),
    (
        Part::Constraints,
        &[
            "约束说明",
            "约束",
            "约束与限制",
            "注意事项",
            "constraints",
            "restrictions",
            "precautions",
            "notes",
        ],
    ),
    (
        Part::Example,
        &["调用示例", "示例", "样例", "examples", "example", "example call", "call example", "sample code"],
    ),
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
    let said = plain(&text.text);
    let said = said.trim_start_matches(['•', '-', '*', ' ']);
    let said = if marked { unnumbered(said) } else { said };
    let lower = said.trim_end_matches([':', '.', '。', ' ']).to_lowercase();
    let named = |said: &str| WORDS.iter().find(|(_, words)| words.contains(&said)).map(|(part, _)| *part);
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
    let said = plain(&text.text);
    let said = if matches!(block, Block::Heading(..)) { unnumbered(&said) } else { &said };
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!said.is_empty() && said.chars().all(word)).then(|| said.to_owned())
}
