//! Finds what a page about a Python method shows only in its examples and text: receiver, types of arguments, messages.

use super::names::prose;
use super::prototype::Prototype;
use super::text::{identifiers, speaks_of};
use crate::facts::ParameterFact;
use crate::page::{Block, Page};
use crate::place::hull;
use crate::vocabulary::words;
use ascertain_spec::model::{ArgumentKind, Direction, OperatorSpec, Span};
use std::collections::HashSet;

/// All text of a page, including code: examples may be in either.
fn everything(page: &Page) -> impl Iterator<Item = &str> {
    page.blocks.iter().filter_map(Block::text).map(|text| text.text.as_str())
}

/// The object whose method the function is, as its examples call it: `b = a.NAME(…)` where `a = ….TYPE(…)`.
pub(super) fn receiver(
    page: &Page,
    prototypes: &[Prototype],
    operator: &OperatorSpec,
    description: &[&Block],
) -> Option<ParameterFact> {
    let [function] = prototypes else { return None };
    if function.parameters.iter().any(|(c, _)| !c.is_empty()) {
        return None;
    }
    let ty = everything(page).find_map(|text| receiver_type(text, &function.name))?;
    let tensor = operator.arguments.iter().find(|argument| argument.kind == ArgumentKind::Tensor)?;
    let about = description.iter().filter(|block| prose(block).is_some_and(|t| speaks_of(&t.plain(), &ty)));
    Some(ParameterFact {
        name: tensor.name.clone(),
        c: ty.clone(),
        direction: Direction::In,
        dtypes: Vec::new(),
        formats: Vec::new(),
        empty: None,
        strided: None,
        range: None,
        ranks: None,
        product_dtypes: Vec::new(),
        place: about.map(|block| block.place()).fold(Span::None, hull),
    })
}

fn receiver_type(text: &str, function: &str) -> Option<String> {
    let call = text.find(&format!(".{function}("))?;
    let object = identifiers(&text[..call]).last()?.1;
    let made = identifiers(text).into_iter().filter(|(_, word)| *word == object).find_map(|(at, _)| {
        let value = text[at + object.len()..].trim_start().strip_prefix('=')?;
        let value = value.trim_start();
        let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'))?;
        let (path, rest) = value.split_at(end);
        rest.trim_start().starts_with('(').then(|| path.rsplit('.').next().unwrap_or(path).to_owned())
    })?;
    (!made.is_empty()).then_some(made)
}

/// The type of a function's argument, as its examples pass it.
pub(super) fn argument_type(page: &Page, function: &str) -> Option<String> {
    let argument =
        everything(page).find_map(|text| text.split_once(&format!(".{function}(")))?.1.trim_start();
    match argument.chars().next()? {
        '"' | '\'' => Some("str".to_owned()),
        c if c.is_ascii_digit() || c == '-' => Some("int".to_owned()),
        _ => None,
    }
}

/// The type that a description of the result names.
pub(super) fn returns(blocks: &[&Block]) -> Option<String> {
    let said = prose(blocks.first()?)?.plain();
    let words = identifiers(&said);
    let ty = words
        .iter()
        .rev()
        .find(|(_, word)| word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()));
    ty.map(|(_, word)| (*word).to_owned())
}

/// Messages of errors that the page quotes, as printed.
pub(super) fn messages(page: &Page) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    let mut seen = HashSet::new();
    for text in page.blocks.iter().filter_map(prose) {
        let lower = text.text.to_lowercase();
        if lower.len() != text.text.len() {
            continue;
        }
        for word in words("reports_error") {
            let Some(at) = lower.find(word.as_str()) else { continue };
            let rest = text.text[at + word.len()..].trim_start_matches([':', '：', ' ', '为']);
            let Some(quoted) = rest.strip_prefix(['“', '"', '”']) else { continue };
            let Some(end) = quoted.find(['“', '"', '”']) else { continue };
            let message = quoted[..end].trim();
            if !message.is_empty() && seen.insert(message) {
                found.push((message.to_owned(), text.place));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::receiver_type;

    #[test]
    fn examples_show_the_receiver() {
        let code = "import t a = t.Tensor(\"float16\", (16,)) b = a.cast_to(\"uint32\")";
        assert_eq!(receiver_type(code, "cast_to").as_deref(), Some("Tensor"));
        assert_eq!(receiver_type("cast_to(\"uint32\")", "cast_to"), None);
    }
}
