//! Data of formats.

use super::super::Format;
use std::collections::HashSet;

#[test]
fn data_are_spread_over_a_format_and_each_comes_once() {
    for (format, count) in [(Format::F16, 1 << 16), (Format::BF16, 1 << 15), (Format::F32, 1 << 16)] {
        for operand in 0..2 {
            let data: HashSet<u64> = (0..count).map(|nth| format.spread(operand, nth, count)).collect();
            assert_eq!(data.len() as u64, count);
            assert!(data.iter().all(|bits| bits >> format.bits() == 0));
            let high: HashSet<u64> = data.iter().map(|bits| bits >> (format.bits() - 12)).collect();
            assert_eq!(high.len(), 1 << 12, "every sign, exponent and three bits more");
        }
    }
}
