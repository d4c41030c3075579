//! Cases as TTK's table of aclnn functions, with the folder of inputs and goldens that it replays.

use super::names::ttk_name;
use super::plain;
use ascertain::Tensor;
use ascertain::backend::{Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::{ArgumentKind, Direction};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::shape_name;
use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

/// The columns of the table.
const COLUMNS: &str = "testcase_name,api_name,tensor_view_shapes,tensor_dtypes,tensor_view_strides,tensor_view_offsets,\
    tensor_storage_shapes,output_tensor_indexes,scalar_dtypes,attributes\n";

/// Writes `NAME.csv` with the cases whose call the reference answers, which are judged by the documents alone, and their inputs and
/// its answers below `manual_data`. How many there are.
///
/// # Errors
/// When a file cannot be written.
pub fn write_ttk(folder: &Path, name: &str, cases: &[Case], editions: &Editions) -> io::Result<usize> {
    let mut reference = Reference::new(editions.clone());
    let (mut table, mut names) = (COLUMNS.to_owned(), HashSet::new());
    for case in cases.iter().filter(|case| matches!(case.expect, Expect::Documents)) {
        let Call::Operate(call) = &case.call else { continue };
        let contract = call.operator.contract(editions);
        let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant));
        let Some((function, api)) = function.and_then(|function| Some((function, function.then?))) else {
            continue;
        };
        let Reply::Answer(answer) = reference.ask(&case.call) else { continue };
        // TTK names folders so as they are.
        let own = case.id.split_once('/').map_or("", |(_, own)| own).replace('/', ".");
        let own: String = plain(&own).chars().map(|c| if ",=".contains(c) { '_' } else { c }).collect();
        let own =
            std::iter::successors(Some(own), |own| Some(format!("{own}_"))).find(|own| !names.contains(own));
        let own = own.unwrap_or_default();
        let data = folder.join("manual_data").join(&own);
        let (mut cells, mut scalars, mut attributes) =
            ([const { String::new() }; 6], String::new(), String::new());
        let (mut files, mut tensors) = (Vec::new(), 0);
        // The function does not take the other arguments, such as an executor or a null pointer.
        let parameters: Vec<usize> = call
            .operator
            .parameters_of(function)
            .filter_map(|own| call.operator.argument(own.name))
            .collect();
        let others = call.operator.arguments.iter().zip(&call.args).enumerate();
        let mut others = others.filter(|(at, (own, _))| !parameters.contains(at) && own.name != "inplace");
        let mut is_asked =
            own.len() <= LONGEST && others.all(|(_, (_, arg))| matches!(arg, Arg::Absent | Arg::Flag(false)));
        let mut counts = [0; 2];
        for at in parameters {
            let argument = &call.operator.arguments[at];
            let mut store = |kind: &str, which: usize, tensor: &Tensor| {
                files.push((
                    format!("{kind}_{}_{}.bin", counts[which], ttk_name(tensor.dtype())),
                    tensor.clone(),
                ));
                counts[which] += 1;
            };
            match (&call.args[at], argument.kind) {
                (Arg::Tensor(tensor), ArgumentKind::Scalar) => {
                    let _ = write!(scalars, "'{}',", ttk_name(tensor.dtype()));
                    store("scalar", 1, tensor);
                }
                (Arg::Tensor(tensor), _) => {
                    let (layout, size) = (tensor.layout(), tensor.dtype().size());
                    let storage = tensor.storage().len() / size;
                    let texts = [
                        format!("{},", tuple(layout.shape())),
                        format!("'{}',", ttk_name(tensor.dtype())),
                        format!("{},", tuple(layout.strides())),
                        format!("{},", layout.offset()),
                        format!("({storage},),"),
                        if argument.direction == Direction::In {
                            String::new()
                        } else {
                            format!("{tensors},")
                        },
                    ];
                    cells.iter_mut().zip(texts).for_each(|(cell, text)| cell.push_str(&text));
                    tensors += 1;
                    if argument.direction != Direction::Out {
                        store("input", 0, tensor);
                    }
                }
                (Arg::Int(value), _) => attributes.push_str(&format!("'{}': {value}, ", argument.name)),
                (Arg::Ints(values), _) => attributes.push_str(&format!("'{}': {values:?}, ", argument.name)),
                (Arg::Flag(true), _) => attributes += &format!("'{}': True, ", argument.name),
                (Arg::Flag(false), _) => attributes += &format!("'{}': False, ", argument.name),
                (Arg::DType(dtype), _) => {
                    attributes.push_str(&format!("'{}': {}, ", argument.name, dtype.acl_number()));
                }
                (Arg::Absent, ArgumentKind::Flag | ArgumentKind::DType) => {}
                (Arg::Absent | Arg::Null, _) => is_asked = false,
            }
        }
        if !is_asked {
            continue;
        }
        fs::create_dir_all(&data)?;
        for (file, tensor) in files {
            fs::write(data.join(file), tensor.storage())?;
        }
        for (at, golden) in answer.tensors().iter().enumerate() {
            let shape = shape_name(golden.shape());
            let file = format!("golden_{at}_{}__shape_{shape}.bin", ttk_name(golden.dtype()));
            fs::write(data.join(file), golden.elements())?;
        }
        let _ = write!(table, "{own},{api}");
        cells.iter().chain([&scalars]).for_each(|cell| table += &format!(",\"({cell})\""));
        table += &format!(",\"{{{attributes}}}\"\n");
        names.insert(own);
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join(format!("{name}.csv")), table)?;
    Ok(names.len())
}

/// Most letters of a name that TTK uses for a folder as it is.
const LONGEST: usize = 120;

/// A tuple of Python.
fn tuple<T: ToString>(items: &[T]) -> String {
    let items: String = items.iter().map(|item| format!("{},", item.to_string())).collect();
    format!("({items})")
}
