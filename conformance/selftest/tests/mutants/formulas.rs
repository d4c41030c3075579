//! Formulas computed wrongly: the suite finds each, and tells which it is.

use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::contract::{Formula, OperatorSpec};
use ascertain::document::Editions;
use ascertain::formula::{Line, converted};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::session::Session;
use ascertain_judge::suite;
use ascertain_judge::verdict::{FailKind, Run, Verdict};
use ascertain_selftest::diagnosis::diagnose;
use ascertain_selftest::score::Part;
use ascertain_selftest::{Options, run as test};

/// Of two operators; `ascertain-spec selftest --only formulas` has all.
#[test]
fn every_wrong_formula_is_found_or_explained() {
    for (operator, filter) in [("mul", "aclnn.mul/*/out/*"), ("cummin", "aclnn.cummin/*")] {
        let suite = |editions: &Editions| suite::of_areas(editions, &|area| area == operator);
        let options = Options { parts: &[Part::Formulas], filter: Some(filter), suite: &suite };
        let score = test(&options, &mut |_, _| ()).expect("the reference passes");
        let survivors: Vec<_> = score.survivors().map(|mutant| (&mutant.id, &mutant.outcome)).collect();
        assert!(survivors.is_empty(), "{survivors:#?}");
        let tally = score.tally(Part::Formulas);
        assert!(tally.killed > 20, "{filter}: {tally:?}");
    }
}

/// The fixed cases of an operator.
pub(super) fn cases_of(operator: &str) -> Vec<Case> {
    let mut cases = suite::of_areas(&Editions::default(), &|area| area == operator).expect("the suite");
    cases.retain(|case| case.area == operator);
    cases
}

/// A run of these cases alone.
pub(super) fn asked(cases: &[Case], backend: &mut dyn Backend) -> Run {
    run(cases, backend, &RunOptions::default(), &mut |_| ())
}

/// The reference, which computes an operator in another dtype where it has to compute in `own`, and labels the result rightly.
struct ComputedIn {
    reference: Reference,
    operator: &'static OperatorSpec,
    own: DType,
    other: DType,
}

impl Backend for ComputedIn {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let reply = self.reference.ask(call);
        let (Reply::Answer(Answer::Tensor(right)), Call::Operate(call)) = (&reply, call) else {
            return reply;
        };
        let formula = self.operator.contracts[0].formula(call.args());
        let wrong = formula.filter(|_| core::ptr::eq(call.operator, self.operator)).and_then(|formula| {
            let space = formula.space(call.args()).filter(|space| space.compute == self.own)?;
            let space = space.computed_in(self.other);
            let computed = space.compute(&space.operands()?)?;
            let mut wrong = right.clone();
            wrong.set_elements(&computed.stored(right.dtype())?);
            Some(wrong)
        });
        wrong.map_or(reply, |wrong| Reply::Answer(Answer::Tensor(wrong)))
    }
}

/// For each float of the aclnn table and each other one: found by the fixed suite, and named.
#[test]
fn a_right_label_on_a_wrong_computation_is_found_and_named() {
    let editions = Editions::default();
    let operator = OperatorSpec::named("mul").expect("it is in the specification");
    let cases = cases_of("mul");
    let floats = [DType::F16, DType::Bf16, DType::F32, DType::F64];
    for own in floats {
        for other in floats.into_iter().filter(|other| *other != own) {
            let wider = other == DType::F64 || (other == DType::F32 && own != DType::F64);
            let mut backend = ComputedIn { reference: Reference::default(), operator, own, other };
            let mut run = asked(&cases, &mut backend);
            let index = CaseIndex::new(&editions, Registry::default(), &cases);
            let options = RunOptions::default();
            let mut session = Session::start(&mut backend, &options).expect("it has started before");
            diagnose(&mut run, &index, &mut |cases| session.ask(cases));
            let says: Vec<&str> = run.diagnoses.iter().map(|diagnosis| diagnosis.says.as_str()).collect();
            let named = format!(
                "a result is computed in {other} where the dtype to compute in is {own}; right elsewhere"
            );
            let failed = run.results.iter().any(|result| result.judgement.verdict.is_failure());
            // Operations may be rounded in a wider dtype, operands may not.
            assert!(failed || wider, "{own} in {other}");
            // A wider one may have the same results as another wider one.
            let is_named =
                |says: &&str| *says == named || (wider && says.starts_with("a result is computed in"));
            assert!(
                says.len() == usize::from(failed) && says.iter().all(is_named),
                "{own} in {other}: {says:?}"
            );
        }
    }
}

/// The reference, but for the tensors that it answers with.
pub(super) struct Changed<F> {
    pub(super) reference: Reference,
    pub(super) change: F,
}

impl<F: FnMut(&Invocation, &mut [Tensor])> Backend for Changed<F> {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match (self.reference.ask(call), call) {
            (Reply::Answer(answer), Call::Operate(call)) if !answer.tensors().is_empty() => {
                let mut tensors = answer.tensors().to_vec();
                (self.change)(call, &mut tensors);
                Reply::Answer(match <[Tensor; 1]>::try_from(tensors) {
                    Ok([tensor]) => Answer::Tensor(tensor),
                    Err(tensors) => Answer::Tensors(tensors),
                })
            }
            (reply, _) => reply,
        }
    }
}

/// The lines of a call's formula.
fn line(formula: &Formula, call: &Invocation) -> Option<Line> {
    formula.space(call.args())?.line
}

type Mistake = fn(&Invocation, &mut [Tensor]);

/// The elements of a tensor from a place of their lines on, in another way.
fn from(tensor: &mut Tensor, call: &Invocation, first: usize, change: impl Fn(&mut [u8])) {
    let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
    let (Some(line), size) = (line(formula, call), tensor.dtype().size()) else { return };
    let mut elements = tensor.elements().into_owned();
    let places = (0..elements.len() / size).filter(|at| line.index(*at) >= first);
    places.for_each(|at| change(&mut elements[at * size..][..size]));
    tensor.set_elements(&elements);
}

/// The elements of a tensor of f32.
fn floats(tensor: &Tensor) -> Vec<f32> {
    tensor.elements().as_chunks().0.iter().map(|element| f32::from_le_bytes(*element)).collect()
}

/// Changes the elements of a tensor, if it is of f32.
fn each_float(tensor: &mut Tensor, change: impl Fn(f32) -> f32) {
    if tensor.dtype() == DType::F32 {
        let changed = floats(tensor).into_iter().map(change);
        tensor.set_elements(&changed.flat_map(f32::to_le_bytes).collect::<Vec<_>>());
    }
}

/// Writes a value where a tensor of f32 has NaN.
fn without_nan(tensor: &mut Tensor, value: f32) {
    each_float(tensor, |x| if x.is_nan() { value } else { x });
}

/// What was reported of real implementations of the operators that have formulas, and that a page denies.
const REPORTED: [(&str, &str, Mistake); 13] = [
    ("ROCm/triton#947: a scan is wrong beyond a wavefront", "cumsum", |call, tensors| {
        from(&mut tensors[0], call, 64, |element| element[0] ^= 1);
    }),
    ("ops-math 208e15ede: the tail of a long line is not written", "cumsum", |call, tensors| {
        from(&mut tensors[0], call, 256, |element| element.fill(0));
    }),
    ("pytorch#189518: cumsum in the dtype of its input, whatever dtype says", "cumsum", |call, tensors| {
        let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
        let own = call.args().tensor(0).expect("self").dtype();
        let space = formula.space(call.args()).map(|space| space.computed_in(own));
        let computed = space.and_then(|space| space.compute(&space.operands()?));
        let elements = computed.as_ref().and_then(|computed| computed.stored(tensors[0].dtype()));
        elements.iter().for_each(|elements| tensors[0].set_elements(elements));
    }),
    ("ops-math a585836d1: cummin of NaN alone is not NaN", "cummin", |_, tensors| {
        without_nan(&mut tensors[0], f32::INFINITY);
    }),
    ("ml-explore/mlx#4044: cummax passes over NaN", "cummax", |_, tensors| {
        without_nan(&mut tensors[0], f32::NEG_INFINITY);
    }),
    ("ml-explore/mlx#4044: amax passes over NaN", "amax", |_, tensors| {
        without_nan(&mut tensors[0], f32::NEG_INFINITY);
    }),
    ("ml-explore/mlx#4139: an axis of size 1 is never written", "cumsum", |call, tensors| {
        let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
        if line(formula, call).is_some_and(|line| line.n == 1) {
            tensors[0].storage_mut().fill(0);
        }
    }),
    (
        "triton-lang/triton#2361: a scan goes on with what it had at its eighth element",
        "cumsum",
        |call, tensors| {
            let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
            let (Some(line), size) = (line(formula, call), tensors[0].dtype().size()) else { return };
            let mut elements = tensors[0].elements().into_owned();
            for at in (0..elements.len() / size).filter(|at| line.index(*at) > 7) {
                elements.copy_within((at - line.step) * size..(at - line.step + 1) * size, at * size);
            }
            tensors[0].set_elements(&elements);
        },
    ),
    ("FlagGems#6275: cummax has indices of its own and values of others", "cummax", |_, tensors| {
        tensors[1].storage_mut().fill(0);
    }),
    ("triton-ascend#1633: lines are turned round after their sum", "cumsum", |call, tensors| {
        let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
        let (Some(line), size) = (line(formula, call), tensors[0].dtype().size()) else { return };
        let elements = tensors[0].elements().into_owned();
        let from = |at: usize| at + (line.n - 1) * line.step - 2 * line.index(at) * line.step;
        let turned = (0..elements.len() / size).flat_map(|at| &elements[from(at) * size..][..size]);
        tensors[0].set_elements(&turned.copied().collect::<Vec<u8>>());
    }),
    ("tinygrad#16164: the sum of a tensor without dimensions has another dtype", "cumsum", |_, tensors| {
        if tensors[0].shape().is_empty() && tensors[0].dtype() != DType::S32 {
            tensors[0] = Tensor::zeros(DType::S32, &[]).expect("a scalar");
        }
    }),
    ("pytorch/TensorRT#4510: a choice of bf16 goes through s32", "s-where", |_, tensors| {
        if tensors[0].dtype() == DType::Bf16 {
            let whole = converted(&tensors[0].elements(), DType::Bf16, DType::S32);
            let whole =
                whole.and_then(|whole| converted(&whole, DType::S32, DType::Bf16)).expect("conversions");
            tensors[0].set_elements(&whole);
        }
    }),
    ("tinygrad#17343: a cast to bf16 flips bits", "cast", |_, tensors| {
        if tensors[0].dtype() == DType::Bf16 {
            tensors[0].storage_mut().chunks_exact_mut(2).for_each(|element| element[0] ^= 1);
        }
    }),
];

#[test]
fn reported_mistakes_are_found_by_the_fixed_suite() {
    let seeded = |area: &str| REPORTED.iter().any(|(_, operator, _)| *operator == area);
    let mut suite = suite::of_areas(&Editions::default(), &seeded).expect("the suite");
    suite.retain(|case| case.call.longest_answer() < 1 << 19);
    for (what, operator, change) in REPORTED {
        let cases: Vec<_> = suite.iter().filter(|case| case.area == operator).cloned().collect();
        let mut backend = Changed { reference: Reference::default(), change };
        let run = asked(&cases, &mut backend);
        let failed = run.results.iter().find(|result| result.judgement.verdict.is_failure());
        let named = failed.and_then(|failed| failed.judgement.requirement);
        assert!(named.is_some_and(|id| id.starts_with(operator)), "{what}: {named:?}");
    }
}

/// NaN is kept, which no page says, or dropped; where numbers that follow it are lost to it, that is found.
#[test]
fn what_becomes_of_nan_is_observed_and_what_follows_it_is_not_lost() {
    for operator in ["amax", "amin", "max-dim", "min-dim", "cummax", "cummin"] {
        let mut cases = cases_of(operator);
        cases.retain(|case| case.id.ends_with("/f32/2x2/nan"));
        assert_eq!(cases.len(), 1, "{operator}");
        // Each result is the first number of its line.
        let mistake = |call: &Invocation, tensors: &mut [Tensor]| {
            let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
            let Some(line) = line(formula, call) else { return };
            let own = call.args().tensor(0).expect("self").elements().into_owned();
            let first = |at: usize| {
                let last = line.last_joined(at).expect("lines have elements");
                let mut numbers = line.up_to(last).map(|at| &own[at * 4..][..4]);
                let is_nan =
                    |bytes: &&[u8]| f32::from_le_bytes((*bytes).try_into().expect("four bytes")).is_nan();
                numbers.find(|bytes| !is_nan(bytes)).unwrap_or(&own[last * 4..][..4])
            };
            let count = tensors[0].layout().count();
            let elements: Vec<u8> = (0..count).flat_map(first).copied().collect();
            tensors[0].set_elements(&elements);
        };
        let judged = |backend: &mut dyn Backend| asked(&cases, backend).results.swap_remove(0).judgement;
        let kept = judged(&mut Reference::default());
        let lost = judged(&mut Changed { reference: Reference::default(), change: mistake });
        let id = format!("{operator}.nan");
        assert_eq!(
            kept.observations.iter().find(|(known, _)| **known == *id).map(|(_, seen)| &**seen),
            Some("NaN is kept")
        );
        assert!(lost.verdict.is_failure(), "{operator}: {lost:?}");
    }
}

/// What is within half of the digits, and far for the function, is a warning that names the worst input. What is promised is kept.
#[test]
fn functions_that_are_far_off_are_warned_of() {
    let mut cases = cases_of("exp");
    cases.retain(|case| case.id.ends_with("/values"));
    let scaled = |_: &Invocation, tensors: &mut [Tensor]| {
        each_float(&mut tensors[0], |x| if x == 1.0 || x == 0.0 { x } else { x * 1.0001 });
    };
    let results = |backend: &mut dyn Backend, expect: &[(&str, &str)]| {
        let expect = expect.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let options = RunOptions { fuzz: 0, expect, ..RunOptions::default() };
        run(&cases, backend, &options, &mut |_| ()).results
    };
    let mut far = Changed { reference: Reference::default(), change: scaled };
    let warned: Vec<_> = results(&mut far, &[])
        .into_iter()
        .filter(|result| result.judgement.verdict == Verdict::Warning)
        .collect();
    let f32s = warned.iter().find(|result| result.id.contains("/f32/")).expect("a warning");
    let words = |text: &Option<String>| text.clone().unwrap_or_default();
    assert_eq!(words(&f32s.judgement.expected), "f32 within 4 ulp");
    assert!(words(&f32s.judgement.got).contains(" ulp at self"), "{:?}", f32s.judgement);
    // That is what the user demands, and no page.
    let demanded = results(&mut far, &[("ulp", "1000")]);
    let mut failed = demanded.iter().filter(|result| result.judgement.verdict.is_failure()).peekable();
    assert!(failed.peek().is_some());
    assert!(failed.all(|result| result.judgement.kind == Some(FailKind::Declaration)));
    assert!(
        results(&mut far, &[("ulp", "5000")]).iter().all(|result| result.judgement.verdict == Verdict::Pass)
    );
    // No verdict rests on the functions that the reference uses.
    let mut exact = Reference::default();
    assert!(results(&mut exact, &[]).iter().all(|result| result.judgement.verdict == Verdict::Pass));
    assert!(results(&mut exact, &[("ulp", "0")]).iter().any(|result| result.judgement.verdict.is_failure()));
}

/// The sign of long sums, and of long products, is not free: one that is turned is found.
#[test]
fn a_turned_sign_of_long_sums_and_products_is_found() {
    for (operator, long) in [("cumsum", 256), ("reduce-sum", 256), ("mean", 256), ("prod-dim", 7)] {
        let turned = |call: &Invocation, tensors: &mut [Tensor]| {
            let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
            let (Some(line), dtype) = (line(formula, call), tensors[0].dtype()) else { return };
            if !dtype.is_float() {
                return;
            }
            let mut elements = tensors[0].elements().into_owned();
            for (at, element) in elements.chunks_exact_mut(dtype.size()).enumerate() {
                if line.last_joined(at).is_some_and(|last| line.index(last) >= long) {
                    element[dtype.size() - 1] ^= 0x80;
                }
            }
            tensors[0].set_elements(&elements);
        };
        assert!(run_of(operator, 0, turned).has_failures(), "{operator}");
    }
}

/// Functions of complex numbers are judged: zero in place of each is found.
#[test]
fn complex_zeros_are_found() {
    for operator in ["exp", "log", "sqrt", "rsqrt", "sin", "cos", "reciprocal", "div"] {
        let mut cases = cases_of(operator);
        cases.retain(|case| case.id.contains("/c64/") && case.id.ends_with("/values"));
        let zeros = |_: &Invocation, tensors: &mut [Tensor]| {
            tensors.iter_mut().for_each(|tensor| tensor.storage_mut().fill(0));
        };
        let judged = |backend: &mut dyn Backend| {
            let results = asked(&cases, backend).results.into_iter();
            results.map(|result| result.judgement.verdict).collect::<Vec<_>>()
        };
        let [right, wrong] = [
            judged(&mut Reference::default()),
            judged(&mut Changed { reference: Reference::default(), change: zeros }),
        ];
        assert!(!right.is_empty(), "{operator}");
        assert!(right.iter().all(|verdict| *verdict == Verdict::Pass), "{operator}: {right:?}");
        assert!(wrong.iter().all(|verdict| verdict.is_failure()), "{operator}: {wrong:?}");
    }
}

/// A run tells whether partial sums were rounded to a 16-bit float on the way.
#[test]
fn the_dtype_of_partial_sums_is_observed() {
    for name in ["reduce-sum", "cumsum", "mean"] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let cases = cases_of(name);
        let seen = |backend: &mut dyn Backend| {
            let run = run(&cases, backend, &RunOptions { fuzz: 1_000, ..RunOptions::default() }, &mut |_| ());
            let all = run.results.into_iter().flat_map(|result| result.judgement.observations);
            let seen = all.filter(|(id, _)| id.ends_with(".accumulator")).map(|(_, seen)| seen);
            seen.filter(|seen| !seen.contains("bf16")).collect::<Vec<_>>()
        };
        let rounded = seen(&mut Reference::default());
        assert!(!rounded.is_empty(), "{name}");
        assert!(
            rounded.iter().all(|seen| seen.starts_with("partial sums are rounded to f16")),
            "{rounded:?}"
        );
        let (own, other) = (DType::F16, DType::F32);
        let kept = seen(&mut ComputedIn { reference: Reference::default(), operator, own, other });
        assert!(!kept.is_empty(), "{name}");
        assert!(kept.iter().all(|seen| seen == "partial sums are kept in f32 or a wider dtype"), "{kept:?}");
    }
}

/// The greater of NaN and a number should not depend on which comes first, as `a > b ? a : b` does.
#[test]
fn an_order_of_operands_that_makes_a_difference_is_a_warning() {
    let nan_if_second = |call: &Invocation, tensors: &mut [Tensor]| {
        let (Some(one), Some(other)) = (call.args().tensor(0), call.args().tensor(1)) else { return };
        let dtype = tensors[0].dtype();
        if [one, other].iter().all(|operand| operand.dtype() == dtype)
            && one.shape() == other.shape()
            && dtype == DType::F32
        {
            let (one, other) = (floats(one), floats(other));
            let greater =
                one.into_iter().zip(other).map(|(one, other)| if one > other { one } else { other });
            tensors[0].set_elements(&greater.flat_map(f32::to_le_bytes).collect::<Vec<_>>());
        }
    };
    let cases = cases_of("maximum");
    let warned = |backend: &mut dyn Backend| {
        let run = asked(&cases, backend);
        assert!(run.results.iter().all(|result| !result.judgement.verdict.is_failure()));
        let warnings = run.results.into_iter().filter(|result| result.judgement.verdict == Verdict::Warning);
        warnings.filter_map(|result| result.judgement.requirement).collect::<Vec<_>>()
    };
    assert!(warned(&mut Reference::default()).is_empty());
    let warned = warned(&mut Changed { reference: Reference::default(), change: nan_if_second });
    assert!(!warned.is_empty() && warned.iter().all(|id| *id == "maximum.symmetric"), "{warned:?}");
}

/// A run of the fixed cases of an operator, and of random cases, on the reference with other results.
fn run_of(area: &str, fuzz: u64, change: impl Fn(&Invocation, &mut [Tensor])) -> Run {
    let cases = cases_of(area);
    let mut backend = Changed { reference: Reference::default(), change };
    run(&cases, &mut backend, &RunOptions { fuzz, ..RunOptions::default() }, &mut |_| ())
}

/// No page says what an integer dtype holds of a number that it cannot hold: who saturates breaks a reading.
#[test]
fn saturated_integers_break_a_reading() {
    let saturated = |_: &Invocation, tensors: &mut [Tensor]| {
        if tensors[0].dtype() == DType::S8 {
            let elements: Vec<u8> = tensors[0].elements().iter().map(|own| (*own).min(127)).collect();
            tensors[0].set_elements(&elements);
        }
    };
    let run = run_of("abs", 0, saturated);
    let failures = run.counts().of(Verdict::Fail);
    assert!(failures > 0);
    assert_eq!(run.failures_on_readings(), failures);
}

/// A copy of s64 through f64 is a wrong value, and no matter of how a conversion rounds.
#[test]
fn a_copy_through_a_float_is_a_wrong_value() {
    let through_f64 = |call: &Invocation, tensors: &mut [Tensor]| {
        let is_copy = call.args().dtype_of(0) == Some(DType::S64) && tensors[0].dtype() == DType::S64;
        if is_copy {
            let there = converted(&tensors[0].elements(), DType::S64, DType::F64).expect("a conversion");
            tensors[0].set_elements(&converted(&there, DType::F64, DType::S64).expect("a conversion"));
        }
    };
    let run = run_of("cast", 0, through_f64);
    let failed = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail);
    let named: Vec<_> = failed.filter_map(|result| result.judgement.requirement).collect();
    assert!(!named.is_empty() && named.iter().all(|id| *id == "cast.value"), "{named:?}");
}

/// The root of a negative number is NaN, in either part of a complex result or in both.
#[test]
fn nan_beside_nan_is_right_in_a_complex_result() {
    let both = |_: &Invocation, tensors: &mut [Tensor]| {
        if tensors[0].dtype() == DType::C64 {
            let mut elements = tensors[0].elements().into_owned();
            for parts in elements.chunks_exact_mut(8) {
                if f32::from_le_bytes([parts[0], parts[1], parts[2], parts[3]]).is_nan() {
                    parts.copy_within(..4, 4);
                }
            }
            tensors[0].set_elements(&elements);
        }
    };
    let run = run_of("sqrt", 2_000, both);
    let failed = run.results.iter().find(|result| result.judgement.verdict == Verdict::Fail);
    assert!(failed.is_none(), "{failed:#?}");
}
