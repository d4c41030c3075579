//! Layouts and tensors: where elements lie, compared with the formula as nested loops, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ascertain::tensor::TensorError;
use ascertain::{DType, Layout, Tensor};

/// Storage positions by the formula: offset plus the sum of index times stride, last index fastest.
fn by_formula(shape: &[usize], strides: &[isize], offset: usize) -> Vec<usize> {
    let mut indices: Vec<Vec<usize>> = vec![Vec::new()];
    for &length in shape {
        indices = indices.iter().flat_map(|index| (0..length).map(|i| [&index[..], &[i]].concat())).collect();
    }
    let position = |index: &Vec<usize>| {
        let steps: isize = index.iter().zip(strides).map(|(&i, &s)| i as isize * s).sum();
        (offset as isize + steps) as usize
    };
    indices.iter().map(position).collect()
}

/// Every shape of rank 0 to 4 with lengths 0 to 3.
fn shapes() -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut of_rank = all.clone();
    for _ in 0..4 {
        of_rank = of_rank.iter().flat_map(|shape| (0..4).map(|d| [&shape[..], &[d]].concat())).collect();
        all.extend(of_rank.clone());
    }
    all
}

/// Views of `shape`: contiguous, moved, with gaps, backwards, transposed, broadcast, and all of that by dimension.
fn layouts(shape: &[usize]) -> Vec<(Vec<isize>, usize)> {
    let plain: Vec<isize> = Layout::contiguous(shape).strides().to_vec();
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    let transposed: Vec<isize> = Layout::contiguous(&reversed).strides().iter().rev().copied().collect();
    let mixed: Vec<isize> = plain.iter().enumerate().map(|(k, s)| [2, -3, 0, 1][k % 4] * s).collect();
    [
        plain.clone(),
        transposed,
        plain.iter().map(|s| 2 * s).collect(),
        plain.iter().map(|s| -s).collect(),
        mixed,
    ]
    .into_iter()
    .flat_map(|strides| [(strides.clone(), 0), (strides, 1000)])
    .collect()
}

#[test]
fn elements_lie_where_the_formula_says() {
    let mut views = 0;
    for shape in shapes() {
        for (strides, offset) in layouts(&shape) {
            let expected = by_formula(&shape, &strides, offset);
            let before = !expected.is_empty()
                && strides.iter().zip(&shape).any(|(s, d)| *s < 0 && *d > 1)
                && offset == 0;
            let layout = match Layout::strided(&shape, &strides, offset) {
                Ok(layout) => layout,
                Err(e) => {
                    assert!(before && e == TensorError::Reach, "{shape:?} {strides:?} {offset}: {e}");
                    continue;
                }
            };
            assert!(!before, "{shape:?} {strides:?} {offset} reaches before its storage");
            assert_eq!(layout.positions().collect::<Vec<_>>(), expected, "{shape:?} {strides:?} {offset}");
            assert_eq!((layout.positions().len(), layout.count()), (expected.len(), expected.len()));
            assert_eq!(
                (layout.rank(), layout.shape(), layout.strides()),
                (shape.len(), &shape[..], &strides[..])
            );
            // Contiguous is what lies one after another, whatever the strides say.
            let one_after_another = expected.windows(2).all(|pair| pair[1] == pair[0] + 1);
            assert_eq!(layout.is_contiguous(), one_after_another, "{shape:?} {strides:?}");
            let last_one_apart = match shape.last() {
                None => false,
                Some(&last) => expected.is_empty() || last <= 1 || strides[shape.len() - 1] == 1,
            };
            assert_eq!(layout.is_dense_last(), last_one_apart, "{shape:?} {strides:?}");
            views += 1;
        }
    }
    assert!(views > 1500, "{views} views");
}

#[test]
fn contiguous_layouts_are_row_major() {
    for shape in shapes() {
        let layout = Layout::contiguous(&shape);
        assert_eq!((layout.offset(), layout.is_contiguous()), (0, true), "{shape:?}");
        let positions: Vec<usize> = layout.positions().collect();
        assert_eq!(positions, (0..shape.iter().product()).collect::<Vec<_>>(), "{shape:?}");
    }
    assert_eq!(Layout::contiguous(&[2, 3, 4]).strides(), [12, 4, 1]);
    // As NumPy and PyTorch have them where a dimension has no length.
    assert_eq!(Layout::contiguous(&[2, 0, 3]).strides(), [3, 3, 1]);
    assert_eq!(Layout::contiguous(&[]).strides(), []);
}

#[test]
fn lines_along_a_dimension_start_at_the_layout_without_it() {
    for shape in shapes().into_iter().filter(|shape| !shape.contains(&0)) {
        let (strides, offset) = (layouts(&shape)[6].0.clone(), 1000);
        let layout = Layout::strided(&shape, &strides, offset).unwrap();
        for dim in 0..shape.len() {
            let step = strides[dim];
            let mut by_lines: Vec<usize> = layout
                .without(dim)
                .positions()
                .flat_map(|start| (0..shape[dim] as isize).map(move |i| (start as isize + i * step) as usize))
                .collect();
            let mut all: Vec<usize> = layout.positions().collect();
            by_lines.sort_unstable();
            all.sort_unstable();
            assert_eq!(by_lines, all, "{shape:?} without {dim}");
        }
    }
}

#[test]
fn views_read_and_write_their_own_elements_alone() {
    for dtype in [DType::U8, DType::F16, DType::F32, DType::S64, DType::C128] {
        let size = dtype.size();
        for shape in shapes() {
            for (strides, offset) in layouts(&shape) {
                let Ok(layout) = Layout::strided(&shape, &strides, offset) else { continue };
                let positions = by_formula(&shape, &strides, offset);
                let storage = positions.iter().max().map_or(3, |last| last + 4);
                let before: Vec<u8> = (0..storage * size).map(|i| (i * 7 + i / 256) as u8).collect();
                let mut tensor = Tensor::view(dtype, layout.clone(), before.clone()).unwrap();
                let read: Vec<u8> =
                    positions.iter().flat_map(|at| &before[at * size..][..size]).copied().collect();
                assert_eq!(&tensor.elements()[..], read, "{dtype}{shape:?} {strides:?} {offset}");
                let copy = tensor.to_contiguous();
                assert_eq!((copy.storage(), copy.shape(), copy.is_packed()), (&read[..], &shape[..], true));
                // Broadcast views write one place several times: what came last stays.
                let new: Vec<u8> = read.iter().map(|b| !b).collect();
                let mut after = before.clone();
                for (at, element) in positions.iter().zip(new.chunks_exact(size)) {
                    after[at * size..][..size].copy_from_slice(element);
                }
                tensor.set_elements(&new);
                assert_eq!(tensor.storage(), after, "{dtype}{shape:?} {strides:?} {offset}");
                assert_eq!(&tensor.elements()[..], new, "{dtype}{shape:?}: written and read again");
                assert_eq!((tensor.dtype(), tensor.layout()), (dtype, &layout));
                assert_eq!(tensor.into_storage(), after);
            }
        }
    }
}

/// The two examples of the documents: tiles of ten by ten.
#[test]
fn documented_examples_of_views() {
    let layout = Layout::strided(&[6, 5], &[10, 1], 22).unwrap();
    let positions: Vec<usize> = layout.positions().collect();
    assert_eq!((positions[0], positions[4], positions[5], positions[29]), (22, 26, 32, 76));
    assert!(layout.is_dense_last() && !layout.is_contiguous());
    let layout = Layout::strided(&[4, 3], &[20, 2], 22).unwrap();
    assert_eq!(layout.positions().skip(2).step_by(3).collect::<Vec<_>>(), [26, 46, 66, 86]);
    assert!(!layout.is_dense_last());
}

#[test]
fn plain_means_the_whole_storage() {
    let view = |shape: &[usize], strides: &[isize], offset, bytes| {
        Tensor::view(DType::U8, Layout::strided(shape, strides, offset).unwrap(), vec![0; bytes]).unwrap()
    };
    assert!(view(&[2, 3], &[3, 1], 0, 6).is_packed());
    assert!(view(&[], &[], 0, 1).is_packed());
    assert!(view(&[0], &[1], 0, 0).is_packed());
    assert!(!view(&[2, 3], &[3, 1], 0, 7).is_packed());
    assert!(!view(&[2, 3], &[3, 1], 1, 7).is_packed());
    assert!(!view(&[2, 3], &[1, 2], 0, 6).is_packed());
    // No stride of a length of 1 leads anywhere, but an implementation is told of it.
    assert!(!view(&[1, 3], &[77, 1], 0, 3).is_packed());
    assert!(!view(&[0], &[1], 0, 1).is_packed());
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let refused = |result: Result<Tensor, TensorError>| result.unwrap_err().to_string();
    let view = |shape: &[usize], strides: &[isize], offset, bytes| {
        Layout::strided(shape, strides, offset).and_then(|l| Tensor::view(DType::F32, l, vec![0; bytes]))
    };
    // One byte or element too few or too many.
    for (bytes, says) in
        [(20, "20 bytes of storage, but 6 elements of f32 take 24"), (23, "23 bytes"), (28, "28 bytes")]
    {
        assert!(refused(Tensor::new(DType::F32, &[2, 3], vec![0; bytes])).starts_with(says), "{bytes}");
    }
    assert!(Tensor::new(DType::F32, &[2, 3], vec![0; 24]).is_ok());
    assert!(Tensor::new(DType::F32, &[], vec![0; 4]).is_ok());
    assert!(Tensor::new(DType::F32, &[2, 0], vec![]).is_ok());
    assert!(Tensor::new(DType::F32, &[2, 0], vec![0; 4]).is_err());
    // A view may leave storage over, but no part of an element.
    assert!(view(&[2, 3], &[4, 1], 1, 32).is_ok());
    assert!(refused(view(&[2, 3], &[4, 1], 1, 28)).contains("but 8 elements of f32 take 32"));
    assert!(refused(view(&[2, 3], &[4, 1], 1, 33)).contains("33 bytes"));
    assert!(view(&[2, 3], &[4, 1], 1, 36).is_ok());
    assert_eq!(refused(view(&[2, 3], &[4], 0, 64)), "1 strides for a shape of rank 2");
    assert_eq!(
        refused(view(&[3], &[-1], 1, 64)),
        "the layout reaches before the start of its storage, or is too large"
    );
    assert!(view(&[3], &[-1], 2, 12).is_ok());
    // Nothing is reached where nothing is.
    assert!(view(&[0, 3], &[-9, 9], 5, 0).is_ok());
    assert!(view(&[3, 0], &[9, -9], 0, 4).is_ok());
}

/// Sizes that no memory has: adapters may claim them, and they are refused.
#[test]
fn absurd_sizes_are_refused_too() {
    const HUGE: usize = usize::MAX / 4;
    let absurd: [&[usize]; 5] =
        [&[HUGE], &[HUGE, HUGE], &[usize::MAX, 1], &[1 << 62, 1 << 62, 4], &[usize::MAX, 2, usize::MAX]];
    for shape in absurd {
        for dtype in [DType::U8, DType::F32, DType::C128] {
            for result in [Tensor::zeros(dtype, shape), Tensor::new(dtype, shape, vec![0; 16])] {
                let error = result.expect_err("more than there is");
                assert!(!error.to_string().is_empty(), "{dtype}{shape:?}");
            }
        }
        assert!(Layout::contiguous(shape).is_contiguous(), "{shape:?}");
        for stride in [isize::MIN, -1, 1, isize::MAX] {
            let strides = vec![stride; shape.len()];
            for offset in [0, 1 << 40, usize::MAX] {
                let view = Layout::strided(shape, &strides, offset)
                    .and_then(|layout| Tensor::view(DType::F32, layout, vec![0; 16]));
                let error = view.expect_err("more than there is");
                assert!(!error.to_string().is_empty(), "{shape:?} {strides:?}");
            }
        }
    }
    // A dimension without length makes any other harmless.
    assert_eq!(Tensor::zeros(DType::F64, &[usize::MAX, 0, usize::MAX]).map(|t| t.layout().count()), Ok(0));
    // A dimension of length one may have any stride, since nobody goes along it.
    for stride in [isize::MIN, isize::MAX] {
        for shape in [&[1][..], &[1, 2], &[2, 1]] {
            let strides: Vec<isize> = shape.iter().map(|d| if *d == 1 { stride } else { 1 }).collect();
            let layout = Layout::strided(shape, &strides, 3).unwrap();
            let count: usize = shape.iter().product();
            assert_eq!(
                layout.positions().collect::<Vec<_>>(),
                (3..3 + count).collect::<Vec<_>>(),
                "{shape:?}"
            );
            assert!(layout.is_contiguous(), "{shape:?}");
        }
    }
}

#[test]
#[should_panic(expected = "as many bytes as the view has")]
fn set_elements_takes_all_elements_or_none() {
    Tensor::zeros(DType::F32, &[3]).unwrap().set_elements(&[0; 11]);
}

#[test]
fn debug_shows_dtype_shape_and_bits() {
    let tensor = Tensor::new(DType::U16, &[2, 1], vec![1, 2, 0xff, 0x7f]).unwrap();
    assert_eq!(format!("{tensor:?}"), "u16[2, 1] [0201 7fff]");
    let long = Tensor::zeros(DType::U8, &[17]).unwrap();
    assert!(format!("{long:?}").ends_with(" 00 …]"));
    let view = Tensor::view(DType::U8, Layout::strided(&[2], &[2], 1).unwrap(), vec![9, 1, 9, 2]).unwrap();
    assert_eq!(format!("{view:?}"), "u8[2] [01 02]");
}
