//! What else than the reference's result is right, where floats are computed.

use super::super::declarations::format;
use super::super::out_of_range::Value;
use crate::oracle::each::{Place, Possible, possible};
use crate::oracle::graded;
use crate::oracle::scan::{complex_product, folded, scanned};
use crate::oracle::spans::{Hull, Truths};
use crate::oracle::{Float, Format, show_bits};
use ascertain::DType;
use ascertain::call::Invocation;
use ascertain::contract::{ArgumentKind, Join, Joined};
use ascertain::formula::{Computed, Space, converted, part};
use ascertain::language::{self, Given, Type};
use ascertain_language::eval::Environment;
use ascertain_language::expr::{Expr, Function};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

/// What else is right where the dtype that is computed in is a float.
pub(super) struct Oracle<'a> {
    expr: &'a Expr,
    format: Format,
    space: &'a Space<'a>,
    call: &'a Invocation,
    operands: &'a [Cow<'a, [u8]>],
    /// Whether it is a graded function of integers. No page says in which floats that is computed: f32 is the usual one.
    of_integers: bool,
    /// How far graded functions may be from their value, where that is declared or demanded.
    distance: Option<u64>,
    /// The place where a line starts, and the hulls of its results, of each part of them.
    line: RefCell<Option<(usize, Vec<Vec<Hull>>)>>,
    /// The dtype that it is computed in, as an expression, once it was asked for.
    compute: OnceCell<Option<Expr>>,
}

impl<'a> Oracle<'a> {
    pub(super) fn of(
        space: &'a Space<'a>,
        call: &'a Invocation,
        operands: &'a [Cow<'a, [u8]>],
        distance: Option<u64>,
    ) -> Option<Self> {
        let formula = space.formula;
        let format = format(part(space.compute).unwrap_or(space.compute))?;
        let is_whole =
            |at: &usize| call.args().dtype_of(*at).is_some_and(|own| !own.is_float() && part(own).is_none());
        Some(Self {
            distance,
            of_integers: super::is_graded(formula) && formula.each.operands.iter().all(is_whole),
            expr: formula.each.expr()?,
            format,
            space,
            call,
            operands,
            line: RefCell::new(None),
            compute: OnceCell::new(),
        })
    }

    /// The result with every operation in a wider dtype, as stored: right, and soon found.
    pub(super) fn wider(&self, right: &Computed, dtype: DType) -> Vec<Vec<u8>> {
        let compute = self.space.compute;
        let wide = match part(compute) {
            None => [DType::F32, DType::F64],
            Some(_) => [DType::C64, DType::C128],
        };
        let wide = wide.into_iter().filter(|wide| wide.bits() > compute.bits());
        let stored = |wide: DType| {
            let widened =
                self.operands.iter().map(|operand| converted(operand, compute, wide).map(Cow::Owned));
            let widened = widened.collect::<Option<Vec<_>>>()?;
            let computed = self.space.computed_in(wide).compute(&widened)?;
            let elements = computed.stored(right.dtype)?.into_owned();
            Some(Computed { elements, ..right.clone() }.stored(dtype)?.into_owned())
        };
        wide.filter_map(stored).collect()
    }

    /// How far the result of a graded function is from its value, if the formula is no more than that.
    pub(super) fn distance(&self, at: usize, got: &[u8]) -> Option<u64> {
        // No page says where integers are rounded.
        if self.of_integers {
            return None;
        }
        let given = Given::of(self.call.args());
        let leaf = |x: &Expr| match x {
            Expr::Argument(argument, _) => self.element(*argument, at),
            Expr::Number(number) => Some(graded::integer(given.int(number)?, self.format)),
            _ => None,
        };
        graded::value(self.expr, &leaf)?.distance(self.format, self.format.load(got, at))
    }

    /// The element of an argument at a place; of complex ones, places are those of parts.
    fn element(&self, argument: usize, at: usize) -> Option<Float> {
        let operand = self.space.formula.each.operands.iter().position(|operand| *operand == argument)?;
        Some(self.format.decode(self.format.load(&self.operands[operand], at)))
    }

    /// What an argument has at a place where it may be used as it is: an integer of which a graded function is, as no page says
    /// where that is rounded, and a scalar that says nothing of the dtype to compute in. Of a complex number, a part.
    fn unrounded(&self, argument: usize, at: usize, of: usize) -> Option<Hull> {
        let tensor = self.call.args().tensor(argument)?;
        let (dtype, description) = (tensor.dtype(), &self.call.operator.arguments[argument]);
        let is_aside = || {
            let (operator, text) = (self.call.operator, self.space.formula.compute.text);
            let compute = || self.compute.get_or_init(|| language::typed(operator, &[], text, Type::DType));
            description.kind == ArgumentKind::Scalar
                && compute().as_ref().is_some_and(|compute| !compute.asks(Function::DTypeOf, argument))
        };
        let own = part(dtype).unwrap_or(dtype);
        if !(self.of_integers || is_aside()) || of * own.size() >= dtype.size() {
            return None;
        }
        let elements = self.space.laid(tensor.elements(), dtype.size(), tensor.shape());
        let element = elements.get(at * dtype.size()..(at + 1) * dtype.size())?;
        match format(own) {
            Some(format) => Some(Hull::of(format.decode(format.load(element, of)))),
            None if self.of_integers => Some(Hull::of_integer(integer(own, element)?).rounded(Format::F32)),
            None => Some(Hull::of_integer(integer(own, element)?)),
        }
    }

    /// What the element at a place may be.
    fn possible(&self, at: usize) -> Option<Possible> {
        match &self.space.formula.joined {
            Some(joined) => self.joined(joined, at),
            None => self.each(at),
        }
    }

    /// The same before it is joined with others.
    fn each(&self, at: usize) -> Option<Possible> {
        let usual = Some(Format::F32).filter(|usual| self.of_integers && self.format.holds(*usual));
        let of = |format: Format| {
            let given = Given::of(self.call.args());
            let is_complex = part(self.space.compute).is_some();
            let element = |argument: usize, part: usize| {
                let element = Hull::of(self.element(argument, if is_complex { 2 * at + part } else { at })?);
                Some(match self.unrounded(argument, at, part) {
                    Some(own) => element.joined(own),
                    None => element,
                })
            };
            let place = Place {
                format,
                distance: self.distance,
                is_complex,
                element: &element,
                int: &|expr| given.int(expr),
                truth: &|expr| given.truth(expr),
            };
            possible(self.expr, &place)
        };
        Some(match (of(self.format)?, usual.and_then(of)) {
            (Possible::Element(own), Some(Possible::Element(usual))) => Possible::Element(own.joined(usual)),
            (Possible::Complex([a, b]), Some(Possible::Complex([c, d]))) => {
                Possible::Complex([a.joined(c), b.joined(d)])
            }
            (own, _) => own,
        })
    }

    /// What a result of a line may be. All of a line are found at once.
    fn joined(&self, joined: &Joined, at: usize) -> Option<Possible> {
        let line = self.space.line?;
        let Some(at) = line.last(at) else {
            // The mean of nothing: no other result of no elements is other than one number.
            let nan = || Hull::of(Float::NAN);
            return (joined.by == Join::Mean).then(|| match part(self.space.compute) {
                Some(_) => Possible::Complex([nan(), nan()]),
                None => Possible::Element(nan()),
            });
        };
        if joined.by == Join::Product && part(self.space.compute).is_some() {
            // The parts of a product hang on both parts of its factors.
            let factors = line.up_to(at).map(|at| match self.each(at)? {
                Possible::Complex(parts) => Some(parts),
                _ => None,
            });
            return complex_product(&factors.collect::<Option<Vec<_>>>()?, self.format)
                .map(Possible::Complex);
        }
        let index = line.index(at);
        let start = at - index * line.step;
        let mut known = self.line.borrow_mut();
        if known.as_ref().is_none_or(|(known, _)| *known != start) {
            let elements = line.up_to(start + (line.n - 1) * line.step).map(|at| match self.each(at)? {
                Possible::Element(hull) => Some(vec![hull]),
                Possible::Complex(parts) => Some(parts.to_vec()),
                Possible::Truth(_) => None,
            });
            let elements = elements.collect::<Option<Vec<_>>>()?;
            let of_part = |part: usize| {
                let elements: Vec<Hull> = elements.iter().map(|parts| parts[part].clone()).collect();
                if line.folds {
                    return folded(joined.by, &elements, self.format).into_iter().collect();
                }
                scanned(joined.by, &elements, self.format)
            };
            *known = Some((start, (0..elements.first()?.len()).map(of_part).collect()));
        }
        let result = if line.folds { 0 } else { index };
        let mut parts = known.as_ref()?.1.iter().map(|part| part.get(result).cloned());
        Some(match (parts.next()??, parts.next().flatten()) {
            (re, Some(im)) => Possible::Complex([re, im]),
            (hull, None) => Possible::Element(hull),
        })
    }

    /// Whether an element may be what it is.
    pub(super) fn allows(&self, at: usize, dtype: DType, got: &[u8]) -> bool {
        match self.possible(at) {
            // As a bool, what is not zero is one.
            Some(Possible::Element(hull)) if dtype == DType::Bool => is_allowed(hull.truths(), dtype, got),
            Some(Possible::Complex([re, im])) if dtype == DType::Bool => {
                let (re, im) = (re.truths(), im.truths());
                is_allowed(Truths { yes: re.yes || im.yes, no: re.no && im.no }, dtype, got)
            }
            Some(Possible::Truth(truths)) => is_allowed(truths, dtype, got),
            Some(Possible::Complex(parts)) => {
                let own = part(dtype).unwrap_or(dtype);
                let got = got.chunks_exact(own.size());
                format(own).is_some_and(|stored| {
                    parts
                        .iter()
                        .zip(got)
                        .all(|(hull, got)| hull.contains_stored(self.format, stored, stored.load(got, 0)))
                })
            }
            // As a complex number, with no imaginary part.
            Some(Possible::Element(hull)) if part(dtype).is_some() => {
                let own = part(dtype).and_then(format);
                own.is_some_and(|stored| {
                    let (re, im) = (stored.load(got, 0), stored.load(got, 1));
                    im == 0 && hull.contains_stored(self.format, stored, re)
                })
            }
            Some(Possible::Element(hull)) => match format(dtype) {
                Some(stored) => hull.contains_stored(self.format, stored, stored.load(got, 0)),
                // What the dtype cannot hold becomes what no page says.
                None => dtype.integer_range().is_some_and(|range| {
                    integer(dtype, got).is_some_and(|got| hull.contains_integer(self.format, got))
                        || hull.leaves(range)
                }),
            },
            None => false,
        }
    }

    /// What would have been right, where it is not one number.
    pub(super) fn shown(&self, at: usize, dtype: DType) -> Option<String> {
        let Some(Possible::Element(hull)) = self.possible(at).filter(|_| dtype == self.space.compute) else {
            return None;
        };
        let nan = if hull.may_be_nan() { ", or NaN" } else { "" };
        let Some((low, high)) = hull.stored(self.format) else { return Some("NaN".to_owned()) };
        let to = if low == high { String::new() } else { format!(" to {}", show_bits(self.format, high)) };
        Some(format!("{}{to}{nan}", show_bits(self.format, low)))
    }
}

/// Whether an answer to a question, stored in a dtype, is possible.
fn is_allowed(truths: Truths, dtype: DType, got: &[u8]) -> bool {
    let is =
        |truth: bool| converted(&[u8::from(truth)], DType::Bool, dtype).is_some_and(|stored| stored == got);
    (truths.yes && is(true)) || (truths.no && is(false))
}

/// The value of an element of an integer dtype.
pub(super) fn integer(dtype: DType, element: &[u8]) -> Option<i128> {
    match Value::of(dtype, element)? {
        Value::Integer(value) => Some(value),
        Value::Float(_) => None,
    }
}
