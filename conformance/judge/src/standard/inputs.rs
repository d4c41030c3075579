//! Calls by a standard's own rules of inputs.

use super::{Standard, tensor};
use crate::from_toml::{Given, Keys, Read, Wrong};
use crate::operator::{Operator, formula};
use crate::random::Source;
use ascertain::DType;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract};
use ascertain::formula::Graded;

/// What inputs are drawn from: half of the calls from a uniform distribution, half from normal ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Inputs {
    uniform: [f64; 2],
    mean: [f64; 2],
    deviation: [f64; 2],
}

impl Read for Inputs {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let mut keys = Keys::of(given)?;
        let (uniform, mean) = (keys.needed("uniform")?, keys.needed("mean")?);
        let inputs = Self { uniform, mean, deviation: keys.needed("deviation")? };
        keys.end().map(|()| inputs)
    }
}

/// Most elements of a tensor, as a power of two, and most dimensions. Standards allow 2^31 and eight, which take long.
const MOST: (usize, usize) = (12, 4);

impl Standard {
    /// Call `index` of an operator in a dtype by the standard's own rules. None if it has none, or the operator does not take it.
    #[must_use]
    pub fn call(
        &self,
        operator: &dyn Operator,
        contract: &'static Contract,
        dtype: DType,
        index: u64,
    ) -> Option<Invocation> {
        let Inputs { uniform, mean, deviation } = self.inputs?;
        let mut source = Source::new(1, index);
        let rank = source.between(1, MOST.1);
        let (mut left, mut shape) = (MOST.0, Vec::new());
        for _ in 0..rank {
            let power = source.between(0, left);
            left -= power;
            shape.push((1_usize << power) - usize::from(power > 1 && source.chance(50)));
        }
        let is_plain = |call: &Invocation| !call.args.contains(&Arg::Flag(true));
        let mut call = operator.samples(contract).into_iter().find(is_plain)?;
        for arg in &mut call.args {
            match arg {
                Arg::Int(dim) => *dim = source.below(rank) as i64,
                Arg::Ints(dims) => *dims = vec![source.below(rank) as i64].into(),
                Arg::DType(own) => *own = dtype,
                _ => {}
            }
        }
        let operands = contract.formula(call.args())?.each.operands.iter().copied();
        let tensors =
            operands.filter(|at| call.operator.arguments[*at].kind == ArgumentKind::Tensor).map(|at| {
                let unit = |source: &mut Source| (source.bits() >> 11) as f64 / (1_u64 << 53) as f64;
                let within = |source: &mut Source, [low, high]: [f64; 2]| low + (high - low) * unit(source);
                let (mean, deviation) = (within(&mut source, mean), within(&mut source, deviation));
                let number = |_| match index.is_multiple_of(2) {
                    true => within(&mut source, uniform),
                    // By Box and Muller, with functions that are the same on every machine.
                    false => {
                        let radius = (-2.0 * Graded::Log.of(1.0 - unit(&mut source))).sqrt();
                        mean + deviation * radius * Graded::Cos.of(std::f64::consts::TAU * unit(&mut source))
                    }
                };
                Some((at, tensor(dtype, &shape, (0..shape.iter().product()).map(number))?))
            });
        formula::with_operands(contract, &call, tensors.collect::<Option<_>>()?)
    }
}
