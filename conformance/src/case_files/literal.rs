//! Literals of Python and JSON, as the cells of case files hold them.

use serde_json::{Map, Number, Value};

/// Reads a literal: a number, a string, `None`, `True`, `nan`, `inf`, or a tuple, list or dict of these. Numbers that JSON does not
/// have become the strings `nan`, `inf` and `-inf`. An empty cell is null.
///
/// # Errors
/// What is not a literal, and where.
pub(super) fn read(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    match reader.rest().chars().next() {
        None => Ok(value),
        Some(_) => Err(reader.wrong("the end")),
    }
}

/// Deepest nesting.
const DEEPEST: usize = 16;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// What is left, without leading blanks.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn wrong(&mut self, wanted: &str) -> String {
        let found: String = self.rest().chars().take(20).collect();
        format!("expected {wanted} at `{found}`, character {} of the cell", self.at + 1)
    }

    fn takes(&mut self, mark: char) -> bool {
        let takes = self.rest().starts_with(mark);
        self.at += if takes { mark.len_utf8() } else { 0 };
        takes
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err(self.wrong("less nesting"));
        }
        let rest = self.rest();
        match rest.chars().next() {
            Some(open @ ('(' | '[')) => {
                self.at += 1;
                let close = if open == '(' { ')' } else { ']' };
                let (mut items, mut comma) = (Vec::new(), false);
                while !self.takes(close) {
                    items.push(self.value(depth + 1)?);
                    comma = self.takes(',');
                    if !comma && !self.rest().starts_with(close) {
                        return Err(self.wrong(&format!("`,` or `{close}`")));
                    }
                }
                // Parentheses alone make no tuple.
                Ok(if open == '(' && items.len() == 1 && !comma { items.remove(0) } else { Value::Array(items) })
            }
            Some('{') => {
                self.at += 1;
                let mut items = Map::new();
                while !self.takes('}') {
                    let Value::String(key) = self.value(depth + 1)? else { return Err(self.wrong("a string as key")) };
                    if !self.takes(':') {
                        return Err(self.wrong("`:`"));
                    }
                    items.insert(key, self.value(depth + 1)?);
                    if !self.takes(',') && !self.rest().starts_with('}') {
                        return Err(self.wrong("`,` or `}`"));
                    }
                }
                Ok(Value::Object(items))
            }
            Some(quote @ ('\'' | '"')) => {
                let end = rest[1..].find(quote).ok_or_else(|| self.wrong("a string that ends"))?;
                self.at += end + 2;
                Ok(Value::String(rest[1..=end].to_owned()))
            }
            _ => {
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c)));
                let word = &rest[..end.unwrap_or(rest.len())];
                let value = of_word(word).ok_or_else(|| self.wrong("a number, a string, a list or a dict"))?;
                self.at += word.len();
                Ok(value)
            }
        }
    }
}

fn of_word(word: &str) -> Option<Value> {
    Some(match word {
        "None" | "null" => Value::Null,
        "True" | "true" => Value::Bool(true),
        "False" | "false" => Value::Bool(false),
        "nan" | "NaN" => "nan".into(),
        "inf" | "Infinity" => "inf".into(),
        "-inf" | "-Infinity" => "-inf".into(),
        _ if !word.contains(|c: char| c.is_ascii_digit()) => return None,
        _ => match word.parse::<i64>() {
            Ok(integer) => integer.into(),
            Err(_) => Value::Number(Number::from_f64(word.parse().ok()?)?),
        },
    })
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
    match value {
        Value::Array(items) => items.iter().map(Value::as_i64).collect(),
        value => Some(vec![value.as_i64()?]),
    }
}

/// The items of a list; a value that is none stands for a list of itself.
pub(super) fn items(value: &Value) -> &[Value] {
    match value {
        Value::Null => &[],
        Value::Array(items) => items,
        value => std::slice::from_ref(value),
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
    let is_flat = items(list).first().is_some_and(Value::is_number);
    if is_flat { Ok(vec![of(list)?]) } else { items(list).iter().map(of).collect() }
}
