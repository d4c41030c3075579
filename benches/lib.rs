//! Shared by the benches: calls whose running products stay in range.

use ascertain::call::{Arg, Invocation};
use ascertain::contract::CUMPROD;
use ascertain::element::converter;
use ascertain::{DType, Tensor};

/// `cumprod` of a tensor whose factors alternate between 2 and 0.5 (1 and -1 for integers).
///
/// # Panics
/// When the shape's size overflows.
#[must_use]
pub fn cumprod(dtype: DType, shape: &[usize], dim: i64) -> Invocation {
    #[expect(clippy::expect_used, reason = "shapes are written in the benches")]
    let (mut input, out) = (
        Tensor::zeros(dtype, shape).expect("a size that fits"),
        Tensor::zeros(dtype, shape).expect("a size that fits"),
    );
    let values: [f64; 2] = if dtype.is_float() { [2.0, 0.5] } else { [1.0, -1.0] };
    if let Some(convert) = converter(DType::F64, dtype) {
        for (i, element) in input.storage_mut().chunks_exact_mut(dtype.size()).enumerate() {
            convert(&values[i % 2].to_le_bytes(), element);
        }
    }
    Invocation::new(&CUMPROD)
        .with("input", Arg::Tensor(input))
        .with("dim", Arg::Int(dim))
        .with("out", Arg::Tensor(out))
}
