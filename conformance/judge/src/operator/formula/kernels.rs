//! Calls that show what kernels get wrong whatever they compute. `grid/kernels.toml` lists them and explains the keys.

use super::calls::{has_result, is_valid, of_numbers, operand_places, relist, renumber, with_operands};
use crate::from_toml::{file, table};
use crate::operator::{shape_name, unwritten};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Direction, Formula, Join};
use ascertain::dtype::Class;
use ascertain::formula::{converted, part};
use ascertain::{DType, Layout, Tensor};
use ascertain_language::expr::{Expr, Op};
use std::sync::LazyLock;

table! {
    /// The groups of the file, by kind.
    struct Listed {
        shapes: Vec<Group>,
        lengths: Vec<Group>,
        pairs: Vec<Group>,
        views: Vec<Group>,
        lines: Vec<Group>,
        equals: Vec<Group>,
        dims: Vec<Group>,
        values: Vec<Group>,
        scalars: Vec<Group>,
        results: Vec<Group>,
    }

    /// What is asked of calls of some dtypes.
    struct Group {
        dtypes: Vec<String>,
        in_place: bool,
        calls: Vec<Row>,
    }

    /// A row of any kind, with the keys that its kind has.
    struct Row {
        name: String,
        shape: Vec<usize>,
        other: Vec<usize>,
        strides: Vec<isize>,
        offset: usize,
        lengths: Vec<usize>,
        dim: i64,
        lists: Vec<Vec<i64>>,
        keep: bool,
        dtypes: Vec<String>,
        numbers: Vec<f64>,
        integers: Vec<i64>,
        every: bool,
        ranges: Vec<[f64; 3]>,
        multiples: Vec<[f64; 3]>,
        powers: Vec<[f64; 3]>,
        beside: bool,
    }
}

#[expect(clippy::expect_used, reason = "the file is a part of this crate, whose tests read it")]
static LISTED: LazyLock<Listed> = LazyLock::new(|| {
    file(include_str!("../../../grid/kernels.toml")).expect("grid/kernels.toml is well-formed")
});

/// The calls like one, whose operands have this dtype, or are bools beside it.
pub(in crate::operator) fn calls(
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
    dtype: DType,
) -> Vec<(String, Invocation)> {
    let (tensors, scalars) = operand_places(formula, call);
    let mut call = call.clone();
    for at in scalars {
        // Neither neutral nor equal to all elements.
        let own = call.args().dtype_of(at);
        if let Some(scalar) = own.and_then(|own| filled(own, &[], &|_| number(own, 38, 0))) {
            call.args[at] = Arg::Tensor(scalar);
        }
    }
    let compute = formula.dtype(call.args()).unwrap_or(dtype);
    let calls = Maker { formula, contract, call, dtype, compute, tensors }.all();
    let calls = calls.into_iter().filter_map(|(name, call)| Some((name, call?)));
    calls.filter(|(_, call)| has_result(formula, call)).collect()
}

struct Maker<'a> {
    formula: &'a Formula,
    contract: &'static Contract,
    call: Invocation,
    dtype: DType,
    compute: DType,
    /// The places of the tensors that are read.
    tensors: Vec<usize>,
}

type Named = (String, Option<Invocation>);

impl Maker<'_> {
    /// What is asked of the call.
    fn of<'g>(&self, groups: &'g [Group]) -> impl Iterator<Item = &'g Row> {
        let result = self.call.operator.argument(self.formula.result);
        let is_in_place = result.is_some_and(|at| self.tensors.contains(&at));
        let name = self.dtype.name();
        let groups = groups.iter().filter(move |group| group.in_place || !is_in_place);
        groups
            .filter(move |group| group.dtypes.iter().any(|dtype| dtype == name))
            .flat_map(|group| &group.calls)
    }

    fn all(&self) -> Vec<Named> {
        // Their `lines` or `values` have calls of 65,537 elements, and these take much memory.
        let has_long_calls = self.formula.joined.is_some() || self.formula.each.operands.len() == 1;
        let shapes = self.of(&LISTED.shapes).map(|row| &*row.shape);
        let shapes =
            shapes.filter(|shape| !has_long_calls || shape.iter().product::<usize>() <= u16::MAX.into());
        let mut calls: Vec<Named> =
            shapes.map(|shape| (format!("shape-{}", shape_name(shape)), self.with(0, &|_| shape))).collect();
        calls.extend(self.views());
        calls.extend(self.results());
        if let Some(joined) = &self.formula.joined {
            calls.extend(self.lines(joined.by));
            calls.extend(self.equals());
            calls.extend(self.dims(joined.by));
        } else {
            calls.extend(self.lengths());
            calls.extend(self.pairs());
            calls.extend(self.values());
            calls.extend(self.scalars());
        }
        calls
    }

    fn lengths(&self) -> Vec<Named> {
        let mut calls = Vec::new();
        for Row { lengths, integers, .. } in self.of(&LISTED.lengths) {
            for n in lengths.iter().filter(|_| integers.is_empty() || self.tensors.len() > 1) {
                let (name, again) = numbered(&calls, format!("length-{n}"));
                // Each with each: a later operand has the next one when those before it have had all.
                let each =
                    |order: usize, i: usize| integers[i / integers.len().pow(order as u32) % integers.len()];
                let call = if integers.is_empty() {
                    self.with(again, &|_| std::slice::from_ref(n))
                } else {
                    self.of_tensors(&self.call, &|dtype, order| of_integers(dtype, *n, &|i| each(order, i)))
                };
                calls.push((name, call));
            }
        }
        calls
    }

    fn pairs(&self) -> Vec<Named> {
        let mut calls = Vec::new();
        for Row { shape, other, .. } in self.of(&LISTED.pairs).filter(|_| self.tensors.len() > 1) {
            for [first, others] in [[shape, other], [other, shape]] {
                let name = format!("{}-by-{}", shape_name(first), shape_name(others));
                let (name, again) = numbered(&calls, name);
                calls.push((name, self.with(again, &|order| if order == 0 { first } else { others })));
            }
        }
        calls
    }

    /// The first operand as a view, the others, and the result. Lines of a block run along each of its dimensions.
    fn views(&self) -> Vec<Named> {
        let mut calls = Vec::new();
        let (first, others) = self.tensors.split_at(1);
        let is_read = |at: usize| first.contains(&at);
        for view in self.of(&LISTED.views) {
            let (name, shape) = (&view.name, &view.shape);
            let Some(dense) = self.with(0, &|_| shape) else { continue };
            calls.push((format!("{name}/first"), self.seen(&dense, view, &is_read)));
            let is_other = |at: usize| others.contains(&at);
            let seen = self.seen(&dense, view, &is_other);
            calls.push((format!("{name}/others"), seen.filter(|_| !others.is_empty())));
            let has_shape = |at: usize| dense.args().shape(at) == Some(shape);
            let is_written = |at: usize| dense.operator.arguments[at].direction == Direction::Out;
            let seen = self.seen(&dense, view, &|at| is_written(at) && has_shape(at));
            calls.push((format!("{name}/out"), seen.filter(|call| call.args != dense.args)));
            let is_block = self.formula.joined.is_some() && shape.len() == 3;
            for dim in (0..3).filter(|_| is_block) {
                let mut along = self.call.clone();
                renumber(&mut along, |_| dim);
                let dense = self.like(&along, 0, &|_| shape).filter(|_| along.args != self.call.args);
                let seen = dense.and_then(|dense| self.seen(&dense, view, &is_read));
                calls.push((format!("{name}/first/dim={dim}"), seen));
            }
        }
        calls
    }

    /// A call with some of its tensors as views.
    fn seen(&self, dense: &Invocation, view: &Row, is_seen: &dyn Fn(usize) -> bool) -> Option<Invocation> {
        let layout = Layout::strided(&view.shape, &view.strides, view.offset).ok()?;
        let places = layout.positions().max().map_or(0, |last| last + 4);
        // Nothing can be written where indices share a place.
        let shares = view.strides.contains(&0);
        let mut call = dense.clone();
        for at in (0..call.args.len()).filter(|at| is_seen(*at)) {
            if call.operator.arguments[at].direction != Direction::In && shares {
                return None;
            }
            if let Arg::Tensor(tensor) = &call.args[at] {
                let bytes = vec![0x35; places * tensor.dtype().size()];
                let mut seen = Tensor::view(tensor.dtype(), layout.clone(), bytes).ok()?;
                seen.set_elements(&tensor.elements());
                call.args[at] = Arg::Tensor(seen);
            }
        }
        is_valid(self.contract, &call).then_some(call)
    }

    /// Results of other dtypes than the formula's.
    fn results(&self) -> Vec<Named> {
        let Some(at) = self.call.operator.argument(self.formula.result) else { return Vec::new() };
        // Half of the operands' elements are near each other, and some so far that 8 bits hold one and not the other.
        let is_wide = |dtype: DType| dtype.is_integer() && dtype.bits() >= 32;
        let element = |dtype: DType, order: usize, i: usize| match i % 4 {
            0 | 2 => number(dtype, i, order),
            3 if is_wide(dtype) => (37 * i % 97 + 1 + 250 * order) as f64,
            _ => number(dtype, i + 31 * order, 0),
        };
        let dense = match self.compute {
            DType::Bool => self.with(0, &|_| &[2, 131]),
            _ => self.filled(&self.call, &|_| &[2, 131], &element),
        };
        let Some(dense) = dense else { return Vec::new() };
        let Arg::Tensor(out) = &dense.args[at] else { return Vec::new() };
        let dtypes = self.of(&LISTED.results).flat_map(|row| &row.dtypes);
        let dtypes = dtypes.filter_map(|name| DType::from_name(name));
        let others = dtypes.filter(|dtype| *dtype != out.dtype());
        let call = |dtype: DType| {
            let mut call = dense.clone();
            call.args[at] = Arg::Tensor(unwritten(dtype, out.shape())?);
            is_valid(self.contract, &call).then_some(call)
        };
        let is_written = self.call.operator.arguments[at].direction == Direction::Out;
        others.filter(|_| is_written).map(|dtype| (format!("out={dtype}"), call(dtype))).collect()
    }

    /// Lines that have one element unlike the others: the first, the last, or one beside a power of two.
    fn lines(&self, by: Join) -> Vec<Named> {
        let mut calls = Vec::new();
        for Row { shape, dim, keep, numbers, .. } in self.of(&LISTED.lines) {
            let mut along = self.call.clone();
            let numbers = match (by, &**numbers) {
                (_, []) => None,
                (Join::Greatest, &[low, high]) => Some([low, high]),
                (Join::Least, &[low, high]) => Some([high, low]),
                _ => continue,
            };
            if *keep && !flagged(&mut along, self.formula) {
                continue;
            }
            renumber(&mut along, |_| *dim);
            let name = format!("{}/dim={dim}{}", shape_name(shape), if *keep { "/kept" } else { "" });
            // The same again has it elsewhere.
            let (name, again) = numbered(&calls, name);
            let axis = dim.rem_euclid(shape.len() as i64) as usize;
            let (n, step) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
            let places = places(n);
            // Of truths it has none: whoever keeps what is true shows.
            let is_plain = again > 0 && self.compute == DType::Bool;
            let element = |dtype: DType, index: usize, is_one: bool| match numbers {
                Some(pair) => pair[usize::from(is_one)],
                None => self.of_line(by, dtype, index, is_one),
            };
            // Made once for all lines, of which some have 65,537 elements and some groups thousands.
            let tensor = |dtype: DType| {
                let line = |is_one: bool| filled(dtype, &[n], &|index| element(dtype, index, is_one));
                let (own, one, size) = (line(false)?, line(true)?, dtype.size());
                let mut elements = Vec::with_capacity(shape.iter().product::<usize>() * size);
                for block in 0..shape[..axis].iter().product() {
                    for (index, line) in (0..n).flat_map(|index| (0..step).map(move |line| (index, line))) {
                        let place = places[(block * step + line + again) % places.len()];
                        let from = if index == place && !is_plain { &one } else { &own };
                        elements.extend_from_slice(&from.storage()[index * size..][..size]);
                    }
                }
                Tensor::new(dtype, shape, elements).ok()
            };
            calls.push((name, self.of_tensors(&along, &|dtype, _| tensor(dtype))));
        }
        calls
    }

    /// Two lines of equal numbers.
    fn equals(&self) -> Vec<Named> {
        let mut calls = Vec::new();
        let mut along = self.call.clone();
        renumber(&mut along, |_| 1);
        for Row { lengths, numbers, .. } in self.of(&LISTED.equals) {
            for length in lengths {
                let shape = [2, *length];
                let call = |number: &f64| {
                    (format!("{length}-times-{number}"), self.filled(&along, &|_| &shape, &|_, _, _| *number))
                };
                calls.extend(numbers.iter().map(call));
            }
        }
        calls
    }

    /// An element of a line. Sums and products of any length are small, so that each is exact.
    fn of_line(&self, by: Join, dtype: DType, index: usize, is_one: bool) -> f64 {
        const SUMMED: [f64; 7] = [3.0, -1.0, 2.0, -3.0, 1.0, -2.0, 0.0];
        let has_sign = !matches!(dtype.class(), Class::Unsigned | Class::Bool);
        let (far, small) = (2.0 + (index % 5) as f64, (index % 3) as f64);
        let [own, one] = match by {
            Join::Greatest if self.compute == DType::Bool => [0.0, truth(dtype, index)],
            Join::Least if self.compute == DType::Bool => [truth(dtype, index), 0.0],
            Join::Greatest if has_sign => [-far, -1.0],
            Join::Greatest => [far, 9.0],
            Join::Least => [far, 1.0],
            Join::Sum | Join::Mean if has_sign => [SUMMED[index % 7], 4.0],
            Join::Sum | Join::Mean => [small, 4.0],
            Join::Product if has_sign && small == 0.0 => [-1.0, 3.0],
            Join::Product => [1.0, 3.0],
        };
        if is_one { one } else { own }
    }

    /// Cubes without equal slices.
    fn dims(&self, by: Join) -> Vec<Named> {
        let mut calls = Vec::new();
        for Row { shape, lists, keep, .. } in self.of(&LISTED.dims) {
            for dims in lists {
                let mut listed = self.call.clone();
                if !relist(&mut listed, dims) || *keep && !flagged(&mut listed, self.formula) {
                    continue;
                }
                let count: usize = shape.iter().product();
                let element = |dtype: DType, i: usize| match by {
                    // So many that only small numbers have exact sums.
                    _ if count > 1 << 12 => self.of_line(by, dtype, i, i + 1 == count),
                    _ if self.compute == DType::Bool && (i == 27) == (by == Join::Greatest) => {
                        truth(dtype, i)
                    }
                    _ if self.compute == DType::Bool => 0.0,
                    Join::Product if dtype.is_integer() => f64::from(1 + u8::from(i.is_multiple_of(5))),
                    Join::Product => 1.0 + (i * 37 % 64) as f64 / 64.0,
                    _ => number(dtype, i, 0),
                };
                let names: Vec<String> = dims.iter().map(i64::to_string).collect();
                let kept = if *keep { "/kept" } else { "" };
                let name = format!("{}/dims={}{kept}", shape_name(shape), names.join(","));
                calls.push((name, self.filled(&listed, &|_| shape, &|dtype, _, i| element(dtype, i))));
            }
        }
        calls
    }

    fn values(&self) -> Vec<Named> {
        let [at] = *self.tensors else { return Vec::new() };
        let call = |values: &Row| {
            let elements = values.elements(self.dtype)?;
            let tensor = Tensor::new(self.dtype, &[elements.len() / self.dtype.size()], elements).ok()?;
            with_operands(self.contract, &self.call, vec![(at, tensor)])
        };
        self.of(&LISTED.values).map(|values| ("numbers".to_owned(), call(values))).collect()
    }

    /// Scalars of any dtype, beside numbers that are equal to them, near and far.
    fn scalars(&self) -> Vec<Named> {
        let mut calls = Vec::new();
        for row in self.of(&LISTED.scalars) {
            for dtype in row.dtypes.iter().filter_map(|name| DType::from_name(name)) {
                for number in &row.numbers {
                    let near = |i: usize| if i == 7 { 5.0 } else { number + (i as f64 - 3.0) };
                    calls
                        .extend(self.beside(dtype, &number.to_string(), &|dtype| filled(dtype, &[8], &near)));
                }
                for number in &row.integers {
                    let near = |i: usize| if i == 7 { 5 } else { number + (i as i64 - 3) };
                    calls.extend(
                        self.beside(dtype, &number.to_string(), &|dtype| of_integers(dtype, 8, &near)),
                    );
                }
            }
        }
        calls
    }

    /// The call with each scalar in turn, among the numbers near it, of which it is number 3.
    fn beside(&self, dtype: DType, number: &str, near: &dyn Fn(DType) -> Option<Tensor>) -> Vec<Named> {
        let (_, scalars) = operand_places(self.formula, &self.call);
        let scalar = near(dtype).and_then(|near| {
            let size = dtype.size();
            Tensor::new(dtype, &[], near.elements()[3 * size..4 * size].to_vec()).ok()
        });
        let call = |at: usize| {
            let mut call = self.call.clone();
            for &other in scalars.iter().filter(|other| **other != at) {
                // Pages leave open what a large one gives.
                call.args[other] = Arg::Tensor(filled(self.call.args().dtype_of(other)?, &[], &|_| 3.0)?);
            }
            call.args[at] = Arg::Tensor(scalar.clone()?);
            let tensors = self.tensors.iter().map(|&at| Some((at, near(call.args().dtype_of(at)?)?)));
            with_operands(self.contract, &call, tensors.collect::<Option<_>>()?)
        };
        let named =
            |at: usize| (format!("{}={dtype}-{number}", self.call.operator.arguments[at].name), call(at));
        scalars.iter().map(|&at| named(at)).collect()
    }

    /// The call with tensors of the shapes that their orders have, and with other numbers each time that it is made again.
    fn with<'s>(&self, again: usize, shape: &dyn Fn(usize) -> &'s [usize]) -> Option<Invocation> {
        self.like(&self.call, again, shape)
    }

    /// The same with the other arguments of a call.
    fn like<'s>(
        &self,
        call: &Invocation,
        again: usize,
        shape: &dyn Fn(usize) -> &'s [usize],
    ) -> Option<Invocation> {
        let by = self.formula.joined.as_ref().map(|joined| joined.by).filter(|_| self.compute == DType::Bool);
        if let Some(by) = by {
            // Of truths in lines one differs.
            let truth = |dtype, i| if (i == 7) == (by == Join::Greatest) { truth(dtype, i) } else { 0.0 };
            return self.filled(call, shape, &|dtype, _, i| truth(dtype, i));
        }
        self.of_tensors(call, &|dtype, order| {
            if shape(order).is_empty() {
                return filled(dtype, &[], &|_| number(dtype, FRACTION, order));
            }
            // Where nothing but zero is false, other numbers are all alike.
            let is_asked = self.is_asked_if_zero(self.tensors[order]);
            let is_zero = |i| is_asked && number(DType::Bool, i, order) == 0.0;
            let element = |i| if is_zero(i) { 0.0 } else { number(dtype, i, order) };
            let count = shape(order).iter().product::<usize>();
            let own = filled(dtype, &[count.min(PERIOD)], &|i| element(i + 50 * again))?;
            let mut elements = own.storage().repeat(count.div_ceil(PERIOD));
            elements.truncate(count * dtype.size());
            elements.shrink_to_fit();
            Tensor::new(dtype, shape(order), elements).ok()
        })
    }

    /// Whether the formula asks of a tensor's elements whether they are zero.
    fn is_asked_if_zero(&self, tensor: usize) -> bool {
        let is_zero = |expr: &Expr| matches!(expr, Expr::Number(number) if **number == Expr::Int(0));
        let is_asked = |part: &Expr| match part {
            Expr::Binary(Op::Eq | Op::Ne, own, other) => {
                is_zero(other) && matches!(**own, Expr::Argument(at, _) if at == tensor)
            }
            _ => false,
        };
        self.formula.each.expr().is_some_and(|expr| expr.has(&is_asked))
    }

    /// A call with tensors of the shapes that their orders have, and elements by dtype, order and row-major index.
    fn filled<'s>(
        &self,
        call: &Invocation,
        shape: &dyn Fn(usize) -> &'s [usize],
        element: &dyn Fn(DType, usize, usize) -> f64,
    ) -> Option<Invocation> {
        self.of_tensors(call, &|dtype, order| filled(dtype, shape(order), &|i| element(dtype, order, i)))
    }

    /// A call with tensors by dtype and order.
    fn of_tensors(
        &self,
        call: &Invocation,
        tensor: &dyn Fn(DType, usize) -> Option<Tensor>,
    ) -> Option<Invocation> {
        let tensors = self.tensors.iter().enumerate();
        let tensors = tensors.map(|(order, &at)| Some((at, tensor(call.args().dtype_of(at)?, order)?)));
        with_operands(self.contract, call, tensors.collect::<Option<Vec<_>>>()?)
    }
}

/// A call's name beside those before it, of which some may be the same, and how many are: whoever keeps what another call had
/// shows where one is asked again with other numbers.
fn numbered(calls: &[Named], name: String) -> (String, usize) {
    let again = calls.iter().filter(|(known, _)| known.split("/again").next() == Some(&name)).count();
    (if again == 0 { name } else { format!("{name}/again-{again}") }, again)
}

/// Keeps the dimensions of a fold. Whether the call has a flag for it.
fn flagged(call: &mut Invocation, formula: &Formula) -> bool {
    let arguments = call.operator.arguments.iter().zip(&mut call.args);
    let mut flags =
        arguments.filter(|(argument, _)| argument.kind == ArgumentKind::Flag && argument.via.is_none());
    let flag = flags.next().filter(|_| formula.fold().is_some());
    flag.map(|(_, arg)| *arg = Arg::Flag(true)).is_some()
}

fn filled(dtype: DType, shape: &[usize], element: &dyn Fn(usize) -> f64) -> Option<Tensor> {
    let count = shape.iter().product();
    // The imaginary part is another number, and that of zero is zero.
    let imaginary = |number: f64| if number == 0.0 { 0.0 } else { 1.5 - number };
    let mut numbers = Vec::with_capacity(16 * count);
    for number in (0..count).map(element) {
        numbers.extend_from_slice(&number.to_le_bytes());
        if part(dtype).is_some() {
            numbers.extend_from_slice(&imaginary(number).to_le_bytes());
        }
    }
    let elements = converted(&numbers, DType::F64, part(dtype).unwrap_or(dtype))?;
    Tensor::new(dtype, shape, elements).ok()
}

/// Integers that f64 may not hold.
fn of_integers(dtype: DType, count: usize, element: &dyn Fn(usize) -> i64) -> Option<Tensor> {
    let elements: Vec<u8> = (0..count).map(element).flat_map(i64::to_le_bytes).collect();
    Tensor::new(dtype, &[count], converted(&elements, DType::S64, dtype)?).ok()
}

/// A number that is true. Neighbours share no bit, so that a bitwise operation shows; floats are below one, so that a conversion
/// to an integer does; every second number of 64 bits has zeros in its low half.
fn truth(dtype: DType, i: usize) -> f64 {
    let bit = 2_f64.powi((3 * i % 7) as i32);
    match dtype.class() {
        Class::Bool => 1.0,
        Class::Signed | Class::Unsigned if dtype.bits() == 64 && i % 2 == 1 => bit * 2_f64.powi(32),
        Class::Signed | Class::Unsigned => bit,
        _ => bit / 128.0,
    }
}

/// The bits of an element unlike the first, at an index that 16 bits do not hold.
const ONE_MORE: u16 = 0x3c01;

/// After so many elements [`number`] begins again.
const PERIOD: usize = 3 * 97;

/// Where [`number`] is 0.75, as elsewhere too, beside smaller ones: whoever cuts its fraction off shows.
const FRACTION: usize = 105;

/// A number unlike its 96 neighbours, few bits long; every third float is negative. Those of later operands are in turn equal to
/// the first's, above and below, and unlike each other. Integers of 32 bits and more have it in either half, and those of 8 bits
/// without a sign use all of them.
fn number(dtype: DType, i: usize, order: usize) -> f64 {
    let first = (37 * i % 97 + 1) as i64;
    let turn = ((i + order) % 3) as i64;
    let own = if order == 0 { first } else { first + turn - 1 };
    let halves = || if dtype.bits() < 32 { 1 } else { (1 << (dtype.bits() / 2)) + 1 };
    match dtype.class() {
        Class::Bool => f64::from(if order == 0 { first % 2 != 0 } else { turn == 0 }),
        Class::Signed => ((own - 48) * halves()) as f64,
        Class::Unsigned if dtype.bits() == 8 => (own * 5 / 2) as f64,
        Class::Unsigned => (own * halves()) as f64,
        _ if first % 3 == 2 => own as f64 / -8.0,
        _ => own as f64 / 8.0,
    }
}

/// Indices of a line at which its blocks may end, the last and the first before the others.
fn places(n: usize) -> Vec<usize> {
    let powers = (3..17).rev().map(|power| 1 << power).flat_map(|power| [power, power - 1]);
    let mut places = vec![n - 1, 0];
    for place in powers.chain([n / 2]).filter(|place| *place < n) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

impl Row {
    /// The elements that it names, of a dtype that numbers are converted to.
    fn elements(&self, dtype: DType) -> Option<Vec<u8>> {
        if self.every {
            return Some((0..=u16::MAX).chain([ONE_MORE]).flat_map(u16::to_le_bytes).collect());
        }
        let mut all = self.numbers.clone();
        for [first, last, step] in &self.ranges {
            all.extend((0..).map(|k| first + f64::from(k) * step).take_while(|number| number <= last));
        }
        let multiples = between(&self.multiples).map(|(one, k)| one * f64::from(k));
        let powers = between(&self.powers).map(|(base, k)| base.powi(k));
        all.extend(multiples.chain(powers).flat_map(|number| [number, -number]));
        let mut elements = of_numbers(dtype, &all)?;
        if self.beside {
            let word = |element: &Vec<u8>| {
                element.iter().rev().fold(0_u64, |word, byte| word << 8 | u64::from(*byte))
            };
            let beside =
                elements.iter().map(word).flat_map(|word| [word.wrapping_sub(1), word.wrapping_add(1)]);
            let beside: Vec<Vec<u8>> =
                beside.map(|word| word.to_le_bytes()[..dtype.size()].to_vec()).collect();
            elements.extend(beside);
        }
        Some(elements.concat())
    }
}

/// Each number with the integers from its lowest to its highest.
fn between(all: &[[f64; 3]]) -> impl Iterator<Item = (f64, i32)> {
    all.iter().flat_map(|[number, low, high]| (*low as i32..=*high as i32).map(move |k| (*number, k)))
}
