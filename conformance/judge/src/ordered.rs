//! Order with little code. The sort of the standard library is compiled again for each type and each key, 8 kB of code each,
//! and collecting a map or a set of the standard library is such a sort too.

use std::cmp::Ordering;
use std::mem;

/// Sorts as [`sort_by_key`](slice::sort_by_key) does: by one sort for all types, which sorts places.
pub fn sort_by_key<T, K: Ord>(values: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let places = sorted_places(values.len(), &|one, other| key(&values[one]).cmp(&key(&values[other])));
    let mut taken: Vec<Option<T>> = mem::take(values).into_iter().map(Some).collect();
    values.extend(places.into_iter().filter_map(|place| taken[place].take()));
}

fn sorted_places(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, other| order(*one, *other));
    places
}

/// Collects a map or a set, one value after another.
pub fn gathered<T, C: Default + Extend<T>>(values: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(values);
    all
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn sorts_as_the_standard_library_does() {
        for count in [0, 1, 2, 50, 500_u64] {
            let word = |n: u64| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60, n.to_string());
            let mut sorted: Vec<(u64, String)> = (0..count).map(word).collect();
            let mut expected = sorted.clone();
            sort_by_key(&mut sorted, |value| value.0);
            expected.sort_by_key(|value| value.0);
            assert_eq!(sorted, expected);
        }
    }
}
