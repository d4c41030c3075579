//! What a relation is, and what relations are made of.

use super::asked::{Asked, Value};
use super::region::{Marks, is_marked, marked};
use ascertain::formula::{converted, part};
use ascertain::{DType, Tensor};
use std::rc::Rc;

/// How many different wrong results a relation has to give to be believed: a number that all are, one that is one of many such
/// relations, and one whose parameter was chosen besides.
const NEEDS: [usize; 3] = [1, 2, 3];

type Gives = Box<dyn Fn(&Asked) -> Option<Vec<u8>>>;

/// A mistake, in words, with the results that it gives.
pub(super) struct Relation {
    /// `{}` stands for the dtype, or for the length of a block.
    pub(super) says: String,
    /// What alone tells it from others like it.
    pub(super) parameter: Option<String>,
    /// Its place in the list.
    pub(super) place: usize,
    /// What it costs to believe it: nothing, of a number that all wrong elements are.
    pub(super) cost: usize,
    /// The dtype that results are rounded to on the way.
    pub(super) rounded_to: Option<DType>,
    /// Whether all results are one number by it.
    pub(super) is_number: bool,
    /// What it gives for a call, as stored. None if it is not about the call.
    pub(super) gives: Gives,
}

impl Relation {
    /// Which wrong elements are what it gives.
    pub(super) fn given(&self, asked: &Asked) -> impl Fn(usize) -> bool + use<> {
        let known = asked.given.borrow().get(&self.place).cloned();
        let given = known.unwrap_or_else(|| {
            let found: Rc<[u64]> = self.found_given(asked).into();
            asked.given.borrow_mut().insert(self.place, Rc::clone(&found));
            found
        });
        move |at| is_marked(&given, at)
    }

    fn found_given(&self, asked: &Asked) -> Marks {
        let given = (self.gives)(asked).filter(|given| given.len() == asked.expected.len());
        let (Some(given), Some(got)) = (given, &asked.got) else { return Marks::new() };
        marked(asked.count(), |at| {
            let [given, right, got] = [&given, &asked.expected, got].map(|all| asked.element(all, at));
            given != right && got != right && asked.is_same(given, got, self.rounded_to)
        })
    }

    /// How many different wrong results it has to give to be believed.
    pub(super) const fn needs(&self) -> usize {
        NEEDS[if self.is_number { 0 } else { 1 + self.parameter.is_some() as usize }]
    }
}

pub(super) fn plain(
    says: impl Into<String>,
    gives: impl Fn(&Asked) -> Option<Vec<u8>> + 'static,
) -> Relation {
    Relation {
        says: says.into(),
        parameter: None,
        place: 0,
        cost: 1,
        rounded_to: None,
        is_number: false,
        gives: Box::new(gives),
    }
}

/// That each is the same number. Much else gives the same: which dtype it went through, say.
pub(super) fn constant(
    says: impl Into<String>,
    gives: impl Fn(&Asked) -> Option<Vec<u8>> + 'static,
) -> Relation {
    Relation { cost: 0, is_number: true, ..plain(says, gives) }
}

pub(super) fn with(
    says: impl Into<String>,
    parameter: &impl ToString,
    gives: impl Fn(&Asked) -> Option<Vec<u8>> + 'static,
) -> Relation {
    Relation { parameter: Some(parameter.to_string()), cost: 2, ..plain(says, gives) }
}

/// A result of which each element is a number.
pub(super) fn of_elements(asked: &Asked, value: impl Fn(usize) -> Option<Value>) -> Option<Vec<u8>> {
    let mut elements = Vec::new();
    for at in 0..asked.count() {
        elements.extend(stored(asked.dtype(), value(at)?)?);
    }
    Some(elements)
}

/// A number as an element. Integers keep their low bits.
pub(super) fn stored(dtype: DType, value: Value) -> Option<Vec<u8>> {
    match (part(dtype), value.whole) {
        (Some(part), _) => {
            let parts = [value.re, value.im].map(|x| converted(&x.to_le_bytes(), DType::F64, part));
            Some(parts.into_iter().collect::<Option<Vec<_>>>()?.concat())
        }
        (None, Some(whole)) if dtype.is_integer() => Some(whole.to_le_bytes()[..dtype.size()].to_vec()),
        (None, Some(whole)) if dtype == DType::Bool => Some(vec![u8::from(whole != 0)]),
        _ => converted(&value.re.to_le_bytes(), DType::F64, dtype),
    }
}

pub(super) const fn number(re: f64) -> Value {
    Value { re, im: 0.0, whole: None }
}

/// Elements as another dtype has them.
pub(super) fn through(elements: &[u8], dtype: DType, other: DType) -> Option<Vec<u8>> {
    (dtype != other).then(|| converted(&converted(elements, dtype, other)?, other, dtype))?
}

/// A tensor with other elements.
pub(super) fn replaced(tensor: &Tensor, elements: Vec<u8>) -> Option<Tensor> {
    Tensor::new(tensor.dtype(), tensor.shape(), elements).ok()
}

/// An operand, or all, with the name.
pub(super) type Subject = (Option<usize>, &'static str);

/// The result of a call with one operand changed, or with all.
pub(super) fn changing(
    operand: Option<usize>,
    change: impl Fn(&Tensor) -> Option<Tensor> + 'static,
) -> impl Fn(&Asked) -> Option<Vec<u8>> {
    move |asked| {
        let is_changed = |place: usize| operand.is_none_or(|operand| operand == place);
        let own =
            asked.tensors().enumerate().map(|(place, tensor)| change(tensor).filter(|_| is_changed(place)));
        let changed: Vec<Option<Tensor>> = own.collect();
        // What cannot be changed so is not about the call.
        changed
            .iter()
            .any(Option::is_some)
            .then(|| asked.computed(None, |place, _| changed[place].clone()))?
    }
}
