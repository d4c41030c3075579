//! Honest evaluators and adversarial lines for the oracle's tests, sharing no arithmetic with the oracle.
//!
//! Values are f64, which hold every number of f16, bf16, f32 and their f32 and f64 accumulators; products are rounded
//! by dividing by the unit in the last place of the target format. The x87 accumulator of f64 is beyond it: there the
//! oracle's own arithmetic serves, which `arithmetic.rs` holds against `rustc_apfloat`.

use ascertain_judge::oracle::{Format, Order};

/// xorshift64*: small, and the same on every platform.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The factor of the environment variable `ORACLE_TEST_SCALE` on the number of random cases; 1 where it is not set.
pub(crate) fn scale() -> usize {
    std::env::var("ORACLE_TEST_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Where products are rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// The same format at every product.
    Always(Format),
    /// At random, the compute format or one of the wider ones, product by product.
    Mixed(Format, Format),
}

/// What becomes of tiny numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tiny {
    Keep,
    /// Tiny results are flushed, tininess detected before rounding.
    Before,
    /// The same, after rounding.
    After,
    /// As `Before`, and subnormal factors count as zeros.
    Inputs,
}

/// Which parenthesisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Fixed(Order),
    /// Every prefix split in halves, recursively.
    Pairwise,
    /// Every prefix from its last factor on.
    Backward,
    /// Every prefix in a parenthesisation of its own.
    Random,
    /// The same, its factors permuted first.
    Permuted,
}

/// One honest implementation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Honest {
    pub(crate) format: Format,
    pub(crate) shape: Shape,
    pub(crate) rounding: Rounding,
    pub(crate) tiny: Tiny,
}

impl Honest {
    /// The cumulative products of a line of bits.
    pub(crate) fn products(&self, line: &[u64], random: &mut Random) -> Vec<u64> {
        let values: Vec<f64> = line.iter().map(|&bits| self.load(bits)).collect();
        let mut products = values.clone();
        match self.shape {
            Shape::Fixed(order) => order.scan(&mut products, |a, b| self.multiply(a, b, random)),
            Shape::Permuted => {
                for (last, product) in products.iter_mut().enumerate().skip(1) {
                    let mut factors = values[..=last].to_vec();
                    for at in (1..factors.len()).rev() {
                        factors.swap(at, random.below(at + 1));
                    }
                    *product = self.tree(&factors, random);
                }
            }
            Shape::Pairwise | Shape::Backward | Shape::Random => {
                for (last, product) in products.iter_mut().enumerate().skip(1) {
                    *product = self.tree(&values[..=last], random);
                }
            }
        }
        let mut out: Vec<u64> = products.iter().map(|&x| self.store(x)).collect();
        out[0] = self.encode(values[0]);
        out
    }

    fn tree(&self, values: &[f64], random: &mut Random) -> f64 {
        match (values, self.shape) {
            ([only], _) => *only,
            (_, Shape::Backward) => {
                let (last, rest) = values.split_last().expect("a tree has leaves");
                rest.iter().rev().fold(*last, |product, &x| self.multiply(x, product, random))
            }
            (_, shape) => {
                let split = if shape == Shape::Pairwise {
                    values.len() / 2
                } else if values.len() > 64 {
                    // Balanced enough for the recursion not to run deep.
                    values.len() / 4 + random.below(values.len() / 2)
                } else {
                    1 + random.below(values.len() - 1)
                };
                let (left, right) =
                    (self.tree(&values[..split], random), self.tree(&values[split..], random));
                self.multiply(left, right, random)
            }
        }
    }

    fn load(&self, bits: u64) -> f64 {
        let value = decode(self.format, bits);
        let least = 2f64.powi(self.format.min_exp() as i32);
        if self.tiny == Tiny::Inputs && value.abs() < least { 0f64.copysign(value) } else { value }
    }

    fn multiply(&self, a: f64, b: f64, random: &mut Random) -> f64 {
        let format = match self.rounding {
            Rounding::Always(format) => format,
            Rounding::Mixed(a, b) => [a, b][random.below(2)],
        };
        self.round_product(format, a, b)
    }

    fn round_product(&self, format: Format, a: f64, b: f64) -> f64 {
        let product = a * b;
        if format == Format::F64 {
            // Hardware rounds; tininess before rounding cannot be told from the product at the very edge.
            let tiny = product.abs() < f64::MIN_POSITIVE && product.is_finite() && self.tiny != Tiny::Keep;
            return if tiny { 0f64.copysign(product) } else { product };
        }
        // Products of two numbers of up to 26 bits are exact in f64. Of a wider accumulator's numbers they are not:
        // the part that f64 loses decides ties only, and comes from a fused multiplication.
        let rest = a.mul_add(b, -product);
        self.round(format, product, rest)
    }

    fn store(&self, x: f64) -> u64 {
        self.encode(self.round(self.format, x, 0.0))
    }

    /// `x + rest` rounded to the format, where `rest` is below half a unit in the last place of `x`.
    fn round(&self, format: Format, x: f64, rest: f64) -> f64 {
        if x == 0.0 || !x.is_finite() || format == Format::F64 {
            return x;
        }
        let magnitude = x.abs();
        let rest = if x < 0.0 { -rest } else { rest };
        let least = 2f64.powi(format.min_exp() as i32);
        let kept = round_magnitude(format, magnitude, rest, true);
        let tiny = match self.tiny {
            Tiny::Keep => false,
            Tiny::Before | Tiny::Inputs => magnitude < least || (magnitude == least && rest < 0.0),
            Tiny::After => round_magnitude(format, magnitude, rest, false) < least,
        };
        if tiny { 0f64.copysign(x) } else { kept.copysign(x) }
    }

    fn encode(&self, x: f64) -> u64 {
        encode(self.format, x)
    }
}

/// A positive number rounded to nearest even, with gradual underflow or as if exponents had no lower end.
fn round_magnitude(format: Format, x: f64, rest: f64, gradual: bool) -> f64 {
    let exponent =
        ((x.to_bits() >> 52) as i32 - 1023).max(if gradual { format.min_exp() as i32 } else { -1000 });
    let unit = 2f64.powi(exponent - format.precision() as i32 + 1);
    let units = x / unit;
    let mut whole = units.floor();
    let part = units - whole;
    let up = part > 0.5 || (part == 0.5 && (rest > 0.0 || (rest == 0.0 && whole % 2.0 == 1.0)));
    if up {
        whole += 1.0;
    }
    let rounded = whole * unit;
    if rounded >= 2f64.powi(format.max_exp() as i32) * 2.0 { f64::INFINITY } else { rounded }
}

/// The number that bits encode.
pub(crate) fn decode(format: Format, bits: u64) -> f64 {
    if format == Format::F64 {
        return f64::from_bits(bits);
    }
    let fraction_bits = format.precision() - 1;
    let magnitude = bits & format.magnitude_mask();
    let (field, fraction) =
        ((magnitude >> fraction_bits) as i32, (magnitude & ((1 << fraction_bits) - 1)) as f64);
    let unit = 2f64.powi(format.min_exp() as i32 - fraction_bits as i32);
    let value = if magnitude == format.infinity_bits() {
        f64::INFINITY
    } else if magnitude > format.infinity_bits() {
        f64::NAN
    } else if field == 0 {
        fraction * unit
    } else {
        (fraction + 2f64.powi(fraction_bits as i32)) * unit * 2f64.powi(field - 1)
    };
    if bits & format.sign_bit() != 0 { -value } else { value }
}

/// The bits of a number of the format.
pub(crate) fn encode(format: Format, x: f64) -> u64 {
    if format == Format::F64 {
        return x.to_bits();
    }
    if x.is_nan() {
        return format.nan_bits();
    }
    let magnitude = x.abs();
    let fraction_bits = format.precision() - 1;
    let least = 2f64.powi(format.min_exp() as i32);
    let bits = if magnitude.is_infinite() {
        format.infinity_bits()
    } else if magnitude < least {
        (magnitude / least * 2f64.powi(fraction_bits as i32)) as u64
    } else {
        // Dropping the bits that f64 has more leaves the fraction; the bias differs.
        let shifted = magnitude.to_bits() >> (52 - fraction_bits);
        shifted - ((1023 - format.max_exp() as u64) << fraction_bits)
    };
    if x.is_sign_negative() { bits | format.sign_bit() } else { bits }
}

/// A line made to break judges: one of a dozen characters, then specials sprinkled over some.
pub(crate) fn adversarial_line(format: Format, n: usize, random: &mut Random) -> Vec<u64> {
    let normal = 1u64 << (format.precision() - 1);
    let infinity = format.infinity_bits();
    let kind = random.below(12);
    let range = (format.max_exp() - format.min_exp()) as f64;
    let mut height = 0.0f64;
    let target = [0.0, 0.5, -0.5, 0.45, -0.45, 0.3][random.below(6)] * range;
    let mut line: Vec<u64> = (0..n)
        .map(|_| {
            let exponent_bits = |exponent: f64, random: &mut Random| {
                let field =
                    (exponent + format.max_exp() as f64).clamp(0.0, 2.0 * format.max_exp() as f64) as u64;
                field << (format.precision() - 1) | random.next() & (normal - 1)
            };
            let bits = match kind {
                // Any bits at all.
                0 => random.next() & format.magnitude_mask(),
                // Near one.
                1 | 2 => (infinity / 2).wrapping_add(random.next() % normal).wrapping_sub(normal / 2),
                // Walks that hover about a height, the ends of the range among them.
                3..=5 => {
                    let step = (random.unit() - 0.5) * range * 0.25 + (target - height) * 0.2;
                    height += step.round();
                    exponent_bits(step.round(), random)
                }
                // Subnormals and what brings them back.
                6 => match random.below(3) {
                    0 => random.next() % normal,
                    1 => infinity - 1 - random.next() % (8 * normal),
                    _ => exponent_bits(random.unit() * 4.0 - 2.0, random),
                },
                // Powers of two.
                7 => exponent_bits(((random.unit() - 0.5) * 8.0).round(), random) & !(normal - 1),
                // Few significant bits: ties.
                8 => exponent_bits((random.unit() * 3.0 - 1.5).round(), random) & !((normal >> 3) - 1),
                // Long mantissas of ones and of a lonely last bit.
                9 => {
                    exponent_bits((random.unit() * 3.0 - 1.5).round(), random) & !(normal - 1)
                        | [1, 2, normal - 1, normal - 2, normal / 2, normal / 2 + 1][random.below(6)]
                }
                // Large and small by turns.
                10 => exponent_bits(random.unit() * range - range / 2.0, random),
                // Moderate.
                _ => exponent_bits(random.unit() * 6.0 - 3.0, random),
            };
            bits.min(infinity - 1)
        })
        .collect();
    if random.below(4) == 0 {
        for _ in 0..1 + random.below(2) {
            line[random.below(n)] = [0, 0, infinity, format.nan_bits()][random.below(4)];
        }
    }
    if random.below(2) == 0 {
        line.iter_mut().for_each(|bits| *bits |= if random.below(2) == 0 { format.sign_bit() } else { 0 });
    }
    line
}

/// Normal factors near one, so that nothing leaves the range.
pub(crate) fn moderate_line(format: Format, n: usize, random: &mut Random) -> Vec<u64> {
    let width = 6.0 / n as f64;
    (0..n)
        .map(|_| {
            let x = (random.unit() * 2.0 - 1.0) * width.min(1.0);
            let sign = if random.below(2) == 0 { -1.0 } else { 1.0 };
            let normal = 1 << (format.precision() - 1);
            let bits = encode(Format::F64, x.exp2());
            // Cut, then a last bit at random: tie-prone and not.
            let bits =
                if format == Format::F64 { bits } else { encode(format, cut(format, f64::from_bits(bits))) };
            let bits = bits ^ (random.next() & (normal - 1) & 7);
            if sign < 0.0 { bits | format.sign_bit() } else { bits }
        })
        .collect()
}

/// A number cut to the significant bits of the format.
pub(crate) fn cut(format: Format, x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1u64 << (53 - format.precision())) - 1))
}

/// Little-endian bytes of elements.
pub(crate) fn bytes(format: Format, elements: &[u64]) -> Vec<u8> {
    elements.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(format.bytes())).collect()
}

/// The length of a random line: mostly short, some of 257 and more.
pub(crate) fn random_length(random: &mut Random) -> usize {
    match random.below(16) {
        0..=6 => 1 + random.below(8),
        7..=11 => 1 + random.below(40),
        12..=14 => 1 + random.below(130),
        _ => 257 + random.below(300),
    }
}
