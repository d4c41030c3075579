//! Honest implementations of every operator that has a formula: wider dtypes, subnormal numbers flushed, sums in any order,
//! NaN passed on or not. None fails.

use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Direction, Formula, Join, OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain::formula::{Computed, Line, Number, converted, folded, part};
use ascertain::{DType, Tensor};
use ascertain_judge::operator::{Context, Declared, Operator, is_declared};
use ascertain_judge::oracle::Order;
use ascertain_judge::random::Source;
use ascertain_judge::verdict::Verdict;
use half::{bf16, f16};
use num_complex::Complex;
use std::borrow::Cow;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// How one computes.
#[derive(Clone, Copy, Debug)]
struct Honest {
    /// The dtype of the parts to compute in, where it is wider.
    wide: Option<DType>,
    /// How lines are summed.
    order: Order,
    /// Whether subnormal operands, and results, become zero.
    flushes: [bool; 2],
    /// Whether an extreme of NaN and a number is the number.
    passes_nan_over: bool,
    /// Whether one of two elements is taken only if it is beyond the one that follows it, which nothing is of NaN.
    takes_later: bool,
    /// Whether an index is that of the first of equals.
    first: bool,
    mean: Mean,
}

/// How the mean of a line comes from its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mean {
    /// The sum over their number.
    Divided,
    /// The sum times the reciprocal of their number.
    Multiplied,
    /// The sum of each over their number.
    OfParts,
}

fn evaluators() -> Vec<Honest> {
    let plain = Honest {
        wide: None,
        order: Order::Sequential,
        flushes: [false; 2],
        passes_nan_over: false,
        takes_later: false,
        first: false,
        mean: Mean::Divided,
    };
    let mut all = Vec::new();
    for wide in [None, Some(DType::F32), Some(DType::F64)] {
        let flushes = [[false, false], [true, false], [false, true], [true, true]];
        all.extend(flushes.map(|flushes| Honest { wide, flushes, ..plain }));
        let orders = [
            Order::KoggeStone,
            Order::Sklansky,
            Order::OddEven,
            Order::Blocks(4),
            Order::Blocks(32),
            Order::ChainedBlocks(16),
            Order::ChainedBlocks(256),
        ];
        for mean in [Mean::Multiplied, Mean::OfParts] {
            all.extend([Order::Sequential, Order::Sklansky].map(|order| Honest {
                wide,
                order,
                mean,
                ..plain
            }));
        }
        for flushes in [[false, false], [true, true]] {
            all.extend(orders.map(|order| Honest { wide, order, flushes, ..plain }));
        }
    }
    all.extend([true, false].map(|passes_nan_over| Honest { passes_nan_over, first: true, ..plain }));
    all.push(Honest { takes_later: true, ..plain });
    all
}

/// Zeros in place of subnormal numbers of a real or complex dtype.
fn flush(dtype: DType, elements: &mut [u8]) {
    let of_part = part(dtype).unwrap_or(dtype);
    let least = match of_part {
        DType::F16 => 2_f64.powi(-14),
        DType::Bf16 | DType::F32 => 2_f64.powi(-126),
        DType::F64 => 2_f64.powi(-1022),
        _ => return,
    };
    for element in elements.chunks_exact_mut(of_part.size()) {
        let number = converted(element, of_part, DType::F64).expect("a float");
        let number = f64::from_le_bytes(number.try_into().expect("eight bytes"));
        if number != 0.0 && number.abs() < least {
            let zero =
                converted(&0_f64.copysign(number).to_le_bytes(), DType::F64, of_part).expect("a float");
            element.copy_from_slice(&zero);
        }
    }
}

impl Honest {
    fn join<T: Number>(self, by: Join, x: T, y: T) -> T {
        let is_nan = |x: T| x.order(x).is_none();
        match by {
            Join::Sum | Join::Mean => x.plus(y),
            Join::Product => x.times(y),
            _ if self.passes_nan_over && is_nan(x) => y,
            _ if self.passes_nan_over && is_nan(y) => x,
            _ if self.takes_later && (is_nan(x) || is_nan(y)) => y,
            Join::Least => x.least(y),
            Join::Greatest => x.greatest(y),
        }
    }

    fn scan<T: Number>(self, by: Join, line: Line, elements: &mut [u8], after: impl Fn(&mut [u8])) {
        let size = size_of::<T>();
        for last in (0..elements.len() / size).filter(|at| line.index(*at) + 1 == line.n) {
            let places: Vec<usize> = line.up_to(last).collect();
            let mut all: Vec<T> = places.iter().map(|at| T::load(&elements[at * size..])).collect();
            if line.folds && self.order != Order::Sequential {
                all.reverse();
            }
            let part = |x: T| x.part_of(places.len()).expect("floats have means");
            // The parts of a complex number are parts of its parts: infinities would not survive the product of complex numbers.
            let is_real = T::of(1).order(T::of(1)).is_some();
            let parts = |all: &mut Vec<T>| {
                for x in all {
                    // In both parts of a complex number, one times a part is that part.
                    *x = if self.mean == Mean::Multiplied && is_real {
                        x.times(part(T::of(1)))
                    } else {
                        part(*x)
                    };
                }
            };
            if by == Join::Mean && self.mean == Mean::OfParts {
                parts(&mut all);
            }
            // What is flushed is, after every sum.
            self.order.scan(&mut all, |x, y| {
                let mut joined = vec![0; size];
                self.join(by, x, y).store(&mut joined);
                after(&mut joined);
                T::load(&joined)
            });
            if by == Join::Mean && self.mean != Mean::OfParts {
                parts(&mut all);
            }
            for (at, joined) in places.iter().zip(all) {
                joined.store(&mut elements[at * size..]);
            }
        }
    }

    fn scanned(self, by: Join, line: Line, dtype: DType, elements: &mut [u8]) {
        let after = |element: &mut [u8]| {
            if self.flushes[1] {
                flush(dtype, element);
            }
        };
        match dtype {
            DType::F16 => self.scan::<f16>(by, line, elements, after),
            DType::Bf16 => self.scan::<bf16>(by, line, elements, after),
            DType::F32 => self.scan::<f32>(by, line, elements, after),
            DType::F64 => self.scan::<f64>(by, line, elements, after),
            DType::C32 => self.scan::<Complex<f16>>(by, line, elements, after),
            DType::C64 => self.scan::<Complex<f32>>(by, line, elements, after),
            DType::C128 => self.scan::<Complex<f64>>(by, line, elements, after),
            DType::S8 => self.scan::<i8>(by, line, elements, after),
            DType::S16 => self.scan::<i16>(by, line, elements, after),
            DType::S32 => self.scan::<i32>(by, line, elements, after),
            DType::S64 => self.scan::<i64>(by, line, elements, after),
            _ => self.scan::<u8>(by, line, elements, after),
        }
    }

    /// The result, stored as the call asks. None where the formula has no value.
    fn result(mut self, formula: &Formula, call: &Invocation) -> Option<Tensor> {
        // What is only moved, such as an absolute value, is not flushed.
        let text = formula.each.text;
        let computes =
            [" + ", " - ", " * ", " / ", "sqrt", "exp", "log", "sin", "cos", "tanh", " == ", " != ", " < "];
        let computes = computes
            .into_iter()
            .chain([" > ", " <= ", " >= ", "max(", "min(", "floor", "ceil", "round", "trunc", "sign"]);
        let moves = text.contains("if ") || !computes.into_iter().any(|operation| text.contains(operation));
        if formula.joined.is_none() && formula.index_of.is_none() && moves {
            self.flushes = [false; 2];
        }
        let space = formula.space(call.args())?;
        let own = space.compute;
        let wider = |wide: DType| match (part(own), wide) {
            (Some(_), DType::F32) => DType::C64,
            (Some(_), _) => DType::C128,
            (None, wide) => wide,
        };
        let is_float = own.is_float() || part(own).is_some();
        let compute = self.wide.map(wider).filter(|wide| is_float && wide.bits() > own.bits()).unwrap_or(own);
        let operands = space.operands()?.into_iter().map(|operand| {
            let mut operand = operand.into_owned();
            if self.flushes[0] {
                flush(own, &mut operand);
            }
            converted(&operand, own, compute).map(Cow::Owned)
        });
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let (space, shape) = (space.computed_in(compute), space.shape);
        let computed = if let Some(joined) = formula.joined.as_ref().filter(|_| own != DType::Bool) {
            let mut elements = space.each(&operands)?;
            let mut each = elements.clone();
            let line = space.line?;
            if joined.by == Join::Mean && (!is_float || line.n == 0) {
                return None;
            }
            self.scanned(joined.by, line, compute, &mut elements);
            if line.folds {
                elements = folded(&elements, compute.size(), line, shape.iter().product())?;
            }
            if formula.index_of.is_some() && self.flushes[1] {
                // An extreme that was flushed is still one of the elements.
                [&mut elements, &mut each].into_iter().for_each(|all| flush(compute, all));
            }
            let computed = Computed { compute, dtype: compute, shape, elements };
            if formula.index_of.is_some() { indices(&computed, &each, line, self.first) } else { computed }
        } else {
            space.compute(&operands)?
        };
        let mut computed = computed;
        if computed.dtype == compute {
            computed.elements = computed.stored(own)?.into_owned();
            computed.dtype = own;
            if self.flushes[1] {
                flush(own, &mut computed.elements);
            }
        }
        let Arg::Tensor(target) = call.get(formula.result) else { return None };
        let mut target = target.clone();
        target.set_elements(&computed.stored(target.dtype())?);
        Some(target)
    }
}

/// The index of an element of each prefix that equals the result.
fn indices(computed: &Computed, each: &[u8], line: Line, first: bool) -> Computed {
    let size = computed.compute.size();
    let number = |elements: &[u8], at: usize| {
        let element = &elements[at * size..][..size];
        let number = if computed.compute == DType::Bool {
            Some(vec![element[0], 0, 0, 0, 0, 0, 0, 0])
        } else {
            converted(element, computed.compute, DType::F64)
        };
        f64::from_le_bytes(number.expect("a number").try_into().expect("eight bytes"))
    };
    let exact =
        |at: usize, other: usize| computed.elements[at * size..][..size] == each[other * size..][..size];
    let elements = (0..computed.elements.len() / size).flat_map(|at| {
        let equal = |other: &usize| {
            let (x, y) = (number(&computed.elements, at), number(each, *other));
            exact(at, *other) || (computed.compute.is_float() && (x == y || (x.is_nan() && y.is_nan())))
        };
        let mut places = line.up_to(line.last_joined(at).expect("lines have elements"));
        let place = if first { places.find(equal) } else { places.rev().find(equal) };
        (line.index(place.expect("the result is an element")) as i64).to_le_bytes()
    });
    Computed { dtype: DType::S64, elements: elements.collect(), ..computed.clone() }
}

/// The factor of the environment variable `ORACLE_TEST_SCALE` on the number of random cases; 1 where it is not set.
fn scale() -> u64 {
    std::env::var("ORACLE_TEST_SCALE").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn of_formulas() -> impl Iterator<Item = (&'static OperatorSpec, &'static Contract)> {
    let editions = Editions::default();
    let contracts = OPERATORS.iter().map(move |operator| (*operator, operator.contract(&editions)));
    contracts.filter(|(operator, contract)| is_declared(operator) && !contract.formulas.is_empty())
}

#[test]
fn no_honest_implementation_of_a_formula_fails() {
    let evaluators = evaluators();
    assert!(evaluators.len() >= 40, "{}", evaluators.len());
    let judged = AtomicU64::new(0);
    let (operators, next) = (of_formulas().collect::<Vec<_>>(), AtomicUsize::new(0));
    let work = || {
        while let Some((operator, contract)) = operators.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mine = judged_right(operator, contract, &evaluators);
            judged.fetch_add(mine, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        (0..thread::available_parallelism().map_or(1, NonZero::get)).for_each(|_| drop(scope.spawn(work)));
    });
    let judged = judged.into_inner();
    println!("{judged} results of {} evaluators", evaluators.len());
    assert!(judged > 1000, "{judged}");
}

/// How many results of an operator were judged; none of them wrong.
fn judged_right(operator: &'static OperatorSpec, contract: &'static Contract, evaluators: &[Honest]) -> u64 {
    let mut judged = 0;
    let declared = Declared::new(operator);
    for (place, honest) in (0_u64..).zip(evaluators) {
        for index in 0..12 * scale() {
            let call = declared.fuzz(&mut Source::new(place, index), contract);
            // Long lines are few, and take their time.
            if call.longest_answer() > 1 << 16 || !declared.knows(&call, contract) {
                continue;
            }
            let results: Option<Vec<Tensor>> =
                contract.formulas_of(call.args()).map(|formula| honest.result(formula, &call)).collect();
            let Some(results) = results else { continue };
            let judgement = declared.judge_all(&call, &results, Context::new(contract, None));
            judged += 1;
            assert_ne!(
                judgement.verdict,
                Verdict::Fail,
                "{honest:?}: {}, case {index} of seed {place}: {judgement:#?}",
                operator.name
            );
        }
    }
    judged
}

/// Axes of two shapes that broadcast, after neighbours are merged that are both broadcast, or both not, in the same operand. One of
/// length 1 in both is not broadcast; whoever does without it has no more of them.
fn merged_axes(one: &[usize], other: &[usize]) -> usize {
    let rank = one.len().max(other.len());
    let length = |shape: &[usize], at: usize| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    let mut axes: Vec<(bool, bool)> = (0..rank)
        .map(|at| (length(one, at), length(other, at)))
        .map(|(a, b)| (a == 1 && b != 1, b == 1 && a != 1))
        .collect();
    axes.dedup();
    axes.len()
}

/// aclnn.broadcast, lines 46-53: an implementation may refuse more.
#[test]
fn random_cases_broadcast_five_axes_at_most() {
    let mut most = 0;
    for (operator, contract) in of_formulas() {
        let declared = Declared::new(operator);
        // The last one has six for `add`, if nothing keeps it from that: few shapes have as many.
        for index in (0..2000).chain([51_859]) {
            let call = declared.fuzz(&mut Source::new(0, index), contract);
            let inputs = operator.arguments.iter().zip(&call.args);
            let inputs = inputs.filter(|(argument, _)| {
                argument.kind == ArgumentKind::Tensor && argument.direction != Direction::Out
            });
            let shapes: Vec<&[usize]> = inputs
                .filter_map(
                    |(_, arg)| if let Arg::Tensor(tensor) = arg { Some(tensor.shape()) } else { None },
                )
                .collect();
            for (at, one) in shapes.iter().enumerate() {
                most = shapes[at + 1..].iter().map(|other| merged_axes(one, other)).fold(most, usize::max);
            }
        }
    }
    assert!((3..6).contains(&most), "{most}");
}
