//! `reinterpret`: the bytes stay, and the shape follows the ratio of the element sizes.

use super::{Context, Operator, listed, patterned, patterned_view, shape_name};
use crate::case::hex_word;
use crate::properties::Properties;
use crate::random::{Source, shapes, values};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Level, OperatorSpec, REINTERPRET};
use ascertain::requirement::reinterpret::{
    BYTES, FACTOR_INTEGER, NARROW_SHAPE, NARROW_SHAPE_HIGHER, SAME_IDENTITY, SAME_IDENTITY_HIGHER,
    WIDEN_DIVIDES, WIDEN_SHAPE, WIDEN_SHAPE_HIGHER,
};
use ascertain::{DType, Layout, Tensor};
use core::cmp::Ordering;

const INPUT: usize = REINTERPRET.place("input");
const DTYPE: usize = REINTERPRET.place("dtype");

/// `reinterpret`.
#[derive(Clone, Copy, Debug)]
pub struct Reinterpret;

impl Operator for Reinterpret {
    fn spec(&self) -> &'static OperatorSpec {
        &REINTERPRET
    }

    fn judge(&self, call: &Invocation, answer: &Tensor, context: Context<'_>) -> Judgement {
        let (Arg::Tensor(input), Arg::DType(dtype)) = (&call.args[INPUT], &call.args[DTYPE]) else {
            return Judgement::of(Verdict::Skipped).with_detail("input or dtype is missing");
        };
        if answer.dtype() != *dtype {
            return Judgement::fail(BYTES, FailKind::DType, dtype.name(), answer.dtype().name());
        }
        let (before, after) = (input.elements(), answer.elements());
        let differ = before.iter().zip(after.iter()).position(|(a, b)| a != b);
        let mut judgement = match differ {
            Some(at) => bytes_differ(&before, &after, at, *dtype),
            None => judge_shape(call, input, answer, context),
        };
        judgement.elements = answer.layout().count() as u64;
        judgement
    }

    fn describe(&self, call: &Invocation, _: &'static Contract, properties: &mut Properties) {
        let (Arg::Tensor(input), Arg::DType(dtype)) = (&call.args[INPUT], &call.args[DTYPE]) else { return };
        let width = match input.dtype().size().cmp(&dtype.size()) {
            Ordering::Less => "a wider",
            Ordering::Equal => "an equally wide",
            Ordering::Greater => "a narrower",
        };
        properties.say(format!("{width} dtype"));
    }

    fn grid(&self, contract: &'static Contract) -> Vec<(String, Invocation)> {
        let mut calls = Vec::new();
        let mut push = |name: String, input: Tensor, to: DType| {
            calls.push((format!("{}-to-{to}/{name}", input.dtype()), Self::call(input, to)));
        };
        for from in listed(contract, "dtype").iter() {
            for to in listed(contract, "dtype").iter() {
                let last = (to.size() / from.size()).max(1);
                for shape in
                    [vec![last], vec![2 * last], vec![3, last], vec![2, 1, 3 * last], vec![1, 2, 1, 2, last]]
                {
                    push(shape_name(&shape), patterned(from, &shape), to);
                }
            }
        }
        push("262147".into(), patterned(DType::S32, &[262_147]), DType::S8);
        for (from, to) in [
            (DType::F16, DType::F32),
            (DType::U16, DType::U64),
            (DType::S32, DType::S8),
            (DType::F32, DType::S32),
        ] {
            let factor = (to.size() / from.size()).max(1);
            // Past what 16 bits count: bytes, elements, rows.
            for shape in [
                vec![5003 * factor],
                vec![16_400 * factor],
                vec![65_537 * factor],
                vec![33, 1000 * factor],
                vec![65_537, factor],
            ] {
                push(shape_name(&shape), patterned(from, &shape), to);
            }
            let eight = [1, 1, 2, 1, 2, 1, 1, 4 * factor];
            push(shape_name(&eight), patterned(from, &eight), to);
            for (name, input) in views(from, 2 * factor) {
                push(name.into(), input, to);
            }
            // The last stride is not 1, but never taken.
            if let (1, Ok(layout)) = (factor, Layout::strided(&[3, 1], &[1, 5], 0)) {
                push("column".into(), patterned_view(from, layout, 3), to);
            }
            for rank in 3..=8 {
                let shape = [vec![2; rank - 1], vec![2 * factor]].concat();
                push(shape_name(&shape), patterned(from, &shape), to);
                // Rows of two, the first index moving fastest, with a gap of one.
                let row = 2 * factor as isize + 1;
                let strides: Vec<isize> = (0..rank - 1).map(|k| row << k).chain([1]).collect();
                if let Ok(layout) = Layout::strided(&shape, &strides, 0) {
                    let elements = (row as usize) << (rank - 1);
                    let input = patterned_view(from, layout, elements);
                    push(format!("{}-rows-apart", shape_name(&shape)), input, to);
                }
            }
        }
        calls
    }

    fn samples(&self, contract: &'static Contract) -> Vec<Invocation> {
        let samples = [
            (DType::F32, &[2, 4][..], DType::U32),
            (DType::F16, &[2, 4], DType::F32),
            (DType::U32, &[2, 4], DType::U8),
            (DType::F16, &[4], DType::F32),
            (DType::F32, &[4], DType::U32),
        ];
        let listed = listed(contract, "dtype");
        let samples =
            samples.into_iter().filter(|(from, _, to)| listed.contains(*from) && listed.contains(*to));
        samples.map(|(from, shape, to)| Self::call(patterned(from, shape), to)).collect()
    }

    fn fuzz(&self, source: &mut Source, contract: &'static Contract) -> Invocation {
        let listed: Vec<DType> = listed(contract, "dtype").iter().collect();
        let (from, to) = (source.pick(&listed), source.pick(&listed));
        let mut shape = shapes::draw(source, shapes::Mix::OftenLong).shape;
        if let Some(last) = shape.last_mut() {
            *last = last.next_multiple_of((to.size() / from.size()).max(1));
        }
        let view = match source.below(20) {
            0 => shapes::overlapping(source, from, &shape),
            1..4 => shapes::strided(source, from, &shape),
            _ => None,
        };
        let input = view.unwrap_or_else(|| {
            let mut input = super::zeros(from, &shape);
            values::fill_bits(source, input.storage_mut());
            input
        });
        Self::call(input, to)
    }

    fn fuzz_weight(&self) -> usize {
        1000
    }

    fn complete(&self, _: &mut Invocation, _: &'static Contract) {}

    fn broken(&self, kind: FailKind, call: &Invocation, contract: &'static Contract) -> Option<&'static str> {
        // What allows a call is the rule for the widths of its dtypes.
        let of_widths = [SAME_IDENTITY, SAME_IDENTITY_HIGHER, WIDEN_DIVIDES, FACTOR_INTEGER];
        let speaks =
            |id: &&str| contract.requirement(id).is_some_and(|r| r.when.is_some() && r.applies(call.args()));
        let allowing = of_widths.into_iter().filter(|_| kind == FailKind::RejectedValid).find(speaks);
        Some(allowing.unwrap_or(BYTES))
    }
}

impl Reinterpret {
    fn call(input: Tensor, dtype: DType) -> Invocation {
        let mut call = Invocation::new(&REINTERPRET);
        call.args[INPUT] = Arg::Tensor(input);
        call.args[DTYPE] = Arg::DType(dtype);
        call
    }
}

/// Views of `dtype` with `last` elements in the last dimension, which is dense.
fn views(dtype: DType, last: usize) -> [(&'static str, Tensor); 3] {
    let row = last as isize;
    let view = |shape: &[usize], strides: &[isize], offset, elements| {
        let layout = Layout::strided(shape, strides, offset);
        layout.map(|layout| patterned_view(dtype, layout, elements)).ok()
    };
    let plain = || patterned(dtype, &[last]);
    [
        // Starts where the wider element would not be aligned.
        ("offset-1", view(&[last], &[1], 1, last + 2).unwrap_or_else(plain)),
        ("gaps-between-rows", view(&[3, last], &[row + 3, 1], 2, 3 * last + 16).unwrap_or_else(plain)),
        ("rows-swapped", view(&[2, 2, last], &[row, 2 * row, 1], 0, 4 * last).unwrap_or_else(plain)),
    ]
}

fn bytes_differ(before: &[u8], after: &[u8], at: usize, dtype: DType) -> Judgement {
    let size = dtype.size();
    let element = at / size;
    let word = |bytes: &[u8]| hex_word(&bytes[element * size..bytes.len().min((element + 1) * size)]);
    Judgement::fail(BYTES, FailKind::Value, word(before), word(after)).with_detail(format!(
        "element {element} of {}: its bytes are not those of input",
        before.len() / size
    ))
}

fn judge_shape(call: &Invocation, input: &Tensor, answer: &Tensor, context: Context<'_>) -> Judgement {
    let (from, to) = (input.dtype().size(), answer.dtype().size());
    let (shape, got, args) = (input.shape(), answer.shape(), call.args());
    let last_scaled = || {
        let (last, others) = shape.split_last()?;
        Some([others, &[last * from / to]].concat())
    };
    let appended = [shape, &[from / to.min(from)]].concat();
    let speaks = |id| context.contract.requirement(id).is_some_and(|r| r.applies(args));
    let (id, right) = if from == to {
        let id = if speaks(SAME_IDENTITY_HIGHER) { SAME_IDENTITY_HIGHER } else { SAME_IDENTITY };
        (id, shape.to_vec())
    } else if from < to && !speaks(WIDEN_SHAPE_HIGHER) {
        (WIDEN_SHAPE, last_scaled().unwrap_or_default())
    } else if context.contract.derived_flag("appends", call.args()) {
        (NARROW_SHAPE, appended.clone())
    } else if let ([n], true) = (shape, from > to) {
        (NARROW_SHAPE, vec![n * from / to])
    } else {
        // Whatever its shape, it has all the bytes.
        if answer.layout().count() * to != input.layout().count() * from {
            let bytes =
                |tensor: &Tensor| format!("{} bytes", tensor.layout().count() * tensor.dtype().size());
            return Judgement::fail(BYTES, FailKind::Shape, bytes(input), bytes(answer));
        }
        let id = if from < to { WIDEN_SHAPE_HIGHER } else { NARROW_SHAPE_HIGHER };
        let words = match got {
            got if Some(got) == last_scaled().as_deref() => match id {
                WIDEN_SHAPE_HIGHER => "divides the last dimension".into(),
                _ => "multiplies the last dimension".into(),
            },
            got if got == appended => "appends a dimension".into(),
            [n] if *n == answer.layout().count() => "gives a flat vector".into(),
            got => format!("gives shape {got:?} from {shape:?}"),
        };
        let mut judgement = Judgement::of(Verdict::Observed);
        judgement.observations.push((id, words));
        return judgement;
    };
    if got == right {
        return Judgement::of(Verdict::Pass);
    }
    let mut judgement =
        Judgement::fail(id, FailKind::Shape, format!("shape {right:?}"), format!("shape {got:?}"));
    let level = context.contract.requirement(id).map(|r| r.level);
    // If one is a prefix of the other, the length is wrong, not only the shape.
    let same_count = answer.layout().count() * to == input.layout().count() * from;
    if level == Some(Level::Should) && same_count {
        judgement.verdict = Verdict::Warning;
    }
    judgement
}
