//! Operators that only a document declares, with the formula of their result: no code here says what is right.

use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{Contract, OperatorSpec};
use ascertain::document::Editions;
use ascertain::formula::Computed;
use ascertain::reference::{FORMULA, Reference};
use ascertain::{DType, Tensor};
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::{Declared, Operator, Registry};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::verdict::{Run, Verdict};
use ascertain_conformance::{run, suite};
use ascertain_test_operators::{CHOICE, DISTANCE, LEAST, SAME, WEIGHTED};
use std::sync::LazyLock;

static OPERATORS: [&OperatorSpec; 5] = [&WEIGHTED, &LEAST, &SAME, &DISTANCE, &CHOICE];
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let declared = OPERATORS.map(|spec| &*Box::leak(Box::new(Declared::new(spec))) as &dyn Operator);
    Registry::new(declared.to_vec().leak())
});

fn reference() -> Reference {
    OPERATORS
        .iter()
        .fold(Reference::default(), |reference, operator| reference.with_operator(operator, FORMULA))
}

/// The reference, except for the result of one operator.
struct Other<F> {
    operator: &'static OperatorSpec,
    compute: F,
}

impl<F: Fn(&Contract, &Invocation) -> Option<Computed>> Backend for Other<F> {
    fn describe(&mut self) -> Result<Description, String> {
        reference().describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match (reference().ask(call), call) {
            (Reply::Answer(Answer::Tensor(mut right)), Call::Operate(call))
                if core::ptr::eq(call.operator, self.operator) =>
            {
                if let Some(other) = (self.compute)(&self.operator.contracts[0], call) {
                    right.set_elements(&other.elements);
                }
                Reply::Answer(Answer::Tensor(right))
            }
            (reply, _) => reply,
        }
    }
}

fn cases() -> Vec<Case> {
    suite::of_operators(&Editions::default(), *REGISTRY, &[]).expect("no vectors")
}

fn judged(backend: &mut dyn Backend, fuzz: u64) -> Run {
    let options = RunOptions { registry: *REGISTRY, fuzz, ..RunOptions::default() };
    run::run(&cases(), backend, &options, &mut |_| ())
}

#[test]
fn the_reference_obeys() {
    let run = judged(&mut reference(), 2000);
    let wrong = run.results.iter().find(|result| result.judgement.verdict.is_failure());
    assert!(wrong.is_none(), "{wrong:#?}");
    for operator in OPERATORS.iter().copied() {
        let passed = |part: &str| {
            let id = format!("{0}/grid/{0}/{part}", operator.name);
            assert!(run.results.iter().any(|r| *r.id == *id && r.judgement.verdict == Verdict::Pass), "{id}");
        };
        let shapes = [
            "f32/shape-scalar",
            "f32/shape-0x3",
            "f32/transposed/first",
            "f32/4x1-by-1x7",
            "f32/5x5-by-scalar",
        ];
        ["f16/2x2/values", "u64/2x2/values"].into_iter().chain(shapes).for_each(passed);
    }
}

/// The call with the tensors at two places exchanged.
fn swapped(call: &Invocation) -> Invocation {
    let mut other = call.clone();
    other.args.swap(0, 1);
    other
}

/// The call with its tensors converted.
fn converted(call: &Invocation, dtype: DType) -> Option<Invocation> {
    let mut other = call.clone();
    for arg in &mut other.args {
        if let Arg::Tensor(tensor) = arg {
            let mut elements = vec![0; tensor.layout().count() * dtype.size()];
            ascertain::element::converter(tensor.dtype(), dtype)?(&tensor.elements(), &mut elements);
            *arg = Arg::Tensor(Tensor::new(dtype, tensor.shape(), elements).ok()?);
        }
    }
    Some(other)
}

/// The formula computed in another dtype, and stored in the call's own.
fn computed_in(contract: &Contract, call: &Invocation, dtype: DType) -> Option<Computed> {
    let own = contract.formulas[0].dtype(call.args())?;
    let mut computed = contract.formulas[0].compute(converted(call, dtype)?.args())?;
    if computed.dtype != DType::Bool {
        let mut elements = vec![0; computed.elements.len() / dtype.size() * own.size()];
        ascertain::element::converter(dtype, own)?(&computed.elements, &mut elements);
        computed.elements = elements;
    }
    Some(computed)
}

/// Floats may be computed in wider floats, and are not.
#[test]
fn a_wider_dtype_is_honest_and_a_narrower_one_is_found() {
    for operator in [&WEIGHTED, &DISTANCE, &CHOICE] {
        let widened = |contract: &Contract, call: &Invocation| {
            let own = contract.formulas[0].dtype(call.args())?;
            let wide = if own == DType::F32 { DType::F64 } else { DType::F32 };
            if !own.is_float() || own == DType::F64 { None } else { computed_in(contract, call, wide) }
        };
        let run = judged(&mut Other { operator, compute: widened }, 5000);
        let wrong = run.results.iter().find(|result| result.judgement.verdict.is_failure());
        assert!(wrong.is_none(), "{wrong:#?}");
        for (own, narrow) in [(DType::F64, DType::F32), (DType::F32, DType::F16), (DType::F32, DType::Bf16)] {
            let narrowed = |contract: &Contract, call: &Invocation| {
                let is_own = contract.formulas[0].dtype(call.args()) == Some(own);
                if is_own { computed_in(contract, call, narrow) } else { None }
            };
            let run = judged(&mut Other { operator, compute: narrowed }, 0);
            let found =
                run.results.iter().any(|r| r.id.contains("/grid/") && r.judgement.verdict == Verdict::Fail);
            assert!(found, "{} of {own} in {narrow}", operator.name);
        }
    }
}

/// Each operator replaced by another, and with its operands swapped where that makes a difference.
#[test]
fn other_formulas_are_found() {
    let operators = || OPERATORS.iter().copied();
    for operator in operators().filter(|operator| operator.name != "same") {
        for other in operators().filter(|other| other.name != operator.name && other.name != "same") {
            let compute =
                |_: &Contract, call: &Invocation| other.contracts[0].formulas[0].compute(call.args());
            let run = judged(&mut Other { operator, compute }, 0);
            let failed = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail);
            let ids: Vec<_> = failed.map(|result| result.judgement.requirement).collect();
            let value = format!("{}.value", operator.name);
            assert!(
                !ids.is_empty() && ids.iter().all(|id| *id == Some(&*value)),
                "{operator:?} {other:?}: {ids:?}"
            );
        }
    }
    for operator in [&WEIGHTED, &CHOICE] {
        let compute = |contract: &Contract, call: &Invocation| {
            let call = swapped(call);
            contract.formulas[0].compute(call.args()).filter(|_| call.args().shape(0) == call.args().shape(1))
        };
        let run = judged(&mut Other { operator, compute }, 0);
        assert!(run.results.iter().any(|result| result.judgement.verdict == Verdict::Fail), "{operator:?}");
    }
    let negated = |contract: &Contract, call: &Invocation| {
        let mut computed = contract.formulas[0].compute(call.args())?;
        computed.elements.iter_mut().for_each(|truth| *truth ^= 1);
        Some(computed)
    };
    let run = judged(&mut Other { operator: &SAME, compute: negated }, 0);
    assert!(run.results.iter().any(|result| result.judgement.verdict == Verdict::Fail));
}
