//! ATK's JSON: a list of cases of aclnn functions. Of each input it has dtype, shape and range of values; results are not in it.

use super::ask::{DEVIATIONS, Drawn, Given, Values};
use super::literal::{items, number};
use super::names::{argument, check_formats, dtype_of, of_aclnn};
use super::{Asked, Found};
use ascertain::DType;
use ascertain::contract::{ArgumentKind, Direction};
use ascertain::document::Editions;
use ascertain_judge::random::Source;
use serde_json::Value;

/// The cases of a file; none if it is not one of ATK.
pub(super) fn read(text: &str, editions: &Editions, seed: u64) -> serde_json::Result<Vec<Found>> {
    let file: Value = serde_json::from_str(text)?;
    let cases = file.as_array().filter(|cases| cases.iter().any(|case| case.get("inputs").is_some()));
    let found = |(at, case): (usize, &Value)| Found {
        name: case["id"].to_string().replace('"', ""),
        asked: ask(case, editions, &mut Source::new(seed, at as u64)),
        is_beside: false,
        answer: Vec::new(),
    };
    Ok(cases.into_iter().flatten().enumerate().map(found).collect())
}

fn ask(case: &Value, editions: &Editions, source: &mut Source) -> Asked {
    let name = case["aclnn_name"].as_str().ok_or("the case has no aclnn_name")?;
    let (operator, places, mut given) = of_aclnn(name, editions)?;
    let mut read = places.into_iter().filter(|at| operator.arguments[*at].direction != Direction::Out);
    for input in items(&case["inputs"]) {
        // A list of attributes is one argument.
        let first = if input.is_array() { &input[0] } else { input };
        let (range, dtype) = (&first["range_values"], &first["dtype"]);
        [&first["format"], &first["formate"]].into_iter().try_for_each(check_formats)?;
        if dtype == "non_param" {
            check_formats(range)?;
            continue;
        }
        if !first["outlier_values"].is_null() {
            return Err("outlier_values, which no document describes".to_owned());
        }
        let at = read.next().ok_or_else(|| format!("more inputs than aclnn{name} has"))?;
        let kind = operator.arguments[at].kind;
        if matches!(kind, ArgumentKind::Tensor | ArgumentKind::Scalar) {
            let wanted = kind.name();
            if first["type"] != wanted || input.is_array() {
                return Err(format!("{} where aclnn{name} takes a {wanted}", first["type"]));
            }
            let shape = if kind == ArgumentKind::Tensor { items(&first["shape"]) } else { &[] };
            let shape = shape.iter().map(|n| usize::try_from(n.as_u64()?).ok()).collect::<Option<Vec<_>>>();
            let shape = shape.ok_or("a shape that is not a list of lengths")?;
            given.push((at, Given::Drawn(Drawn::plain(dtype_of(dtype)?, &shape, values(range, source)?))));
            continue;
        }
        let value = match (input, range) {
            (Value::Array(all), _) => all.iter().map(|one| one["range_values"].clone()).collect(),
            (_, Value::Null) => continue,
            // Two numbers are a range.
            (_, Value::Array(ends)) if ends.len() == 2 && kind != ArgumentKind::Ints => {
                let drawn = values(range, source)?
                    .draw(source, DType::S64, 1)
                    .and_then(|bytes| bytes.try_into().ok());
                drawn.map(i64::from_le_bytes).into()
            }
            (_, value) => value.clone(),
        };
        given.push((at, argument(kind, &value, DType::S64)?));
    }
    Ok((operator, given))
}

/// The values that a range stands for.
fn values(range: &Value, source: &mut Source) -> Result<Values, String> {
    let ends = |range: &Value| match items(range) {
        [low, high] => Some(Values::between(number(low)?, number(high)?)),
        [only] => number(only).map(|only| Values::between(only, only)),
        _ => None,
    };
    if items(range).iter().any(|value| value == "null") {
        return Err("an empty tensor, of which the file does not say the shape".to_owned());
    }
    let mut part = |key: &str| {
        let number = ends(&range[key])?.draw(source, DType::F64, 1)?.try_into().ok()?;
        Some(f64::from_le_bytes(number)).filter(|number| number.is_finite())
    };
    let values = match (&range["name"], part("mean"), part("std")) {
        (name, Some(mean), Some(deviation)) if name == "nd" => {
            let far = DEVIATIONS * deviation;
            Some(Values { is_normal: true, ..Values::between(mean - far, mean + far) })
        }
        _ => ends(range),
    };
    values.ok_or_else(|| format!("range of values {range}"))
}
