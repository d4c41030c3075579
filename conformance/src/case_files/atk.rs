//! ATK's JSON: a list of cases of aclnn functions. Of each input it has dtype, shape and range of values; results are not in it.

use super::Found;
use super::ask::{Described, Given, Values};
use super::literal::{items, number};
use super::names::{argument, check_format, dtype_of, of_aclnn, read_arguments};
use ascertain::DType;
use ascertain::contract::ArgumentKind;
use ascertain::document::Editions;
use ascertain_judge::random::Source;
use serde_json::Value;

/// The cases of a file. None if it is not one of ATK.
pub(super) fn read(text: &str, editions: &Editions, seed: u64) -> Result<Option<Vec<Found>>, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Value::Array(cases) = file else { return Ok(None) };
    if !cases.iter().any(|case| case.get("inputs").is_some()) {
        return Ok(None);
    }
    let found = cases.iter().enumerate().map(|(at, case)| Found {
        name: case.get("id").map_or_else(|| format!("no-id-{at}"), |id| id.to_string().replace('"', "")),
        // Of each case other numbers.
        asked: ask(case, editions, &mut Source::new(seed, at as u64)),
        is_beside: false,
        answer: Vec::new(),
    });
    Ok(Some(found.collect()))
}

fn ask(case: &Value, editions: &Editions, source: &mut Source) -> super::Asked {
    let name = case.get("aclnn_name").and_then(Value::as_str).ok_or("the case has no aclnn_name")?;
    let none = || format!("no page of aclnn{} here", name.strip_prefix("aclnn").unwrap_or(name));
    let (operator, places, is_inplace) = of_aclnn(name, editions).ok_or_else(none)?;
    let (read, mut given) = read_arguments(operator, &places, is_inplace);
    let mut read = read.into_iter();
    for input in items(&case["inputs"]) {
        // A list of attributes is one argument.
        let (first, numbers) = match input {
            Value::Array(all) => (all.first(), Some(all.iter().map(|one| one["range_values"].clone()).collect::<Vec<_>>())),
            one => (Some(one), None),
        };
        let said = |key: &str| first.and_then(|first| first.get(key)).filter(|value| !value.is_null());
        let formats = items(said("format").or(said("formate")).unwrap_or(&Value::Null));
        formats.iter().filter_map(Value::as_str).try_for_each(check_format)?;
        let range = said("range_values").unwrap_or(&Value::Null);
        if said("dtype").is_some_and(|dtype| dtype == "non_param") {
            check_format(range.as_str().unwrap_or_default())?;
            continue;
        }
        if said("outlier_values").is_some() {
            return Err("outlier_values, which are not documented".to_owned());
        }
        let at = read.next().ok_or_else(|| format!("more inputs than aclnn{name} has"))?;
        let kind = operator.arguments[at].kind;
        given.push((at, match (kind, numbers) {
            (ArgumentKind::Tensor | ArgumentKind::Scalar, None) => {
                let wanted = if kind == ArgumentKind::Tensor { "tensor" } else { "scalar" };
                let found = said("type").and_then(Value::as_str).unwrap_or_default();
                if found != wanted {
                    return Err(format!("a {found} where aclnn{name} takes a {wanted}"));
                }
                let dtype = dtype_of(said("dtype").unwrap_or(&Value::Null))?;
                let shape = said("shape").filter(|_| kind == ArgumentKind::Tensor);
                let shape = items(shape.unwrap_or(&Value::Null)).iter().map(|n| Some(n.as_u64()? as usize));
                let shape: Vec<usize> = shape.collect::<Option<_>>().ok_or("a shape that is not a list of lengths")?;
                Given::Tensor(Described::plain(dtype, &shape, values(range)?))
            }
            (ArgumentKind::Tensor | ArgumentKind::Scalar, Some(_)) => return Err("a list of tensors".to_owned()),
            (_, Some(numbers)) => Given::Arg(argument(kind, &numbers.into(), DType::S64)?),
            (_, None) if range.is_null() => continue,
            (_, None) => Given::Arg(argument(kind, &chosen(kind, range, source)?, DType::S64)?),
        }));
    }
    Ok((operator, given))
}

/// The value of an attribute, of which two numbers are a range.
fn chosen(kind: ArgumentKind, range: &Value, source: &mut Source) -> Result<Value, String> {
    match range {
        Value::Array(all) if kind != ArgumentKind::Ints => match all.as_slice() {
            [only] => Ok(only.clone()),
            _ => {
                let drawn = values(range)?.draw(source, DType::S64, 1).and_then(|bytes| bytes.try_into().ok());
                Ok(i64::from_le_bytes(drawn.ok_or("no range")?).into())
            }
        },
        other => Ok(other.clone()),
    }
}

/// The values that a range stands for.
fn values(range: &Value) -> Result<Values, String> {
    let ends = |range: &Value| match items(range) {
        [low, high] => Some([number(low)?, number(high)?]),
        [only] => Some([number(only)?; 2]),
        _ => None,
    };
    let is_null = |value: &Value| value == "null";
    if is_null(range) || items(range).iter().any(is_null) {
        return Err("an empty tensor, of which the file does not say the shape".to_owned());
    }
    let wrong = || format!("range of values {range}");
    if let Value::Object(normal) = range {
        let part = |key: &str| normal.get(key).and_then(ends).filter(|ends| ends.iter().all(|end| end.is_finite()));
        return match (normal.get("name").and_then(Value::as_str), part("mean"), part("std")) {
            (Some("nd"), Some(mean), Some(deviation)) => Ok(Values::Normal { mean, deviation }),
            _ => Err(wrong()),
        };
    }
    ends(range).map(|[low, high]| Values::between(low, high)).ok_or_else(wrong)
}
