//! What kernels get wrong whatever they compute is found in each operator that has a formula, by its fixed cases alone.

use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Direction, OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain::formula::converted;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::Case;
use ascertain_judge::operator::is_declared;
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use ascertain_judge::suite;
use ascertain_judge::verdict::Verdict;
use std::collections::HashMap;

/// Answers one operator wrongly: a change of the call, of the result, or of both.
struct Wrong<F> {
    operator: &'static OperatorSpec,
    fault: F,
    kernel: Kernel,
}

#[derive(Default)]
pub(super) struct Kernel {
    pub(super) reference: Reference,
    /// First results, by the shapes and dtypes of the call.
    results: HashMap<String, Tensor>,
}

impl Kernel {
    /// The reference's answer, whose first tensor is changed.
    fn changed(&mut self, call: Invocation, change: impl FnOnce(&mut Self, &mut Tensor)) -> Reply {
        let mut reply = self.reference.ask(&Call::Operate(call));
        match &mut reply {
            Reply::Answer(Answer::Tensor(tensor)) => change(self, tensor),
            Reply::Answer(Answer::Tensors(tensors)) => change(self, &mut tensors[0]),
            _ => {}
        }
        reply
    }
}

impl<F: FnMut(&mut Kernel, Invocation) -> Reply + Send> Backend for Wrong<F> {
    fn describe(&mut self) -> Result<Description, String> {
        self.kernel.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let right = self.kernel.reference.ask(call);
        match (call, &right) {
            (Call::Operate(call), Reply::Answer(_)) if core::ptr::eq(call.operator, self.operator) => {
                (self.fault)(&mut self.kernel, call.clone())
            }
            _ => right,
        }
    }
}

/// The tensors that a call reads.
pub(super) fn read(call: &mut Invocation) -> impl Iterator<Item = &mut Tensor> {
    let arguments = call.operator.arguments.iter().zip(&mut call.args);
    arguments.filter_map(|(argument, arg)| match arg {
        Arg::Tensor(tensor)
            if argument.kind == ArgumentKind::Tensor && argument.direction == Direction::In =>
        {
            Some(tensor)
        }
        _ => None,
    })
}

/// The last elements, fewer than 32, keep what was there.
fn loses_the_tail(kernel: &mut Kernel, call: Invocation) -> Reply {
    kernel.changed(call, |_, result| {
        let (mut elements, size) = (result.elements().into_owned(), result.dtype().size());
        let count = elements.len() / size;
        if count > 32 {
            elements[count / 32 * 32 * size..].fill(0);
            result.set_elements(&elements);
        }
    })
}

/// A view is read as if it were dense.
fn reads_views_as_dense(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    for tensor in read(&mut call).filter(|tensor| !tensor.is_packed()) {
        let size = tensor.dtype().size();
        let mut storage = tensor.storage().to_vec();
        storage.resize(tensor.layout().count() * size, 0);
        *tensor = Tensor::new(tensor.dtype(), tensor.shape(), storage).expect("as many elements as before");
    }
    kernel.reference.ask(&Call::Operate(call))
}

/// An operand that is broadcast is read at the flat index, modulo its size.
fn broadcasts_by_flat_index(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let shapes = read(&mut call).map(|tensor| tensor.shape().to_vec());
    let largest = shapes.max_by_key(|shape| shape.iter().product::<usize>()).unwrap_or_default();
    let count = largest.iter().product::<usize>();
    for tensor in read(&mut call).filter(|tensor| tensor.layout().count() > 1 && tensor.shape() != largest) {
        let elements = tensor.elements().into_owned().repeat(count);
        let elements = elements[..count * tensor.dtype().size()].to_vec();
        *tensor = Tensor::new(tensor.dtype(), &largest, elements).expect("as many elements as the shape has");
    }
    kernel.reference.ask(&Call::Operate(call))
}

/// The result of the first call with these shapes and dtypes is kept for all others.
fn keeps_results(kernel: &mut Kernel, call: Invocation) -> Reply {
    let tensors =
        call.args.iter().filter_map(|arg| if let Arg::Tensor(tensor) = arg { Some(tensor) } else { None });
    let alike: String = tensors.map(|tensor| format!("{}{:?}", tensor.dtype(), tensor.shape())).collect();
    kernel.changed(call, |kernel, result| {
        let kept = kernel.results.entry(alike).or_insert_with(|| result.clone());
        result.set_elements(&kept.elements());
    })
}

/// Of a vector the first block is read alone.
fn reads_a_block(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    const BLOCK: usize = 1024;
    for tensor in read(&mut call).filter(|tensor| tensor.shape().len() == 1) {
        let (mut elements, size) = (tensor.elements().into_owned(), tensor.dtype().size());
        for at in (BLOCK * size..elements.len()).step_by(size) {
            elements.copy_within(..size, at);
        }
        tensor.set_elements(&elements);
    }
    kernel.reference.ask(&Call::Operate(call))
}

/// The operands of a call if all have one dtype, with whether each is a scalar.
fn operands(call: &mut Invocation, dtype: DType) -> Option<Vec<(bool, &mut Tensor)>> {
    let arguments = call.operator.arguments.iter().zip(&mut call.args);
    let operands = arguments.filter_map(|(argument, arg)| match arg {
        Arg::Tensor(tensor) if argument.direction != Direction::Out => {
            Some((argument.kind != ArgumentKind::Tensor, tensor))
        }
        _ => None,
    });
    let operands: Vec<_> = operands.collect();
    operands.iter().all(|(_, tensor)| tensor.dtype() == dtype).then_some(operands)
}

/// Rounds one of the scalars of a call, counted from 0, to a narrower dtype, but for an integer that is infinite there. Whether it is
/// another then.
fn rounds_a_scalar(call: &mut Invocation, nth: usize, own: DType, narrow: DType) -> bool {
    let operands = operands(call, own).unwrap_or_default();
    let Some((_, scalar)) = operands.into_iter().filter(|(is_scalar, _)| *is_scalar).nth(nth) else {
        return false;
    };
    let right = scalar.elements().into_owned();
    let rounded = converted(&right, own, narrow).expect("integers and floats convert to floats");
    let number = converted(&rounded, narrow, DType::F64).expect("and floats to each other");
    let is_finite = number.first_chunk().is_some_and(|bytes| f64::from_le_bytes(*bytes).is_finite());
    let rounded = converted(&rounded, narrow, own).expect("and back");
    let differs = (is_finite || own.is_float()) && rounded != right;
    if differs {
        scalar.set_elements(&rounded);
    }
    differs
}

/// Turns the highest bit of low words, so that integers are in the order that they have with low words as signed numbers.
fn turns_low_words(tensor: &mut Tensor) {
    let mut elements = tensor.elements().into_owned();
    elements.chunks_exact_mut(8).for_each(|word| word[3] ^= 0x80);
    tensor.set_elements(&elements);
}

/// Integers of 64 bits with equal high words are compared by their low words as signed numbers.
fn compares_low_words_as_signed(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let right = kernel.reference.ask(&Call::Operate(call.clone()));
    let stored = match &right {
        Reply::Answer(Answer::Tensor(tensor)) => tensor.dtype(),
        Reply::Answer(Answer::Tensors(tensors)) => tensors[0].dtype(),
        _ => return right,
    };
    let is_comparison = ["gt", "ge", "lt", "le"].contains(&call.operator.name.trim_end_matches("-scalar"));
    for dtype in [DType::S64, DType::U64] {
        let Some(operands) = operands(&mut call, dtype) else { continue };
        operands.into_iter().for_each(|(_, tensor)| turns_low_words(tensor));
        return match is_comparison {
            true => kernel.reference.ask(&Call::Operate(call)),
            false if stored == dtype => kernel.changed(call, |_, result| turns_low_words(result)),
            false => right,
        };
    }
    right
}

/// How many of the cases find a fault. Quotients are graded: those of a scalar that is rounded are hardly more than a warning.
pub(super) fn found<F>(operator: &'static OperatorSpec, cases: &[Case], fault: F) -> usize
where
    F: FnMut(&mut Kernel, Invocation) -> Reply + Send,
{
    let is_found =
        |verdict: Verdict| verdict.is_failure() || operator.name == "divs" && verdict == Verdict::Warning;
    let (mut wrong, options) = (Wrong { operator, fault, kernel: Kernel::default() }, RunOptions::default());
    let mut session = Session::start(&mut wrong, &options).expect("it starts");
    session.ask(cases).iter().filter(|outcome| is_found(outcome.judgement.verdict)).count()
}

/// Why a scalar that is rounded is not found twice, or found at all.
fn is_open(operator: &str, own: DType, narrow: DType) -> bool {
    let is_wide = matches!(narrow, DType::F32 | DType::F64);
    match operator {
        // Its page leaves quotients of integers open that are not whole. A whole one is graded, and off by less than fails.
        "divs" => own.is_integer(),
        // Its page leaves products of integers open that an f32 does not hold.
        "muls" => own.is_integer() && is_wide,
        // Its page leaves scalars above 2^24 open, so that one of the three cases is judged.
        "adds" => own == DType::S32 && narrow == DType::F32,
        _ => false,
    }
}

/// The fixed cases of each operator with a formula.
pub(super) fn cases_by_operator() -> impl Iterator<Item = (&'static OperatorSpec, Vec<Case>)> {
    OPERATORS.iter().filter(|spec| is_declared(spec)).map(|operator| {
        let mut cases =
            suite::of_areas(&Editions::default(), &|area| area == operator.name).expect("the suite builds");
        cases.retain(|case| case.area == operator.name);
        (*operator, cases)
    })
}

#[test]
fn a_scalar_rounded_to_a_narrower_dtype_is_found_by_two_cases_of_each_operator() {
    use DType::{Bf16, F16, F32, F64, S32, S64};
    let pairs = [
        (S32, F16),
        (S32, Bf16),
        (S32, F32),
        (S64, F16),
        (S64, Bf16),
        (S64, F32),
        (S64, F64),
        (F16, Bf16),
        (F32, F16),
        (F32, Bf16),
        (F64, F16),
        (F64, Bf16),
        (F64, F32),
    ];
    let (mut missed, mut asked) = (Vec::new(), 0);
    for (operator, cases) in cases_by_operator() {
        for (own, narrow) in pairs.into_iter().filter(|&(own, narrow)| !is_open(operator.name, own, narrow)) {
            for nth in 0..2 {
                let with = |case: &Case, change: &dyn Fn(&mut Invocation) -> bool| match &case.call {
                    Call::Operate(call) => change(&mut call.clone()),
                    _ => false,
                };
                let has_scalar = |call: &mut Invocation| {
                    let operands = operands(call, own).unwrap_or_default();
                    operands.iter().filter(|(is_scalar, _)| *is_scalar).count() > nth
                };
                if !cases.iter().any(|case| with(case, &has_scalar)) {
                    continue;
                }
                asked += 1;
                let differs = |call: &mut Invocation| rounds_a_scalar(call, nth, own, narrow);
                let changed: Vec<Case> = cases.iter().filter(|case| with(case, &differs)).cloned().collect();
                let count = found(operator, &changed, |kernel, mut call| {
                    rounds_a_scalar(&mut call, nth, own, narrow);
                    kernel.reference.ask(&Call::Operate(call))
                });
                if count < 2 {
                    missed.push(format!("{}: scalar {nth} of {own} in {narrow}: {count}", operator.name));
                }
            }
        }
    }
    assert!(asked > 100, "{asked} faults");
    assert!(missed.is_empty(), "{} of {asked}: {missed:#?}", missed.len());
}

#[test]
fn low_words_compared_as_signed_numbers_are_found_by_two_cases_of_each_operator() {
    let names = [
        "amax",
        "amin",
        "max-dim",
        "min-dim",
        "maximum",
        "minimum",
        "cummax",
        "cummin",
        "gt",
        "ge",
        "lt",
        "le",
        "gt-scalar",
        "ge-scalar",
        "lt-scalar",
        "le-scalar",
    ];
    let mut missed = Vec::new();
    for (operator, cases) in cases_by_operator().filter(|(operator, _)| names.contains(&operator.name)) {
        let count = found(operator, &cases, compares_low_words_as_signed);
        if count < 2 {
            missed.push(format!("{}: {count}", operator.name));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn each_is_found_in_every_operator() {
    type Fault = fn(&mut Kernel, Invocation) -> Reply;
    let faults: [(&str, Fault, usize); 5] = [
        ("loses the tail", loses_the_tail, 1),
        ("reads views as dense", reads_views_as_dense, 1),
        ("broadcasts by flat index", broadcasts_by_flat_index, 2),
        ("keeps results", keeps_results, 1),
        ("reads a block", reads_a_block, 1),
    ];
    let (mut missed, options) = (Vec::new(), RunOptions::default());
    for (operator, mut cases) in cases_by_operator() {
        // Those that find them come last.
        cases.reverse();
        let tensors = operator
            .arguments
            .iter()
            .filter(|argument| argument.kind == ArgumentKind::Tensor && argument.direction == Direction::In);
        let tensors = tensors.count();
        for (name, fault, least) in faults {
            let mut wrong = Wrong { operator, fault, kernel: Kernel::default() };
            let mut session = Session::start(&mut wrong, &options).expect("it starts");
            let mut is_found = |cases: &[Case]| {
                session.ask(cases).iter().any(|outcome| outcome.judgement.verdict.is_failure())
            };
            if tensors >= least && !cases.chunks(64).any(&mut is_found) {
                missed.push(format!("{}: {name}", operator.name));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Where a column meets a row, the row of a result is its index divided by the length of the column, not by that of the row.
fn divides_by_the_column(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let shapes: Vec<Vec<usize>> = read(&mut call).map(|tensor| tensor.shape().to_vec()).collect();
    let [column, row] = [[1, 0], [0, 1]].map(|[own, other]| {
        shapes.iter().find(|shape| shape.len() == 2 && shape[own] == 1 && shape[other] > 1).cloned()
    });
    if let (Some(column), Some(row)) = (column, row) {
        let (m, n) = (column[0], row[1]);
        for tensor in read(&mut call).filter(|tensor| tensor.shape() == column) {
            let (elements, size) = (tensor.elements().into_owned(), tensor.dtype().size());
            let moved = (0..m * n).flat_map(|at| &elements[at / m % m * size..][..size]).copied().collect();
            *tensor = Tensor::new(tensor.dtype(), &[m, n], moved).expect("m rows of n");
        }
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn a_column_that_meets_a_row_is_told_by_two_cases_of_each_operator() {
    let is_read =
        |argument: &&Argument| argument.kind == ArgumentKind::Tensor && argument.direction == Direction::In;
    let of_two =
        cases_by_operator().filter(|(operator, _)| operator.arguments.iter().filter(is_read).count() > 1);
    let counts: Vec<_> = of_two
        .map(|(operator, cases)| (operator.name, found(operator, &cases, divides_by_the_column)))
        .collect();
    assert!(counts.len() > 15 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}

/// Long lines are joined in parts, which are added to what the memory of the result held.
fn adds_to_what_was_there(kernel: &mut Kernel, call: Invocation) -> Reply {
    const SPLIT: usize = 512;
    let n = call.operator.contract(&Editions::default()).formula(call.args());
    let n = n.and_then(|formula| formula.space(call.args())?.line).map_or(0, |line| line.n);
    let targets = call.operator.arguments.iter().zip(&call.args);
    let target = targets.into_iter().find_map(|(argument, arg)| match arg {
        Arg::Tensor(target) if argument.direction == Direction::Out => Some(target.clone()),
        _ => None,
    });
    kernel.changed(call, |_, result| {
        let Some(target) = target.filter(|target| n >= SPLIT && target.dtype() == result.dtype()) else {
            return;
        };
        let (mut elements, dtype) = (result.elements().into_owned(), result.dtype());
        let size = dtype.size();
        for (element, old) in elements.chunks_exact_mut(size).zip(target.elements().chunks_exact(size)) {
            let number = |element: &[u8]| {
                converted(element, dtype, DType::F64)
                    .map(|x| f64::from_le_bytes(x.try_into().unwrap_or_default()))
            };
            let (Some(own), Some(old)) = (number(element), number(old)) else { return };
            let sum = converted(&(own + old).to_le_bytes(), DType::F64, dtype);
            element.copy_from_slice(&sum.expect("f64 converts to any dtype"));
        }
        result.set_elements(&elements);
    })
}

#[test]
fn what_was_in_the_result_before_is_told_by_two_cases_of_each_fold() {
    let folds = |operator: &OperatorSpec| {
        let formulas = operator.contract(&Editions::default()).formulas;
        formulas.iter().any(|formula| formula.fold().is_some())
            && operator.arguments.iter().any(|argument| argument.direction == Direction::Out)
    };
    let folds = cases_by_operator().filter(|(operator, _)| folds(operator));
    let counts: Vec<_> = folds
        .map(|(operator, cases)| (operator.name, found(operator, &cases, adds_to_what_was_there)))
        .collect();
    assert!(counts.len() > 6 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}

/// A positive number of 64 bits whose low half is zero is taken for zero.
fn looks_at_low_words(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    for tensor in read(&mut call).filter(|tensor| tensor.dtype() == DType::S64) {
        let mut elements = tensor.elements().into_owned();
        let low_is_zero = |element: &&mut [u8]| element[..4] == [0; 4] && element[7] < 0x80;
        elements.chunks_exact_mut(8).filter(low_is_zero).for_each(|element| element.fill(0));
        tensor.set_elements(&elements);
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn numbers_whose_low_half_is_zero_are_told_in_each_operator() {
    // Of the others some compute with floats, some hardly differ.
    let names = [
        "sign",
        "abs",
        "neg",
        "cast",
        "all",
        "any",
        "logical-and",
        "logical-or",
        "logical-xor",
        "logical-not",
        "eq",
        "ne",
        "gt",
        "ge",
        "lt",
        "le",
        "maximum",
        "minimum",
        "bitwise-and",
        "bitwise-or",
        "bitwise-xor",
        "bitwise-not",
        "s-where",
        "add",
        "sub",
        "mul",
    ];
    let own = cases_by_operator().filter(|(operator, _)| names.contains(&operator.name));
    let missed = own.filter(|(operator, cases)| found(operator, cases, looks_at_low_words) == 0);
    let missed: Vec<&str> = missed.map(|(operator, _)| operator.name).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// Of dimensions that are listed in another order, the lengths are sorted and the strides are not.
fn sorts_lengths_alone(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let listed =
        call.args.iter().find_map(|arg| if let Arg::Ints(dims) = arg { Some(dims.clone()) } else { None });
    if let (Some(listed), Some(tensor)) = (listed, read(&mut call).find(|tensor| tensor.shape().len() > 1)) {
        let shape = tensor.shape().to_vec();
        let dims: Vec<usize> = listed.iter().map(|dim| dim.rem_euclid(shape.len() as i64) as usize).collect();
        let mut sorted = dims.clone();
        sorted.sort_unstable();
        let mut strides: Vec<usize> = (0..shape.len()).map(|dim| shape[dim + 1..].iter().product()).collect();
        let right = strides.clone();
        sorted.iter().zip(&dims).for_each(|(to, from)| strides[*to] = right[*from]);
        let (elements, size) = (tensor.elements().into_owned(), tensor.dtype().size());
        let count = elements.len() / size;
        let place = |at: usize| {
            (0..shape.len()).map(|dim| at / right[dim] % shape[dim] * strides[dim]).sum::<usize>()
        };
        let moved = (0..count).flat_map(|at| elements[place(at) % count * size..][..size].iter().copied());
        let moved: Vec<u8> = moved.collect();
        tensor.set_elements(&moved);
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn dimensions_in_another_order_are_found_by_two_cases_of_each_operator() {
    let is_list = |argument: &Argument| argument.kind == ArgumentKind::Ints;
    let of_lists = cases_by_operator().filter(|(operator, _)| operator.arguments.iter().any(is_list));
    let counts =
        of_lists.map(|(operator, cases)| (operator.name, found(operator, &cases, sorts_lengths_alone)));
    let counts: Vec<_> = counts.collect();
    assert!(counts.len() > 4 && counts.iter().all(|(_, count)| *count >= 2), "{counts:?}");
}

/// Partial results are kept in the dtype of the elements, where the operator is asked for a wider float.
fn joins_before_it_widens(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let own = read(&mut call).next().map(|tensor| tensor.dtype());
    let asked = |arg: &Arg| if let Arg::DType(dtype) = arg { Some(*dtype) } else { None };
    let wide = call.args.iter().find_map(asked);
    let (Some(own), Some(wide)) = (own.filter(|own| own.is_float()), wide.filter(|wide| wide.is_float()))
    else {
        return kernel.reference.ask(&Call::Operate(call));
    };
    if own.bits() >= wide.bits() {
        return kernel.reference.ask(&Call::Operate(call));
    }
    let mut narrow = call.clone();
    for (argument, arg) in narrow.operator.arguments.iter().zip(&mut narrow.args) {
        match arg {
            Arg::DType(dtype) => *dtype = own,
            Arg::Tensor(out) if argument.direction == Direction::Out => {
                *out = Tensor::zeros(own, out.shape()).expect("a smaller tensor");
            }
            _ => {}
        }
    }
    let joined = kernel.reference.ask(&Call::Operate(narrow));
    kernel.changed(call, |_, result| {
        if let Reply::Answer(Answer::Tensor(joined)) = joined {
            let widened =
                converted(&joined.elements(), own, result.dtype()).expect("floats convert to floats");
            result.set_elements(&widened);
        }
    })
}

#[test]
fn partial_results_of_a_narrower_dtype_are_found_by_two_cases_of_each_operator() {
    let (mut asked, mut missed) = (0, Vec::new());
    let joins = |operator: &OperatorSpec| {
        let formulas = operator.contract(&Editions::default()).formulas;
        formulas.iter().any(|formula| formula.joined.is_some())
    };
    for (operator, cases) in cases_by_operator().filter(|(operator, _)| joins(operator)) {
        for (own, wide) in [(DType::F16, DType::F32), (DType::Bf16, DType::F32), (DType::F32, DType::F64)] {
            let is_of = |case: &&Case| match &case.call {
                Call::Operate(call) => {
                    let of_own = |tensor: &mut Tensor| tensor.dtype() == own;
                    call.args.contains(&Arg::DType(wide)) && read(&mut call.clone()).all(of_own)
                }
                Call::Promote(_) => false,
            };
            let cases: Vec<Case> = cases.iter().filter(is_of).cloned().collect();
            if cases.is_empty() {
                continue;
            }
            asked += 1;
            let count = found(operator, &cases, joins_before_it_widens);
            if count < 2 {
                missed.push(format!("{}: {wide} in {own}: {count} of {}", operator.name, cases.len()));
            }
        }
    }
    assert!(asked >= 9, "{asked}");
    assert!(missed.is_empty(), "{missed:#?}");
}
