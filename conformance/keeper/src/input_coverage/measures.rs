//! The cells that a case falls into.

use super::cells::{
    CALLS, COUNTS, LAYOUTS, LENGTHS, RANK, RATIOS, SIZES, TILES, TOGETHER, listed, range_of, section,
};
use super::view::View;
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
    let dim = dim(call, layout);
    let out_strided = matches!(call.get("out"), Arg::Tensor(out) if !out.layout().is_contiguous());
    let view = View { input: layout, dim, out_strided, inplace };
    let hit = LAYOUTS.into_iter().filter(|(_, is)| is(&view));
    places.extend(hit.map(|(cell, _)| (section::LAYOUT, cell.into())));
    if let Some(dim) = dim {
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
    let hit = TOGETHER.into_iter().filter(|(_, is)| is(n, outer, inner));
    places.extend(hit.map(|(cell, _)| (section::TOGETHER, cell.into())));
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
