//! The cumulative product, fast, without checking arguments against documents.
//!
//! Every product is rounded to the dtype. Floats are multiplied in the order of the line, so the result has the same
//! bits on every machine and for any number of threads, except that sign and payload of a NaN may differ: processors take
//! them from either operand. Integers are exact modulo 2^bits in any order.
//!
//! The loops are in `loops.rs`. They are compiled twice: for every processor of the target, and on x86-64 for AVX2 with
//! F16C. There `half_float.rs` has other loops for the 16-bit floats, and `integer.rs` one for lines of 32-bit integers.
//! `dispatch.rs` detects which of them may run.

mod dispatch;
#[cfg(target_arch = "x86_64")]
mod half_float;
#[cfg(target_arch = "x86_64")]
mod integer;
mod loops;

use crate::dtype::DType;
use crate::element::{converter, for_dtype};
use crate::tensor::Tensor;
use core::fmt;
use std::borrow::Cow;

/// Options of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most threads to use, including the calling one. They share the dimensions before `dim`.
    pub threads: usize,
    /// Whether to use the loops for every processor of the target where this one has better ones. The results are the same.
    pub portable: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, portable: false }
    }
}

/// Why a kernel cannot compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// The shapes differ.
    Shape,
    /// The tensor does not have that dimension.
    Dim,
    /// There is no product in that dtype, or no conversion to it.
    DType(DType),
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str("input and out differ in shape"),
            Self::Dim => f.write_str("the tensor has no dimension dim"),
            Self::DType(dtype) => write!(f, "no cumulative product is computed in {dtype}"),
        }
    }
}

impl core::error::Error for KernelError {}

/// Converts `input` to the dtype of `out` and writes its products along `dim` to `out`. Bytes of `out`'s storage
/// outside its view do not change. A tensor of rank 0 is a line of one element, whatever `dim` is.
///
/// # Errors
/// If the shapes differ, there is no dimension `dim`, or there is no product in the dtype of `out`.
///
/// ```
/// use ascertain::kernel::{Options, cumprod};
/// use ascertain::{DType, Tensor};
///
/// let input = Tensor::new(DType::U8, &[3], vec![1, 2, 3])?;
/// let mut out = Tensor::zeros(DType::U16, &[3])?;
/// cumprod(&input, 0, &mut out, Options::default())?;
/// assert_eq!(out.storage(), [1, 0, 2, 0, 6, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cumprod(input: &Tensor, dim: usize, out: &mut Tensor, options: Options) -> Result<(), KernelError> {
    if input.shape() != out.shape() {
        return Err(KernelError::Shape);
    }
    let mut factors = input.elements();
    if input.dtype() != out.dtype() {
        let convert = converter(input.dtype(), out.dtype()).ok_or(KernelError::DType(out.dtype()))?;
        let mut converted = vec![0; input.layout().count() * out.dtype().size()];
        convert(&factors, &mut converted);
        factors = Cow::Owned(converted);
    }
    scan(&factors, dim, out, options)
}

/// Replaces the elements of `tensor` by their products along `dim`. The factors are copied first.
///
/// # Errors
/// If there is no dimension `dim`, or no product in this dtype.
pub fn cumprod_in_place(tensor: &mut Tensor, dim: usize, options: Options) -> Result<(), KernelError> {
    let factors = tensor.elements().into_owned();
    scan(&factors, dim, tensor, options)
}

/// Writes the products of `factors`, which are row-major, along `dim` to `out`.
fn scan(factors: &[u8], dim: usize, out: &mut Tensor, options: Options) -> Result<(), KernelError> {
    let layout = out.layout();
    let (n, inner) = match layout.shape() {
        [] => (1, 1),
        shape if dim < shape.len() => (shape[dim], shape[dim + 1..].iter().product()),
        _ => return Err(KernelError::Dim),
    };
    let compute =
        for_dtype!(out.dtype(), T => dispatch::compute::<T, { size_of::<T>() }> as dispatch::Compute);
    let compute = compute.ok_or(KernelError::DType(out.dtype()))?;
    if factors.is_empty() {
        return Ok(());
    }
    if layout.is_contiguous() {
        let start = layout.offset() * out.dtype().size();
        compute(factors, &mut out.storage_mut()[start..][..factors.len()], n, inner, options);
    } else {
        let mut products = vec![0; factors.len()];
        compute(factors, &mut products, n, inner, options);
        out.set_elements(&products);
    }
    Ok(())
}
