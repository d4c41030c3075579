//! Calls that show a fault.

use crate::faults::lines::{converted, set_words};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{CUMPROD, REINTERPRET};
use ascertain::promote::{Key, Table};
use ascertain::{DType, Layout, Tensor};

/// One call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Witness {
    /// A cumulative product.
    Product(Product),
    /// Tensor-tensor promotion of two dtypes, with ranks.
    Promotion(DType, DType, (u8, u8)),
    /// The bytes of a view as another dtype.
    Bytes(Product),
}

/// A cumulative product or reinterpretation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    pub(crate) shape: &'static [usize],
    pub(crate) dim: i64,
    pub(crate) from: DType,
    pub(crate) to: DType,
    pub(crate) fill: Fill,
    /// Strides and offset of the input.
    pub(crate) view: Option<(&'static [isize], usize)>,
    /// Strides and offset of out.
    pub(crate) out: Option<(&'static [isize], usize)>,
    pub(crate) in_place: bool,
}

/// The elements of the storage.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fill {
    /// Signs and powers of two whose products stay between 1/64 and 64; odd numbers where integers are multiplied.
    Walk,
    /// These numbers, again and again.
    Numbers(&'static [f64]),
    /// These bits, again and again.
    Bits(&'static [u64]),
    /// Bits that look random.
    Noise,
}

impl Product {
    fn input(&self) -> Tensor {
        let mut tensor = empty(self.from, self.shape, self.view);
        let count = tensor.storage().len() / self.from.size();
        let words: Vec<u64> = (0..count).map(|at| self.word(at)).collect();
        let mut storage = Tensor::zeros(self.from, &[count]).expect("a small tensor");
        set_words(&mut storage, &words);
        tensor.storage_mut().copy_from_slice(storage.storage());
        tensor
    }

    fn word(&self, at: usize) -> u64 {
        let number = |x: f64| converted(&[x.to_bits()], DType::F64, self.from)[0];
        match self.fill {
            Fill::Numbers(numbers) => number(numbers[at % numbers.len()]),
            Fill::Bits(bits) => bits[at % bits.len()],
            Fill::Noise => {
                let mixed = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 7
                    & crate::faults::integer::mask(self.from)
            }
            Fill::Walk => {
                // Each product of the storage's numbers is a power of two that a hash of its place draws.
                let hash = |at: usize| (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                if self.to.is_integer() {
                    return number([3.0, 5.0, 7.0, 1.0][hash(at) as usize % 4]);
                }
                let exponent = |at: usize| (hash(at + 1) % 7) as i32 - 3;
                let step = 2.0_f64.powi(exponent(at) - at.checked_sub(1).map_or(0, exponent));
                let sign = if hash(at + 7) & 4 == 0 { 1.0 } else { -1.0 };
                number(sign * step)
            }
        }
    }

    fn call(&self, reinterprets: bool) -> Call {
        let input = Arg::Tensor(self.input());
        if reinterprets {
            let call = Invocation::new(&REINTERPRET).with("input", input);
            return Call::Operate(call.with("dtype", Arg::DType(self.to)));
        }
        let call = Invocation::new(&CUMPROD).with("input", input).with("dim", Arg::Int(self.dim));
        if self.in_place {
            return Call::Operate(call.with("inplace", Arg::Flag(true)));
        }
        let call = if self.from == self.to { call } else { call.with("dtype", Arg::DType(self.to)) };
        Call::Operate(call.with("out", Arg::Tensor(empty(self.to, self.shape, self.out))))
    }
}

/// A tensor of zeros, with a little more storage than its view reaches.
fn empty(dtype: DType, shape: &[usize], view: Option<(&[isize], usize)>) -> Tensor {
    let Some((strides, offset)) = view else { return Tensor::zeros(dtype, shape).expect("a small tensor") };
    let layout = Layout::strided(shape, strides, offset).expect("a layout inside its storage");
    let count = layout.positions().max().map_or(0, |last| last + 3);
    Tensor::view(dtype, layout, vec![0; count * dtype.size()]).expect("enough storage")
}

impl Witness {
    pub(crate) fn call(&self) -> Call {
        match self {
            Self::Product(product) => product.call(false),
            Self::Bytes(product) => product.call(true),
            Self::Promotion(row, column, ranks) => Call::Promote(Promote {
                table: Table::named("aclnn.tensor-tensor").expect("a table"),
                row: Key::DType(*row),
                column: Key::DType(*column),
                ranks: Some(*ranks),
            }),
        }
    }
}
