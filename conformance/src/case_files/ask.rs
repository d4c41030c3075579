//! What every case file says of a case: ask these shapes, dtypes, layouts, attributes and ranges of values, and keep the id.

use crate::missing;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Direction, Level, OperatorSpec};
use ascertain::document::Editions;
use ascertain::dtype::Class;
use ascertain::formula::{converted, part};
use ascertain::{DType, Layout, Tensor};
use ascertain_judge::operator::{Operator, Registry};
use ascertain_judge::random::Source;
use ascertain_judge::suite::large::LargeCase;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A case as a file describes it.
pub(super) struct Ask {
    pub(super) id: String,
    pub(super) operator: &'static OperatorSpec,
    /// Arguments of the operator, by index; results too, where the file describes them.
    pub(super) given: Vec<(usize, Given)>,
    /// Whether the file asks an interface beside the page's, so that a call that the page refuses is no question.
    pub(super) is_beside: bool,
}

/// An argument as a file describes it.
#[derive(Clone)]
pub(super) enum Given {
    Arg(Arg),
    Tensor(Described),
}

/// A tensor whose values are drawn.
#[derive(Clone)]
pub(super) struct Described {
    pub(super) dtype: DType,
    pub(super) layout: Layout,
    /// Elements of its storage.
    pub(super) storage: usize,
    pub(super) values: Values,
}

/// Which values a tensor has.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    /// Any between two numbers, both included, and some that must occur. An infinite end must occur, and the others are finite.
    Range { ends: [f64; 2], also: Vec<f64> },
    /// Normal, with a mean and a deviation that are drawn from these ranges.
    Normal { mean: [f64; 2], deviation: [f64; 2] },
    /// These elements, in row-major order.
    Given(Vec<u8>),
}

impl Described {
    /// A tensor without gaps.
    pub(super) fn plain(dtype: DType, shape: &[usize], values: Values) -> Self {
        let layout = Layout::contiguous(shape);
        Self { dtype, storage: layout.count(), layout, values }
    }

    fn bytes(&self) -> usize {
        self.storage.saturating_mul(self.dtype.size())
    }

    /// The tensor; one of zeros without a source.
    fn tensor(&self, source: Option<&mut Source>) -> Option<Tensor> {
        let bytes = match source {
            None => vec![0; self.bytes()],
            Some(source) => self.values.draw(source, self.dtype, self.storage)?,
        };
        Tensor::view(self.dtype, self.layout.clone(), bytes).ok()
    }
}

/// Most bytes of a tensor that a file may ask for.
const LONGEST: usize = 1 << 40;

/// Tensors of more bytes are not made when the file is read.
const CHECKED: usize = 1 << 30;

impl Ask {
    /// Bytes of its largest tensor.
    pub(super) fn bytes(&self) -> usize {
        let of = |(_, given): &(usize, Given)| match given {
            Given::Tensor(tensor) => tensor.bytes(),
            Given::Arg(_) => 0,
        };
        self.given.iter().map(of).max().unwrap_or(0)
    }

    /// The call: with zeros if there is no source to draw values from.
    fn call(&self, contract: &'static Contract, mut source: Option<Source>) -> Option<Invocation> {
        let operator = Registry::default().operator(self.operator)?;
        let mut call = Invocation::new(self.operator);
        for (at, given) in &self.given {
            call.args[*at] = match given {
                Given::Arg(arg) => arg.clone(),
                Given::Tensor(tensor) => Arg::Tensor(tensor.tensor(source.as_mut())?),
            };
        }
        let results = call.args.clone();
        let is_inplace = matches!(call.get("inplace"), Arg::Flag(true));
        for (argument, arg) in self.operator.arguments.iter().zip(&mut call.args) {
            if argument.direction == Direction::Out && !is_inplace && matches!(arg, Arg::Absent) {
                *arg = Arg::Tensor(Tensor::zeros(DType::F32, &[]).ok()?);
            }
        }
        operator.complete(&mut call, contract);
        // What the file says of results counts.
        let said = self.operator.arguments.iter().zip(results).zip(&mut call.args);
        for ((argument, result), arg) in said {
            if argument.direction == Direction::Out && !matches!(result, Arg::Absent) {
                *arg = result;
            }
        }
        Some(call)
    }

    /// The case, which is made when it is asked, with values that the seed and the id decide.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(super) fn into_case(self, seed: u64, editions: &Editions) -> Result<LargeCase, String> {
        let operator: &'static dyn Operator =
            Registry::default().operator(self.operator).ok_or("no such operator here")?;
        let bytes = self.bytes();
        if bytes > LONGEST {
            return Err("its tensors do not fit the address space".to_owned());
        }
        if bytes <= CHECKED {
            let contract = self.operator.contract(editions);
            let call = self.call(contract, None).ok_or("its layout does not fit its storage")?;
            if let Some(name) = missing(&call, editions) {
                return Err(format!("argument {name} of {} is not given", self.operator.name));
            }
            let mut broken = contract.broken_by(call.args()).filter(|broken| broken.level == Level::Must);
            if let Some(broken) = broken.next().filter(|_| self.is_beside) {
                return Err(format!("the page does not take such a call: {}", broken.id));
            }
        }
        let index = Sha256::digest(self.id.as_bytes());
        let index = index.iter().take(8).fold(0, |index, byte| index << 8 | u64::from(*byte));
        let ask = Arc::new(self);
        let id = ask.id.clone();
        Ok(LargeCase::new(&id, operator, bytes as u64, move |contract| {
            ask.call(contract, Some(Source::new(seed, index)))
        }))
    }
}

/// One element in so many is a value that must occur.
const RARE: usize = 16;

/// Numbers that are converted at once.
const CHUNK: usize = 1 << 16;

impl Values {
    /// All between two numbers.
    pub(super) fn between(low: f64, high: f64) -> Self {
        Self::Range { ends: [low, high], also: Vec::new() }
    }

    /// Draws so many elements. None if nothing converts to the dtype, or they do not fit the address space.
    pub(super) fn draw(&self, source: &mut Source, dtype: DType, count: usize) -> Option<Vec<u8>> {
        let own = part(dtype).unwrap_or(dtype);
        let parts = count.checked_mul(dtype.size())? / own.size();
        let [low, high] = match self {
            Self::Range { ends: [low, high], .. } => [low.min(*high), low.max(*high)],
            Self::Normal { mean, deviation } => {
                let (mean, deviation) = (within(source, *mean), within(source, *deviation));
                [mean - NORMAL * deviation, mean + NORMAL * deviation]
            }
            Self::Given(elements) => return Some(elements.clone()),
        };
        let also: Vec<f64> = match self {
            // A line of infinities has no others.
            Self::Range { also, .. } if low < high => {
                [low, high].into_iter().filter(|end| end.is_infinite()).chain(also.iter().copied()).collect()
            }
            Self::Range { also, .. } => also.clone(),
            Self::Normal { .. } | Self::Given(_) => Vec::new(),
        };
        let step = (parts / also.len().max(1)).max(1);
        let special = |source: &mut Source, at: usize| match also.get(at / step) {
            Some(first) if at.is_multiple_of(step) => Some(*first),
            _ if also.is_empty() || source.below(RARE) > 0 => None,
            _ => Some(source.pick(&also)),
        };
        let mut elements = Vec::new();
        elements.try_reserve_exact(parts.checked_mul(own.size())?).ok()?;
        if let Some((least, most)) = own.integer_range() {
            let integer = |number: f64| (number as i128).clamp(least, most);
            let (first, last) = (integer(low.ceil()), integer(high.floor()));
            let span = (last - first).max(0) as u128 + 1;
            for at in 0..parts {
                let number = match (special(source, at).filter(|number| number.is_finite()), self) {
                    (Some(number), _) => integer(number),
                    (None, Self::Range { .. } | Self::Given(_)) => first + ((u128::from(source.bits()) * span) >> 64) as i128,
                    (None, Self::Normal { .. }) => integer(normal(source, low, high).round()),
                };
                elements.extend_from_slice(&number.to_le_bytes()[..own.size()]);
            }
            return Some(elements);
        }
        if own.class() == Class::Bool {
            let fixed = (low == high).then(|| u8::from(low != 0.0));
            elements.extend((0..parts).map(|_| fixed.unwrap_or_else(|| (source.bits() & 1) as u8)));
            return Some(elements);
        }
        let most = largest(own)?;
        let [first, last] = if low < high { [low, high].map(|end| end.clamp(-most, most)) } else { [low, high] };
        for start in (0..parts).step_by(CHUNK) {
            let numbers: Vec<u8> = (start..parts.min(start + CHUNK))
                .flat_map(|at| {
                    let number = special(source, at).unwrap_or_else(|| match self {
                        Self::Normal { .. } => normal(source, low, high),
                        Self::Range { .. } if first < last => within(source, [first, last]),
                        Self::Range { ends: [only, _], .. } => *only,
                        Self::Given(_) => low,
                    });
                    number.to_le_bytes()
                })
                .collect();
            elements.extend(converted(&numbers, DType::F64, own)?);
        }
        Some(elements)
    }
}

/// How many deviations lie on each side of the mean of a sum of twelve numbers from 0 to 1, which is the normal number here: the
/// same on every machine.
const NORMAL: f64 = 6.0;

fn normal(source: &mut Source, low: f64, high: f64) -> f64 {
    (0..12).map(|_| within(source, [low, high])).sum::<f64>() / 12.0
}

/// A number between two, both included. Their difference may leave the range.
fn within(source: &mut Source, [low, high]: [f64; 2]) -> f64 {
    let share = (source.bits() >> 11) as f64 / ((1_u64 << 53) - 1) as f64;
    (low * (1.0 - share) + high * share).clamp(low.min(high), low.max(high))
}

/// The greatest finite number of a float dtype.
fn largest(dtype: DType) -> Option<f64> {
    let bits = (1_u64 << (dtype.bits() - 1)) - (1 << (dtype.precision() - 1)) - 1;
    let number = converted(&bits.to_le_bytes()[..dtype.size()], dtype, DType::F64)?;
    Some(f64::from_le_bytes(number.try_into().ok()?))
}
