//! The crate `arr-rs`, with its own `cumprod`.

use crate::backend::{CumulativeProduct, dtype_of, with_type};
use crate::element::Element;
use arr_rs::prelude::{Array, ArrayCreate, ArrayMeta, ArraySumProdDiff, NumericOps};
use ascertain::{DType, Tensor};

/// The cumulative product by `arr-rs`.
///
/// Only floats: an integer product that overflows panics in debug builds, where the documents are read as wrapping.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArrRs;

fn cumprod<T: Element + NumericOps>(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
    let array = Array::new(T::elements(input), input.shape().to_vec()).map_err(|e| e.to_string())?;
    let product = array.cumprod(isize::try_from(axis).ok()).map_err(|e| e.to_string())?;
    Ok(T::bytes(&product.get_elements().map_err(|e| e.to_string())?))
}

impl CumulativeProduct for ArrRs {
    const NAME: &'static str = "arr-rs";
    const VERSION: &'static str = "0.6";
    const DTYPES: &'static [DType] = &[dtype_of::<f32>(), dtype_of::<f64>()];

    fn cumprod(input: &Tensor, axis: usize) -> Result<Vec<u8>, String> {
        with_type!(input.dtype(), cumprod(input, axis), f32, f64)
    }
}
