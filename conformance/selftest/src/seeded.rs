//! The seeded faults, each asked the suite and then as many random cases as it needs.

use crate::faults::{self, Fault, search};
use crate::score::{Mutant, Outcome, Part};
use crate::{Chosen, SelfTestError};
use ascertain::document::{Editions, PROFILES};
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;

/// Seed of the random cases, for which faults say how many they need.
const SEED: u64 = 1;

/// How many mutants there are.
pub(crate) fn count(chosen: &Chosen<'_>) -> usize {
    PROFILES.iter().map(|profile| wanted(chosen, profile.name).len()).sum()
}

/// Tests them. Calls `take` with the mutants of one profile after another.
pub(crate) fn run(chosen: &Chosen<'_>, take: &mut dyn FnMut(Vec<Mutant>)) -> Result<(), SelfTestError> {
    for profile in PROFILES {
        let faults = wanted(chosen, profile.name);
        if faults.is_empty() {
            continue;
        }
        let editions = Editions::profile(profile.name)?;
        let cases = chosen.suite(&editions)?;
        let fixed = cases.len() as u64;
        let fuzzer = Fuzzer::new(SEED, &editions, Registry::default());
        let most = faults.iter().map(|fault| fault.random).max().unwrap_or_default();
        let random = (0..most).map(|index| fuzzer.generate(index));
        let found = search(&faults, &editions, cases.iter().cloned().chain(random));
        let mutants = faults.iter().zip(found).map(|(fault, found)| Mutant {
            part: Part::Faults,
            id: fault.id.to_owned(),
            what: fault.what.to_owned(),
            class: Some(fault.class.name()),
            requirement: None,
            outcome: match found.filter(|found| found.cases <= fixed + fault.random) {
                Some(found) => Outcome::Killed(found),
                None => Outcome::Survived(why(fault)),
            },
        });
        take(mutants.collect());
    }
    Ok(())
}

/// The faults against the documents of a profile that are wanted.
fn wanted(chosen: &Chosen<'_>, profile: &str) -> Vec<&'static Fault> {
    faults::all().filter(|fault| fault.profile == profile && chosen.wants(fault.id)).collect()
}

fn why(fault: &Fault) -> String {
    let named = fault.requirements.join(" or ");
    match fault.random {
        0 => format!("no fixed case finds it by {named}"),
        random => format!("neither a fixed case nor the first {random} random ones find it by {named}"),
    }
}
