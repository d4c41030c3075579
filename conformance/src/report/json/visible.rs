//! Text of a report that anybody may have written: this program writes none with power over a terminal.

use super::ReadError;
use ascertain_judge::text;
use serde::Serialize;
use serde_json::Value;

/// Checks every text in a part of a report.
///
/// # Errors
/// If there is one that this program would have made visible.
pub(super) fn check(part: &impl Serialize) -> Result<(), ReadError> {
    let value = serde_json::to_value(part).map_err(|error| ReadError::unlike(error.to_string()))?;
    match hidden(&value) {
        None => Ok(()),
        Some(found) => {
            Err(ReadError::unlike(format!("it has text that people cannot see: {}", text::word(found))))
        }
    }
}

/// The first text that people cannot see.
fn hidden(value: &Value) -> Option<&str> {
    let check = |text: &str| !text::is_visible(text);
    match value {
        Value::String(text) => Some(text.as_str()).filter(|text| check(text)),
        Value::Array(items) => items.iter().find_map(hidden),
        Value::Object(members) => members
            .iter()
            .find_map(|(key, value)| Some(key.as_str()).filter(|key| check(key)).or_else(|| hidden(value))),
        _ => None,
    }
}
