//! Honest evaluation of a line of floating-point products: any parenthesisation of every prefix (one permutes its factors),
//! every product rounded once in the dtype or in a wider format, subnormals kept or flushed.

use super::float::{Float, power};
use ascertain::DType;
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::{Double, X87DoubleExtended};

/// In lines longer than this one prefix in 16 has a tree of its own; those after it continue from there.
const LONG: usize = 64;

/// How the factors of a prefix are associated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// From the first factor on.
    Sequential,
    /// From the last factor of the prefix back.
    Backward,
    /// Every prefix split in halves, recursively.
    Halves,
    /// Complete subtrees of 1, 2, 4, … factors, multiplied from the largest on.
    Pairwise,
    /// Blocks of 16 scanned, their totals scanned likewise, every block multiplied by the total before it.
    Blocks,
    /// Neighbours multiplied in pairs, the pairs scanned likewise, the elements between filled in.
    OddEven,
    /// A random tree for each line, its prefixes multiplied down from the root.
    RandomLine,
    /// A random tree for each prefix.
    RandomElement,
    /// Two accumulators take turns, and are multiplied for each element: factors are permuted.
    Lanes,
}

/// What products are rounded to before the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accumulator {
    /// The dtype.
    Own,
    /// f32 for f16 and bf16, the dtype for others.
    F32,
    /// f64 for every dtype.
    F64,
    /// The next wider one: f32 for f16 and bf16, f64 for f32, the dtype for f64.
    Next,
    /// 64 significand bits for f64, the dtype for others.
    X87,
    /// The dtype or a wider one, at random for each product.
    Mixed,
}

/// What becomes of tiny results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tiny {
    /// Gradual underflow.
    Keep,
    /// Zero, tininess detected before rounding.
    Before,
    /// Zero, tininess detected after rounding.
    After,
    /// As `Before`, and subnormal factors count as zeros.
    Inputs,
    /// As `Inputs`, but for f16, as JAX and TensorFlow do on CPUs.
    InputsButF16,
}

/// One way to evaluate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluation {
    pub(crate) shape: Shape,
    pub(crate) accumulator: Accumulator,
    pub(crate) tiny: Tiny,
}

/// A running product: a number of the accumulator's format.
#[derive(Clone, Copy)]
enum Value {
    Number(f64),
    X87(X87DoubleExtended),
}

/// Evaluates lines of one dtype.
pub(crate) struct Evaluator<'a> {
    format: Float,
    way: Evaluation,
    tiny: Tiny,
    random: &'a mut Random,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(dtype: DType, way: Evaluation, random: &'a mut Random) -> Self {
        let format = Float::get(dtype);
        let kept = way.tiny == Tiny::InputsButF16 && dtype == DType::F16;
        Self { format, way, tiny: if kept { Tiny::Keep } else { way.tiny }, random }
    }

    /// Writes the cumulative products of `factors` to `products`.
    pub(crate) fn products(&mut self, factors: &[u64], products: &mut [u64]) {
        let mut values: Vec<Value> = factors.iter().map(|&word| self.load(word)).collect();
        match self.way.shape {
            Shape::Sequential => self.sequential(&mut values),
            Shape::Blocks => self.blocks(&mut values),
            Shape::OddEven => self.odd_even(&mut values),
            Shape::RandomLine => self.random_line(&mut values, None),
            Shape::Lanes => self.lanes(&mut values),
            Shape::Backward | Shape::Halves | Shape::Pairwise | Shape::RandomElement => {
                let factors = values.clone();
                for last in 1..values.len() {
                    // Trees take as long as the prefix is: in long lines only some have their own.
                    let own = values.len() <= LONG || self.random.below(16) == 0;
                    values[last] = if own {
                        self.tree(&factors[..=last])
                    } else {
                        self.multiply(values[last - 1], factors[last])
                    };
                }
            }
        }
        products.iter_mut().zip(values).for_each(|(product, value)| *product = self.store(value));
        if let (Some(product), Some(&factor)) = (products.first_mut(), factors.first()) {
            // The first element is a copy.
            *product = factor;
        }
    }

    fn sequential(&mut self, values: &mut [Value]) {
        for at in 1..values.len() {
            values[at] = self.multiply(values[at - 1], values[at]);
        }
    }

    fn blocks(&mut self, values: &mut [Value]) {
        const SIZE: usize = 16;
        values.chunks_mut(SIZE).for_each(|block| self.sequential(block));
        if values.len() <= SIZE {
            return;
        }
        let mut totals: Vec<Value> = values.chunks(SIZE).map(|block| block[block.len() - 1]).collect();
        self.blocks(&mut totals);
        for (block, &before) in values.chunks_mut(SIZE).skip(1).zip(&totals) {
            block.iter_mut().for_each(|value| *value = self.multiply(before, *value));
        }
    }

    fn lanes(&mut self, values: &mut [Value]) {
        let mut lanes: Vec<Value> = Vec::new();
        for at in 0..values.len() {
            match lanes.get(at % 2).copied() {
                Some(lane) => lanes[at % 2] = self.multiply(lane, values[at]),
                None => lanes.push(values[at]),
            }
            let product = lanes.iter().copied().reduce(|product, lane| self.multiply(product, lane));
            values[at] = product.expect("there is a lane");
        }
    }

    fn odd_even(&mut self, values: &mut [Value]) {
        if values.len() < 2 {
            return;
        }
        let mut pairs: Vec<Value> =
            values.chunks_exact(2).map(|pair| self.multiply(pair[0], pair[1])).collect();
        self.odd_even(&mut pairs);
        for at in 1..values.len() {
            values[at] =
                if at % 2 == 1 { pairs[at / 2] } else { self.multiply(pairs[at / 2 - 1], values[at]) };
        }
    }

    /// Replaces values by the products of the prefixes of a random tree over them, `before` multiplied first.
    fn random_line(&mut self, values: &mut [Value], before: Option<Value>) {
        if let [only] = values {
            *only = before.map_or(*only, |before| self.multiply(before, *only));
            return;
        }
        let split = self.split(values.len());
        let (left, right) = values.split_at_mut(split);
        let total = self.tree(left);
        let total = before.map_or(total, |before| self.multiply(before, total));
        self.random_line(left, before);
        self.random_line(right, Some(total));
    }

    fn split(&mut self, n: usize) -> usize {
        // Long ranges are split near the middle, so that the recursion does not run deep.
        if n > LONG { n / 4 + self.random.below(n / 2) } else { 1 + self.random.below(n - 1) }
    }

    fn tree(&mut self, values: &[Value]) -> Value {
        let split = match (values, self.way.shape) {
            ([only], _) => return *only,
            (_, Shape::Backward) => {
                let product = values.iter().rev().copied().reduce(|product, x| self.multiply(x, product));
                return product.expect("a tree has leaves");
            }
            (_, Shape::Halves) => values.len() / 2,
            (_, Shape::Pairwise) => 1 << (values.len() - 1).ilog2(),
            _ => self.split(values.len()),
        };
        let (left, right) = (self.tree(&values[..split]), self.tree(&values[split..]));
        self.multiply(left, right)
    }

    fn load(&self, word: u64) -> Value {
        let x = self.format.value(word);
        let flushed =
            matches!(self.tiny, Tiny::Inputs | Tiny::InputsButF16) && x.abs() < self.format.least_normal();
        let x = if flushed { 0.0_f64.copysign(x) } else { x };
        if self.way.accumulator == Accumulator::X87 && self.format.is_double() {
            let mut loses = false;
            return Value::X87(
                rustc_apfloat::FloatConvert::convert(Double::from_bits(x.to_bits().into()), &mut loses).value,
            );
        }
        Value::Number(x)
    }

    fn store(&self, value: Value) -> u64 {
        match value {
            Value::X87(x) => {
                let mut loses = false;
                let double: Double = rustc_apfloat::FloatConvert::convert(x, &mut loses).value;
                double.to_bits() as u64
            }
            Value::Number(x) => self.format.word(self.narrow(self.format, x, 0.0)),
        }
    }

    fn multiply(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::X87(a), Value::X87(b)) => Value::X87((a * b).value),
            (Value::Number(a), Value::Number(b)) => Value::Number(self.product(a, b)),
            _ => unreachable!("one line has one kind of values"),
        }
    }

    fn product(&mut self, a: f64, b: f64) -> f64 {
        let next = if self.format.is_half() { DType::F32 } else { DType::F64 };
        let format = match self.way.accumulator {
            Accumulator::Own | Accumulator::X87 => self.format,
            Accumulator::F32 if !self.format.is_half() => self.format,
            Accumulator::F32 => Float::get(DType::F32),
            Accumulator::F64 => Float::get(DType::F64),
            Accumulator::Next => Float::get(next),
            Accumulator::Mixed => match self.random.below(3) {
                0 => self.format,
                1 => Float::get(next),
                _ => Float::get(DType::F64),
            },
        };
        if format.is_double() {
            return self.product_in_double(a, b);
        }
        // Exact for factors of 24 bits; a wider running product, kept from a step in f64, loses a rest.
        let product = a * b;
        self.narrow(format, product, if product.is_finite() { a.mul_add(b, -product) } else { 0.0 })
    }

    /// `x + rest`, the rest below half a unit in the last place of `x`, rounded to a format.
    fn narrow(&self, format: Float, x: f64, rest: f64) -> f64 {
        if x == 0.0 || !x.is_finite() || format.is_double() {
            return x;
        }
        // Rounding to odd first makes a second rounding right: f64 has more than two bits more than the others.
        let x = if rest == 0.0 || x.to_bits() & 1 == 1 {
            x
        } else if (rest > 0.0) == (x > 0.0) {
            f64::from_bits(x.to_bits() + 1)
        } else {
            f64::from_bits(x.to_bits() - 1)
        };
        let tiny = match self.tiny {
            Tiny::Keep => false,
            Tiny::Before | Tiny::Inputs | Tiny::InputsButF16 => x.abs() < format.least_normal(),
            Tiny::After => format.round_normal(x).abs() < format.least_normal(),
        };
        if tiny { 0.0_f64.copysign(x) } else { format.round(x) }
    }

    fn product_in_double(&self, a: f64, b: f64) -> f64 {
        let product = a * b;
        if self.tiny == Tiny::Keep || product.abs() > f64::MIN_POSITIVE || product == 0.0 || product.is_nan()
        {
            return product;
        }
        // At the very edge the rounded product cannot tell; a scaled one can, being normal.
        let (small, large) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
        let (small, least) = (small * power(300), f64::MIN_POSITIVE * power(300));
        let scaled = (small * large).abs();
        let below = (small * large > 0.0) != (small.mul_add(large, -(small * large)) > 0.0);
        let rest = small.mul_add(large, -(small * large)) != 0.0;
        let tiny = scaled < least || (self.tiny != Tiny::After && scaled == least && rest && below);
        if tiny { 0.0_f64.copysign(product) } else { product }
    }
}

/// xorshift64*: small, and the same on every platform.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }
}
