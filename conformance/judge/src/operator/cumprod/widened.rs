//! Results in a wider dtype than the page's, as of frameworks that widen integers where no dtype is given: one requirement is
//! broken, that of the result's dtype. Their values are judged all the same where both dtypes hold them exactly.

use super::super::conversions::{converted, is_same};
use super::super::declarations::Route;
use super::super::declarations::{format, result};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::backend::OperatorSupport;
use ascertain::contract::{Contract, Level};
use ascertain::{DType, Tensor, requirement};

/// Judges a result of another dtype than `compute`, the page's. `judged` judges the values of an answer in its own dtype.
/// An adapter that declares this dtype is charged once for that, so its values alone are judged.
pub(super) fn judge(
    (input, compute): (&Tensor, DType),
    answer: &Tensor,
    support: Option<&OperatorSupport>,
    failure: Judgement,
    judged: impl Fn(&Tensor) -> Judgement,
) -> Judgement {
    let is_declared = result(support, compute) == Some(answer.dtype());
    let is_exact = input.dtype() == compute || holds(compute, input.dtype());
    if answer.shape() != input.shape() {
        return failure;
    }
    if !is_exact || !holds(answer.dtype(), compute) {
        let why = format!("a result in {}, as declared, which does not hold every {compute}", answer.dtype());
        return if is_declared { Judgement::of(Verdict::Skipped).with_detail(why) } else { failure };
    }
    // Computed in the wider dtype, or in the page's and then widened.
    let is_wrong = |judgement: &Judgement| judgement.kind == Some(FailKind::Value);
    let wide = judged(answer);
    let values = match narrowed(answer, compute).filter(|_| is_wrong(&wide)).map(|narrow| judged(&narrow)) {
        Some(narrow) if !is_wrong(&narrow) => narrow,
        _ => wide,
    };
    if is_declared || is_wrong(&values) {
        return values;
    }
    let Judgement { observations, elements, order_sensitive, .. } = values;
    Judgement { observations, elements, order_sensitive, ..failure }
}

/// Whether every number of one dtype is one of another.
fn holds(wide: DType, narrow: DType) -> bool {
    match (wide.integer_range(), narrow.integer_range(), format(wide), format(narrow)) {
        (Some(wide), Some(narrow), ..) => wide.0 <= narrow.0 && narrow.1 <= wide.1,
        (_, _, Some(wide), Some(narrow)) => wide.holds(narrow),
        _ => false,
    }
}

/// The same numbers in a narrower dtype, if it has them all.
fn narrowed(answer: &Tensor, to: DType) -> Option<Tensor> {
    let elements = converted(answer, to, Route::Direct)?.into_owned();
    let narrow = Tensor::new(to, answer.shape(), elements).ok()?;
    let back = converted(&narrow, answer.dtype(), Route::Direct)?;
    let (size, elements) = (answer.dtype().size(), answer.elements());
    let mut pairs = elements.chunks_exact(size).zip(back.chunks_exact(size));
    pairs.all(|(a, b)| is_same(answer.dtype(), a, b)).then_some(narrow)
}

/// The failure of a backend that declares other dtypes for its results than the page has, where no dtype is given.
pub(super) fn declared(support: &OperatorSupport, contract: &Contract) -> Option<Judgement> {
    let others = support.dtypes.iter().filter_map(|dtype| {
        let declared = result(Some(support), dtype).filter(|declared| *declared != dtype)?;
        Some(format!("{declared} for {dtype}"))
    });
    let others: Vec<String> = others.collect();
    let named = [requirement::cumprod::OUT_DTYPE_UNDEFINED, requirement::cumprod::VALUE];
    let mut named = named.into_iter().filter_map(|id| contract.requirement(id));
    let broken = named.find(|r| r.level == Level::Must).filter(|_| !others.is_empty())?;
    let mut failure =
        Judgement::fail(broken.id, FailKind::DType, "results in input's dtype", others.join(", "));
    (failure.basis, failure.cite) = (broken.basis, Some(broken.cite.into()));
    Some(failure.with_detail("declared; the values of these results are judged in the dtype that they have"))
}
