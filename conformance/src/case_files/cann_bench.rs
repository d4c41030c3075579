//! cann-bench's `cases.csv`: a case a row, of the operator that the `proto.yaml` beside it describes.

use super::ask::{Drawn, Given, Values};
use super::literal::{broadcast, items, number, read as literal, shapes};
use super::names::{dtype_of, of_other, operator_of};
use super::{Asked, Found, Row};
use serde_json::Value;

/// The case of a row.
pub(super) fn read(row: &Row<'_>) -> Found {
    let text = |name: &str| row.get(name).map_or("", |cell| cell.trim());
    Found { name: text("case_id").to_owned(), asked: ask(&text), is_beside: true, answer: Vec::new() }
}

fn ask<'a>(text: &dyn Fn(&str) -> &'a str) -> Asked {
    let cell = |name: &str| literal(text(name)).map_err(|what| format!("{name}: {what}"));
    let operator = operator_of(text("operator"))?;
    let (dtypes, ranges) = (cell("dtype")?, cell("value_range")?);
    let input = |(at, shape): (usize, &Vec<usize>)| {
        let dtype = dtype_of(items(&dtypes).get(at).unwrap_or(&Value::Null))?;
        // One range is for all inputs.
        let range = if items(&ranges).first().is_some_and(Value::is_array) {
            broadcast(&ranges, at)
        } else {
            &ranges
        };
        let ends = match items(range) {
            [] => Some((0.0, if dtype.is_float() { 1.0 } else { 100.0 })),
            [low, .., high] => number(low).zip(number(high)),
            [only] => number(only).zip(number(only)),
        };
        let (low, high) = ends.ok_or_else(|| format!("range of values {ranges}"))?;
        // Its generator mixes NaN with ordinary numbers.
        let mixed = || Values { also: vec![low], ..Values::between(-1.0, 1.0) };
        let values = if low.is_nan() { mixed() } else { Values::between(low, high) };
        Ok(Given::Drawn(Drawn::plain(dtype, shape, values)))
    };
    let inputs =
        shapes(&cell("input_shape")?)?.iter().enumerate().map(input).collect::<Result<_, String>>()?;
    of_other(operator, inputs, &cell("attrs")?.as_object().cloned().unwrap_or_default(), None, &[])
}
