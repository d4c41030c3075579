//! The crate `arr-rs`, with its own `cumprod`.

use crate::backend::{CumulativeProduct, bytes, elements, with_type};
use arr_rs::prelude::{Array, ArrayCreate, ArrayMeta, ArraySumProdDiff, NumericOps};
use ascertain::element::Element;
use ascertain::{DType, Tensor};

/// The cumulative product by `arr-rs`.
///
/// Only floats: `arr-rs` 0.6 can panic for integers.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArrRs;

fn cumprod<T: Element + NumericOps>(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
    let array = Array::new(elements::<T>(input), input.shape().to_vec()).map_err(|e| e.to_string())?;
    let product = array.cumprod(isize::try_from(axis).ok()).map_err(|e| e.to_string())?;
    Ok(bytes::<T>(&product.get_elements().map_err(|e| e.to_string())?))
}

impl CumulativeProduct for ArrRs {
    const NAME: &'static str = "arr-rs";
    const VERSION: &'static str = "0.6";
    const DTYPES: &'static [DType] = &[DType::F32, DType::F64];

    fn cumprod(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
        with_type!(input.dtype(), cumprod(input, axis), f32, f64)
    }
}
