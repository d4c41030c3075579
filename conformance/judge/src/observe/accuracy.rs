//! How exact the functions are of which no page says how exact they have to be.

use crate::case::{Case, Expect};
use crate::operator::{Operator, formula, numbers};
use crate::options::RunOptions;
use crate::random::values::float;
use crate::session::Session;
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Direction, Formula};
use ascertain::{DType, Tensor};
use serde::Serialize;
use std::collections::BTreeMap;

/// How exact a function is in one dtype.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Accuracy {
    /// The operator.
    pub operator: &'static str,
    /// The dtype.
    #[serde(serialize_with = "by_name")]
    pub dtype: DType,
    /// The shares of distances from the correctly rounded value, and the farthest result, in words.
    pub is: String,
    /// How many results were compared.
    pub results: u64,
}

/// Formats whose inputs are all asked, and one of whose inputs many are, spread over its whole range.
const DTYPES: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

/// Most inputs of a wider format: a power of two.
const MOST: u64 = 1 << 20;

/// Inputs of a wider format for each random case that a user wants.
const EACH: u64 = 16;

/// Elements of a call.
const AT_ONCE: u64 = 1 << 14;

/// What is seen of one function in one dtype.
#[derive(Default)]
struct Seen {
    /// How many results are so far from the correctly rounded value.
    counts: BTreeMap<u64, u64>,
    /// The farthest result: its distance, and its inputs.
    farthest: Option<(u64, String)>,
}

impl Seen {
    fn look(&mut self, call: &Invocation, operands: &[usize], distances: &[Option<u64>]) {
        for (at, distance) in distances.iter().enumerate() {
            let Some(distance) = *distance else { continue };
            *self.counts.entry(distance).or_default() += 1;
            if distance > self.farthest.as_ref().map_or(0, |(farthest, _)| *farthest) {
                let inputs = operands.iter().filter_map(|operand| {
                    let tensor = call.args().tensor(*operand)?;
                    let size = tensor.dtype().size();
                    Some(numbers::number(tensor.dtype(), tensor.elements().get(at * size..)?.get(..size)?))
                });
                self.farthest = Some((distance, inputs.collect::<Vec<_>>().join(", ")));
            }
        }
    }

    fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The shares of distances, those above one in ranges that end at powers of two, and the farthest result.
    fn words(&self) -> String {
        let Some((farthest, inputs)) = &self.farthest else { return "correctly rounded".to_owned() };
        let mut ranges: BTreeMap<u64, u64> = BTreeMap::new();
        for (distance, count) in &self.counts {
            let most =
                if *distance == 0 { 0 } else { distance.checked_next_power_of_two().unwrap_or(u64::MAX) };
            *ranges.entry(most).or_default() += count;
        }
        // Rounded down: 100 % are all.
        let share = |count: u64| match count * 10_000 / self.total() {
            0 => "under 0.01 %".to_owned(),
            share => format!("{}.{:02} %", share / 100, share % 100),
        };
        let right = share(ranges.remove(&0).unwrap_or(0));
        let others = ranges.iter().map(|(most, count)| format!("{} within {most} ulp", share(*count)));
        let others = others.collect::<Vec<_>>().join(", ");
        format!("{right} correctly rounded, {others}; at most {farthest}, of {inputs}")
    }
}

fn by_name<S: serde::Serializer>(dtype: &DType, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(dtype.name())
}

/// How exact an operator's result is, if its formula is a function of which no page says that.
pub(super) fn of(session: &mut Session<'_>, operator: &dyn Operator, options: &RunOptions) -> Vec<Accuracy> {
    let contract = operator.spec().contract(&options.editions);
    // A call that is not in place, which every framework offers, and without scalars.
    let is_plain = |call: &Invocation| {
        let arguments = call.operator.arguments;
        let is_read = |at: &usize| {
            arguments[*at].kind == ArgumentKind::Tensor && arguments[*at].direction == Direction::In
        };
        let is_open =
            |formula: &Formula| formula::is_graded(formula) && formula.each.operands.iter().all(is_read);
        !call.args.contains(&Arg::Flag(true)) && contract.formula(call.args()).is_some_and(is_open)
    };
    let Some(sample) = operator.samples(contract).into_iter().find(is_plain) else { return Vec::new() };
    let operands = contract.formula(sample.args()).map_or(&[][..], |formula| formula.each.operands);
    let mut accuracies = Vec::new();
    for dtype in DTYPES {
        let format = float(dtype);
        let all = 1u64 << format.bits().min(MOST.ilog2());
        let wanted = options.fuzz.saturating_mul(EACH).next_power_of_two().clamp(AT_ONCE, all);
        let tensor = |operand: usize, first: u64| {
            let words = (first..first + AT_ONCE).map(|nth| format.spread(operand, nth, wanted));
            let bytes = words.flat_map(|word| word.to_le_bytes().into_iter().take(dtype.size()));
            Tensor::new(dtype, &[AT_ONCE as usize], bytes.collect()).ok()
        };
        let calls = (0..wanted / AT_ONCE).filter_map(|part| {
            let tensors = operands.iter().enumerate();
            let tensors = tensors.map(|(nth, at)| Some((*at, tensor(nth, part * AT_ONCE)?)));
            formula::with_operands(contract, &sample, tensors.collect::<Option<Vec<_>>>()?)
        });
        let cases: Vec<Case> = calls.map(case).collect();
        let mut seen = Seen::default();
        for (case, asked) in cases.iter().zip(session.ask(&cases)) {
            let (Call::Operate(call), Some(Reply::Answer(Answer::Tensor(answer)))) =
                (&case.call, asked.reply)
            else {
                continue;
            };
            if let Some(distances) = formula::distances(contract, call, &answer) {
                seen.look(call, operands, &distances);
            }
        }
        if seen.total() > 0 {
            let operator = operator.spec().name;
            accuracies.push(Accuracy { operator, dtype, is: seen.words(), results: seen.total() });
        }
    }
    accuracies
}

fn case(call: Invocation) -> Case {
    let (id, area) = (String::new(), call.operator.name);
    Case { id: id.into(), area, requirements: &[], call: Call::Operate(call), expect: Expect::Documents }
}
