//! Factors that show faults.

/// Factors whose products neither grow nor shrink for long, and need every bit.
pub(super) const PASCAL: &[f64] = &[1.1, 0.9, 1.3, 0.8, 1.7, 0.6];
/// One odd number, and ones.
pub(super) const ONE_ODD: &[f64] = &{
    let mut ones = [1.0; 2000];
    ones[0] = 1.000_000_119_209_289_6;
    ones
};
/// One zero, and ones.
pub(super) const ONE_ZERO: &[f64] = &{
    let mut ones = [1.0; 1000];
    ones[0] = 0.0;
    ones
};
pub(super) const ONE_MINUS_ZERO: &[f64] = &{
    let mut ones = [1.0; 1000];
    ones[0] = -0.0;
    ones
};
/// One three, and ones.
pub(super) const ONE_THREE: &[f64] = &{
    let mut ones = [1.0; 1000];
    ones[0] = 3.0;
    ones
};
pub(super) const ONES_AND_MINUS_ZERO: &[f64] = &{
    let mut ones = [1.0; 32];
    ones[16] = -0.0;
    ones
};
pub(super) const ONES_AND_TWO: &[f64] = &{
    let mut ones = [1.0; 32];
    ones[18] = 2.0;
    ones
};
pub(super) const LATE_TWO: &[f64] = &{
    let mut ones = [1.0; 100];
    (ones[66], ones[67]) = (2.0, 1.0);
    ones
};
pub(super) const LATER_TWO: &[f64] = &{
    let mut ones = [1.0; 400];
    ones[305] = 2.0;
    ones
};
/// The least number after 16 factors.
pub(super) const LEAST_S16: &[f64] = &{
    let mut ones = [1.0; 32];
    (ones[3], ones[16]) = (-32_768.0, -1.0);
    ones
};
/// Pairs whose products are subnormal.
pub(super) const TINY_F16: &[f64] = &tiny::<128>(1.0 / 16_384.0);

const fn tiny<const COUNT: usize>(least: f64) -> [f64; COUNT] {
    let mut numbers = pairs::<COUNT>(2);
    let mut at = 0;
    while at < COUNT {
        (numbers[at], numbers[at + 1]) = (numbers[at] * least * 4.0, numbers[at + 1] / 32.0);
        at += 2;
    }
    numbers
}

/// Pairs of factors whose products are not exact: alone, after 7 ones and after 15.
pub(super) const PAIRS: &[f64] = &pairs::<128>(2);
pub(super) const LATE_PAIRS: &[f64] = &pairs::<{ 64 * 9 }>(9);
pub(super) const LATER_PAIRS: &[f64] = &pairs::<{ 64 * 18 }>(17);

/// Lines of ones, each of a length, that end with two other factors; one more element follows in lines of 18.
const fn pairs<const COUNT: usize>(length: usize) -> [f64; COUNT] {
    let mut numbers = [1.0; COUNT];
    let line = if length == 17 { 18 } else { length };
    let mut at = 0;
    while at < COUNT {
        numbers[at + length - 2] = 1.0 + (at * 37 % 1021) as f64 / 1024.0;
        numbers[at + length - 1] = 1.0 + (at * 91 % 1019) as f64 / 1024.0;
        at += line;
    }
    numbers
}

pub(super) const LATE_F32: &[u64] = &{
    let mut ones = [0x3f80_0000; 514];
    (ones[511], ones[512], ones[513]) = (0x3fb3_3333, 0x3fd9_999a, 0x3f99_999b);
    ones
};
/// Forty doublings and forty halvings, each for two columns.
pub(super) const UP_AND_DOWN: &[f64] = &{
    let mut numbers = [2.0; 160];
    let mut at = 80;
    while at < 160 {
        numbers[at] = 0.5;
        at += 1;
    }
    numbers
};
