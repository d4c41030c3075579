//! Reads a standard. A mistake is told with its line, and an unknown key with those that there are.

use super::Standard;
use ascertain::DType;
use ascertain_language::nearest::nearest;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// Reads a standard. It may be like one of those before it.
///
/// # Errors
/// What is wrong, and in which line.
pub fn parse(name: &str, text: &str, before: &[Standard]) -> Result<Standard, String> {
    let mut own: Standard = toml::from_str(text).map_err(|error| wrong(text, &error))?;
    name.clone_into(&mut own.name);
    if own._version != 1 {
        return Err(format!("version {}, but this program reads version 1", own._version));
    }
    if let Some(like) = &own.like {
        let other = before.iter().find(|other| other.name == *like);
        let other = other.ok_or_else(|| format!("`like`: no standard before it is called `{like}`"))?.clone();
        let Standard { golden, equal_nan, specials, inputs, rules, reading, .. } = other;
        own = Standard { golden, equal_nan, specials, inputs, rules, reading, ..own };
        for ratio in own.rules.iter_mut().filter_map(|rule| rule.ratio.as_mut()) {
            *ratio = own.ratio.map_or(*ratio, |new| new.where_is(*ratio));
        }
    }
    if own.rules.is_empty() { Err("it has no [[rule]], and is `like` no other".to_owned()) } else { Ok(own) }
}

/// What is wrong, and where; of an unknown key, the nearest that there is.
fn wrong(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().map_or(0, |span| span.start);
    let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    let message = error.message();
    // serde's message has the unknown key and then those that there are, each in backticks.
    let mut names = message.split('`').skip(1).step_by(2);
    let meant = message.starts_with("unknown").then(|| nearest(names.next()?, names)).flatten();
    let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    format!("line {line}: {message}{meant}")
}

pub(super) fn dtypes<'de, D: Deserializer<'de>>(given: D) -> Result<Vec<DType>, D::Error> {
    let float = |name: &String| {
        let dtype = DType::from_name(name).filter(|dtype| dtype.is_float());
        dtype.ok_or_else(|| {
            D::Error::custom(format!("{name} is not a float dtype; write f16, bf16, f32 or f64"))
        })
    };
    Vec::<String>::deserialize(given)?.iter().map(float).collect()
}

/// A number as its source has it: `0.5`, `"2^-9"` or `"10 * 2^-9"`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a number, or a text such as \"2^-9\" or \"10 * 2^-9\"")]
enum Number {
    Plain(f64),
    Text(String),
}

pub(super) fn number<'de, D: Deserializer<'de>>(given: D) -> Result<f64, D::Error> {
    match Number::deserialize(given)? {
        Number::Plain(number) => Ok(number),
        Number::Text(text) => {
            let power = |of: &str| {
                of.strip_prefix("2^").map_or(of.parse().ok(), |exp| Some(2f64.powi(exp.parse().ok()?)))
            };
            let factors: Option<Vec<f64>> = text.split('*').map(|factor| power(factor.trim())).collect();
            let product = factors.and_then(|factors| factors.into_iter().reduce(|a, b| a * b));
            product.ok_or_else(|| {
                D::Error::custom(format!("`{text}` is not a number such as 2^-9 or 10 * 2^-9"))
            })
        }
    }
}

/// A number, or none.
pub(super) fn optional<'de, D: Deserializer<'de>>(given: D) -> Result<Option<f64>, D::Error> {
    number(given).map(Some)
}
