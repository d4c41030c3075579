//! Mistakes in broad forms, with block lengths, positions and dtypes put into them.

use crate::faults::{Fault, parse, read_fault};
use ascertain::DType;
use ascertain::contract::CUMPROD;
use ascertain_judge::case::Case;
use ascertain_judge::verdict::CaseResult;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A hypothesis of the file.
type Table = Map<String, Value>;

/// The file.
const HYPOTHESES: &str = include_str!("../../hypotheses.toml");

/// What the file has once.
const EACH: &str = "each";

/// The hypotheses about failing cases.
pub(super) fn all<'a>(failing: impl Iterator<Item = (&'a CaseResult, &'a Case)>) -> Vec<Fault> {
    let positions: BTreeSet<usize> =
        failing.filter_map(|(result, case)| position(result, case)).filter(|at| *at > 0).collect();
    expanded(&positions).expect("a test expands them all")
}

/// The mistakes in words, each with the operator whose cases it makes wrong. `N` stands for a number and `T` for a dtype that a run
/// finds out.
///
/// # Panics
/// Never: a test reads the file.
#[must_use]
pub fn mistakes() -> Vec<(String, String)> {
    let text = |hypothesis: &Table, key| hypothesis.get(key).and_then(Value::as_str).map(str::to_owned);
    let words = |hypothesis: Table| {
        let letter = match text(&hypothesis, EACH).as_deref() {
            Some("float" | "integer" | "dtype") => "T",
            Some("alias") => "T as T",
            _ => "N",
        };
        let what = text(&hypothesis, "what").unwrap_or_default().replace("{}", letter);
        (text(&hypothesis, "operator").unwrap_or_else(|| CUMPROD.name.to_owned()), what)
    };
    listed().expect("a test reads the file").into_iter().map(words).collect()
}

/// The place in its line of the first wrong element.
fn position(result: &CaseResult, case: &Case) -> Option<usize> {
    let at = result.judgement.at.as_ref()?;
    let ascertain::call::Call::Operate(call) = &case.call else { return None };
    match crate::faults::lines::dim(call, at.len()) {
        Some(dim) => at.get(dim).copied(),
        None => at.last().copied(),
    }
}

/// The file, a table for each hypothesis.
fn listed() -> Result<Vec<Table>, String> {
    let Some(Value::Array(all)) = parse(HYPOTHESES)?.remove("fault") else {
        return Err("no faults".to_owned());
    };
    let table = |one| if let Value::Object(table) = one { Ok(table) } else { Err("not a table".to_owned()) };
    all.into_iter().map(table).collect()
}

/// Every hypothesis with everything that can be put into it: the positions at which failing lines go wrong, where it takes some.
///
/// # Errors
/// If the list of hypotheses is malformed.
pub fn expanded(positions: &BTreeSet<usize>) -> Result<Vec<Fault>, String> {
    let mut faults = Vec::new();
    for (at, mut hypothesis) in listed()?.into_iter().enumerate() {
        let each = hypothesis.remove(EACH);
        let values = match each.as_ref().and_then(Value::as_str) {
            None => vec![String::new()],
            Some(kind) => fitted(kind, positions)?,
        };
        for value in values {
            let mut one = hypothesis.clone();
            one.insert("id".to_owned(), Value::String(format!("hypothesis/{at}/{value}")));
            let mut one = Value::Object(one);
            put(&value, &mut one);
            faults.push(read_fault(&one, None)?);
        }
    }
    Ok(faults)
}

/// Puts a text into each `{}` of a hypothesis; where nothing else stands, a number is one.
fn put(value: &str, place: &mut Value) {
    match place {
        Value::String(text) => {
            let number = value.parse::<u64>().ok().filter(|_| text == "{}");
            *place = number.map_or_else(|| Value::String(text.replace("{}", value)), Value::from);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| put(value, item)),
        Value::Object(table) => table.iter_mut().for_each(|(_, item)| put(value, item)),
        _ => {}
    }
}

/// What can be put into a hypothesis.
fn fitted(kind: &str, positions: &BTreeSet<usize>) -> Result<Vec<String>, String> {
    // Where a line first goes wrong, a block begins, or its last element is.
    let near: BTreeSet<usize> = positions.iter().flat_map(|at| [*at, at + 1]).collect();
    let divisors = |times: usize| -> BTreeSet<usize> {
        let of = |at: &usize| (2..=*at).filter(|size| at.is_multiple_of(*size)).collect::<Vec<_>>();
        near.iter().filter(|at| at.is_multiple_of(times)).flat_map(|at| of(&(at / times))).collect()
    };
    let text = |numbers: BTreeSet<usize>| numbers.iter().map(usize::to_string).collect();
    let named = |holds: fn(DType) -> bool| {
        DType::ALL.into_iter().filter(|dtype| holds(*dtype)).map(|dtype| dtype.name().to_owned()).collect()
    };
    Ok(match kind {
        "block" | "half-block" => text(divisors(1)),
        "position" => text(positions.clone()),
        "vector" => text([2, 4, 8, 16, 32, 64].into()),
        "count" => text((2..=16).collect()),
        "float" => named(DType::is_float),
        "integer" => named(DType::is_integer),
        "alias" => {
            let pairs = DType::ALL.into_iter().flat_map(|a| DType::ALL.into_iter().map(move |b| (a, b)));
            pairs.filter(|(a, b)| a != b).map(|(a, b)| format!("{a} as {b}")).collect()
        }
        "dtype" => named(|dtype| dtype.is_integer() || dtype.is_float()),
        _ => return Err(format!("`{kind}` is not something to put into a hypothesis")),
    })
}
