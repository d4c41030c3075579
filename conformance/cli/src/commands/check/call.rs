//! A call and its results, from what a person names: `self=x.npy dim=0 out=y.npy`.

use super::files;
use crate::commands::error::Problem;
use crate::explain::dtype_named;
use ascertain::backend::Answer;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Direction, OperatorSpec};
use ascertain::document::Editions;
use ascertain::formula::converted;
use ascertain::{DType, Tensor};
use ascertain_conformance::missing;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::text;
use serde_json::Value;

/// What names the result of a call that has no output to write to: one in place, or one that makes a tensor.
pub(super) const RESULT: &str = "result";

/// What somebody gave for an argument.
pub(super) enum Given {
    /// A tensor.
    Tensor(Tensor),
    /// A number, a list of integers, a flag, or a name.
    Value(Value),
    /// Any of these as it was typed.
    Typed(String),
}

/// The operator with a name.
pub(super) fn operator(name: &str) -> Result<&'static OperatorSpec, Problem> {
    let known = || Registry::default().operators().iter().map(|operator| operator.spec().name);
    Registry::default().spec(name).ok_or_else(|| Problem::unknown("operator", name, known()))
}

/// The call of an operator with these arguments, and its results, which are given like arguments.
pub(super) fn call_and_answer(
    operator: &'static OperatorSpec,
    editions: &Editions,
    given: Vec<(String, Given)>,
) -> Result<(Invocation, Answer), Problem> {
    let mut call = Invocation::new(operator);
    let (mut results, mut unnamed) = (Vec::new(), None);
    let mut seen: Vec<String> = Vec::new();
    for (name, value) in given {
        if seen.contains(&name) {
            let what = format!("`{}` is given twice", text::word(&name));
            return Err(Problem::usage(what, in_place(operator)));
        }
        let Some(at) = operator.argument(&name) else {
            if name != RESULT {
                let names = operator.arguments.iter().map(|argument| argument.name).chain([RESULT]);
                return Err(Problem::unknown(&format!("argument of {}", operator.name), &name, names));
            }
            unnamed = Some(tensor(RESULT, value)?);
            seen.push(name);
            continue;
        };
        let argument = &operator.arguments[at];
        call.args[at] = match argument.direction {
            Direction::Out => {
                let result = tensor(argument.name, value)?;
                let before = Tensor::zeros(result.dtype(), result.shape());
                results.push((at, result));
                // The call has an output of the result's dtype and shape; what it holds does not matter.
                before.map_or(Arg::Absent, Arg::Tensor)
            }
            Direction::In | Direction::InOut => read(argument, value)?,
        };
        seen.push(name);
    }
    if let (Some(_), [(at, _), ..]) = (&unnamed, &*results) {
        let what = format!("both `{RESULT}` and `{}` are given", operator.arguments[*at].name);
        return Err(Problem::usage(what, in_place(operator)));
    }
    if let Some(name) = missing(&call, editions) {
        return Err(lacking(operator, name));
    }
    if let Some(argument) = not_taken(&call, editions) {
        let flags = operator.arguments.iter().filter(|a| a.kind == ArgumentKind::Flag && a.via.is_none());
        let flags: Vec<String> = flags.map(|flag| format!("`{}=true`: {}", flag.name, flag.says)).collect();
        let what = format!("this function of {} does not take `{argument}`", operator.name);
        return Err(Problem::usage(what, format!("another function is chosen by {}", flags.join(", "))));
    }
    results.sort_by_key(|(at, _)| *at);
    let mut results: Vec<Tensor> = results.into_iter().map(|(_, tensor)| tensor).chain(unnamed).collect();
    let wanted = Registry::default()
        .operator(operator)
        .map_or(1, |known| known.results(&call, operator.contract(editions)));
    match (results.len(), wanted) {
        (0, _) => Err(lacking(operator, RESULT)),
        (1, 1) => Ok((call, Answer::Tensor(results.swap_remove(0)))),
        (found, wanted) if found == wanted => Ok((call, Answer::Tensors(results))),
        (found, wanted) => {
            let what = format!("{} has {wanted} results, and {found} are given", operator.name);
            Err(Problem::usage(what, outputs(operator)))
        }
    }
}

/// An argument that the chosen function does not have.
fn not_taken(call: &Invocation, editions: &Editions) -> Option<&'static str> {
    let contract = call.operator.contract(editions);
    let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant))?;
    let is_taken = |own: &Argument| {
        own.via.is_some()
            || own.kind == ArgumentKind::Flag
            || function.parameters.iter().any(|p| p.name == own.name)
    };
    let given = call.operator.arguments.iter().zip(&call.args).filter(|(_, arg)| !matches!(arg, Arg::Absent));
    given.map(|(argument, _)| argument).find(|argument| !is_taken(argument)).map(|argument| argument.name)
}

/// What to do about an argument or a result that is missing.
fn lacking(operator: &OperatorSpec, name: &str) -> Problem {
    let what = format!("{} lacks `{name}`", operator.name);
    match operator.arguments.iter().find(|argument| argument.name == name) {
        Some(argument) => {
            let (says, example) = (argument.says, form(argument.kind));
            Problem::usage(what, format!("add `{name}={example}`: {says}"))
        }
        None => Problem::usage(what, outputs(operator)),
    }
}

/// How results are named.
fn outputs(operator: &OperatorSpec) -> String {
    let outputs = operator.arguments.iter().filter(|argument| argument.direction == Direction::Out);
    let forms: Vec<String> = outputs.map(|argument| format!("`{}=FILE`", argument.name)).collect();
    match forms.is_empty() {
        true => format!("give the result as `{RESULT}=FILE`"),
        false => format!("give the results as {}, or in place as `{RESULT}=FILE`", forms.join(" and ")),
    }
}

/// How a result in place is named.
fn in_place(operator: &OperatorSpec) -> String {
    format!("an argument has the tensor from before the call; {}", outputs(operator))
}

/// What a value of a kind looks like.
const fn form(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::Tensor => "FILE",
        ArgumentKind::Scalar => "1.5",
        ArgumentKind::Int => "0",
        ArgumentKind::Ints => "[0,1]",
        ArgumentKind::Flag => "true",
        ArgumentKind::DType => "f32",
    }
}

fn wrong(name: &str, what: &str, help: impl Into<String>) -> Problem {
    Problem::usage(format!("`{name}` {what}"), help)
}

/// The tensor given for an argument or a result.
fn tensor(name: &str, given: Given) -> Result<Tensor, Problem> {
    match given {
        Given::Tensor(tensor) => Ok(tensor),
        Given::Typed(place) => files::read(&place),
        Given::Value(value) => {
            Err(wrong(name, &format!("is a tensor, not {}", text::word(&value.to_string())), "give an array"))
        }
    }
}

/// An argument, by its kind.
fn read(argument: &Argument, given: Given) -> Result<Arg, Problem> {
    let name = argument.name;
    let value = match (argument.kind, given) {
        (ArgumentKind::Tensor, given) => return Ok(Arg::Tensor(tensor(name, given)?)),
        (ArgumentKind::Scalar, Given::Tensor(scalar)) => {
            return Ok(Arg::Tensor(of_rank_zero(name, &scalar)?));
        }
        (ArgumentKind::Scalar, Given::Typed(place)) if files::is_named(&place) => {
            return Ok(Arg::Tensor(of_rank_zero(name, &files::read(&place)?)?));
        }
        (ArgumentKind::Scalar, Given::Typed(typed)) => return Ok(Arg::Tensor(scalar(name, &typed)?)),
        (kind, Given::Tensor(_)) => {
            return Err(wrong(name, "is not a tensor", format!("write `{name}={}`", form(kind))));
        }
        (ArgumentKind::DType, Given::Typed(typed)) => Value::String(typed),
        (_, Given::Typed(typed)) => serde_json::from_str(&typed).unwrap_or(Value::String(typed)),
        (_, Given::Value(value)) => value,
    };
    let integers = |values: &[Value]| values.iter().map(Value::as_i64).collect::<Option<Vec<_>>>();
    let read = match (argument.kind, &value) {
        (ArgumentKind::Scalar, value) => return Ok(Arg::Tensor(scalar(name, &value.to_string())?)),
        (ArgumentKind::Int, value) => value.as_i64().map(Arg::Int),
        (ArgumentKind::Ints, Value::Array(values)) => integers(values).map(|values| Arg::Ints(values.into())),
        (ArgumentKind::Ints, value) => value.as_i64().map(|one| Arg::Ints(vec![one].into())),
        (ArgumentKind::Flag, value) => value.as_bool().map(Arg::Flag),
        (ArgumentKind::DType, Value::String(word)) => match dtype_named(word) {
            Some(named) => Some(Arg::DType(named.dtype)),
            None => return Err(Problem::unknown("dtype", word, DType::ALL.map(DType::name))),
        },
        _ => None,
    };
    read.ok_or_else(|| {
        let shown = text::word(&value.to_string());
        let what = format!("cannot be {shown}: it is {}", argument.says);
        wrong(name, &what, format!("write it like `{name}={}`", form(argument.kind)))
    })
}

/// A number with a dtype: an element without dimensions, or the only one of some.
fn of_rank_zero(name: &str, tensor: &Tensor) -> Result<Tensor, Problem> {
    let one = Tensor::new(tensor.dtype(), &[], tensor.elements().into_owned());
    one.map_err(|_| {
        wrong(name, &format!("is one number, not {} of them", tensor.layout().count()), "give one element")
    })
}

/// A number as it is typed, of a dtype that may follow it: `1.5:f16`. By itself, it has the dtype that Python has for it.
fn scalar(name: &str, typed: &str) -> Result<Tensor, Problem> {
    let (number, dtype) =
        typed.split_once(':').map_or((typed, None), |(number, dtype)| (number, Some(dtype)));
    let is_whole = number.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit());
    let (own, bytes) = match (number.parse::<i64>(), number.parse::<u64>(), number.parse::<f64>()) {
        _ if matches!(number, "true" | "false") => (DType::Bool, vec![u8::from(number == "true")]),
        (Ok(value), ..) => (DType::S64, value.to_le_bytes().to_vec()),
        (_, Ok(value), _) => (DType::U64, value.to_le_bytes().to_vec()),
        (.., Ok(value)) if !is_whole => (DType::F64, value.to_le_bytes().to_vec()),
        (.., Ok(_)) => {
            return Err(wrong(name, "does not fit 64 bits", "write it with a point, or give a file"));
        }
        _ => {
            let help = format!("write a number, `{name}=1.5`, one of a dtype, `{name}=1.5:f16`, or a file");
            return Err(wrong(name, &format!("cannot be {}", text::word(number)), help));
        }
    };
    let dtype = match dtype {
        None => own,
        Some(word) => dtype_named(word)
            .map(|named| named.dtype)
            .ok_or_else(|| Problem::unknown("dtype", word, DType::ALL.map(DType::name)))?,
    };
    let bytes = if dtype == own { Some(bytes) } else { converted(&bytes, own, dtype) };
    let tensor = bytes.and_then(|bytes| Tensor::new(dtype, &[], bytes).ok());
    tensor.ok_or_else(|| wrong(name, &format!("cannot be {}", text::word(typed)), "choose another dtype"))
}
