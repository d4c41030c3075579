//! The crate `ndarray`: `accumulate_axis_inplace` with a product that wraps, as this project reads the documents.

use crate::backend::{CumulativeProduct, bytes, elements, with_type};
use ascertain::element::Factor;
use ascertain::{DType, Tensor};
use ndarray::{ArrayD, Axis, IxDyn};

/// The cumulative product by `ndarray`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ndarray;

fn cumprod<T: Factor>(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
    let shape = IxDyn(input.shape());
    let mut array = ArrayD::from_shape_vec(shape, elements::<T>(input)).map_err(|e| e.to_string())?;
    array.accumulate_axis_inplace(Axis(axis), |before, here| *here = before.times(*here));
    Ok(bytes::<T>(&array.iter().copied().collect::<Vec<T>>()))
}

impl CumulativeProduct for Ndarray {
    const NAME: &'static str = "ndarray";
    const VERSION: &'static str = "0.17";
    const DTYPES: &'static [DType] = &[
        DType::F32,
        DType::F64,
        DType::S8,
        DType::S16,
        DType::S32,
        DType::S64,
        DType::U8,
        DType::U16,
        DType::U32,
        DType::U64,
    ];

    fn cumprod(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
        with_type!(input.dtype(), cumprod(input, axis), f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)
    }
}
