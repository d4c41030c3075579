//! What wrong elements may be: what kernels with known mistakes give in place of the right result.

use super::asked::{Asked, Value, least_normal};
use super::features::operand_names;
use super::history::EARLIER;
use super::layouts;
use super::lines;
use super::pairs;
use super::region::shown;
use super::relation::{
    Relation, Subject, changing, constant, number, of_elements, plain, replaced, stored, through, with,
};
use crate::formulas::Fault;
use ascertain::call::{Arg, Invocation};
use ascertain::dtype::Class;
use ascertain::formula::{RoundToInteger, converted, part};
use ascertain::{DType, Tensor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The dtypes that values may go through.
const DTYPES: [DType; 13] = [
    DType::F32,
    DType::F16,
    DType::Bf16,
    DType::F64,
    DType::S32,
    DType::S64,
    DType::S16,
    DType::S8,
    DType::U32,
    DType::U64,
    DType::U16,
    DType::U8,
    DType::Bool,
];

/// All relations for failing calls, of which one is like the others, what says most first.
pub(super) fn all(like: &Asked, wrong: &[Rc<Asked>]) -> Vec<Relation> {
    let mut all = Vec::new();
    let names = operand_names(like);
    constants(&mut all);
    fitted(like, &mut all);
    frequent(wrong, &mut all);
    // A truth is one of two numbers, whatever is wrong.
    if like.is_truth() {
        all.iter_mut().for_each(|constant| constant.cost = 1);
    }
    for (operand, name) in names.iter().enumerate() {
        all.push(plain(format!("is {name}"), move |asked| {
            of_elements(asked, |at| asked.operand(operand, at))
        }));
    }
    of_right(&mut all);
    if like.formula.joined.is_some() {
        lines::of_lines(&mut all);
    }
    if names.len() == 2 && like.formula.joined.is_none() {
        pairs::relations(like, &mut all);
    }
    let subjects = subjects(&names);
    of_operands(like, &subjects, &mut all);
    of_dtypes(&names, &subjects, &mut all);
    layouts::relations(&subjects, &mut all);
    of_earlier(&subjects, &mut all);
    of_formula(like, &mut all);
    if like.formula.index_of.is_some() {
        lines::of_indices(&mut all);
    }
    for (place, relation) in all.iter_mut().enumerate() {
        relation.place = place;
        // One operand is simpler than all.
        relation.cost += usize::from(relation.says.contains(EACH));
    }
    all
}

fn constants(all: &mut Vec<Relation>) {
    for number in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let says = if number.is_nan() { "is NaN".to_owned() } else { format!("is {number}") };
        all.push(constant(says, move |asked| {
            let is_float = asked.dtype().is_float() || part(asked.dtype()).is_some();
            let whole = (!is_float && number.is_finite()).then_some(number as i128);
            (is_float || whole.is_some())
                .then(|| of_elements(asked, |_| Some(Value { whole, ..self::number(number) })))?
        }));
    }
    for (says, end) in [("least", -1.0), ("greatest", 1.0)] {
        all.push(constant(format!("is the {says} number of the dtype"), move |asked| {
            let dtype = asked.dtype();
            let whole = dtype.integer_range().map(|(low, high)| if end < 0.0 { low } else { high });
            let exponent = dtype.exponent_bits().checked_sub(1);
            let greatest = |exponent| {
                (2.0 - 2.0_f64.powi(1 - dtype.precision() as i32)) * 2.0_f64.powi((1 << exponent) - 1)
            };
            let re = whole.map(|whole| whole as f64).or(exponent.map(|exponent| end * greatest(exponent)))?;
            part(dtype).is_none().then(|| of_elements(asked, |_| Some(Value { whole, ..number(re) })))?
        }));
    }
}

type OfValue = (&'static str, fn(Value) -> Value);

/// What is made of a right element.
const OF_RIGHT: [OfValue; 9] = [
    ("is the opposite", |x| Value { whole: Some(i128::from(x.whole == Some(0))), ..number(f64::NAN) }),
    ("is negated", |x| Value { re: -x.re, im: -x.im, whole: x.whole.map(|x| -x) }),
    ("has the other imaginary sign", |x| Value { im: -x.im, ..x }),
    ("has the other real sign", |x| Value { re: -x.re, ..x }),
    ("is 1 too high", |x| Value { re: x.re + 1.0, im: x.im, whole: x.whole.map(|x| x + 1) }),
    ("is 1 too low", |x| Value { re: x.re - 1.0, im: x.im, whole: x.whole.map(|x| x - 1) }),
    ("is 1 too near to zero", |x| stepped(x, -1)),
    ("is 1 too far from zero", |x| stepped(x, 1)),
    ("has no fraction", |x| Value { re: x.re.trunc(), ..x }),
];

/// A number a step farther from zero, or nearer.
fn stepped(x: Value, step: i8) -> Value {
    let re = x.re + f64::from(step).copysign(f64::from(step) * x.re);
    Value { re, im: x.im, whole: x.whole.map(|x| x + x.signum() * i128::from(step)) }
}

/// That each is this number, as near as the dtype has it.
fn is_number(got: Value) -> Relation {
    let says = format!("is {}", shown(got.re));
    let gives = move |asked: &Asked| of_elements(asked, |_| Some(got));
    Relation { rounded_to: Some(DType::F16), ..constant(says, gives) }
}

/// The number that most wrong elements are.
fn frequent(wrong: &[Rc<Asked>], all: &mut Vec<Relation>) {
    let mut counts: BTreeMap<Vec<u8>, (usize, Value)> = BTreeMap::new();
    for asked in wrong.iter().filter(|asked| asked.dtype() != DType::Bool) {
        let Some(got) = &asked.got else { continue };
        for at in asked.wrong() {
            let element = asked.element(got, at);
            let value = Value::of(asked.dtype(), element);
            counts.entry(element.to_vec()).or_insert((0, value)).0 += 1;
        }
    }
    let most = counts.into_values().filter(|(_, value)| value.re.is_finite()).max_by_key(|(count, _)| *count);
    all.extend(most.map(|(_, value)| is_number(value)));
}

/// Factors are told to so many digits.
const NEAR_1: f64 = 1e-3;

/// A number that all wrong elements are, and one that all are times the right ones: those of the first.
fn fitted(like: &Asked, all: &mut Vec<Relation>) {
    let (Some(at), Some(got)) = (like.wrong().next(), &like.got) else { return };
    let (right, got) = (like.right(at), Value::of(like.dtype(), like.element(got, at)));
    let words = |number: f64| Value { whole: None, ..self::number(number) };
    if got.re.is_finite() && like.dtype() != DType::Bool {
        all.push(is_number(got));
        if got.whole.is_none() {
            let says = format!("is {} with the right sign", shown(got.re.abs()));
            let gives = move |asked: &Asked| {
                of_elements(asked, |at| Some(words(got.re.abs().copysign(asked.right(at).re))))
            };
            all.push(Relation { rounded_to: Some(DType::F16), ..plain(says, gives) });
        }
    }
    let factor = got.re / right.re;
    // What is near 1 is an error of rounding.
    if factor.is_normal() && like.dtype().is_float() && (factor.abs() - 1.0).abs() > NEAR_1 {
        let says = format!("is {} times the right one", (factor * 1e3).round() / 1e3);
        all.push(plain(says, move |asked| of_elements(asked, |at| Some(words(asked.right(at).re * factor)))));
    }
}

fn of_right(all: &mut Vec<Relation>) {
    for (says, of) in OF_RIGHT {
        all.push(plain(says, move |asked| {
            let is_opposite = of(number(0.5)).re.is_nan();
            let is_about = part(asked.dtype()).is_some() || !says.ends_with("real sign");
            (is_about && is_opposite == (asked.dtype() == DType::Bool))
                .then(|| of_elements(asked, |at| Some(of(asked.right(at)))))?
        }));
    }
    for dtype in DTYPES {
        for (says, convert) in CONVERSIONS {
            // An integer that goes through another one wraps, which is another row.
            let gives = move |asked: &Asked| {
                let wraps = asked.dtype().is_integer() && dtype.is_integer() && says == CONVERSIONS[0].0;
                (!wraps).then(|| convert(&asked.expected, asked.dtype(), dtype))?
            };
            all.push(Relation { rounded_to: Some(dtype), ..with(says, &dtype, gives) });
        }
    }
    for bits in [8, 16, 32] {
        all.push(with("wraps at {} bits", &bits, move |asked| {
            of_elements(asked, |at| {
                let right = asked.right(at);
                let is_whole = right.re.fract() == 0.0 && right.re.abs() < 2.0_f64.powi(63);
                let Some(whole) = right.whole.or(is_whole.then_some(right.re as i128)) else {
                    return Some(right);
                };
                let wrapped = whole & ((1 << bits) - 1);
                Some(Value { re: wrapped as f64, im: right.im, whole: right.whole.map(|_| wrapped) })
            })
        }));
    }
    all.push(plain("is what the result held before", |asked| {
        let before = asked.target().filter(|_| !asked.is_in_place())?;
        (before.dtype() == asked.dtype()).then(|| before.elements().into_owned())
    }));
    all.push(plain("is added to what the result held before", |asked| {
        let before =
            asked.target().filter(|before| !asked.is_in_place() && before.dtype() == asked.dtype())?;
        let before = before.elements();
        of_elements(asked, |at| {
            let (own, old) = (asked.right(at), Value::of(asked.dtype(), asked.element(&before, at)));
            let whole = own.whole.zip(old.whole).map(|(own, old)| own.wrapping_add(old));
            Some(Value { re: own.re + old.re, im: own.im + old.im, whole })
        })
    }));
    for (says, is_away) in [
        ("is rounded towards zero where it is stored", false),
        ("is rounded away from zero where it is stored", true),
    ] {
        all.push(plain(says, move |asked| rounded(asked, is_away)));
    }
    // Bits of the number in place of the number.
    all.push(plain("is the bits of a whole number", |asked| {
        let whole = [DType::S8, DType::S16, DType::S32, DType::S64]
            .into_iter()
            .find(|whole| whole.size() == asked.dtype().size())?;
        let computed = asked.formula.compute(asked.call.args()).filter(|_| asked.dtype().is_float())?;
        computed.stored(whole).map(Cow::into_owned)
    }));
}

/// The result in a narrow float, rounded from f64 in one direction.
fn rounded(asked: &Asked, is_away: bool) -> Option<Vec<u8>> {
    let dtype = asked.dtype();
    let space = asked.space().filter(|_| dtype.is_float() && dtype != DType::F64)?.computed_in(DType::F64);
    let exact = space.compute(&space.operands()?).filter(|exact| exact.dtype == DType::F64)?;
    let mut elements = Vec::new();
    for exact in exact.elements.as_chunks().0 {
        let mut element = converted(exact, DType::F64, dtype)?;
        let (near, exact) = (Value::of(dtype, &element).re.abs(), f64::from_le_bytes(*exact).abs());
        // Of floats of one sign, the bits are in order.
        if is_away && near < exact || !is_away && near > exact {
            let mut word = [0; 8];
            word[..element.len()].copy_from_slice(&element);
            let word = u64::from_le_bytes(word);
            let next = if is_away { word + 1 } else { word - 1 };
            element.copy_from_slice(&next.to_le_bytes()[..dtype.size()]);
        }
        elements.extend(element);
    }
    Some(elements)
}

/// Elements as another dtype has them, where floats become integers as on x86: beyond the range, the least.
fn by_x86(elements: &[u8], dtype: DType, other: DType) -> Option<Vec<u8>> {
    if dtype == other || !(dtype.is_float() && other.is_integer() || dtype.is_integer() && other.is_float()) {
        return None;
    }
    let (low, high) = if dtype.is_integer() { dtype.integer_range() } else { other.integer_range() }?;
    let convert = |element: &[u8]| {
        let there = if dtype.is_integer() { converted(element, dtype, other)? } else { element.to_vec() };
        let re = Value::of(if dtype.is_integer() { other } else { dtype }, &there).re.trunc();
        let is_inside = re >= low as f64 && re < high as f64 + 1.0;
        let whole = if is_inside { re as i128 } else { low };
        stored(dtype, Value { whole: Some(whole), ..number(whole as f64) })
    };
    Some(elements.chunks_exact(dtype.size()).map(convert).collect::<Option<Vec<_>>>()?.concat())
}

type Convert = fn(&[u8], DType, DType) -> Option<Vec<u8>>;

/// How an operand gets to another dtype and back.
const CONVERSIONS: [(&str, Convert); 2] =
    [("goes through {}", through), ("goes through {}, with its least number for what is beyond", by_x86)];

/// All operands together.
const EACH: &str = "each operand";

/// Each operand, and if there are several all together.
fn subjects(names: &[&'static str]) -> Vec<Subject> {
    let each = names.iter().enumerate().map(|(operand, name)| (Some(operand), *name));
    each.chain((names.len() > 1).then_some((None, EACH))).collect()
}

fn of_dtypes(names: &[&'static str], subjects: &[Subject], all: &mut Vec<Relation>) {
    for dtype in DTYPES.into_iter().chain([DType::C64, DType::C128]) {
        let gives = move |asked: &Asked| {
            // Nobody computes with real numbers in a complex dtype.
            let may_be = asked.compute != dtype && (part(dtype).is_none() || part(asked.compute).is_some());
            may_be.then(|| asked.computed(Some(dtype), |_, _| None))?
        };
        all.push(Relation { rounded_to: Some(dtype), ..with("is computed in {}", &dtype, gives) });
        // As x86 converts floats: a conversion saturates here.
        let with_least = move |asked: &Asked| {
            let stored = asked.dtype();
            let (low, high) = stored.integer_range().filter(|_| dtype.is_float())?;
            let element = |whole: i128| whole.to_le_bytes()[..stored.size()].to_vec();
            let mut elements = gives(asked)?;
            for beyond in elements.chunks_exact_mut(stored.size()).filter(|own| **own == element(high)) {
                beyond.copy_from_slice(&element(low));
            }
            Some(elements)
        };
        all.push(with("is computed in {}, with the least number for what is beyond", &dtype, with_least));
    }
    for (operand, name) in names.iter().enumerate() {
        all.push(plain(format!("is computed in the dtype of {name}, then converted"), move |asked| {
            let dtype = asked.tensors().nth(operand)?.dtype();
            (asked.compute != dtype).then(|| asked.computed(Some(dtype), |_, _| None))?
        }));
    }
    for (operand, name) in names.iter().enumerate() {
        for (other, of) in names.iter().enumerate().filter(|(other, _)| *other != operand) {
            all.push(plain(
                format!("is as if {name} were first converted to the dtype of {of}"),
                move |asked| {
                    let (own, to) = (asked.tensors().nth(operand)?, asked.tensors().nth(other)?.dtype());
                    let elements =
                        converted(&own.elements(), own.dtype(), to).filter(|_| own.dtype() != to)?;
                    let first = Tensor::new(to, own.shape(), elements).ok()?;
                    asked.computed(None, |place, _| (place == operand).then(|| first.clone()))
                },
            ));
        }
    }
    for dtype in DTYPES {
        for (operand, name) in subjects.iter().copied() {
            for (says, convert) in CONVERSIONS {
                let gives = changing(operand, move |tensor| {
                    replaced(tensor, convert(&tensor.elements(), tensor.dtype(), dtype)?)
                });
                let relation =
                    with(format!("is as if {name} {}", &says.replace("goes", "went")), &dtype, gives);
                all.push(Relation { rounded_to: None, ..relation });
            }
        }
    }
    for (operand, name) in subjects.iter().copied() {
        let signs = [("without its sign", Class::Signed), ("with a sign", Class::Unsigned)];
        for (says, class) in signs {
            all.push(plain(
                format!("is as if {name} were read {says}"),
                changing(operand, move |tensor| {
                    let dtype = tensor.dtype();
                    let is_other =
                        |other: &DType| other.is_integer() && other.size() == dtype.size() && *other != dtype;
                    let other = DTYPES.into_iter().find(is_other).filter(|_| dtype.class() == class)?;
                    Tensor::new(other, tensor.shape(), tensor.elements().into_owned()).ok()
                }),
            ));
        }
        all.push(plain(
            format!("is as if true were all bits in {name}"),
            changing(operand, |tensor| {
                let bits =
                    tensor.elements().iter().map(|byte| if *byte == 0 { 0 } else { u8::MAX }).collect();
                (tensor.dtype() == DType::Bool).then(|| Tensor::new(DType::S8, tensor.shape(), bits).ok())?
            }),
        ));
        for dtype in DTYPES {
            let gives = changing(operand, move |tensor| {
                let is_like =
                    tensor.dtype() != dtype && tensor.dtype().size() == dtype.size() && dtype != DType::Bool;
                is_like.then(|| Tensor::new(dtype, tensor.shape(), tensor.elements().into_owned()).ok())?
            });
            let says = format!("is as if {name} were read by its bits as {{}}");
            // Fewer kernels read integers as floats.
            all.push(Relation { cost: if dtype.is_float() { 3 } else { 2 }, ..with(says, &dtype, gives) });
        }
    }
}

/// What becomes of an operand's numbers.
const OF_OPERANDS: [OfValue; 13] = [
    ("were 1", |x| Value { re: 1.0, im: 0.0, whole: x.whole.map(|_| 1) }),
    ("were infinite", |x| Value { re: f64::INFINITY.copysign(x.re), im: 0.0, whole: x.whole }),
    ("were 0", |x| Value { re: 0.0, im: 0.0, whole: x.whole.map(|_| 0) }),
    ("were squared", |x| Value {
        re: x.re * x.re - x.im * x.im,
        im: 2.0 * x.re * x.im,
        whole: x.whole.map(|x| x.wrapping_mul(x)),
    }),
    ("had no sign", |x| Value { re: x.re.abs(), im: x.im, whole: x.whole.map(i128::abs) }),
    ("had no imaginary part", |x| Value { im: 0.0, ..x }),
    ("had the other imaginary sign", |x| Value { im: -x.im, ..x }),
    ("had no fraction", |x| Value { re: x.re.trunc(), ..x }),
    ("had its lowest bit alone", |x| Value { re: x.re.abs() % 2.0, im: 0.0, whole: x.whole.map(|x| x & 1) }),
    ("had its low 32 bits read with a sign", |x| Value {
        whole: x.whole.map(|x| (x >> 32 << 32) + i128::from(x as i32)),
        ..x
    }),
    ("were 0 where it is negative", |x| {
        if x.re < 0.0 { Value { re: 0.0, im: 0.0, whole: x.whole.map(|_| 0) } } else { x }
    }),
    ("were 0 where it is not positive", |x| {
        if x.re > 0.0 { x } else { Value { re: 0.0, im: 0.0, whole: x.whole.map(|_| 0) } }
    }),
    ("were 0 where it is NaN", |x| if x.is_nan() { number(0.0) } else { x }),
];

/// What besides becomes of the numbers of lines.
const OF_LINES: [OfValue; 2] = [
    ("were inf where it is NaN", |x| if x.is_nan() { number(f64::INFINITY) } else { x }),
    ("were -inf where it is NaN", |x| if x.is_nan() { number(f64::NEG_INFINITY) } else { x }),
];

fn of_operands(like: &Asked, subjects: &[Subject], all: &mut Vec<Relation>) {
    let mapped = |tensor: &Tensor, of: fn(Value) -> Value| {
        let (dtype, elements) = (tensor.dtype(), tensor.elements());
        let mapped =
            elements.chunks_exact(dtype.size()).map(|element| stored(dtype, of(Value::of(dtype, element))));
        replaced(tensor, mapped.collect::<Option<Vec<_>>>()?.concat())
    };
    for (operand, name) in subjects.iter().copied() {
        let of_lines = OF_LINES.into_iter().filter(|_| like.lines.is_some());
        for (says, of) in OF_OPERANDS.into_iter().chain(of_lines) {
            all.push(plain(
                format!("is as if {name} {says}"),
                changing(operand, move |tensor| mapped(tensor, of)),
            ));
        }
        all.push(plain(
            format!("is as if subnormal {name} were 0"),
            changing(operand, move |tensor| {
                let least = least_normal(tensor.dtype())?;
                let (dtype, elements) = (tensor.dtype(), tensor.elements());
                let flushed = elements.chunks_exact(dtype.size()).map(|element| {
                    let is_kept = Value::of(dtype, element).magnitude() >= least;
                    if is_kept { element.to_vec() } else { vec![0; dtype.size()] }
                });
                replaced(tensor, flushed.collect::<Vec<_>>().concat())
            }),
        ));
    }
    // A factor of one operand alone.
    for (operand, name) in subjects.iter().filter(|(operand, _)| operand.is_some() && subjects.len() > 3) {
        let operand = *operand;
        all.push(plain(format!("is what {name} = 1 gives, times {name}"), move |asked| {
            let one =
                |tensor: &Tensor| mapped(tensor, |x| Value { re: 1.0, im: 0.0, whole: x.whole.map(|_| 1) });
            let without =
                asked.computed(None, |place, tensor| (Some(place) == operand).then(|| one(tensor))?)?;
            of_elements(asked, |at| {
                let (x, y) =
                    (Value::of(asked.dtype(), asked.element(&without, at)), asked.operand(operand?, at)?);
                let whole = x.whole.zip(y.whole).map(|(x, y)| x.wrapping_mul(y));
                Some(Value { re: x.re * y.re - x.im * y.im, im: x.re * y.im + x.im * y.re, whole })
            })
        }));
    }
    type Round = fn(f64) -> f64;
    let rounded: [(&str, Round); 6] = [
        ("is rounded down", |x| RoundToInteger::Floor.of(x)),
        ("is rounded up", |x| RoundToInteger::Ceil.of(x)),
        ("is cut off", |x| RoundToInteger::Trunc.of(x)),
        ("is rounded to the nearest, of two the even", |x| RoundToInteger::Round.of(x)),
        ("is rounded to the nearest, of two the one away from zero", f64::round),
        ("is cut off after 0.5 was added", |x| RoundToInteger::Trunc.of(x + 0.5)),
    ];
    for (says, of) in rounded {
        all.push(plain(says, move |asked| {
            let is_of_one = asked.formula.joined.is_none() && asked.formula.each.operands.len() == 1;
            // Integers are rounded already.
            let is_about = is_of_one && asked.tensors().next()?.dtype().is_float();
            is_about.then(|| of_elements(asked, |at| Some(number(of(asked.operand(0, at)?.re)))))?
        }));
    }
}

/// Other formulas, and this one along other dimensions or within limits.
fn of_formula(like: &Asked, all: &mut Vec<Relation>) {
    for fault in Fault::others(like.formula) {
        all.push(plain(fault.gives(), move |asked| fault.result(asked.formula, &asked.call, asked.dtype())));
    }
    // The limits may be two numbers, or one.
    all.push(Relation { is_number: true, ..plain("stops at the limits of the dtype", saturated) });
    for (says, of) in OF_DIMS {
        all.push(plain(format!("is as if each dim {says}"), move |asked| {
            let rank = asked.tensors().next()?.shape().len() as i64;
            // A number has none.
            let dim = |dim: i64| (-rank..rank).contains(&dim).then(|| of(dim, rank));
            let change = |arg: &Arg| match arg {
                Arg::Int(own) => dim(*own).map(Arg::Int),
                Arg::Ints(own) => {
                    Some(Arg::Ints(own.iter().map(|own| dim(*own)).collect::<Option<Vec<_>>>()?.into()))
                }
                other => Some(other.clone()),
            };
            let args = asked.call.args.iter().map(change).collect::<Option<_>>()?;
            recomputed(asked, args)
        }));
    }
    all.push(plain("is joined over elements that lie beside each other, as if dim were the last", |asked| {
        let tensor = asked.tensors().next().filter(|_| asked.lines.is_some_and(|line| line.folds))?;
        let (elements, size) = (tensor.elements(), tensor.dtype().size());
        let places = (0..(elements.len() / size) as u64).flat_map(u64::to_le_bytes).collect::<Vec<_>>();
        let places = asked.space()?.laid(places.into(), size_of::<u64>(), tensor.shape()).into_owned();
        let mut moved = elements.to_vec();
        for (place, element) in places.as_chunks().0.iter().zip(elements.chunks_exact(size)) {
            let at = u64::from_le_bytes(*place) as usize * size;
            moved.get_mut(at..at + size)?.copy_from_slice(element);
        }
        let moved = replaced(tensor, moved)?;
        asked.computed(None, |_, _| Some(moved.clone()))
    }));
    for (says, is_kept) in [("first", true), ("last", false)] {
        all.push(plain(
            format!("is of the {says} number of dim alone, at index 0 of the others"),
            move |asked| {
                let dims = asked.dims().filter(|dims| dims.len() > 1)?;
                let others = if is_kept { &dims[1..] } else { &dims[..dims.len() - 1] };
                let change = |arg: &Arg| match arg {
                    Arg::Tensor(tensor) if tensor.shape().len() == asked.tensors().next()?.shape().len() => {
                        layouts::at_index_0(tensor, others).map(Arg::Tensor)
                    }
                    other => Some(other.clone()),
                };
                recomputed(asked, asked.call.args.iter().map(change).collect::<Option<_>>()?)
            },
        ));
    }
}

type OfDim = (&'static str, fn(i64, i64) -> i64);

/// What a dimension may be taken for, by its rank.
const OF_DIMS: [OfDim; 5] = [
    ("were the last", |_, rank| rank - 1),
    ("were the first", |_, _| 0),
    ("were the one before", |dim, rank| (dim - 1).rem_euclid(rank)),
    ("were the one after", |dim, rank| (dim + 1).rem_euclid(rank)),
    ("were counted from the other end", |dim, _| -dim - 1),
];

/// The result of a call with other arguments, if it has the shape.
fn recomputed(asked: &Asked, args: Vec<Arg>) -> Option<Vec<u8>> {
    let call = Invocation { operator: asked.call.operator, args };
    let computed = asked.formula.compute(call.args())?;
    (*computed.shape == *asked.right[asked.result].shape())
        .then(|| Some(computed.stored(asked.dtype())?.into_owned()))?
}

/// That something of an earlier call stands in place of a call's own.
fn of_earlier(subjects: &[Subject], all: &mut Vec<Relation>) {
    for (which, call) in EARLIER.into_iter().enumerate() {
        for (operand, name) in subjects.iter().copied() {
            let says = format!("is as if {name} were that of {call} with these shapes and dtypes");
            all.push(plain(says, move |asked| {
                let earlier = asked.earlier[which].as_deref()?;
                let kept: Vec<_> = asked.tensors_of(earlier).cloned().collect();
                asked.computed(None, |place, _| {
                    kept.get(place).filter(|_| operand.is_none_or(|own| own == place)).cloned()
                })
            }));
        }
    }
}

/// The result as it would be without a limit, moved to the nearest number of the dtype.
fn saturated(asked: &Asked) -> Option<Vec<u8>> {
    let (low, high) = asked.dtype().integer_range().filter(|_| asked.compute.is_integer())?;
    let space = asked.space()?.computed_in(DType::F64);
    let exact = space.compute(&space.operands()?).filter(|exact| exact.dtype == DType::F64)?;
    of_elements(asked, |at| {
        let exact = Value::of(DType::F64, exact.elements.get(at * 8..at * 8 + 8)?).re;
        let whole = if exact < low as f64 { low } else { high };
        let is_outside = exact < low as f64 || exact > high as f64;
        Some(if is_outside { Value { whole: Some(whole), ..number(whole as f64) } } else { asked.right(at) })
    })
}
