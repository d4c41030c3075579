//! The kernels give the same as single products, for every dtype, kind of shape, layout and number of threads.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ascertain::element::{Factor, converter};
use ascertain::kernel::{KernelError, Options, cumprod, cumprod_in_place};
use ascertain::{DType, Layout, Tensor};
use half::{bf16, f16};

mod loops;

/// Replaces little-endian elements by their products, each rounded.
type Chain = fn(&mut [u8]);

fn chain<T: Factor>(line: &mut [u8]) {
    let mut running: Option<T> = None;
    for element in line.chunks_exact_mut(size_of::<T>()) {
        let x = T::load(element);
        let y = running.map_or(x, |product| product.times(x));
        y.store(element);
        running = Some(y);
    }
}

/// What single products give, without any of the kernels' loops.
fn chain_of(dtype: DType) -> Chain {
    match dtype {
        DType::F16 => chain::<f16>,
        DType::Bf16 => chain::<bf16>,
        DType::F32 => chain::<f32>,
        DType::F64 => chain::<f64>,
        DType::S8 => chain::<i8>,
        DType::U8 => chain::<u8>,
        DType::S16 => chain::<i16>,
        DType::U16 => chain::<u16>,
        DType::S32 => chain::<i32>,
        DType::U32 => chain::<u32>,
        DType::S64 => chain::<i64>,
        DType::U64 => chain::<u64>,
        other => panic!("{other} has no products"),
    }
}

fn computed() -> impl Iterator<Item = DType> {
    DType::ALL.into_iter().filter(|d| d.is_float() || d.is_integer())
}

/// Elements whose products wander over the range, with a special one now and then.
fn elements(dtype: DType, count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 11
    };
    let convert = converter(DType::F64, dtype).unwrap();
    let mut bytes = vec![0; count * dtype.size()];
    for element in bytes.chunks_exact_mut(dtype.size()) {
        let random = next();
        if random % 37 == 0 || dtype.is_integer() {
            element.copy_from_slice(&(random | 1).to_le_bytes()[..dtype.size()]);
            continue;
        }
        let value = (1.0 + (random % 1024) as f64 / 1024.0) * if random >> 20 & 1 == 0 { 0.5 } else { 0.75 };
        convert(&(if random >> 21 & 7 == 0 { -value * 2.0 } else { value * 1.1 }).to_le_bytes(), element);
    }
    bytes
}

/// The products of `tensor` along `dim`, a line at a time.
fn expected(tensor: &Tensor, dim: usize) -> Tensor {
    let mut right = tensor.clone();
    if tensor.layout().rank() == 0 || tensor.layout().count() == 0 {
        return right;
    }
    let (size, layout) = (tensor.dtype().size(), tensor.layout().clone());
    for start in layout.without(dim).positions() {
        let at = |i: usize| start.wrapping_add_signed(i as isize * layout.strides()[dim]) * size;
        let mut line: Vec<u8> =
            (0..layout.shape()[dim]).flat_map(|i| right.storage()[at(i)..][..size].to_vec()).collect();
        chain_of(tensor.dtype())(&mut line);
        for (i, element) in line.chunks_exact(size).enumerate() {
            right.storage_mut()[at(i)..][..size].copy_from_slice(element);
        }
    }
    right
}

fn assert_same(got: &Tensor, right: &Tensor, what: &str) {
    let to_f32 = converter(got.dtype(), DType::F64).unwrap();
    let size = got.dtype().size();
    for (i, (a, b)) in got.storage().chunks_exact(size).zip(right.storage().chunks_exact(size)).enumerate() {
        let nan = |bytes: &[u8]| {
            let mut value = [0; 8];
            to_f32(bytes, &mut value);
            f64::from_le_bytes(value).is_nan()
        };
        assert!(a == b || nan(a) && nan(b), "{what}, element {i}: {a:x?} is not {b:x?}");
    }
}

#[test]
fn kernels_give_what_single_products_give() {
    let shapes: [&[usize]; 15] = [
        &[],
        &[1],
        &[7],
        &[300],
        &[2, 65],
        &[17, 33],
        &[35, 16],
        &[40, 100],
        &[11, 13],
        &[9, 700],
        &[6, 4200],
        &[3, 4, 5],
        &[2, 9, 64],
        &[0, 4],
        &[33, 1, 40],
    ];
    for dtype in computed() {
        for shape in shapes {
            let count = shape.iter().product();
            let input = Tensor::new(dtype, shape, elements(dtype, count)).unwrap();
            for dim in 0..shape.len().max(1) {
                let what = format!("{dtype} {shape:?} dim {dim}");
                let right = expected(&input, dim);
                let mut out = Tensor::zeros(dtype, shape).unwrap();
                cumprod(&input, dim, &mut out, Options::default()).unwrap();
                assert_same(&out, &right, &what);
                let mut in_place = input.clone();
                cumprod_in_place(&mut in_place, dim, Options::default()).unwrap();
                assert_same(&in_place, &right, &format!("{what}, in place"));
            }
        }
    }
}

#[test]
fn gaps_are_kept_and_threads_change_nothing() {
    let layouts = [
        Layout::strided(&[4, 3], &[8, 2], 5).unwrap(),
        Layout::strided(&[3, 4], &[1, 3], 0).unwrap(),
        Layout::strided(&[2, 3], &[-3, 1], 3).unwrap(),
    ];
    for dtype in computed() {
        for layout in &layouts {
            let view = Tensor::view(dtype, layout.clone(), elements(dtype, 40)).unwrap();
            for dim in 0..2 {
                let right = expected(&view, dim);
                let mut in_place = view.clone();
                cumprod_in_place(&mut in_place, dim, Options::default()).unwrap();
                assert_same(&in_place, &right, &format!("{dtype} {layout:?} dim {dim}"));
                let plain = view.to_contiguous();
                let mut out = view.clone();
                cumprod(&plain, dim, &mut out, Options::default()).unwrap();
                assert_same(&out, &right, &format!("{dtype} into {layout:?} dim {dim}"));
            }
        }
    }
    for dtype in [DType::F16, DType::S32] {
        let large = Tensor::new(dtype, &[18, 1 << 16], elements(dtype, 18 << 16)).unwrap();
        let (mut one, mut three) = (large.clone(), large);
        cumprod_in_place(&mut one, 1, Options::default()).unwrap();
        cumprod_in_place(&mut three, 1, Options { threads: 3, ..Options::default() }).unwrap();
        assert_same(&three, &one, &format!("{dtype} on three threads"));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let tensor = |dtype, shape: &[usize]| Tensor::zeros(dtype, shape).unwrap();
    let options = Options::default();
    let mut out = tensor(DType::F32, &[3]);
    assert_eq!(cumprod(&tensor(DType::F32, &[2]), 0, &mut out, options), Err(KernelError::Shape));
    assert_eq!(cumprod(&tensor(DType::F32, &[3]), 1, &mut out, options), Err(KernelError::Dim));
    assert_eq!(cumprod(&tensor(DType::C64, &[3]), 0, &mut out, options), Err(KernelError::DType(DType::F32)));
    assert_eq!(
        cumprod_in_place(&mut tensor(DType::Bool, &[3]), 0, options),
        Err(KernelError::DType(DType::Bool))
    );
}
