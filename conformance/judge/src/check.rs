//! One result in hand, judged without a backend.

use crate::case::{Case, Expect};
use crate::float_mode::FloatMode;
use crate::operator::{Context, is_judged};
use crate::options::RunOptions;
use crate::session::Judge;
use crate::verdict::{CaseResult, Judgement, Verdict};
use ascertain::backend::{Answer, Description, OperatorSupport, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Direction};
use ascertain::document::Editions;
use ascertain::{DType, Tensor};

/// Judges one answer to one call: what a run says of a case, for whoever has the result already and no backend.
///
/// Of `options`, the editions, the demands on the arithmetic, the registry and what becomes of readings count. The call has all that
/// the operator was given. A tensor that it wrote to is there as it was before the call; of a plain output only its dtype and shape
/// matter. The answer has the results, in the order of the operator's arguments.
///
/// The verdict is [`Pass`](Verdict::Pass) where the answer is right, and one that [is a failure](Verdict::is_failure) where it is
/// wrong: the judgement then has the element, the right answer in words and bits, and the requirement with its citation. Any other
/// verdict says why it is open.
///
/// ```
/// use ascertain::backend::Answer;
/// use ascertain::call::{Arg, Invocation};
/// use ascertain::contract::OperatorSpec;
/// use ascertain::{DType, Tensor};
/// use ascertain_judge::check;
/// use ascertain_judge::options::RunOptions;
/// use ascertain_judge::verdict::Verdict;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let f32s = |shape: &[usize], values: &[f32]| {
///     let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
///     Tensor::new(DType::F32, shape, bytes)
/// };
/// let amax = OperatorSpec::named("amax").ok_or("no such operator")?;
/// let call = Invocation::new(amax)
///     .with("self", Arg::Tensor(f32s(&[2, 2], &[-1.0, 2.0, -3.0, 4.0])?))
///     .with("dim", Arg::Ints(vec![0].into()))
///     .with("out", Arg::Tensor(Tensor::zeros(DType::F32, &[2])?));
///
/// let right = check(&call, Answer::Tensor(f32s(&[2], &[-1.0, 4.0])?), &RunOptions::default());
/// assert_eq!(right.judgement.verdict, Verdict::Pass);
///
/// // A maximum that began with zero.
/// let wrong = check(&call, Answer::Tensor(f32s(&[2], &[0.0, 4.0])?), &RunOptions::default()).judgement;
/// assert!(wrong.verdict.is_failure());
/// assert_eq!(wrong.at, Some(vec![0]));
/// assert_eq!(wrong.expected.as_deref(), Some("0xbf800000 (-1)"));
/// assert_eq!(wrong.requirement, Some("amax.value"));
/// println!("{}", wrong.cite.ok_or("each failure has a citation")?);
///
/// // What the page does not answer is open: no s32 is three billion.
/// let cast = OperatorSpec::named("cast").ok_or("no such operator")?;
/// let call = Invocation::new(cast)
///     .with("self", Arg::Tensor(f32s(&[1], &[3e9])?))
///     .with("dtype", Arg::DType(DType::S32))
///     .with("out", Arg::Tensor(Tensor::zeros(DType::S32, &[1])?));
/// let open = check(&call, Answer::Tensor(Tensor::zeros(DType::S32, &[1])?), &RunOptions::default());
/// assert_eq!(open.judgement.verdict, Verdict::Observed);
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn check(call: &Invocation, answer: Answer, options: &RunOptions) -> CaseResult {
    let RunOptions { editions, registry, observe_readings, .. } = options;
    let name = call.operator.name;
    let case = Case {
        id: name.into(),
        area: call.operator.area,
        requirements: &[],
        call: Call::Operate(call.clone()),
        expect: Expect::Documents,
    };
    let description = Description { operators: vec![support(call, options)], ..Description::default() };
    let _mode = FloatMode::usual();
    let mut judgement = match missing(call, editions) {
        Some(name) => Judgement::of(Verdict::Skipped).with_detail(format!("argument {name} is missing")),
        None => Judge::new(editions, *registry, &description).observe_readings(*observe_readings).judge(
            &case,
            &Reply::Answer(answer),
            None,
        ),
    };
    // Whether the call has to be accepted is open, but it was: its result is judged like any other.
    let is_accepted = judgement.verdict == Verdict::Observed && judgement.elements > 0;
    if is_accepted && is_judged(call.operator.contract(editions), call) {
        judgement.verdict = Verdict::Pass;
    }
    if judgement.verdict == Verdict::Pass {
        // What the arguments are like takes as long as the judgement, and nobody reads it.
        return CaseResult::without_details(case.id, case.area, String::new(), judgement);
    }
    CaseResult::of(&case, judgement, editions, *registry)
}

/// The lowest and the highest right elements of each result of a valid call. Not all between them need to be right, and NaN may be
/// right beside them: it is both ends where nothing else is. None where no formula says what is right.
#[must_use]
pub fn bounds(call: &Invocation, options: &RunOptions) -> Vec<Option<[Tensor; 2]>> {
    let RunOptions { editions, registry, .. } = options;
    let support = support(call, options);
    let contract = call.operator.contract(editions);
    let context = Context::new(contract, Some(&support));
    let _mode = FloatMode::usual();
    registry.operator(call.operator).map_or(Vec::new(), |operator| operator.bounds(call, context))
}

/// The name of the first argument that the call lacks: one that every call has, or a tensor that the variant of the function reads.
#[must_use]
pub fn missing(call: &Invocation, editions: &Editions) -> Option<&'static str> {
    let contract = call.operator.contract(editions);
    let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant));
    let is_read = |name| function.is_some_and(|f| f.parameters.iter().any(|p| p.name == name));
    let arguments = call.operator.arguments.iter().zip(&call.args);
    let mut absent = arguments.filter(|(_, arg)| matches!(arg, Arg::Absent)).map(|(argument, _)| argument);
    let is_tensor = |kind| matches!(kind, ArgumentKind::Tensor | ArgumentKind::Scalar);
    absent
        .find(|own| {
            !own.optional || is_tensor(own.kind) && own.direction != Direction::Out && is_read(own.name)
        })
        .map(|argument| argument.name)
}

/// Support for all that the operator has, with the demands as what is declared.
fn support(call: &Invocation, options: &RunOptions) -> OperatorSupport {
    OperatorSupport {
        name: call.operator.name.to_owned(),
        dtypes: DType::ALL.into_iter().collect(),
        max_rank: None,
        flags: Vec::new(),
        strided: true,
        without: Vec::new(),
        declared: options.expect.clone(),
    }
}
