//! TTK's tables: a case a row, of kernels (`op_name`) or of aclnn functions (`api_name`).

use super::ask::{Described, Given, Values};
use super::literal::{self, items, number, shapes};
use super::names::{NAMES, argument, check_format, dtype_of, of_aclnn, read_arguments};
use super::{Asked, Found, Row};
use ascertain::contract::{ArgumentKind, Direction};
use ascertain::document::Editions;
use ascertain::{DType, Layout};
use serde_json::{Map, Value};

/// The cases of a table.
pub(super) fn read(rows: &[Row<'_>], editions: &Editions) -> Vec<Found> {
    let found = rows.iter().enumerate().map(|(at, row)| {
        let name = row.get("testcase_name").copied().filter(|name| !name.trim().is_empty());
        let api = row.get("api_name").copied().filter(|name| !name.is_empty());
        Found {
            name: name.map_or_else(|| format!("auto_testcase_name_{at}"), str::to_owned),
            asked: ask(row, api, editions),
            is_beside: api.is_none(),
            answer: Vec::new(),
        }
    });
    found.collect()
}

fn ask(row: &Row<'_>, api: Option<&str>, editions: &Editions) -> Asked {
    let cell = |name: &str| {
        literal::read(row.get(name).unwrap_or(&"")).map_err(|what| format!("{name}: {what}"))
    };
    if matches!(cell("is_enabled")?, Value::Bool(false)) || cell("is_enabled")?.as_i64() == Some(0) {
        return Err("is_enabled is False".to_owned());
    }
    for manual in ["manual_input_binaries", "manual_tensor_binaries"] {
        if !items(&cell(manual)?).is_empty() {
            return Err(format!("{manual}, which are files"));
        }
    }
    let attributes = match cell("attributes")? {
        Value::Object(attributes) => attributes,
        _ => Map::new(),
    };
    match api {
        Some(api) => of_function(api, &cell, attributes, editions),
        None => of_kernel(row.get("op_name").unwrap_or(&"").trim(), &cell, attributes),
    }
}

type Cell<'a> = dyn Fn(&str) -> Result<Value, String> + 'a;

fn of_kernel(name: &str, cell: &Cell<'_>, mut attributes: Map<String, Value>) -> Asked {
    let meaning = NAMES.ttk.get(name).ok_or_else(|| format!("no operator here is kernel {name}"))?;
    for formats in ["input_formats", "output_formats"] {
        items(&cell(formats)?).iter().filter_map(Value::as_str).try_for_each(check_format)?;
    }
    // How the compiler is told the shapes, and no attribute of the operator.
    attributes.remove("dynamic_shape");
    let [input_shapes, output_shapes] = ["input_shapes", "output_shapes"].map(|name| shapes(&cell(name)?));
    let input_shapes = input_shapes?;
    let ranges = Ranges(cell("input_data_ranges")?);
    let dtypes = cell("input_dtypes")?;
    let input = |(at, shape): (usize, &Vec<usize>)| {
        Ok(Described::plain(dtype_of(broadcast(&dtypes, at))?, shape, ranges.values(at)?))
    };
    let inputs = input_shapes.iter().enumerate().map(input).collect::<Result<_, String>>()?;
    let dtypes = cell("output_dtypes")?;
    let results = output_shapes?.into_iter().enumerate().map(|(at, shape)| {
        Ok(Described::plain(dtype_of(broadcast(&dtypes, at))?, &shape, Values::between(0.0, 0.0)))
    });
    meaning.given(inputs, &attributes, results.collect::<Result<_, String>>()?)
}

fn of_function(api: &str, cell: &Cell<'_>, attributes: Map<String, Value>, editions: &Editions) -> Asked {
    let (operator, places, is_inplace) =
        of_aclnn(api, editions).filter(|_| api.starts_with("aclnn")).ok_or_else(|| format!("no page of {api} here"))?;
    items(&cell("tensor_formats")?).iter().filter_map(Value::as_str).try_for_each(check_format)?;
    let kind = |at: &usize| operator.arguments[*at].kind;
    let of_kind = |wanted: ArgumentKind| places.iter().copied().filter(move |at| kind(at) == wanted);
    let (_, mut given) = read_arguments(operator, &places, is_inplace);
    let shapes = shapes(&cell("tensor_view_shapes")?)?;
    if shapes.len() != of_kind(ArgumentKind::Tensor).count() {
        return Err(format!("{} tensors where {api} takes {}", shapes.len(), of_kind(ArgumentKind::Tensor).count()));
    }
    let [dtypes, strides, offsets, storages] =
        ["tensor_dtypes", "tensor_view_strides", "tensor_view_offsets", "tensor_storage_shapes"].map(cell);
    let (dtypes, strides, offsets, storages) = (dtypes?, strides?, offsets?, storages?);
    let (ranges, mut inputs) = (Ranges(cell("input_data_ranges")?), 0..);
    for (tensor, (at, shape)) in of_kind(ArgumentKind::Tensor).zip(&shapes).enumerate() {
        let is_read = operator.arguments[at].direction != Direction::Out;
        let values = match inputs.next().filter(|_| is_read) {
            Some(input) => ranges.values(input)?,
            None => Values::between(0.0, 0.0),
        };
        let mut described = Described::plain(dtype_of(broadcast(&dtypes, tensor))?, shape, values);
        let integers = |of: &Value| items(of).get(tensor).and_then(literal::integers);
        let offset = integers(&offsets).and_then(|all| all.first().copied()).unwrap_or(0);
        let own: Vec<isize> = match integers(&strides).filter(|all| !all.is_empty()) {
            Some(strides) => strides.iter().map(|&stride| stride as isize).collect(),
            None => described.layout.strides().to_vec(),
        };
        described.layout = Layout::strided(shape, &own, usize::try_from(offset).map_err(|_| "a negative offset")?)
            .map_err(|error| error.to_string())?;
        if let Some(storage) = integers(&storages).filter(|all| !all.is_empty()) {
            let lengths = storage.iter().map(|n| usize::try_from(*n).unwrap_or(0));
            described.storage = lengths.fold(1, usize::saturating_mul);
        }
        given.push((at, Given::Tensor(described)));
    }
    let (dtypes, ranges) = (cell("scalar_dtypes")?, Ranges(cell("scalar_data_ranges")?));
    for (scalar, at) in of_kind(ArgumentKind::Scalar).enumerate() {
        let dtype = dtype_of(items(&dtypes).get(scalar).ok_or("a scalar without scalar_dtypes")?)?;
        given.push((at, match attributes.get(operator.arguments[at].name) {
            Some(value) => Given::Arg(argument(ArgumentKind::Scalar, value, dtype)?),
            None => Given::Tensor(Described::plain(dtype, &[], ranges.values(scalar)?)),
        }));
    }
    for (name, value) in &attributes {
        let at = operator.argument(name).filter(|at| places.contains(at));
        let at = at.ok_or_else(|| format!("attribute {name}, which {api} does not have"))?;
        match operator.arguments[at].kind {
            ArgumentKind::Scalar => {}
            ArgumentKind::Tensor => return Err(format!("values of tensor {name} in attributes")),
            kind => given.push((at, Given::Arg(argument(kind, value, DType::F32)?))),
        }
    }
    Ok((operator, given))
}

/// The item of a list for this place; one alone is for all.
fn broadcast(list: &Value, at: usize) -> &Value {
    match items(list) {
        [only] => only,
        all => all.get(at).unwrap_or(&Value::Null),
    }
}

/// Ranges of values, one for each input or one for all.
struct Ranges(Value);

impl Ranges {
    fn values(&self, at: usize) -> Result<Values, String> {
        let is_flat = items(&self.0).first().is_some_and(|first| !first.is_array());
        let range = if is_flat { &self.0 } else { broadcast(&self.0, at) };
        let numbers: Vec<&Value> = items(range).iter().collect();
        let or = |at: usize, other: f64| match numbers.get(at).copied() {
            None | Some(Value::Null) => Some(other),
            Some(value) => number(value),
        };
        let also = numbers.iter().skip(2).map(|value| number(value)).collect::<Option<_>>();
        match (or(0, -2.0), or(1, 2.0), also) {
            (Some(low), Some(high), Some(also)) => Ok(Values::Range { ends: [low, high], also }),
            _ => Err(format!("range of values {range}")),
        }
    }
}
