//! The golden vectors: well formed, agreed with by the judge and the oracle, and sharp, in that every wrong bit fails.

mod honest;
mod malformed;

use ascertain::backend::{Answer, Backend, Description, Rejection, Reply};
use ascertain::call::Call;
use ascertain::contract::{Level, OPERATORS};
use ascertain::document::{DOCUMENTS, Editions, PROFILES, Status};
use ascertain::dtype::Class;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::{Case, Expect, Stored};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::suite::vectors::{FILES, Vector, read, replayed};
use ascertain_judge::verdict::{FailKind, Judgement, Verdict};
use std::collections::HashSet;
use std::ffi::OsString;

/// The vectors of the crate.
fn committed() -> Vec<Vector> {
    FILES.iter().flat_map(|(name, text)| read(name, text).unwrap_or_else(|e| panic!("{e}"))).collect()
}

/// The vectors as cases of a profile, each with what it stores. Those that store nothing are left out.
fn stored_cases(editions: &Editions) -> Vec<(Case, Stored)> {
    let cases = replayed(&committed(), editions);
    let stored = cases.into_iter().filter_map(|case| match &case.expect {
        Expect::Vector(stored) => Some((case.clone(), (**stored).clone())),
        _ => None,
    });
    stored.collect()
}

/// A judge and what it judges by, which must outlive it.
struct Court {
    editions: Editions,
    description: Description,
}

impl Court {
    fn new(profile: &str) -> Self {
        let editions = Editions::profile(profile).unwrap_or_else(|e| panic!("{e}"));
        let description = Reference::new(editions.clone()).describe().unwrap_or_else(|e| panic!("{e}"));
        Self { editions, description }
    }

    fn judge(&self, case: &Case, reply: &Reply) -> Judgement {
        Judge::new(&self.editions, Registry::default(), &self.description).judge(case, reply, None)
    }

    fn answer(&self, case: &Case, answer: &Tensor) -> Judgement {
        self.judge(case, &Reply::Answer(Answer::Tensor(answer.clone())))
    }
}

/// The same question, answered from the documents alone: by the rules and the oracle.
fn by_documents(case: &Case) -> Case {
    Case { expect: Expect::Documents, ..case.clone() }
}

fn right(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Pass | Verdict::Observed)
}

#[test]
fn vectors_point_at_what_exists_and_all_stand_in_the_first_editions() {
    let vectors = committed();
    assert!(vectors.len() >= 200, "{} vectors", vectors.len());
    let requirements: HashSet<&str> =
        OPERATORS.iter().flat_map(|o| o.contracts[0].requirements).map(|r| r.id).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let files = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {folder}: {e}"));
    let names = files.map(|file| file.unwrap_or_else(|e| panic!("cannot read {folder}: {e}")).file_name());
    let names: HashSet<_> = names.collect();
    let listed: HashSet<_> = FILES.iter().map(|(name, _)| OsString::from(name)).collect();
    assert_eq!(names, listed, "the files of {folder}, and those of FILES");
    assert_eq!(listed.len(), FILES.len(), "a file stands in FILES twice");
    let mut ids = HashSet::new();
    for vector in &vectors {
        let id = &vector.id;
        assert!(ids.insert(id), "{id} twice");
        assert!(id.starts_with(&format!("{}/vector/", vector.call.operator.name)), "{id}");
        assert!(!vector.requirements.is_empty(), "{id} tests nothing");
        let unknown: Vec<_> =
            vector.requirements.iter().filter(|r| !requirements.contains(r.as_str())).collect();
        assert!(unknown.is_empty(), "{id} names {unknown:?}, which no contract has");
        if let Some(stored) = &vector.stored {
            assert!(!stored.note.is_empty(), "{id} does not say why it exists");
            let document = stored.cite.split(", ").next().unwrap_or_default();
            assert!(
                DOCUMENTS.iter().any(|d| d.id == document),
                "{id} cites {document}, which is not declared"
            );
        }
    }
    // A vector is keyed from the first edition: an id that a contract lacks would drop it silently.
    let cases: HashSet<String> =
        replayed(&vectors, &Editions::default()).into_iter().map(|case| case.id).collect();
    for vector in &vectors {
        assert!(cases.contains(&vector.id), "{} is no case of the default profile", vector.id);
    }
}

#[test]
fn what_a_vector_stores_is_right_by_the_judge_and_by_the_oracle() {
    for profile in PROFILES {
        let court = Court::new(profile.name);
        let (mut answers, mut refusals) = (0, 0);
        for (case, stored) in stored_cases(&court.editions) {
            let id = format!("profile {}: {}", profile.name, case.id);
            for (i, answer) in stored.answers.iter().enumerate() {
                answers += 1;
                let by_vector = court.answer(&case, answer);
                assert!(right(&by_vector), "{id}, answer {i}: {by_vector:#?}");
                let by_oracle = court.answer(&by_documents(&case), answer);
                assert!(right(&by_oracle), "{id}, answer {i}, by the documents: {by_oracle:#?}");
            }
            if stored.answers.is_empty() {
                refusals += 1;
                let names = stored.statuses.iter().map(|s| Some(i64::from(*s)));
                // A refusal without a status passes too, since few interfaces have one.
                for status in names.chain([None]) {
                    let reply = Reply::Rejected(Rejection { status, message: "no".into() });
                    let by_vector = court.judge(&case, &reply);
                    assert!(right(&by_vector), "{id}, status {status:?}: {by_vector:#?}");
                    let by_rules = court.judge(&by_documents(&case), &reply);
                    assert!(right(&by_rules), "{id}, status {status:?}, by the documents: {by_rules:#?}");
                }
            }
        }
        assert!(answers >= 100 && refusals >= 20, "{}: {answers} answers, {refusals} refusals", profile.name);
    }
}

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

/// Every bit of every answer in turn made wrong. The oracle alone, which allows every order of evaluation, may accept a
/// float near the right one; where there is no rounding it fails what the vector fails.
#[test]
fn every_wrong_bit_is_rejected() {
    let court = Court::new("documented");
    let mut flipped = 0_u32;
    for (case, stored) in stored_cases(&court.editions) {
        let documents = by_documents(&case);
        for answer in stored.answers.iter().take(1) {
            for bit in 0..answer.storage().len() * 8 {
                let mut wrong = answer.clone();
                wrong.storage_mut()[bit / 8] ^= 1 << (bit % 8);
                if stored.answers.iter().any(|answer| same(answer, &wrong)) {
                    continue;
                }
                flipped += 1;
                let judgement = court.answer(&case, &wrong);
                assert_eq!(judgement.verdict, Verdict::Fail, "{}, bit {bit}: {judgement:#?}", case.id);
                assert_eq!(judgement.kind, Some(FailKind::Value), "{}, bit {bit}", case.id);
                assert!(judgement.expected.is_some() && judgement.got.is_some(), "{}, bit {bit}", case.id);
                if !answer.dtype().is_float() || case.area != "cumprod" {
                    let judgement = court.answer(&documents, &wrong);
                    assert_eq!(judgement.verdict, Verdict::Fail, "{}, bit {bit}, by the documents", case.id);
                }
            }
        }
    }
    assert!(flipped > 20_000, "{flipped} bits");
}

#[test]
fn another_dtype_shape_or_reply_is_rejected() {
    let court = Court::new("documented");
    for (case, stored) in stored_cases(&court.editions) {
        let Some(answer) = stored.answers.first() else { continue };
        let fails = |reply: &Reply, kind: FailKind| {
            let judgement = court.judge(&case, reply);
            // The flat shape of a narrowing cast is a `should`; what the vector stores decides all the same.
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
        // What the documents leave open may be refused.
        let Call::Operate(call) = &case.call else { continue };
        let contract = call.operator.contract(&court.editions);
        if contract.broken_by(call.args()).next().is_none() {
            fails(&Reply::Rejected(Rejection::default()), FailKind::RejectedValid);
        }
    }
}

#[test]
fn a_wrong_status_and_an_accepted_call_are_rejected() {
    let court = Court::new("documented");
    for (case, stored) in
        stored_cases(&court.editions).into_iter().filter(|(_, stored)| stored.answers.is_empty())
    {
        let Call::Operate(call) = &case.call else { panic!("{}", case.id) };
        if !stored.statuses.is_empty() {
            let other = Status::from_name("ACLNN_ERR_RUNTIME_ERROR").map(|s| i64::from(s.number));
            let reply = Reply::Rejected(Rejection { status: other, message: "no".into() });
            let judgement = court.judge(&case, &reply);
            assert_eq!(
                (judgement.verdict, judgement.kind),
                (Verdict::Fail, Some(FailKind::Status)),
                "{}",
                case.id
            );
        }
        let contract = call.operator.contract(&court.editions);
        let must = contract.broken_by(call.args()).any(|r| r.level == Level::Must);
        let accepted = Tensor::zeros(DType::F32, &[1]).unwrap_or_else(|e| panic!("{e}"));
        let judgement = court.answer(&case, &accepted);
        let verdict = if must { Verdict::Fail } else { Verdict::Warning };
        assert_eq!(
            (judgement.verdict, judgement.kind),
            (verdict, Some(FailKind::AcceptedInvalid)),
            "{}",
            case.id
        );
    }
}

/// An output with gaps: the answer is its storage, in which nothing but the view may change.
#[test]
fn a_byte_written_outside_the_view_is_rejected() {
    let court = Court::new("documented");
    let mut views = 0;
    for (case, stored) in stored_cases(&court.editions) {
        let Call::Operate(call) = &case.call else { continue };
        let operator = Registry::default().operator(call.operator);
        let target = operator.and_then(|operator| operator.target(call)).filter(|target| !target.is_plain());
        let (Some(target), Some(answer)) = (target, stored.answers.first()) else { continue };
        views += 1;
        let mut written = target.clone();
        written.set_elements(&answer.elements());
        assert!(right(&court.answer(&case, &written)), "{}", case.id);
        let size = target.dtype().size();
        let inside: HashSet<usize> = target.layout().positions().collect();
        for at in (0..target.storage().len() / size).filter(|at| !inside.contains(at)) {
            let mut outside = written.clone();
            outside.storage_mut()[at * size] ^= 1;
            let judgement = court.answer(&case, &outside);
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
