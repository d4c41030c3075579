//! Wrong answers fail: every wrong bit, another dtype, shape, status or kind of reply, and bytes outside the view.

use super::{VectorJudge, by_documents, right, stored_cases};
use ascertain::backend::{Answer, Rejection, Reply};
use ascertain::call::Call;
use ascertain::contract::Level;
use ascertain::document::Status;
use ascertain::dtype::Class;
use ascertain::{DType, Tensor};
use ascertain_judge::operator::Registry;
use ascertain_judge::suite::vectors::{read, replayed};
use ascertain_judge::verdict::{FailKind, Verdict};
use std::collections::HashSet;

/// The same bits, or two NaNs of a float.
fn same(a: &Tensor, b: &Tensor) -> bool {
    let is_nan = |element: &[u8]| {
        let bits = element.iter().rev().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        let exponent = ((1 << a.dtype().exponent_bits()) - 1) << (a.dtype().precision().max(1) - 1);
        a.dtype().class() == Class::Float && bits & ((1 << (a.dtype().bits() - 1)) - 1) > exponent
    };
    let size = a.dtype().size();
    let (x, y) = (a.elements(), b.elements());
    a.shape() == b.shape()
        && x.chunks_exact(size).zip(y.chunks_exact(size)).all(|(x, y)| x == y || (is_nan(x) && is_nan(y)))
}

/// Each bit of each answer is flipped in turn. The oracle alone allows every order of evaluation, so it may accept a float
/// near the right one. Where nothing is rounded it rejects what the vector rejects.
#[test]
fn every_wrong_bit_is_rejected() {
    let judge = VectorJudge::new("latest");
    let mut flipped = 0_u32;
    for (case, stored) in stored_cases(&judge.editions) {
        let documents = by_documents(&case);
        if !judge.decides(&case, &stored) {
            continue;
        }
        for answer in stored.answers.iter().take(1).flat_map(Answer::tensors) {
            for bit in 0..answer.storage().len() * 8 {
                let mut wrong = answer.clone();
                wrong.storage_mut()[bit / 8] ^= 1 << (bit % 8);
                // Products may be any NaN; other results are bytes.
                let alike =
                    |answer| if case.area == "cumprod" { same(answer, &wrong) } else { answer == &wrong };
                if stored.answers.iter().flat_map(Answer::tensors).any(alike) {
                    continue;
                }
                flipped += 1;
                let judgement = judge.answer(&case, &wrong);
                assert_eq!(judgement.verdict, Verdict::Fail, "{}, bit {bit}: {judgement:#?}", case.id);
                assert_eq!(judgement.kind, Some(FailKind::Value), "{}, bit {bit}", case.id);
                assert!(judgement.expected.is_some() && judgement.got.is_some(), "{}, bit {bit}", case.id);
                if !answer.dtype().is_float() || case.area != "cumprod" {
                    let judgement = judge.answer(&documents, &wrong);
                    assert_eq!(judgement.verdict, Verdict::Fail, "{}, bit {bit}, by the documents", case.id);
                }
            }
        }
    }
    assert!(flipped > 20_000, "{flipped} bits");
}

#[test]
fn another_dtype_shape_or_reply_is_rejected() {
    let judge = VectorJudge::new("latest");
    for (case, stored) in stored_cases(&judge.editions) {
        let own = stored.answers.first().and_then(|answer| answer.tensors().first());
        let Some(answer) = own.filter(|_| judge.decides(&case, &stored)) else { continue };
        let fails = |reply: &Reply, kind: FailKind| {
            let judgement = judge.judge(&case, reply);
            // The flat shape of a narrowing cast is only a `should`, but what the vector stores decides.
            assert_eq!(
                (judgement.verdict, judgement.kind),
                (Verdict::Fail, Some(kind)),
                "{}: {judgement:#?}",
                case.id
            );
        };
        let tensor = |dtype: DType, shape: &[usize]| {
            Tensor::new(dtype, shape, answer.elements().into_owned())
                .map(|t| Reply::Answer(Answer::Tensor(t)))
        };
        let other =
            DType::ALL.into_iter().find(|d| d.size() == answer.dtype().size() && *d != answer.dtype());
        if let Some(Ok(reply)) = other.map(|dtype| tensor(dtype, answer.shape())) {
            fails(&reply, FailKind::DType);
        }
        if let Ok(reply) = tensor(answer.dtype(), &[answer.shape(), &[1]].concat()) {
            fails(&reply, FailKind::Shape);
        }
        // A call that the documents do not decide may be rejected.
        let Call::Operate(call) = &case.call else { continue };
        let contract = call.operator.contract(&judge.editions);
        if contract.broken_by(call.args()).next().is_none() {
            fails(&Reply::Rejected(Rejection::default()), FailKind::RejectedValid);
        }
    }
}

#[test]
fn a_wrong_status_and_an_accepted_call_are_rejected() {
    let judge = VectorJudge::new("documented");
    for (case, stored) in
        stored_cases(&judge.editions).into_iter().filter(|(_, stored)| stored.answers.is_empty())
    {
        let Call::Operate(call) = &case.call else { panic!("{}", case.id) };
        if !stored.statuses.is_empty() {
            let other = Status::from_name("ACLNN_ERR_RUNTIME_ERROR").map(|s| i64::from(s.number));
            let reply = Reply::Rejected(Rejection { status: other, message: "no".into() });
            let judgement = judge.judge(&case, &reply);
            assert_eq!(
                (judgement.verdict, judgement.kind),
                (Verdict::Fail, Some(FailKind::Status)),
                "{}",
                case.id
            );
        }
        let contract = call.operator.contract(&judge.editions);
        let must = contract.broken_by(call.args()).any(|r| r.level == Level::Must);
        let accepted = Tensor::zeros(DType::F32, &[1]).unwrap_or_else(|e| panic!("{e}"));
        let judgement = judge.answer(&case, &accepted);
        let verdict = if must { Verdict::Fail } else { Verdict::Warning };
        assert_eq!(
            (judgement.verdict, judgement.kind),
            (verdict, Some(FailKind::AcceptedInvalid)),
            "{}",
            case.id
        );
    }
}

/// Where an output has gaps, the answer is its whole storage. Only the view may change.
#[test]
fn a_byte_written_outside_the_view_is_rejected() {
    let judge = VectorJudge::new("documented");
    let mut views = 0;
    for (case, stored) in stored_cases(&judge.editions) {
        let Call::Operate(call) = &case.call else { continue };
        let operator = Registry::default().operator(call.operator);
        let target = operator.and_then(|operator| operator.target(call)).filter(|target| !target.is_packed());
        let (Some(target), Some(answer)) =
            (target, stored.answers.first().and_then(|answer| answer.tensors().first()))
        else {
            continue;
        };
        views += 1;
        let mut written = target.clone();
        written.set_elements(&answer.elements());
        assert!(right(&judge.answer(&case, &written)), "{}", case.id);
        let size = target.dtype().size();
        let inside: HashSet<usize> = target.layout().positions().collect();
        for at in (0..target.storage().len() / size).filter(|at| !inside.contains(at)) {
            let mut outside = written.clone();
            outside.storage_mut()[at * size] ^= 1;
            let judgement = judge.answer(&case, &outside);
            assert_eq!(
                judgement.kind,
                Some(FailKind::WroteOutside),
                "{}, element {at}: {judgement:#?}",
                case.id
            );
        }
    }
    assert!(views > 0, "no vector has an output with gaps");
}

/// An implementation's true is 1 alone.
#[test]
fn a_bool_of_another_byte_is_rejected() {
    let judge = VectorJudge::new("documented");
    let file = r#"
format = 1
about = "a file"
[[vector]]
id = "logical-not/own/one"
requirements = []
cite = { document = "aclnn.logical-not", where = "description" }
note = "a note"
ask.op = "logical-not"
ask.self = { dtype = "bool", shape = [2], bits = "00 01" }
ask.out = { dtype = "bool", shape = [2] }
answer = { dtype = "bool", shape = [2], bits = "01 00" }
"#;
    let vectors = read("own.toml", file).unwrap_or_else(|error| panic!("{error}"));
    let case = replayed(&vectors, &judge.editions).remove(0);
    for (bytes, verdict) in [(vec![1, 0], Verdict::Pass), (vec![2, 0], Verdict::Fail)] {
        let answer = Tensor::new(DType::Bool, &[2], bytes).expect("it fits");
        for case in [&case, &by_documents(&case)] {
            let judgement = judge.answer(case, &answer);
            assert_eq!(judgement.verdict, verdict, "{judgement:#?}");
        }
    }
}
