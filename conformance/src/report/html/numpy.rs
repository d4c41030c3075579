//! The same question to NumPy, as Python to paste.

use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::promote::{Key, Number};
use ascertain::{DType, Tensor};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::suite::vectors;
use ascertain_judge::verdict::CaseResult;
use std::fmt::Write;

/// Larger storage is not shown, in bytes.
const LIMIT: usize = 512;

/// What asks NumPy the question of a finding, the minimized one if there is one. Nothing if NumPy has no such call, or if
/// the data is large.
pub(super) fn snippet(result: &CaseResult, case_index: &CaseIndex<'_>) -> Option<String> {
    let small = result.shrunk.as_ref().and_then(|small| {
        let vectors = vectors::read("minimized", &small.vector).ok()?;
        vectors::replayed(&vectors, case_index.editions()).into_iter().next()
    });
    match small {
        Some(case) => of_call(&case.call),
        None => of_call(&case_index.case(&result.id)?.call),
    }
}

fn of_call(call: &Call) -> Option<String> {
    let mut python = Python::default();
    let last = match call {
        Call::Promote(pair) => python.promotion(pair)?,
        Call::Operate(call) if call.operator.name == "cumprod" => python.cumprod(call)?,
        Call::Operate(call) if call.operator.name == "reinterpret" => python.reinterpret(call)?,
        Call::Operate(_) => return None,
    };
    let bfloat16 = if python.bfloat16 { "import ml_dtypes\n" } else { "" };
    Some(format!("{bfloat16}import numpy as np\n\n{}print({last})\n", python.lines))
}

/// A program as it grows.
#[derive(Default)]
struct Python {
    lines: String,
    /// Whether it needs `ml_dtypes`.
    bfloat16: bool,
}

impl Python {
    fn promotion(&mut self, pair: &Promote) -> Option<String> {
        let Promote { table, row, column, ranks } = *pair;
        let [row_rank, column_rank] = ranks.map_or([1, 1], |(row, column)| [row, column]);
        let one = self.operand(table.rows.role, row, row_rank)?;
        let other = self.operand(table.columns.role, column, column_rank)?;
        Some(format!("({one} + {other}).dtype"))
    }

    fn operand(&mut self, role: &str, key: Key, rank: u8) -> Option<String> {
        Some(match key {
            Key::Number(Number::Bool) => "True".to_owned(),
            Key::Number(Number::Int) => "1".to_owned(),
            Key::Number(Number::Float) => "1.0".to_owned(),
            Key::DType(dtype) if role == "scalar" => format!("{}(1)", self.dtype(dtype)?),
            Key::DType(dtype) => {
                let shape = if rank == 1 { "1".to_owned() } else { tuple(&vec![1; usize::from(rank)]) };
                format!("np.zeros({shape}, {})", self.dtype(dtype)?)
            }
        })
    }

    fn cumprod(&mut self, call: &Invocation) -> Option<String> {
        let Arg::Int(dim) = call.get("dim") else { return None };
        let x = self.tensor("x", call.get("input"))?;
        let mut arguments = format!("{x}, axis={dim}");
        match call.get("dtype") {
            Arg::Absent => {}
            Arg::DType(dtype) => {
                let _ = write!(arguments, ", dtype={}", self.dtype(*dtype)?);
            }
            _ => return None,
        }
        match (call.get("inplace"), call.get("out")) {
            (Arg::Flag(true), Arg::Absent) => arguments.push_str(", out=x"),
            (_, Arg::Absent) => {}
            (_, out) => {
                let out = self.tensor("out", out)?;
                let _ = write!(arguments, ", out={out}");
            }
        }
        Some(format!("np.cumprod({arguments})"))
    }

    fn reinterpret(&mut self, call: &Invocation) -> Option<String> {
        let Arg::DType(dtype) = call.get("dtype") else { return None };
        let x = self.tensor("x", call.get("input"))?;
        Some(format!("{x}.view({})", self.dtype(*dtype)?))
    }

    /// Writes the line that makes a tensor, and returns its name.
    fn tensor(&mut self, name: &'static str, arg: &Arg) -> Option<&'static str> {
        let Arg::Tensor(tensor) = arg else { return None };
        let value = self.array(tensor)?;
        let _ = writeln!(self.lines, "{name} = {value}");
        Some(name)
    }

    /// An array that can be written, with the tensor's own bytes.
    fn array(&mut self, tensor: &Tensor) -> Option<String> {
        let (dtype, layout, storage) = (self.dtype(tensor.dtype())?, tensor.layout(), tensor.storage());
        if layout.count() == 0 {
            return Some(format!("np.empty({}, {dtype})", tuple(layout.shape())));
        }
        if storage.len() > LIMIT {
            return None;
        }
        let bytes = format!("bytearray.fromhex(\"{}\")", hex::encode(storage));
        if tensor.is_packed() {
            let flat = format!("np.frombuffer({bytes}, {dtype})");
            let is_flat = layout.rank() == 1;
            return Some(if is_flat { flat } else { format!("{flat}.reshape({})", tuple(layout.shape())) });
        }
        let size = tensor.dtype().size();
        let strides: Vec<isize> = layout.strides().iter().map(|stride| stride * size as isize).collect();
        let (shape, offset) = (tuple(layout.shape()), layout.offset() * size);
        Some(format!("np.ndarray({shape}, {dtype}, {bytes}, offset={offset}, strides={})", tuple(&strides)))
    }

    /// NumPy's name of a dtype. It has no 32-bit complex.
    fn dtype(&mut self, dtype: DType) -> Option<&'static str> {
        Some(match dtype {
            DType::F16 => "np.float16",
            DType::F32 => "np.float32",
            DType::F64 => "np.float64",
            DType::Bf16 => {
                self.bfloat16 = true;
                "ml_dtypes.bfloat16"
            }
            DType::S8 => "np.int8",
            DType::S16 => "np.int16",
            DType::S32 => "np.int32",
            DType::S64 => "np.int64",
            DType::U8 => "np.uint8",
            DType::U16 => "np.uint16",
            DType::U32 => "np.uint32",
            DType::U64 => "np.uint64",
            DType::Bool => "np.bool_",
            DType::C64 => "np.complex64",
            DType::C128 => "np.complex128",
            DType::C32 => return None,
        })
    }
}

/// A tuple of Python: one element needs a comma.
fn tuple<N: ToString>(numbers: &[N]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let comma = if words.len() == 1 { "," } else { "" };
    format!("({}{comma})", words.join(", "))
}

#[cfg(test)]
mod tests;
