//! Kernels of the cumulative product on plain memory: no arguments are checked against documents here.
//!
//! Two roundings are offered: every product rounded to the dtype ([`Accumulator::Own`], the reference's stated
//! semantics), and a wider running product that is rounded when it is stored ([`Accumulator::Wide`]). Within a line
//! floats are multiplied in order, so that results are the same bits on every machine and for any number of threads;
//! integers are exact modulo 2^bits in any order.
//!
//! On x86-64 the same loops are compiled a second time for AVX2 and F16C, those that gain by it a third time for AVX-512,
//! and chosen at run time.

mod dispatch;
mod lines;
mod number;
mod overhang;
mod processor;
mod rows;
mod running;
mod sixteen;
mod squares;
mod strided;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use crate::element::{converter, for_dtype};
use crate::{DType, Layout, Tensor};
use core::fmt;
use half::{bf16, f16};
use number::Number;

/// What the running product is kept in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accumulator {
    /// The dtype itself: every product is rounded to it.
    #[default]
    Own,
    /// f32 for f16 and bf16, f64 for f32; the dtype itself for f64 and integers.
    Wide,
}

/// How to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// What the running product is kept in.
    pub accumulator: Accumulator,
    /// The most threads to use, this one among them. Lines are shared out; a single line is one thread's work.
    pub threads: usize,
}

impl Default for How {
    fn default() -> Self {
        Self { accumulator: Accumulator::Own, threads: 1 }
    }
}

/// Why a kernel cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// The shapes differ.
    Shape,
    /// The tensor has no such dimension.
    Dim,
    /// Nothing multiplies in that dtype, or nothing converts to it.
    DType(DType),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str("input and out differ in shape"),
            Self::Dim => f.write_str("there is no such dimension"),
            Self::DType(dtype) => write!(f, "no cumulative product is computed in {dtype}"),
        }
    }
}

impl core::error::Error for Misfit {}

/// Writes the products of `input`, converted to `out`'s dtype, along `dim` to `out`, whose storage outside its view
/// stays as it is. A tensor of rank 0 is a line of one element, whatever `dim`.
///
/// # Errors
/// When the tensors do not fit each other or `dim`.
///
/// ```
/// use ascertain::kernel::{How, cumprod};
/// use ascertain::{DType, Tensor};
///
/// let input = Tensor::new(DType::U8, &[3], vec![1, 2, 3])?;
/// let mut out = Tensor::zeros(DType::U16, &[3])?;
/// cumprod(&input, 0, &mut out, How::default())?;
/// assert_eq!(out.storage(), [1, 0, 2, 0, 6, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cumprod(input: &Tensor, dim: usize, out: &mut Tensor, how: How) -> Result<(), Misfit> {
    if input.shape() != out.shape() {
        return Err(Misfit::Shape);
    }
    let dtype = out.dtype();
    if input.dtype() == dtype && input.layout().is_contiguous() && out.layout().is_contiguous() {
        let elements = input.elements();
        return run(Some(&elements), dim, out, how);
    }
    let convert = converter(input.dtype(), dtype).ok_or(Misfit::DType(dtype))?;
    if input.dtype() == dtype {
        out.set_elements(&input.elements());
    } else if out.layout().is_contiguous() {
        let (start, bytes) = extent(out.layout(), dtype.size());
        convert(&input.elements(), &mut out.storage_mut()[start..][..bytes]);
    } else {
        let mut converted = vec![0; input.layout().count() * dtype.size()];
        convert(&input.elements(), &mut converted);
        out.set_elements(&converted);
    }
    run(None, dim, out, how)
}

/// Replaces the elements of `tensor` by their products along `dim`.
///
/// # Errors
/// When there is no such dimension, or nothing multiplies in that dtype.
pub fn cumprod_in_place(tensor: &mut Tensor, dim: usize, how: How) -> Result<(), Misfit> {
    run(None, dim, tensor, how)
}

/// First byte and bytes of a contiguous view.
fn extent(layout: &Layout, size: usize) -> (usize, usize) {
    let count = layout.count();
    (if count == 0 { 0 } else { layout.offset() * size }, count * size)
}

/// Scans `out` along `dim`: from the factors in `input`, row-major, if there are any, else from those in `out`.
fn run(input: Option<&[u8]>, dim: usize, out: &mut Tensor, how: How) -> Result<(), Misfit> {
    let layout = out.layout().clone();
    let dtype = out.dtype();
    let (n, inner) = match layout.rank() {
        0 => (1, 1),
        rank if dim < rank => (layout.shape()[dim], layout.shape()[dim + 1..].iter().product()),
        _ => return Err(Misfit::Dim),
    };
    let scan = scan_of(dtype).ok_or(Misfit::DType(dtype))?;
    let storage = out.storage_mut();
    if layout.count() == 0 {
        return Ok(());
    }
    if layout.is_contiguous() {
        let (start, bytes) = extent(&layout, dtype.size());
        (scan.blocks)(input, &mut storage[start..][..bytes], n, inner, how);
    } else {
        (scan.strided)(&layout, dim, storage, how.accumulator);
    }
    Ok(())
}

/// The loops of a dtype: over contiguous blocks, and over views with gaps.
struct Scan {
    blocks: Blocks,
    strided: fn(&Layout, usize, &mut [u8], Accumulator),
}

/// Scans blocks of so many rows of so many elements, from factors elsewhere if there are any.
type Blocks = fn(Option<&[u8]>, &mut [u8], usize, usize, How);

/// Products modulo 2^bits have the same bits for signed and unsigned integers, so that one loop serves both.
fn scan_of(dtype: DType) -> Option<Scan> {
    fn of<T: Number>() -> Scan {
        Scan { blocks: dispatch::blocks::<T>, strided: strided::scan::<T> }
    }
    let computed = for_dtype!(dtype, T => size_of::<T>())?;
    Some(match (dtype, computed) {
        (DType::F16, _) => of::<f16>(),
        (DType::Bf16, _) => of::<bf16>(),
        (DType::F32, _) => of::<f32>(),
        (DType::F64, _) => of::<f64>(),
        (_, 1) => of::<u8>(),
        (_, 2) => of::<u16>(),
        (_, 4) => of::<u32>(),
        _ => of::<u64>(),
    })
}
