//! Long series of factors that show faults, by name.

use super::witness::Fill;

/// The series with this name.
pub(super) fn named(name: &str) -> Option<Fill> {
    let numbers = match name {
        // Products neither grow nor shrink for long, and need every bit.
        "pascal" => vec![1.1, 0.9, 1.3, 0.8, 1.7, 0.6],
        "one-odd" => ones(2000, &[(0, 1.000_000_119_209_289_6)]),
        "one-zero" => ones(1000, &[(0, 0.0)]),
        "one-minus-zero" => ones(1000, &[(0, -0.0)]),
        "one-three" => ones(1000, &[(0, 3.0)]),
        "ones-and-minus-zero" => ones(32, &[(16, -0.0)]),
        "ones-and-two" => ones(32, &[(18, 2.0)]),
        "late-two" => ones(100, &[(66, 2.0)]),
        "later-two" => ones(400, &[(305, 2.0)]),
        // The least number of s16 after 16 factors.
        "least-s16" => ones(32, &[(3, -32_768.0), (16, -1.0)]),
        // Pairs whose products are subnormal in f16.
        "tiny-f16" => {
            let halved = |(at, number): (usize, f64)| number / if at % 2 == 0 { 4096.0 } else { 32.0 };
            pairs(128, 2).into_iter().enumerate().map(halved).collect()
        }
        // Pairs of factors whose products are not exact: alone, after 7 ones and after 15.
        "pairs" => pairs(128, 2),
        "late-pairs" => pairs(64 * 9, 9),
        "later-pairs" => pairs(64 * 18, 17),
        // Forty doublings and forty halvings, each for two columns.
        "up-and-down" => [[2.0; 80], [0.5; 80]].concat(),
        "late-f32" => {
            let mut bits = vec![0x3f80_0000; 511];
            bits.extend([0x3fb3_3333, 0x3fd9_999a, 0x3f99_999b]);
            return Some(Fill::Bits(bits.leak()));
        }
        _ => return None,
    };
    Some(Fill::Numbers(numbers.leak()))
}

fn ones(count: usize, others: &[(usize, f64)]) -> Vec<f64> {
    let mut numbers = vec![1.0; count];
    others.iter().for_each(|(at, number)| numbers[*at] = *number);
    numbers
}

/// Lines of ones, each of a length, that end with two other factors; one more element follows in lines of 18.
fn pairs(count: usize, length: usize) -> Vec<f64> {
    let mut numbers = vec![1.0; count];
    let line = if length == 17 { 18 } else { length };
    for at in (0..count).step_by(line) {
        numbers[at + length - 2] = 1.0 + (at * 37 % 1021) as f64 / 1024.0;
        numbers[at + length - 1] = 1.0 + (at * 91 % 1019) as f64 / 1024.0;
    }
    numbers
}
