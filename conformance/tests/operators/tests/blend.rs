//! An operator that is only declared: its invalid calls are judged, and what a backend does with the others is observed.

use ascertain::backend::{Answer, Backend, Description, OperatorSupport, Rejection, Reply};
use ascertain::call::{Args, Call};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::{Declared, Registry};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::verdict::{CaseResult, FailKind, Run, Verdict};
use ascertain_conformance::{run, suite};
use ascertain_test_operators::BLEND;

static DECLARED: Declared = Declared::new(&BLEND);
static REGISTRY: Registry = Registry::new(&[&DECLARED]);

/// A backend that refuses what `status` has a code for, and otherwise answers a tensor.
struct Checking<F>(F);

impl<F: Fn(Args<'_>) -> Option<i64>> Backend for Checking<F> {
    fn describe(&mut self) -> Result<Description, String> {
        let support = OperatorSupport {
            name: BLEND.name.into(),
            dtypes: DType::ALL.into_iter().collect(),
            max_rank: None,
            flags: vec!["inplace".into(), "keep".into()],
            strided: true,
            without: Vec::new(),
            declared: Vec::new(),
        };
        Ok(Description {
            name: "checking".into(),
            interfaces: vec!["aclnn".into()],
            operators: vec![support],
            ..Description::default()
        })
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let Call::Operate(call) = call else { return Reply::Unsupported("no tables".into()) };
        match (self.0)(call.args()) {
            Some(status) => Reply::Rejected(Rejection { status: Some(status), message: "no".into() }),
            None => Reply::Answer(Answer::Tensor(Tensor::zeros(DType::F32, &[1]).expect("one element"))),
        }
    }
}

/// What the contract demands, and one more rule that nobody wrote: keep is not supported with two elements.
fn right(args: Args<'_>) -> Option<i64> {
    let broken = BLEND.contracts[0].broken_by(args).next();
    let status = broken.and_then(|requirement| requirement.status_number).map(i64::from);
    status.or((args.count(1) == Some(2)).then_some(7))
}

fn cases() -> Vec<Case> {
    suite::of_operators(&Editions::default(), REGISTRY, &[]).expect("no vectors")
}

fn judged(backend: &mut dyn Backend) -> Run {
    let options = RunOptions { registry: REGISTRY, fuzz: 0, ..RunOptions::default() };
    run::run(&cases(), backend, &options, &mut |_| ())
}

fn of<'a>(run: &'a Run, id: &'a str) -> impl Iterator<Item = &'a CaseResult> {
    run.results.iter().filter(move |result| result.id.contains(id))
}

#[test]
fn every_requirement_has_cases_on_both_sides() {
    let cases = cases();
    for requirement in BLEND.contracts[0].requirements {
        for side in ["breaks", "meets"] {
            let start = format!("blend/rule/{}/{side}/", requirement.id);
            let found = cases.iter().any(|case| case.id.starts_with(&start));
            // What a null pointer breaks, a call without one meets; no case is made for that.
            assert!(found || (side == "meets" && requirement.id.ends_with("null")), "{start}");
        }
    }
    let has = |id: &str| assert!(cases.iter().any(|case| case.id.contains(id)), "{id}");
    // The ends of the ranks, both variants, and every dtype that a first tensor may have.
    has("left.rank/breaks/left=f32-2,");
    has("left.rank/breaks/left=f32-1x1x1x2x2x1,");
    has("right.dtype/breaks/right=f16-2x2,axis=1,target=f32-2x2,inplace");
    has("blend/grid/out-of-place/f16/2x2");
    has("blend/grid/in-place/");
}

#[test]
fn only_what_is_written_is_judged() {
    let run = judged(&mut Checking(right));
    // Refused for a reason that nobody wrote.
    let refused = |result: &CaseResult| result.judgement.detail.as_deref() == Some("rejected: no");
    for result in &run.results {
        let expected = match result.id.contains("/breaks/") {
            true => Verdict::Pass,
            false if refused(result) => Verdict::Observed,
            false => Verdict::Skipped,
        };
        assert_eq!(result.judgement.verdict, expected, "{result:#?}");
    }
    assert!(of(&run, "/meets/").any(refused));
    assert_eq!(run.exit_code(), 0);
}

#[test]
fn faults_are_found() {
    // Takes every dtype of left.
    let run =
        judged(&mut Checking(|args: Args<'_>| right(args).filter(|_| args.dtype_of(0) != Some(DType::F64))));
    let kinds: Vec<_> = of(&run, "left.dtype/breaks/left=f64").map(|result| result.judgement.kind).collect();
    assert!(
        !kinds.is_empty() && kinds.iter().all(|kind| *kind == Some(FailKind::AcceptedInvalid)),
        "{kinds:?}"
    );
    // Another code for a rank.
    let run = judged(&mut Checking(|args: Args<'_>| {
        right(args).map(|status| if args.rank(0) == Some(1) { 561_002 } else { status })
    }));
    let fails = run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail);
    let fails: Vec<_> = fails.map(|result| (result.judgement.kind, result.judgement.requirement)).collect();
    assert!(
        !fails.is_empty()
            && fails.iter().all(|fail| *fail == (Some(FailKind::Status), Some("blend.left.rank"))),
        "{fails:?}"
    );
}

#[test]
fn the_reference_does_not_offer_it() {
    let run = judged(&mut Reference::default());
    assert!(run.results.iter().all(|result| result.judgement.verdict == Verdict::Unsupported));
    assert_eq!(run.exit_code(), 3);
}
