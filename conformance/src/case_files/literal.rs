//! Literals of Python, as the cells of case files hold them, read as JSON.

use serde_json::Value;

/// Reads a literal. Tuples are lists, and parentheses around one value are too: files write `((2, 3))` for a list of one shape.
/// Numbers that JSON does not have are the strings `nan`, `inf` and `-inf`. An empty cell is null.
pub(super) fn read(text: &str) -> Result<Value, String> {
    let (mut json, mut rest) = (String::with_capacity(text.len()), text.trim());
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
        let length = match first {
            '\'' | '"' => {
                let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
                json.push_str(&Value::from(rest[1..end].trim_end_matches(first)).to_string());
                end
            }
            ')' | ']' | '}' => {
                let end = json.trim_end_matches([',', ' ']).len();
                json.truncate(end);
                json.push(if first == ')' { ']' } else { first });
                1
            }
            first if is_word(first) => {
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                json.push_str(&word(&rest[..end]));
                end
            }
            first => {
                json.push(if first == '(' { '[' } else { first });
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    let json = if json.is_empty() { "null" } else { &json };
    serde_json::from_str(json).map_err(|_| format!("`{text}` is not a literal of Python"))
}

/// A word as JSON has it.
fn word(word: &str) -> String {
    match word {
        "None" | "True" | "False" => word.to_ascii_lowercase().replace("none", "null"),
        "nan" | "inf" | "-inf" => Value::from(word).to_string(),
        // JSON's numbers have digits on both sides of the point.
        _ => match (word.parse::<i64>(), word.parse::<f64>()) {
            (Err(_), Ok(number)) => Value::from(number).to_string(),
            (Ok(integer), _) => integer.to_string(),
            _ => word.to_owned(),
        },
    }
}

/// The number that a value stands for; true is 1.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::String(word) if ["nan", "inf", "-inf"].contains(&word.as_str()) => word.parse().ok(),
        value => value.as_f64(),
    }
}

/// The integers of a list, or a single one.
pub(super) fn integers(value: &Value) -> Option<Vec<i64>> {
    items(value).iter().map(Value::as_i64).collect()
}

/// The items of a list; a value that is none stands for a list of itself.
pub(super) fn items(value: &Value) -> &[Value] {
    match value {
        Value::Null => &[],
        Value::Array(items) => items,
        value => std::slice::from_ref(value),
    }
}

/// The item of a list for this place; one alone is for all.
pub(super) fn broadcast(list: &Value, at: usize) -> &Value {
    match items(list) {
        [only] => only,
        all => all.get(at).unwrap_or(&Value::Null),
    }
}

/// Shapes in a list, or one alone.
pub(super) fn shapes(list: &Value) -> Result<Vec<Vec<usize>>, String> {
    let of = |shape: &Value| {
        let lengths = items(shape).iter().map(|n| usize::try_from(n.as_u64()?).ok());
        match shape {
            Value::Null => Err("an input is left out".to_owned()),
            _ => lengths.collect::<Option<Vec<_>>>().ok_or_else(|| "a list of tensors".to_owned()),
        }
    };
    match items(list).first() {
        Some(Value::Number(_)) => Ok(vec![of(list)?]),
        _ => items(list).iter().map(of).collect(),
    }
}
