//! Judges float products: by the declarations of the backend, and if these do not hold, by what any honest implementation
//! may give.

use super::super::conversions::{Flushed, converted, has_routes};
use super::super::declarations::Route;
use super::super::declarations::{conversion, declared};
use super::{by_line, place};
use crate::oracle::{
    Declared, Format, Grouping, Lines, LinesReport, Subnormals, WrongElement, judge_lines, show_bits,
};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::backend::OperatorSupport;
use ascertain::{DType, Tensor, requirement};
use std::borrow::Cow;

/// The input, and the backend's answer.
pub(super) struct Array<'a> {
    pub(super) input: &'a Tensor,
    pub(super) compute: DType,
    pub(super) format: Format,
    /// The answer's elements, row-major.
    pub(super) got: &'a [u8],
    pub(super) lines: Lines,
}

/// What is declared of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Claims {
    products: Declared,
    /// How the input is rounded, where routes can differ.
    route: Option<Route>,
    /// What becomes of subnormal numbers of the input, where it is another float.
    inputs: Option<Subnormals>,
}

/// How the input was converted, if everything is right by that.
enum Conversion {
    Same(Route, Flushed),
    /// In different ways at different places.
    Different,
}

/// Judges products in a float dtype.
pub(super) fn judge(array: &Array<'_>, support: Option<&OperatorSupport>) -> Judgement {
    let claims = Claims::of(array, support);
    match array.judge(&claims) {
        Err(why) => Judgement::of(Verdict::Skipped).with_detail(why),
        Ok((conversion, report)) => match &report.first_wrong {
            None => array.right(&conversion, &report),
            Some(wrong) if claims == claims.free() => array.failed(wrong, &report),
            Some(wrong) => array.judge_undeclared(wrong, &report, &claims),
        },
    }
}

impl Claims {
    fn of(array: &Array<'_>, support: Option<&OperatorSupport>) -> Self {
        let (from, compute) = (array.input.dtype(), array.compute);
        let is_other_float = from.is_float() && from != compute;
        Self {
            products: declared(support, compute),
            route: if has_routes(from, compute) { conversion(support, compute) } else { None },
            inputs: if is_other_float { declared(support, from).subnormals } else { None },
        }
    }

    /// Nothing, but that factors may be permuted: this allows more, where the others allow less.
    fn free(&self) -> Self {
        let order = match self.products.order {
            Grouping::Permuted => Grouping::Permuted,
            Grouping::Any | Grouping::Fixed(_) => Grouping::Any,
        };
        Self { products: Declared { order, ..Declared::default() }, route: None, inputs: None }
    }

    /// The routes that are left open.
    fn routes(&self, from: DType, compute: DType) -> Vec<Route> {
        match self.route {
            Some(route) => vec![route],
            None if has_routes(from, compute) => Route::DECLARABLE.to_vec(),
            None => vec![Route::Direct],
        }
    }

    /// What may be flushed.
    fn flushed(&self) -> impl Iterator<Item = Flushed> + use<> {
        let may_flush = |subnormals| subnormals != Some(Subnormals::Keep);
        let (inputs, results) = (may_flush(self.inputs), may_flush(self.products.subnormals));
        let all = [(false, false), (true, false), (false, true), (true, true)];
        let all = all.into_iter().map(|(inputs, results)| Flushed { inputs, results });
        all.filter(move |flushed| inputs >= flushed.inputs && results >= flushed.results)
    }
}

impl Array<'_> {
    /// The report for the first conversion by which everything is right, or else for the first of all.
    fn judge(&self, claims: &Claims) -> Result<(Conversion, LinesReport), String> {
        let mut tried: Vec<Cow<'_, [u8]>> = Vec::new();
        let mut first = None;
        for flushed in claims.flushed() {
            for route in claims.routes(self.input.dtype(), self.compute) {
                let Some(factors) = self.factors(route, flushed)? else { continue };
                if tried.contains(&factors) {
                    continue;
                }
                let report = self.judge_by(&factors, claims)?;
                if report.wrong == 0 {
                    return Ok((Conversion::Same(route, flushed), report));
                }
                first.get_or_insert((Conversion::Same(route, flushed), report));
                tried.push(factors);
            }
        }
        if tried.len() > 1 {
            let report = by_line::judge(self.format, &tried, self.got, self.lines, &claims.products);
            if let Some(report) = report.map_err(|e| e.to_string())? {
                return Ok((Conversion::Different, report));
            }
        }
        first.ok_or_else(|| "no conversion to that dtype".to_owned())
    }

    /// The converted input; `None` if there is nothing to flush.
    fn factors(&self, route: Route, flushed: Flushed) -> Result<Option<Cow<'_, [u8]>>, String> {
        let factors = converted(self.input, self.compute, route).ok_or("no conversion to that dtype")?;
        if flushed == Flushed::default() {
            return Ok(Some(factors));
        }
        let mut factors = factors.into_owned();
        Ok(flushed.apply(self.input, self.compute, &mut factors).then_some(Cow::Owned(factors)))
    }

    fn judge_by(&self, factors: &[u8], claims: &Claims) -> Result<LinesReport, String> {
        judge_lines(self.format, factors, self.got, self.lines, &claims.products).map_err(|e| e.to_string())
    }

    /// The result contradicts the declarations. If it is right without them, the declaration failed, else the product.
    fn judge_undeclared(
        &self,
        as_declared: &WrongElement,
        report: &LinesReport,
        claims: &Claims,
    ) -> Judgement {
        match self.judge(&claims.free()) {
            Err(why) => Judgement::of(Verdict::Skipped).with_detail(why),
            Ok((_, undeclared)) => match &undeclared.first_wrong {
                Some(wrong) => self.failed(wrong, &undeclared),
                None => {
                    let judgement = self.wrong(as_declared, report, Judgement::declaration_warning);
                    let detail = judgement.detail.as_deref().unwrap_or_default();
                    let claim = self.words(claims);
                    let detail = format!("{detail}; declared or demanded: {claim}; right without that");
                    judgement.with_detail(detail)
                }
            },
        }
    }

    fn right(&self, conversion: &Conversion, report: &LinesReport) -> Judgement {
        let mut judgement = Judgement::of(Verdict::Pass);
        let words = match *conversion {
            Conversion::Same(route, Flushed { inputs, results }) => [
                matches!(route, Route::Through(_)).then_some("rounds through f32"),
                inputs.then_some("reads subnormal numbers as zeros"),
                results.then_some("flushes what is tiny before it is rounded"),
            ],
            Conversion::Different => [Some("rounds or flushes differently at different places"), None, None],
        };
        for words in words.into_iter().flatten() {
            let words = format!("{} to {} {words}", self.input.dtype(), self.compute);
            judgement.observations.push((requirement::cumprod::CONVERT_ROUNDS, words));
        }
        judgement.order_sensitive = report.order_sensitive;
        judgement
    }

    fn failed(&self, wrong: &WrongElement, report: &LinesReport) -> Judgement {
        let value = |right, got| Judgement::fail(requirement::cumprod::VALUE, FailKind::Value, right, got);
        self.wrong(wrong, report, value)
    }

    fn wrong(
        &self,
        wrong: &WrongElement,
        report: &LinesReport,
        failure: impl FnOnce(String, String) -> Judgement,
    ) -> Judgement {
        let line = wrong.outer * self.lines.inner + wrong.inner;
        let place = place(self.input.shape(), self.lines.at(line, wrong.index));
        let others = match report.wrong {
            1 => "the only wrong element".to_owned(),
            n => format!("the first of {n} wrong elements"),
        };
        let (right, got) = (wrong.right(), show_bits(self.format, wrong.got_bits));
        let detail = match (wrong.equation(), wrong.index) {
            (Some(equation), _) => format!("element {place:?}, {others}: {equation}"),
            (None, 0) => format!("element {place:?}, the first factor of its line, {others}: {}", wrong.kind),
            (None, n) => format!("element {place:?}, product of {} factors, {others}: {}", n + 1, wrong.kind),
        };
        let failure = failure(right, got).with_detail(detail);
        Judgement { at: Some(place), order_sensitive: report.order_sensitive, ..failure }
    }

    /// Declarations in words.
    fn words(&self, claims: &Claims) -> String {
        let Claims { products: Declared { order, accumulator, subnormals }, route, inputs } = claims;
        let points = [
            order.word().map(|order| format!("order {order}")),
            accumulator.map(|accumulator| format!("accumulator {accumulator}")),
            subnormals.map(|subnormals| format!("subnormals {subnormals}")),
            route.map(|route| format!("conversion {route}")),
            inputs.map(|subnormals| format!("subnormals of {} {subnormals}", self.input.dtype())),
        ];
        points.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
