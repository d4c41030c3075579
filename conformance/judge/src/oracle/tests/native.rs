//! The processor's f64 against the arithmetic in software, in all its ways.

use super::super::arith::{Arithmetic, Flush};
use super::super::native::Native;
use super::super::{Float, Format, Order};

#[test]
fn native_arithmetic_is_the_software_one() {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 20
    };
    let formats = [Format::F16, Format::BF16, Format::F32, Format::F64];
    let mut served = 0;
    for format in formats {
        for accumulator in formats.into_iter().filter(|wide| wide.holds(format)) {
            for flush in Flush::ways(None, true) {
                let arithmetic = Arithmetic { format, accumulator, flush };
                let Some(native) = Native::new(&arithmetic) else { continue };
                served += 1;
                for round in 0..60 {
                    // All bits at random; near the ends of the range; near one.
                    let line: Vec<u64> = (0..8)
                        .map(|_| {
                            let bits = random().wrapping_mul(0x9E37_79B9_7F4A_7C15);
                            let magnitude = bits >> 1 & format.magnitude_mask();
                            let one = format.infinity_bits() / 2 + 1;
                            let magnitude = match (round + random()) % 4 {
                                0 => magnitude,
                                1 => magnitude % (format.infinity_bits() / 16),
                                2 => format.infinity_bits() - magnitude % (format.infinity_bits() / 16),
                                _ => one - one / 32 + magnitude % (one / 16),
                            };
                            magnitude | if bits & 1 == 1 { format.sign_bit() } else { 0 }
                        })
                        .collect();
                    let mut values: Vec<Float> = line.iter().map(|&bits| arithmetic.load(bits)).collect();
                    Order::Sequential.scan(&mut values, |a, b| arithmetic.multiply(a, b));
                    let stored: Vec<u64> = values.iter().map(|&value| arithmetic.store(value)).collect();
                    let mut right = [false; 8];
                    native.judge(Order::Sequential, &line, &stored, &mut Vec::new(), &mut right);
                    assert_eq!(right, [true; 8], "{arithmetic:?} {line:x?} {stored:x?}");
                    let neighbours: Vec<u64> = stored.iter().map(|&bits| format.next_up(bits)).collect();
                    let mut wrong = [false; 8];
                    native.judge(Order::Sequential, &line, &neighbours, &mut Vec::new(), &mut wrong);
                    for (index, &wrong) in wrong.iter().enumerate() {
                        assert_eq!(wrong, neighbours[index] == stored[index], "{arithmetic:?} {line:x?}");
                    }
                }
            }
        }
    }
    assert!(served > 100);
}
