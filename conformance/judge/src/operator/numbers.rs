//! Small tensors as people read them: numbers, with their bits beside them.

use super::declarations::format;
use crate::oracle::out_of_range::integer;
use crate::oracle::show_value;
use crate::ordered::sort_by_key;
use ascertain::call::{Arg, Call};
use ascertain::contract::Direction;
use ascertain::dtype::Class;
use ascertain::{DType, Tensor};

/// Tensors with more elements are not shown.
const FEW: usize = 8;

/// The tensors that a call reads, where they have few elements: argument, and numbers with their bits.
pub fn inputs(call: &Call) -> Vec<(&'static str, String)> {
    let Call::Operate(call) = call else { return Vec::new() };
    let arguments = call.operator.arguments.iter().zip(&call.args);
    let small = arguments.filter_map(|(argument, arg)| match arg {
        Arg::Tensor(tensor) if argument.direction != Direction::Out => Some((argument.name, few(tensor)?)),
        _ => None,
    });
    // By name, as a report has them.
    let mut small: Vec<_> = small.collect();
    sort_by_key(&mut small, |(name, _)| *name);
    small
}

/// A tensor with its dtype and shape: as numbers and bits if it has few elements, otherwise the first bits.
pub fn tensor(tensor: &Tensor) -> String {
    few(tensor).map_or_else(
        || format!("{tensor:?}"),
        |elements| format!("{}{:?}: {elements}", tensor.dtype(), tensor.shape()),
    )
}

/// `2 -0.5 (0x4000 0xb800)`, in row-major order.
fn few(tensor: &Tensor) -> Option<String> {
    if !(1..=FEW).contains(&tensor.layout().count()) {
        return None;
    }
    let elements = tensor.elements();
    let each = || elements.chunks_exact(tensor.dtype().size());
    let numbers: Vec<String> = each().map(|element| number(tensor.dtype(), element)).collect();
    let bits: Vec<String> = each().map(crate::case::hex_word).collect();
    Some(format!("{} ({})", numbers.join(" "), bits.join(" ")))
}

/// An element, in decimal.
pub fn number(dtype: DType, element: &[u8]) -> String {
    if let Some(format) = format(dtype) {
        return show_value(format.decode(format.load(element, 0)));
    }
    match dtype.class() {
        Class::Complex => {
            let part = ascertain::formula::part(dtype).unwrap_or(DType::F32);
            let parts: Vec<String> = element.chunks_exact(part.size()).map(|e| number(part, e)).collect();
            format!("({})", parts.join(", "))
        }
        Class::Bool if element == [0] => "false".to_owned(),
        Class::Bool if element == [1] => "true".to_owned(),
        _ => integer(dtype, element).to_string(),
    }
}
