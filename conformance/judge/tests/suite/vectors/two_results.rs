//! Vectors of an operator with two results: an answer is a list of tensors.

use super::VectorJudge;
use ascertain::backend::{Answer, Reply};
use ascertain::{DType, Tensor};
use ascertain_judge::suite::vectors::{VectorError, read, replayed};
use ascertain_judge::verdict::{FailKind, Judgement, Verdict};

const ONE: &str = "3f800000";
const TWO: &str = "40000000";
const INFINITY: &str = "7f800000";

/// A file that asks cummax of 1 and 2.
fn file(answer: &str) -> String {
    format!(
        r#"
format = 1
about = "a file"
[[vector]]
id = "cummax/own/one"
requirements = ["cummax.value"]
cite = {{ document = "aclnn.cummax", where = "description" }}
note = "a note"
ask.op = "cummax"
ask.self = {{ dtype = "f32", shape = [2], bits = "3f800000 40000000" }}
ask.dim = -1
ask.valuesOut = {{ dtype = "f32", shape = [2] }}
ask.indicesOut = {{ dtype = "s64", shape = [2] }}
{answer}
"#
    )
}

/// Values and indices as a vector holds them.
fn stored(values: [&str; 2]) -> String {
    let values = values.join(" ");
    format!(
        r#"[{{ dtype = "f32", shape = [2], bits = "{values}" }}, {{ dtype = "s64", shape = [2], bits = "{:016x} {:016x}" }}]"#,
        0, 1
    )
}

/// The judgement of an answer with these values, by a vector with this answer.
fn judged(answer: &str, values: [f32; 2]) -> Judgement {
    let judge = VectorJudge::new("documented");
    let vectors = read("own.toml", &file(answer)).unwrap_or_else(|error| panic!("{error}"));
    let case = replayed(&vectors, &judge.editions).remove(0);
    let values = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let indices = [0_i64, 1].iter().flat_map(|index| index.to_le_bytes()).collect();
    let results = [Tensor::new(DType::F32, &[2], values), Tensor::new(DType::S64, &[2], indices)];
    judge.judge(&case, &Reply::Answer(Answer::Tensors(results.map(|tensor| tensor.expect("it fits")).into())))
}

#[test]
fn all_tensors_of_an_answer_are_compared() {
    let right = format!("answer = {}", stored([ONE, TWO]));
    let passed = judged(&right, [1.0, 2.0]);
    assert_eq!(passed.verdict, Verdict::Pass, "{passed:#?}");
    assert_eq!(judged(&right, [1.0, f32::INFINITY]).verdict, Verdict::Fail);
    // The documents refuse what this vector stores, whichever of the two a backend answers.
    let wrong = format!("answer = {}", stored([INFINITY, TWO]));
    let contradicted = judged(&wrong, [f32::INFINITY, 2.0]);
    assert_eq!(contradicted.verdict, Verdict::Error, "{contradicted:#?}");
    assert!(contradicted.detail.is_some_and(|detail| detail.contains("not what the documents say")));
    let failed = judged(&wrong, [1.0, 2.0]);
    assert_eq!((failed.verdict, failed.kind), (Verdict::Fail, Some(FailKind::Value)), "{failed:#?}");
    assert!(failed.expected.is_some_and(|expected| expected.contains("inf")));
    let also = format!("{wrong}\nalso = [{}]", stored([ONE, TWO]));
    assert_eq!(judged(&also, [1.0, 2.0]).verdict, Verdict::Pass);
}

#[test]
fn a_wrong_number_of_tensors_is_a_mistake() {
    let one = r#"{ dtype = "f32", shape = [2], bits = "3f800000 40000000" }"#;
    let right = stored([ONE, TWO]);
    for (answer, says) in [
        (format!("answer = {one}"), "`answer` has 1 tensor where cummax gives 2"),
        (format!("answer = [{one}]"), "`answer` has 1 tensor where cummax gives 2"),
        ("answer = []".to_owned(), "`answer` has 0 tensors where cummax gives 2"),
        (format!("answer = [{one}, {one}, {one}]"), "`answer` has 3 tensors where cummax gives 2"),
        (format!("answer = {right}\nalso = [{one}]"), "`also` has 1 tensor where cummax gives 2"),
        (format!("answer = [{one}, 3]"), "not a tensor"),
        (format!("answer = [{one}, {}]", one.replace("shape", "shap")), "shap"),
    ] {
        let error = read("own.toml", &file(&answer)).map(|_| ()).expect_err(&answer);
        let VectorError { line, vector, problem, .. } = &error;
        assert_eq!((*line >= 14, vector.as_deref()), (true, Some("cummax/own/one")), "{answer}: {error}");
        assert!(problem.contains(says), "{answer}: {error}");
    }
}
