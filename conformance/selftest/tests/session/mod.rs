//! One backend asked and judged: what it does not offer is not asked, replies reach the cases they belong to, and
//! declarations hold, whether the backend makes them or the user demands them.

mod declarations;

use crate::support::closure::{Closure, everything, pairs, products_of};
use crate::support::evaluate::{Accumulator, Evaluation, Tiny};
use crate::support::honest::Honest;
use crate::support::scans::Shape;
use ascertain::backend::{Answer, Backend, BackendFault, Description, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::document::{Editions, PROFILES};
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::case::{Case, Expect, Question};
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::session::{CaseOutcome, Session};
use ascertain_judge::suite;
use ascertain_judge::verdict::{CaseResult, FailKind, Judgement, Verdict};
use ascertain_selftest::faults::lines::{changed_lines, in_place};

fn cases() -> Vec<Case> {
    crate::support::cases_without_long_answers(&Editions::default())
}

fn reference(description: Description) -> Closure<impl FnMut(&Call) -> Reply> {
    let mut reference = Reference::default();
    Closure::new(description, move |call| reference.ask(call))
}

/// What a backend that says `description` of itself is asked of the default suite, and what comes of each case.
fn asked(description: Description) -> (Vec<Call>, Vec<(Case, CaseOutcome)>) {
    let (cases, options) = (cases(), RunOptions::default());
    let (mut calls, mut reference) = (Vec::new(), Reference::default());
    let mut backend = Closure::new(description, |call| {
        calls.push(call.clone());
        reference.ask(call)
    });
    let mut session = Session::start(&mut backend, &options).expect("it starts");
    let asked = session.ask(&cases);
    drop(session);
    (calls, cases.into_iter().zip(asked).collect())
}

/// How many calls a case takes.
fn calls_of(case: &Case) -> usize {
    if matches!(case.expect, Expect::SameAs(..)) { 2 } else { 1 }
}

#[test]
fn everything_that_is_offered_is_asked() {
    let (calls, asked) = asked(everything());
    assert_eq!(calls.len(), asked.iter().map(|(case, _)| calls_of(case)).sum::<usize>());
    for (case, asked) in asked {
        assert!(asked.reply.is_some(), "{} is not asked", case.id);
        let verdict = asked.judgement.verdict;
        assert!(!matches!(verdict, Verdict::Unsupported | Verdict::Skipped), "{}: {verdict:?}", case.id);
    }
}

/// Whether a product has a view with gaps, or more than 8 dimensions: some pages are silent on both.
fn is_left_open(call: &Call) -> bool {
    let open = |tensor: &Tensor| !tensor.layout().is_contiguous() || tensor.layout().rank() > 8;
    operation(call).is_some_and(is_cumprod) && tensors(call).any(open)
}

/// The page leaves open whether such calls are accepted, not what their results are.
#[test]
fn a_call_that_a_page_leaves_open_may_be_refused_and_obeys_the_rule_of_values_once_accepted() {
    for profile in PROFILES {
        let options = RunOptions {
            editions: Editions::profile(profile.name).expect("a profile"),
            fuzz: 500,
            ..RunOptions::default()
        };
        let mut open = suite::of_areas(&options.editions, &suite::is_sample)
            .expect("the committed vectors are well-formed");
        open.retain(|case| is_left_open(&case.call));
        let results = |act: fn(Reply) -> Reply| {
            let mut reference = Reference::new(options.editions.clone());
            let mut backend = Closure::new(everything(), |call| match reference.ask(call) {
                reply if is_left_open(call) => act(reply),
                reply => reply,
            });
            run(&open, &mut backend, &options, &mut |_| ()).results
        };
        let zeros = results(|reply| match reply {
            Reply::Answer(Answer::Tensor(mut tensor)) => {
                let zeros = vec![0; tensor.elements().len()];
                tensor.set_elements(&zeros);
                Reply::Answer(Answer::Tensor(tensor))
            }
            reply => reply,
        });
        let value = |result: &&CaseResult| {
            let judgement = &result.judgement;
            (judgement.verdict, judgement.kind) == (Verdict::Fail, Some(FailKind::Value))
        };
        let wrong: Vec<&CaseResult> = zeros.iter().filter(value).collect();
        assert!(wrong.len() > 100, "{}: {} wrong results are failures", profile.name, wrong.len());
        let named = |id: &str| wrong.iter().any(|result| result.judgement.requirement == Some(id));
        assert!(named("cumprod.value") && named("cumprod.inplace.value"), "{}", profile.name);
        let refused = results(|_| Reply::Rejected(Rejection::default()));
        let failed = refused.iter().find(|result| result.judgement.verdict.is_failure());
        assert_eq!(failed.is_none(), profile.name == "documented", "{}: {failed:#?}", profile.name);
    }
}

type Limit = (&'static str, fn(&mut Description), fn(&Call) -> bool, Verdict);

/// What backends may lack: how they say so, whether a call needs it, and the verdict on cases that do.
const LIMITS: [Limit; 10] = [
    ("a table", |d| d.tables.retain(|id| id != "aclnn.tensor-tensor"), of_table, Verdict::Unsupported),
    ("every operator", |d| d.operators.clear(), |call| operation(call).is_some(), Verdict::Unsupported),
    (
        "one operator",
        |d| d.operators.retain(|operator| operator.name == "cumprod"),
        |call| operation(call).is_some_and(|call| call.operator.name != "cumprod"),
        Verdict::Unsupported,
    ),
    (
        "a dtype",
        |d| {
            d.operators
                .iter_mut()
                .for_each(|o| o.dtypes = o.dtypes.iter().filter(|d| *d != DType::F16).collect());
        },
        // One that a page does not list is asked all the same, to be refused.
        |call| operation(call).is_some_and(|call| is_cumprod(call) && has_dtype(call, DType::F16)),
        Verdict::Unsupported,
    ),
    (
        "tensors with gaps",
        |d| d.operators.iter_mut().for_each(|operator| operator.strided = false),
        |call| tensors(call).any(|tensor| !tensor.is_packed()),
        Verdict::Unsupported,
    ),
    (
        "more than two dimensions",
        |d| d.operators.iter_mut().for_each(|operator| operator.max_rank = Some(2)),
        |call| is_valid(call) && tensors(call).any(|tensor| tensor.layout().rank() > 2),
        Verdict::Unsupported,
    ),
    (
        "a flag",
        |d| d.operators.iter_mut().for_each(|operator| operator.flags.retain(|flag| flag != "inplace")),
        |call| operation(call).is_some_and(in_place),
        Verdict::Unsupported,
    ),
    (
        "an argument that chooses the dtype",
        |d| without(d, "dtype"),
        |call| {
            operation(call).is_some_and(|call| matches!(call.get("dtype"), Arg::DType(_)) && is_cumprod(call))
        },
        Verdict::Unsupported,
    ),
    (
        "an argument to write to",
        |d| without(d, "out"),
        |call| operation(call).is_some_and(|call| is_cumprod(call) && !has_natural_output(call)),
        Verdict::Unsupported,
    ),
    (
        "an interface",
        |d| d.interfaces.clear(),
        |call| operation(call).is_some_and(|call| call.args.contains(&Arg::Null)),
        Verdict::Skipped,
    ),
];

fn operation(call: &Call) -> Option<&Invocation> {
    match call {
        Call::Operate(call) => Some(call),
        Call::Promote(_) => None,
    }
}

fn of_table(call: &Call) -> bool {
    matches!(call, Call::Promote(Promote { table, .. }) if table.id == "aclnn.tensor-tensor")
}

fn tensors(call: &Call) -> impl Iterator<Item = &ascertain::Tensor> {
    operation(call).into_iter().flat_map(|call| &call.args).filter_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor),
        _ => None,
    })
}

/// Whether a tensor or the dtype of the result is of this dtype. Arguments of one interface say something else by theirs.
fn has_dtype(call: &Invocation, dtype: DType) -> bool {
    call.operator.arguments.iter().zip(&call.args).any(|(argument, arg)| match arg {
        Arg::Tensor(tensor) => tensor.dtype() == dtype,
        Arg::DType(of_result) => argument.via.is_none() && *of_result == dtype,
        _ => false,
    })
}

fn is_valid(call: &Call) -> bool {
    let contract = |call: &Invocation| call.operator.contract(&Editions::default());
    operation(call).is_some_and(|call| contract(call).broken_by(call.args()).next().is_none())
}

fn without(description: &mut Description, argument: &str) {
    let cumprod = description.operators.iter_mut().filter(|operator| operator.name == "cumprod");
    cumprod.for_each(|operator| operator.without.push(argument.to_owned()));
}

fn is_cumprod(call: &Invocation) -> bool {
    call.operator.name == "cumprod"
}

/// Whether `out` is what an implementation would allocate, or absent.
fn has_natural_output(call: &Invocation) -> bool {
    let (Arg::Tensor(input), Arg::Tensor(out)) = (call.get("input"), call.get("out")) else {
        return matches!(call.get("out"), Arg::Absent);
    };
    let dtype = if let Arg::DType(dtype) = call.get("dtype") { *dtype } else { input.dtype() };
    out.is_packed() && out.shape() == input.shape() && out.dtype() == dtype
}

#[test]
fn what_is_not_offered_is_not_asked() {
    for (what, limit, needs, verdict) in LIMITS {
        let mut description = everything();
        limit(&mut description);
        let (calls, asked) = asked(description);
        assert!(!calls.is_empty(), "{what}: nothing is asked");
        if let Some(call) = calls.iter().find(|call| needs(call)) {
            panic!("{what} is asked: {}", Question(call));
        }
        let mut not_asked = 0;
        for (case, CaseOutcome { judgement, reply }) in asked {
            if reply.is_some() {
                continue;
            }
            not_asked += 1;
            let verdicts = [Verdict::Unsupported, Verdict::Skipped];
            assert!(verdicts.contains(&judgement.verdict), "{what}: {}: {judgement:?}", case.id);
            if needs(&case.call) && judgement.verdict != Verdict::Skipped {
                assert_eq!(judgement.verdict, verdict, "{what}: {}", case.id);
            }
            assert!(judgement.detail.is_some(), "{what}: {} does not say why", case.id);
        }
        assert!(not_asked > 0, "{what}: everything is asked");
    }
}

/// The interface decides first: a null pointer is skipped even where the operator is not offered.
#[test]
fn cases_of_another_interface_are_skipped() {
    let (_, asked) = asked(Description { interfaces: Vec::new(), ..everything() });
    let skipped: Vec<&Case> =
        asked.iter().filter(|(_, a)| a.judgement.verdict == Verdict::Skipped).map(|(case, _)| case).collect();
    assert!(skipped.len() > 20, "{}", skipped.len());
    for case in skipped {
        let call = operation(&case.call).unwrap_or_else(|| panic!("{}", case.id));
        let contract = call.operator.contract(&Editions::default());
        let of_arguments = call.operator.arguments.iter().zip(&call.args).any(|(argument, arg)| {
            matches!(arg, Arg::Null) || (argument.via.is_some() && !matches!(arg, Arg::Absent))
        });
        let of_requirements =
            case.requirements.iter().any(|id| contract.requirement(id).is_some_and(|r| r.via.is_some()));
        assert!(of_arguments || of_requirements, "{}", case.id);
    }
}

/// A dtype that the document does not list is asked, whatever the backend offers: it has to be rejected.
#[test]
fn dtypes_that_no_document_lists_are_asked_all_the_same() {
    let (calls, _) = asked(products_of(&[DType::F32], &[]));
    let of = |dtype| calls.iter().filter(|call| tensors(call).any(|t| t.dtype() == dtype)).count();
    assert!(of(DType::F32) > 0 && of(DType::Bool) > 0);
    assert_eq!((of(DType::F64), of(DType::S8)), (0, 0));
}

/// Replies that say the outcome themselves, and the verdict on them.
#[test]
fn a_reply_without_an_answer_has_a_verdict_of_its_own() {
    let lost = |loss| Reply::Lost(loss, "why".into());
    for (reply, verdict, kind) in [
        (Reply::Unsupported("why".into()), Verdict::Unsupported, None),
        (Reply::Failed("why".into()), Verdict::Error, None),
        (lost(BackendFault::Crash), Verdict::Crash, None),
        (lost(BackendFault::Timeout), Verdict::Timeout, None),
        (lost(BackendFault::Protocol), Verdict::Protocol, None),
        (lost(BackendFault::WroteOutside), Verdict::Fail, Some(FailKind::WroteOutside)),
    ] {
        let (cases, options) = (cases(), RunOptions::default());
        let mut backend = Closure::new(everything(), |_| reply.clone());
        let mut session = Session::start(&mut backend, &options).expect("it starts");
        for (case, asked) in cases.iter().zip(session.ask(&cases)) {
            let judgement = asked.judgement;
            assert_eq!((judgement.verdict, judgement.kind), (verdict, kind), "{}: {reply:?}", case.id);
            assert_eq!(judgement.requirement.is_some(), kind.is_some(), "{}: {reply:?}", case.id);
        }
    }
}

/// A backend that adds replies, or leaves out the last ones.
struct Miscounting {
    reference: Reference,
    by: isize,
}

impl Backend for Miscounting {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        self.reference.ask(call)
    }

    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        replies.extend(calls.iter().map(|call| self.reference.ask(call)));
        let wanted = replies.len().saturating_add_signed(self.by);
        replies.resize(wanted, Reply::Rejected(Rejection::default()));
    }
}

fn judgements(backend: &mut dyn Backend, cases: &[Case]) -> Vec<Judgement> {
    let options = RunOptions::default();
    let mut session = Session::start(backend, &options).expect("it starts");
    session.ask(cases).into_iter().map(|asked| asked.judgement).collect()
}

#[test]
fn a_reply_that_never_came_is_an_error_of_the_adapter_and_costs_no_other_case() {
    let mut cases = cases();
    cases.retain(|case| calls_of(case) == 1);
    let right = judgements(&mut Reference::default(), &cases);
    for by in [-1, -2, -(cases.len() as isize)] {
        let judged = judgements(&mut Miscounting { reference: Reference::default(), by }, &cases);
        let first_missing = cases.len().saturating_add_signed(by);
        assert_eq!(judged[..first_missing], right[..first_missing], "{by}");
        assert!(judged[first_missing..].iter().all(|j| j.verdict == Verdict::Error), "{by}");
    }
}

#[test]
fn replies_that_nobody_asked_for_change_nothing() {
    let cases = cases();
    let right = judgements(&mut Reference::default(), &cases);
    for by in [1, 2, 100] {
        let options = RunOptions::default();
        let mut backend = Miscounting { reference: Reference::default(), by };
        let mut session = Session::start(&mut backend, &options).expect("it starts");
        // In parts: what came too much for one is not taken for the next.
        let judged = cases.chunks(100).flat_map(|part| session.ask(part)).map(|asked| asked.judgement);
        assert!(judged.eq(right.iter().cloned()), "{by}");
    }
}

fn comparisons(editions: &Editions) -> Vec<Case> {
    let mut cases =
        suite::of_areas(editions, &suite::is_sample).expect("the committed vectors are well-formed");
    cases.retain(|case| matches!(case.expect, Expect::SameAs(..)));
    assert!(cases.len() > 100);
    cases
}

#[test]
fn a_case_that_compares_two_answers_asks_both_calls_one_after_the_other() {
    let cases = comparisons(&Editions::default());
    let (mut asked, mut reference) = (Vec::new(), Reference::default());
    let mut backend = Closure::new(everything(), |call| {
        asked.push(Question(call).to_string());
        reference.ask(call)
    });
    let judged = judgements(&mut backend, &cases);
    let both = cases.iter().flat_map(|case| {
        let Expect::SameAs(_, other) = &case.expect else { unreachable!("only these are kept") };
        [Question(&case.call).to_string(), Question(other).to_string()]
    });
    assert!(asked.into_iter().eq(both));
    assert!(judged.iter().all(|judgement| !judgement.verdict.is_finding()));
}

/// A backend that answers every second call otherwise: ranks make a difference, and a repeated call another result.
#[test]
fn two_answers_that_differ_are_blamed_on_the_requirement_that_compares_them() {
    let (mut differing, mut must) = (0, 0);
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).expect("a profile");
        let options = RunOptions { editions: editions.clone(), ..RunOptions::default() };
        let (mut calls, mut reference) = (0, Reference::new(editions.clone()));
        let mut backend = Closure::new(everything(), |call| {
            calls += 1;
            let reply = reference.ask(call);
            if calls % 2 == 0 { another(reply) } else { reply }
        });
        let cases = comparisons(&editions);
        let mut session = Session::start(&mut backend, &options).expect("it starts");
        for (case, CaseOutcome { judgement, .. }) in cases.iter().zip(session.ask(&cases)) {
            let Expect::SameAs(id, _) = &case.expect else { unreachable!("only these are kept") };
            match (&case.call, judgement.verdict) {
                // Both calls are rejected: the pair has no promotion.
                (Call::Promote(_), Verdict::Observed) if judgement.observations[0].1.starts_with("as ") => {
                    continue;
                }
                // Unspecified: for ranks everywhere, for repeated calls in some editions.
                (_, Verdict::Observed) => assert_eq!(judgement.observations.len(), 1),
                (Call::Operate(_), Verdict::Fail) => {
                    must += 1;
                    assert_eq!(judgement.kind, Some(FailKind::Nondeterministic), "{}", case.id);
                }
                (_, verdict) => panic!("{}: {verdict:?}", case.id),
            }
            assert_eq!(judgement.requirement, Some(*id), "{}", case.id);
            differing += 1;
        }
    }
    assert!(differing > 100 && must > 10, "{differing}, {must}");
}

fn another(reply: Reply) -> Reply {
    match reply {
        Reply::Answer(Answer::DType(DType::F64)) => Reply::Answer(Answer::DType(DType::F32)),
        Reply::Answer(Answer::DType(_)) => Reply::Answer(Answer::DType(DType::F64)),
        Reply::Answer(Answer::Tensor(mut tensor)) => {
            tensor.storage_mut().iter_mut().for_each(|byte| *byte ^= 1);
            Reply::Answer(Answer::Tensor(tensor))
        }
        Reply::Answer(Answer::Tensors(mut tensors)) => {
            tensors.iter_mut().flat_map(Tensor::storage_mut).for_each(|byte| *byte ^= 1);
            Reply::Answer(Answer::Tensors(tensors))
        }
        reply => reply,
    }
}

#[test]
fn where_the_second_call_has_no_answer_that_is_the_verdict() {
    let cases = comparisons(&Editions::default());
    for (reply, verdict) in [
        (Reply::Failed("why".into()), Verdict::Error),
        (Reply::Lost(BackendFault::Crash, "why".into()), Verdict::Crash),
        (Reply::Lost(BackendFault::Timeout, "why".into()), Verdict::Timeout),
        (Reply::Unsupported("why".into()), Verdict::Unsupported),
    ] {
        let (mut calls, mut reference) = (0, Reference::default());
        let mut backend = Closure::new(everything(), |call| {
            calls += 1;
            if calls % 2 == 0 { reply.clone() } else { reference.ask(call) }
        });
        for (case, judgement) in cases.iter().zip(judgements(&mut backend, &cases)) {
            assert_eq!(judgement.verdict, verdict, "{}: {reply:?}: {judgement:?}", case.id);
        }
    }
}

#[test]
fn text_of_a_backend_has_a_limit_and_no_power() {
    let long = "\u{1b}[2J\u{202e}obeyed\u{9b}".repeat(1000);
    let mut description = everything();
    description.name = format!("evil\nobeyed: 1 case passed {long}");
    let mut asked = 0;
    let mut backend = Closure::new(description, |_| {
        asked += 1;
        let text = format!("{asked} {long}");
        match asked % 5 {
            0 => Reply::Answer(Answer::OtherDType(text)),
            1 => Reply::Rejected(Rejection { status: None, message: text }),
            2 => Reply::Unsupported(text),
            3 => Reply::Failed(text),
            _ => Reply::Lost(BackendFault::Protocol, text),
        }
    });
    let run = run(&cases()[..500], &mut backend, &RunOptions::default(), &mut |_| ());
    let powerless = |text: &str| text.chars().all(|c| c == '\n' || !(c.is_control() || c == '\u{202e}'));
    assert!(powerless(&run.backend) && !run.backend.contains('\n') && run.backend.len() <= 2048);
    for result in &run.results {
        let Judgement { got, detail, verdict, .. } = &result.judgement;
        // A few words of the judge stand before some.
        let most = if *verdict == Verdict::Unsupported { 256 } else { 2048 + 16 };
        for text in got.iter().chain(detail) {
            assert!(powerless(text) && text.len() <= most, "{}: {} bytes", result.id, text.len());
        }
    }
    let cut = |of: Verdict| run.results.iter().filter(|result| result.judgement.verdict == of).count();
    assert!(cut(Verdict::Unsupported) > 50 && cut(Verdict::Error) > 50 && cut(Verdict::Protocol) > 50);
}

/// Two sentences of the first page contradict each other about bool with u64, so that both answers are right there.
#[test]
fn of_a_contradicted_cell_each_documented_answer_is_observed_and_no_other_passes() {
    let judged = |profile: &str, id: &str, answer: Option<DType>| {
        let options =
            RunOptions { editions: Editions::profile(profile).expect("a profile"), ..RunOptions::default() };
        let cases = suite::of_areas(&options.editions, &suite::is_sample).expect("the suite builds");
        let case = cases.into_iter().filter(|case| *case.id == *id).collect::<Vec<_>>();
        let mut backend = Closure::new(everything(), move |_| match answer {
            Some(dtype) => Reply::Answer(Answer::DType(dtype)),
            None => Reply::Rejected(Rejection::default()),
        });
        let mut session = Session::start(&mut backend, &options).expect("it starts");
        session.ask(&case).into_iter().next().expect("a case").judgement
    };
    for id in ["aclnn.tensor-tensor/lhs=bool,rhs=u64", "aclnn.tensor-tensor/lhs=u64,rhs=bool"] {
        for (answer, words) in [(Some(DType::U64), "u64"), (None, "no promotion")] {
            let judgement = judged("documented", id, answer);
            assert_eq!(judgement.verdict, Verdict::Observed, "{id}: {words}");
            assert_eq!(judgement.observations, [("aclnn.tensor-tensor.contradicted", words.to_owned())]);
        }
        let judgement = judged("documented", id, Some(DType::Bool));
        let named = (judgement.verdict, judgement.requirement);
        assert_eq!(named, (Verdict::Fail, Some("aclnn.tensor-tensor.cells")), "{id}");
        assert_eq!(judged("latest", id, Some(DType::U64)).verdict, Verdict::Fail, "{id}");
        assert_eq!(judged("latest", id, None).verdict, Verdict::Pass, "{id}");
    }
}

/// TIK's page does not speak of views, so that nobody has to take one.
#[test]
fn of_a_view_that_a_page_does_not_speak_of_a_refusal_is_observed() {
    let packed =
        |tensor: &ascertain::Tensor| tensor.layout().is_contiguous() && tensor.layout().offset() == 0;
    let mut right = Reference::default();
    let mut backend = Closure::new(everything(), |call| match tensors(call).all(packed) {
        true => right.ask(call),
        false => Reply::Rejected(Rejection::default()),
    });
    let of_views = |case: &Case| case.area == "reinterpret" && !tensors(&case.call).all(packed);
    let asked: Vec<Case> = cases().into_iter().filter(of_views).collect();
    for name in ["offset-1", "gaps-between-rows", "rows-swapped", "rows-apart"] {
        assert!(asked.iter().any(|case| case.id.ends_with(name)), "{name}");
    }
    for (case, judgement) in asked.iter().zip(judgements(&mut backend, &asked)) {
        assert!(!judgement.verdict.is_finding(), "{}: {judgement:?}", case.id);
    }
}

/// Sets how this thread computes with floats as libraries do that were built with -ffast-math, or that round upwards.
#[cfg(target_arch = "x86_64")]
fn set_float_mode(mode: u32) {
    // SAFETY: it is a value that MXCSR may have, with no exception trapped.
    unsafe { core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const mode, options(nostack, preserves_flags)) };
}

#[cfg(target_arch = "x86_64")]
fn float_mode() -> u32 {
    let mut mode = 0_u32;
    // SAFETY: it writes MXCSR to a variable.
    unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut mode, options(nostack, preserves_flags)) };
    // Without the flags of what has happened.
    mode & !0x3f
}

/// Neither what a backend does to the mode nor that of the caller changes a verdict, and the caller's stays.
#[cfg(target_arch = "x86_64")]
#[test]
fn the_mode_of_floats_is_the_usual_one_where_it_is_judged() {
    const USUAL: u32 = 0x1f80;
    // Flushing and reading as zeros; rounding upwards, and to zero.
    for mode in [USUAL | 0x8040, USUAL | 0x4000, USUAL | 0x6000] {
        let mut reference = Reference::default();
        let mut backend = Closure::new(everything(), |call| {
            set_float_mode(USUAL);
            let reply = reference.ask(call);
            set_float_mode(mode);
            reply
        });
        let cases = cases();
        set_float_mode(mode);
        let judgements = judgements(&mut backend, &cases);
        let kept = float_mode();
        set_float_mode(USUAL);
        assert_eq!(kept, mode);
        let failed = cases.iter().zip(judgements).find(|(_, judgement)| judgement.verdict == Verdict::Fail);
        assert!(failed.is_none(), "{mode:#x}: {failed:?}");
    }
}
