//! What every case file says of a case: ask these shapes, dtypes, layouts, attributes and ranges of values, and keep the id.

use crate::missing;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Direction, Level, OperatorSpec};
use ascertain::document::Editions;
use ascertain::dtype::Class;
use ascertain::formula::{converted, part};
use ascertain::shape::broadcast;
use ascertain::tensor::Dims;
use ascertain::{DType, Layout, Tensor};
use ascertain_judge::operator::Registry;
use ascertain_judge::random::Source;
use ascertain_judge::suite::large::LargeCase;
use sha2::{Digest, Sha256};

/// A case as a file describes it.
pub(super) struct Ask {
    pub(super) id: String,
    pub(super) operator: &'static OperatorSpec,
    /// Arguments of the operator, by index; results too, where the file describes them.
    pub(super) given: Vec<(usize, Given)>,
    /// Whether the file asks an interface other than the page's. A call that the page refuses is then left out.
    pub(super) is_beside: bool,
}

/// An argument as a file describes it.
#[derive(Clone)]
pub(super) enum Given {
    Arg(Arg),
    Drawn(Drawn),
}

impl Given {
    /// Of a tensor, its dtype, its shape, and the elements of its storage.
    pub(super) fn tensor(&self) -> Option<(DType, &[usize], usize)> {
        match self {
            Self::Drawn(drawn) => Some((drawn.dtype, drawn.layout.shape(), drawn.storage)),
            Self::Arg(Arg::Tensor(own)) => Some((own.dtype(), own.shape(), own.layout().count())),
            Self::Arg(_) => None,
        }
    }
}

/// A tensor whose values are drawn.
#[derive(Clone)]
pub(super) struct Drawn {
    pub(super) dtype: DType,
    pub(super) layout: Layout,
    /// Elements of its storage.
    pub(super) storage: usize,
    pub(super) values: Values,
}

/// Numbers between two ends, both included. An infinite end must occur, and the others are finite.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub(super) ends: [f64; 2],
    /// Others that must occur.
    pub(super) also: Vec<f64>,
    /// Whether they are normal, with the ends [`DEVIATIONS`] from the mean.
    pub(super) is_normal: bool,
}

/// A sum of so many numbers is normal here: it is the same on every machine. Twice as many deviations lie between its ends.
const NUMBERS: usize = 12;
/// Deviations from the mean to the ends of normal values.
pub(super) const DEVIATIONS: f64 = 6.0;
/// One element in so many is a value that must occur.
const RARE: usize = 16;
/// Numbers that are converted at once.
const CHUNK: usize = 1 << 16;
/// Calls with tensors of more bytes are not looked at when the file is read.
const CHECKED: usize = 1 << 30;

impl Ask {
    /// Bytes of its largest tensor, which may be one that others are broadcast to.
    pub(super) fn bytes(&self) -> usize {
        let given = self.given.iter().filter_map(|(_, given)| given.tensor());
        let (mut most, mut widest, mut shape) = (0, 0, Some(Dims::new()));
        for (dtype, own, storage) in given {
            most = storage.saturating_mul(dtype.size()).max(most);
            widest = dtype.size().max(widest);
            shape = shape.and_then(|shape| broadcast(&shape, own));
        }
        let all = shape.map_or(0, |shape| shape.iter().fold(widest, |all, n| all.saturating_mul(*n)));
        all.max(most)
    }

    /// The call: with zeros if there is no source to draw values from.
    fn call(&self, contract: &'static Contract, mut source: Option<Source>) -> Option<Invocation> {
        // Memory that is not there ends the program.
        Vec::<u8>::new().try_reserve_exact(self.bytes()).ok()?;
        let mut call = Invocation::new(self.operator);
        for (at, given) in &self.given {
            call.args[*at] = match given {
                Given::Arg(arg) => arg.clone(),
                Given::Drawn(drawn) => Arg::Tensor(drawn.tensor(source.as_mut())?),
            };
        }
        let is_inplace = matches!(call.get("inplace"), Arg::Flag(true));
        let results = self.operator.arguments.iter().enumerate();
        let results = results.filter(|(_, argument)| argument.direction == Direction::Out && !is_inplace);
        let said = call.args.clone();
        for (at, _) in results.clone().filter(|(at, _)| matches!(said[*at], Arg::Absent)) {
            // Indices have one of the dtypes that the page lists; what others have follows from the formula.
            let mut parameters = contract.functions.iter().flat_map(|function| function.parameters);
            let listed = parameters.find(|own| own.name == self.operator.arguments[at].name);
            let dtype = listed.and_then(|own| own.dtypes.iter().next()).unwrap_or(DType::F32);
            call.args[at] = Arg::Tensor(Tensor::zeros(dtype, &[]).ok()?);
        }
        Registry::default().operator(self.operator)?.complete(&mut call, contract);
        // What the file says of results counts.
        for (at, _) in results.filter(|(at, _)| !matches!(said[*at], Arg::Absent)) {
            call.args[at] = said[at].clone();
        }
        Some(call)
    }

    /// The case, which is made when it is asked, with values that the seed and the id decide.
    pub(super) fn into_case(self, seed: u64, editions: &Editions) -> Result<LargeCase, String> {
        let operator = Registry::default().operator(self.operator).ok_or("no such operator here")?;
        if self.bytes() <= CHECKED {
            let contract = self.operator.contract(editions);
            let call = self.call(contract, None).ok_or("its layout does not fit its storage")?;
            if let Some(name) = missing(&call, editions) {
                return Err(format!("no value for {name} of {}", self.operator.name));
            }
            let mut broken = contract.broken_by(call.args()).filter(|broken| broken.level == Level::Must);
            if let Some(broken) = broken.next().filter(|_| self.is_beside) {
                return Err(format!("the page does not take such a call: {}", broken.id));
            }
        }
        let digest = Sha256::digest(self.id.as_bytes());
        let index = digest.iter().take(8).fold(0, |index, byte| index << 8 | u64::from(*byte));
        let (id, bytes) = (self.id.clone(), self.bytes() as u64);
        Ok(LargeCase::new(&id, operator, bytes, move |contract| {
            self.call(contract, Some(Source::new(seed, index)))
        }))
    }
}

impl Drawn {
    /// A tensor without gaps.
    pub(super) fn plain(dtype: DType, shape: &[usize], values: Values) -> Self {
        let layout = Layout::contiguous(shape);
        Self { dtype, storage: layout.count(), layout, values }
    }

    /// The tensor; one of zeros without a source.
    fn tensor(&self, source: Option<&mut Source>) -> Option<Tensor> {
        let bytes = match source {
            None => vec![0; self.storage.checked_mul(self.dtype.size())?],
            Some(source) => self.values.draw(source, self.dtype, self.storage)?,
        };
        Tensor::view(self.dtype, self.layout.clone(), bytes).ok()
    }
}

impl Values {
    pub(super) fn between(low: f64, high: f64) -> Self {
        Self { ends: [low.min(high), low.max(high)], ..Self::default() }
    }

    /// Draws so many elements. None if nothing converts to the dtype, or they do not fit the address space.
    pub(super) fn draw(&self, source: &mut Source, dtype: DType, count: usize) -> Option<Vec<u8>> {
        let own = part(dtype).unwrap_or(dtype);
        let parts = count.checked_mul(dtype.size())? / own.size();
        let [low, high] = self.ends;
        let infinite = self.ends.into_iter().filter(|end| low < high && end.is_infinite());
        let also: Vec<f64> = infinite.chain(self.also.iter().copied()).collect();
        let step = (parts / also.len().max(1)).max(1);
        let special = |source: &mut Source, at: usize| match also.get(at / step) {
            Some(must) if at.is_multiple_of(step) => Some(*must),
            _ if also.is_empty() || source.below(RARE) > 0 => None,
            _ => Some(source.pick(&also)),
        };
        let number = |source: &mut Source, ends: [f64; 2]| match self.is_normal {
            true => (0..NUMBERS).map(|_| within(source, ends)).sum::<f64>() / NUMBERS as f64,
            false => within(source, ends),
        };
        let mut elements = Vec::new();
        elements.try_reserve_exact(parts.checked_mul(own.size())?).ok()?;
        if own.class() == Class::Bool {
            elements.extend(
                (0..parts).map(|_| if low < high { (source.bits() & 1) as u8 } else { u8::from(low != 0.0) }),
            );
        } else if let Some((least, most)) = own.integer_range() {
            let integer = |number: f64| (number as i128).clamp(least, most);
            let (first, last) = (integer(low.ceil()), integer(high.floor()));
            let span = (last - first).max(0) as u128 + 1;
            for at in 0..parts {
                let number = match special(source, at).filter(|number| number.is_finite()) {
                    Some(number) => integer(number),
                    None if self.is_normal => integer(number(source, self.ends).round()),
                    // All its bits, of which an f64 has too few.
                    None => first + ((u128::from(source.bits()) * span) >> 64) as i128,
                };
                elements.extend_from_slice(&number.to_le_bytes()[..own.size()]);
            }
        } else {
            let most = largest(own)?;
            let finite = self.ends.map(|end| if low < high { end.clamp(-most, most) } else { end });
            for start in (0..parts).step_by(CHUNK) {
                let places = start..parts.min(start + CHUNK);
                let numbers = places.map(|at| special(source, at).unwrap_or_else(|| number(source, finite)));
                let numbers: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
                elements.extend(converted(&numbers, DType::F64, own)?);
            }
        }
        Some(elements)
    }
}

/// A number between two. Their difference may leave the range.
fn within(source: &mut Source, [low, high]: [f64; 2]) -> f64 {
    let share = (source.bits() >> 11) as f64 / ((1_u64 << 53) - 1) as f64;
    if low < high { (low * (1.0 - share) + high * share).clamp(low, high) } else { low }
}

/// The greatest finite number of a float dtype.
fn largest(dtype: DType) -> Option<f64> {
    let bits = (1_u64 << (dtype.bits() - 1)) - (1 << (dtype.precision() - 1)) - 1;
    let number = converted(&bits.to_le_bytes()[..dtype.size()], dtype, DType::F64)?;
    Some(f64::from_le_bytes(number.try_into().ok()?))
}
