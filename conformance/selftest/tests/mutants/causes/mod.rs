//! Causes that a run tells of wrong results: where elements are wrong, and what they are there.

mod reading;

use crate::mutants::formulas::{Changed, asked, cases_of};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::formula::converted;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use ascertain_selftest::diagnosis::diagnose;

/// What a run tells of the reference with changed results, which it asks more.
fn told(operator: &str, change: impl FnMut(&Invocation, &mut [Tensor])) -> Vec<String> {
    told_of(&cases_of(operator), operator, change)
}

/// The same of some cases.
fn told_of(cases: &[Case], operator: &str, change: impl FnMut(&Invocation, &mut [Tensor])) -> Vec<String> {
    let options = RunOptions::default();
    let mut backend = Changed { reference: Reference::default(), change };
    let mut run = asked(cases, &mut backend);
    assert!(run.has_failures(), "{operator}");
    let index = CaseIndex::new(&options.editions, Registry::default(), cases);
    let mut session = Session::start(&mut backend, &options).expect("it has started before");
    diagnose(&mut run, &index, &mut |cases| session.ask(cases));
    run.diagnoses.into_iter().map(|diagnosis| diagnosis.says).collect()
}

/// Changes elements: their place and bytes, beside the bytes of the first operand there.
fn each(call: &Invocation, tensor: &mut Tensor, change: impl Fn(usize, usize, &[u8], &mut [u8])) {
    let own = call.args().tensor(0).or_else(|| {
        call.args.iter().find_map(|arg| if let Arg::Tensor(own) = arg { Some(own) } else { None })
    });
    let Some(own) = own.filter(|own| own.dtype() == tensor.dtype() && own.shape() == tensor.shape()) else {
        return;
    };
    let (size, own, mut elements) =
        (tensor.dtype().size(), own.elements().into_owned(), tensor.elements().into_owned());
    let count = elements.len() / size;
    for (at, element) in elements.chunks_exact_mut(size).enumerate() {
        change(at, count, &own[at * size..][..size], element);
    }
    tensor.set_elements(&elements);
}

#[test]
fn a_value_that_is_wrong_is_named() {
    let says = told("sqrt", |call, tensors| {
        if tensors[0].dtype() == DType::F32 {
            each(call, &mut tensors[0], |_, _, own, element| {
                if own.try_into().is_ok_and(|own| f32::from_le_bytes(own) < 0.0) {
                    element.fill(0);
                }
            });
        }
    });
    let is_named =
        |says: &String| says.starts_with("a result is 0 where ") && says.contains("self is negative");
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

#[test]
fn elements_left_over_after_blocks_are_named() {
    let says = told("bitwise-not", |call, tensors| {
        each(call, &mut tensors[0], |at, count, own, element| {
            if at >= count - count % 8 {
                element.copy_from_slice(own);
            }
        });
    });
    let named = "a result is self where the element is after whole blocks of 8; right elsewhere";
    assert!(matches!(&says[..], [one] if one == named), "{says:?}");
}

#[test]
fn a_dtype_on_the_way_is_named() {
    let says = told("ceil", |call, tensors| {
        let Some(formula) = call.operator.contracts[0].formula(call.args()) else { return };
        let narrow = formula.space(call.args()).filter(|space| space.compute == DType::F64);
        let computed = narrow
            .map(|space| space.computed_in(DType::F32))
            .and_then(|space| space.compute(&space.operands()?));
        let elements =
            computed.and_then(|computed| converted(&computed.elements, DType::F32, tensors[0].dtype()));
        elements.iter().for_each(|elements| tensors[0].set_elements(elements));
    });
    assert!(matches!(&says[..], [one] if one.starts_with("a result is computed in f32")), "{says:?}");
}

/// Changes f32 elements by the first operand and what is right.
fn of_f32(call: &Invocation, tensors: &mut [Tensor], change: impl Fn(f32, f32) -> f32) {
    if tensors[0].dtype() == DType::F32 {
        each(call, &mut tensors[0], |_, _, own, element| {
            let [own, right] = [own, &*element].map(|x| x.try_into().map_or(0.0, f32::from_le_bytes));
            element.copy_from_slice(&change(own, right).to_le_bytes());
        });
    }
}

/// Beyond 4 a tangent in bf16 is 1 or -1 too, and nothing else tells that dtypes play no part here.
#[test]
fn a_dtype_that_gives_few_different_results_is_not_believed() {
    let says = told("tanh", |call, tensors| {
        of_f32(call, tensors, |own, right| if own.abs() > 4.0 { right.signum() } else { right });
    });
    assert!(matches!(&says[..], [one] if one.contains("|self| >= 4") && !one.contains("bf16")), "{says:?}");
}

/// What a wrong function gives for one number is one number, and says nothing. Here -1.5 becomes -1, and -5.5 becomes -5.
#[test]
fn the_value_of_a_wrong_function_at_one_number_is_not_told() {
    let says = told("round", |call, tensors| {
        let dtype = tensors[0].dtype();
        each(call, &mut tensors[0], |_, _, own, element| {
            let own = converted(own, dtype, DType::F64).filter(|_| dtype.is_float());
            let own = own.and_then(|own| Some(f64::from_le_bytes(own.try_into().ok()?)));
            if let Some(own) = own.filter(|own| *own < 0.0 && own.fract() == -0.5 && own.trunc() % 2.0 != 0.0)
            {
                let wrong = converted(&own.trunc().to_le_bytes(), DType::F64, dtype);
                element.copy_from_slice(&wrong.expect("floats convert to floats"));
            }
        });
    });
    assert!(!says.is_empty() && !says.iter().any(|says| says.contains("is -5.5")), "{says:?}");
}

/// Which fixed cases have no number between to tell.
#[test]
fn fresh_cases_tell_where_it_begins() {
    // With a limit of 0.1, where few elements are right, only the dtype is told.
    let says = told("abs", |call, tensors| {
        of_f32(call, tensors, |own, right| if own.abs() >= 3.1 { right * 2.0 } else { right });
    });
    let limit = |says: &String| says.split_once(">= ")?.1.split(' ').next()?.parse::<f64>().ok();
    let is_near = |says: &String| limit(says).is_some_and(|limit| (3.1..3.3).contains(&limit));
    assert!(matches!(&says[..], [one] if one.contains("2 times the right one") && is_near(one)), "{says:?}");
}

#[test]
fn what_has_no_simple_cause_has_none() {
    let mut state = 1_u8;
    let says = told("mul", |_, tensors| {
        let mut elements = tensors[0].elements().into_owned();
        for byte in &mut elements {
            state = state.wrapping_mul(77).wrapping_add(101);
            *byte ^= if state > 200 { state } else { 0 };
        }
        tensors[0].set_elements(&elements);
    });
    assert!(says.is_empty(), "{says:?}");
}

/// Integers of 64 bits, if a tensor has such.
fn words(tensor: &Tensor) -> Option<Vec<i64>> {
    let elements = tensor.elements();
    (tensor.dtype() == DType::S64)
        .then(|| elements.as_chunks().0.iter().map(|word| i64::from_le_bytes(*word)).collect())
}

#[test]
fn integers_added_as_floats_are_named_as_x86_converts_them() {
    let says = told("add", |call, tensors| {
        let operand = |name: &str| words(call.args().tensor(call.operator.argument(name)?)?);
        let (Some(x), Some(y), Some(alpha)) = (operand("self"), operand("other"), operand("alpha")) else {
            return;
        };
        if x.len() != y.len() || tensors[0].dtype() != DType::S64 {
            return;
        }
        let sum = |(x, y): (&i64, &i64)| {
            let sum = *x as f64 + *y as f64 * alpha[0] as f64;
            if sum.abs() < 2_f64.powi(63) { sum as i64 } else { i64::MIN }
        };
        let sums: Vec<u8> = x.iter().zip(&y).map(sum).flat_map(i64::to_le_bytes).collect();
        tensors[0].set_elements(&sums);
    });
    assert!(says.iter().any(|says| says.contains("is computed in f64")), "{says:?}");
}

/// Each breaks a requirement of its own.
#[test]
fn two_mistakes_of_one_operator_are_named() {
    let says = told("cast", |call, tensors| {
        let Some(own) = call.args().tensor(0).filter(|own| own.dtype().is_float()) else { return };
        let numbers = converted(&own.elements(), own.dtype(), DType::F64).expect("floats convert to floats");
        let (dtype, mut elements) = (tensors[0].dtype(), tensors[0].elements().into_owned());
        for (element, own) in elements.chunks_exact_mut(dtype.size()).zip(numbers.as_chunks().0) {
            let own = f64::from_le_bytes(*own);
            if dtype == DType::Bool && own.abs() < 1.0 {
                element.fill(0);
            } else if dtype.is_integer() && own.is_nan() {
                element.copy_from_slice(&1_i64.to_le_bytes()[..dtype.size()]);
            }
        }
        tensors[0].set_elements(&elements);
    });
    let is_named = |what: &str| says.iter().any(|says| says.contains(what));
    assert!(is_named("is as if self had no fraction") && is_named("a result is 1 where"), "{says:?}");
}

#[test]
fn a_carry_from_one_block_alone_is_named() {
    const BLOCK: usize = 512;
    let says = told("cumsum", |call, tensors| {
        let (Some(input), Some(Arg::Int(dim))) = (call.args().tensor(0), call.args.get(1)) else { return };
        let [.., n] = *input.shape() else { return };
        let is_last = *dim == -1 || *dim + 1 == input.shape().len() as i64;
        if (input.dtype(), tensors[0].dtype(), is_last) != (DType::F32, DType::F32, true) || n == 0 {
            return;
        }
        let own = input.elements();
        let own: Vec<f32> = own.as_chunks().0.iter().map(|own| f32::from_le_bytes(*own)).collect();
        let sums = own.chunks(n).flat_map(|line| {
            let terms = |at: usize| line[(at / BLOCK).saturating_sub(1) * BLOCK..=at].iter().copied();
            (0..n).map(move |at| terms(at).reduce(|sum, term| sum + term).unwrap_or(0.0))
        });
        tensors[0].set_elements(&sums.flat_map(f32::to_le_bytes).collect::<Vec<_>>());
    });
    let is_named = |says: &String| says.contains("is carried on from the block of 512 before alone");
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

/// Both break the same requirement, in the same dtype.
#[test]
fn two_mistakes_of_one_requirement_are_named() {
    let says = told("neg", |call, tensors| {
        of_f32(call, tensors, |own, right| {
            if own.abs() < 1.0 {
                1.5
            } else if own.abs() >= 16.0 {
                own
            } else {
                right
            }
        });
    });
    let is_named = |what: &str| says.iter().any(|says| says.starts_with(what));
    assert!(
        is_named("a result is 1.5 where") && is_named("a result is self, or is negated where"),
        "{says:?}"
    );
}

/// No fault of the self-test is like it.
#[test]
fn a_last_block_of_one_element_without_its_carry_is_named() {
    const BLOCK: usize = 256;
    let mut cases = cases_of("cumprod");
    cases.retain(|case| case.call.longest_answer() < 1 << 16);
    let says = told_of(&cases, "cumprod", |call, tensors| {
        let (Some(input), Some(Arg::Int(dim))) = (call.args().tensor(0), call.args.get(1)) else { return };
        let n = input.shape().last().copied().unwrap_or(0);
        let is_last = *dim == -1 || *dim + 1 == input.shape().len() as i64;
        if (input.dtype(), tensors[0].dtype(), is_last) != (DType::F32, DType::F32, true) || n % BLOCK != 1 {
            return;
        }
        each(call, &mut tensors[0], |at, _, own, element| {
            if at % n == n - 1 {
                element.copy_from_slice(own);
            }
        });
    });
    let is_named = |says: &String| {
        says.starts_with("a result is input where ")
            && says.contains("alone after the row's whole blocks of 256")
    };
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

/// Tensors of rank 0 have no dimension beside another.
#[test]
fn products_along_the_next_dimension_are_looked_into_beside_numbers() {
    let mut cases = cases_of("cumprod");
    cases.retain(|case| case.call.longest_answer() < 1 << 10);
    let mut reference = Reference::default();
    let says = told_of(&cases, "cumprod", |call, tensors| {
        let (Some(input), Some(Arg::Int(dim))) = (call.args().tensor(0), call.args.get(1)) else { return };
        let (rank, n) = (input.shape().len() as i64, input.layout().count());
        // Nothing that the run knows by name depends on how many elements there are.
        if rank > 1 && n % 2 == 1 {
            let next = call.clone().with("dim", Arg::Int((dim + 1).rem_euclid(rank)));
            if let Reply::Answer(Answer::Tensor(other)) = reference.ask(&Call::Operate(next)) {
                tensors[0].set_elements(&other.elements());
            }
        }
    });
    assert!(says.iter().any(|says| says.contains("each dim were the one after")), "{says:?}");
}

/// Integers of 32 bits, if a tensor has such.
fn whole(tensor: &Tensor) -> Option<Vec<i32>> {
    let elements = tensor.elements();
    (tensor.dtype() == DType::S32)
        .then(|| elements.as_chunks().0.iter().map(|word| i32::from_le_bytes(*word)).collect())
}

fn argument<'a>(call: &'a Invocation, name: &str) -> Option<&'a Tensor> {
    call.args().tensor(call.operator.argument(name)?)
}

/// Operands of two dtypes are compared in another dtype than the page says, as frameworks do that promote by rules of their own.
#[test]
fn a_mistake_beside_other_rules_of_promotion_is_named() {
    let says = told("ne", |call, tensors| {
        let Some(formula) = call.operator.contracts[0].formula(call.args()) else { return };
        let Some(space) = formula.space(call.args()) else { return };
        let mut dtypes =
            formula.each.operands.iter().filter_map(|at| call.args().tensor(*at)).map(Tensor::dtype);
        let is_one = dtypes.next() == dtypes.next();
        let compute = if is_one { space.compute } else { DType::F64 };
        let wide = space.computed_in(compute);
        let Some(operands) = wide.operands().filter(|_| compute.is_float()) else { return };
        let Some(mut right) = wide.compute(&operands) else { return };
        let numbers =
            operands.iter().filter_map(|own| converted(own, compute, DType::F64)).collect::<Vec<_>>();
        for (at, truth) in right.elements.iter_mut().enumerate().filter(|_| is_one) {
            let is_nan = |own: &Vec<u8>| f64::from_le_bytes(own.as_chunks().0[at]).is_nan();
            *truth = u8::from(*truth == 1 && !numbers.iter().any(is_nan));
        }
        if let Some(stored) = right.stored(tensors[0].dtype()) {
            tensors[0].set_elements(&stored);
        }
    });
    assert!(says.iter().any(|says| says.contains("self or other is NaN")), "{says:?}");
}

#[test]
fn a_carry_from_the_line_before_is_named() {
    let says = told("cumsum", |call, tensors| {
        let (Some(own), Some(Arg::Int(dim))) = (call.args().tensor(0), call.args.get(1)) else { return };
        let (shape, sums) = (own.shape(), whole(&tensors[0]));
        let Some(n) = shape.get(dim.rem_euclid(shape.len().max(1) as i64) as usize).copied() else { return };
        let inner: usize = shape[dim.rem_euclid(shape.len() as i64) as usize + 1..].iter().product();
        let Some(mut sums) = sums.filter(|sums| !sums.is_empty()) else { return };
        let place = |line: usize, at: usize| line / inner * n * inner + at * inner + line % inner;
        for line in (1..sums.len() / n).step_by(2) {
            let total = sums[place(line - 1, n - 1)];
            (0..n).for_each(|at| sums[place(line, at)] = sums[place(line, at)].wrapping_add(total));
        }
        tensors[0].set_elements(&sums.into_iter().flat_map(i32::to_le_bytes).collect::<Vec<_>>());
    });
    let is_named = |says: &String| {
        says.starts_with("a result is carried on from the line before where ")
            && says.contains("the line is the second of two")
    };
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

/// What is told of an operator whose indices are cut.
fn told_of_indices(operator: &str, cut: fn(i64) -> i64) -> Vec<String> {
    told(operator, |_, tensors| {
        let Some(indices) = tensors.get_mut(1).filter(|indices| indices.dtype() == DType::S64) else {
            return;
        };
        let short = words(indices).into_iter().flatten().flat_map(|index| cut(index).to_le_bytes());
        indices.set_elements(&short.collect::<Vec<_>>());
    })
}

/// Of equal elements any index is right, so that many indices beyond 255 are right by the mistake too.
#[test]
fn an_index_of_eight_bits_is_named() {
    let says = told_of_indices("max-dim", |index| index & 255);
    let is_named = |says: &String| says.contains("wraps at 8 bits") || says.contains("its block of 256");
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

#[test]
fn an_index_in_a_signed_byte_is_named() {
    for operator in ["cummin", "cummax"] {
        let says = told_of_indices(operator, |index| i64::from(index as i8));
        assert!(matches!(&says[..], [one] if one.contains("goes through s8")), "{operator}: {says:?}");
    }
}

/// A choice is a sum of products with 0 and 1, so that what is not chosen makes it NaN.
#[test]
fn what_becomes_of_the_number_that_is_not_chosen_is_named() {
    let says = told("s-where", |call, tensors| {
        let Some(formula) = call.operator.contracts[0].formula(call.args()) else { return };
        let Some(space) = formula.space(call.args()).filter(|space| space.compute.is_float()) else { return };
        let dtype = tensors[0].dtype();
        let Some(operands) = space.operands().filter(|_| dtype == space.compute) else { return };
        let wide = |at: usize| {
            let wide = converted(&operands[at], dtype, DType::F64).unwrap_or_default();
            wide.as_chunks().0.iter().map(|x| f64::from_le_bytes(*x)).collect::<Vec<_>>()
        };
        let (condition, own, other) = (wide(0), wide(1), wide(2));
        let nan = converted(&f64::NAN.to_le_bytes(), DType::F64, dtype).expect("floats convert to floats");
        let mut elements = tensors[0].elements().into_owned();
        for (at, element) in elements.chunks_exact_mut(dtype.size()).enumerate() {
            let weight = f64::from(u8::from(condition[at] != 0.0));
            if (own[at] * weight + other[at] * (1.0 - weight)).is_nan() {
                element.copy_from_slice(&nan);
            }
        }
        tensors[0].set_elements(&elements);
    });
    let is_named =
        |says: &String| says.contains("is NaN where") && says.contains("not chosen is NaN or infinite");
    assert!(matches!(&says[..], [one] if is_named(one)), "{says:?}");
}

#[test]
fn a_factor_of_the_whole_sum_is_named() {
    let says = told("adds", |call, tensors| {
        let of = |name: &str| whole(argument(call, name)?);
        let (Some(own), Some(other), Some(alpha)) = (of("self"), of("other"), of("alpha")) else { return };
        if tensors[0].dtype() == DType::S32 {
            let sums = own.iter().map(|own| own.wrapping_add(other[0]).wrapping_mul(alpha[0]));
            tensors[0].set_elements(&sums.flat_map(i32::to_le_bytes).collect::<Vec<_>>());
        }
    });
    assert!(says.iter().any(|says| says.contains("is what alpha = 1 gives, times alpha")), "{says:?}");
}

#[test]
fn dims_that_are_merged_without_a_transposition_are_named() {
    let mut reference = Reference::default();
    let says = told("amax", |call, tensors| {
        let (Some(own), Some(Arg::Ints(dims))) = (call.args().tensor(0), call.args.get(1)) else { return };
        let rank = own.shape().len();
        let dims: Vec<usize> = dims.iter().map(|dim| dim.rem_euclid(rank.max(1) as i64) as usize).collect();
        if rank < 2 || dims.is_empty() || dims.len() == rank || own.dtype() != DType::S32 {
            return;
        }
        let kept = (0..rank).filter(|dim| !dims.contains(dim)).map(|dim| own.shape()[dim]).product();
        let lines = [kept, own.layout().count().checked_div(kept).unwrap_or(0)];
        let flat = Tensor::new(DType::S32, &lines, own.elements().into_owned()).expect("as many elements");
        let of_flat = call.clone().with("self", Arg::Tensor(flat)).with("dim", Arg::Ints(vec![1].into()));
        let out = Tensor::zeros(DType::S32, &[kept]).expect("a small tensor");
        let of_flat = of_flat.with("keepDim", Arg::Flag(false)).with("out", Arg::Tensor(out));
        if let Reply::Answer(Answer::Tensor(other)) = reference.ask(&Call::Operate(of_flat)) {
            tensors[0].set_elements(&other.elements());
        }
    });
    assert!(says.iter().any(|says| says.contains("elements that lie beside each other")), "{says:?}");
}

/// Beside a mistake of two dtypes another is found in each dtype, and told of all.
#[test]
fn a_cause_of_all_dtypes_is_told_once() {
    let says = told("cast", |call, tensors| {
        let Some(own) = call.args().tensor(0).filter(|own| own.dtype().is_float()) else { return };
        let numbers = converted(&own.elements(), own.dtype(), DType::F64).expect("floats convert to floats");
        let (dtype, mut elements) = (tensors[0].dtype(), tensors[0].elements().into_owned());
        let Some((low, high)) = dtype.integer_range() else { return };
        for (element, own) in elements.chunks_exact_mut(dtype.size()).zip(numbers.as_chunks().0) {
            let own = f64::from_le_bytes(*own).round_ties_even();
            if own.is_nan() && matches!(dtype, DType::S32 | DType::S64) {
                element.copy_from_slice(&low.to_le_bytes()[..dtype.size()]);
            } else if own >= low as f64 && own <= high as f64 && own.abs() < 1e9 {
                element.copy_from_slice(&(own as i64).to_le_bytes()[..dtype.size()]);
            }
        }
        tensors[0].set_elements(&elements);
    });
    let named = says.iter().filter(|says| says.contains("rounded to the nearest, of two the even")).count();
    assert!(
        named == 1 && says.iter().any(|says| says.contains("is the least number of the dtype")),
        "{says:?}"
    );
}

/// Nothing says which elements are wrong, and some of them are anything.
#[test]
fn what_most_wrong_elements_are_is_told() {
    let says = told("neg", |call, tensors| {
        of_f32(call, tensors, |own, right| match own.to_bits().wrapping_mul(0x9e37_79b1) >> 29 {
            0..4 => own,
            4 => f32::from_bits(own.to_bits().rotate_left(7) | 1),
            _ => right,
        });
    });
    let is_named = |says: &String| {
        says.starts_with("a result is self")
            && says.contains("only where")
            && says.contains("there are right")
    };
    assert!(says.iter().any(is_named), "{says:?}");
}

/// Of several dims the order counts, and of a length only what a byte holds.
#[test]
fn means_that_are_divided_by_another_number_are_named() {
    let mean = |divisor: fn(&[usize], usize) -> usize| {
        told("mean", move |call, tensors| {
            let (Some(own), Some(Arg::Ints(dims))) = (call.args().tensor(0), call.args.get(1)) else {
                return;
            };
            let shape = own.shape();
            let length = |dim: &i64| shape[dim.rem_euclid(shape.len().max(1) as i64) as usize];
            let (mut lengths, dtype) = (Vec::new(), tensors[0].dtype());
            if !shape.is_empty() {
                lengths = if dims.is_empty() { shape.to_vec() } else { dims.iter().map(length).collect() };
            }
            let n: usize = lengths.iter().product();
            let divisor = divisor(&lengths, n);
            if dtype != DType::F32 || n == 0 || divisor == n {
                return;
            }
            let factor = (n as f64 / divisor as f64) as f32;
            let means = tensors[0].elements().into_owned();
            let wrong = means.as_chunks().0.iter().map(|mean| f32::from_le_bytes(*mean) * factor);
            tensors[0].set_elements(&wrong.flat_map(f32::to_le_bytes).collect::<Vec<_>>());
        })
    };
    let says = mean(|lengths, n| lengths.first().copied().filter(|_| lengths.len() > 1).unwrap_or(n));
    assert!(says.iter().any(|says| says.contains("the length of the first dim alone")), "{says:?}");
    let says = mean(|_, n| if n > 255 { n & 255 } else { n });
    assert!(says.iter().any(|says| says.contains("the low 8 bits of the length")), "{says:?}");
}
