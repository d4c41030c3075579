//! Cumulative products of integers: exact modulo `2^bits`, in any order.

/// The products of a line's elements, from the first one up to each of them, modulo `2^bits`.
///
/// Elements are the low `bits` bits of each word, 1 to 64; signed and unsigned integers have the same products in
/// two's complement, so this serves both.
pub fn wrapping_products(line: impl IntoIterator<Item = u64>, bits: u32) -> impl Iterator<Item = u64> {
    let mask = u64::MAX >> (64 - bits.clamp(1, 64));
    line.into_iter().scan(1, move |product: &mut u64, element| {
        *product = product.wrapping_mul(element) & mask;
        Some(*product)
    })
}
