//! Judges float products: by the declarations of the backend, and if these do not hold, by what any honest implementation
//! may give.

use super::declared::{conversion, declared};
use super::factors::{Route, converted, has_routes};
use super::place;
use crate::oracle::{Declared, Format, Lines, LinesReport, WrongElement, judge_lines, show_bits};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::backend::OperatorSupport;
use ascertain::{DType, Tensor, requirement};

/// The input, and the backend's answer.
pub(super) struct Array<'a> {
    pub(super) input: &'a Tensor,
    pub(super) compute: DType,
    pub(super) format: Format,
    /// The answer's elements, row-major.
    pub(super) got: &'a [u8],
    pub(super) lines: Lines,
}

/// Judges products in a float dtype.
pub(super) fn judge(array: &Array<'_>, support: Option<&OperatorSupport>) -> Judgement {
    let declared = declared(support, array.compute);
    let conversion = if has_routes(array.input.dtype(), array.compute) {
        conversion(support, array.compute)
    } else {
        None
    };
    match array.judge(&declared, conversion) {
        Err(why) => Judgement::of(Verdict::Skipped).with_detail(why),
        Ok((route, report)) => match &report.first_wrong {
            None => array.right(route, &report),
            Some(wrong) if declared == Declared::default() && conversion.is_none() => {
                array.wrong(wrong, &report)
            }
            Some(wrong) => array.judge_undeclared(wrong, &report, &declared, conversion),
        },
    }
}

impl Array<'_> {
    /// The report for the first conversion route for which everything is right, or else for the first route.
    fn judge(&self, declared: &Declared, route: Option<Route>) -> Result<(Route, LinesReport), String> {
        let first = route.unwrap_or(Route::Direct);
        let report = self.judge_by(first, declared)?;
        if report.wrong > 0 && route.is_none() && has_routes(self.input.dtype(), self.compute) {
            let other = self.judge_by(Route::ThroughF32, declared)?;
            if other.wrong == 0 {
                return Ok((Route::ThroughF32, other));
            }
        }
        Ok((first, report))
    }

    fn judge_by(&self, route: Route, declared: &Declared) -> Result<LinesReport, String> {
        let factors = converted(self.input, self.compute, route).ok_or("no conversion to that dtype")?;
        judge_lines(self.format, &factors, self.got, self.lines, declared).map_err(|e| e.to_string())
    }

    /// The result contradicts the declarations. If it is right without them, the declaration failed, else the product.
    fn judge_undeclared(
        &self,
        as_declared: &WrongElement,
        report: &LinesReport,
        declared: &Declared,
        conversion: Option<Route>,
    ) -> Judgement {
        match self.judge(&Declared::default(), None) {
            Err(why) => Judgement::of(Verdict::Skipped).with_detail(why),
            Ok((_, undeclared)) => match &undeclared.first_wrong {
                Some(wrong) => self.wrong(wrong, &undeclared),
                None => {
                    let mut judgement = self.wrong(as_declared, report);
                    let detail = judgement.detail.unwrap_or_default();
                    let claim = claim(declared, conversion);
                    judgement.kind = Some(FailKind::Declaration);
                    judgement.detail =
                        Some(format!("{detail}; declared or demanded: {claim}; right without that"));
                    judgement
                }
            },
        }
    }

    fn right(&self, route: Route, report: &LinesReport) -> Judgement {
        let mut judgement = Judgement::of(Verdict::Pass);
        if route == Route::ThroughF32 {
            let words = format!("{} to {} rounds through f32", self.input.dtype(), self.compute);
            judgement.observations.push((requirement::cumprod::CONVERT_BEFORE, words));
        }
        judgement.order_sensitive = report.order_sensitive;
        judgement
    }

    fn wrong(&self, wrong: &WrongElement, report: &LinesReport) -> Judgement {
        let place = place(self.input.shape(), self.lines, wrong.outer, wrong.index, wrong.inner);
        let others = match report.wrong {
            1 => "the only wrong element".to_owned(),
            n => format!("the first of {n} wrong elements"),
        };
        let (right, got) = (wrong.expected.to_string(), show_bits(self.format, wrong.got_bits));
        let factors = wrong.index + 1;
        let detail = format!("element {place:?}, product of {factors} factors, {others}: {}", wrong.kind);
        let failure = Judgement::fail(FailKind::Value, right, got).with_detail(detail);
        Judgement { at: Some(place), order_sensitive: report.order_sensitive, ..failure }
    }
}

/// A declaration in words.
fn claim(declared: &Declared, conversion: Option<Route>) -> String {
    let Declared { order, accumulator, subnormals } = declared;
    let points = [
        order.word().map(|order| format!("order {order}")),
        accumulator.map(|accumulator| format!("accumulator {accumulator}")),
        subnormals.map(|subnormals| format!("subnormals {subnormals}")),
        conversion.map(|route| format!("conversion {route}")),
    ];
    points.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
