//! An operator that is only declared: its document's facts and requirements are in the specification, and perhaps the formula
//! of its result.
//!
//! Calls are made from the contract alone: every argument gets the first value that breaks no requirement. So invalid calls
//! are judged like those of any operator. With a formula, results are too. Without one, what a backend does with valid calls
//! is not judged, because the rule for the result, and perhaps requirements too, are not written yet.

use super::declarations;
use super::{
    Context, Mark, OPERATORS, Operator, first_tensor, formula, is_declared, is_judged, ones, shape_name,
};
use crate::error_statistics::ErrorStatistics;
use crate::random::Source;
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Argument, ArgumentKind, Contract, Formula, Function, OperatorSpec};
use ascertain::{DType, Tensor};
use std::sync::{LazyLock, OnceLock};

/// Ranks to try, the usual ones first.
const RANKS: [usize; 9] = [2, 1, 3, 4, 5, 6, 7, 8, 0];

/// Integers to try. One suits a count, a step and a group.
const INTS: [i64; 9] = [1, 0, 2, 3, 4, 8, 16, -1, -2];

/// The same where a range is stated. Zero is in the range of a dimension, whatever the rank.
const RANGED: [i64; 9] = [0, 1, 2, 3, 4, 8, 16, -1, -2];

/// An operator that only the specification knows.
#[derive(Debug)]
pub struct Declared {
    spec: &'static OperatorSpec,
    /// Its [plain calls](Self::plain), for each contract.
    plain: OnceLock<Vec<Vec<Plain>>>,
}

/// A valid call with small tensors.
#[derive(Debug)]
struct Plain {
    variant: &'static str,
    /// The dtypes of the first two arguments that have one, as far as results are judged: twice the first if they are not.
    dtypes: [DType; 2],
    call: Invocation,
}

impl Operator for Declared {
    fn spec(&self) -> &'static OperatorSpec {
        self.spec
    }

    fn is_complete(&self) -> bool {
        self.spec.contracts.iter().all(|contract| !contract.formulas.is_empty())
    }

    fn knows(&self, call: &Invocation, contract: &'static Contract) -> bool {
        contract.formula(call.args()).is_some_and(|formula| formula::knows(formula, call))
    }

    fn judge(&self, call: &Invocation, answer: &Tensor, context: Context<'_>) -> Judgement {
        self.judge_all(call, core::slice::from_ref(answer), context)
    }

    fn results(&self, call: &Invocation, contract: &'static Contract) -> usize {
        contract.formulas_of(call.args()).count().max(1)
    }

    fn judge_all(&self, call: &Invocation, answers: &[Tensor], context: Context<'_>) -> Judgement {
        judge_each(call, answers, context)
    }

    fn marks(&self, call: &Invocation, answers: &[Tensor], context: Context<'_>) -> Vec<Option<Vec<Mark>>> {
        let formulas: Vec<_> = context.contract.formulas_of(call.args()).collect();
        let marks = formulas.iter().zip(answers).map(|(formula, answer)| {
            let of = formula.index_of.and_then(|of| formulas.iter().position(|formula| formula.result == of));
            let Some(of) = of else { return formula::marks(context, formula, call, answer) };
            let mut marks = Vec::new();
            formula::judge_index(context, formula, call, answers.get(of)?, answer, &mut marks);
            Some(marks).filter(|marks| marks.len() == answer.layout().count())
        });
        marks.collect()
    }

    fn bounds(&self, call: &Invocation, context: Context<'_>) -> Vec<Option<[Tensor; 2]>> {
        let formulas = context.contract.formulas_of(call.args());
        let bounds = |formula: &Formula| match formula.index_of {
            // Equal elements have several indices, with others between them.
            Some(_) => None,
            None => formula::bounds(context, formula, call),
        };
        formulas.map(bounds).collect()
    }

    fn compare(
        &self,
        index: u64,
        call: &Invocation,
        answer: &Tensor,
        contract: &Contract,
        drift: &mut ErrorStatistics,
    ) {
        formula::compare(index, call, answer, contract, drift);
    }

    fn grid(&self, contract: &'static Contract) -> Vec<(String, Invocation)> {
        let mut calls: Vec<(String, Invocation)> = Vec::new();
        for Plain { variant, dtypes: [first, second], call } in self.plain(contract) {
            let dtypes = if first == second { first.to_string() } else { format!("{first},{second}") };
            let shape = first_tensor(call).map_or(String::new(), |first| shape_name(first.shape()));
            let name = format!("{}/{dtypes}/{shape}", variant.replace(' ', "-"));
            if let Some(formula) = contract.formula(call.args()) {
                let telling = formula::grid(formula, contract, call);
                // Where the second is a result's that follows from the first, the call has another name already.
                let is_new = |call: &Invocation| first == second || self::dtypes(call).get(1) == Some(second);
                let telling = telling.into_iter().filter(|(_, call)| is_new(call));
                calls.extend(telling.map(|(more, call)| (format!("{name}/{more}"), call)));
            }
            if first == second {
                calls.push((name, call.clone()));
            }
        }
        for variant in contract.variants.iter().map(|variant| variant.name) {
            for dtype in DType::ALL {
                let Some(call) = self.of_dtype(contract, variant, dtype) else { continue };
                let Some(formula) = contract.formula(call.args()) else { continue };
                let kernels = formula::kernels(formula, contract, call, dtype).into_iter();
                let name = |more| format!("{}/{dtype}/{more}", variant.replace(' ', "-"));
                calls.extend(kernels.map(|(more, call)| (name(more), call)));
            }
        }
        calls
    }

    /// There are many such operators. Their grids have valid calls of every dtype.
    fn calls_of_a_requirement(&self) -> [usize; 2] {
        [32, 8]
    }

    /// Of each variant one call, one of integers, and one with the lowest and one with the highest rank that its tensors can have.
    fn samples(&self, contract: &'static Contract) -> Vec<Invocation> {
        let mut samples = Vec::new();
        for variant in contract.variants.iter().map(|variant| variant.name) {
            let call = |rank: &usize| self.call(contract, variant, &[], *rank);
            let of_rank = |rank: &usize| {
                call(rank).filter(|call| first_tensor(call).is_some_and(|first| first.shape().len() == *rank))
            };
            let calls: Vec<Invocation> = (0..RANKS.len()).filter_map(|rank| of_rank(&rank)).collect();
            // With every rank, a scalar and a vector: what is said of dimensions is often otherwise for them.
            let ends = if calls.len() < RANKS.len() {
                [calls.first(), calls.last()]
            } else {
                [calls.first(), calls.get(1)]
            };
            let of_integers = self.call(contract, variant, &[DType::S32], RANKS[0]);
            let first = [call(&RANKS[0]), of_integers];
            for call in first.iter().flatten().chain(ends.into_iter().flatten()) {
                if !samples.iter().any(|known: &Invocation| known.args == call.args) {
                    samples.push(call.clone());
                }
            }
        }
        samples
    }

    fn complete(&self, call: &mut Invocation, contract: &'static Contract) {
        formula::complete(contract, call);
    }

    fn fuzz(&self, source: &mut Source, contract: &'static Contract) -> Invocation {
        let plain = self.plain(contract);
        if !contract.formulas.is_empty() && !plain.is_empty() {
            let any = &plain[source.below(plain.len())];
            // Half of them of one dtype.
            let of_one = |plain: &&Plain| plain.dtypes == [any.dtypes[0]; 2] && plain.variant == any.variant;
            let alike = if source.chance(50) { plain.iter().find(of_one) } else { None };
            let Plain { call, .. } = alike.unwrap_or(any);
            let formula = contract.formula(call.args());
            let drawn = formula.and_then(|formula| formula::draw(source, formula, contract, call));
            return drawn.unwrap_or_else(|| call.clone());
        }
        let mut samples = self.samples(contract);
        if samples.is_empty() {
            return Invocation::new(self.spec);
        }
        samples.swap_remove(source.below(samples.len()))
    }

    /// None without a formula: random values show nothing where no rule says what the result is. Operators with one share a weight,
    /// however many there are: many are alike, and the values of their grids show most of what can be wrong.
    fn fuzz_weight(&self) -> usize {
        static WITH_FORMULA: LazyLock<usize> =
            LazyLock::new(|| OPERATORS.iter().filter(|o| is_declared(o.spec()) && o.is_complete()).count());
        if self.is_complete() { 1000 / *WITH_FORMULA } else { 0 }
    }

    fn check_declaration(&self, key: &str, value: &str) -> Result<(), String> {
        const POINTS: [&str; 3] = [declarations::ULP, "subnormals", "conversion"];
        if key.split('.').next().is_some_and(|point| POINTS.contains(&point)) {
            return declarations::check(key, value);
        }
        let (name, points) = (self.spec.name, POINTS.join(", "));
        Err(format!("nothing called `{key}` can be declared of {name}; there are: {points}"))
    }

    fn broken(&self, _: FailKind, call: &Invocation, contract: &'static Contract) -> Option<&'static str> {
        contract.formula(call.args()).map(|formula| formula.requirement)
    }
}

impl Declared {
    /// The operator that documents describe so.
    #[must_use]
    pub const fn new(spec: &'static OperatorSpec) -> Self {
        Self { spec, plain: OnceLock::new() }
    }

    /// A valid call of each variant with each pair of dtypes that its first arguments can have: what its other calls are made from.
    fn plain(&self, contract: &'static Contract) -> &[Plain] {
        let contracts = self.spec.contracts;
        let all =
            self.plain.get_or_init(|| contracts.iter().map(|contract| self.plain_of(contract)).collect());
        let known = contracts.iter().position(|known| core::ptr::eq(known, contract));
        known.map_or(&[], |known| &all[known])
    }

    /// A valid call of a variant whose operands have this dtype, or that or bool.
    fn of_dtype(&self, contract: &'static Contract, variant: &str, dtype: DType) -> Option<&Invocation> {
        let plain =
            || self.plain(contract).iter().filter(|plain| plain.variant == variant).map(|plain| &plain.call);
        let has = |call: &&Invocation, other: DType| {
            let operands = contract.formula(call.args()).map_or(&[][..], |formula| formula.each.operands);
            let dtypes = || operands.iter().filter_map(|at| call.args().dtype_of(*at));
            dtypes().any(|own| own == dtype) && dtypes().all(|own| [dtype, other].contains(&own))
        };
        plain().find(|call| has(call, dtype)).or_else(|| plain().find(|call| has(call, DType::Bool)))
    }

    fn plain_of(&self, contract: &'static Contract) -> Vec<Plain> {
        let mut plain = Vec::new();
        for variant in contract.variants.iter().map(|variant| variant.name) {
            for first in DType::ALL {
                // Every other dtype for what follows the first tensor, where a formula says what is right.
                let others =
                    DType::ALL.into_iter().filter(|other| !contract.formulas.is_empty() && *other != first);
                for second in [first].into_iter().chain(others) {
                    let Some(call) = self.call(contract, variant, &[first, second], RANKS[0]) else {
                        continue;
                    };
                    let found = dtypes(&call);
                    if found.first().is_some_and(|found| *found != first) {
                        // Nor has it with another second one.
                        break;
                    }
                    // Of the second it matters only where results are judged.
                    if contract.formulas.is_empty() || found.get(1).is_none_or(|found| *found == second) {
                        plain.push(Plain { variant, dtypes: [first, second], call });
                    }
                }
            }
        }
        plain
    }

    /// A call of a variant that breaks no requirement, with `rank` for its tensors where they can have it, and with one of `dtypes`
    /// for each argument that has a dtype; the last for all that follow.
    fn call(
        &self,
        contract: &'static Contract,
        variant: &str,
        wanted: &[DType],
        rank: usize,
    ) -> Option<Invocation> {
        let function = contract.phase_one(variant)?;
        let mut call = self.of_variant(contract, variant)?;
        for (at, argument) in self.spec.arguments.iter().enumerate() {
            if argument.via.is_some() || !function.parameters.iter().any(|p| p.name == argument.name) {
                continue;
            }
            let dtype = wanted.get(dtypes(&call).len()).or(wanted.last());
            let before = first_tensor(&call).map(|tensor| (tensor.dtype(), tensor.shape().to_vec()));
            let fits = values(argument, function, before, dtype.copied(), rank).any(|value| {
                call.args[at] = value;
                is_judged(contract, &call)
            });
            if !fits {
                return None;
            }
        }
        Some(call)
    }

    /// The call without arguments that chooses a variant: by no flag, or by one that no function has as a parameter.
    fn of_variant(&self, contract: &'static Contract, variant: &str) -> Option<Invocation> {
        let none = Invocation::new(self.spec);
        let parameter = |name| contract.functions.iter().flat_map(|f| f.parameters).any(|p| p.name == name);
        let chooses = |a: &&Argument| a.kind == ArgumentKind::Flag && a.via.is_none() && !parameter(a.name);
        let flags = self.spec.arguments.iter().filter(chooses);
        let calls = flags.map(|argument| none.clone().with(argument.name, Arg::Flag(true)));
        std::iter::once(none.clone()).chain(calls).find(|call| contract.variant(call.args()) == Some(variant))
    }
}

/// The judgement of the first tensor that is wrong, or of the first.
fn judge_each(call: &Invocation, answers: &[Tensor], context: Context<'_>) -> Judgement {
    let formulas: Vec<_> = context.contract.formulas_of(call.args()).collect();
    let judged = formulas.iter().zip(answers).map(|(formula, answer)| {
        let of = formula.index_of.and_then(|of| formulas.iter().position(|formula| formula.result == of));
        match of {
            Some(of) => formula::judge_index(context, formula, call, &answers[of], answer, &mut Vec::new()),
            None => formula::judge(context, formula, call, answer),
        }
    });
    let worst = |one: Judgement, other: Judgement| {
        let (mut one, other) = if other.verdict == Verdict::Fail && one.verdict != Verdict::Fail {
            (other, one)
        } else {
            (one, other)
        };
        one.observations.extend(other.observations);
        one.elements += other.elements;
        one
    };
    judged.reduce(worst).unwrap_or_else(|| {
        let why = format!("{} has no formula that says what its result is", call.operator.name);
        Judgement::of(Verdict::Skipped).with_detail(why)
    })
}

/// The dtypes of a call's arguments, in order.
fn dtypes(call: &Invocation) -> Vec<DType> {
    let dtype = |arg: &Arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.dtype()),
        Arg::DType(dtype) => Some(*dtype),
        _ => None,
    };
    call.args.iter().filter_map(dtype).collect()
}

/// The values to try for an argument, those like its neighbours' first.
fn values(
    argument: &Argument,
    function: &Function,
    before: Option<(DType, Vec<usize>)>,
    dtype: Option<DType>,
    rank: usize,
) -> Box<dyn Iterator<Item = Arg>> {
    let neighbour = before.as_ref().map(|(dtype, _)| *dtype);
    let parameter = function.parameters.iter().find(|p| p.name == argument.name);
    let listed = parameter.map(|p| p.dtypes).unwrap_or_default();
    let dtypes =
        move || dtype.into_iter().chain(neighbour).chain([DType::F32]).chain(listed.iter()).chain(DType::ALL);
    let tensor = |dtype, shape: &[usize]| Tensor::zeros(dtype, shape).ok().map(|t| Arg::Tensor(ones(t)));
    match argument.kind {
        ArgumentKind::Int => {
            let ranged = parameter.is_some_and(|p| p.range.is_some());
            Box::new(if ranged { RANGED } else { INTS }.into_iter().map(Arg::Int))
        }
        ArgumentKind::Ints => {
            Box::new([vec![0], Vec::new()].into_iter().map(|values| Arg::Ints(values.into())))
        }
        ArgumentKind::Flag => Box::new([Arg::Absent, Arg::Flag(true)].into_iter()),
        ArgumentKind::DType => Box::new(dtypes().map(Arg::DType)),
        ArgumentKind::Scalar => Box::new(dtypes().filter_map(move |dtype| tensor(dtype, &[]))),
        ArgumentKind::Tensor => {
            let shapes =
                before.map(|(_, shape)| shape).into_iter().chain([rank].into_iter().chain(RANKS).map(shape));
            Box::new(shapes.flat_map(move |shape| dtypes().filter_map(move |dtype| tensor(dtype, &shape))))
        }
    }
}

/// A small shape of a rank, the last two lengths 2.
fn shape(rank: usize) -> Vec<usize> {
    (0..rank).map(|axis| if axis + 2 < rank { 1 } else { 2 }).collect()
}
