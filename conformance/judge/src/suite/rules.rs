//! Fixed cases of requirements: for each one with a predicate, calls that break it alone, and calls that just satisfy it.
//!
//! They are not written by hand: every argument of the operator's samples is changed in every way that callers get it
//! wrong, and the contract's predicates sort the results. If no change breaks a requirement, because it does not apply to
//! any sample, the changed samples that it applies to are changed again. Where the documents leave open whether a call that
//! breaks a requirement is valid, they leave it open whatever its other numbers are, so those are changed too.

use crate::case::{Case, Expect};
use crate::mutate;
use crate::operator::{Operator, askable, shape_name};
use crate::stored::kept_list;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Level, Requirement};
use ascertain::language;
use ascertain::{DType, Tensor};
use ascertain_language::expr::{Expr, Function, Type};
use std::collections::HashSet;
use std::fmt::Write;

/// At most this many changed samples are changed again for one requirement.
const APPROACHES: usize = 6;

pub(super) fn cases(operator: &dyn Operator, contract: &'static Contract) -> Vec<Case> {
    let (name, [breaks_most, meets_most]) = (operator.spec().name, operator.calls_of_a_requirement());
    let samples = operator.samples(contract);
    let mut near = variations(operator, contract, &samples);
    near.splice(..0, of_several_dtypes(operator, contract, &near));
    let (mut cases, mut ids) = (Vec::new(), HashSet::new());
    let mut push = |requirement: &Requirement, side: &str, variation: &Variation| {
        let id = format!("{name}/rule/{}/{side}/{}", requirement.id, signature(&variation.call));
        if !ids.insert(id.clone()) {
            return;
        }
        cases.push(Case {
            id: id.into(),
            area: name,
            requirements: kept_list(vec![requirement.id]),
            call: Call::Operate(variation.call.clone()),
            expect: Expect::Documents,
        });
    };
    let rules = || contract.requirements.iter().enumerate();
    for (at, requirement) in rules().filter(|(_, rule)| rule.require.is_some()) {
        let (breaks, meets) = (|v: &&Variation| v.broken == 1 << at, |v: &&Variation| v.met >> at & 1 == 1);
        let approached = if near.iter().any(|v| breaks(&v)) || requirement.unbreakable.is_some() {
            None
        } else {
            // From the first ones, or else from one for each dtype.
            let meeting = || near.iter().filter(meets).map(|v| (v.call.clone(), v.changed.1));
            let first: Vec<_> = meeting().take(APPROACHES).map(|(call, _)| call).collect();
            let approached = variations(operator, contract, &first);
            Some(if approached.iter().any(|v| breaks(&v)) {
                approached
            } else {
                let mut dtypes = HashSet::new();
                let is_new = |(call, at): &(Invocation, usize)| {
                    call.args().dtype_of(*at).is_some_and(|dtype| dtypes.insert((*at, dtype)))
                };
                let each: Vec<_> = meeting().filter(is_new).map(|(call, _)| call).collect();
                variations(operator, contract, &each)
            })
        };
        let variations = approached.as_ref().unwrap_or(&near);
        // What is said of dtypes is satisfied by several.
        let rule = requirement.require.and_then(|require| predicate(operator, require.text));
        let is_of_dtypes = rule.as_ref().is_some_and(has_dtypes);
        let meets_most = if is_of_dtypes { breaks_most } else { meets_most };
        // If nothing breaks it alone, what breaks the fewest others.
        let fewest =
            variations.iter().filter(|v| v.broken >> at & 1 == 1).map(|v| v.broken.count_ones()).min();
        let breaks = |v: &&Variation| v.broken >> at & 1 == 1 && Some(v.broken.count_ones()) == fewest;
        let breaking = || variations.iter().filter(breaks).take(breaks_most);
        // Calls that satisfy it are at its boundary when one change away there is one that breaks it.
        let edge: HashSet<(usize, usize)> = breaking().map(|v| v.changed).collect();
        let mut meeting: Vec<&Variation> =
            variations.iter().filter(|v| edge.contains(&v.changed) && meets(v)).take(meets_most).collect();
        if meeting.is_empty() && approached.is_none() {
            // No other value of that argument satisfies it: the samples themselves do.
            let unchanged = |v: &&Variation| v.form == form(&samples[v.changed.0]);
            let broken = |v: &&Variation| edge.iter().any(|(sample, _)| *sample == v.changed.0);
            meeting = variations
                .iter()
                .filter(|v| meets(v) && unchanged(v) && broken(v))
                .take(meets_most)
                .collect();
        }
        // A number that it is about comes to its boundary too, where others were changed.
        let unchanged = |at: &usize| meeting.iter().all(|v| v.changed.1 != *at);
        let numbers: Vec<usize> = (0..operator.spec().arguments.len())
            .filter(|at| rule.as_ref().is_some_and(|rule| has_number(rule, *at)) && unchanged(at))
            .collect();
        let others =
            if numbers.is_empty() { Vec::new() } else { other_numbers(operator, contract, breaking()) };
        meeting.extend(others.iter().filter(|v| meets(v) && numbers.contains(&v.changed.1)).take(meets_most));
        breaking().for_each(|v| push(requirement, "breaks", v));
        if matches!(requirement.level, Level::Unspecified | Level::Contradicted) {
            let known: HashSet<&Form> = breaking().map(|v| &v.form).collect();
            let others = other_numbers(operator, contract, breaking());
            let others = others.iter().filter(|v| breaks(v) && !known.contains(&v.form));
            others.take(breaks_most).for_each(|v| push(requirement, "breaks", v));
        }
        meeting.into_iter().for_each(|v| push(requirement, "meets", v));
    }
    // What breaks a rule breaks it without elements too.
    let empty: Vec<Invocation> = samples.iter().take(1).filter_map(emptied).collect();
    let asked: HashSet<&Form> = near.iter().map(|v| &v.form).collect();
    let empty = variations(operator, contract, &empty);
    for v in empty.iter().filter(|v| v.broken.is_power_of_two() && !asked.contains(&v.form)) {
        push(&contract.requirements[v.broken.trailing_zeros() as usize], "breaks", v);
    }
    // What an interface alone can be asked and no predicate says: valid calls that use it otherwise than most.
    for (at, requirement) in rules().filter(|(_, rule)| rule.require.is_none() && rule.via.is_some()) {
        let uses = |v: &&Variation| operator.spec().arguments[v.changed.1].via == requirement.via;
        let special = near.iter().filter(|v| v.met >> at & 1 == 1).filter(uses);
        special.take(meets_most).for_each(|v| push(requirement, "meets", v));
    }
    cases
}

/// Whether a dtype has a part in an expression.
fn has_dtypes(expr: &Expr) -> bool {
    expr.has(&|part| part.kind() == Type::DType)
}

/// Whether the number at a place has a part in an expression.
fn has_number(expr: &Expr, at: usize) -> bool {
    expr.has(&|part| *part == Expr::Argument(at, Type::Int))
}

/// Whether an expression is the dtype of the argument at a place, or that argument, which is a dtype.
fn is_dtype_of(expr: &Expr, at: usize) -> bool {
    *expr == Expr::Of(Function::DTypeOf, at) || *expr == Expr::Argument(at, Type::DType)
}

/// The tree of a predicate; none if it has derived values.
fn predicate(operator: &dyn Operator, text: &str) -> Option<Expr> {
    let names: Vec<&str> = operator.spec().arguments.iter().map(|argument| argument.name).collect();
    language::typed(operator.spec(), &names, text, Type::Bool)
}

/// Where no change of an argument to a dtype that is not listed breaks that rule alone: that change with other dtypes of one or
/// two other arguments, if it then does.
fn of_several_dtypes(
    operator: &dyn Operator,
    contract: &'static Contract,
    near: &[Variation],
) -> Vec<Variation> {
    let dtyped = |call: &Invocation, at: usize| Some((at, call.args().dtype_of(at)?));
    // The rule that lists the dtypes of each argument.
    let rules: Vec<Option<usize>> = (0..operator.spec().arguments.len())
        .map(|at| {
            contract.requirements.iter().position(|requirement| {
                let rule = requirement.require.and_then(|r| predicate(operator, r.text));
                matches!(rule, Some(Expr::Contains(_, of)) if is_dtype_of(&of, at))
            })
        })
        .collect();
    let alone = near.iter().filter(|v| v.broken.is_power_of_two());
    let mut known: HashSet<_> = alone.map(|v| (dtyped(&v.call, v.changed.1), v.broken)).collect();
    let mut seen: HashSet<Form> = near.iter().map(|v| v.form.clone()).collect();
    let (mut found, mut besides) = (Vec::new(), HashSet::new());
    for v in near.iter().filter(|v| v.broken.count_ones() > 1) {
        let (changed, at) = (dtyped(&v.call, v.changed.1), v.changed.1);
        let Some(rule) = rules[at].filter(|rule| v.broken >> rule & 1 == 1) else { continue };
        let wanted = 1 << rule;
        if changed.is_none() || !known.insert((changed, wanted)) {
            continue;
        }
        let of_dtypes = |call: &Invocation| -> Vec<Invocation> {
            let others = (0..call.args.len()).filter(|other| *other != at);
            others
                .flat_map(|other| DType::ALL.map(|dtype| with_dtype(call, other, dtype)))
                .flatten()
                .collect()
        };
        let id = contract.requirements[rule].id;
        let breaks_alone = |call: &Invocation| {
            askable(contract, call) && contract.broken_by(call.args()).map(|r| r.id).eq([id])
        };
        let one = of_dtypes(&v.call);
        let call = one.iter().find(|call| breaks_alone(call)).cloned();
        let call = call.or_else(|| one.iter().flat_map(of_dtypes).find(|call| breaks_alone(call)));
        let of = |call| Variation { form: form(&call), call, changed: v.changed, broken: wanted, met: 0 };
        // Beside the first, the same call with a dtype that is listed.
        let beside = call.as_ref().filter(|_| besides.insert(wanted)).and_then(|call| {
            let mut listed = DType::ALL.into_iter().filter_map(|dtype| with_dtype(call, at, dtype));
            listed.find(|call| askable(contract, call) && contract.broken_by(call.args()).next().is_none())
        });
        let beside = beside.map(|call| Variation { broken: 0, met: met(contract, &call), ..of(call) });
        found.extend(call.map(of).filter(|v| seen.insert(v.form.clone())));
        found.extend(beside);
    }
    found
}

/// A call with zeros of another dtype as an argument, or with that dtype.
fn with_dtype(call: &Invocation, at: usize, dtype: DType) -> Option<Invocation> {
    let mut call = call.clone();
    call.args[at] = match &call.args[at] {
        Arg::Tensor(tensor) => Arg::Tensor(Tensor::zeros(dtype, tensor.shape()).ok()?),
        Arg::DType(_) => Arg::DType(dtype),
        _ => return None,
    };
    Some(call)
}

/// Calls of each variant, and of each choice of arguments in the samples, with every dtype for every argument that has one.
#[must_use]
pub fn of_every_dtype(operator: &dyn Operator, contract: &'static Contract) -> Vec<Invocation> {
    let mut variants = HashSet::new();
    let mut calls = Vec::new();
    for sample in operator.samples(contract) {
        let given: Vec<bool> = sample.args.iter().map(|arg| !matches!(arg, Arg::Absent)).collect();
        if !variants.insert((contract.variant(sample.args()), given)) {
            continue;
        }
        let mut of_it = vec![sample];
        for at in 0..operator.spec().arguments.len() {
            let of_dtype = |call: &Invocation, dtype: DType| with_dtype(call, at, dtype);
            if of_it.first().is_some_and(|call| of_dtype(call, DType::F32).is_some()) {
                of_it = of_it
                    .iter()
                    .flat_map(|call| DType::ALL.into_iter().filter_map(|d| of_dtype(call, d)))
                    .collect();
            }
        }
        calls.extend(of_it);
    }
    calls
}

/// The same call with nothing along the first dimension.
fn emptied(call: &Invocation) -> Option<Invocation> {
    let mut call = call.clone();
    for arg in &mut call.args {
        if let Arg::Tensor(tensor) = arg {
            let shape = [&[0], tensor.shape().get(1..)?].concat();
            *tensor = Tensor::zeros(tensor.dtype(), &shape).ok()?;
        }
    }
    Some(call)
}

/// The first of some calls of each variant of the function, with every other number.
fn other_numbers<'a>(
    operator: &dyn Operator,
    contract: &'static Contract,
    calls: impl Iterator<Item = &'a Variation>,
) -> Vec<Variation> {
    let mut variants = HashSet::new();
    let firsts = calls.filter(|v| variants.insert(contract.variant(v.call.args())));
    let firsts: Vec<Invocation> = firsts.map(|v| v.call.clone()).collect();
    let mut others = variations(operator, contract, &firsts);
    others.retain(|v| {
        let changed = &operator.spec().arguments[v.changed.1];
        changed.kind == ArgumentKind::Int && changed.via.is_none()
    });
    others
}

/// A sample with one argument changed.
struct Variation {
    call: Invocation,
    /// Which sample, and which argument of it.
    changed: (usize, usize),
    /// The requirements that it breaks: bit `i` for requirement `i`.
    broken: u128,
    /// If it breaks none, those that speak of it and hold.
    met: u128,
    form: Form,
}

/// Every sample with every argument changed in every way, with dependent arguments left alone and adapted.
fn variations(
    operator: &dyn Operator,
    contract: &'static Contract,
    samples: &[Invocation],
) -> Vec<Variation> {
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for (at, sample) in samples.iter().enumerate() {
        for (argument, description) in operator.spec().arguments.iter().enumerate() {
            for arg in mutate::every(description, &sample.args[argument], sample, contract) {
                let mut call = sample.clone();
                call.args[argument] = arg;
                for completed in [false, true] {
                    if completed {
                        operator.complete(&mut call, contract);
                    }
                    if !askable(contract, &call) {
                        continue;
                    }
                    let form = form(&call);
                    if !seen.insert(form.clone()) {
                        continue;
                    }
                    let broken = bits(contract, |requirement| requirement.is_broken_by(call.args()));
                    let met = if broken == 0 { met(contract, &call) } else { 0 };
                    all.push(Variation { call: call.clone(), changed: (at, argument), broken, met, form });
                }
            }
        }
    }
    all
}

/// The requirements that speak of a call and, where they have a predicate, hold.
fn met(contract: &Contract, call: &Invocation) -> u128 {
    let args = call.args();
    let holds = |r: &Requirement| r.require.is_none_or(|require| require.holds(args) == Some(true));
    bits(contract, |r| r.applies(args) && holds(r))
}

/// Bit `i` for requirement `i` of those chosen. Contracts have at most 128.
fn bits(contract: &Contract, chosen: impl Fn(&Requirement) -> bool) -> u128 {
    let chosen = contract.requirements.iter().enumerate().filter(|(_, requirement)| chosen(requirement));
    chosen.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// The arguments of a call, without the elements: alike where the [`signature`] is, and made in a fifth of the time.
type Form = Box<[i64]>;

fn form(call: &Invocation) -> Form {
    let mut form = Vec::with_capacity(24);
    for arg in &call.args {
        // A mark of the kind, with how many numbers follow where there may be several.
        match arg {
            Arg::Absent | Arg::Flag(false) => form.push(0),
            Arg::Null => form.push(1),
            Arg::Flag(true) => form.push(2),
            Arg::Int(value) => form.extend([3, *value]),
            Arg::DType(dtype) => form.extend([4, *dtype as i64]),
            Arg::Ints(values) => {
                form.extend([5, values.len() as i64]);
                form.extend_from_slice(values);
            }
            Arg::Tensor(tensor) => {
                let (packed, rank) = (i64::from(tensor.is_packed()), tensor.shape().len() as i64);
                form.extend([6 + packed, tensor.dtype() as i64, rank]);
                form.extend(tensor.shape().iter().map(|length| *length as i64));
            }
        }
    }
    form.into()
}

/// Part of a case id: the arguments of a call, without the elements.
pub(super) fn signature(call: &Invocation) -> String {
    let mut text = String::with_capacity(80);
    for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
        if matches!(arg, Arg::Absent | Arg::Flag(false)) {
            continue;
        }
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(argument.name);
        // Writing to a string does not fail.
        let _ = match arg {
            Arg::Absent | Arg::Flag(_) => Ok(()),
            Arg::Null => write!(text, "=null"),
            Arg::Int(value) => write!(text, "={value}"),
            Arg::Ints(values) if values.is_empty() => write!(text, "=none"),
            Arg::Ints(values) => {
                let mut values = values.iter().zip(core::iter::once('=').chain(core::iter::repeat('_')));
                values.try_for_each(|(value, mark)| write!(text, "{mark}{value}"))
            }
            Arg::DType(dtype) => write!(text, "={dtype}"),
            Arg::Tensor(tensor) => {
                let strided = if tensor.is_packed() { "" } else { "-strided" };
                for part in ["=", tensor.dtype().name(), "-", &shape_name(tensor.shape()), strided] {
                    text.push_str(part);
                }
                Ok(())
            }
        };
    }
    text
}
