//! What the names of other people's case files mean here: `names.toml`, and the prototypes of the pages.

use super::ask::{Drawn, Given, Values};
use super::literal::{integers, items, number};
use super::{Asked, Prototype};
use ascertain::DType;
use ascertain::call::Arg;
use ascertain::contract::{Argument, ArgumentKind, Direction, OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain::dtype::Scheme;
use ascertain::formula::converted;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// `names.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    ttk: Vec<String>,
    onnx: Vec<String>,
    other: Vec<String>,
    onnx_dtypes: Vec<String>,
    formats: Vec<String>,
    dtypes: BTreeMap<String, String>,
    attributes: BTreeMap<String, String>,
    only: BTreeMap<String, f64>,
}

#[expect(clippy::expect_used, reason = "every test of this module reads it")]
static NAMES: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(include_str!("names.toml")).expect("names.toml is valid"));

/// The dtype that a name or a value of `aclDataType` means.
pub(super) fn dtype_of(value: &Value) -> Result<DType, String> {
    let found = match value {
        Value::String(name) => DType::from_name(NAMES.dtypes.get(name).unwrap_or(name))
            .or_else(|| DType::from_name_in(Scheme::Mindspore, name)),
        value => value.as_i64().and_then(|number| DType::from_acl_number(number.try_into().ok()?)),
    };
    found.ok_or_else(|| format!("there is no dtype {} here", value.to_string().replace('"', "")))
}

/// TTK's name of a dtype, and NumPy's.
pub(super) fn ttk_name(dtype: DType) -> &'static str {
    dtype.name_in(Scheme::Mindspore).unwrap_or("complex32")
}

/// The dtype that a value of ONNX's `TensorProto.DataType` means.
pub(super) fn onnx_dtype(number: i64) -> Result<DType, String> {
    let name = usize::try_from(number).ok().and_then(|at| NAMES.onnx_dtypes.get(at));
    name.and_then(|name| DType::from_name(name))
        .ok_or_else(|| format!("there is no dtype {number} of ONNX here"))
}

/// Makes sure that elements lie row by row in all of some formats.
pub(super) fn check_formats(formats: &Value) -> Result<(), String> {
    let plain = |part: &str| NAMES.formats.iter().any(|plain| plain.eq_ignore_ascii_case(part));
    // ATK joins those of several tensors.
    let mut names = items(formats).iter().filter_map(Value::as_str);
    let wrong = names.find(|format| !format.split('_').all(plain));
    wrong.map_or(Ok(()), |format| Err(format!("format {format} does not lie row by row")))
}

/// The prototype of an aclnn function, whose name may lack `aclnn`. One that writes to what it reads has its flag.
pub(super) fn of_aclnn(name: &str, editions: &Editions) -> Result<Prototype, String> {
    let name = format!("aclnn{}", name.strip_prefix("aclnn").unwrap_or(name));
    let found = OPERATORS.iter().find_map(|operator| {
        let mut functions = operator.contract(editions).functions.iter().filter(|own| own.phase == 1);
        let own = functions.find(|own| own.then == Some(&name))?;
        let places = operator.parameters_of(own).filter_map(|parameter| operator.argument(parameter.name));
        let flag = operator.argument("inplace").filter(|_| name.starts_with("aclnnInplace"));
        let flag = flag.map(|at| (at, Given::Arg(Arg::Flag(true))));
        Some((*operator, places.collect(), flag.into_iter().collect()))
    });
    found.ok_or_else(|| format!("no page of {name} here"))
}

/// A value as an argument of a kind. Numbers of scalars get `dtype`.
pub(super) fn argument(kind: ArgumentKind, value: &Value, dtype: DType) -> Result<Given, String> {
    let wrong = |wanted: &str| format!("`{value}` is not {wanted}");
    Ok(Given::Arg(match (kind, items(value)) {
        (ArgumentKind::Ints, _) => {
            Arg::Ints(integers(value).ok_or_else(|| wrong("a list of integers"))?.into())
        }
        (ArgumentKind::Int, [only]) => Arg::Int(only.as_i64().ok_or_else(|| wrong("an integer"))?),
        (ArgumentKind::Flag, [only]) => Arg::Flag(
            number(only).filter(|flag| flag.is_finite()).ok_or_else(|| wrong("true or false"))? != 0.0,
        ),
        (ArgumentKind::DType, [only]) => Arg::DType(dtype_of(only)?),
        (ArgumentKind::Scalar | ArgumentKind::Tensor, [only]) => {
            let number = number(only).ok_or_else(|| wrong("a number"))?;
            return Ok(Given::Drawn(Drawn::plain(dtype, &[], Values::between(number, number))));
        }
        _ => return Err(wrong("one value")),
    }))
}

/// A name without capitals and marks.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}

/// The operator that a file of another interface than aclnn's names.
pub(super) fn operator_of(name: &str) -> Result<&'static OperatorSpec, String> {
    let mut pairs = NAMES.ttk.iter().chain(&NAMES.onnx).filter_map(|pair| pair.split_once(' '));
    let own = folded(pairs.find(|(other, _)| *other == name).map_or(name, |(_, own)| own));
    let found = OPERATORS.iter().find(|operator| folded(operator.name) == own);
    let found = found.filter(|_| !NAMES.other.iter().any(|other| other == name));
    found.copied().ok_or_else(|| format!("no operator here is {name}"))
}

/// The question about such an operator: its inputs in order, its attributes, and its results, if the file describes them. Absent
/// dtypes to compute in are `dtype`, or that of the first input.
pub(super) fn of_other(
    operator: &'static OperatorSpec,
    inputs: Vec<Given>,
    attributes: &Map<String, Value>,
    dtype: Option<DType>,
    results: &[Given],
) -> Asked {
    let mut given: BTreeMap<usize, Given> = BTreeMap::new();
    let find = |wanted: &dyn Fn(&Argument) -> bool| operator.arguments.iter().position(wanted);
    let (first, ..) = inputs.first().and_then(Given::tensor).ok_or("no input")?;
    let is_dims = |argument: &Argument| matches!(argument.kind, ArgumentKind::Int | ArgumentKind::Ints);
    let is_read =
        |argument: &&Argument| argument.kind == ArgumentKind::Tensor && argument.direction == Direction::In;
    let wanted = operator.arguments.iter().filter(is_read).count();
    // One more has the dimensions, which an attribute may have too.
    let most = wanted + usize::from(find(&is_dims).is_some());
    if inputs.len() < wanted || inputs.len() > most {
        return Err(format!("{} inputs, where {} takes {wanted}", inputs.len(), operator.name));
    }
    let places = (0..operator.arguments.len()).filter(|at| is_read(&&operator.arguments[*at]));
    for (at, input) in places.chain(find(&is_dims)).zip(inputs) {
        let kind = operator.arguments[at].kind;
        match input {
            input if kind == ArgumentKind::Tensor => given.insert(at, input),
            Given::Arg(Arg::Tensor(axes)) if axes.layout().count() > 0 => {
                let axes = converted(&axes.elements(), axes.dtype(), DType::S64).unwrap_or_default();
                let axes = axes.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes));
                given.insert(at, argument(kind, &axes.collect::<Vec<_>>().into(), first)?)
            }
            _ => None,
        };
    }
    for (name, value) in attributes {
        let own = NAMES.attributes.get(name).map_or(name.as_str(), String::as_str);
        let at = match own {
            "dims" => find(&is_dims),
            "keeps" => find(&|argument| argument.name.starts_with("keep")),
            own => operator.argument(own),
        };
        match (at, NAMES.only.get(name)) {
            // Numbers are of C's float.
            (Some(at), _) => {
                given.entry(at).or_insert(argument(operator.arguments[at].kind, value, DType::F32)?)
            }
            (None, Some(only)) if items(value).iter().all(|value| number(value) == Some(*only)) => continue,
            (None, _) => {
                return Err(format!("attribute {name} = {value}, which {} does not have", operator.name));
            }
        };
    }
    let alpha = argument(ArgumentKind::Scalar, &1.into(), first)?;
    let dtype = Given::Arg(Arg::DType(dtype.unwrap_or(first)));
    for (name, value) in [("alpha", alpha), ("dtype", dtype)] {
        operator.argument(name).map(|at| given.entry(at).or_insert(value));
    }
    let out = find(&|argument| argument.direction == Direction::Out);
    if let ([result], Some(at)) = (results, out) {
        given.insert(at, result.clone());
    }
    Ok((operator, given.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::{NAMES, operator_of};
    use ascertain::DType;

    #[test]
    fn the_table_names_what_is_here() {
        for pair in NAMES.ttk.iter().chain(&NAMES.onnx) {
            let (other, own) = pair.split_once(' ').expect("two names");
            assert_eq!(operator_of(other).map(|operator| operator.name), Ok(own));
        }
        let dtypes = NAMES.dtypes.values().chain(&NAMES.onnx_dtypes).filter(|name| !name.is_empty());
        dtypes.for_each(|name| assert!(DType::from_name(name).is_some(), "{name}"));
        assert_eq!(operator_of("BitwiseAnd").map(|operator| operator.name), Ok("bitwise-and"));
        assert!(operator_of("Mean").is_err(), "that of ONNX is another");
    }
}
