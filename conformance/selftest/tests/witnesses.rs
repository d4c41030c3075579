//! Every narrow fault is a fault: it answers a call of its own wrongly. What nothing can find answers its call rightly.

use ascertain::backend::{Backend, Reply};
use ascertain::call::{Call, Promote};
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::Verdict;
use ascertain_selftest::faults::{self, Fault, State};

/// The verdict on the fault's answer to its witness; `None` if it answers as the reference does.
fn witnessed(fault: &Fault, call: Call) -> Option<Verdict> {
    let editions = fault.editions();
    let mut reference = Reference::new(editions.clone());
    let mut state = State::new(editions.clone());
    if let Some(call) = fault.earlier() {
        let right = reference.ask(&call);
        fault.answer(&call, &right, &mut state);
    }
    state.asked = 999;
    let right = reference.ask(&call);
    assert!(matches!(right, Reply::Answer(_)), "{}: the witness is not valid: {right:?}", fault.id);
    let wrong = fault.answer(&call, &right, &mut state)?;
    // What a promotion answers to an operand of rank 0 is compared with its answer to ranks of one.
    let (expect, other) = match &call {
        Call::Promote(promote) if promote.ranks.is_some_and(|(row, column)| row == 0 || column == 0) => {
            let requirements = promote.table.edition(&editions).requirements;
            let of_rank = requirements.iter().find(|r| r.ranks).expect("a requirement on ranks");
            let one = Call::Promote(Promote { ranks: Some((1, 1)), ..*promote });
            let right = reference.ask(&one);
            (Expect::SameAs(of_rank.id, Box::new(one)), Some(right))
        }
        _ => (Expect::Documents, None),
    };
    let case = Case { id: "witness".into(), area: "witness", requirements: Vec::new(), call, expect };
    let description = fault.backend().describe().expect("it starts");
    let judge = Judge::new(&editions, Registry::default(), &description);
    Some(judge.judge(&case, &wrong, other.as_ref()).verdict)
}

#[test]
fn every_narrow_fault_has_a_witness_that_fails_or_a_proof_that_it_is_none() {
    let (mut unexpected, mut faulty) = (Vec::new(), 0);
    for fault in faults::all().chain(faults::harmless()) {
        let Some(call) = fault.witness() else { continue };
        let verdict = witnessed(fault, call);
        let right = match (verdict, fault.harmless) {
            (Some(Verdict::Fail), None) | (Some(Verdict::Pass | Verdict::Observed), Some(_)) => true,
            // Exact where it looks inexact: no reply differs.
            (None, Some(_)) => true,
            _ => false,
        };
        if !right {
            unexpected.push(format!("{}: {verdict:?}", fault.id));
        }
        faulty += usize::from(verdict == Some(Verdict::Fail));
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert!(faulty >= 280, "{faulty}");
}
