//! Spans of exact numbers, and hulls: a few of them, and perhaps NaN.

use super::end::{End, order};
use super::{Float, Format, Mag, Magnitude, Subnormals};
use ascertain::formula::RoundToInteger;
use ascertain_language::expr::Op;
use core::cmp::Ordering;
use num_bigint::BigInt;

/// Every value from one end to the other.
pub(super) type Span = (End, End);

/// A few spans of values, and perhaps NaN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull {
    /// In order, and apart.
    spans: Vec<Span>,
    nan: bool,
}

/// Which answers to a question are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truths {
    /// Yes is.
    pub yes: bool,
    /// No is.
    pub no: bool,
}

impl Hull {
    /// More spans than this become one.
    const MOST: usize = 16;

    /// One datum.
    #[must_use]
    pub fn of(float: Float) -> Self {
        let end = End::of(float);
        Self { nan: end.is_none(), spans: end.map(|end| (end.clone(), end)).into_iter().collect() }
    }

    /// One integer.
    #[must_use]
    pub fn of_integer(value: i128) -> Self {
        let end = match value {
            0 => End::Zero { negative: false },
            _ => End::Finite(BigInt::from(value), 0),
        };
        Self::new(vec![(end.clone(), end)], false)
    }

    pub(super) fn new(mut all: Vec<Span>, nan: bool) -> Self {
        all.sort();
        let mut spans: Vec<Span> = Vec::new();
        for (low, high) in all {
            match spans.last_mut() {
                Some((_, end)) if low <= *end => *end = high.max(end.clone()),
                _ => spans.push((low, high)),
            }
        }
        if spans.len() > Self::MOST {
            // Infinities stay points beside it.
            let is_finite = |end: &End| !matches!(end, End::Infinite { .. });
            let (first, last) = (spans[0].clone(), spans[spans.len() - 1].clone());
            let mut points = vec![first, last];
            points.retain(|(low, high)| low == high && !is_finite(low));
            spans.retain(|span| !points.contains(span));
            let one = spans.into_iter().reduce(covering);
            spans = points;
            spans.extend(one);
            spans.sort();
        }
        Self { spans, nan }
    }

    /// What either of two is.
    #[must_use]
    pub fn joined(mut self, other: Self) -> Self {
        self.spans.extend(other.spans);
        Self::new(self.spans, self.nan || other.nan)
    }

    /// The bits of the one datum of a format, or NaN, that it is.
    pub(super) fn datum(&self, format: Format) -> Option<u64> {
        match &*self.spans {
            [] if self.nan => Some(format.nan_bits()),
            [(low, high)] if low == high && !self.nan => Some(format.encode(low.rounded(format))),
            _ => None,
        }
    }

    /// With zeros of both signs, where it can be one.
    pub(super) fn with_either_zero(mut self) -> Self {
        if self.has_zero() {
            let zeros = [true, false].map(|negative| (End::Zero { negative }, End::Zero { negative }));
            self.spans.extend(zeros);
        }
        Self::new(self.spans, self.nan)
    }

    /// Without negative numbers.
    pub(super) fn not_negative(self) -> Self {
        let zero = End::Zero { negative: true };
        self.map(&|(low, high)| (high >= zero).then(|| (low.max(zero.clone()), high)))
    }

    /// With zero beside negative zero, where it can be that.
    pub(super) fn with_zero(mut self) -> Self {
        let zero = |negative| End::Zero { negative };
        if self.spans.iter().any(|(low, high)| *low <= zero(true) && zero(true) <= *high) {
            self.spans.push((zero(false), zero(false)));
        }
        Self::new(self.spans, self.nan)
    }

    /// In order, and apart.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// With both infinities, where it may be NaN.
    pub(super) fn or_infinite(mut self) -> Self {
        if self.nan {
            self.spans.extend(
                [true, false].map(|negative| (End::Infinite { negative }, End::Infinite { negative })),
            );
        }
        Self::new(self.spans, self.nan)
    }

    /// Whatever there is.
    #[must_use]
    pub fn anything() -> Self {
        Self { spans: vec![(End::Infinite { negative: true }, End::Infinite { negative: false })], nan: true }
    }

    /// Its ends; none if it is NaN.
    pub(super) fn ends(&self) -> Option<Span> {
        Some((self.spans.first()?.0.clone(), self.spans.last()?.1.clone()))
    }

    /// The hull of another function of each span.
    fn map(self, function: &dyn Fn(Span) -> Option<Span>) -> Self {
        Self::new(self.spans.into_iter().filter_map(function).collect(), self.nan)
    }

    /// Whether it is a zero and nothing else.
    pub(super) fn is_zero(&self) -> bool {
        !self.nan && self.spans.iter().all(|(low, high)| low.is_zero() && high.is_zero())
    }

    pub(super) fn has_zero(&self) -> bool {
        let zero = |negative| End::Zero { negative };
        self.spans.iter().any(|(low, high)| *low <= zero(false) && zero(true) <= *high)
    }

    pub(super) fn has_infinite(&self, negative: bool) -> bool {
        let infinite = End::Infinite { negative };
        self.spans.iter().any(|(low, high)| *low == infinite || *high == infinite)
    }

    pub(super) fn negated(self) -> Self {
        self.map(&|(low, high)| Some((high.negated(), low.negated())))
    }

    pub(super) fn magnitude(self) -> Self {
        self.map(&|(low, high)| match (low.is_negative(), high.is_negative()) {
            (false, _) => Some((low, high)),
            (true, true) => Some((high.negated(), low.negated())),
            (true, false) => Some((End::Zero { negative: false }, low.negated().max(high))),
        })
    }

    pub(super) fn whole(self, to: RoundToInteger) -> Self {
        self.map(&|(low, high)| Some((low.whole(to), high.whole(to))))
    }

    /// -1, 0 or 1. Of zero, either one; of NaN, which is on neither side of zero, any of them.
    pub(super) fn sign(self) -> Self {
        let sign = |end: End| match end {
            End::Zero { .. } => end,
            other => End::of_integer(if other.is_negative() { -1 } else { 1 }, 0),
        };
        let of_nan = [-1, 0, 1].map(|sign| (End::of_integer(sign, 0), End::of_integer(sign, 0)));
        let of_nan = of_nan.into_iter().filter(|_| self.nan);
        let mut signs = self.clone().map(&|(low, high)| Some((sign(low), sign(high))));
        signs.spans.extend(of_nan);
        Self::new(signs.spans, signs.nan).with_either_zero()
    }

    /// An operation that is monotone in each operand, at every pair of ends of each pair of spans.
    fn with(&self, other: &Self, operation: &dyn Fn(&End, &End) -> Option<End>) -> Self {
        let mut spans = Vec::new();
        for (a, b) in &self.spans {
            for (c, d) in &other.spans {
                let ends = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| operation(x, y));
                spans.extend(span(ends.into_iter().flatten()));
            }
        }
        Self::new(spans, self.nan || other.nan)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let cancels = |sign| self.has_infinite(sign) && other.has_infinite(!sign);
        // The greater either of them is, the greater their sum: the ends of one come from the ends at the same side.
        let mut sums = Vec::new();
        for (a, b) in &self.spans {
            sums.extend(other.spans.iter().filter_map(|(c, d)| match (a.plus(c), b.plus(d)) {
                (Some(low), Some(high)) => Some((low, high)),
                (low, high) => low.or(high).map(|end| (end.clone(), end)),
            }));
        }
        let sum = Self::new(sums, self.nan || other.nan);
        Self { nan: sum.nan || cancels(false) || cancels(true), ..sum }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let infinite = |hull: &Self| hull.has_infinite(false) || hull.has_infinite(true);
        let product = self.with(other, &End::times);
        let nan = self.has_zero() && infinite(other) || infinite(self) && other.has_zero();
        Self { nan: product.nan || nan, ..product }
    }

    /// Over a number above zero.
    pub(super) fn over(&self, divisor: &Self) -> Self {
        self.with(divisor, &End::divided)
    }

    /// The lesser or the greater of numbers of a format. With NaN, which pages do not speak of, it may be NaN or the other one; of
    /// zeros, either, and of subnormal numbers that may be compared as zeros.
    pub(super) fn extreme(&self, other: &Self, format: Format, pick: fn(End, End) -> End) -> Self {
        let least = End::power_of_two(format.min_exp());
        let is_zero =
            |end: &End| end.is_zero() || (format.subnormals().is_none() && end.clone().magnitude() < least);
        let mut hull = self.with(other, &|x, y| Some(pick(x.clone(), y.clone())));
        if self.has_zero() && other.has_zero() && hull.has_zero() {
            for (low, high) in self.spans.iter().chain(&other.spans) {
                let zeros = [low, high].into_iter().filter(|end| is_zero(end));
                hull.spans.extend(zeros.map(|zero| (zero.clone(), zero.clone())));
            }
            hull = Self::new(hull.spans, hull.nan);
        }
        if hull.nan { hull.joined(self.clone()).joined(other.clone()) } else { hull }
    }

    /// What an operation may leave of it: rounded or not, subnormal numbers kept or flushed. An infinity that a number is rounded to
    /// is a point: nothing lies between them.
    #[must_use]
    pub fn rounded(self, format: Format) -> Self {
        let mut spans = Vec::new();
        for (low, high) in self.spans {
            let mut one = (low.clone(), high.clone());
            for wide in [format, Format::F32, Format::F64, Format::X87] {
                for end in [&low, &high].into_iter().filter(|_| wide.holds(format)) {
                    match End::of(end.rounded(wide)) {
                        Some(end @ End::Infinite { .. }) => spans.push((end.clone(), end)),
                        Some(end) => one = covering(one, (end.clone(), end)),
                        None => {}
                    }
                }
            }
            spans.push(one);
        }
        Self::new(spans, self.nan).flushed(format)
    }

    /// With zeros beside subnormal numbers, unless these are declared to be kept.
    #[must_use]
    pub fn flushed(mut self, format: Format) -> Self {
        if format.subnormals() == Some(Subnormals::Keep) {
            return self;
        }
        let least = Magnitude::Finite(Mag::power_of_two(format.min_exp()));
        let zero = |negative| End::Zero { negative };
        let is_near = |negative: bool| {
            let least = End::of(Float { negative, magnitude: least });
            let (from, to) = if negative { (least, Some(zero(true))) } else { (Some(zero(false)), least) };
            let below = |end: &End| to.as_ref().is_some_and(|to| end < to);
            let above = |end: &End| from.as_ref().is_some_and(|from| end > from);
            self.spans.iter().any(|(low, high)| below(low) && above(high))
        };
        let are_near = [false, true].map(is_near);
        for (negative, is_near) in [false, true].into_iter().zip(are_near) {
            if is_near {
                self.spans.push((zero(negative), zero(negative)));
            }
        }
        Self::new(self.spans, self.nan)
    }

    /// The same once it is read or written in a format: without subnormal numbers, if they are declared to be flushed.
    #[must_use]
    pub fn settled(self, format: Format) -> Self {
        let hull = self.flushed(format);
        if format.subnormals() != Some(Subnormals::Flush) {
            return hull;
        }
        let (least, zero) = (End::power_of_two(format.min_exp()), |negative| End::Zero { negative });
        let kept = [
            (End::Infinite { negative: true }, least.clone().negated()),
            (zero(true), zero(false)),
            (least, End::Infinite { negative: false }),
        ];
        let mut spans = Vec::new();
        for (low, high) in &hull.spans {
            spans.extend(kept.iter().map(|(from, to)| (low.max(from).clone(), high.min(to).clone())));
        }
        spans.retain(|(low, high)| low <= high);
        Self::new(spans, hull.nan)
    }

    /// The least and the greatest datum of a format, once it is stored; none if it is NaN.
    #[must_use]
    pub fn stored(&self, format: Format) -> Option<(u64, u64)> {
        let (low, high) = self.ends()?;
        Some((format.encode(low.rounded(format)), format.encode(high.rounded(format))))
    }

    /// Whether the datum of a format is in it, once it is stored.
    #[must_use]
    pub fn contains(&self, format: Format, bits: u64) -> bool {
        let Some(end) = End::of(format.decode(bits)) else { return self.nan };
        let stored = |end: &End| End::of(end.rounded(format));
        self.spans.iter().any(|(low, high)| {
            stored(low).is_some_and(|low| low <= end) && stored(high).is_some_and(|high| end <= high)
        })
    }

    /// Its numbers, rounded to a format.
    #[must_use]
    pub fn converted(self, format: Format) -> Self {
        let rounded = |end: &End| End::of(end.rounded(format));
        self.map(&|(low, high)| Some((rounded(&low)?, rounded(&high)?)))
    }

    /// Whether an integer is in it, once its numbers are computed in a format, or not rounded, and have lost their fractions.
    #[must_use]
    pub fn contains_integer(&self, format: Format, integer: i128) -> bool {
        let integer = BigInt::from(integer);
        let whole = |end: &End| Some([end.clone(), End::of(end.rounded(format))?].map(|end| end.truncated()));
        self.spans.iter().any(|(low, high)| match (whole(low), whole(high)) {
            (Some(low), Some(high)) => {
                let low = low.into_iter().flatten().min();
                let high = high.into_iter().flatten().max();
                low.is_some_and(|low| low <= integer) && high.is_some_and(|high| integer <= high)
            }
            _ => false,
        })
    }

    /// Whether it can be NaN, or a number that has no whole part in a range.
    #[must_use]
    pub fn leaves(&self, (least, greatest): (i128, i128)) -> bool {
        let [below, above] = [least - 1, greatest + 1].map(|end| End::Finite(BigInt::from(end), 0));
        self.nan || self.spans.iter().any(|(low, high)| *low <= below || *high >= above)
    }

    /// Whether it can be other than zero, and zero.
    #[must_use]
    pub fn truths(&self) -> Truths {
        let is_zero = |(low, high): &Span| low.is_zero() && high.is_zero();
        Truths { yes: self.nan || !self.spans.iter().all(is_zero), no: self.has_zero() }
    }

    /// Whether it may be NaN.
    #[must_use]
    pub fn may_be_nan(&self) -> bool {
        self.nan
    }

    pub(super) fn compared(&self, op: Op, other: &Self) -> Truths {
        let holds = |order: Ordering| match op {
            Op::Eq => order.is_eq(),
            Op::Ne => order.is_ne(),
            Op::Lt => order.is_lt(),
            Op::Le => order.is_le(),
            Op::Gt => order.is_gt(),
            _ => order.is_ge(),
        };
        // NaN is unequal to everything, and not ordered.
        let nan = self.nan || other.nan;
        let mut truths = Truths { yes: nan && op == Op::Ne, no: nan && op != Op::Ne };
        for ((a, b), (c, d)) in self.spans.iter().flat_map(|x| other.spans.iter().map(move |y| (x, y))) {
            let orders = [order(a, d), order(b, c)];
            let between = (orders[0].is_le() && orders[1].is_ge()).then_some(Ordering::Equal);
            for order in orders.into_iter().chain(between) {
                truths.yes |= holds(order);
                truths.no |= !holds(order);
            }
        }
        truths
    }
}

/// The least span that has these ends.
pub(super) fn span(ends: impl IntoIterator<Item = End>) -> Option<Span> {
    ends.into_iter().map(|end| (end.clone(), end)).reduce(covering)
}

/// The least span that has all of two.
fn covering((a, b): Span, (c, d): Span) -> Span {
    (a.min(c), b.max(d))
}
