//! Implementations that obey the page of an operator as one hardware product does: right with that product and without one, wrong
//! with another.

use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::product;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::operator::declarations::PRODUCT;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run;
use ascertain_judge::suite;
use ascertain_judge::verdict::{Run, Verdict};

/// Operators that promote by one table on Ascend 950 and by the other elsewhere.
const BY_PRODUCT: [&str; 6] =
    ["adds", "divs", "eq-scalar", "bitwise-or-scalar", "bitwise-xor-scalar", "lt-scalar"];

/// Evaluates as a product does.
struct Literal {
    of: &'static str,
    /// Whether it refuses the dtypes that only other products take.
    alone: bool,
    declares: bool,
}

impl Backend for Literal {
    fn describe(&mut self) -> Result<Description, String> {
        let mut description = Reference::default().describe()?;
        for operator in &mut description.operators {
            operator.declared.extend(self.declares.then(|| (PRODUCT.to_owned(), self.of.to_owned())));
        }
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let at = product::find(self.of).expect("a product");
        product::evaluate(at, self.alone, || Reference::default().ask(call)).0
    }
}

fn judged(operator: &str, mut backend: Literal, product: Option<&str>) -> Run {
    let mut cases =
        suite::of_areas(&Editions::default(), &|area| area == operator).expect("the suite builds");
    cases.retain(|case| case.area == operator);
    let options = RunOptions {
        expect: product.map(|name| (PRODUCT.to_owned(), name.to_owned())).into_iter().collect(),
        fuzz: 200,
        operators: vec![OperatorSpec::named(operator).expect("an operator").name],
        once: true,
        ..RunOptions::default()
    };
    run::run(&cases, &mut backend, &options, &mut |_| ())
}

/// What cases that tell products apart came to.
fn told(run: &Run) -> Vec<&str> {
    let mut told: Vec<&str> = run
        .results
        .iter()
        .flat_map(|result| &result.judgement.observations)
        .filter(|(id, _)| id.ends_with(".product"))
        .map(|(_, products)| products.as_str())
        .collect();
    told.sort_unstable();
    told.dedup();
    told
}

#[test]
fn an_implementation_of_one_product_obeys_its_rules_alone() {
    for operator in BY_PRODUCT {
        for (own, other) in [("950", "A2"), ("A2", "950")] {
            let literal = |alone, declares| Literal { of: own, alone, declares };
            for run in [
                judged(operator, literal(true, false), Some(own)),
                judged(operator, literal(true, true), None),
                judged(operator, literal(false, false), None),
            ] {
                let findings = run.results.iter().find(|result| result.judgement.verdict.is_finding());
                assert!(findings.is_none(), "{operator} of {own}: {findings:#?}");
                assert!(run.counts().of(Verdict::Pass) > 500, "{operator} of {own}");
            }
            assert!(
                judged(operator, literal(true, false), Some(other)).has_failures(),
                "{operator}: {own} as {other}"
            );
            let run = judged(operator, literal(false, false), None);
            // The low bits of an xor are the same in every dtype, and whether unsigned ones are taken is open without a product.
            let all = told(&run);
            assert!(
                (operator == "bitwise-xor-scalar" || !all.is_empty())
                    && all.iter().all(|products| products.split(", ").any(|name| name == own)),
                "{operator} of {own}: {all:?}"
            );
        }
    }
}

/// 1/3 in f32 and a tensor of f16: on Ascend 950 the number is rounded to f16 first.
#[test]
fn a_number_meets_its_rounded_self() {
    let third = |dtype: DType, bytes: &[u8]| {
        Tensor::new(dtype, if dtype == DType::F32 { &[] } else { &[1] }, bytes.to_vec()).expect("fits")
    };
    let operator = OperatorSpec::named("adds").expect("an operator");
    let call = Invocation::new(operator)
        .with("self", Arg::Tensor(third(DType::F16, &0xb555_u16.to_le_bytes())))
        .with("other", Arg::Tensor(third(DType::F32, &(1.0_f32 / 3.0).to_le_bytes())))
        .with("alpha", Arg::Tensor(third(DType::F32, &1.0_f32.to_le_bytes())))
        .with("out", Arg::Tensor(third(DType::F16, &[0, 0])));
    let sum = |name: &str| {
        let at = product::find(name).expect("a product");
        match Reference::default().on(Some(at)).ask(&Call::Operate(call.clone())) {
            Reply::Answer(Answer::Tensor(sum)) => sum.elements().into_owned(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(sum("Ascend 950PR"), [0, 0]);
    // What f32 holds of 1/3, less what f16 holds of it.
    assert_eq!(sum("Atlas A2 训练系列产品/Atlas A2 推理系列产品"), 0x0556_u16.to_le_bytes());
}

#[test]
fn an_operator_that_a_product_lacks_is_not_asked() {
    let run = judged("adds", Literal { of: "950", alone: true, declares: false }, Some("310B"));
    let mut why = run.results.iter().filter_map(|result| result.judgement.detail.as_deref());
    let other = why.find(|why| *why != "the page of adds says that 310B does not support it");
    assert_eq!(other, None);
    assert_eq!(run.counts().of(Verdict::Pass), 0);
}
