//! Formulas computed wrongly: the suite finds each, and tells which it is.

use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_selftest::diagnosis::diagnose;
use ascertain_selftest::score::Part;
use ascertain_selftest::{Options, run as test};

/// Of two operators; `ascertain-spec selftest --only formulas` has all.
#[test]
fn every_wrong_formula_is_found_or_explained() {
    for filter in ["aclnn.mul/*/out/*", "aclnn.cummin/*"] {
        let options = Options { parts: &[Part::Formulas], filter: Some(filter), ..Options::default() };
        let score = test(&options, &mut |_, _| ()).expect("the reference passes");
        let survivors: Vec<_> = score.survivors().map(|mutant| (&mutant.id, &mutant.outcome)).collect();
        assert!(survivors.is_empty(), "{survivors:#?}");
        let tally = score.tally(Part::Formulas);
        assert!(tally.killed > 20, "{filter}: {tally:?}");
    }
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
            formula.dtype(call.args()).filter(|dtype| *dtype == self.own)?;
            let operands = formula.operands(call.args(), self.other)?;
            let computed = formula.compute_from(&operands, call.args(), self.other)?;
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
    let cases = suite::build(&editions).expect("the suite");
    let cases: Vec<_> = cases.into_iter().filter(|case| case.area == "mul").collect();
    let floats = [DType::F16, DType::Bf16, DType::F32, DType::F64];
    for own in floats {
        for other in floats.into_iter().filter(|other| *other != own) {
            let wider = other == DType::F64 || (other == DType::F32 && own != DType::F64);
            let mut backend = ComputedIn { reference: Reference::default(), operator, own, other };
            let options = RunOptions { fuzz: 0, ..RunOptions::default() };
            let mut run = run(&cases, &mut backend, &options, &mut |_| ());
            diagnose(&mut run, &CaseIndex::new(&options.editions, Registry::default(), &cases));
            let says: Vec<&str> = run.diagnoses.iter().map(|diagnosis| diagnosis.says.as_str()).collect();
            let named = format!("what has to be computed in {own} is computed in {other}");
            let failed = run.results.iter().any(|result| result.judgement.verdict.is_failure());
            // Operations may be rounded in a wider dtype, operands may not.
            assert!(failed || wider, "{own} in {other}");
            // A wider one may have the same results as another wider one.
            let of = format!("what has to be computed in {own} is computed in ");
            let is_named = |says: &&str| *says == named || (wider && says.starts_with(&of));
            assert!(
                says.len() == usize::from(failed) && says.iter().all(is_named),
                "{own} in {other}: {says:?}"
            );
        }
    }
}
