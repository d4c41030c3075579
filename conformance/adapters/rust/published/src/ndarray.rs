//! The crate `ndarray`: `accumulate_axis_inplace` with a product that wraps, as this project reads the documents.

use crate::backend::{CumulativeProduct, dtype_of, with_type};
use crate::element::Element;
use ascertain::{DType, Tensor};
use ndarray::{ArrayD, Axis, IxDyn};

/// The cumulative product by `ndarray`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ndarray;

/// A product as in the documents.
trait Times {
    fn times(self, other: Self) -> Self;
}

macro_rules! times {
    ($($float:ty)*; $($integer:ty)*) => {
        $(impl Times for $float {
            fn times(self, other: Self) -> Self {
                self * other
            }
        })*
        $(impl Times for $integer {
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        })*
    };
}
times!(f32 f64; i8 i16 i32 i64 u8 u16 u32 u64);

fn cumprod<T: Element + Times>(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
    let shape = IxDyn(input.shape());
    let mut array = ArrayD::from_shape_vec(shape, T::elements(input)).map_err(|e| e.to_string())?;
    array.accumulate_axis_inplace(Axis(axis), |before, here| *here = before.times(*here));
    Ok(T::bytes(&array.iter().copied().collect::<Vec<T>>()))
}

impl CumulativeProduct for Ndarray {
    const NAME: &'static str = "ndarray";
    const VERSION: &'static str = "0.17";
    const DTYPES: &'static [DType] = &[
        dtype_of::<f32>(),
        dtype_of::<f64>(),
        dtype_of::<i8>(),
        dtype_of::<i16>(),
        dtype_of::<i32>(),
        dtype_of::<i64>(),
        dtype_of::<u8>(),
        dtype_of::<u16>(),
        dtype_of::<u32>(),
        dtype_of::<u64>(),
    ];

    fn cumprod(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
        with_type!(input.dtype(), cumprod(input, axis), f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)
    }
}
