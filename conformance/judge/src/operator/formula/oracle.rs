//! What else than the reference's result is right, where floats are computed.

use super::ways::{Way, own};
use crate::oracle::each::{Place, Possible, is_move, possible};
use crate::oracle::graded;
use crate::oracle::kept::KeptLines;
use crate::oracle::out_of_range::Value;
use crate::oracle::scan::{complex_product, folded, other_ways, scanned};
use crate::oracle::spans::{Hull, Truths};
use crate::oracle::{Float, Format, show_bits};
use ascertain::DType;
use ascertain::call::Invocation;
use ascertain::contract::{ArgumentKind, Join, Joined};
use ascertain::formula::{Computed, Line, Space, converted, part};
use ascertain::language::{self, Given, Type};
use ascertain_language::eval::Environment;
use ascertain_language::expr::{Expr, Function};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

/// What else is right where the dtype that is computed in is a float.
pub(super) struct Oracle<'a> {
    expr: &'a Expr,
    format: Format,
    /// The format that results on the way along a line are rounded to.
    accumulator: Format,
    space: &'a Space<'a>,
    call: &'a Invocation,
    way: &'a Way<'a>,
    /// Whether it is a graded function of integers. No page says in which floats that is computed: f32 is the usual one.
    of_integers: bool,
    /// How far graded functions may be from their value, where that is declared or demanded.
    distance: Option<u64>,
    /// By the place where a line starts: the hulls of its results, of each part of them.
    lines: RefCell<KeptLines>,
    /// The dtype that it is computed in, as an expression, once it was asked for.
    compute: OnceCell<Option<Expr>>,
}

impl<'a> Oracle<'a> {
    /// One for each way.
    pub(super) fn all(
        space: &'a Space<'a>,
        call: &'a Invocation,
        ways: &'a [Way<'a>],
        distance: Option<u64>,
    ) -> Vec<Self> {
        ways.iter().filter_map(|way| Self::of(space, call, way, distance)).collect()
    }

    pub(super) fn of(
        space: &'a Space<'a>,
        call: &'a Invocation,
        way: &'a Way<'a>,
        distance: Option<u64>,
    ) -> Option<Self> {
        let formula = space.formula;
        let format = way.format(space.compute)?;
        let is_whole =
            |at: &usize| call.args().dtype_of(*at).is_some_and(|own| !own.is_float() && part(own).is_none());
        Some(Self {
            distance,
            of_integers: super::is_graded(formula) && formula.each.operands.iter().all(is_whole),
            expr: formula.each.expr()?,
            format,
            accumulator: format,
            space,
            call,
            way,
            lines: RefCell::default(),
            compute: OnceCell::new(),
        })
    }

    /// The same where lines are joined in a wider format, and each result is stored once.
    pub(super) fn accumulating(self, accumulator: Format) -> Self {
        Self { accumulator, ..self }
    }

    /// The result with every operation in a wider dtype, as stored: right, and soon found.
    pub(super) fn wider(&self, right: &Computed, dtype: DType) -> Vec<Vec<u8>> {
        let compute = self.space.compute;
        let wide = match part(compute) {
            None => [DType::F32, DType::F64],
            Some(_) => [DType::C64, DType::C128],
        };
        let wide = wide.into_iter().filter(|wide| wide.bits() > compute.bits());
        wide.filter_map(|wide| self.computed_in(wide, right, dtype)).collect()
    }

    /// The result with every operation in one dtype, as stored.
    pub(super) fn computed_in(&self, wide: DType, right: &Computed, dtype: DType) -> Option<Vec<u8>> {
        let compute = self.space.compute;
        let widened =
            self.way.operands.iter().map(|operand| converted(operand, compute, wide).map(Cow::Owned));
        let widened = widened.collect::<Option<Vec<_>>>()?;
        let computed = self.space.computed_in(wide).compute(&widened)?;
        let elements = computed.stored(right.dtype)?.into_owned();
        Some(Computed { elements, ..right.clone() }.stored(dtype)?.into_owned())
    }

    /// How far the result of a graded function is from its value, if the formula is no more than that.
    pub(super) fn distance(&self, at: usize, got: &[u8]) -> Option<u64> {
        // No page says where integers are rounded.
        if self.of_integers {
            return None;
        }
        let got = self.format.load(got, at);
        graded::distance(self.expr, &|operand| self.number(operand, at), self.format, got)
    }

    /// An operand of a graded function.
    fn number(&self, operand: &Expr, at: usize) -> Option<Float> {
        match operand {
            Expr::Argument(argument, _) => self.element(*argument, at),
            Expr::Number(number) => {
                Some(graded::integer(Given::of(self.call.args()).int(number)?, self.format))
            }
            _ => None,
        }
    }

    /// The element of an argument at a place; of complex ones, places are those of parts.
    fn element(&self, argument: usize, at: usize) -> Option<Float> {
        let operand = self.space.formula.each.operands.iter().position(|operand| *operand == argument)?;
        Some(self.format.decode(self.format.load(&self.way.operands[operand], at)))
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
        match self.way.format(own) {
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
        let Some(at) = line.last_joined(at) else {
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
        let hulls = || {
            let elements = line.up_to(start + (line.n - 1) * line.step).map(|at| match self.each(at)? {
                Possible::Element(hull) => Some(vec![hull]),
                Possible::Complex(parts) => Some(parts.to_vec()),
                Possible::Truth(_) => None,
            });
            let elements = elements.collect::<Option<Vec<_>>>()?;
            let of_part = |part: usize| {
                let elements: Vec<Hull> = elements.iter().map(|parts| parts[part].clone()).collect();
                if line.folds {
                    return folded(joined.by, &elements, self.accumulator).into_iter().collect();
                }
                scanned(joined.by, &elements, self.accumulator)
            };
            Some((0..elements.first()?.len()).map(of_part).collect())
        };
        let mut lines = self.lines.borrow_mut();
        let result = if line.folds { 0 } else { index };
        let mut parts = lines.line(start, line.n, hulls)?.iter().map(|part| part.get(result).cloned());
        Some(match (parts.next()??, parts.next().flatten()) {
            (re, Some(im)) => Possible::Complex([re, im]),
            (hull, None) => Possible::Element(hull),
        })
    }

    /// Whether an element may be what it is.
    pub(super) fn allows(&self, at: usize, dtype: DType, got: &[u8]) -> bool {
        let hulls = match self.possible(at) {
            None => return false,
            Some(Possible::Truth(truths)) => return is_allowed(truths, dtype, got),
            Some(Possible::Element(hull)) => vec![self.settled(hull, at)],
            Some(Possible::Complex(parts)) => parts.map(|hull| self.settled(hull, at)).into(),
        };
        // As a bool, what is not zero is one.
        if dtype == DType::Bool {
            let truths = hulls.iter().map(Hull::truths);
            let either =
                |one: Truths, other: Truths| Truths { yes: one.yes || other.yes, no: one.no && other.no };
            return truths.reduce(either).is_some_and(|truths| is_allowed(truths, dtype, got));
        }
        let Some(stored) = self.way.format(dtype) else {
            // What the dtype cannot hold becomes what no page says.
            return dtype.integer_range().is_some_and(|range| {
                integer(dtype, got).is_some_and(|got| hulls[0].contains_integer(self.format, got))
                    || hulls[0].leaves(range)
            });
        };
        // A complex number that a real one is stored as has no imaginary part, or NaN beside NaN.
        let is_nan = |bits: u64| stored.decode(bits).is_nan();
        let beside_nan = hulls[0].may_be_nan() && is_nan(stored.load(got, 0));
        let mut parts = (0..got.len() / stored.bytes()).map(|of| (hulls.get(of), stored.load(got, of)));
        parts.all(|(hull, got)| {
            hull.map_or(got == 0 || (beside_nan && is_nan(got)), |hull| self.holds(hull, dtype, got))
        })
    }

    /// What a result may be once it is in the dtype that is computed in: what is not copied may be flushed there too.
    fn settled(&self, hull: Hull, at: usize) -> Hull {
        let is_first = |line: Line| line.last_joined(at).is_none_or(|at| line.index(at) == 0);
        let is_copied = is_move(self.expr) && self.space.line.is_none_or(is_first);
        if is_copied { hull } else { hull.settled(self.format) }
    }

    /// Whether a float may be stored so: rounded to the dtype that is computed in and then converted, or converted alone.
    fn holds(&self, hull: &Hull, dtype: DType, got: u64) -> bool {
        let Some(stored) = self.way.format(dtype).filter(|_| own(dtype) != own(self.space.compute)) else {
            return hull.contains(self.format, got);
        };
        let through = self.way.through(self.space.compute, dtype);
        let holds = |hull: Hull| {
            let by = through.into_iter().chain([stored]);
            by.fold(hull, |hull, format| hull.flushed(format).converted(format).settled(format))
                .contains(stored, got)
        };
        holds(hull.clone().settled(self.format))
            || holds(hull.clone().converted(self.format).settled(self.format))
    }

    /// The lowest and the highest number that an element may be stored as in a float dtype, or that each part of it may be. None for a
    /// part that can only be NaN; nothing where that is not known.
    pub(super) fn ends(&self, at: usize, dtype: DType) -> Vec<Option<[u64; 2]>> {
        let hulls = match self.possible(at) {
            Some(Possible::Element(hull)) => vec![hull],
            Some(Possible::Complex(parts)) => parts.into(),
            _ => Vec::new(),
        };
        let Some(stored) = self.way.format(dtype) else { return Vec::new() };
        let through = self.way.through(self.space.compute, dtype);
        let ends = |hull: Hull| {
            let hull = self.settled(hull, at);
            if own(dtype) == own(self.space.compute) {
                return hull.stored(self.format);
            }
            let once =
                hull.clone().settled(self.format).joined(hull.converted(self.format).settled(self.format));
            let by = through.into_iter().chain([stored]);
            by.fold(once, |hull, format| hull.flushed(format).converted(format).settled(format))
                .stored(stored)
        };
        hulls.into_iter().map(|hull| ends(hull).map(|(low, high)| [low, high])).collect()
    }

    /// The reading that a wrong element breaks, if another one explains it.
    pub(super) fn reading(&self, at: usize, dtype: DType, got: &[u8]) -> Option<&'static str> {
        let Some(joined) = &self.space.formula.joined else {
            return self.reading_of_function(at, dtype, got).filter(|_| super::is_graded(self.space.formula));
        };
        let (line, Expr::Argument(argument, _)) = (self.space.line?, self.expr) else { return None };
        let words = match joined.by {
            Join::Sum => "as a compensated sum; a sum is read as additions, each rounded to nearest",
            Join::Mean => "as a mean that every element corrects; a mean is read as a sum and a quotient",
            _ => return None,
        };
        if dtype != self.space.compute || !dtype.is_float() {
            return None;
        }
        let numbers = line
            .up_to(line.last_joined(at)?)
            .map(|at| self.element(*argument, at))
            .collect::<Option<Vec<_>>>()?;
        other_ways(joined.by, &numbers, self.format).contains(&self.format.load(got, 0)).then_some(words)
    }

    fn reading_of_function(&self, at: usize, dtype: DType, got: &[u8]) -> Option<&'static str> {
        if part(dtype).is_some() && part(self.space.compute).is_some() {
            return self.reading_of_complex(at, dtype, got);
        }
        let format = self.way.format(dtype).filter(|_| dtype.is_float())?;
        let (right, bits) = (format.load(&self.way.expected, at), format.load(got, 0));
        let at_any_distance = Self::of(self.space, self.call, self.way, Some(i64::MAX as u64))?;
        if graded::is_beside(self.expr, &|operand| self.number(operand, at), format, bits)
            && at_any_distance.allows(at, dtype, got)
        {
            return Some(
                "how exact a function has to be is read as half of the digits of its value, also below one",
            );
        }
        let magnitude = right & format.magnitude_mask();
        if [0, format.infinity_bits()].contains(&magnitude) && right ^ bits == format.sign_bit() {
            return Some("the signs of zeros and infinities are read as IEEE 754-2019, 9.2 has them");
        }
        let overflows = magnitude == format.one_bits() && format.decode(bits).is_nan();
        let is_tanh = matches!(self.expr, Expr::Apply(Function::Tanh, _));
        (is_tanh && overflows)
            .then_some("tanh is read as a function, not as a quotient of exponentials, which overflow")
    }

    fn reading_of_complex(&self, at: usize, dtype: DType, got: &[u8]) -> Option<&'static str> {
        let (middle, last) = (got.len() / 2, got.len() - 1);
        // The sign of a number is in its last byte.
        let turned = |got: &[u8], last: usize| {
            let mut turned = got.to_vec();
            turned[last] ^= 0x80;
            turned
        };
        let is_allowed = |got: &[u8]| self.allows(at, dtype, got);
        let imaginary = self.format.load(&self.way.operands[0], 2 * at + 1);
        let is_on_cut = imaginary & self.format.magnitude_mask() == 0;
        let across = turned(got, last);
        if is_on_cut && is_allowed(&across) {
            return Some("the sign of a zero is read as the side of a branch cut, as C99, Annex G, has it");
        }
        let is_root = matches!(self.expr, Expr::Apply(Function::Sqrt | Function::Rsqrt, _));
        let is_beside_axis = |got: &[u8]| {
            let on_axis = [&vec![0; middle], &got[middle..]].concat();
            is_root && is_allowed(&turned(got, middle - 1)) && is_allowed(&on_axis)
        };
        if is_beside_axis(got) {
            return Some("the real part of a root is read as not negative, as C99, Annex G, has it");
        }
        (is_on_cut && is_beside_axis(&across)).then_some(
            "the real part of a root is read as not negative, and the sign of a zero as the side of a branch cut, as C99, Annex G, \
             has them",
        )
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
