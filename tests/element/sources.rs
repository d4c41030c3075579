//! The values to convert: all of the short dtypes, and those around ties and ends of ranges of the long ones.

use crate::element::exact::{Value, format};
use crate::element::{REAL, range};
use ascertain::DType;

/// A fixed sequence that looks random (xorshift, 64 bits).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// An integer of s64 or u64, of any length.
    pub(crate) fn integer(&mut self) -> i128 {
        let magnitude = i128::from(self.next() >> (self.next() % 64));
        if magnitude <= 1 << 63 && self.next().is_multiple_of(2) { -magnitude } else { magnitude }
    }
}

/// Patterns of `from` that may round, saturate or truncate in any way on their way to `to`.
pub(crate) fn sources(from: DType, to: DType) -> Vec<u64> {
    if from.bits() <= 16 {
        return (0..1 << from.bits()).collect();
    }
    let mut random = Random::new(u64::from(from.bits() * 1000 + to.bits()));
    let mut sources: Vec<u64> = (0..5_000).map(|_| random.next() >> (64 - from.bits())).collect();
    match (from.is_float(), to.is_float()) {
        (true, true) => sources.extend(ties(from, to, &mut random)),
        (true, false) => sources.extend(float_steps(from, &mut random)),
        (false, true) => {
            let (low, high) = range(from);
            let integers = boundary_integers(to).chain((0..10_000).map(|_| random.integer()));
            let mask = u64::MAX >> (64 - from.bits());
            sources.extend(integers.filter(|x| (low..=high).contains(x)).map(|x| x as u64 & mask));
        }
        (false, false) => {
            for target in REAL.into_iter().filter(|d| d.is_integer()) {
                let (low, high) = range(target);
                let ends = [low - 1, low, low + 1, -1, 0, 1, high - 1, high, high + 1];
                sources.extend(ends.map(|x| x as u64 & (u64::MAX >> (64 - from.bits()))));
            }
        }
    }
    sources
}

/// Numbers of `from` at, and one and two steps beside, values of `to` and the middles between them. For 16-bit targets
/// all of them; for longer ones a random choice at each exponent. Steps of an f32 beside them too: there a
/// conversion that goes through f32 goes wrong.
fn ties(from: DType, to: DType, random: &mut Random) -> Vec<u64> {
    let (Some(source), Some(target)) = (format(from), format(to)) else { return Vec::new() };
    let mut patterns = Vec::new();
    let magnitudes: Vec<u64> = if to.bits() == 16 {
        (0..target.infinity()).collect()
    } else {
        let step = target.infinity() >> 13;
        (0..1 << 13).map(|i| i * step + random.next() % step).collect()
    };
    for magnitude in magnitudes.into_iter().chain([0, 1, target.infinity() - 1]) {
        let Value::Finite { significand, exponent, .. } = target.decode(magnitude) else { continue };
        // Twice the significand, and the middle to the next: above the greatest number that is the edge of overflow.
        for doubled in [2 * significand, 2 * significand + 1] {
            let exact = Value::Finite { negative: false, significand: doubled, exponent: exponent - 1 };
            let Some(bits) = source.encode(exact) else { continue };
            let f32_step = if from == DType::F64 { 1 << 29 } else { 1 };
            for step in [0, 1, 2, f32_step] {
                let sign = if random.next().is_multiple_of(2) { source.sign() } else { 0 };
                patterns.push(sign | (bits + step));
                patterns.push(sign | bits.saturating_sub(step));
            }
        }
    }
    patterns
}

/// Powers of two and of their halves' sums, and steps beside: where truncation changes the result or leaves a range.
fn float_steps(from: DType, random: &mut Random) -> Vec<u64> {
    let Some(source) = format(from) else { return Vec::new() };
    let mut patterns =
        vec![0, source.sign(), source.infinity(), source.infinity() | source.sign(), source.infinity() + 1];
    for power in -3..=66 {
        for significand in [2, 3, 2 * random.integer().unsigned_abs() + 1] {
            let Some(bits) =
                source.encode(Value::Finite { negative: false, significand, exponent: power - 1 })
            else {
                continue;
            };
            for bits in [bits - 1, bits, bits + 1] {
                patterns.extend([bits, bits | source.sign()]);
            }
        }
    }
    patterns
}

/// Integers, up to 65 bits and a sign, at and around the ties of a float dtype, and around every power of two.
pub(crate) fn boundary_integers(to: DType) -> impl Iterator<Item = i128> {
    let precision = match to {
        DType::F16 => 11,
        DType::Bf16 => 8,
        DType::F32 => 24,
        _ => 53,
    };
    let mut random = Random::new(precision);
    let powers = (0..=64).map(|power| 1_i128 << power);
    // At each length beyond the precision: every significand of a 16-bit float, some of a longer one.
    let ties = (precision as u32..64).flat_map(move |top| {
        let quantum = 1_i128 << (top + 1 - precision as u32);
        let significands: Vec<i128> = match precision {
            8 => (128..256).collect(),
            11 => (1024..2048).step_by(if top < 16 { 1 } else { 97 }).collect(),
            p => (0..200).map(|_| i128::from((1 << (p - 1)) + random.next() % (1 << (p - 1)))).collect(),
        };
        let f32_quantum = (quantum >> 16).max(1);
        significands.into_iter().flat_map(move |s| {
            let middle = s * quantum + quantum / 2;
            [middle, middle - f32_quantum, middle + f32_quantum, s * quantum]
        })
    });
    powers.chain(ties).flat_map(|x| [x - 1, x, x + 1]).flat_map(|x| [x, -x])
}
