//! Calls by a standard's own rules of inputs.

use super::Standard;
use crate::operator::{Operator, formula};
use crate::random::Source;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract};
use ascertain::{DType, Tensor};
use serde::Deserialize;

/// What inputs are drawn from: half of the calls from a uniform distribution, half from normal ones.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Inputs {
    uniform: [f64; 2],
    mean: [f64; 2],
    deviation: [f64; 2],
    /// Whether lengths are also one less than a power of two.
    #[serde(default)]
    less_one: bool,
}

/// Most elements of a tensor, and most dimensions. Standards allow 2^31 and eight, which show nothing else and take long.
const MOST: [usize; 2] = [12, 4];

impl Standard {
    /// Call `index` of an operator in a dtype by the standard's own rules; none if it has none, or the operator does not compute so.
    #[must_use]
    pub fn call(
        &self,
        operator: &dyn Operator,
        contract: &'static Contract,
        dtype: DType,
        index: u64,
    ) -> Option<Invocation> {
        let inputs = self.inputs?;
        let mut source = Source::new(1, index);
        let rank = source.between(1, MOST[1]);
        let mut left = MOST[0];
        let mut shape: Vec<usize> = Vec::new();
        for axis in 0..rank {
            let power = if axis + 1 == rank && index % 2 == 0 { left } else { source.between(0, left) };
            left -= power;
            let less = usize::from(inputs.less_one && power > 1 && source.chance(50));
            shape.insert(source.below(shape.len() + 1), (1 << power) - less);
        }
        let mut call = operator
            .samples(contract)
            .into_iter()
            .find(|call| call.args.iter().all(|arg| *arg != Arg::Flag(true)))?;
        let count: usize = shape.iter().product();
        let own = contract.formula(call.args())?;
        let is_tensor = |at: &&usize| call.operator.arguments[**at].kind == ArgumentKind::Tensor;
        let tensors = own.each.operands.iter().filter(is_tensor).map(|at| {
            let [low, high] = inputs.uniform;
            let between = |source: &mut Source, [low, high]: [f64; 2]| low + (high - low) * unit(source);
            let (mean, deviation) =
                (between(&mut source, inputs.mean), between(&mut source, inputs.deviation));
            let numbers = (0..count).map(|_| match index % 4 < 2 {
                true => between(&mut source, [low, high]),
                false => mean + deviation * normal(&mut source),
            });
            let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
            let bytes = if dtype == DType::F64 {
                bytes
            } else {
                ascertain::formula::converted(&bytes, DType::F64, dtype)?
            };
            Some((*at, Tensor::new(dtype, &shape, bytes).ok()?))
        });
        let tensors = tensors.collect::<Option<Vec<_>>>()?;
        let dim = source.below(rank) as i64;
        for (argument, arg) in call.operator.arguments.iter().zip(&mut call.args) {
            match (argument.kind, &*arg) {
                (ArgumentKind::Int, Arg::Int(_)) if argument.name == "dim" => *arg = Arg::Int(dim),
                (ArgumentKind::Ints, Arg::Ints(_)) => *arg = Arg::Ints(vec![dim].into()),
                (ArgumentKind::DType, Arg::DType(_)) => *arg = Arg::DType(dtype),
                _ => {}
            }
        }
        formula::with_operands(contract, &call, tensors)
    }
}

/// A number in [0, 1).
fn unit(source: &mut Source) -> f64 {
    (source.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number of the standard normal distribution, by Box and Muller.
fn normal(source: &mut Source) -> f64 {
    let radius = (-2.0 * (1.0 - unit(source)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(source)).cos()
}
