//! Cumulative products of integers: exact modulo `2^bits`, in any order.

/// Replaces every element of a line by the product of the elements up to it, modulo `2^bits`.
///
/// Elements are the low `bits` bits of each word, 1 to 64; signed and unsigned integers have the same products in
/// two's complement, so this serves both.
pub fn wrapping_products(line: &mut [u64], bits: u32) {
    let mask = u64::MAX >> (64 - bits.clamp(1, 64));
    let mut product = 1u64;
    for element in line {
        product = product.wrapping_mul(*element) & mask;
        *element = product;
    }
}
