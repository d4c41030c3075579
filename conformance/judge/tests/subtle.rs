//! Subtle faults: each of them is a fault, and what nothing can find is proven to be honest.
//!
//! `cargo run --release --example subtle_faults` tells which of them the suite and random cases find.

mod support;

use ascertain::backend::{Backend, Reply};
use ascertain::call::{Call, Promote};
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{Judgement, Verdict};
use std::collections::HashSet;
use support::subtle::table::PARTS;
use support::subtle::{Memory, Subtle};

fn faults() -> impl Iterator<Item = &'static Subtle> {
    PARTS.iter().flat_map(|part| part.faults)
}

/// The fault's reply to its witness and the verdict on it; `None` if the reply is right.
fn witnessed(fault: &Subtle) -> Option<(Reply, Judgement)> {
    let editions = support::subtle::editions();
    let mut reference = Reference::new(editions.clone());
    let mut memory = Memory::default();
    let earlier = fault.earlier.map(|earlier| earlier.call());
    if let Some(call) = &earlier {
        let right = reference.ask(call);
        fault.answer(call, &right, &mut memory, &mut reference);
    }
    memory.asked = 999;
    let call = fault.witness?.call();
    let right = reference.ask(&call);
    assert!(matches!(right, Reply::Answer(_)), "{}: the witness is not valid: {right:?}", fault.name);
    let wrong = fault.answer(&call, &right, &mut memory, &mut reference)?;
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
    let description = fault.describe();
    let judge = Judge::new(&editions, Registry::default(), &description);
    Some((wrong.clone(), judge.judge(&case, &wrong, other.as_ref())))
}

#[test]
fn every_fault_has_a_witness_that_fails_or_a_proof_that_it_is_none() {
    let mut unexpected = Vec::new();
    for fault in faults() {
        let verdict = witnessed(fault).map(|(_, judgement)| judgement.verdict);
        let right = match (verdict, fault.never) {
            (Some(Verdict::Fail), None) | (Some(Verdict::Pass | Verdict::Observed), Some(_)) => true,
            // Exact where it looks inexact: no reply differs.
            (None, Some(_)) => true,
            _ => false,
        };
        if !right {
            unexpected.push(format!("{}: {verdict:?}", fault.name));
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}

#[test]
fn there_are_a_hundred_and_twenty_faults_with_names_of_their_own() {
    let names: HashSet<&str> = faults().map(|fault| fault.name).collect();
    assert_eq!(names.len(), faults().count());
    assert!(faults().filter(|fault| fault.never.is_none()).count() >= 120);
}
