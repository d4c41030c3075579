//! The suite finds every seeded fault by a requirement that the fault breaks, and nothing in what is not faulty.

use crate::mutants::{of_seeded, short_of_seeded};
use ascertain::backend::Backend;
use ascertain::contract::{CUMPROD, Level, REINTERPRET, Requirement};
use ascertain::document::{Editions, PROFILES};
use ascertain::promote::TABLES;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::session::Session;
use ascertain_judge::verdict::{FailKind, Verdict};
use ascertain_selftest::faults::{self, Class, Fault, search};
use ascertain_selftest::score::{Kill, Seen};
use std::collections::HashSet;

/// Faults, each with what finds it in the fixed cases, and then in so many random ones.
fn searched<'a>(faults: &[&'a Fault], profile: &str, random: u64) -> (u64, Vec<(&'a Fault, Option<Kill>)>) {
    let editions = Editions::profile(profile).expect("a profile");
    let cases = of_seeded(&editions);
    let (fixed, fuzzer) = (cases.len() as u64, Fuzzer::new(1, &editions, Registry::default()));
    let cases = cases.into_iter().chain((0..random).map(|index| fuzzer.generate(index)));
    let found = search(faults, &editions, cases);
    (fixed, faults.iter().copied().zip(found).collect())
}

#[test]
fn every_fault_is_found_by_a_requirement_that_it_breaks() {
    let mut missed = Vec::new();
    for profile in PROFILES {
        let faults: Vec<&Fault> = faults::all().filter(|fault| fault.profile == profile.name).collect();
        let most = faults.iter().map(|fault| fault.random).max().unwrap_or_default();
        let (fixed, searched) = searched(&faults, profile.name, most);
        for (fault, found) in searched {
            // What breaks an advice alone is a warning.
            let binds = requirements(&fault.editions())
                .any(|r| r.level == Level::Must && fault.requirements.contains(&r.id));
            if binds && found.as_ref().is_some_and(|found| found.seen != Seen::Failure) {
                missed.push(format!("{}: {found:?}", fault.id));
            }
            match found.map(|found| found.cases.saturating_sub(fixed)) {
                None => missed.push(format!("{}: not found", fault.id)),
                Some(0) if fault.random > 0 => missed.push(format!("{}: needs no random cases", fault.id)),
                Some(random) if random > fault.random => missed.push(format!("{}: needs {random}", fault.id)),
                Some(_) => {}
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Each fault is asked one part of the cases, and all parts are asked of some fault.
#[test]
fn every_failure_names_a_requirement_of_its_editions() {
    const PARTS: usize = 16;
    let (mut failures, mut lacking) = (0, Vec::new());
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).expect("a profile");
        let known: HashSet<&str> = requirements(&editions).map(|requirement| requirement.id).collect();
        let cases = short_of_seeded(&editions);
        let options = RunOptions { editions: editions.clone(), ..RunOptions::default() };
        for (number, fault) in faults::all().filter(|fault| fault.profile == profile.name).enumerate() {
            let asked: Vec<_> = cases.iter().skip(number % PARTS).step_by(PARTS).collect();
            let mut backend = fault.faulty(editions.clone());
            let mut session = Session::start(&mut backend, &options).expect("it starts");
            for (case, asked) in asked.iter().zip(session.ask(&asked)) {
                let judgement = asked.judgement;
                if judgement.verdict != Verdict::Fail || judgement.kind == Some(FailKind::Declaration) {
                    continue;
                }
                failures += 1;
                if !judgement.requirement.is_some_and(|id| known.contains(id)) || judgement.cite.is_none() {
                    lacking.push(format!("{} of {}: {judgement:?}", case.id, fault.id));
                }
            }
        }
    }
    assert!(failures > 1_000, "{failures}");
    assert!(lacking.is_empty(), "{} of {failures}: {}", lacking.len(), lacking[0]);
}

#[test]
fn nothing_is_found_in_what_answers_as_a_right_implementation_may() {
    let editions = PROFILES.iter().filter_map(|profile| Editions::profile(profile.name).ok());
    let every: Vec<&str> = editions.flat_map(|editions| requirements(&editions)).map(|r| r.id).collect();
    let every: &[&str] = every.leak();
    // Whatever a finding names counts.
    let mut harmless: Vec<Fault> = faults::harmless().copied().collect();
    harmless.iter_mut().for_each(|fault| fault.requirements = every);
    assert!(harmless.len() >= 10);
    for profile in PROFILES {
        let faults: Vec<&Fault> = harmless.iter().filter(|fault| fault.profile == profile.name).collect();
        for (fault, found) in searched(&faults, profile.name, 2_000).1 {
            assert_eq!(found, None, "{} ({})", fault.id, fault.harmless.unwrap_or_default());
        }
    }
}

#[test]
fn a_backend_without_a_fault_passes() {
    let right = Fault::made_up("right", "nothing is wrong", Class::Value, &[], |state, call| {
        state.reference.ask(call)
    });
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).expect("a profile");
        let cases = of_seeded(&editions);
        let options = RunOptions { editions: editions.clone(), fuzz: 500, ..RunOptions::default() };
        let run = run(&cases, &mut right.faulty(editions), &options, &mut |_| ());
        let findings: Vec<_> = run.results.iter().filter(|r| r.judgement.verdict.is_finding()).collect();
        assert!(findings.is_empty(), "{findings:#?}");
        assert_eq!(run.exit_code(), 0);
    }
}

/// The requirements that cases of these editions test.
fn requirements(editions: &Editions) -> impl Iterator<Item = &'static Requirement> + use<> {
    let of_operators = [&CUMPROD, &REINTERPRET].map(|operator| operator.contract(editions).requirements);
    let of_tables: Vec<_> = TABLES.iter().flat_map(|table| table.requirements_in(editions)).collect();
    of_operators.into_iter().flatten().chain(of_tables)
}

#[test]
fn every_requirement_named_can_fail_a_backend() {
    for fault in faults::all() {
        assert!(!fault.requirements.is_empty(), "{}", fault.id);
        let known: Vec<_> = requirements(&fault.editions()).collect();
        for id in fault.requirements {
            let requirement = known.iter().find(|requirement| requirement.id == *id);
            let level = requirement.unwrap_or_else(|| panic!("{}: {id} does not exist", fault.id)).level;
            assert!(matches!(level, Level::Must | Level::Should), "{}: {id} is {level:?}", fault.id);
        }
    }
}

#[test]
fn faults_have_names_and_descriptions_of_their_own() {
    let all: Vec<&Fault> = faults::all().chain(faults::harmless()).collect();
    let ids: HashSet<&str> = all.iter().map(|fault| fault.id).collect();
    let described: HashSet<(&str, &str)> =
        all.iter().filter_map(|fault| Some((fault.id.split_once('/')?.0, fault.what))).collect();
    assert_eq!((ids.len(), described.len()), (all.len(), all.len()));
    for fault in all {
        assert_eq!(faults::named(fault.id).map(|named| named.what), Some(fault.what));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-/".contains(c);
        assert!(fault.id.chars().all(plain), "{}", fault.id);
    }
}

#[test]
fn every_class_has_faults_and_a_name_of_its_own() {
    let names: HashSet<&str> = Class::ALL.iter().map(|class| class.name()).collect();
    assert_eq!(names.len(), Class::ALL.len());
    for class in Class::ALL {
        assert!(faults::all().any(|fault| fault.class == class), "{}", class.name());
    }
}

#[test]
fn mistakes_in_a_file_have_a_place() {
    let right = "[[fault]]\nid = \"a\"\nwhat = \"b\"\nwrong = { elements = [\"last\", \"zero\"] }\n";
    assert_eq!(faults::read(right).expect("a fault").len(), 1);
    for wrong in ["wehn = []", "lines = \"none\"", "profile = \"none\""] {
        let message = faults::read(&format!("{right}{wrong}\n")).map(drop).expect_err(wrong);
        let key = wrong.split(' ').next().expect("a key");
        assert!(message.starts_with("a: ") && message.contains(key), "{message}");
    }
    let message =
        faults::read(&right.replace("what = \"b\"\n", "")).map(drop).expect_err("nothing says what");
    assert_eq!(message, "a: missing field `what`");
    let message = faults::read(&format!("{right}when = \"rnak(input) == 0\"\n"))
        .map(drop)
        .expect_err("no such function");
    assert!(message.starts_with("a: `rnak(input) == 0`: "), "{message}");
}
