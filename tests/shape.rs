//! Shapes.

use ascertain::shape::{any_zero, broadcast, fold};

#[test]
fn shapes_broadcast_from_the_last_dimension() {
    for (a, b, both) in [
        (&[2, 3][..], &[3][..], Some(vec![2, 3])),
        (&[2, 1], &[1, 3], Some(vec![2, 3])),
        (&[], &[0, 2], Some(vec![0, 2])),
        (&[1], &[0], Some(vec![0])),
        (&[2], &[3], None),
        (&[0], &[2], None),
    ] {
        assert_eq!(broadcast(a, b).as_deref(), both.as_deref(), "{a:?} {b:?}");
        assert_eq!(broadcast(b, a).as_deref(), both.as_deref(), "{b:?} {a:?}");
    }
}

#[test]
fn of_the_lengths_only_those_that_are_named_count() {
    for (shape, dims, any) in [
        (&[0, 3][..], &[0][..], Some(true)),
        (&[0, 3], &[1], Some(false)),
        (&[2, 0, 0], &[0, -1], Some(true)),
        (&[0, 3], &[], Some(false)),
        (&[], &[0], Some(false)),
        (&[0, 3], &[2], None),
    ] {
        assert_eq!(any_zero(shape, dims), any, "{shape:?} {dims:?}");
    }
}

#[test]
fn folds_take_dimensions_away_or_leave_them_with_length_one() {
    for (shape, dims, gone, kept) in [
        (&[2, 3, 4][..], &[1][..], Some(vec![2, 4]), Some(vec![2, 1, 4])),
        (&[2, 3, 4], &[-1, 0], Some(vec![3]), Some(vec![1, 3, 1])),
        (&[2, 3], &[], Some(vec![]), Some(vec![1, 1])),
        (&[0, 3], &[0], Some(vec![3]), Some(vec![1, 3])),
        (&[], &[0], Some(vec![]), Some(vec![])),
        (&[], &[1], None, None),
        (&[2, 3], &[2], None, None),
        (&[2, 3], &[-3], None, None),
        (&[2, 3], &[1, -1], None, None),
    ] {
        assert_eq!(fold(shape, dims, false).as_deref(), gone.as_deref(), "{shape:?} {dims:?}");
        assert_eq!(fold(shape, dims, true).as_deref(), kept.as_deref(), "{shape:?} {dims:?}");
    }
}
