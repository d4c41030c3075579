//! What else than the reference's result is right, where floats are computed.

use super::super::conversions::has_routes;
use super::super::declarations::{self, Route};
use super::super::out_of_range::Value;
use crate::oracle::each::{Place, Possible, is_move, possible};
use crate::oracle::graded;
use crate::oracle::scan::{complex_product, folded, other_ways, scanned};
use crate::oracle::spans::{Hull, Truths};
use crate::oracle::{Float, Format, Magnitude, Subnormals, show_bits};
use ascertain::DType;
use ascertain::backend::OperatorSupport;
use ascertain::call::Invocation;
use ascertain::contract::{ArgumentKind, Join, Joined};
use ascertain::formula::{Computed, Line, Space, converted, part};
use ascertain::language::{self, Given, Type};
use ascertain_language::eval::Environment;
use ascertain_language::expr::{Expr, Function};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

/// What is supposed of subnormal numbers and of conversions: what a backend declares of them, or a way to see whether it explains
/// results.
#[derive(Clone, Copy, Default)]
pub(super) struct Claims<'a> {
    pub(super) support: Option<&'a OperatorSupport>,
    pub(super) subnormals: Option<Subnormals>,
    pub(super) route: Option<Route>,
}

impl Claims<'_> {
    /// The format of a dtype or of its parts, if that is a float.
    pub(super) fn format(&self, dtype: DType) -> Option<Format> {
        let own = part(dtype).unwrap_or(dtype);
        let declared = declarations::declared(self.support, own).subnormals;
        declarations::format(own).map(|format| format.declaring(self.subnormals.or(declared)))
    }

    /// How a conversion may round on its way.
    fn routes(&self, from: DType, to: DType) -> Vec<Route> {
        match self.route.or_else(|| declarations::conversion(self.support, to)) {
            _ if !has_routes(from, to) => vec![Route::Direct],
            Some(route) => vec![route],
            None => Route::DECLARABLE.to_vec(),
        }
    }

    /// What numbers of a dtype may become in a float dtype: rounded, and subnormal numbers of either kept or not.
    fn converted(&self, hull: &Hull, from: DType, to: DType) -> Option<Hull> {
        let format = self.format(to)?;
        let hull = hull.clone().flushed(format);
        let by = |route| match route {
            Route::Direct => Some(hull.clone().converted(format)),
            Route::Through(middle) => Some(hull.clone().converted(self.format(middle)?).converted(format)),
        };
        Some(self.routes(from, to).into_iter().filter_map(by).reduce(Hull::joined)?.settled(format))
    }

    /// Whether anything is declared of these dtypes, and whether that denies results of the reference, which keeps subnormal
    /// numbers and rounds once.
    pub(super) fn about(&self, dtypes: &[DType]) -> (bool, bool) {
        let subnormals = || dtypes.iter().filter_map(|dtype| self.format(*dtype)?.subnormals());
        let routes = || {
            dtypes
                .iter()
                .filter_map(|dtype| declarations::conversion(self.support, part(*dtype).unwrap_or(*dtype)))
        };
        let denies = subnormals().any(|subnormals| subnormals == Subnormals::Flush)
            || routes().any(|route| route != Route::Direct);
        (subnormals().next().is_some() || routes().next().is_some(), denies)
    }
}

/// What else is right where the dtype that is computed in is a float.
pub(super) struct Oracle<'a> {
    expr: &'a Expr,
    format: Format,
    space: &'a Space<'a>,
    call: &'a Invocation,
    operands: &'a [Cow<'a, [u8]>],
    /// The elements of operands of other dtypes than the one that is computed in, laid as they are.
    sources: Vec<Option<(DType, Cow<'a, [u8]>)>>,
    claims: Claims<'a>,
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
        claims: Claims<'a>,
    ) -> Option<Self> {
        let formula = space.formula;
        let format = claims.format(space.compute)?;
        let source = |at: &usize| {
            let tensor = call.args().tensor(*at).filter(|tensor| tensor.dtype() != space.compute)?;
            let dtype = tensor.dtype();
            Some((dtype, space.laid(tensor.elements(), dtype.size(), tensor.shape())))
        };
        let is_whole =
            |at: &usize| call.args().dtype_of(*at).is_some_and(|own| !own.is_float() && part(own).is_none());
        Some(Self {
            sources: formula.each.operands.iter().map(source).collect(),
            claims,
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
        graded::value(self.expr, &self.leaf(at))?.distance(self.format, self.format.load(got, at))
    }

    /// The numbers at a place of which a function may be.
    fn leaf(&self, at: usize) -> impl Fn(&Expr) -> Option<Float> {
        move |x| match x {
            Expr::Argument(argument, _) => self.element(*argument, at),
            Expr::Number(number) => {
                Some(graded::integer(Given::of(self.call.args()).int(number)?, self.format))
            }
            _ => None,
        }
    }

    /// The place of an argument among the operands.
    fn operand(&self, argument: usize) -> Option<usize> {
        self.space.formula.each.operands.iter().position(|operand| *operand == argument)
    }

    /// The element of an argument at a place; of complex ones, places are those of parts.
    fn element(&self, argument: usize, at: usize) -> Option<Float> {
        Some(self.format.decode(self.format.load(&self.operands[self.operand(argument)?], at)))
    }

    /// What an argument has at a place before any conversion, with the dtype of it; of a complex number, a part.
    fn source(&self, argument: usize, at: usize, of: usize) -> Option<(DType, Hull)> {
        let (dtype, elements) = self.sources[self.operand(argument)?].as_ref()?;
        let own = part(*dtype).unwrap_or(*dtype);
        if of * own.size() >= dtype.size() {
            return None;
        }
        let element = elements.get(at * dtype.size()..(at + 1) * dtype.size())?;
        let hull = match self.claims.format(own) {
            Some(format) => Hull::of(format.decode(format.load(element, of))),
            None => Hull::of_integer(integer(own, element)?),
        };
        Some((own, hull))
    }

    /// What an argument has at a place, converted to the dtype that is computed in.
    fn converted(&self, argument: usize, at: usize, of: usize) -> Option<Hull> {
        let compute = part(self.space.compute).unwrap_or(self.space.compute);
        let (own, hull) = self.source(argument, at, of).filter(|(own, _)| *own != compute)?;
        let hull = match self.claims.format(own) {
            Some(format) => hull.settled(format),
            None => hull,
        };
        self.claims.converted(&hull, own, compute)
    }

    /// What an argument has at a place where it may be used as it is: an integer of which a graded function is, as no page says
    /// where that is rounded, and a scalar that says nothing of the dtype to compute in. Of a complex number, a part.
    fn unrounded(&self, argument: usize, at: usize, of: usize) -> Option<Hull> {
        let description = &self.call.operator.arguments[argument];
        let is_aside = || {
            let (operator, text) = (self.call.operator, self.space.formula.compute.text);
            let compute = || self.compute.get_or_init(|| language::typed(operator, &[], text, Type::DType));
            description.kind == ArgumentKind::Scalar
                && compute().as_ref().is_some_and(|compute| !compute.asks(Function::DTypeOf, argument))
        };
        let (own, hull) = self.source(argument, at, of).filter(|_| self.of_integers || is_aside())?;
        Some(if self.of_integers && !own.is_float() { hull.rounded(Format::F32) } else { hull })
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
                let own =
                    || Some(Hull::of(self.element(argument, if is_complex { 2 * at + part } else { at })?));
                let element = self.converted(argument, at, part).or_else(own)?;
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

    /// What a result may be once it is in the dtype that is computed in: what is not a copy may be flushed there too.
    fn settled(&self, hull: &Hull, at: usize) -> Hull {
        let is_first = |line: Line| line.last(at).is_none_or(|at| line.index(at) == 0);
        let is_copy = is_move(self.expr) && self.space.line.is_none_or(is_first);
        if is_copy { hull.clone() } else { hull.clone().settled(self.format) }
    }

    /// Whether a float may be stored so: converted to the dtype that is computed in and to its own, or to its own alone.
    fn holds(&self, hull: &Hull, at: usize, dtype: DType, got: u64) -> bool {
        let compute = part(self.space.compute).unwrap_or(self.space.compute);
        let hull = self.settled(hull, at);
        let Some(stored) = self.claims.format(dtype) else { return false };
        if dtype == compute {
            return hull.contains(stored, got);
        }
        let twice = hull.clone().converted(self.format).settled(self.format);
        let is_in = |hull: &Hull| {
            self.claims.converted(hull, compute, dtype).is_some_and(|hull| hull.contains(stored, got))
        };
        is_in(&hull) || is_in(&twice)
    }

    /// Whether an element may be what it is.
    pub(super) fn allows(&self, at: usize, dtype: DType, got: &[u8]) -> bool {
        let own = part(dtype).unwrap_or(dtype);
        let bits = |at: usize| declarations::format(own).map(|format| format.load(got, at));
        match self.possible(at) {
            // As a bool, what is not zero is one.
            Some(Possible::Element(hull)) if dtype == DType::Bool => {
                is_allowed(hull.settled(self.format).truths(), dtype, got)
            }
            Some(Possible::Complex(parts)) if dtype == DType::Bool => {
                let [re, im] = parts.map(|part| part.settled(self.format).truths());
                is_allowed(Truths { yes: re.yes || im.yes, no: re.no && im.no }, dtype, got)
            }
            Some(Possible::Truth(truths)) => is_allowed(truths, dtype, got),
            Some(Possible::Complex(parts)) => {
                let mut all = parts.iter().take(got.len() / own.size()).enumerate();
                all.all(|(of, hull)| bits(of).is_some_and(|bits| self.holds(hull, at, own, bits)))
            }
            // As a complex number, with no imaginary part.
            Some(Possible::Element(hull)) if part(dtype).is_some() => {
                bits(1) == Some(0) && bits(0).is_some_and(|bits| self.holds(&hull, at, own, bits))
            }
            Some(Possible::Element(hull)) => match bits(0) {
                Some(bits) => self.holds(&hull, at, dtype, bits),
                // What the dtype cannot hold becomes what no page says.
                None => dtype.integer_range().is_some_and(|range| {
                    integer(dtype, got).is_some_and(|got| hull.contains_integer(self.format, got))
                        || hull.leaves(range)
                }),
            },
            None => false,
        }
    }

    /// The reading that a wrong element breaks, if another one explains it.
    pub(super) fn reading(&self, at: usize, got: &[u8]) -> Option<&'static str> {
        let Some(joined) = &self.space.formula.joined else {
            let is_graded = super::is_graded(self.space.formula)
                && !self.of_integers
                && part(self.space.compute).is_none();
            return graded::reading(self.expr, &self.leaf(at), self.format, self.format.load(got, at))
                .filter(|_| is_graded);
        };
        let (line, own) = (self.space.line?, part(self.space.compute));
        let Expr::Argument(argument, _) = self.expr else { return None };
        let places: Vec<usize> = line.up_to(line.last(at)?).collect();
        let parts = if own.is_some() { 2 } else { 1 };
        let numbers = |of: usize| places.iter().map(move |at| self.element(*argument, parts * at + of));
        if own.is_some() {
            let is_finite =
                |number: &Float| matches!(number.magnitude, Magnitude::Finite(_) | Magnitude::Zero);
            let mut all = numbers(0).chain(numbers(1)).flatten();
            let words = "the mean of complex numbers is read as the means of their parts";
            return (joined.by == Join::Mean && !all.all(|number| is_finite(&number))).then_some(words);
        }
        let numbers = numbers(0).collect::<Option<Vec<_>>>()?;
        let ways = other_ways(joined.by, &numbers, self.format);
        ways.into_iter().find(|(_, result)| *result == self.format.load(got, at)).map(|(words, _)| words)
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
