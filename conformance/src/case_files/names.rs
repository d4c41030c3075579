//! What the names of other people's case files mean here: `names.toml`, and the prototypes of the pages.

use super::ask::{Described, Given, Values};
use super::literal::{integers, number};
use ascertain::call::Arg;
use ascertain::contract::{ArgumentKind, Direction, OperatorSpec};
use ascertain::document::Editions;
use ascertain::dtype::Scheme;
use ascertain::formula::converted;
use ascertain::{DType, Tensor, contract};
use ascertain_judge::random::Source;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// `names.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Names {
    dtypes: BTreeMap<String, String>,
    plain: Plain,
    pub(super) ttk: BTreeMap<String, Meaning>,
    pub(super) cann_bench: BTreeMap<String, Meaning>,
    pub(super) onnx: BTreeMap<String, Meaning>,
    onnx_dtypes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    formats: Vec<String>,
}

/// What an operator of a case file is here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Meaning {
    operator: String,
    inputs: Vec<String>,
    #[serde(default)]
    attributes: BTreeMap<String, String>,
    #[serde(default)]
    only: BTreeMap<String, Value>,
    #[serde(default)]
    set: BTreeMap<String, Value>,
    #[serde(default)]
    outputs: Vec<String>,
}

/// The names of this crate.
#[expect(clippy::expect_used, reason = "a test reads the file too")]
pub(super) static NAMES: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(include_str!("names.toml")).expect("names.toml is valid"));

/// Marks an input whose value an attribute gives.
const ELSEWHERE: &str = "-";

/// The dtype that a name or a value of `aclDataType` means.
///
/// # Errors
/// If there is none here.
pub(super) fn dtype_of(value: &Value) -> Result<DType, String> {
    let found = match value {
        Value::String(name) => DType::from_name(NAMES.dtypes.get(name).unwrap_or(name))
            .or_else(|| DType::from_name_in(Scheme::Mindspore, name)),
        value => value.as_i64().and_then(|number| DType::from_acl_number(number.try_into().ok()?)),
    };
    found.ok_or_else(|| format!("there is no dtype {} here", value.to_string().replace('"', "")))
}

/// The dtype that a value of ONNX's `TensorProto.DataType` means.
///
/// # Errors
/// If there is none here.
pub(super) fn onnx_dtype(number: i64) -> Result<DType, String> {
    let name = NAMES.onnx_dtypes.get(&number.to_string());
    name.and_then(|name| DType::from_name(name)).ok_or_else(|| format!("there is no dtype {number} of ONNX here"))
}

/// Makes sure that elements lie row by row.
///
/// # Errors
/// If they do not.
pub(super) fn check_format(format: &str) -> Result<(), String> {
    let plain = |part: &str| NAMES.plain.formats.iter().any(|plain| plain.eq_ignore_ascii_case(part));
    // Of several tensors, one after another.
    let is_plain = format.split('_').all(plain);
    if is_plain { Ok(()) } else { Err(format!("format {format} does not lie row by row")) }
}

/// The operator of an aclnn function, whose name may lack `aclnn`, and the arguments of its prototype, in order; whether it
/// writes to what it reads.
pub(super) fn of_aclnn(name: &str, editions: &Editions) -> Option<(&'static OperatorSpec, Vec<usize>, bool)> {
    let wanted = name.strip_prefix("aclnn").unwrap_or(name);
    contract::OPERATORS.iter().find_map(|operator| {
        let functions = operator.contract(editions).functions.iter().filter(|function| function.phase == 1);
        let own = functions.clone().find(|f| f.then.and_then(|then| then.strip_prefix("aclnn")) == Some(wanted))?;
        let places = operator.parameters_of(own).filter_map(|parameter| operator.argument(parameter.name));
        Some((*operator, places.collect(), wanted.starts_with("Inplace")))
    })
}

/// A value as an argument of a kind. Numbers of scalars get `dtype`.
///
/// # Errors
/// What the value should be.
pub(super) fn argument(kind: ArgumentKind, value: &Value, dtype: DType) -> Result<Arg, String> {
    let wrong = |wanted: &str| format!("`{value}` is not {wanted}");
    Ok(match kind {
        ArgumentKind::Int => Arg::Int(value.as_i64().ok_or_else(|| wrong("an integer"))?),
        ArgumentKind::Ints => {
            Arg::Ints(integers(value).ok_or_else(|| wrong("a list of integers"))?.into())
        }
        ArgumentKind::Flag => Arg::Flag(match value {
            Value::Bool(flag) => *flag,
            value => value.as_i64().ok_or_else(|| wrong("true or false"))? != 0,
        }),
        ArgumentKind::DType => Arg::DType(dtype_of(value)?),
        ArgumentKind::Scalar | ArgumentKind::Tensor => {
            let number = number(value).ok_or_else(|| wrong("a number"))?;
            // Not drawn: one number.
            let elements = Values::between(number, number).draw(&mut Source::new(0, 0), dtype, 1);
            let scalar = elements.and_then(|elements| Tensor::new(dtype, &[], elements).ok());
            Arg::Tensor(scalar.ok_or_else(|| wrong("a number of the dtype"))?)
        }
    })
}

impl Meaning {
    /// The operator, and its arguments as a file gives them.
    ///
    /// # Errors
    /// What of them no argument is.
    pub(super) fn given(
        &self,
        inputs: Vec<Described>,
        attributes: &Map<String, Value>,
        results: Vec<Described>,
    ) -> Result<(&'static OperatorSpec, Vec<(usize, Given)>), String> {
        let operator = OperatorSpec::named(&self.operator).ok_or("no such operator here")?;
        let place = |name: &str| operator.argument(name).ok_or("no such argument");
        let needed = self.inputs.iter().filter(|name| !self.set.contains_key(*name) && *name != ELSEWHERE).count();
        if inputs.len() < needed || inputs.len() > self.inputs.len() {
            return Err(format!("{} inputs, where {} takes {needed}", inputs.len(), operator.name));
        }
        let Some(first) = inputs.first().cloned() else { return Err("no input".to_owned()) };
        let mut given: BTreeMap<usize, Given> = BTreeMap::new();
        for (name, value) in &self.set {
            let (at, rank) = (place(name)?, first.layout.rank());
            let kind = operator.arguments[at].kind;
            let value = match value.as_str() {
                Some("self") => first.dtype.name().into(),
                Some("every") if kind == ArgumentKind::Int && rank != 1 => continue,
                Some("every") => (0..rank).collect::<Vec<_>>().into(),
                _ => value.clone(),
            };
            given.insert(at, Given::Arg(argument(kind, &value, first.dtype)?));
        }
        for (name, input) in self.inputs.iter().zip(inputs).filter(|(name, _)| *name != ELSEWHERE) {
            let at = place(name)?;
            let kind = operator.arguments[at].kind;
            let input = match (kind, &input.values) {
                (ArgumentKind::Tensor, _) => Given::Tensor(input),
                // Axes without an element are all axes, as when there are none.
                (_, Values::Given(elements)) if elements.is_empty() => continue,
                (_, Values::Given(elements)) => {
                    let numbers = converted(elements, input.dtype, DType::S64).unwrap_or_default();
                    let numbers = numbers.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes));
                    Given::Arg(argument(kind, &numbers.collect::<Vec<_>>().into(), input.dtype)?)
                }
                _ => return Err(format!("the value of {name} is not given")),
            };
            given.insert(at, input);
        }
        for (name, value) in attributes {
            let is_only = |only: &Value| only == value || number(only).is_some_and(|n| number(value) == Some(n));
            match (self.attributes.get(name), self.only.get(name)) {
                (Some(own), _) => {
                    let at = place(own)?;
                    // Attributes that are numbers are of C's float.
                    let value = argument(operator.arguments[at].kind, value, DType::F32)?;
                    given.insert(at, Given::Arg(value));
                }
                (None, Some(only)) if is_only(only) => {}
                (None, Some(_)) => return Err(format!("attribute {name} = {value}, which {} does not have", operator.name)),
                (None, None) => return Err(format!("attribute {name}, which {} does not have", operator.name)),
            }
        }
        let out = operator.arguments.iter().filter(|argument| argument.direction == Direction::Out);
        let own: Vec<&str> = match self.outputs.is_empty() {
            true => out.map(|argument| argument.name).collect(),
            false => self.outputs.iter().map(String::as_str).collect(),
        };
        for (name, result) in own.into_iter().zip(results) {
            given.insert(place(name)?, Given::Tensor(result));
        }
        let missing = operator.arguments.iter().enumerate().find(|(at, argument)| {
            argument.kind == ArgumentKind::Int && !argument.optional && !given.contains_key(at)
        });
        match missing {
            Some((_, argument)) => Err(format!("no single value for {} of {}", argument.name, operator.name)),
            None => Ok((operator, given.into_iter().collect())),
        }
    }
}

/// The arguments of a prototype, of which a file gives the value.
pub(super) fn read_arguments(
    operator: &'static OperatorSpec,
    places: &[usize],
    is_inplace: bool,
) -> (Vec<usize>, Vec<(usize, Given)>) {
    let read = places.iter().copied().filter(|at| operator.arguments[*at].direction != Direction::Out);
    let flag = operator.argument("inplace").filter(|_| is_inplace);
    (read.collect(), flag.map(|at| (at, Given::Arg(Arg::Flag(true)))).into_iter().collect())
}
