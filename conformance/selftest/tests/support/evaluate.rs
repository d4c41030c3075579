//! Honest evaluation of a line of floating-point products: any parenthesisation of every prefix (one permutes its factors),
//! every product rounded once in the dtype or in a wider format, subnormals kept or flushed.

use ascertain::DType;
use ascertain_selftest::faults::float::{Float, power};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float as _, FloatConvert};
use serde::Deserialize;

use super::scans::Shape;
use super::wide::Wide;

/// What products are rounded to before the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// 64 significand bits for every dtype.
    AllX87,
    /// 113 significand bits for every dtype, as `long double` has on AArch64.
    Quad,
    /// 128 significand bits and exponents without limits: exact for short lines, which are then rounded once.
    Exact,
    /// The dtype or a wider one, at random for each product.
    Mixed,
}

/// What becomes of tiny results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tiny {
    /// Gradual underflow.
    Keep,
    /// Zero, tininess detected before rounding.
    Before,
    /// Zero, tininess detected after rounding.
    After,
    /// Gradual underflow, then zero for what is subnormal.
    Gradual,
    /// As `Before`, and subnormal factors count as zeros.
    Inputs,
    /// As `Inputs`, but for f16, as JAX and TensorFlow do on CPUs.
    InputsButF16,
    /// As `Before`, but only in products; the store keeps what is tiny.
    Products,
    /// As `Before`, but only in the store.
    Store,
    /// As `Before`, but only where what came before a tile is multiplied with it.
    Carry,
}

/// Where factors of one are put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ones {
    /// Nowhere.
    #[default]
    Nowhere,
    /// Before every factor: each run starts from 1.
    Start,
    /// After every product, as padding of the last tile does.
    Padding,
}

/// The NaN that is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Nan {
    /// The quiet one without a payload.
    #[default]
    Quiet,
    /// Its negative, as x86 gives.
    Negative,
    /// All bits set, as CUDA gives without the sign.
    Ones,
    /// A signaling one.
    Signaling,
}

/// One way to evaluate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluation {
    pub(crate) shape: Shape,
    pub(crate) accumulator: Accumulator,
    /// What products with a carry from tile to tile are rounded to.
    pub(crate) carry: Accumulator,
    /// Whether a carry is stored in the dtype.
    pub(crate) stores_carry: bool,
    pub(crate) tiny: Tiny,
    pub(crate) ones: Ones,
    pub(crate) nan: Nan,
}

impl Evaluation {
    pub(crate) const fn new(shape: Shape, accumulator: Accumulator, tiny: Tiny) -> Self {
        let (ones, nan) = (Ones::Nowhere, Nan::Quiet);
        Self { shape, accumulator, carry: accumulator, stores_carry: false, tiny, ones, nan }
    }
}

/// A running product: a number of the accumulator's format.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Number(f64),
    X87(X87DoubleExtended),
    Quad(Quad),
    Wide(Wide),
}

/// Which format a product is rounded to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Product,
    Carry,
    Store,
}

/// Evaluates lines of one dtype.
pub(crate) struct Evaluator<'a> {
    dtype: DType,
    format: Float,
    way: Evaluation,
    tiny: Tiny,
    pub(super) random: &'a mut Random,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(dtype: DType, way: Evaluation, random: &'a mut Random) -> Self {
        let format = Float::get(dtype);
        let kept = way.tiny == Tiny::InputsButF16 && dtype == DType::F16;
        Self { dtype, format, way, tiny: if kept { Tiny::Keep } else { way.tiny }, random }
    }

    /// Writes the cumulative products of `factors` to `products`.
    pub(crate) fn products(&mut self, factors: &[u64], products: &mut [u64]) {
        let mut values: Vec<Value> = factors.iter().map(|&word| self.load(word)).collect();
        if self.way.ones == Ones::Start {
            values.iter_mut().for_each(|value| *value = self.multiply(self.one(), *value));
        }
        self.scan(self.way.shape, &mut values);
        if self.way.ones == Ones::Padding {
            values.iter_mut().for_each(|value| *value = self.multiply(*value, self.one()));
        }
        products.iter_mut().zip(values).for_each(|(product, value)| *product = self.store(value));
        if let (Some(product), Some(&factor), Ones::Nowhere) =
            (products.first_mut(), factors.first(), self.way.ones)
        {
            // The first element is a copy.
            *product = factor;
        }
    }

    fn one(&self) -> Value {
        self.value_of(1.0)
    }

    fn load(&self, word: u64) -> Value {
        let x = self.format.value(word);
        let flushed =
            matches!(self.tiny, Tiny::Inputs | Tiny::InputsButF16) && x.abs() < self.format.least_normal();
        let x = if flushed { 0.0_f64.copysign(x) } else { x };
        self.value_of(x)
    }

    fn value_of(&self, x: f64) -> Value {
        let mut loses = false;
        let double = || Double::from_bits(x.to_bits().into());
        match self.way.accumulator {
            Accumulator::X87 if !self.format.is_double() => Value::Number(x),
            Accumulator::X87 | Accumulator::AllX87 => Value::X87(double().convert(&mut loses).value),
            Accumulator::Quad => Value::Quad(double().convert(&mut loses).value),
            Accumulator::Exact => Value::Wide(Wide::new(x)),
            _ => Value::Number(x),
        }
    }

    fn store(&self, value: Value) -> u64 {
        let word = match value {
            Value::X87(x) => self.stored(x),
            Value::Quad(x) => self.stored(x),
            Value::Wide(x) => self.format.word(x.round(self.format)),
            Value::Number(x) => self.format.word(self.narrow(self.format, x, 0.0, Place::Store)),
        };
        self.nan(word)
    }

    fn stored<F>(&self, x: F) -> u64
    where
        F: FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single> + FloatConvert<Double>,
    {
        let mut loses = false;
        let bits = match self.dtype {
            DType::F16 => FloatConvert::<Half>::convert(x, &mut loses).value.to_bits(),
            DType::Bf16 => FloatConvert::<BFloat>::convert(x, &mut loses).value.to_bits(),
            DType::F32 => FloatConvert::<Single>::convert(x, &mut loses).value.to_bits(),
            _ => FloatConvert::<Double>::convert(x, &mut loses).value.to_bits(),
        };
        bits as u64
    }

    fn nan(&self, word: u64) -> u64 {
        if !self.format.value(word).is_nan() {
            return word;
        }
        let (sign, infinity) = (1 << (self.dtype.bits() - 1), self.format.word(f64::INFINITY));
        match self.way.nan {
            Nan::Quiet => word & !sign,
            Nan::Negative => word | sign,
            Nan::Ones => sign - 1,
            Nan::Signaling => infinity | 1,
        }
    }

    /// The product of two numbers of a tile.
    pub(super) fn multiply(&mut self, a: Value, b: Value) -> Value {
        self.multiply_at(Place::Product, a, b)
    }

    /// The product of what came before a tile and a number of the tile.
    pub(super) fn carry(&mut self, before: Value, b: Value) -> Value {
        self.multiply_at(Place::Carry, before, b)
    }

    /// What is handed from tile to tile.
    pub(super) fn handed(&self, carry: Value) -> Value {
        if self.way.stores_carry { self.value_of(self.format.value(self.store(carry))) } else { carry }
    }

    fn multiply_at(&mut self, place: Place, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::X87(a), Value::X87(b)) => Value::X87((a * b).value),
            (Value::Quad(a), Value::Quad(b)) => Value::Quad((a * b).value),
            (Value::Wide(a), Value::Wide(b)) => Value::Wide(a.times(b)),
            (Value::Number(a), Value::Number(b)) => Value::Number(self.product(a, b, place)),
            _ => unreachable!("one line has one kind of values"),
        }
    }

    fn product(&mut self, a: f64, b: f64, place: Place) -> f64 {
        let next = if self.format.is_half() { DType::F32 } else { DType::F64 };
        let accumulator = if place == Place::Carry { self.way.carry } else { self.way.accumulator };
        let format = match accumulator {
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
            Accumulator::AllX87 | Accumulator::Quad | Accumulator::Exact => {
                unreachable!("their values are not f64")
            }
        };
        if format.is_double() {
            return self.product_in_double(a, b, place);
        }
        // Exact for factors of 24 bits; a wider running product, kept from a step in f64, loses a rest.
        let product = a * b;
        let rest = if product.is_finite() { a.mul_add(b, -product) } else { 0.0 };
        self.narrow(format, product, rest, place)
    }

    /// Whether tiny results are flushed there.
    fn flushes(&self, place: Place) -> bool {
        match self.tiny {
            Tiny::Keep => false,
            Tiny::Products => place != Place::Store,
            Tiny::Store => place == Place::Store,
            Tiny::Carry => place == Place::Carry,
            Tiny::Before | Tiny::After | Tiny::Gradual | Tiny::Inputs | Tiny::InputsButF16 => true,
        }
    }

    /// `x + rest`, the rest below half a unit in the last place of `x`, rounded to a format.
    fn narrow(&self, format: Float, x: f64, rest: f64, place: Place) -> f64 {
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
        let tiny = self.flushes(place)
            && match self.tiny {
                Tiny::After => format.round_normal(x).abs() < format.least_normal(),
                Tiny::Gradual => format.round(x).abs() < format.least_normal(),
                _ => x.abs() < format.least_normal(),
            };
        if tiny { 0.0_f64.copysign(x) } else { format.round(x) }
    }

    fn product_in_double(&self, a: f64, b: f64, place: Place) -> f64 {
        let product = a * b;
        if !self.flushes(place) || product.abs() > f64::MIN_POSITIVE || product == 0.0 || product.is_nan() {
            return product;
        }
        if self.tiny == Tiny::Gradual {
            return if product.abs() < f64::MIN_POSITIVE { 0.0_f64.copysign(product) } else { product };
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
