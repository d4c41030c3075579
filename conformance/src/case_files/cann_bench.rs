//! cann-bench's `cases.csv`: a case a row, of the operator that the `proto.yaml` beside it describes.

use super::ask::{Described, Values};
use super::literal::{self, items, number, shapes};
use super::names::{NAMES, dtype_of};
use super::{Asked, Found, Row};
use serde_json::{Map, Value};

/// The cases of a table.
pub(super) fn read(rows: &[Row<'_>]) -> Vec<Found> {
    let of = |row: &Row<'_>| Found {
        name: row.get("case_id").unwrap_or(&"").trim().to_owned(),
        asked: ask(row),
        is_beside: true,
        answer: Vec::new(),
    };
    rows.iter().map(of).collect()
}

fn ask(row: &Row<'_>) -> Asked {
    let cell = |name: &str| {
        literal::read(row.get(name).unwrap_or(&"")).map_err(|what| format!("{name}: {what}"))
    };
    let name = row.get("operator").unwrap_or(&"").trim();
    let meaning = NAMES.cann_bench.get(name).ok_or_else(|| format!("no operator here is task {name}"))?;
    let (shapes, dtypes, ranges) = (shapes(&cell("input_shape")?)?, cell("dtype")?, cell("value_range")?);
    let input = |(at, shape): (usize, &Vec<usize>)| {
        let dtype = dtype_of(items(&dtypes).get(at).unwrap_or(&Value::Null))?;
        // One range is for all inputs, and so is the last of several.
        let of_each = items(&ranges).first().is_some_and(Value::is_array);
        let range = if of_each { items(&ranges).get(at).or(items(&ranges).last()) } else { Some(&ranges) };
        let ends = match items(range.unwrap_or(&Value::Null)) {
            [] if dtype.is_float() => Some([0.0, 1.0]),
            [] => Some([0.0, 100.0]),
            [only] => number(only).map(|only| [only, only]),
            [low, high, ..] => number(low).zip(number(high)).map(|(low, high)| [low, high]),
        };
        let [low, high] = ends.ok_or_else(|| format!("range of values {ranges}"))?;
        // Its generator mixes NaN with ordinary numbers.
        let values = match low.is_nan() && high.is_nan() {
            true => Values::Range { ends: [-1.0, 1.0], also: vec![low] },
            false => Values::between(low, high),
        };
        Ok(Described::plain(dtype, shape, values))
    };
    let inputs = shapes.iter().enumerate().map(input).collect::<Result<_, String>>()?;
    let attributes = match cell("attrs")? {
        Value::Object(attributes) => attributes,
        _ => Map::new(),
    };
    meaning.given(inputs, &attributes, Vec::new())
}
