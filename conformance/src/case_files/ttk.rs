//! TTK's tables: a case a row, of kernels (`op_name`) or of aclnn functions (`api_name`).

use super::ask::{Drawn, Given, Values};
use super::literal::{broadcast, integers, items, number, read as literal, shapes};
use super::names::{argument, check_formats, dtype_of, of_aclnn, of_other, operator_of, ttk_name};
use super::{Asked, Found, Row};
use crate::results::files;
use ascertain::call::Arg;
use ascertain::contract::{ArgumentKind, Direction};
use ascertain::document::Editions;
use ascertain::{DType, Layout, Tensor};
use ascertain_judge::operator::shape_name;
use serde_json::{Map, Value};
use std::path::Path;

/// The case of a row. Inputs of functions are those of the folder that TTK replays, if there is one beside the table.
pub(super) fn read(row: &Row<'_>, editions: &Editions, beside: &Path) -> Found {
    let text = |name: &str| row.get(name).map_or("", |cell| cell.trim());
    let (name, mut answer) = (text("testcase_name").to_owned(), Vec::new());
    let data = Some(beside.join("manual_data").join(&name)).filter(|data| !name.is_empty() && data.is_dir());
    let asked = ask(&text, editions, data.as_deref(), &mut answer);
    Found { name, asked, is_beside: text("api_name").is_empty(), answer }
}

/// A tensor of a folder that TTK replays: of a kind, a number among its kind, and perhaps its shape.
fn stored(
    data: &Path,
    kind: &str,
    at: usize,
    dtype: DType,
    layout: Layout,
    shape: &str,
) -> Result<Tensor, String> {
    let path = data.join(format!("{kind}_{at}_{}{shape}.bin", ttk_name(dtype)));
    let bytes = files::read(&path, files::limit()).map_err(|error| format!("{}: {error}", path.display()))?;
    Tensor::view(dtype, layout, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn ask<'a>(
    text: &dyn Fn(&str) -> &'a str,
    editions: &Editions,
    data: Option<&Path>,
    answer: &mut Vec<Tensor>,
) -> Asked {
    let cell = |name: &str| literal(text(name)).map_err(|what| format!("{name}: {what}"));
    // Spreadsheets write FALSE.
    if ["false", "0"].iter().any(|no| text("is_enabled").eq_ignore_ascii_case(no)) {
        return Err("is_enabled is False".to_owned());
    }
    for files in ["manual_input_binaries", "manual_tensor_binaries"] {
        if !items(&cell(files)?).is_empty() {
            return Err(format!("{files}, which are files elsewhere"));
        }
    }
    let attributes = cell("attributes")?.as_object().cloned().unwrap_or_default();
    match text("api_name") {
        "" => of_kernel(text("op_name"), &cell, attributes),
        api => of_function(api, &cell, &attributes, editions, data, answer),
    }
}

type Cell<'a> = dyn Fn(&str) -> Result<Value, String> + 'a;

fn of_kernel(name: &str, cell: &Cell<'_>, mut attributes: Map<String, Value>) -> Asked {
    let operator = operator_of(name)?;
    // How the compiler is told the shapes, and no attribute of the operator.
    attributes.remove("dynamic_shape");
    let tensors = |side: &str, ranges: Value| {
        check_formats(&cell(&format!("{side}_formats"))?)?;
        let (dtypes, shapes) = (cell(&format!("{side}_dtypes"))?, shapes(&cell(&format!("{side}_shapes"))?)?);
        let tensors = shapes.iter().enumerate().map(|(at, shape)| {
            Ok(Given::Drawn(Drawn::plain(dtype_of(broadcast(&dtypes, at))?, shape, values(&ranges, at)?)))
        });
        tensors.collect::<Result<Vec<_>, String>>()
    };
    let inputs = tensors("input", cell("input_data_ranges")?)?;
    of_other(operator, inputs, &attributes, None, &tensors("output", Value::Null)?)
}

fn of_function(
    api: &str,
    cell: &Cell<'_>,
    attributes: &Map<String, Value>,
    editions: &Editions,
    data: Option<&Path>,
    answer: &mut Vec<Tensor>,
) -> Asked {
    let (operator, places, mut given) = of_aclnn(api, editions)?;
    let of_kind =
        |kind: ArgumentKind| places.iter().copied().filter(move |at| operator.arguments[*at].kind == kind);
    check_formats(&cell("tensor_formats")?)?;
    let (shapes, wanted) = (shapes(&cell("tensor_view_shapes")?)?, of_kind(ArgumentKind::Tensor).count());
    if shapes.len() != wanted {
        return Err(format!("{} tensors where {api} takes {wanted}", shapes.len()));
    }
    let (dtypes, ranges, storages) =
        (cell("tensor_dtypes")?, cell("input_data_ranges")?, cell("tensor_storage_shapes")?);
    let (strides, offsets) = (cell("tensor_view_strides")?, cell("tensor_view_offsets")?);
    let mut read = 0;
    for (tensor, (at, shape)) in of_kind(ArgumentKind::Tensor).zip(&shapes).enumerate() {
        let is_read = operator.arguments[at].direction != Direction::Out;
        let values = if is_read { values(&ranges, read)? } else { Values::default() };
        let mut drawn = Drawn::plain(dtype_of(broadcast(&dtypes, tensor))?, shape, values);
        let said = |of: &Value| items(of).get(tensor).and_then(integers).filter(|all| !all.is_empty());
        let own = said(&strides).map(|all| all.iter().map(|stride| *stride as isize).collect());
        let own: Vec<isize> = own.unwrap_or_else(|| drawn.layout.strides().to_vec());
        let offset = said(&offsets).map_or(Ok(0), |offset| usize::try_from(offset[0]));
        let layout = Layout::strided(shape, &own, offset.map_err(|_| "a negative offset")?);
        drawn.layout = layout.map_err(|error| error.to_string())?;
        if let Some(storage) = said(&storages) {
            drawn.storage =
                storage.iter().map(|n| usize::try_from(*n).unwrap_or(0)).fold(1, usize::saturating_mul);
        }
        let Some(data) = data else {
            given.push((at, Given::Drawn(drawn)));
            read += usize::from(is_read);
            continue;
        };
        if operator.arguments[at].direction != Direction::In {
            let name = format!("__shape_{}", shape_name(shape));
            answer.push(stored(data, "golden", answer.len(), drawn.dtype, Layout::contiguous(shape), &name)?);
        }
        given.push((
            at,
            match is_read {
                true => Given::Arg(Arg::Tensor(stored(data, "input", read, drawn.dtype, drawn.layout, "")?)),
                false => Given::Drawn(drawn),
            },
        ));
        read += usize::from(is_read);
    }
    let (dtypes, ranges) = (cell("scalar_dtypes")?, cell("scalar_data_ranges")?);
    for (scalar, at) in of_kind(ArgumentKind::Scalar).enumerate() {
        let dtype = dtype_of(items(&dtypes).get(scalar).unwrap_or(&Value::Null))?;
        given.push((
            at,
            match (data, attributes.get(operator.arguments[at].name)) {
                (Some(data), _) => {
                    let layout = Layout::contiguous(&[]);
                    Given::Arg(Arg::Tensor(stored(data, "scalar", scalar, dtype, layout, "")?))
                }
                (None, Some(value)) => argument(ArgumentKind::Scalar, value, dtype)?,
                (None, None) => Given::Drawn(Drawn::plain(dtype, &[], values(&ranges, scalar)?)),
            },
        ));
    }
    for (name, value) in attributes {
        let at = operator.argument(name).filter(|at| places.contains(at));
        let at = at.ok_or_else(|| format!("attribute {name}, which {api} does not have"))?;
        match operator.arguments[at].kind {
            ArgumentKind::Scalar => {}
            ArgumentKind::Tensor => return Err(format!("values of tensor {name} in attributes")),
            kind => given.push((at, argument(kind, value, DType::F32)?)),
        }
    }
    Ok((operator, given))
}

/// The range of values of an input, where there may be one for all: two ends, which may be left out, and values that must occur.
fn values(ranges: &Value, at: usize) -> Result<Values, String> {
    let is_flat = items(ranges).first().is_some_and(|first| !first.is_array());
    let range = items(if is_flat { ranges } else { broadcast(ranges, at) });
    let end = |at: usize, other: f64| match range.get(at) {
        None | Some(Value::Null) => Some(other),
        Some(value) => number(value),
    };
    let also = range.iter().skip(2).map(number).collect::<Option<_>>();
    match (end(0, -2.0), end(1, 2.0), also) {
        (Some(low), Some(high), Some(also)) => Ok(Values { also, ..Values::between(low, high) }),
        _ => Err(format!("range of values {ranges}")),
    }
}
