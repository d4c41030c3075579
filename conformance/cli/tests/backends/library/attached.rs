//! The same faulty backend as a trait, a process and a library gets the same verdicts.
//!
//! It has the cumulative product of s64 and f64; in every product of f64 the last byte of the last element is inverted.

use super::{PATIENCE, cases, faulty, judged};
use crate::adapters::{self, has_python};
use crate::backends::support::{C, skip_without};
use ascertain::backend::{Answer, Backend, Description, OperatorSupport, Reply};
use ascertain::call::{Arg, Call};
use ascertain::reference::Reference;
use ascertain::{DType, DTypeSet};
use ascertain_conformance::backends::{FnBackend, ProcessBackend};
use ascertain_conformance::verdict::{Run, Verdict};
use std::collections::BTreeMap;

/// By trait: the reference with the fault.
fn by_trait() -> impl Backend {
    let dtypes = [DType::S64, DType::F64].into_iter().collect::<DTypeSet>();
    let cumprod = OperatorSupport {
        name: "cumprod".to_owned(),
        dtypes,
        max_rank: None,
        flags: vec!["inplace".to_owned()],
        strided: true,
        without: Vec::new(),
        declared: Vec::new(),
    };
    let offers = Description { operators: vec![cumprod], ..Description::default() };
    let mut reference = Reference::default();
    FnBackend::new("faulty", offers, move |call| {
        let mut reply = reference.ask(call);
        if let (Call::Operate(call), Reply::Answer(Answer::Tensor(tensor))) = (call, &mut reply)
            && matches!(call.get("input"), Arg::Tensor(input) if input.dtype() == DType::F64)
        {
            let size = tensor.dtype().size();
            if let Some(last) = tensor.layout().positions().last() {
                tensor.storage_mut()[last * size + size - 1] ^= 0xff;
            }
        }
        reply
    })
}

/// By process: the minimal adapter in Python with the fault.
fn by_process() -> Option<ProcessBackend> {
    has_python().then(|| adapters::backend(adapters::faulty("wrong_value", "f64"), adapters::options()))
}

/// By case: the verdict, what kind of failure it is, where, and what was awaited and came.
fn verdicts(run: &Run) -> BTreeMap<&str, String> {
    let of = |judgement: &ascertain_conformance::verdict::Judgement| match judgement.verdict {
        Verdict::Fail => format!(
            "fail {:?} at {:?}: {:?} for {:?}, by {:?}",
            judgement.kind, judgement.at, judgement.got, judgement.expected, judgement.requirement
        ),
        other => other.name().to_owned(),
    };
    run.results.iter().map(|result| (result.id.as_str(), of(&result.judgement))).collect()
}

#[test]
fn one_fault_has_the_same_verdicts_however_it_is_attached() {
    skip_without!(C);
    let cases = cases(|id| id.starts_with("cumprod"));
    let by_trait = judged(&mut by_trait(), &cases, 0);
    let by_library = judged(faulty("WRONG_VALUE", PATIENCE).as_mut(), &cases, 0);
    let failures = by_trait.counts().of(Verdict::Fail);
    assert!(failures > 50, "{failures} failures");
    assert_eq!(verdicts(&by_trait), verdicts(&by_library));
    if let Some(mut process) = by_process() {
        assert_eq!(verdicts(&by_trait), verdicts(&judged(&mut process, &cases, 0)));
    }
}
