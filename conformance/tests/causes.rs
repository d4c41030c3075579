//! One cause is one group: backends that break one requirement each, what their summary says is broken, and what the
//! arguments of all failures have in common.

use crate::support::closure::{Closure, everything};
use ascertain::backend::{Answer, Backend, BackendFault, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain::{DType, requirement};
use ascertain_conformance::results::groups::Group;
use ascertain_conformance::results::summary::Summary;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_judge::options::RunOptions;
use ascertain_judge::verdict::{FailKind, Run, Verdict};
use ascertain_selftest::faults::lines::{changed_lines, in_place, invocation, tensor};
use ascertain_selftest::faults::{self, Class, State};

/// A backend with one fault, and what its only group must say.
struct Fault {
    backend: faults::Fault,
    profile: &'static str,
    verdict: Verdict,
    kind: Option<FailKind>,
    requirement: Option<&'static str>,
    in_common: &'static str,
}

const fn wrong(backend: faults::Fault, requirement: &'static str, in_common: &'static str) -> Fault {
    Fault {
        backend,
        profile: "documented",
        verdict: Verdict::Fail,
        kind: Some(FailKind::Value),
        requirement: Some(requirement),
        in_common,
    }
}

fn known(id: &str) -> faults::Fault {
    *faults::named(id).unwrap_or_else(|| panic!("no fault is called {id}"))
}

/// A fault of this test alone.
const fn made_up(what: &'static str, answer: fn(&mut State, &Call) -> Reply) -> faults::Fault {
    faults::Fault::made_up(what, what, Class::Value, &[], answer)
}

fn rank(call: &Invocation) -> usize {
    tensor(call, "input").map_or(0, |input| input.layout().rank())
}

fn faults() -> Vec<Fault> {
    use requirement::cumprod::{CONVERT_BEFORE, DIM_RANGE, INPLACE_VALUE, INTEGER_WRAPS, OUTSIDE, VALUE};
    let negative = made_up("negative dim taken for the one before", |state, call| {
        let before = |call: &Invocation| match call.get("dim") {
            Arg::Int(dim) if *dim < 0 && *dim >= -(rank(call) as i64) => {
                Some(call.clone().with("dim", Arg::Int((dim - 1).rem_euclid(rank(call) as i64))))
            }
            _ => None,
        };
        let other = invocation(call, "cumprod").and_then(before).map(Call::Operate);
        state.reference.ask(other.as_ref().unwrap_or(call))
    });
    let long = made_up("elements beyond the 64th of a line not multiplied", |state, call| {
        changed_lines(&mut state.reference, call, |_, factors, products| {
            let beyond = factors.len().min(64);
            products[beyond..].copy_from_slice(&factors[beyond..]);
        })
    });
    let copied = made_up("input left as it is in place", |state, call| {
        let left = invocation(call, "cumprod").is_some_and(in_place);
        changed_lines(&mut state.reference, call, |_, factors, products| {
            if left {
                products.copy_from_slice(factors);
            }
        })
    });
    let crash = made_up("rank 8 crashes", |state, call| match invocation(call, "cumprod") {
        Some(call) if rank(call) == 8 => {
            let what = format!("the adapter ended: signal 11 (SIGSEGV); stderr: call {}", state.asked);
            Reply::Lost(BackendFault::Crash, what)
        }
        _ => state.reference.ask(call),
    });
    let typo = made_up("a typo for bf16", |state, call| match call {
        Call::Operate(operation) => match tensor(operation, "input").map(ascertain::Tensor::dtype) {
            Some(DType::Bf16) => Reply::Failed("module 'torch' has no attribute 'bflaot16'".to_owned()),
            _ => state.reference.ask(call),
        },
        Call::Promote(_) => state.reference.ask(call),
    });
    let status = made_up("another status for a dim out of range", |state, call| {
        match (
            state.reference.ask(call),
            invocation(call, "cumprod").map(|call| (call.get("dim"), rank(call))),
        ) {
            (Reply::Rejected(mut refused), Some((Arg::Int(dim), rank)))
                if refused.status == Some(161_002) && !(-(rank as i64)..rank as i64).contains(dim) =>
            {
                refused.status = Some(561_103);
                Reply::Rejected(refused)
            }
            (reply, _) => reply,
        }
    });
    let floats = made_up("f16 and bf16 copied", |state, call| {
        changed_lines(&mut state.reference, call, |dtype, factors, products| {
            if matches!(dtype, DType::F16 | DType::Bf16) {
                products.copy_from_slice(factors);
            }
        })
    });
    let least = made_up("the least dim accepted", |state, call| {
        let least = |call: &Invocation| {
            let is_least = matches!(call.get("dim"), Arg::Int(dim) if *dim == i64::from(i32::MIN));
            is_least.then(|| call.clone().with("dim", Arg::Int(0)))
        };
        let other = invocation(call, "cumprod").and_then(least).map(Call::Operate);
        state.reference.ask(other.as_ref().unwrap_or(call))
    });
    let unsigned = made_up("u16, u32 and u64 promote to s64", |state, call| match call {
        Call::Promote(pair) if pair.table.id == "aclnn.tensor-tensor" => {
            let wide = ["u16", "u32", "u64"];
            let is_wide = [pair.row, pair.column].iter().any(|key| wide.contains(&key.to_string().as_str()));
            let promoted = Reply::Answer(Answer::DType(DType::S64));
            if is_wide && pair.row != pair.column { promoted } else { state.reference.ask(call) }
        }
        _ => state.reference.ask(call),
    });
    let accepted = |backend, requirement, in_common| Fault {
        kind: Some(FailKind::AcceptedInvalid),
        ..wrong(backend, requirement, in_common)
    };
    let gaps = known("views/input-gaps-ignored");
    let outside = wrong(known("views/written-past"), OUTSIDE, "a result with gaps");
    let lost = |backend, verdict, in_common| Fault {
        verdict,
        kind: None,
        requirement: None,
        ..wrong(backend, VALUE, in_common)
    };
    vec![
        wrong(known("integers/saturating"), INTEGER_WRAPS, "computed in integers"),
        wrong(known("integers/converted-after"), CONVERT_BEFORE, "converted"),
        Fault {
            kind: Some(FailKind::Status),
            requirement: None,
            ..wrong(known("arguments/null-status"), VALUE, "")
        },
        Fault { kind: Some(FailKind::Status), ..wrong(status, DIM_RANGE, "") },
        Fault { profile: "latest", kind: Some(FailKind::WroteOutside), ..outside },
        wrong(negative, VALUE, "dim < 0 and rank ≥ 2"),
        wrong(long, VALUE, "lines longer than 64"),
        wrong(copied, INPLACE_VALUE, "in place"),
        wrong(floats, VALUE, "lines longer than 1 and computed in f16 or bf16"),
        accepted(least, DIM_RANGE, "dim = -2147483648"),
        accepted(unsigned, "aclnn.tensor-tensor.cells", "lhs or rhs is u16, u32 or u64"),
        Fault { profile: "latest", ..wrong(gaps, VALUE, "gaps in input") },
        lost(crash, Verdict::Crash, "input of rank 8"),
        lost(typo, Verdict::Error, "bf16 input"),
    ]
}

fn judged(fault: &Fault) -> Run {
    let editions = Editions::profile(fault.profile).expect("a profile");
    let cases = crate::support::cases_without_long_answers(&editions);
    let mut backend = fault.backend.faulty(editions.clone());
    run(&cases, &mut backend, &RunOptions { editions, ..RunOptions::default() }, &mut |_| ())
}

#[test]
fn one_cause_is_one_group_that_names_the_requirement_and_what_its_arguments_have_in_common() {
    let mut unlike = Vec::new();
    for fault in faults() {
        let run = judged(&fault);
        let groups = Summary::of(&run).groups;
        let words = |group: &Group<'_>| group.shared.as_ref().map_or(String::new(), |s| s.words.clone());
        let said: Vec<_> =
            groups.iter().map(|group| (group.verdict, group.kind, group.requirement, words(group))).collect();
        let expected = (fault.verdict, fault.kind, fault.requirement, fault.in_common.to_owned());
        if said != [expected.clone()] {
            let sizes: Vec<_> = groups.iter().map(|g| (g.findings.len(), &g.shared)).collect();
            unlike.push(format!("{}: {expected:?}\n  {said:?}\n  {sizes:?}", fault.backend.id));
        }
        // It holds for the findings, and the smallest is first.
        for group in &groups {
            for finding in group.findings.iter().filter(|_| group.shared.is_some()) {
                assert!(finding.properties.hold(&words(group)), "{}: {:?}", finding.id, finding.properties);
            }
            let sizes: Vec<_> = group.findings.iter().map(|finding| finding.size()).collect();
            assert!(sizes.is_sorted(), "{}: {sizes:?}", fault.backend.id);
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}

#[test]
fn two_causes_stay_apart() {
    let both = made_up("f16 copied, other dtypes saturate", |state, call| {
        let mut saturating = known("integers/saturating").backend();
        let mut half = false;
        let reply = changed_lines(&mut state.reference, call, |dtype, factors, products| {
            half = dtype == DType::F16;
            if half {
                products.copy_from_slice(factors);
            }
        });
        if half { reply } else { saturating.ask(call) }
    });
    let run = judged(&wrong(both, requirement::cumprod::VALUE, ""));
    let groups = Summary::of(&run).groups;
    let mut blamed: Vec<_> = groups.iter().map(|group| group.requirement).collect();
    blamed.sort_unstable();
    let expected = [requirement::cumprod::INTEGER_WRAPS, requirement::cumprod::VALUE].map(Some);
    assert_eq!(blamed, expected, "{groups:?}");
}

/// A right kernel without `out`, `dtype` and the form in place.
#[test]
fn what_a_kernel_lacks_is_no_finding_and_missing_from_its_coverage() {
    let mut description = everything();
    description.interfaces.clear();
    for operator in &mut description.operators {
        operator.flags.clear();
        operator.strided = false;
        operator.without = vec!["out".to_owned(), "dtype".to_owned()];
    }
    let mut reference = Reference::default();
    let mut kernel = Closure::new(description, |call| reference.ask(call));
    let cases = suite::of_areas(&Editions::default(), &|area| area == "cumprod").expect("the suite builds");
    let run = run(&cases, &mut kernel, &RunOptions::default(), &mut |_| ());
    let summary = Summary::of(&run);
    assert_eq!(summary.findings(), 0, "{:?}", summary.groups);
    let (_, tally) = summary.areas.iter().find(|(area, _)| *area == "cumprod").expect("an area");
    let (judged, unsupported) = (tally.counts.judged(), tally.counts.of(Verdict::Unsupported));
    assert!(judged > 1_000 && unsupported > 1_000, "{judged} judged, {unsupported} unsupported");
    assert!(judged + unsupported <= tally.counts.total());
}
