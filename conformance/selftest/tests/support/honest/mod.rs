//! Honest implementations: right by construction, but each evaluates in its own way.
//!
//! They reject, multiply integers and reinterpret as the reference does. Floating-point products they evaluate
//! themselves; `table.rs` lists how.

pub(crate) mod table;

use super::evaluate::{Evaluation, Evaluator, Random, Tiny};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::reference::Reference;
use ascertain_selftest::faults::float::Float;
use ascertain_selftest::faults::integer;
use ascertain_selftest::faults::lines::{
    changed, converted, in_place, invocation, rescan, set_words, tensor, words,
};

/// An honest implementation, and what it may truly declare.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Honest {
    pub(crate) name: &'static str,
    pub(crate) way: Evaluation,
    /// Whether f64 and integers are converted to the 16-bit floats through f32.
    pub(crate) through_f32: bool,
    /// Whether points that the documents leave open are answered otherwise than by the reference.
    pub(crate) otherwise: bool,
    pub(crate) declared: &'static [(&'static str, &'static str)],
}

impl Honest {
    /// The backend. What it draws follows from `seed`.
    pub(crate) fn backend(self, seed: u64) -> HonestBackend {
        HonestBackend { honest: self, reference: Reference::default(), random: Random::new(seed) }
    }
}

/// An honest implementation that can be asked.
pub(crate) struct HonestBackend {
    honest: Honest,
    reference: Reference,
    random: Random,
}

impl Backend for HonestBackend {
    fn describe(&mut self) -> Result<Description, String> {
        let mut description = self.reference.describe()?;
        description.name = self.honest.name.to_owned();
        let declared =
            self.honest.declared.iter().map(|(point, word)| ((*point).to_owned(), (*word).to_owned()));
        for operator in description.operators.iter_mut().filter(|operator| operator.name == "cumprod") {
            operator.declared = declared.clone().collect();
        }
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        if let Some(reply) =
            invocation(call, "reinterpret").filter(|_| self.honest.otherwise).and_then(appended)
        {
            return reply;
        }
        let (honest, random) = (self.honest, &mut self.random);
        let reply = changed(&mut self.reference, call, |call, answer| {
            let Some(input) = tensor(call, "input") else { return };
            let (from, to) = (input.dtype(), answer.dtype());
            let mut factors = words(input);
            if honest.way.tiny == Tiny::Inputs && from != to && to.is_float() {
                factors.iter_mut().for_each(|word| *word = flushed(*word, from));
            }
            if honest.through_f32 && to.is_float() && to.bits() == 16 && from.bits() >= 32 {
                factors = converted(&converted(&factors, from, DType::F32), DType::F32, to);
            } else if honest.otherwise && to.is_integer() && from != to {
                factors = factors.iter().map(|&word| clamped(word, from, to)).collect();
            } else {
                factors = converted(&factors, from, to);
            }
            if to.is_float() {
                let mut evaluator = Evaluator::new(to, honest.way, random);
                rescan(call, &factors, answer, &mut |_, factors, products| {
                    evaluator.products(factors, products);
                });
            } else {
                rescan(call, &factors, answer, &mut |_, factors, products| wrap(to, factors, products));
            }
        });
        if self.honest.otherwise { otherwise(call, reply) } else { reply }
    }
}

/// A number as a processor reads it that flushes subnormal inputs.
fn flushed(word: u64, dtype: DType) -> u64 {
    match Float::of(dtype) {
        Some(format) if format.value(word).abs() < format.least_normal() => word & 1 << (dtype.bits() - 1),
        _ => word,
    }
}

/// Cumulative products modulo 2^bits.
fn wrap(dtype: DType, factors: &[u64], products: &mut [u64]) {
    let mut product = 1_u64;
    for (place, factor) in products.iter_mut().zip(factors) {
        product = product.wrapping_mul(*factor);
        *place = product & integer::mask(dtype);
    }
}

/// Conversion to an integer dtype that is right inside its range, and outside of it gives 42.
fn clamped(word: u64, from: DType, to: DType) -> u64 {
    let (low, high) = integer::range(to);
    let value = match Float::of(from) {
        // f64 does not hold the greatest 64-bit integers, but it holds the power of two above them.
        Some(format) => Some(format.value(word).trunc())
            .filter(|x| *x >= low as f64 && *x < high as f64 + 1.0)
            .map(|x| x as i128),
        None => Some(integer::value(from, word)).filter(|x| (low..=high).contains(x)),
    };
    value.map_or(42, |value| integer::word(to, value))
}

/// A narrowing reinterpretation of two or more dimensions with a dimension appended.
fn appended(call: &Invocation) -> Option<Reply> {
    // What a rule refuses is left to the reference.
    call.operator.contracts[0].broken_by(call.args()).next().is_none().then_some(())?;
    let (input, Arg::DType(dtype)) = (tensor(call, "input")?, call.get("dtype")) else { return None };
    let factor = input.dtype().size().checked_div(dtype.size()).filter(|factor| *factor > 1)?;
    if input.layout().rank() < 2 || !input.layout().is_dense_last() {
        return None;
    }
    let shape = [input.shape(), &[factor]].concat();
    let answer = ascertain::Tensor::new(*dtype, &shape, input.elements().into_owned()).ok()?;
    Some(Reply::Answer(Answer::Tensor(answer)))
}

/// The other choice at points that the documents leave open or contradict.
fn otherwise(call: &Call, reply: Reply) -> Reply {
    let refused = |message: &str| Reply::Rejected(Rejection { status: None, message: message.to_owned() });
    let Some(operation) = invocation(call, "cumprod") else { return reply };
    let Some(input) = tensor(operation, "input") else { return reply };
    match reply {
        // A refusal without a status.
        Reply::Rejected(rejection) => match operation.get("dim") {
            // In place, dim equal to rank is inside the printed range: a no-op.
            Arg::Int(dim)
                if in_place(operation)
                    && *dim == input.layout().rank() as i64
                    && *dim > 0
                    && takes(input) =>
            {
                Reply::Answer(Answer::Tensor(input.clone()))
            }
            _ => refused(&rejection.message),
        },
        Reply::Answer(_) if input.layout().rank() == 0 => refused("no dimension"),
        Reply::Answer(_) if input.layout().rank() > 8 => refused("too many dimensions"),
        Reply::Answer(_) if in_place(operation) && input.layout().count() == 0 => refused("no elements"),
        // The elements alone, not the storage that they were written to; NaNs of another kind.
        Reply::Answer(Answer::Tensor(answer)) => {
            let mut answer = answer.to_contiguous();
            if let Some(format) = Float::of(answer.dtype()) {
                let sign = 1 << (answer.dtype().bits() - 1);
                let other =
                    |word: &u64| if format.value(*word).is_nan() { (*word | 1) ^ sign } else { *word };
                let changed: Vec<u64> = words(&answer).iter().map(other).collect();
                set_words(&mut answer, &changed);
            }
            Reply::Answer(Answer::Tensor(answer))
        }
        reply => reply,
    }
}

/// Whether the operator takes the tensor's dtype.
fn takes(tensor: &ascertain::Tensor) -> bool {
    tensor.dtype().is_float() || tensor.dtype().is_integer()
}
