//! The cells that a case falls into.

use super::cells::{
    CALLS, COUNTS, LAYOUTS, LENGTHS, RANK, RATIOS, SIZES, TILES, TOGETHER, listed, range_of, section,
};
use super::{Place, conversions};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{CUMPROD, Level, REINTERPRET};
use ascertain::document::Editions;
use ascertain::{DType, Layout, Tensor};
use ascertain_conformance::case::Case;

/// The cells that a case falls into, some of them more than once.
pub(super) fn places(case: &Case, editions: &Editions) -> Vec<Place> {
    match &case.call {
        Call::Promote(call) => vec![promotion(call)],
        Call::Operate(call) if core::ptr::eq(call.operator, &CUMPROD) => cumprod(call, editions),
        Call::Operate(call) if core::ptr::eq(call.operator, &REINTERPRET) => reinterpretation(call),
        Call::Operate(_) => Vec::new(),
    }
}

fn promotion(call: &Promote) -> Place {
    let (row, column) = call.ranks.unwrap_or((1, 1));
    (section::PROMOTION, format!("{}, {row} and {column}", call.table.id).into())
}

fn cumprod(call: &Invocation, editions: &Editions) -> Vec<Place> {
    let Arg::Tensor(input) = call.get("input") else { return Vec::new() };
    let (layout, listed) = (input.layout(), listed(editions));
    let inplace = matches!(call.get("inplace"), Arg::Flag(true));
    let mut places = vec![
        (section::ELEMENTS, range_of(SIZES, layout.count()).into()),
        (section::RANK, rank(layout)),
        (section::CALL, CALLS[usize::from(inplace)].into()),
    ];
    let known = listed.contains(&input.dtype());
    places.push((section::DTYPE, if known { input.dtype().name() } else { "others" }.into()));
    let contract = call.operator.contract(editions);
    if contract.broken_by(call.args()).any(|r| r.level == Level::Must) {
        places.push((section::CALL, CALLS[4].into()));
        return places;
    }
    layouts(call, input, inplace, &mut places);
    if let Some(dim) = dim(call, layout) {
        lines(layout.shape(), dim, &mut places);
    }
    if call.get("alias") == &Arg::Flag(true) {
        places.push((section::CALL, CALLS[5].into()));
    }
    if matches!(call.get("dim"), Arg::Int(..0)) {
        places.push((section::CALL, CALLS[3].into()));
    }
    if let Arg::DType(to) = call.get("dtype") {
        places.push((section::CALL, CALLS[2].into()));
        if *to != input.dtype() {
            conversion(input, *to, &mut places);
        }
    }
    places
}

/// The dimension, counted from the front.
fn dim(call: &Invocation, layout: &Layout) -> Option<usize> {
    let Arg::Int(dim) = *call.get("dim") else { return None };
    let rank = layout.rank();
    usize::try_from(if dim < 0 { dim + rank as i64 } else { dim }).ok().filter(|&dim| dim < rank)
}

fn rank(layout: &Layout) -> std::borrow::Cow<'static, str> {
    match layout.rank() {
        rank if rank > RANK => "9 and more".into(),
        rank if layout.is_contiguous() => format!("{rank}, dense").into(),
        rank => format!("{rank}, strided").into(),
    }
}

fn lines(shape: &[usize], dim: usize, places: &mut Vec<Place>) {
    let n = shape[dim];
    let (outer, inner) = (shape[..dim].iter().product::<usize>(), shape[dim + 1..].iter().product::<usize>());
    places.extend([
        (section::N, range_of(LENGTHS, n).into()),
        (section::OUTER, range_of(COUNTS, outer).into()),
        (section::INNER, range_of(COUNTS, inner).into()),
    ]);
    if TILES.iter().any(|tile| tile.abs_diff(n) <= 1) {
        places.push((section::TILE, n.to_string().into()));
    }
    let together = [
        n >= 5 && outer >= 2 && inner >= 2,
        n >= 16 && outer >= 16 && inner >= 16,
        n >= 257 && outer >= 2,
        n >= 257 && inner >= 2,
        n >= 257 && outer >= 2 && inner >= 2,
        n >= 1025 && outer.max(inner) >= 2,
    ];
    let hit = TOGETHER.iter().zip(together).filter(|(_, hit)| *hit);
    places.extend(hit.map(|(cell, _)| (section::TOGETHER, (*cell).into())));
}

fn layouts(call: &Invocation, input: &Tensor, inplace: bool, places: &mut Vec<Place>) {
    let layout = input.layout();
    let strided = !layout.is_contiguous();
    // The strides of axes with more than one index: others are never taken.
    let taken = |k: &usize| layout.shape()[*k] > 1;
    let stride = |k: usize| layout.strides()[k];
    let axes: Vec<usize> = (0..layout.rank()).filter(taken).collect();
    let along = dim(call, layout).filter(taken).map(stride);
    let out_strided = match call.get("out") {
        Arg::Tensor(out) => !out.layout().is_contiguous(),
        _ => false,
    };
    let far = along.is_some_and(|stride| stride.unsigned_abs() >= 1024);
    let some = layout.count() > 0;
    let hit = [
        strided,
        some && axes.iter().any(|&k| stride(k) < 0),
        some && axes.iter().any(|&k| stride(k) == 0),
        some && along == Some(0),
        some && overlap(layout, &axes),
        layout.offset() > 0,
        some && far && !strided,
        some && far && strided,
        out_strided,
        inplace && strided,
    ];
    let hit = LAYOUTS.iter().zip(hit).filter(|(_, hit)| *hit);
    places.extend(hit.map(|(cell, _)| (section::LAYOUT, (*cell).into())));
}

/// Whether an axis takes shorter steps than those with shorter strides reach; one of stride 0 apart.
fn overlap(layout: &Layout, axes: &[usize]) -> bool {
    let mut axes: Vec<(usize, usize)> = axes
        .iter()
        .map(|&k| (layout.strides()[k].unsigned_abs(), layout.shape()[k]))
        .filter(|(stride, _)| *stride > 0)
        .collect();
    axes.sort_unstable();
    let mut reach = 0;
    axes.into_iter().any(|(stride, length)| {
        let overlaps = stride <= reach;
        reach += stride * (length - 1);
        overlaps
    })
}

fn conversion(input: &Tensor, to: DType, places: &mut Vec<Place>) {
    let found = conversions::found(input, to);
    if found.in_range {
        places.push((section::PAIR, format!("{} to {to}", input.dtype()).into()));
    }
    places.extend(found.kinds().map(|kind| (section::KIND, kind.into())));
}

fn reinterpretation(call: &Invocation) -> Vec<Place> {
    let (Arg::Tensor(input), Arg::DType(to)) = (call.get("input"), call.get("dtype")) else {
        return Vec::new();
    };
    let (layout, from, to) = (input.layout(), input.dtype().size(), to.size());
    let ratio = match (to / from, from / to) {
        (1, 1) => RATIOS[0],
        (wider, 0) => RATIOS[wider.ilog2().min(3) as usize],
        (_, narrower) => RATIOS[3 + narrower.ilog2().min(3) as usize],
    };
    vec![
        (section::BYTES, range_of(SIZES, layout.count() * from).into()),
        (section::RATIO, ratio.into()),
        (section::SHAPE, rank(layout)),
    ]
}
